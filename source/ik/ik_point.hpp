#pragma once

#include <optional>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/space.hpp>
#include <armature/scene/node.hpp>

#include "ik/posed_joint.hpp"

namespace armature {

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
    /// Where it is now, in the space of a skeleton, given its frameFromWorld(); no value where it has no place there.
    [[nodiscard]] std::optional<glm::dvec3> in(const Skeleton& skeleton, const std::optional<Frame>& fromWorld) const noexcept;

private:
    enum class Kind { None, Skeleton, World, Node };

    Kind kind_ = Kind::None;
    glm::vec3 point_{0.f};
    Node* node_ = nullptr;
    Subscription disposal_;
};

}  // namespace armature
