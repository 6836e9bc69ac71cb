#pragma once

#include <optional>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/handle.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/space.hpp>
#include <armature/node/node.hpp>

#include "skeleton/posed_joint.hpp"

namespace armature {

/// A point that controllers aim at: fixed, or attached to a moving node.
class IkPoint {
public:
    /// Throws std::invalid_argument that names `owner` if the point is not finite or the space is neither Skeleton nor World.
    void set(const Node& owner, const glm::vec3& point, Space space);
    void set(const Node& owner, Node& node, const glm::vec3& ownPoint);
    void clear() noexcept { kind_ = Kind::None; }

    [[nodiscard]] bool isSet() const noexcept { return kind_ != Kind::None; }
    /// Returns Solved if in() has a value, given the transform from the world to the skeleton; otherwise the reason why it has no value.
    [[nodiscard]] IkStatus status(const Skeleton& skeleton, const std::optional<Frame>& fromWorld) const noexcept
    {
        return kind_ == Kind::Skeleton ? IkStatus::Solved : statusElsewhere(skeleton, fromWorld);
    }
    /// The point's current position in the space of a skeleton. Precondition: status() is Solved.
    [[nodiscard]] glm::dvec3 in(const Skeleton& skeleton, const std::optional<Frame>& fromWorld) const noexcept
    {
        return kind_ == Kind::Skeleton ? glm::dvec3(point_) : pointElsewhere(skeleton, fromWorld);
    }

private:
    enum class Kind { None, Skeleton, World, Node };

    /// The bone that the point is attached to, if that bone belongs to `skeleton`; otherwise null.
    [[nodiscard]] const Bone* boneOf(const Skeleton& skeleton) const noexcept;
    /// status() and in() for a point that is not given in skeleton space.
    [[nodiscard]] IkStatus statusElsewhere(const Skeleton& skeleton, const std::optional<Frame>& fromWorld) const noexcept;
    [[nodiscard]] glm::dvec3 pointElsewhere(const Skeleton& skeleton, const std::optional<Frame>& fromWorld) const noexcept;

    Kind kind_ = Kind::None;
    glm::vec3 point_{0.f};
    Handle<const Node> node_;
};

}  // namespace armature
