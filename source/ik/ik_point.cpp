#include "ik/ik_point.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include <armature/scene/transform_node.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "scene/checks.hpp"

namespace armature {

void IkPoint::set(const Node& owner, const glm::vec3& point, Space space)
{
    requireFinite(owner, "target", point);
    if (space != Space::Skeleton && space != Space::World) {
        throw std::invalid_argument(fmt::format("{}: a target is given in skeleton or in world space", owner.getPath()));
    }
    clear();
    point_ = point;
    kind_ = space == Space::World ? Kind::World : Kind::Skeleton;
}

void IkPoint::set(const Node& owner, Node& node, const glm::vec3& ownPoint)
{
    requireFinite(owner, "point of the target node", ownPoint);
    Subscription disposal = node.observeDisposal([this](Node& leaving) {
        point_ = glm::vec3(leaving.getWorldMatrix() * glm::vec4(point_, 1.f));
        kind_ = Kind::World;
        node_ = nullptr;
    });
    clear();
    disposal_ = std::move(disposal);
    point_ = ownPoint;
    node_ = &node;
    kind_ = Kind::Node;
}

void IkPoint::clear() noexcept
{
    disposal_.cancel();
    node_ = nullptr;
    kind_ = Kind::None;
}

std::optional<glm::dvec3> IkPoint::in(const Skeleton& skeleton, const std::optional<Frame>& fromWorld) const noexcept
{
    glm::dvec3 point = point_;
    if (kind_ == Kind::Node) {
        // A bone of the same skeleton is at hand without the world: nothing is lost on a way there and back.
        if (const Bone* bone = node_->asBone(); bone != nullptr && &bone->getSkeleton() == &skeleton) {
            return Frame::of(bone->getAbsoluteMatrix()).point(point);
        }
        point = Frame::of(node_->getWorldMatrix()).point(point);
    }
    if (kind_ != Kind::Skeleton) {
        if (!fromWorld) {
            return std::nullopt;
        }
        point = fromWorld->point(point);
    }
    return point;
}

}  // namespace armature
