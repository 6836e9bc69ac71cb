#pragma once

#include <cstddef>
#include <span>

#include "animation/kernels/sample_kernels.hpp"

/// Single lanes for which float is not enough: numbers near its limits, rotations near zero. Computed in double and rounded once.
namespace armature {

[[nodiscard]] float linearInDouble(float key, float next, double fraction) noexcept;
[[nodiscard]] float hermiteInDouble(const HermiteKeys& keys, const KeyPosition& position, std::size_t index) noexcept;
/// Where the curve passes through zero the rotation of the nearer key holds.
void hermiteRotationInDouble(const HermiteKeys& keys, const KeyPosition& position, std::size_t lane, std::span<float> out) noexcept;
void unitInDouble(std::span<const float> rotations, std::size_t lane, std::span<float> out) noexcept;

}  // namespace armature
