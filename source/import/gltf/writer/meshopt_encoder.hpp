#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace armature::gltf {

/// Elements of `stride` bytes, a multiple of 4 up to 256, as EXT_meshopt_compression's mode ATTRIBUTES has them: every bit is kept.
[[nodiscard]] std::vector<std::byte> encodeElements(std::span<const std::byte> elements, std::size_t stride);

/// Indices of 2 or 4 bytes, as its mode TRIANGLES or INDICES. A triangle may begin at another of its corners afterwards; nothing else
/// changes.
[[nodiscard]] std::vector<std::byte> encodeIndices(std::span<const std::byte> indices, std::size_t stride, bool isTriangles);

}  // namespace armature::gltf
