#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>
#include <armature/support/picture.hpp>

#include "base/output_file.hpp"
#include "base/words.hpp"
#include "bone_plot.hpp"
#include "commands.hpp"
#include "effort.hpp"
#include "outputs.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

// Returns the pixels per unit: more for larger pictures, in steps of a half. Letters are eight units high.
double pixelsPerUnit(const PictureSize& size)
{
    const double fitting = std::min(size.width / 760., size.height / 520.);
    return std::max(0.5 * std::floor(2. * fitting), 1.);
}

}  // namespace

void runPlot(const PlotOptions& options)
{
    const std::string extension = std::filesystem::path(options.output).extension().string();
    if (extension != ".png" && extension != ".svg") {
        throw UsageError(fmt::format("--output: \"{}\" ends neither in .png nor in .svg", printable(options.output)));
    }
    requireFolderOf(options.output);
    const std::unique_ptr<Scene> scene = loadScene(options.file, options.reading);
    requireOutputs({options.output}, scene->sourceFiles());
    Node& joint = findJoint(*scene, options.file, options.bone);
    if (scene->animationGroups().empty()) {
        throw UsageError(fmt::format("{} has no clips", printable(options.file)));
    }
    AnimationGroup& group = *scene->animationGroups()[options.clip ? findClip(*scene, options.file, *options.clip, "--clip") : 0];
    // The path takes up to 1301 poses of the scene; the curves sample only the channels of the joint.
    Effort effort(options.file, scene->sourceFiles(), options.reading.limits);
    effort.require(productOf(2000, costOfPose(*scene, group.getClip())) + 32 * keyedValuesOf(group.getClip()), "plotting the clip");
    BonePlot plot = plotOf(group, joint);
    plot.file = std::filesystem::path(options.file).filename().string();

    const double scale = pixelsPerUnit(options.size);
    const Drawing drawing = drawPlot(plot, {options.size.width / scale, options.size.height / scale});
    if (extension == ".png") {
        support::writePng(options.output, drawingAsPicture(drawing, scale));
    } else {
        OutputFile file(options.output);
        file.write(drawingAsSvg(drawing, scale));
        file.finish();
    }
    if (!options.isQuiet) {
        writeOutput(describeWritten(options.output, toString(options.size)));
    }
}

}  // namespace armature::tools
