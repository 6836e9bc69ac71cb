#include "animation/graph/graph_checks.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_set>

#include <fmt/format.h>
#include <glm/geometric.hpp>

#include <armature/animation/root_motion.hpp>

#include "node/transform_hierarchy.hpp"
#include "words/words.hpp"

namespace armature {

namespace {

template <class... Values>
[[noreturn]] void refuse(const GraphPlace& place, fmt::format_string<Values...> text, Values&&... values)
{
    std::string where = place.node.empty() ? "animation graph" : fmt::format("animation graph, node {}", inQuotes(place.node));
    if (!place.part.empty()) {
        where += fmt::format(", {}", inMessage(place.part));
    }
    throw std::invalid_argument(where + ": " + fmt::format(text, std::forward<Values>(values)...));
}

/// All bones, each after its parent.
std::vector<std::uint32_t> parentsFirst(const JointRig& rig)
{
    std::vector<std::uint32_t> order;
    std::vector<bool> isAdded(rig.parents.size(), false);
    std::vector<std::uint32_t> path;
    for (std::uint32_t bone = 0; bone < rig.parents.size(); ++bone) {
        for (std::uint32_t above = bone; above != noSlot && !isAdded[above]; above = rig.parents[above]) {
            isAdded[above] = true;
            path.push_back(above);
        }
        order.insert(order.end(), path.rbegin(), path.rend());
        path.clear();
    }
    return order;
}

template <class Named>
void requireNames(const std::vector<Named>& list, const GraphPlace& place)
{
    if (list.size() > GraphChecks::maxNodes) {
        refuse(place, "{}, the limit is {}", list.size(), GraphChecks::maxNodes);
    }
    std::unordered_set<std::string_view> names;
    for (const Named& item : list) {
        if (item.name.empty()) {
            refuse(place, "{} has no name", names.size());
        }
        if (!names.insert(item.name).second) {
            refuse(place, "two are named {}", inQuotes(item.name));
        }
    }
}

}  // namespace

void GraphChecks::run() const
{
    requireNames(description_.parameters, {"", "parameters"});
    requireNames(description_.clips, {"", "clips"});
    requireNames(description_.nodes, {"", "nodes"});
    checkParameters();
    for (const GraphNode& node : description_.nodes) {
        const auto isSame = [&](const GraphClip& clip) { return clip.name == node.name; };
        if (std::ranges::any_of(description_.clips, isSame)) {
            refuse({"", "nodes"}, "{} is the name of a clip, too", inQuotes(node.name));
        }
    }
}

void GraphChecks::checkParameters() const
{
    for (const GraphParameter& parameter : description_.parameters) {
        const GraphPlace place{"", "parameters"};
        const bool isNumber = parameter.kind == ParameterKind::Number;
        if (!(parameter.minimum >= -1e9f && parameter.maximum <= 1e9f && parameter.minimum <= parameter.maximum)) {
            refuse(place, "{} ranges from {} to {}; it may range within -1e9 to 1e9", inQuotes(parameter.name), parameter.minimum,
                   parameter.maximum);
        }
        if (isNumber && !(parameter.initial >= parameter.minimum && parameter.initial <= parameter.maximum)) {
            refuse(place, "{} is initially {}, but ranges from {} to {}", inQuotes(parameter.name), parameter.initial, parameter.minimum,
                   parameter.maximum);
        }
        if (!isNumber && parameter.initial != 0.f && (parameter.initial != 1.f || parameter.kind == ParameterKind::Trigger)) {
            refuse(place, "{} is initially {}, but a {}", inQuotes(parameter.name), parameter.initial,
                   parameter.kind == ParameterKind::Trigger ? "trigger begins at 0" : "switch is 0 or 1");
        }
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
        refuse(place, "there is no {} {}", place.part == "clip" ? "clip" : "node or clip", inQuotes(name));
    }
    return static_cast<std::size_t>(found - description_.clips.begin());
}

void GraphChecks::requireFirstUse(std::set<const GraphNode*>& used, const GraphNode& node, const GraphPlace& user) const
{
    if (!used.insert(&node).second) {
        refuse(user, "node {} is an input already, or its own; each can be the input of one node only", inQuotes(node.name));
    }
}

void GraphChecks::requireDepth(std::size_t depth, const GraphPlace& user) const
{
    if (depth > maxDepth) {
        refuse(user, "more than {} nodes below one another", maxDepth);
    }
}

void GraphChecks::requireAllUsed(const std::set<const GraphNode*>& used) const
{
    for (const GraphNode& node : description_.nodes) {
        if (!used.contains(&node)) {
            const GraphPlace place{node.name, ""};
            refuse(place, "neither the root nor an input of another node");
        }
    }
}

std::uint32_t GraphChecks::requireParameter(std::string_view name, const GraphPlace& place) const
{
    const auto found = std::ranges::find(description_.parameters, name, &GraphParameter::name);
    if (found == description_.parameters.end()) {
        refuse(place, "there is no parameter {}", inQuotes(name));
    }
    return static_cast<std::uint32_t>(found - description_.parameters.begin());
}

// --- clips ------------------------------------------------------------------------------------------------------------

void GraphChecks::requireClip(const GraphClip& clip, std::span<const std::string> boneNames) const
{
    const GraphPlace place{"", "clips"};
    if (clip.clip == nullptr) {
        refuse(place, "{} has no baked clip", inQuotes(clip.name));
    }
    const auto [baked, own] = std::ranges::mismatch(clip.clip->boneNames(), boneNames);
    if (clip.clip->boneCount() != boneNames.size() || baked != clip.clip->boneNames().end()) {
        refuse(place, "{} is baked for other bones than the rig's: {} and {}{}", inQuotes(clip.name), clip.clip->boneCount(),
               boneNames.size(),
               own == boneNames.end() || baked == clip.clip->boneNames().end()
                   ? std::string()
                   : fmt::format("; {} instead of {}", inQuotes(*baked), inQuotes(*own)));
    }
    const double duration = clip.clip->getDuration();
    for (const GraphEvent& event : clip.events) {
        if (!(event.seconds >= 0. && event.seconds <= duration)) {
            refuse(place, "{} lasts {} s, its event {} is at {} s", inQuotes(clip.name), duration, inQuotes(event.name), event.seconds);
        }
    }
    const double leastGap = 1e-6 * duration;
    double last = -1.;
    for (const double marker : clip.markers) {
        const bool isInRound = marker <= duration && marker <= clip.markers.front() + duration - leastGap;
        if (!(marker >= 0. && isInRound) || (last >= 0. && !(marker >= last + leastGap))) {
            refuse(place, "{} lasts {} s, a marker is at {} s; they must ascend by a millionth of that at least, also into the next round",
                   inQuotes(clip.name), duration, marker);
        }
        last = marker;
    }
    if (clip.markers.size() > maxNodes || clip.events.size() > maxNodes) {
        refuse(place, "{} has {} and {}, the limit of each is {}", inQuotes(clip.name), counted(clip.events.size(), "event"),
               counted(clip.markers.size(), "marker"), maxNodes);
    }
}

void GraphChecks::requireMemory(std::size_t bytes) const
{
    constexpr std::size_t limit = std::size_t{256} << 20u;
    if (bytes > limit) {
        refuse({"", "nodes"}, "the poses that are blended at once take {} bytes, the limit is {}", bytes, limit);
    }
}

void GraphChecks::requireUp(const glm::dvec3& up, const GraphClip& clip) const
{
    if (const glm::dvec3& own = clip.motion->getUp(); glm::distance(up, own) > 1e-6) {
        refuse({"", "clips"}, "{} travels with ({}, {}, {}) as up, those before it with ({}, {}, {})", inQuotes(clip.name), own.x, own.y,
               own.z, up.x, up.y, up.z);
    }
}

// --- numbers and places -----------------------------------------------------------------------------------------------

void GraphChecks::requireFinite(double value, const GraphPlace& place) const
{
    if (!std::isfinite(value)) {
        refuse(place, "{} is not finite", value);
    }
}

void GraphChecks::requireRange(double value, double least, double most, const GraphPlace& place) const
{
    if (!(value >= least && value <= most)) {
        refuse(place, "{} is not from {} to {}", value, least, most);
    }
}

void GraphChecks::requireSome(std::size_t count, const GraphPlace& place) const
{
    if (count == 0 || count > maxNodes) {
        refuse(place, "{}; there must be 1 to {}", count, maxNodes);
    }
}

void GraphChecks::requireAtMost(std::size_t count, const GraphPlace& place) const
{
    if (count > maxNodes) {
        refuse(place, "{}, the limit is {}", count, maxNodes);
    }
}

void GraphChecks::requireDifference(const GraphClip& clip, bool isDifference, const GraphPlace& place) const
{
    if (clip.isDifference != isDifference) {
        refuse(place, "the clip {} holds {}, but {} are wanted", inQuotes(clip.name), clip.isDifference ? "differences" : "poses",
               isDifference ? "differences" : "poses");
    }
}

void GraphChecks::requirePose(bool isDifference, const GraphPlace& place) const
{
    if (isDifference) {
        refuse(place, "cannot be part of a difference");
    }
}

void GraphChecks::requirePoints(const BlendSpaceNode& node, const GraphPlace& place) const
{
    if (node.points.empty() || node.points.size() > maxPoints) {
        refuse(place, "{}; there must be 1 to {}", counted(node.points.size(), "point"), maxPoints);
    }
    for (std::size_t i = 0; i < node.points.size(); ++i) {
        const glm::vec2& at = node.points[i].position;
        requireRange(static_cast<double>(at.x), -1e9, 1e9, {place.node, "points"});
        requireRange(static_cast<double>(at.y), -1e9, 1e9, {place.node, "points"});
        for (std::size_t j = 0; j < i; ++j) {
            const glm::vec2& other = node.points[j].position;
            if (at.x == other.x && (node.y.empty() || at.y == other.y)) {
                refuse({place.node, "points"}, "{} and {} are both at {}{}", inQuotes(node.points[j].node), inQuotes(node.points[i].node),
                       at.x, node.y.empty() ? std::string() : fmt::format(", {}", at.y));
            }
        }
    }
}

std::vector<float> GraphChecks::requireMasks(const OverlayNode& node, const JointRig& rig, const GraphPlace& place) const
{
    requireAtMost(node.masks.size(), {place.node, "masks"});
    std::vector<float> weights(rig.names.size(), 0.f);
    std::vector<bool> isInside(weights.size());
    const std::vector<std::uint32_t> order = parentsFirst(rig);
    for (const OverlayMask& mask : node.masks) {
        const auto found = std::ranges::find(rig.names, mask.bone);
        if (found == rig.names.end()) {
            refuse({place.node, "masks"}, "the rig has no bone {}", inQuotes(mask.bone));
        }
        requireRange(static_cast<double>(mask.weight), 0., 1., {place.node, "masks"});
        const auto top = static_cast<std::uint32_t>(found - rig.names.begin());
        for (const std::uint32_t bone : order) {
            const std::uint32_t parent = rig.parents[bone];
            isInside[bone] = bone == top || (mask.withDescendants && parent != noSlot && isInside[parent]);
            weights[bone] = isInside[bone] ? mask.weight : weights[bone];
        }
    }
    return weights;
}

// --- states -----------------------------------------------------------------------------------------------------------

void GraphChecks::requireStates(const StateMachineNode& machine, const GraphPlace& place) const
{
    requireSome(machine.states.size(), {place.node, "states"});
    requireNames(machine.states, {place.node, "states"});
    if (machine.transitions.size() > maxNodes) {
        refuse({place.node, "transitions"}, "{}, the limit is {}", machine.transitions.size(), maxNodes);
    }
}

void GraphChecks::requireTransition(const GraphTransition& transition, std::size_t index, const GraphPlace& place) const
{
    const std::string part = fmt::format("transition {}", index);
    requireAtMost(transition.conditions.size(), {place.node, part + ", conditions"});
    requireRange(transition.duration, 0., 1e6, {place.node, part + ", duration"});
    if (transition.exitPhase) {
        requireRange(*transition.exitPhase, 0., 1., {place.node, part + ", exitPhase"});
    }
    if (transition.conditions.empty() && !transition.exitPhase) {
        refuse({place.node, part}, "needs a condition or an exit phase");
    }
}

std::uint32_t GraphChecks::requireState(const StateMachineNode& machine, std::string_view name, std::size_t transition,
                                        const GraphPlace& place) const
{
    const auto found = std::ranges::find(machine.states, name, &GraphState::name);
    if (found == machine.states.end()) {
        refuse({place.node, fmt::format("transition {}", transition)}, "there is no state {}", inQuotes(name));
    }
    return static_cast<std::uint32_t>(found - machine.states.begin());
}

std::uint32_t GraphChecks::requireCondition(const GraphCondition& condition, const GraphPlace& place) const
{
    const std::uint32_t index = requireParameter(condition.parameter, place);
    const bool compares = condition.comparison == Comparison::Greater || condition.comparison == Comparison::Less;
    if (compares && description_.parameters[index].kind != ParameterKind::Number) {
        refuse(place, "{} is not a number: it can only be set or not", inQuotes(condition.parameter));
    }
    requireFinite(static_cast<double>(condition.value), place);
    return index;
}

void GraphChecks::requirePhase(bool hasPhase, std::string_view state, std::size_t transition, const GraphPlace& place) const
{
    if (!hasPhase) {
        refuse({place.node, fmt::format("transition {}", transition)}, "the state {} is a state machine, which has no phase",
               inQuotes(state));
    }
}

void GraphChecks::requireLoop(bool loops, std::string_view state, std::size_t transition, const GraphPlace& place) const
{
    if (!loops) {
        refuse({place.node, fmt::format("transition {}", transition)}, "the state {} does not loop, so it cannot be kept in step",
               inQuotes(state));
    }
}

// --- in step ----------------------------------------------------------------------------------------------------------

void GraphChecks::requireLeader(bool hasLeader, std::string_view input, const GraphPlace& place) const
{
    if (!hasLeader) {
        refuse(place, "{} is a state machine, which cannot be kept in step", inQuotes(input));
    }
}

void GraphChecks::requireAlike(bool isAlike, std::string_view input, const GraphPlace& place) const
{
    if (!isAlike) {
        refuse(place, "{} plays in a loop and the first point does not, or the other way round; in step, all must do the same",
               inQuotes(input));
    }
}

void GraphChecks::requireMarkers(std::size_t first, std::size_t count, bool loop, std::string_view input, const GraphPlace& place) const
{
    if (!loop) {
        refuse(place, "{} has markers but does not loop", inQuotes(input));
    }
    if (first != count) {
        refuse(place, "{} has {}, the first point has {}; in step, all must have equally many", inQuotes(input),
               counted(count - 1, "marker"), first - 1);
    }
}

}  // namespace armature
