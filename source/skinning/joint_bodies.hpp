#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>

#include "skinning/joint_blends.hpp"
#include "skinning/joint_box.hpp"
#include "skinning/kernels/joint_box_kernels.hpp"
#include "skinning/kernels/joint_corner_kernels.hpp"

namespace armature {

/// Returns how far rounding may move a vertex, relative to the terms of its sum.
[[nodiscard]] double roundingOf(const Mesh& mesh) noexcept;

/// Returns the geometric mean of half the sides of a mesh's box. The excess of bodies is compared with this size.
[[nodiscard]] double sizeOf(const Mesh& mesh) noexcept;

/// A body around the vertices that a blend of joints moves: a box, and the corners that remain after planes have cut it, or the vertices
/// themselves if they are few. If there are no corners, the box alone is used.
struct BlendBody {
    JointBox box;  ///< Grown for rounding; the corners are not.
    std::vector<glm::dvec3> corners = {};
    bool isTight = false;  ///< Whether the smallest box around the turned body is always nearly the smallest around the vertices.
};

/// Makes a body for each blend. As long as enclosing all bodies takes less time than enclosing `blocks` blocks of corners, the body that
/// reaches farthest beyond its vertices gets more corners. A body whose excess is within a tolerance, relative to `size`, gets none.
[[nodiscard]] std::vector<BlendBody> makeBodies(const Mesh& mesh, std::span<const JointBlend> blends, double size, double blocks);

/// Appends the corners of a body to `outBlocks`, eight per block; the last corner is repeated to fill a block. Each block's
/// CornerBlock::joint is `number`. Returns the number of blocks.
std::size_t appendBlocks(std::span<const glm::dvec3> corners, std::uint32_t number, std::vector<CornerBlock>& outBlocks);

/// Chooses the blends for a mesh's bodies: single joints or, if small weights would make their bodies too large, blends with finer steps,
/// as long as there are no more than JointBodies::mostBlends.
[[nodiscard]] std::vector<JointBlend> chooseBlends(const Mesh& mesh);

/// Bodies around the vertices that blends of joints move in a mesh, with the displacements of morph targets.
class JointBodies {
public:
    /// Makes bodies. Precondition: at most `mostBlends` blends, unless each is a single joint.
    JointBodies(const Mesh& mesh, std::span<const JointBlend> blends);

    static constexpr std::size_t mostBlends = 40;

    /// Returns whether enclose() gives nearly the smallest box around the moved vertices, for any palette: see BlendBody::isTight.
    [[nodiscard]] bool areTight() const noexcept { return areTight_; }

    /// Extends a box by the bodies for these morph weights, as linear blending moves them.
    void enclose(std::span<const Affine> palette, std::span<const float> morphWeights, Aabb& inOutBox) const noexcept;

private:
    /// A box of the displacements by a morph target of weight 1: its centre, and its extent on either side along the axes of the body's
    /// box.
    struct Displacement {
        std::uint32_t target = 0;
        glm::dvec3 center{0.};
        glm::dvec3 half{0.};
    };
    struct Body {
        JointBox box;
        std::vector<Displacement> displacements = {};
    };
    /// The blocks with the corners of a body.
    struct Cut {
        std::uint32_t body = 0;
        std::size_t firstBlock = 0;
        std::size_t blockCount = 0;
    };

    void addBoxes(std::span<const std::uint32_t> bodies, std::span<const JointBlend> blends);
    [[nodiscard]] std::uint32_t slotOf(std::size_t body, std::span<const JointBlend> blends) const noexcept;
    void addMorphs(const Mesh& mesh, const JointBlend& blend, Body& body) const;
    void encloseMoved(std::span<const Affine> matrices, const BodyLimits& limits, std::span<const float> morphWeights,
                      Aabb& inOutBox) const noexcept;
    void encloseMorphedBoxes(std::span<const Affine> matrices, const BodyLimits& limits, std::span<const float> weights,
                             Aabb& inOutBox) const noexcept;
    void encloseMorphedCorners(std::span<const Affine> matrices, const BodyLimits& limits, std::span<const float> weights,
                               Aabb& inOutBox) const noexcept;
    /// Returns a box of the displacements of a body's vertices by the morph targets with these weights. The box has the axes of the body's
    /// box.
    [[nodiscard]] static JointBox displacementOf(const Body& body, std::span<const float> weights) noexcept;
    [[nodiscard]] bool isMorphed(std::span<const float> weights) const noexcept;

    std::vector<Body> bodies_;
    std::vector<BoxBlock> boxBlocks_;
    std::vector<std::uint32_t> boxPlaces_;  // for each lane, the index of its body in `bodies_`
    std::vector<CornerBlock> cornerBlocks_;
    std::vector<Cut> cuts_;
    std::vector<BlendPart> parts_;  // parts of all blends in sequence; empty if each blend is one joint, whose matrix is in the palette
    std::vector<std::uint32_t> partCounts_;  // number of parts of each blend
    BodyLimits limits_;
    bool hasMorphs_ = false;
    bool areTight_ = true;
};

/// Returns the weighted mean of joints' matrices.
[[nodiscard]] Affine blendOf(std::span<const BlendPart> parts, std::span<const Affine> palette) noexcept;

}  // namespace armature
