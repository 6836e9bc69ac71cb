#include "ik/constraints/constraint_plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "ik/known_rest.hpp"
#include "ik/option_checks.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"

namespace armature {

namespace {

glm::dquat requireRest(const Node& node, const std::optional<glm::quat>& rest)
{
    if (!rest) {
        const Bone* const bone = node.asBone();
        return glm::normalize(glm::dquat(bone != nullptr ? restOf(*bone).rotation : node.getTransform().rotation));
    }
    const double length = glm::length(glm::dquat(*rest));
    if (!std::isfinite(length) || length == 0.) {
        refuseConstraints(fmt::format("{}: rest ({}, {}, {}, {}) must be finite and not of zero length", label(node), rest->x, rest->y,
                                      rest->z, rest->w));
    }
    return glm::dquat(*rest) / length;
}

const Bone* boneDrivenBy(const Node& node) noexcept
{
    const Node* const driven = node.isBone() ? &node : NodeAccess::firstDriven(node);
    return driven != nullptr ? driven->asBone() : nullptr;
}

ConstrainedNode constrained(const Node& node, const std::optional<glm::quat>& rest)
{
    const Bone* const bone = boneDrivenBy(node);
    return {Handle<const Node>(node), bone != nullptr ? Handle<const Bone>(*bone) : Handle<const Bone>(), requireRest(node, rest)};
}

constexpr std::size_t longestRow = 1000;  // the longest row of constraints that is allowed, in which each depends on the next

/// Orders constraints so that each comes after the constraints that rotate the nodes it reads.
class ConstraintOrder {
public:
    explicit ConstraintOrder(std::span<const NodeConstraint> constraints) : constraints_(constraints), visits_(constraints.size())
    {
        for (std::size_t number = 0; number < constraints.size(); ++number) {
            if (!byNode_.emplace(&drivingNode(*constraints[number].node), number).second) {
                refuseConstraints(fmt::format("{} has two constraints", label(*constraints[number].node)));
            }
        }
        for (std::size_t number = 0; number < constraints.size(); ++number) {
            visit(number);
        }
    }

    [[nodiscard]] const std::vector<std::size_t>& numbers() const noexcept { return order_; }

private:
    enum class Visit : std::uint8_t { Not, Begun, Done };

    void visit(std::size_t number)
    {
        if (visits_[number] == Visit::Done) {
            return;
        }
        path_.push_back(number);
        if (visits_[number] == Visit::Begun) {
            refuseCircle();
        }
        if (path_.size() > longestRow) {
            refuseConstraints(
                fmt::format("{}: more than {} constraints depend on each other in a row", label(*constraints_[number].node), longestRow));
        }
        visits_[number] = Visit::Begun;
        const NodeConstraint& constraint = constraints_[number];
        if (constraint.rule.kind == NodeConstraintKind::Aim) {  // aiming needs the world positions of both nodes
            visitAllUpFrom(constraint.source);
            visitAllUpFrom(NodeAccess::above(drivingNode(*constraint.node)));
        } else {
            visitOf(*constraint.source);
        }
        visits_[number] = Visit::Done;
        path_.pop_back();
        order_.push_back(number);
    }

    void visitAllUpFrom(const Node* node)
    {
        for (; node != nullptr; node = NodeAccess::above(*node)) {
            visitOf(*node);
        }
    }

    void visitOf(const Node& node)
    {
        if (const auto found = byNode_.find(&drivingNode(node)); found != byNode_.end()) {
            visit(found->second);
        }
    }

    [[noreturn]] void refuseCircle() const
    {
        std::string text;
        for (auto each = std::ranges::find(path_, path_.back()); each != path_.end(); ++each) {
            text += (text.empty() ? "" : " -> ") + label(*constraints_[*each].node);
        }
        refuseConstraints("they depend on each other in a circle: " + text);
    }

    std::span<const NodeConstraint> constraints_;
    std::vector<Visit> visits_;
    std::unordered_map<const Node*, std::size_t> byNode_;
    std::vector<std::size_t> path_;  // the constraints being visited; each depends on the next
    std::vector<std::size_t> order_;
};

}  // namespace

void refuseConstraints(const std::string& message)
{
    throw std::invalid_argument("node constraints: " + message);
}

const Node& drivingNode(const Node& node) noexcept
{
    const Bone* const bone = node.asBone();
    const Node* const driver = bone != nullptr ? bone->getTransformNode() : nullptr;
    return driver != nullptr ? *driver : node;
}

void requireConstraintWeight(const Node& node, float weight)
{
    requireWithin([&] { return "node constraints: " + label(node); }, "weight", weight);
}

std::vector<PlannedConstraint> planConstraints(std::span<const NodeConstraint> constraints)
{
    for (std::size_t number = 0; number < constraints.size(); ++number) {
        const NodeConstraint& each = constraints[number];
        if (each.node == nullptr) {
            refuseConstraints(fmt::format("constraint {} has no node", number));
        }
        if (each.source == nullptr) {
            refuseConstraints(fmt::format("{}: its constraint has no source", label(*each.node)));
        }
    }
    const ConstraintOrder order(constraints);
    std::vector<PlannedConstraint> plan;
    plan.reserve(constraints.size());
    for (const std::size_t number : order.numbers()) {
        const NodeConstraint& each = constraints[number];
        requireConstraintWeight(*each.node, each.rule.weight);
        PlannedConstraint& planned = plan.emplace_back();
        planned.given = number;
        planned.node = constrained(*each.node, each.rest);
        planned.source = constrained(*each.source, each.sourceRest);
        planned.kind = each.rule.kind;
        if (each.rule.kind != NodeConstraintKind::Rotation) {
            planned.axis = requireAxis([&] { return "node constraints: " + label(*each.node); }, "axis", each.rule.axis);
        }
        planned.weight = static_cast<double>(each.rule.weight);
    }
    return plan;
}

}  // namespace armature
