#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <glm/ext/vector_float3.hpp>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>

namespace armature {

/// Lanes of a block of bodies.
constexpr std::size_t bodyLanes = 8;

/// What bodies alone do not tell.
struct BodyLimits {
    /// The largest coordinates of the bodies, without signs. The sums that could overflow are found by it.
    glm::vec3 farthest{0.f};
    /// How much of the largest translation to add on either side: for weights whose sum is not 1, and for rounding.
    float slack = 0.f;
    /// How much of the largest sums to add on either side, for rounding: 0 if the bodies have room for it.
    float rounding = 0.f;
};

/// The largest numbers of matrices, without signs. NaN is larger than any other.
struct LargestRows {
    float rows[3][4]{};
};

void include(const float* matrix, LargestRows& inOut) noexcept;

/// Extends a box by moved bodies, which reach from `reach.minimum` to `reach.maximum`, and makes room for what these do not tell. Infinite
/// if a number of the matrices or a limit is not finite, or if a sum may not be.
void extendBy(const Aabb& reach, const LargestRows& largest, const BodyLimits& limits, Aabb& inOutBox) noexcept;

}  // namespace armature
