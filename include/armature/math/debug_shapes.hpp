#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/math/aabb.hpp>
#include <armature/math/debug_lines.hpp>
#include <armature/math/glm_types.hpp>

/// Shapes as world-space lines for SkeletonViewer::draw(). Each function appends to `outLines`, and allocates only if the vector has to
/// grow; colours are linear, with alpha. A shape with a number that is not finite is left out.
namespace armature {

/// Three circles about the centre. `segments`, at least 3, is how many lines make a circle.
void appendSphereLines(std::vector<DebugLine>& outLines, const glm::vec3& center, float radius, const glm::vec4& color,
                       std::size_t segments = 32);

/// What is at most `radius` away from the line between two points: a circle at each, four lines along, and half circles over the ends. A
/// sphere if the points are one.
void appendCapsuleLines(std::vector<DebugLine>& outLines, const glm::vec3& from, const glm::vec3& to, float radius, const glm::vec4& color,
                        std::size_t segments = 32);

/// A square of a plane, `size` from its centre to each side, with a cross in it, and its normal as a line half as long. Nothing without a
/// direction.
void appendPlaneLines(std::vector<DebugLine>& outLines, const glm::vec3& point, const glm::vec3& normal, float size,
                      const glm::vec4& color);

/// The edges of a box in a space that `world` takes to world space. Nothing if it is empty.
void appendBoxLines(std::vector<DebugLine>& outLines, const Aabb& box, const glm::vec4& color, const glm::mat4& world = glm::mat4(1.f));

/// The path through points in world space, such as a bone's places over a clip, from its first colour to its last.
void appendTrailLines(std::vector<DebugLine>& outLines, std::span<const glm::vec3> points,
                      const glm::vec4& firstColor = {0.05f, 0.25f, 0.9f, 1.f}, const glm::vec4& lastColor = {1.f, 0.25f, 0.05f, 1.f});

}  // namespace armature
