#include "ik/constraints/constraint_space.hpp"

#include <stdexcept>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "math/rotation_rule.hpp"
#include "scene/label.hpp"
#include "scene/node_access.hpp"
#include "scene/space_frame.hpp"

namespace armature {

namespace {

Frame frameOf(const Affine& affine) noexcept
{
    return {glm::dmat3(linearPart(affine)), glm::dvec3(translationOf(affine))};
}

Frame worldOf(const Node* node) noexcept
{
    return node != nullptr ? frameOf(NodeAccess::worldAffine(*node)) : Frame();
}

/// What the skeleton of a bone lives in; for a node the scene itself.
Frame hostFrame(const Node& node) noexcept
{
    return node.isBone() ? worldOf(NodeAccess::hierarchy(node).owner().hostNode()) : Frame();
}

/// Whether `source` has a pose in the skeleton space of `node` without going through the scene.
bool sharesSkeleton(const Node& node, const Node& source) noexcept
{
    return node.isBone() && source.isBone() && &NodeAccess::hierarchy(node) == &NodeAccess::hierarchy(source);
}

}  // namespace

void requireWeight(const Node& node, std::string_view what, float weight)
{
    if (!(weight >= 0.f && weight <= 1.f)) {
        throw std::invalid_argument(fmt::format("{}: {}: the weight {} is not in [0, 1]", label(node), what, weight));
    }
}

void requireConstraintSpace(const Node& node, std::string_view what, Space space)
{
    if (space == Space::Own) {
        throw std::invalid_argument(
            fmt::format("{}: {}: Space::Own has no place outside the node; Local, Skeleton or World are needed", label(node), what));
    }
}

Frame worldFrame(const Node& node) noexcept
{
    return node.isBone() ? hostFrame(node) * frameOf(NodeAccess::hierarchy(node).absolute(NodeAccess::slot(node))) : worldOf(&node);
}

Frame frameAbove(const Node& node, Space space) noexcept
{
    if (space == Space::Local) {
        return {};
    }
    const Node* parent = node.getParent();
    if (!node.isBone() || space == Space::World) {
        return parent != nullptr ? worldFrame(*parent) : hostFrame(node);
    }
    return parent != nullptr ? frameOf(NodeAccess::hierarchy(*parent).absolute(NodeAccess::slot(*parent))) : Frame();
}

std::optional<Frame> sourceFrame(const Node& node, const Node& source, Space space) noexcept
{
    if (space == Space::Local) {
        return frameOf(NodeAccess::hierarchy(source).local(NodeAccess::slot(source)));
    }
    if (space == Space::World || !node.isBone()) {
        return worldFrame(source);
    }
    if (sharesSkeleton(node, source)) {
        return frameOf(NodeAccess::hierarchy(source).absolute(NodeAccess::slot(source)));
    }
    const Frame host = hostFrame(node);
    return host.isInvertible() ? std::optional(host.inverse() * worldFrame(source)) : std::nullopt;
}

glm::dquat sourceRotation(const Node& node, const Node& source, Space space) noexcept
{
    if (space != Space::Skeleton || !node.isBone() || sharesSkeleton(node, source)) {
        return SpaceFrame(source, space == Space::Skeleton && !node.isBone() ? Space::World : space, nullptr).rotation();
    }
    return rotationInto(hostFrame(node).inverse().linear, SpaceFrame(source, Space::World, nullptr).rotation());
}

}  // namespace armature
