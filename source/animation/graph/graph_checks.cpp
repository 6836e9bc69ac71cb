#include "animation/graph/graph_checks.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <unordered_set>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <armature/animation/root_motion.hpp>

#include "base/nearest_name.hpp"
#include "base/words.hpp"

namespace armature {

namespace {

template <class Named>
std::vector<std::string_view> namesOf(const std::vector<Named>& list)
{
    std::vector<std::string_view> names;
    std::ranges::transform(list, std::back_inserter(names), &Named::name);
    return names;
}

}  // namespace

GraphPlace GraphPlace::operator/(std::string_view further) const
{
    return {node, member.empty() ? std::string(further) : fmt::format("{}/{}", member, further)};
}

void GraphChecks::refuse(const GraphPlace& place, const std::string& problem) const
{
    std::string where = "animation graph";
    std::string pointer;
    if (!place.node.empty()) {
        where += fmt::format(", node {}", inQuotes(place.node));
        const auto found = std::ranges::find(description_.nodes, place.node, &GraphNode::name);
        pointer = fmt::format("/nodes/{}", found - description_.nodes.begin());
    }
    if (!place.member.empty()) {
        where += fmt::format(", {}", place.member);
        pointer += '/' + place.member;
    }
    throw GraphRefusal(std::move(pointer), fmt::format("{}: {}", where, problem));
}

template <class Named>
void GraphChecks::requireNames(const std::vector<Named>& list, const GraphPlace& place) const
{
    requireAtMost(list.size(), place);
    std::unordered_set<std::string_view> names;
    for (const Named& item : list) {
        const GraphPlace name = place / names.size() / "name";
        if (item.name.empty()) {
            refuse(name, "is empty");
        }
        if (!names.insert(item.name).second) {
            refuse(name, fmt::format("two are named {}", inQuotes(item.name)));
        }
    }
}

void GraphChecks::run() const
{
    requireNames(description_.parameters, {"", "parameters"});
    requireNames(description_.clips, {"", "clips"});
    requireNames(description_.nodes, {"", "nodes"});
    for (std::size_t i = 0; i < description_.parameters.size(); ++i) {
        checkParameter(description_.parameters[i], GraphPlace{"", "parameters"} / i);
    }
    for (const GraphNode& node : description_.nodes) {
        const auto isSame = [&](const GraphClip& clip) { return clip.name == node.name; };
        if (std::ranges::any_of(description_.clips, isSame)) {
            const GraphPlace place{node.name};
            refuse(place / "name", "is the name of a clip, too");
        }
    }
}

void GraphChecks::checkParameter(const GraphParameter& parameter, const GraphPlace& place) const
{
    const bool isNumber = parameter.kind == ParameterKind::Number;
    const std::string name = inQuotes(parameter.name);
    if (!(parameter.minimum >= -1e9f && parameter.maximum <= 1e9f && parameter.minimum <= parameter.maximum)) {
        refuse(place, fmt::format("{} ranges from {} to {}; it may range within -1e9 to 1e9", name, parameter.minimum, parameter.maximum));
    }
    if (isNumber && !(parameter.initial >= parameter.minimum && parameter.initial <= parameter.maximum)) {
        refuse(place / "initial",
               fmt::format("{} is initially {}, but ranges from {} to {}", name, parameter.initial, parameter.minimum, parameter.maximum));
    }
    if (!isNumber && parameter.initial != 0.f && (parameter.initial != 1.f || parameter.kind == ParameterKind::Trigger)) {
        refuse(place / "initial", fmt::format("{} is initially {}, but a {}", name, parameter.initial,
                                              parameter.kind == ParameterKind::Trigger ? "trigger begins at 0" : "switch is 0 or 1"));
    }
}

// --- names ------------------------------------------------------------------------------------------------------------

const GraphNode* GraphChecks::findNode(std::string_view name) const noexcept
{
    const auto found = std::ranges::find(description_.nodes, name, &GraphNode::name);
    return found != description_.nodes.end() ? &*found : nullptr;
}

std::size_t GraphChecks::requireClipName(std::string_view name, const GraphPlace& place) const
{
    const auto found = std::ranges::find(description_.clips, name, &GraphClip::name);
    if (found == description_.clips.end()) {
        const bool isNodePossible = place.member != "clip";
        std::vector<std::string_view> names = namesOf(description_.clips);
        if (isNodePossible) {
            std::ranges::copy(namesOf(description_.nodes), std::back_inserter(names));
        }
        refuse(place, fmt::format("there is no {} {}{}", isNodePossible ? "node or clip" : "clip", inQuotes(name), insteadOf(name, names)));
    }
    return static_cast<std::size_t>(found - description_.clips.begin());
}

void GraphChecks::requireFirstUse(std::set<const GraphNode*>& used, const GraphNode& node, const GraphPlace& user) const
{
    if (!used.insert(&node).second) {
        refuse(user, fmt::format("node {} is an input already, or its own; each can be the input of one node only", inQuotes(node.name)));
    }
}

void GraphChecks::requireDepth(std::size_t depth, const GraphPlace& user) const
{
    if (depth > maxDepth) {
        refuse(user, fmt::format("more than {} nodes below one another", maxDepth));
    }
}

void GraphChecks::requireAllUsed(const std::set<const GraphNode*>& used) const
{
    for (const GraphNode& node : description_.nodes) {
        if (!used.contains(&node)) {
            const GraphPlace place{node.name};
            refuse(place, "neither the root nor an input of another node");
        }
    }
}

std::uint32_t GraphChecks::requireParameter(std::string_view name, const GraphPlace& place) const
{
    const auto found = std::ranges::find(description_.parameters, name, &GraphParameter::name);
    if (found == description_.parameters.end()) {
        refuse(place, fmt::format("there is no parameter {}{}", inQuotes(name), insteadOf(name, namesOf(description_.parameters))));
    }
    return static_cast<std::uint32_t>(found - description_.parameters.begin());
}

void GraphChecks::requireStates(const StateMachineNode& machine, const GraphPlace& place) const
{
    requireSome(machine.states.size(), place / "states");
    requireNames(machine.states, place / "states");
    requireAtMost(machine.transitions.size(), place / "transitions");
}

std::uint32_t GraphChecks::requireState(const StateMachineNode& machine, std::string_view name, const GraphPlace& place) const
{
    const auto found = std::ranges::find(machine.states, name, &GraphState::name);
    if (found == machine.states.end()) {
        refuse(place, fmt::format("there is no state {}{}", inQuotes(name), insteadOf(name, namesOf(machine.states))));
    }
    return static_cast<std::uint32_t>(found - machine.states.begin());
}

// --- clips ------------------------------------------------------------------------------------------------------------

void GraphChecks::requireClip(std::size_t index, std::span<const std::string> boneNames) const
{
    const GraphClip& clip = description_.clips[index];
    const GraphPlace place = GraphPlace{"", "clips"} / index;
    if (clip.clip == nullptr) {
        refuse(place, fmt::format("{} has no baked clip", inQuotes(clip.name)));
    }
    const auto [baked, own] = std::ranges::mismatch(clip.clip->boneNames(), boneNames);
    if (clip.clip->boneCount() != boneNames.size() || baked != clip.clip->boneNames().end()) {
        refuse(place, fmt::format("{} is baked for other bones than the rig's: {} and {}{}", inQuotes(clip.name), clip.clip->boneCount(),
                                  boneNames.size(),
                                  own == boneNames.end() || baked == clip.clip->boneNames().end()
                                      ? std::string()
                                      : fmt::format("; {} instead of {}", inQuotes(*baked), inQuotes(*own))));
    }
    const double duration = clip.clip->getDuration();
    if (clip.motion != nullptr && std::abs(clip.motion->getClip()->getDuration() - duration) > 1e-6 * duration) {
        refuse(place / "motion",
               fmt::format("{} lasts {} s, but its motion {} s", inQuotes(clip.name), duration, clip.motion->getClip()->getDuration()));
    }
    checkEvents(clip, place / "events");
    checkMarkers(clip, place / "markers");
}

void GraphChecks::checkEvents(const GraphClip& clip, const GraphPlace& place) const
{
    requireAtMost(clip.events.size(), place);
    const double duration = clip.clip->getDuration();
    for (std::size_t i = 0; i < clip.events.size(); ++i) {
        const GraphEvent& event = clip.events[i];
        if (!(event.seconds >= 0. && event.seconds <= duration)) {
            refuse(place / i / "seconds", fmt::format("{} lasts {} s, its event {} is at {} s", inQuotes(clip.name), duration,
                                                      inQuotes(event.name), event.seconds));
        }
    }
}

void GraphChecks::checkMarkers(const GraphClip& clip, const GraphPlace& place) const
{
    requireAtMost(clip.markers.size(), place);
    const double duration = clip.clip->getDuration();
    const double leastGap = 1e-6 * duration;
    for (std::size_t i = 0; i < clip.markers.size(); ++i) {
        const double marker = clip.markers[i];
        const bool isInRound = marker <= duration && marker <= clip.markers.front() + duration - leastGap;
        if (!(marker >= 0. && isInRound) || (i > 0 && !(marker >= clip.markers[i - 1] + leastGap))) {
            refuse(place / i,
                   fmt::format("{} lasts {} s, a marker is at {} s; they must ascend by a millionth of that at least, also into the next "
                               "round",
                               inQuotes(clip.name), duration, marker));
        }
    }
}

void GraphChecks::requireMemory(std::size_t bytes) const
{
    constexpr std::size_t limit = std::size_t{256} << 20u;
    if (bytes > limit) {
        refuse({"", "nodes"}, fmt::format("the poses that are blended at once take {} bytes, the limit is {}", bytes, limit));
    }
}

void GraphChecks::requireUp(const glm::dvec3& up, std::size_t clip) const
{
    if (const glm::dvec3& own = description_.clips[clip].motion->getUp(); glm::distance(up, own) > 1e-6) {
        refuse(GraphPlace{"", "clips"} / clip / "motion",
               fmt::format("{} travels with ({}, {}, {}) as up, those before it with ({}, {}, {})", inQuotes(description_.clips[clip].name),
                           own.x, own.y, own.z, up.x, up.y, up.z));
    }
}

// --- numbers ----------------------------------------------------------------------------------------------------------

void GraphChecks::requireFinite(double value, const GraphPlace& place) const
{
    if (!std::isfinite(value)) {
        refuse(place, fmt::format("{} is not finite", value));
    }
}

void GraphChecks::requireRange(double value, double least, double most, const GraphPlace& place) const
{
    if (!(value >= least && value <= most)) {
        refuse(place, fmt::format("{} is not from {} to {}", value, least, most));
    }
}

void GraphChecks::requireSome(std::size_t count, const GraphPlace& place) const
{
    if (count == 0 || count > maxNodes) {
        refuse(place, fmt::format("{}; there must be 1 to {}", count, maxNodes));
    }
}

void GraphChecks::requireAtMost(std::size_t count, const GraphPlace& place) const
{
    if (count > maxNodes) {
        refuse(place, fmt::format("{}, the limit is {}", count, maxNodes));
    }
}

void GraphChecks::requireDifference(const GraphClip& clip, bool isDifference, const GraphPlace& place) const
{
    if (clip.isDifference != isDifference) {
        refuse(place, fmt::format("the clip {} holds {}, but {} are wanted", inQuotes(clip.name),
                                  clip.isDifference ? "differences" : "poses", isDifference ? "differences" : "poses"));
    }
}

void GraphChecks::requirePose(bool isDifference, const GraphPlace& place) const
{
    if (isDifference) {
        refuse(place, "cannot be part of a difference");
    }
}

}  // namespace armature
