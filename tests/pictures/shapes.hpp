#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include <armature/mesh/mesh.hpp>

namespace armature::test {

/// A sphere around the origin, with texture coordinates in both sets, the second three times the first, and tangents.
[[nodiscard]] Primitive makeSphere(float radius);

using Texel = std::array<std::uint8_t, 4>;

/// A square image with `texel` at each place from 0 to 1.
[[nodiscard]] Image paint(std::size_t side, const std::function<Texel(float x, float y)>& texel);

[[nodiscard]] Image checkers(const Texel& one, const Texel& other, int squares);
/// Round bumps as a normal map.
[[nodiscard]] Image bumps(int across);

}  // namespace armature::test
