#pragma once

#include <optional>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/space.hpp>
#include <armature/scene/node.hpp>

#include "ik/posed_joint.hpp"

namespace armature {

/// The way from the world to a skeleton's own space, through its host.
class SkeletonSpace {
public:
    explicit SkeletonSpace(const Skeleton& skeleton) noexcept;

    /// False where the host's matrix is singular: then nothing of the world has a place here.
    [[nodiscard]] bool isReachable() const noexcept { return isReachable_; }
    [[nodiscard]] bool hasHost() const noexcept { return hasHost_; }
    [[nodiscard]] glm::dvec3 pointFromWorld(const glm::dvec3& point) const noexcept { return hasHost_ ? fromWorld_.point(point) : point; }
    [[nodiscard]] glm::dvec3 vectorFromWorld(const glm::dvec3& vector) const noexcept
    {
        return hasHost_ ? fromWorld_.vector(vector) : vector;
    }

private:
    Frame fromWorld_;
    bool hasHost_ = false;
    bool isReachable_ = true;
};

/// A point that controllers aim at: fixed, or of a node that moves. If the node is removed its last place in the world stays.
/// Keeps its address: it observes the node.
class IkPoint {
public:
    IkPoint() = default;
    IkPoint(const IkPoint&) = delete;
    IkPoint& operator=(const IkPoint&) = delete;

    /// Throws std::invalid_argument that names `owner` if the point is not finite or the space is neither Skeleton nor World.
    void set(const Node& owner, const glm::vec3& point, Space space);
    void set(const Node& owner, Node& node, const glm::vec3& ownPoint);
    void clear() noexcept;

    [[nodiscard]] bool isSet() const noexcept { return kind_ != Kind::None; }
    /// Where it is now, in the space of a skeleton whose `space` that is; no value where the way there is singular.
    [[nodiscard]] std::optional<glm::dvec3> in(const Skeleton& skeleton, const SkeletonSpace& space) const noexcept;

private:
    enum class Kind { None, Skeleton, World, Node };

    Kind kind_ = Kind::None;
    glm::vec3 point_{0.f};
    Node* node_ = nullptr;
    Subscription disposal_;
};

}  // namespace armature
