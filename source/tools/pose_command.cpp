#include "pose_command.hpp"

#include <armature/import/load_scene.hpp>

#include "console.hpp"
#include "files/output_file.hpp"
#include "obj_writer.hpp"
#include "pose_report.hpp"

namespace armature::tools {

void runPose(const PoseOptions& options)
{
    const std::unique_ptr<Scene> scene = loadScene(options.file, options.reading);
    if (options.obj) {
        requireNotInput(*options.obj, scene->sourceFiles());
    }
    const auto clip = applyPose(*scene, options.file, options.pose);
    scene->update();

    const PoseReport report{.file = options.file, .scene = *scene, .clip = clip, .seconds = options.pose.seconds};
    if (options.obj) {
        writeObj(*options.obj, report, options.isInFileSpace);
    }
    if (options.isJson) {
        writeOutput(poseAsJson(report));
    } else if (!options.obj) {
        writeOutput(poseAsTable(report));
    }
}

}  // namespace armature::tools
