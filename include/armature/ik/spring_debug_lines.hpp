#pragma once

#include <span>
#include <vector>

#include <glm/ext/vector_float4.hpp>

#include <armature/fwd.hpp>
#include <armature/math/debug_lines.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// Draws spring chains and colliders in the current pose of their bones and nodes, as world-space lines for SkeletonViewer::draw(). Pass
/// the chains and colliders from which a SpringBones was made, or its getChains() and getColliders(). Bones are drawn as lines, with a
/// sphere around each tail that has a hit radius, and planes as squares one metre wide. Null bones are skipped. Appends lines to
/// `outLines`, and allocates only if the vector has to grow.
void appendSpringLines(std::vector<DebugLine>& outLines, std::span<const SpringChain> chains,
                       std::span<const SpringCollider> colliders = {}, const glm::vec4& chainColor = {0.1f, 0.8f, 0.75f, 1.f},
                       const glm::vec4& colliderColor = {0.95f, 0.45f, 0.1f, 1.f});

}  // namespace armature
