#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/skinning/skin_plan.hpp>

#include "math/aligned_vector.hpp"
#include "skinning/kernels/cluster_kernels.hpp"
#include "skinning/kernels/skinning_kernels.hpp"

namespace armature {

/// A palette as it was split for dual quaternions: matrix = motion * stretch.
struct SplitPaletteView {
    std::span<const Affine> matrices;
    std::span<const Affine> stretches;
    std::span<const DualQuaternion> motions;
};

/// Encloses the vertices that dual quaternions move in the smallest box, by skinning few of them: those that may be farthest out.
///
/// The vertices are grouped by their guides, the joints of their heaviest influences, and each guide's vertices are split into clusters of
/// sixteen. Quick bounds show that most guides cannot reach out of the box around the vertices skinned so far. For the others, the bounds
/// of their clusters are computed, and only the clusters whose bounds stick out are skinned.
class VertexClusters {
public:
    explicit VertexClusters(const Mesh& mesh);

    /// Extends a box by the mesh's vertices.
    void enclose(const SplitPaletteView& palette, std::span<const float> morphWeights, Aabb& inOutBox) const noexcept;

    /// clusterCount() returns the number of clusters, skinnedClusterCount() how many of them enclose() skins for this palette. For tests
    /// and measurements.
    [[nodiscard]] std::size_t clusterCount() const noexcept { return clusterMorphs_.firsts.size() - 1; }
    [[nodiscard]] std::size_t skinnedClusterCount(const SplitPaletteView& palette, std::span<const float> morphWeights) const noexcept;

private:
    /// The clusters of the guide in one lane of a block of guides. In unused lanes, the counts are 0.
    struct GuideClusters {
        std::uint32_t firstBlock = 0;
        std::uint32_t firstPartner = 0;
        std::uint32_t partnerCount = 0;
        bool isOfTwo = true;  ///< Whether no vertex has more than two joints.
        std::uint32_t firstCluster = 0;
        std::uint32_t clusterCount = 0;
    };
    struct MorphReach {
        std::uint32_t target = 0;
        float reach = 0.f;  ///< The farthest displacement of a vertex, for a weight of 1.
    };
    /// The morph targets that displace any vertex of a group, for each of several groups.
    struct MorphReaches {
        std::vector<std::uint32_t> firsts{0};
        std::vector<MorphReach> reaches = {};

        /// Returns an upper bound for the displacement of any of a group's vertices.
        [[nodiscard]] float displacementOf(std::size_t group, std::span<const float> weights) const noexcept;
    };
    class Builder;
    class Search;

    std::vector<GuideBlock> guides_;
    std::vector<Partners> partners_;
    std::vector<GuideClusters> guideClusters_;  // for each lane of each block of guides
    std::vector<ClusterBlock> clusters_;        // each block holds clusters of one guide only
    std::vector<GuidePartner> guidePartners_;
    std::vector<ClusterPartner> clusterPartners_;  // for each block of clusters, the partners of its guide that move any of them
    MorphReaches guideMorphs_;                     // for each lane of each block of guides
    MorphReaches clusterMorphs_;
    std::vector<glm::vec3> moves_;  // for each target of each cluster, the displacements of its vertices
    std::vector<glm::vec3> positions_;
    SkinPlan plan_;  // a batch for each cluster
    std::vector<std::uint32_t> joints_;
    glm::dvec3 farthest_{0.};
    std::vector<glm::dvec3> targetReaches_;  // for each target, the largest absolute coordinates of its displacements
    double rounding_;
    float leastHeaviest_ = 1.f;  // the smallest weight that a guide has in any of its vertices
};

}  // namespace armature
