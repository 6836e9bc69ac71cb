#pragma once

#include <optional>

#include <glm/ext/vector_float3.hpp>

#include <armature/handle.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/space.hpp>
#include <armature/node/node.hpp>

#include "ik/plain_turns.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// The map from the world to the space of a skeleton.
class FromWorld {
public:
    explicit FromWorld(const Skeleton& skeleton) noexcept;

    /// Whether the skeleton's host has a singular matrix, so that no point can be mapped.
    [[nodiscard]] bool isSingular() const noexcept { return hasHost_ && !frame_; }
    /// Precondition: not isSingular(). Without a host, the product with the identity is known: -0 becomes 0, all else stays.
    [[nodiscard]] PlainVector point(const PlainVector& world) const noexcept
    {
        return hasHost_ ? PlainVector(frame_->point(world.toGlm())) : world + PlainVector();
    }

private:
    bool hasHost_;
    std::optional<Frame> frame_;
};

/// A point that controllers aim at: fixed, or attached to a moving node.
class IkPoint {
public:
    /// Throws std::invalid_argument that names `owner` if the point is not finite or the space is neither Skeleton nor World.
    void set(const Node& owner, const glm::vec3& point, Space space);
    void set(const Node& owner, Node& node, const glm::vec3& ownPoint);
    void clear() noexcept { kind_ = Kind::None; }

    [[nodiscard]] bool isSet() const noexcept { return kind_ != Kind::None; }
    /// Returns Solved if in() has a value, given the map from the world to the skeleton; otherwise the reason why it has no value.
    [[nodiscard]] IkStatus status(const Skeleton& skeleton, const FromWorld& fromWorld) const noexcept
    {
        return kind_ == Kind::Skeleton                           ? IkStatus::Solved
               : kind_ == Kind::World && !fromWorld.isSingular() ? IkStatus::Solved
                                                                 : statusElsewhere(skeleton, fromWorld);
    }
    /// The point's current position in the space of a skeleton. Precondition: status() is Solved.
    [[nodiscard]] PlainVector in(const Skeleton& skeleton, const FromWorld& fromWorld) const noexcept
    {
        const PlainVector point(point_.x, point_.y, point_.z);
        return kind_ == Kind::Skeleton ? point : kind_ == Kind::World ? fromWorld.point(point) : pointOfNode(skeleton, fromWorld);
    }

private:
    enum class Kind { None, Skeleton, World, Node };

    /// The bone that the point is attached to, if that bone belongs to `skeleton`; otherwise null.
    [[nodiscard]] const Bone* boneOf(const Skeleton& skeleton) const noexcept;
    /// status() for all other points, and in() for a point of a node.
    [[nodiscard]] IkStatus statusElsewhere(const Skeleton& skeleton, const FromWorld& fromWorld) const noexcept;
    [[nodiscard]] PlainVector pointOfNode(const Skeleton& skeleton, const FromWorld& fromWorld) const noexcept;

    Kind kind_ = Kind::None;
    glm::vec3 point_{0.f};
    Handle<const Node> node_;
};

}  // namespace armature
