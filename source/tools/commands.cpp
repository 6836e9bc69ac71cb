#include "commands.hpp"

#include <armature/import/load_scene.hpp>

#include "difference.hpp"
#include "inspect.hpp"
#include "outputs.hpp"
#include "posed_scene.hpp"
#include "terminal.hpp"

namespace armature::tools {

void runInspect(const InspectOptions& options)
{
    if (isCooked(options.file)) {
        const auto cooked = CookedFile::open(options.file);
        writeOutput(options.isJson ? inspectCookedAsJson(options.file, *cooked) : inspectCookedAsText(options.file, *cooked));
        return;
    }
    const std::unique_ptr<Scene> scene = loadScene(options.file, options.reading);
    writeOutput(options.isJson ? inspectAsJson(options.file, *scene) : inspectAsText(options.file, *scene));
}

void runPose(const PoseOptions& options)
{
    if (options.obj) {
        requireFolderOf(*options.obj);
    }
    const std::unique_ptr<Scene> scene = loadScene(options.file, options.reading);
    if (options.obj) {
        requireOutputs({*options.obj}, scene->sourceFiles());
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

int runDiff(const DiffOptions& options)
{
    if (options.picture) {
        requireFolderOf(*options.picture);
    }
    const std::unique_ptr<Scene> first = loadScene(options.first, options.reading);
    const std::unique_ptr<Scene> second = loadScene(options.second, options.reading);
    if (options.picture) {
        requireOutputs({*options.picture}, first->sourceFiles());
        requireOutputs({*options.picture}, second->sourceFiles());
    }
    DifferenceReport report{.first = options.first, .second = options.second, .tolerance = options.tolerance, .shown = options.shown};
    report.match = matchByName(*first, *second, report.structure);
    report.distance = measureDistance(*first, *second, report.match);
    if (options.picture) {
        writeDifferencePicture(*options.picture, options.size, *first, *second, report);
    }
    writeOutput(options.isJson ? differenceAsJson(report) : differenceAsText(report));
    return report.isSame() ? 0 : 1;
}

}  // namespace armature::tools
