#pragma once

#include <optional>
#include <string_view>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/space.hpp>
#include <armature/scene/node.hpp>

#include "ik/posed_joint.hpp"

/// What constraints have in common: refusals, and places in a space that two nodes share.
namespace armature {

/// In [0, 1].
void requireWeight(const Node& node, std::string_view what, float weight);
/// Local, Skeleton or World.
void requireConstraintSpace(const Node& node, std::string_view what, Space space);

/// The pose of a node's own axes in the scene, its product in double.
[[nodiscard]] Frame worldFrame(const Node& node) noexcept;
/// From the parent's axes of `node` to a space; not invertible where the space is out of reach.
[[nodiscard]] Frame frameAbove(const Node& node, Space space) noexcept;
/// The own axes of `source` in a space of `node`: World, `node`'s skeleton, or Local, which is that of source's own parent.
/// No value where a singular host is in between.
[[nodiscard]] std::optional<Frame> sourceFrame(const Node& node, const Node& source, Space space) noexcept;
/// The rotation that goes with it (see Bone::getRotationQuaternion(space)). Precondition: that has a value.
[[nodiscard]] glm::dquat sourceRotation(const Node& node, const Node& source, Space space) noexcept;

}  // namespace armature
