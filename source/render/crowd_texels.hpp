#pragma once

#include <cstddef>
#include <span>

#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/math/affine.hpp>
#include <armature/render/crowd_renderer.hpp>

/// The contents of a crowd's buffer texture, as skinning.glsl reads them: palettes, then a record for each instance, then the weights of
/// morph targets.
namespace armature {

inline constexpr std::size_t texelsPerRecord = 5;

[[nodiscard]] std::size_t crowdPaletteTexels(std::size_t matrices, bool isDual) noexcept;

/// Writes a palette for linear skinning or, if `isDual`, for dual quaternions, to `texels`. Returns the address after the last texel, as
/// writeCrowdRecord() does.
[[nodiscard]] glm::vec4* writeCrowdPalette(std::span<const Affine> palette, bool isDual, glm::vec4* texels) noexcept;
/// Writes an instance's record: its world matrix relative to `eye`, its tint, and `paletteTexel`, the first texel of its palette.
[[nodiscard]] glm::vec4* writeCrowdRecord(const CrowdPlacement& placement, const glm::vec3& eye, std::size_t paletteTexel,
                                          glm::vec4* texels) noexcept;

}  // namespace armature
