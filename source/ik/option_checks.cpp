#include "ik/option_checks.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "node/label.hpp"

namespace armature {

void refuseRange(std::string_view whose, std::string_view option, float value, float low, float high)
{
    throw std::invalid_argument(fmt::format("{}: {} {} must lie in [{}, {}]", whose, option, value, low, high));
}

void refuseRange(const Bone& bone, std::string_view option, float value, float low, float high)
{
    refuseRange(label(bone), option, value, low, high);
}

void refuseAxis(std::string_view whose, std::string_view option, const glm::vec3& axis)
{
    throw std::invalid_argument(fmt::format("{}: {} ({}, {}, {}) must be finite and not zero", whose, option, axis.x, axis.y, axis.z));
}

void refuseAxis(const Bone& bone, std::string_view option, const glm::vec3& axis)
{
    refuseAxis(label(bone), option, axis);
}

void requireAcross(const Bone& bone, std::string_view option, const glm::vec3& axis, std::string_view other, const glm::vec3& otherAxis)
{
    const glm::dvec3 a = glm::normalize(glm::dvec3(axis));
    const glm::dvec3 b = glm::normalize(glm::dvec3(otherAxis));
    if (!(glm::length(glm::cross(a, b)) > 1e-3)) {
        throw std::invalid_argument(fmt::format("{}: {} ({}, {}, {}) lies along {}", label(bone), option, axis.x, axis.y, axis.z, other));
    }
}

}  // namespace armature
