#pragma once

#include <cmath>
#include <concepts>
#include <string_view>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/geometric.hpp>

#include <armature/skeleton/bone.hpp>

/// Option checks. All throw std::invalid_argument that names the bone or solver, the option and the value.
namespace armature {

[[noreturn]] void refuseRange(std::string_view whose, std::string_view option, float value, float low, float high);
[[noreturn]] void refuseRange(const Bone& bone, std::string_view option, float value, float low, float high);

/// Requires that the value lies in [low, high]. The message begins with `whose`: a bone, a text, or a function that returns the text and is
/// called only if the check fails.
template <class Whose>
void requireWithin(const Whose& whose, std::string_view option, float value, float low = 0.f, float high = 1.f)
{
    if (value >= low && value <= high) {
        return;
    }
    if constexpr (std::invocable<const Whose&>) {
        refuseRange(whose(), option, value, low, high);
    } else {
        refuseRange(whose, option, value, low, high);
    }
}

[[noreturn]] void refuseAxis(std::string_view whose, std::string_view option, const glm::vec3& axis);
[[noreturn]] void refuseAxis(const Bone& bone, std::string_view option, const glm::vec3& axis);

/// Returns the direction of an axis, at unit length. The axis must be finite and not zero. `whose` is as for requireWithin().
template <class Whose>
glm::dvec3 requireAxis(const Whose& whose, std::string_view option, const glm::vec3& axis)
{
    const double length = glm::length(glm::dvec3(axis));
    if (length > 0. && std::isfinite(length)) {
        return glm::dvec3(axis) / length;
    }
    if constexpr (std::invocable<const Whose&>) {
        refuseAxis(whose(), option, axis);
    } else {
        refuseAxis(whose, option, axis);
    }
}
/// Requires that two axes are not parallel.
void requireAcross(const Bone& bone, std::string_view option, const glm::vec3& axis, std::string_view other, const glm::vec3& otherAxis);

}  // namespace armature
