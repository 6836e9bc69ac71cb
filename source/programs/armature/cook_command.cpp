#include "commands.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/cooked/cooked_file.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/baking/bake_source.hpp"
#include "animation/clip/named_channels.hpp"
#include "base/words.hpp"
#include "conversion.hpp"
#include "effort.hpp"
#include "inspect.hpp"
#include "outputs.hpp"
#include "terminal.hpp"

namespace armature::tools {

namespace {

/// The description of a cooked file, and its baked clips, which nothing else owns.
struct Kitchen {
    CookedDescription description;
    std::vector<std::shared_ptr<const BakedClip>> baked;
};

std::shared_ptr<const BakedClip> bake(const AnimationClip& clip, const Skeleton& skeleton, const CookOptions& options, Effort& effort)
{
    BakeOptions bakes = bakeOptions(options.choice);
    bakes.isQuantized = options.quantize;
    bakes.mayMoveNothing = true;  // each clip is tried on each skeleton
    try {
        return effort.within(fmt::format("baking {} for {}", named("clip", clip.getName()), named("skeleton", skeleton.getName())),
                             [&](Budget& budget) { return bakeWithin(budget, clip, skeleton, bakes); });
    } catch (const std::invalid_argument& refusal) {
        throw Error(fmt::format("{}: {}; give --rate, --max-error or --max-degrees", printable(options.inputs.front()), refusal.what()));
    }
}

// Bakes each clip for each skeleton that has a bone which the clip moves.
void bakeAll(const Scene& model, const CookOptions& options, Effort& effort, Kitchen& kitchen)
{
    for (std::size_t index = 0; index < model.skeletons().size(); ++index) {
        const Skeleton& skeleton = *model.skeletons()[index];
        if (skeleton.bones().empty()) {
            continue;
        }
        CookedCrowd crowd{.name = skeleton.getName(), .skeleton = index};
        for (std::size_t number = 0; number < model.animationGroups().size(); ++number) {
            const AnimationGroup* const group = model.animationGroups()[number];
            effort.advance();
            auto clip = bake(group->getClip(), skeleton, options, effort);
            if (clip->unboundChannels().size() < group->getClip().channels().size()) {
                crowd.bakedClips.push_back(kitchen.baked.size());
                crowd.curves.push_back(number);
                kitchen.description.bakedClips.push_back(clip.get());
                kitchen.baked.push_back(std::move(clip));
            }
        }
        const bool hasCurves = std::ranges::any_of(crowd.curves, [&](std::size_t number) {
            return std::ranges::any_of(model.animationGroups()[number]->getClip().channels(), isBesideBones);
        });
        if (!hasCurves) {
            crowd.curves.clear();
        }
        if (options.makesCrowds) {
            kitchen.description.crowds.push_back(std::move(crowd));
        }
    }
}

}  // namespace

void runCook(const CookOptions& options)
{
    requireFolderOf(options.output);
    const std::unique_ptr<Scene> model = loadScene(options.inputs.front(), options.reading);
    if (options.inputs.size() > 1) {
        for (const std::string& warning : mergeClips(*model, std::span(options.inputs).subspan(1), options.reading)) {
            writeErrorLine("warning: " + warning);
        }
    }
    Kitchen kitchen;
    kitchen.description.skeletons.assign(model->skeletons().begin(), model->skeletons().end());
    for (const AnimationGroup* group : model->animationGroups()) {
        kitchen.description.clips.push_back(&group->getClip());
    }
    if (options.bakes) {
        Effort effort(options.inputs.front(), model->sourceFiles(), options.reading.limits);
        effort.begin(model->skeletons().size() * model->animationGroups().size());
        bakeAll(*model, options, effort, kitchen);
        effort.end();
    }
    const std::filesystem::path output(options.output);
    requireOutputs({output}, model->sourceFiles());
    requireOutputs({output}, options.inputs);
    saveCooked(kitchen.description, output);
    std::error_code ignored;
    if (std::filesystem::is_regular_file(output, ignored)) {  // a pipe or a device cannot be read again
        const std::string text =
            inspectCookedAsText(options.output, *CookedFile::open(output, {.unbackedBytes = options.reading.limits.unbackedBytes}));
        if (!options.isQuiet) {
            writeOutput(text + describeWritten(options.output));
        }
    }
}

}  // namespace armature::tools
