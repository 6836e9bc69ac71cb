#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <glm/ext/vector_float3.hpp>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>

namespace armature {

/// Number of lanes of a block of bodies.
constexpr std::size_t bodyLanes = 8;

/// Limits of bodies. They determine whether sums may overflow, and how much a box around the bodies grows for weights and rounding.
struct BodyLimits {
    /// The largest absolute coordinates of the bodies, which show whether a sum could overflow.
    glm::vec3 farthest{0.f};
    /// The fraction of the largest translation to add on either side, for weights whose sum is not 1 and for rounding.
    float slack = 0.f;
    /// The fraction of the largest sums to add on either side for rounding; 0 if the bodies already have room for rounding.
    float rounding = 0.f;
};

/// The largest absolute value of each element of several matrices. NaN counts as larger than any number.
struct LargestRows {
    float rows[3][4]{};
};

void include(const float* matrix, LargestRows& inOut) noexcept;

/// Extends a box by moved bodies, which reach from `reach.minimum` to `reach.maximum`, and adds the slack and rounding of `limits`. Makes
/// the box infinite if a number of the matrices or a limit is not finite, or if a sum might not be finite.
void extendBy(const Aabb& reach, const LargestRows& largest, const BodyLimits& limits, Aabb& inOutBox) noexcept;

}  // namespace armature
