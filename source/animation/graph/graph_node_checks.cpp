#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "animation/graph/graph_checks.hpp"
#include "base/nearest_name.hpp"
#include "base/words.hpp"
#include "node/transform_hierarchy.hpp"
#include "skeleton/joint_rig_data.hpp"

/// The rules for single nodes.
namespace armature {

// --- places and masks -------------------------------------------------------------------------------------------------

void GraphChecks::requirePoints(const BlendSpaceNode& node, const GraphPlace& place) const
{
    const GraphPlace points = place / "points";
    if (node.points.empty() || node.points.size() > maxPoints) {
        refuse(points, fmt::format("{}; there must be 1 to {}", counted(node.points.size(), "point"), maxPoints));
    }
    for (std::size_t i = 0; i < node.points.size(); ++i) {
        const GraphPlace position = points / i / "position";
        const glm::vec2& at = node.points[i].position;
        requireRange(static_cast<double>(at.x), -1e9, 1e9, position);
        requireRange(static_cast<double>(at.y), -1e9, 1e9, position);
        for (std::size_t j = 0; j < i; ++j) {
            const glm::vec2& other = node.points[j].position;
            if (at.x == other.x && (node.y.empty() || at.y == other.y)) {
                refuse(position, fmt::format("{} and {} are both at {}{}", inQuotes(node.points[j].node), inQuotes(node.points[i].node),
                                             at.x, node.y.empty() ? std::string() : fmt::format(", {}", at.y)));
            }
        }
    }
}

std::vector<float> GraphChecks::requireMasks(const OverlayNode& node, const JointRig& rig, const GraphPlace& place) const
{
    const GraphPlace masks = place / "masks";
    requireAtMost(node.masks.size(), masks);
    std::vector<float> weights(rig.names.size(), 0.f);
    std::vector<bool> isInside(weights.size());
    const std::vector<std::uint32_t> order = parentsFirst(rig.parents);
    for (std::size_t i = 0; i < node.masks.size(); ++i) {
        const OverlayMask& mask = node.masks[i];
        const auto found = std::ranges::find(rig.names, mask.bone);
        if (found == rig.names.end()) {
            refuse(masks / i / "bone",
                   fmt::format("the rig has no bone {}{}", inQuotes(mask.bone),
                               insteadOf(mask.bone, std::vector<std::string_view>(rig.names.begin(), rig.names.end()))));
        }
        requireRange(static_cast<double>(mask.weight), 0., 1., masks / i / "weight");
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

void GraphChecks::requireTransition(const GraphTransition& transition, const GraphPlace& place) const
{
    requireAtMost(transition.conditions.size(), place / "conditions");
    requireRange(transition.duration, 0., 1e6, place / "duration");
    if (transition.exitPhase) {
        requireRange(*transition.exitPhase, 0., 1., place / "exitPhase");
    }
    if (transition.conditions.empty() && !transition.exitPhase) {
        refuse(place, "needs a condition or an exit phase");
    }
}

std::uint32_t GraphChecks::requireCondition(const GraphCondition& condition, const GraphPlace& place) const
{
    const std::uint32_t index = requireParameter(condition.parameter, place / "parameter");
    const bool compares = condition.comparison == Comparison::Greater || condition.comparison == Comparison::Less;
    if (compares && description_.parameters[index].kind != ParameterKind::Number) {
        refuse(place / "comparison", fmt::format("{} is not a number: it can only be set or not", inQuotes(condition.parameter)));
    }
    requireFinite(static_cast<double>(condition.value), place / "value");
    return index;
}

void GraphChecks::requirePhase(bool hasPhase, std::string_view state, const GraphPlace& place) const
{
    if (!hasPhase) {
        refuse(place, fmt::format("the state {} is a state machine, which has no phase", inQuotes(state)));
    }
}

void GraphChecks::requireLoop(bool loops, std::string_view state, const GraphPlace& place) const
{
    if (!loops) {
        refuse(place, fmt::format("the state {} does not loop, so it cannot be kept in step", inQuotes(state)));
    }
}

// --- in step ----------------------------------------------------------------------------------------------------------

void GraphChecks::requireLeader(bool hasLeader, std::string_view input, const GraphPlace& place) const
{
    if (!hasLeader) {
        refuse(place, fmt::format("{} is a state machine, which cannot be kept in step", inQuotes(input)));
    }
}

void GraphChecks::requireAlike(bool isAlike, std::string_view input, const GraphPlace& place) const
{
    if (!isAlike) {
        refuse(place, fmt::format("{} plays in a loop and the first point does not, or the other way round; in step, all must do the same",
                                  inQuotes(input)));
    }
}

void GraphChecks::requireMarkers(std::size_t first, std::size_t count, bool loop, std::string_view input, const GraphPlace& place) const
{
    if (!loop) {
        refuse(place, fmt::format("{} has markers but does not loop", inQuotes(input)));
    }
    if (first != count) {
        refuse(place, fmt::format("{} has {}, the first point has {}; in step, all must have equally many", inQuotes(input),
                                  counted(count - 1, "marker"), first - 1));
    }
}

}  // namespace armature
