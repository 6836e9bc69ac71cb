#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>

#include "skinning/joint_box.hpp"
#include "skinning/joint_vertices.hpp"
#include "skinning/kernels/joint_box_kernels.hpp"
#include "skinning/kernels/joint_corner_kernels.hpp"

namespace armature {

/// How far rounding may move a vertex, as a part of the numbers that its sum is made of.
[[nodiscard]] double roundingOf(const Mesh& mesh) noexcept;

/// Bodies around what a mesh's joints move, and what morph targets add to them: boxes, or the corners of what planes leave of these.
class JointBodies {
public:
    JointBodies(const Mesh& mesh, std::span<const JointVertices> joints);

    /// Extends a box by the bodies for these morph weights, as linear blending moves them.
    void enclose(std::span<const Affine> palette, std::span<const float> morphWeights, Aabb& inOutBox) const noexcept;

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
        std::vector<Displacement> displacements = {};
    };
    /// Where the corners of a joint begin.
    struct Cut {
        std::uint32_t joint = 0;  ///< Its place in `joints_`.
        std::size_t firstBlock = 0;
        std::size_t blockCount = 0;
    };

    void addBoxes(std::span<const JointVertices> joints, std::span<const std::uint32_t> places);
    void addCorners(std::uint32_t place, std::uint32_t number, std::span<const glm::dvec3> corners);
    void addMorphs(const Mesh& mesh, const JointVertices& vertices, Joint& joint) const;
    void encloseMorphedBoxes(std::span<const Affine> palette, std::span<const float> weights, Aabb& inOutBox) const noexcept;
    void encloseMorphedCorners(std::span<const Affine> palette, std::span<const float> weights, Aabb& inOutBox) const noexcept;
    /// How far the morph targets of these weights move a joint's vertices: a box in the axes of the joint's.
    [[nodiscard]] static JointBox displacementOf(const Joint& joint, std::span<const float> weights) noexcept;
    [[nodiscard]] bool isMorphed(std::span<const float> weights) const noexcept;

    std::vector<Joint> joints_;
    std::vector<BoxBlock> boxBlocks_;
    std::vector<std::uint32_t> boxPlaces_;  // of each lane's joint in `joints_`
    std::vector<CornerBlock> cornerBlocks_;
    std::vector<Cut> cuts_;
    BodyLimits limits_;
    bool hasMorphs_ = false;
};

}  // namespace armature
