#include "kept_model.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/skeleton/bone.hpp>

#include "base/words.hpp"

namespace armature::tools {

namespace {

// Returns the node or bone of the same path in a file that was read again; null if it is gone, or if `before` is null.
Node* sameNode(const Outline& outline, const Node* before)
{
    const std::string path = before != nullptr ? before->getPath() : std::string();
    const auto rows = outline.rows();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const OutlineRow& candidate) {
        return before != nullptr && candidate.node->getPath() == path && candidate.isBone == (before->asBone() != nullptr);
    });
    return row != rows.end() ? row->node : nullptr;
}

// Returns the index of the first clip of that name, or the number of clips if there is none.
std::size_t clipNamed(const Playback& playback, const std::string& name)
{
    const auto clips = playback.clips();
    return static_cast<std::size_t>(std::ranges::find(clips, name, &AnimationGroup::getName) - clips.begin());
}

// Keeps the tried springs whose bones still exist.
void keepSprings(const OpenModel& before, OpenModel& after, std::vector<std::string>& outProblems)
{
    after.springs.setFeel(before.springs.getFeel());
    for (const Bone* bone : before.springs.addedBones()) {
        Node* const same = sameNode(after.outline, bone);
        try {
            if (same == nullptr) {
                throw Error("that bone is gone");
            }
            after.springs.add(*same->asBone());
        } catch (const std::exception& error) {
            outProblems.push_back(
                fmt::format("{}: no spring on {} any more: {}", printable(after.name), printable(shown(bone->getName())), error.what()));
        }
    }
}

void keepLimits(const OpenModel& before, OpenModel& after)
{
    for (const BoneLimit& each : before.limits.all()) {
        if (Node* const same = sameNode(after.outline, each.bone)) {
            after.limits.set(*same->asBone(), each.limit);
        }
    }
}

// Keeps the layers whose clips, found by name, and whose masks still exist. A layer without its mask would move other bones.
void keepLayers(const OpenModel& before, OpenModel& after, std::vector<std::string>& outProblems)
{
    std::vector<ClipLayer> layers;
    for (ClipLayer layer : before.playback.layers()) {
        const std::string& name = before.playback.clips()[layer.clip]->getName();
        const auto refuse = [&](const std::string& reason) {
            outProblems.push_back(fmt::format("{}: no layer of {} any more: {}", printable(after.name), printable(shown(name)), reason));
        };
        layer.clip = clipNamed(after.playback, name);
        if (layer.clip == after.playback.clips().size()) {
            refuse("that clip is gone");
            continue;
        }
        const Node* gone = nullptr;
        for (ClipLayer::Part& part : layer.mask) {
            const Node* const top = std::exchange(part.top, sameNode(after.outline, part.top));
            gone = part.top == nullptr ? top : gone;
        }
        if (gone != nullptr) {
            refuse(fmt::format("its mask names {}, which is gone", printable(shown(gone->getName()))));
        } else {
            layers.push_back(std::move(layer));
        }
    }
    if (!layers.empty()) {
        after.playback.setLayers(std::move(layers));
    }
}

// Keeps the graph, as its file is now or, if the file is no longer valid, as the graph was before. Returns what is wrong with the file;
// empty if nothing is.
std::string keepGraph(const Playback& before, Playback& after)
{
    const GraphPlayback* graph = before.graph();
    if (graph == nullptr) {
        return "";
    }
    std::string problem;
    const auto play = [&](const auto& source) {
        try {
            after.playGraph(source());
            return true;
        } catch (const std::exception& error) {
            problem = problem.empty() ? error.what() : problem;
            return false;
        }
    };
    const bool isKept = (!graph->getSource().file.empty() && play([graph] { return readGraphSource(graph->getSource().file); }))
                        || play([graph] { return graph->getSource(); });
    if (isKept) {
        after.graph()->follow(*graph);
        after.graph()->isPlaying = graph->isPlaying;
        after.setGraphPlayed(false);
    }
    return problem;
}

}  // namespace

std::vector<std::string> continueFrom(const OpenModel& before, OpenModel& after)
{
    Playback& playback = after.playback;
    std::vector<std::string> problems;
    keepSprings(before, after, problems);
    keepLimits(before, after);
    if (std::string problem = keepGraph(before.playback, playback); !problem.empty()) {
        problems.push_back(std::move(problem));
    }
    const auto clips = playback.clips();
    if (!clips.empty() && !before.playback.clips().empty()) {
        const std::size_t same = clipNamed(playback, before.playback.clips()[before.playback.getClip()]->getName());
        playback.setLooping(before.playback.isLooping());
        playback.setSpeed(before.playback.getSpeed());
        playback.setInPlace(before.playback.isInPlace());
        if (same < clips.size()) {
            playback.select(same);
            playback.goTo(before.playback.isGraphPlayed() ? 0. : before.playback.getTime());
        }
        if (!before.playback.isPlaying()) {
            playback.pause();
        }
    }
    playback.setGraphPlayed(before.playback.isGraphPlayed());
    after.graphStamps = graphStampsOf(playback);
    after.blendSpace = before.blendSpace;
    after.selected = sameNode(after.outline, before.selected);
    keepLayers(before, after, problems);
    after.outline.search(before.outline.getSearch());
    return problems;
}

}  // namespace armature::tools
