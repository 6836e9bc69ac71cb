#pragma once

#include <span>
#include <vector>

#include <glm/ext/vector_float4.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/debug_lines.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// Draws springs in the current pose of their bones and nodes, as world-space lines for SkeletonViewer::draw(). Bones are drawn as lines,
/// with a sphere around each tail that has a hit radius, and planes as squares one world unit wide. Skips removed bones and the colliders
/// of removed nodes. Appends lines to `outLines`.
ARMATURE_API void appendSpringLines(std::vector<DebugLine>& outLines, const SpringBones& springs,
                                    const glm::vec4& chainColor = {0.1f, 0.8f, 0.75f, 1.f},
                                    const glm::vec4& colliderColor = {0.95f, 0.45f, 0.1f, 1.f});
/// Does the same for chains and colliders from which a SpringBones can be made. Null bones are skipped. Allocates only if the vector has to
/// grow.
ARMATURE_API void appendSpringLines(std::vector<DebugLine>& outLines, std::span<const SpringChain> chains,
                                    std::span<const SpringCollider> colliders = {}, const glm::vec4& chainColor = {0.1f, 0.8f, 0.75f, 1.f},
                                    const glm::vec4& colliderColor = {0.95f, 0.45f, 0.1f, 1.f});

}  // namespace armature
