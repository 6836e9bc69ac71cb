#include "node/aim.hpp"

#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "node/checks.hpp"
#include "node/label.hpp"

namespace armature {

namespace {

// Threshold: two directions count as parallel if the sine of the angle between them, or 1 minus the magnitude of its cosine, is below this.
constexpr double parallelDifference = 1e-9;

glm::dvec3 requireDirection(const Node& node, std::string_view what, const glm::vec3& vector)
{
    requireFinite(node, what, vector);
    if (vector == glm::vec3(0.f)) {
        throw std::invalid_argument(fmt::format("{}: {} must not be zero", label(node), what));
    }
    return glm::dvec3(vector);
}

/// Returns the component of `vector` perpendicular to the unit vector `axis`, normalised; zero if the two are parallel.
glm::dvec3 flattened(const glm::dvec3& vector, const glm::dvec3& axis) noexcept
{
    const double size = glm::length(vector);
    const glm::dvec3 rest = vector - axis * glm::dot(axis, vector);
    const double length = glm::length(rest);
    return length > parallelDifference * size ? rest / length : glm::dvec3(0.);
}

/// Returns a unit vector perpendicular to the unit vector `axis`: the shortest rotation from +Y to `axis` takes +Z to it.
glm::dvec3 acrossFromUp(const glm::dvec3& axis) noexcept
{
    // Formula of the shortest rotation from +Y. It is not unique for -Y, where half a turn about X is used.
    return axis.y > -1. + parallelDifference ? glm::dvec3(-axis.x * axis.z / (1. + axis.y), -axis.z, 1. - axis.z * axis.z / (1. + axis.y))
                                             : glm::dvec3(0., 0., -1.);
}

glm::dmat3 basis(const glm::dvec3& up, const glm::dvec3& forward) noexcept
{
    return {glm::cross(up, forward), up, forward};
}

/// Returns orthogonal unit vectors in the node's own axes, as columns: right, up, forward. Forward is options.forward with the node's scale
/// applied. Up is options.upAxis with the scale applied, made perpendicular to forward; if the two are parallel, a perpendicular vector is
/// picked.
glm::dmat3 ownBasis(const Node& node, const Transform& parts, const LookOptions& options)
{
    const glm::dvec3 scale(parts.scale);
    const auto seen = [&](const glm::dvec3& axis) { return glm::length(axis * scale) > 0. ? axis * scale : axis; };
    const glm::dvec3 forward = glm::normalize(seen(requireDirection(node, "the axis to look along", options.forward)));
    glm::dvec3 up = flattened(seen(requireDirection(node, "the axis to keep upright", options.upAxis)), forward);
    if (up == glm::dvec3(0.)) {
        up = -acrossFromUp(forward);
    }
    return basis(up, forward);
}

}  // namespace

glm::dquat aim(const Node& node, const glm::dvec3& direction, const glm::dvec3& up, const Transform& parts, const LookOptions& options)
{
    requireFinite(node, "correction", {options.yawCorrection, options.pitchCorrection, options.rollCorrection});
    static_cast<void>(requireDirection(node, "up", options.up));
    const glm::dmat3 own = ownBasis(node, parts, options);
    const double distance = glm::length(direction);
    if (!(distance > 0.)) {
        return parts.rotation;
    }
    const glm::dvec3 upright = glm::normalize(up);
    glm::dvec3 level = flattened(direction, upright);
    if (level == glm::dvec3(0.)) {
        level = acrossFromUp(upright);
    }
    const double rise = glm::dot(direction / distance, upright);
    const double pitch = -std::atan2(rise, glm::length(direction / distance - upright * rise));

    const glm::dquat yaw = glm::angleAxis(static_cast<double>(options.yawCorrection), glm::dvec3(0., 1., 0.));
    const glm::dquat tilt = glm::angleAxis(pitch + static_cast<double>(options.pitchCorrection), glm::dvec3(1., 0., 0.));
    const glm::dquat roll = glm::angleAxis(static_cast<double>(options.rollCorrection), glm::dvec3(0., 0., 1.));
    const glm::dmat3 rotation = basis(upright, level) * glm::mat3_cast(yaw * tilt * roll) * glm::transpose(own);
    return glm::normalize(glm::quat_cast(rotation));
}

}  // namespace armature
