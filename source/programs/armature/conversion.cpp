#include "conversion.hpp"

#include <filesystem>
#include <iterator>
#include <span>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>

#include "base/words.hpp"
#include "difference.hpp"
#include "outputs.hpp"

namespace armature::tools {

Conversion convert(const ConversionJob& job, const ConversionOptions& options)
{
    Conversion result;
    const std::filesystem::path output(job.output);
    const std::unique_ptr<Scene> model = loadScene(job.inputs.front(), options.reading);
    const auto add = [&](std::vector<std::string> said) { std::ranges::move(said, std::back_inserter(result.warnings)); };
    add({model->warnings().begin(), model->warnings().end()});
    if (job.inputs.size() > 1) {
        add(mergeClips(*model, std::span(job.inputs).subspan(1), options.reading));
    }
    Effort effort(job.inputs.front(), model->sourceFiles(), options.reading.limits);
    add(changeScene(*model, options.change, effort));
    requireOutputs({output}, model->sourceFiles());
    add(saveGltf(*model, output,
                 {.quantize = options.quantize, .quantizePositions = options.quantizePositions, .compress = options.compress}));
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(output, ignored)) {
        return result;  // a pipe or a device cannot be read again
    }
    const std::unique_ptr<Scene> written = loadScene(output, {.limits = options.reading.limits});
    const auto match = matchInOrder(*model, *written);
    if (!match) {
        throw Error(fmt::format("{}: does not hold the meshes and clips that were written; please report this", printable(job.output)));
    }
    if (options.showsProgress) {
        effort.begin(1 + posesOfClip * match->groups.size());
    }
    const SceneDistance distance = measureDistance(*model, *written, *match, effort, DistanceDetail::Summary);
    if (distance.compared < distance.moments.size()) {
        result.warnings.push_back(fmt::format("{}: compared with the original in {} of {} poses; --allow compares more",
                                              printable(job.output), distance.compared, distance.moments.size()));
    }
    result.nodes = written->nodes().size();
    result.skins = written->skeletons().size();
    result.meshes = written->meshInstances().size();
    result.vertices = distance.vertices;
    for (const AnimationGroup* group : written->animationGroups()) {
        result.clips.push_back(group->getName());
    }
    result.poses = distance.compared;
    result.largestMillimetres = 1000. * static_cast<double>(distance.largest.distance);  // glTF's unit is the metre
    return result;
}

std::string describe(const ConversionJob& job, const Conversion& conversion)
{
    if (conversion.poses == 0) {
        return {};
    }
    return fmt::format("{}: {}, {}, {}, {}, {}\nposed vertices are at most {:.4g} mm off in {}\n", printable(job.output),
                       counted(conversion.nodes, "node"), counted(conversion.skins, "skin"), counted(conversion.meshes, "mesh", "meshes"),
                       counted(conversion.vertices, "vertex", "vertices"), counted(conversion.clips.size(), "clip"),
                       conversion.largestMillimetres, counted(conversion.poses, "pose"));
}

}  // namespace armature::tools
