#include "animation/clip/unbound_channels.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <armature/animation/animation_targets.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/nearest_name.hpp"
#include "base/words.hpp"

namespace armature {

namespace {

constexpr std::size_t mostListed = 3;

void addName(const Node& node, std::vector<std::string>& outNames)
{
    if (!node.getName().empty()) {
        outNames.push_back(node.getName());
    }
}

std::string_view whyNot(UnboundReason reason) noexcept
{
    switch (reason) {
    case UnboundReason::Ambiguous: return "several have that name";
    case UnboundReason::Gone: return "it was removed";
    case UnboundReason::Unsuitable: return "it cannot be moved like that";
    case UnboundReason::NotThere: break;
    }
    return "not there";
}

/// Lists up to three targets, each with a similar name or with the reason why its channel moves nothing: `"hips" (did you mean "Hips"?)`.
/// If there are more targets, "and more" follows.
std::string listMissing(std::span<const UnboundChannel> unbound, const SearchedRig& rig)
{
    std::vector<std::string> listed;
    std::vector<std::string_view> seen;
    bool areNamesListed = false;
    for (const UnboundChannel& channel : unbound) {
        if (std::ranges::find(seen, channel.target) != seen.end()) {
            continue;
        }
        seen.push_back(channel.target);
        if (seen.size() > mostListed) {
            listed.emplace_back("and more");
            break;
        }
        std::string why(whyNot(channel.reason));
        if (channel.reason == UnboundReason::NotThere) {
            const std::string suggestion = suggestNames(channel.target, rig.names, "name");
            const bool isAlike = suggestion.starts_with("did you mean");
            if (isAlike || !areNamesListed) {
                why = suggestion;
            }
            areNamesListed = areNamesListed || !isAlike;
        }
        listed.push_back(fmt::format("{} ({})", inQuotes(channel.target), why));
    }
    return fmt::format("{}", fmt::join(listed, ", "));
}

}  // namespace

std::vector<UnboundChannel> listUnbound(std::span<const AnimationChannel> channels, std::span<const ChannelBinding> bindings)
{
    std::vector<UnboundChannel> unbound;
    for (std::size_t channel = 0; channel < channels.size(); ++channel) {
        const ChannelBinding& binding = bindings[channel];
        if (!binding.isBound()) {
            unbound.push_back({channel, describe(channels[channel].target), binding.node.hasGone() ? UnboundReason::Gone : binding.reason});
        }
    }
    return unbound;
}

SearchedRig SearchedRig::of(const AnimationTargets& scene)
{
    SearchedRig rig;
    const auto skeletons = scene.skeletons();
    rig.description = skeletons.size() == 1 ? fmt::format("the scene of the skeleton {}", inQuotes(skeletons.front()->getName()))
                                            : fmt::format("the scene of {} and {}", counted(scene.nodes().size(), "node"),
                                                          counted(skeletons.size(), "skeleton"));
    for (const TransformNode* const node : scene.nodes()) {
        addName(*node, rig.names);
    }
    for (const Skeleton* const skeleton : skeletons) {
        for (const Bone* const bone : skeleton->bones()) {
            addName(*bone, rig.names);
        }
    }
    return rig;
}

SearchedRig SearchedRig::of(const Skeleton& skeleton)
{
    SearchedRig rig{.description = fmt::format("the skeleton {}", inQuotes(skeleton.getName()))};
    for (const Bone* const bone : skeleton.bones()) {
        addName(*bone, rig.names);
    }
    return rig;
}

bool findsNothing(std::span<const AnimationChannel> channels, std::span<const UnboundChannel> unbound) noexcept
{
    const auto isMissing = [](const UnboundChannel& channel) { return channel.reason != UnboundReason::Unsuitable; };
    return !channels.empty() && unbound.size() == channels.size() && std::ranges::all_of(unbound, isMissing);
}

void refuseForeignClip(std::string_view clip, std::span<const UnboundChannel> unbound, const SearchedRig& rig)
{
    const bool isOfCopies =
        std::ranges::any_of(unbound, [](const UnboundChannel& channel) { return channel.reason == UnboundReason::Ambiguous; });
    throw std::invalid_argument(
        fmt::format("animation clip {}: it moves nothing in {}; none of its {} has a target there: {}. {}To accept it "
                    "all the same, set mayMoveNothing",
                    inQuotes(clip), rig.description, counted(unbound.size(), "channel"), listMissing(unbound, rig),
                    isOfCopies ? "To play it on one of several copies, take the group of that copy (SceneInstance), or name its skeleton "
                                 "(LayerOptions). "
                               : ""));
}

std::vector<std::string> warningsOf(std::string_view clip, std::span<const UnboundChannel> unbound, const SearchedRig& rig)
{
    if (unbound.empty()) {
        return {};
    }
    return {fmt::format("animation clip {}: {} {} nothing in {}: {}", inQuotes(clip), counted(unbound.size(), "channel"),
                        unbound.size() == 1 ? "moves" : "move", rig.description, listMissing(unbound, rig))};
}

}  // namespace armature
