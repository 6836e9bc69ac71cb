#pragma once

#include <limits>

#include <glm/common.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// An axis-aligned box. The default box is empty, with its minimum above its maximum, so that extending it by a point gives just that
/// point.
struct ARMATURE_API Aabb {
    glm::vec3 minimum{std::numeric_limits<float>::infinity()};   ///< The corner with the smallest coordinates.
    glm::vec3 maximum{-std::numeric_limits<float>::infinity()};  ///< The corner with the largest coordinates.

    /// True if the box contains no point, or if a coordinate is NaN. A box of a single point is not empty.
    [[nodiscard]] bool isEmpty() const noexcept { return !(minimum.x <= maximum.x && minimum.y <= maximum.y && minimum.z <= maximum.z); }

    /// Grows the box just enough to contain `point`.
    void extend(const glm::vec3& point) noexcept
    {
        minimum = glm::min(minimum, point);
        maximum = glm::max(maximum, point);
    }

    /// Grows the box just enough to contain `other`; does nothing if `other` is empty.
    void extend(const Aabb& other) noexcept
    {
        minimum = glm::min(minimum, other.minimum);
        maximum = glm::max(maximum, other.maximum);
    }

    /// The midpoint of the box; meaningless if it is empty.
    [[nodiscard]] glm::vec3 getCenter() const noexcept { return 0.5f * minimum + 0.5f * maximum; }
    /// Edge lengths; zero for an empty box.
    [[nodiscard]] glm::vec3 getSize() const noexcept { return isEmpty() ? glm::vec3(0.f) : maximum - minimum; }

    friend bool operator==(const Aabb&, const Aabb&) = default;
};

}  // namespace armature
