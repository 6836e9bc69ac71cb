#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <armature/base/export.hpp>
#include <armature/math/affine.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/skinning/cpu_skinning.hpp>

namespace armature {

struct SkinPlanPointers;

/// A mesh's influences, reordered for fast skinning. One plan serves any number of instances, frames and threads, and does not refer to the
/// weights from which it was made.
///
/// Vertices are processed in batches of sixteen consecutive ones. For each batch, the plan holds the joints that move any of its vertices,
/// and a weight for every pair of vertex and joint. If neighbouring vertices share a few bones, as in characters, a frame costs about 0.6
/// times (AVX-512) or 0.85 times (AVX2) as much as skinVertices() with SkinWeights; without AVX2 it costs the same. Batches with more
/// joints than a register has lanes keep their influences as they are, and cost about the same as without a plan.
class ARMATURE_API SkinPlan {
public:
    /// Makes a plan for a mesh without vertices.
    SkinPlan() noexcept;
    /// Makes a plan for a mesh of `vertexCount` vertices. Throws std::invalid_argument if `skin` is not for that number of vertices.
    /// O(influences).
    SkinPlan(const SkinWeights& skin, std::size_t vertexCount);
    ~SkinPlan();
    SkinPlan(SkinPlan&&) noexcept;
    SkinPlan& operator=(SkinPlan&&) noexcept;

    [[nodiscard]] std::size_t vertexCount() const noexcept;  ///< The number given to the constructor.
    /// The average number of joints per batch of sixteen vertices; 0 without vertices. The cost of skinning is proportional to it, except
    /// for batches that keep their influences.
    [[nodiscard]] double getJointsPerBatch() const noexcept;
    /// Size of the plan's tables in bytes.
    [[nodiscard]] std::size_t getMemorySize() const noexcept;

private:
    friend SkinPlanPointers pointersTo(const SkinPlan& plan) noexcept;
    friend SkinPlan planWith(const SkinWeights& skin, std::size_t vertexCount, std::size_t mostJoints,
                             std::span<const std::uint32_t> guides);
    struct ARMATURE_LOCAL Data;

    SkinPlan(const SkinWeights& skin, std::size_t vertexCount, std::size_t mostJoints, std::span<const std::uint32_t> guides);

    std::unique_ptr<const Data> data_;
};

/// Skins like the overload with SkinWeights. Results differ only in rounding, because matrices are added in the order of their joints. The
/// streams have plan.vertexCount() vertices.
ARMATURE_API void skinVertices(const SkinStreams& streams, const SkinPlan& plan, std::span<const Affine> palette,
                               const SkinnedStreams& outStreams) noexcept;

/// Skins with dual quaternions. If the heaviest influences of a vertex have equal weights, the joint with the lowest index decides the
/// hemisphere.
ARMATURE_API void skinVertices(const SkinStreams& streams, const SkinPlan& plan, const DualQuaternionPalette& palette,
                               const SkinnedStreams& outStreams) noexcept;

}  // namespace armature
