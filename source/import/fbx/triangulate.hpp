#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/ext/vector_double3.hpp>

namespace armature::fbx {

/// Larger polygons are not looked at so closely.
constexpr std::size_t mostCornersWithEars = 1000;

/// Cuts a polygon into triangles, whose corners are numbers of `points`, and appends them. Convex polygons become fans; others lose one ear
/// after the other, so that no triangle lies outside. Polygons of more than a thousand corners become fans in any case.
void triangulate(std::span<const glm::dvec3> points, std::vector<std::array<std::uint32_t, 3>>& outTriangles);

}  // namespace armature::fbx
