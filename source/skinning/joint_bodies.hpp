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

/// How far rounding may move a vertex, as a part of the numbers that its sum is made of.
[[nodiscard]] double roundingOf(const Mesh& mesh) noexcept;

/// How long a mesh's box is in the middle of its three sides: that to which what bodies are too large by is compared.
[[nodiscard]] double sizeOf(const Mesh& mesh) noexcept;

/// What encloses the vertices that a blend of joints moves: a box, and the corners of what planes leave of it, or of the vertices
/// themselves where they are few. Without corners, the box is enough.
struct BlendBody {
    JointBox box;  ///< With room for rounding; corners are without.
    std::vector<glm::dvec3> corners = {};
};

/// Makes bodies. As long as they take less time than `blocks` of corners, those bodies that are most too large get corners; bodies that are
/// too large by no more than a part of `size` do without.
[[nodiscard]] std::vector<BlendBody> makeBodies(const Mesh& mesh, std::span<const JointBlend> blends, double size, double blocks);

/// The corners of bodies, eight in a block, the last repeated. Appends them to `outBlocks`; returns how many blocks there are.
std::size_t appendBlocks(std::span<const glm::dvec3> corners, std::uint32_t number, std::vector<CornerBlock>& outBlocks);

/// The blends with which a mesh's bodies are made: joints alone, or of steps so fine that bodies are not too large for the sake of small
/// weights, as long as there are no more than JointBodies::mostBlends.
[[nodiscard]] std::vector<JointBlend> chooseBlends(const Mesh& mesh);

/// Bodies around what blends of joints move in a mesh, and what morph targets add to them.
class JointBodies {
public:
    /// Makes bodies around at most `mostBlends` blends, unless each is of one joint.
    JointBodies(const Mesh& mesh, std::span<const JointBlend> blends);

    static constexpr std::size_t mostBlends = 40;

    /// Extends a box by the bodies for these morph weights, as linear blending moves them.
    void enclose(std::span<const Affine> palette, std::span<const float> morphWeights, Aabb& inOutBox) const noexcept;

private:
    /// What a morph target of weight 1 adds: to the centre, and on either side along the box's axes.
    struct Displacement {
        std::uint32_t target = 0;
        glm::dvec3 center{0.};
        glm::dvec3 half{0.};
    };
    struct Body {
        JointBox box;
        std::vector<Displacement> displacements = {};
    };
    /// The place where the corners of a body begin.
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
    /// How far the morph targets of these weights move a body's vertices: a box in the axes of the body's.
    [[nodiscard]] static JointBox displacementOf(const Body& body, std::span<const float> weights) noexcept;
    [[nodiscard]] bool isMorphed(std::span<const float> weights) const noexcept;

    std::vector<Body> bodies_;
    std::vector<BoxBlock> boxBlocks_;
    std::vector<std::uint32_t> boxPlaces_;  // of each lane's body in `bodies_`
    std::vector<CornerBlock> cornerBlocks_;
    std::vector<Cut> cuts_;
    std::vector<BlendPart> parts_;           // of each blend, one after another; none if each is one joint, whose matrix is the palette's
    std::vector<std::uint32_t> partCounts_;  // of each blend
    BodyLimits limits_;
    bool hasMorphs_ = false;
};

/// The mean of joints' matrices.
[[nodiscard]] Affine blendOf(std::span<const BlendPart> parts, std::span<const Affine> palette) noexcept;

}  // namespace armature
