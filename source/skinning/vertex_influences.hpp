#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <armature/mesh/mesh.hpp>

#include "skinning/kernels/planned_kernels.hpp"

namespace armature {

/// A joint's weight in a vertex.
struct Influence {
    std::uint32_t joint = noJoint;
    float weight = 1.f;
};

/// Collects a vertex's influences of non-zero weight, each joint once, sorted by joint; none for a vertex that no joint moves.
void gatherInfluences(const SkinWeights& skin, std::size_t vertex, std::vector<Influence>& outInfluences);

}  // namespace armature
