#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/base/export.hpp>
#include <armature/math/aabb.hpp>
#include <armature/math/debug_lines.hpp>
#include <armature/math/glm_types.hpp>

/// Shapes as world-space lines for SkeletonViewer::draw(). Each function appends lines to `outLines`, and allocates only if the vector has
/// to grow. Colours are linear, with alpha. A shape is left out if any of its numbers is not finite.
namespace armature {

/// Appends a sphere as three circles about its centre, each made of `segments` lines (at least 3).
ARMATURE_API void appendSphereLines(std::vector<DebugLine>& outLines, const glm::vec3& center, float radius, const glm::vec4& color,
                                    std::size_t segments = 32);

/// Appends a capsule, the points within `radius` of the line between two points: a circle at each end, four lines along the capsule, and
/// half circles over the ends. If the two points coincide, the capsule is a sphere.
ARMATURE_API void appendCapsuleLines(std::vector<DebugLine>& outLines, const glm::vec3& from, const glm::vec3& to, float radius,
                                     const glm::vec4& color, std::size_t segments = 32);

/// Appends a square patch of a plane with a cross in it, and the normal as a line of length `size` / 2. The patch's sides are at a distance
/// of `size` from its centre. Appends nothing if the normal is zero.
ARMATURE_API void appendPlaneLines(std::vector<DebugLine>& outLines, const glm::vec3& point, const glm::vec3& normal, float size,
                                   const glm::vec4& color);

/// Appends the edges of a box given in a space that `world` maps to world space; appends nothing if the box is empty.
ARMATURE_API void appendBoxLines(std::vector<DebugLine>& outLines, const Aabb& box, const glm::vec4& color,
                                 const glm::mat4& world = glm::mat4(1.f));

/// Appends the path through points in world space, such as a bone's positions over a clip, shaded from the first colour to the last.
ARMATURE_API void appendTrailLines(std::vector<DebugLine>& outLines, std::span<const glm::vec3> points,
                                   const glm::vec4& firstColor = {0.05f, 0.25f, 0.9f, 1.f},
                                   const glm::vec4& lastColor = {1.f, 0.25f, 0.05f, 1.f});

}  // namespace armature
