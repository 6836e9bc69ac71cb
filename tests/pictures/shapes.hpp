#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include <armature/mesh/mesh.hpp>

namespace armature::test {

/// Returns a sphere around the origin with tangents and two sets of texture coordinates, of which the second is three times the first.
[[nodiscard]] Primitive makeSphere(float radius);

using Texel = std::array<std::uint8_t, 4>;

/// Returns a square image with the colour `texel(x, y)` at each point; x and y range from 0 to 1.
[[nodiscard]] Image paint(std::size_t side, const std::function<Texel(float x, float y)>& texel);

[[nodiscard]] Image checkers(const Texel& one, const Texel& other, int squares);
/// Returns a normal map of round bumps.
[[nodiscard]] Image bumps(int across);

}  // namespace armature::test
