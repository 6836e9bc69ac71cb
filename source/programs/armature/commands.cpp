#include "commands.hpp"

#include <algorithm>

#include <armature/import/load_scene.hpp>

#include "difference.hpp"
#include "inspect.hpp"
#include "outputs.hpp"
#include "picture_cost.hpp"
#include "posed_scene.hpp"
#include "terminal.hpp"

namespace armature::tools {

void runInspect(const InspectOptions& options)
{
    if (isCooked(options.file)) {
        const auto cooked = CookedFile::open(options.file, {.unbackedBytes = options.reading.limits.unbackedBytes});
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
        constexpr std::uint64_t bytesOfVertex = 200;  // as text, with its normal and its share of the faces
        Effort effort(options.file, scene->sourceFiles(), options.reading.limits);
        for (const MeshInstance* instance : scene->meshInstances()) {
            for (const Primitive& primitive : instance->getMesh()->primitives()) {
                effort.require(productOf(std::max(primitive.positions.size(), primitive.indices.size()), bytesOfVertex),
                               "writing all vertices");
            }
        }
        writeObj(*options.obj, report, options.isInFileSpace);
    }
    if (options.isJson) {
        writeOutput(poseAsJson(report));
    } else if (!options.obj) {
        writeOutput(poseAsTable(report));
    } else if (!options.isQuiet) {
        writeOutput(describeWritten(*options.obj));
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
    std::vector<std::string> inputs(first->sourceFiles().begin(), first->sourceFiles().end());
    inputs.insert(inputs.end(), second->sourceFiles().begin(), second->sourceFiles().end());
    Effort effort(options.first, inputs, options.reading.limits);
    effort.begin(1 + posesOfClip * report.match.groups.size());
    if (options.picture) {
        requirePicture(effort, *first, options.size);
        requirePicture(effort, *second, options.size);
        requirePicture(effort, *second, options.size);  // drawn a second time, coloured by the differences
    }
    report.distance = measureDistance(*first, *second, report.match, effort, DistanceDetail::Vertices);
    if (options.picture) {
        writeDifferencePicture(*options.picture, options.size, *first, *second, report);
    }
    writeOutput(options.isJson ? differenceAsJson(report) : differenceAsText(report));
    if (options.picture && !options.isJson && !options.isQuiet) {
        writeOutput(describeWritten(*options.picture, toString(options.size)));
    }
    return report.isSame() ? 0 : 1;
}

}  // namespace armature::tools
