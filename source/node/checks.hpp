#pragma once

#include <cmath>
#include <string_view>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/base/export.hpp>
#include <armature/math/affine.hpp>
#include <armature/node/node.hpp>

#include "math/numbers.hpp"

/// Argument checks that nodes and bones share. All throw std::invalid_argument that names the node, the property that was set and the
/// value.
namespace armature {

struct LocalPose;

[[noreturn]] void refuseNotFinite(const Node& node, std::string_view what, const glm::vec3& value);
inline void requireFinite(const Node& node, std::string_view what, const glm::vec3& value)
{
    if (!isFinite(value)) [[unlikely]] {
        refuseNotFinite(node, what, value);
    }
}
ARMATURE_PRIVATE_API void requireFinite(const Node& node, std::string_view what, const Affine& value);

/// Returns whether a rotation is within a bit or two of unit length. Such a rotation is not normalised again, so that a value read from a
/// node can be written back unchanged.
[[nodiscard]] inline bool isUnit(const glm::quat& rotation) noexcept
{
    return std::abs(glm::dot(rotation, rotation) - 1.f) <= 2.5e-7f;
}

[[nodiscard]] glm::quat makeUnit(const Node& node, std::string_view what, const glm::quat& rotation);

/// Returns the rotation, normalised unless isUnit(); it must be finite and not zero.
[[nodiscard]] inline glm::quat requireRotation(const Node& node, std::string_view what, const glm::quat& rotation)
{
    return isUnit(rotation) ? rotation : makeUnit(node, what, rotation);
}

/// Returns whether requireTransform() would return the transform unchanged. Tests only one sum of the numbers: an infinity or NaN in any of
/// them persists in it. The result is never true for a transform that must be refused, but false for a few with huge numbers.
[[nodiscard]] inline bool isPlain(const Transform& transform) noexcept
{
    const glm::vec3 sum = transform.translation + transform.scale;
    return !isNotFinite(sum.x + sum.y + sum.z) && isUnit(transform.rotation);
}

/// Returns the transform with its rotation normalised; all numbers must be finite.
[[nodiscard]] ARMATURE_PRIVATE_API Transform makePlain(const Node& node, const Transform& transform);
[[nodiscard]] inline Transform requireTransform(const Node& node, const Transform& transform)
{
    return isPlain(transform) ? transform : makePlain(node, transform);
}

/// Returns the matrix as rows; it must be finite, with a fourth row of (0 0 0 1).
[[nodiscard]] Affine requireAffine(std::string_view name, std::string_view what, const glm::mat4& matrix);
/// Like the function above, for a node. Cheap enough for every frame: the node's path, which allocates, is built only for the message.
[[nodiscard]] Affine requireAffine(const Node& node, std::string_view what, const glm::mat4& matrix);

/// Like requireAffine(), but the matrix must also be invertible.
[[nodiscard]] Affine requireInvertible(std::string_view name, std::string_view what, const glm::mat4& matrix);

/// Throws if moving `moved` (or a skeleton that it hosts) under `parent` would close a cycle, even one through hosts of skeletons.
void refuseCycle(const Node& moved, const Node* parent);

/// Returns the local pose with which a node keeps the world matrix `world`, including its rotation, under a parent with the world matrix
/// `parentWorld`, which must be invertible. The local pose must fit floats. For a bone, "world" means skeleton space.
[[nodiscard]] LocalPose requireLocalKeepingWorld(const Node& node, const Affine& parentWorld, const Affine& world);

}  // namespace armature
