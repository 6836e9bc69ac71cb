#include "commands.hpp"

#include <iterator>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/baking/bake_source.hpp"
#include "base/words.hpp"
#include "effort.hpp"
#include "terminal.hpp"
#include "terminal_colors.hpp"

namespace armature::tools {

namespace {

void appendRow(std::string& text, const BakedClip& clip)
{
    const BakeError& error = clip.getError();
    fmt::format_to(std::back_inserter(text), "  {:>8.3f} {:>7} {:>8.2f}  {:<7} {:>10} {:>11.3g} {:>11.3g}  \"{}\"\n", clip.getDuration(),
                   clip.frameCount(), clip.getFramesPerSecond(), clip.isQuantized() ? "16 bits" : "floats", clip.getMemorySize(),
                   error.position, glm::degrees(error.rotation), printable(clip.getName()));
}

}  // namespace

BakeOptions bakeOptions(const BakeChoice& choice)
{
    BakeOptions options;
    if (choice.rate) {
        options.framesPerSecond = static_cast<double>(*choice.rate);
    }
    if (choice.maxError || choice.maxDegrees) {
        BakeBound& bound = options.maxError.emplace();
        bound.point = choice.maxError;
        if (choice.maxDegrees) {
            bound.rotation = glm::radians(*choice.maxDegrees);
        }
    }
    return options;
}

void runBake(const BakeRequest& request)
{
    const std::unique_ptr<Scene> scene = loadScene(request.file, request.reading);
    const Scene& model = *scene;
    Effort effort(request.file, model.sourceFiles(), request.reading.limits);
    effort.begin(model.skeletons().size() * model.animationGroups().size());
    std::string text;
    std::size_t refusals = 0;
    for (std::size_t i = 0; i < model.skeletons().size(); ++i) {
        const Skeleton& skeleton = *model.skeletons()[i];
        fmt::format_to(std::back_inserter(text), "{}skeleton {} \"{}\", {}\n", i > 0 ? "\n" : "", i, printable(skeleton.getName()),
                       counted(skeleton.bones().size(), "bone"));
        fmt::format_to(std::back_inserter(text), "  {:>8} {:>7} {:>8}  {:<7} {:>10} {:>11} {:>11}  {}\n", "seconds", "frames", "a second",
                       "numbers", "bytes", "off by", "degrees", "clip");
        for (const AnimationGroup* const group : model.animationGroups()) {
            BakeOptions options = bakeOptions(request.choice);
            options.mayMoveNothing = true;  // each clip is tried on each skeleton
            for (const bool isQuantized : {false, true}) {
                options.isQuantized = isQuantized;
                try {
                    const AnimationClip& clip = group->getClip();
                    appendRow(text, *effort.within(fmt::format("baking {} for skeleton {}", named("clip", clip.getName()), i),
                                                   [&](Budget& budget) { return bakeWithin(budget, clip, skeleton, options); }));
                } catch (const std::invalid_argument& refusal) {
                    fmt::format_to(std::back_inserter(text), "  {} {}\n", toned(Stream::Output, Tone::Bad, "refused:"),
                                   printable(refusal.what()));
                    ++refusals;
                }
            }
            effort.advance();
        }
    }
    effort.end();
    writeOutput(text.empty() ? "no skeletons\n" : text);
    if (refusals > 0) {
        throw Error(fmt::format("{}: {} cannot be baked as closely as that", printable(request.file),
                                refusals == 1 ? "1 form of a clip" : fmt::format("{} forms of clips", refusals)));
    }
}

}  // namespace armature::tools
