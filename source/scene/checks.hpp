#pragma once

#include <cmath>
#include <string_view>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/math/affine.hpp>
#include <armature/scene/node.hpp>

/// Refusals of bad arguments, common to nodes and bones. All throw std::invalid_argument that names the node, what was set and the value.
namespace armature {

struct LocalPose;

void requireFinite(const Node& node, std::string_view what, const glm::vec3& value);
void requireFinite(const Node& node, std::string_view what, const Affine& value);

/// Unit length to the last bit or two is left alone, so that what was read can be written back unchanged.
[[nodiscard]] inline bool isUnit(const glm::quat& rotation) noexcept
{
    return std::abs(glm::dot(rotation, rotation) - 1.f) <= 2.5e-7f;
}

[[nodiscard]] glm::quat makeUnit(const Node& node, std::string_view what, const glm::quat& rotation);

/// The rotation at unit length; it must be finite and not zero.
[[nodiscard]] inline glm::quat requireRotation(const Node& node, std::string_view what, const glm::quat& rotation)
{
    return isUnit(rotation) ? rotation : makeUnit(node, what, rotation);
}

/// A transform with finite numbers, its rotation at unit length.
[[nodiscard]] Transform requireTransform(const Node& node, const Transform& transform);

/// The matrix as rows; its fourth row must be (0 0 0 1) and all of it finite.
[[nodiscard]] Affine requireAffine(std::string_view name, std::string_view what, const glm::mat4& matrix);
/// For every frame: the node's path, which takes memory, is only put together for the message.
[[nodiscard]] Affine requireAffine(const Node& node, std::string_view what, const glm::mat4& matrix);

/// The same, and it must be invertible.
[[nodiscard]] Affine requireInvertible(std::string_view name, std::string_view what, const glm::mat4& matrix);

/// Moving `moved` (or what it hosts) under `parent` must not close a circle, hosts of skeletons included.
void refuseCycle(const Node& moved, const Node* parent);

/// Local pose that keeps `world` in place, and the rotation with which it reads there, under a parent whose world matrix is `parentWorld`,
/// which must be invertible. For a bone world means skeleton space.
[[nodiscard]] LocalPose requireLocalKeepingWorld(const Node& node, const Affine& parentWorld, const Affine& world);

}  // namespace armature
