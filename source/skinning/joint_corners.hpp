#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <armature/mesh/mesh.hpp>

#include "skinning/joint_box.hpp"
#include "skinning/joint_vertices.hpp"
#include "skinning/kernels/joint_corner_kernels.hpp"

namespace armature {

/// How far rounding may move a vertex, as a part of the numbers that its sum is made of.
[[nodiscard]] double roundingOf(const Mesh& mesh) noexcept;

/// Bodies around what a mesh's joints move, and what morph targets add to them.
class JointCorners {
public:
    JointCorners(const Mesh& mesh, std::span<const JointVertices> joints);

    /// Calls use(blocks, limits) with the corners for these morph weights, some at a time.
    template <class Use>
    void visit(std::span<const float> morphWeights, const Use& use) const
    {
        if (!isMorphed(morphWeights)) {
            use(std::span<const CornerBlock>(blocks_), limits_);
            return;
        }
        for (const Joint& joint : joints_) {
            visitMorphed(joint, morphWeights, use);
        }
    }

    /// The box of a joint for these morph weights, and room for rounding.
    [[nodiscard]] JointBox boxOf(std::size_t joint, std::span<const float> morphWeights) const noexcept;
    /// How far these weights may move a vertex of a joint, in bind space.
    [[nodiscard]] double morphReach(std::size_t joint, std::span<const float> morphWeights) const noexcept;

private:
    /// What a morph target of weight 1 adds: to the centre, and on either side along the box's axes.
    struct Displacement {
        std::uint32_t target = 0;
        glm::dvec3 center{0.};
        glm::dvec3 half{0.};
    };
    struct Joint {
        JointBox box;
        std::size_t firstBlock = 0;
        std::size_t blockCount = 0;
        std::vector<Displacement> displacements = {};
    };

    /// The sum of two bodies is between the sums of their corners: the joint's go to each corner of the box of displacements.
    template <class Use>
    void visitMorphed(const Joint& joint, std::span<const float> weights, const Use& use) const
    {
        const std::span<const CornerBlock> blocks(blocks_.data() + joint.firstBlock, joint.blockCount);
        const JointBox moves = displacementOf(joint, weights);
        if (moves.center == glm::dvec3(0.) && moves.half == glm::dvec3(0.)) {
            use(blocks, limits_);
            return;
        }
        const CornerLimits limits{limits_.farthest + glm::vec3(farthestOf(moves)), limits_.slack};
        for (const CornerBlock& block : blocks) {
            for (unsigned corner = 0; corner < 8; ++corner) {
                const CornerBlock moved = movedBlock(block, moves, corner);
                use(std::span<const CornerBlock>(&moved, 1), limits);
            }
        }
    }

    [[nodiscard]] bool isMorphed(std::span<const float> weights) const noexcept;
    [[nodiscard]] static JointBox displacementOf(const Joint& joint, std::span<const float> weights) noexcept;
    [[nodiscard]] static CornerBlock movedBlock(const CornerBlock& block, const JointBox& moves, unsigned corner) noexcept;
    void addMorphs(const Mesh& mesh, const JointVertices& vertices, Joint& joint) const;
    void addBlocks(std::uint32_t number, std::span<const glm::dvec3> corners, Joint& joint);

    std::vector<CornerBlock> blocks_;
    std::vector<Joint> joints_;
    CornerLimits limits_;
    bool hasMorphs_ = false;
};

}  // namespace armature
