#include "ik/ik_point.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include <armature/node/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "node/checks.hpp"
#include "node/label.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

FromWorld::FromWorld(const Skeleton& skeleton) noexcept : hasHost_(SkeletonAccess::state(skeleton).host != nullptr)
{
    if (hasHost_) {
        const Frame host = Frame::of(skeleton.getWorldMatrix());
        frame_ = host.isInvertible() ? std::optional(host.inverse()) : std::nullopt;
    }
}

void IkPoint::set(const Node& owner, const glm::vec3& point, Space space)
{
    requireFinite(owner, "target", point);
    if (space != Space::Skeleton && space != Space::World) {
        throw std::invalid_argument(fmt::format("{}: a target must be in Skeleton or World space", label(owner)));
    }
    point_ = point;
    kind_ = space == Space::World ? Kind::World : Kind::Skeleton;
}

void IkPoint::set(const Node& owner, Node& node, const glm::vec3& ownPoint)
{
    requireFinite(owner, "point of the target node", ownPoint);
    node_ = Handle<const Node>(node);
    point_ = ownPoint;
    kind_ = Kind::Node;
}

const Bone* IkPoint::boneOf(const Skeleton& skeleton) const noexcept
{
    const Node* node = kind_ == Kind::Node ? node_.get() : nullptr;
    const Bone* bone = node != nullptr ? node->asBone() : nullptr;
    return bone != nullptr && &bone->getSkeleton() == &skeleton ? bone : nullptr;
}

IkStatus IkPoint::statusElsewhere(const Skeleton& skeleton, const FromWorld& fromWorld) const noexcept
{
    if (kind_ == Kind::None) {
        return IkStatus::NoTarget;
    }
    if (kind_ == Kind::Node && !node_) {
        return IkStatus::Gone;
    }
    const bool needsWorld = kind_ == Kind::World || (kind_ == Kind::Node && boneOf(skeleton) == nullptr);
    return needsWorld && fromWorld.isSingular() ? IkStatus::Singular : IkStatus::Solved;
}

PlainVector IkPoint::pointOfNode(const Skeleton& skeleton, const FromWorld& fromWorld) const noexcept
{
    const glm::dvec3 point = point_;
    // A bone of the same skeleton is read without going through the world, so that no precision is lost there.
    if (const Bone* bone = boneOf(skeleton)) {
        return PlainVector(Frame::of(bone->getAbsoluteMatrix()).point(point));
    }
    return fromWorld.point(PlainVector(Frame::of(node_.get()->getWorldMatrix()).point(point)));
}

}  // namespace armature
