#pragma once

#include <span>
#include <vector>

#include <glm/ext/vector_float4.hpp>

#include <armature/fwd.hpp>
#include <armature/math/debug_lines.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// Draws spring chains and colliders at the current pose of their bones and nodes, as world-space lines for SkeletonViewer::draw(). Pass
/// the chains and colliders that SpringBones was made from, or its getChains() and getColliders(). Draws bones as lines, with a sphere
/// around each tail that has a hit radius, and planes as squares one metre wide. Skips bones that are null. Appends to `outLines`, and
/// allocates only if the vector has to grow.
void appendSpringLines(std::vector<DebugLine>& outLines, std::span<const SpringChain> chains,
                       std::span<const SpringCollider> colliders = {}, const glm::vec4& chainColor = {0.1f, 0.8f, 0.75f, 1.f},
                       const glm::vec4& colliderColor = {0.95f, 0.45f, 0.1f, 1.f});

}  // namespace armature
