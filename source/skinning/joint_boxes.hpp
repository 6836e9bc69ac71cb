#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <armature/mesh/mesh.hpp>

#include "skinning/joint_parts.hpp"
#include "skinning/kernels/joint_box_kernels.hpp"

namespace armature {

/// How far rounding may move a vertex, as a part of the numbers that its sum is made of.
[[nodiscard]] double roundingOf(const Mesh& mesh) noexcept;

struct JointBox;

/// The boxes of parts of a mesh's joints, and what morph targets add to them.
class JointBoxes {
public:
    JointBoxes(const Mesh& mesh, std::span<const JointPart> parts);

    /// Calls use(blocks) with the boxes for these morph weights, some at a time.
    template <class Use>
    void visit(std::span<const float> morphWeights, const Use& use) const
    {
        if (!isMorphed(morphWeights)) {
            use(std::span<const JointBoxBlock>(blocks_));
            return;
        }
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            const JointBoxBlock block = morphed(i, morphWeights);
            use(std::span<const JointBoxBlock>(&block, 1));
        }
    }

    /// How far these weights may move a vertex of a part, in bind space.
    [[nodiscard]] double morphReach(std::size_t part, std::span<const float> morphWeights) const noexcept;

private:
    /// What a morph target of weight 1 adds to the boxes of a block: to the centres, and on either side along the edges.
    struct Displacement {
        std::uint32_t target = 0;
        float center[3][boxLanes] = {};
        float half[3][boxLanes] = {};
    };
    struct Morphs {
        float axes[3][3][boxLanes] = {};  // unit vectors along the edges
        std::vector<Displacement> displacements = {};
    };

    [[nodiscard]] bool isMorphed(std::span<const float> weights) const noexcept;
    [[nodiscard]] JointBoxBlock morphed(std::size_t block, std::span<const float> weights) const noexcept;
    void addMorphs(const Mesh& mesh, std::size_t number, const JointPart& part, const JointBox& box);

    std::vector<JointBoxBlock> blocks_;
    std::vector<Morphs> morphs_;  // of each block; empty if no target moves anything
};

}  // namespace armature
