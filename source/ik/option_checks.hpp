#pragma once

#include <string_view>

#include <glm/ext/vector_float3.hpp>

#include <armature/skeleton/bone.hpp>

/// Refusals of options that cannot be used. All throw std::invalid_argument that names the bone, the option and the value.
namespace armature {

void requireWithin(const Bone& bone, std::string_view option, float value, float low, float high);
/// Finite, and longer than nothing.
void requireAxis(const Bone& bone, std::string_view option, const glm::vec3& axis);
/// Neither of two axes lies along the other.
void requireAcross(const Bone& bone, std::string_view option, const glm::vec3& axis, std::string_view other, const glm::vec3& otherAxis);

}  // namespace armature
