#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <armature/math/affine.hpp>
#include <armature/scene/mesh.hpp>
#include <armature/skinning/cpu_skinning.hpp>

namespace armature {

struct SkinPlanPointers;

/// A mesh's influences in the order in which skinning reads them fastest. Made once, it serves any number of instances, frames and threads;
/// it keeps nothing of what it was made from.
///
/// Vertices are taken in batches of sixteen that follow each other. For each batch the plan holds the joints that move any of its vertices,
/// and a weight for every vertex and joint. Where neighbours hang on the same few bones, as they do in characters, a frame costs half of
/// what skinVertices() with SkinWeights costs. Batches with more joints than a register has lanes keep their influences, and cost what they cost
/// without a plan.
class SkinPlan {
public:
    /// A plan of no vertices.
    SkinPlan() noexcept;
    /// A plan for a mesh of `vertexCount` vertices. Throws std::invalid_argument if `skin` does not fit that number. O(influences).
    SkinPlan(const SkinWeights& skin, std::size_t vertexCount);
    ~SkinPlan();
    SkinPlan(SkinPlan&&) noexcept;
    SkinPlan& operator=(SkinPlan&&) noexcept;

    [[nodiscard]] std::size_t vertexCount() const noexcept;
    /// How many joints move a batch of sixteen vertices, on average: what a frame's cost is in proportion to. 0 without vertices.
    [[nodiscard]] double jointsPerBatch() const noexcept;
    /// Bytes of its tables.
    [[nodiscard]] std::size_t memorySize() const noexcept;

private:
    friend SkinPlanPointers pointersTo(const SkinPlan& plan) noexcept;
    friend SkinPlan planWith(const SkinWeights& skin, std::size_t vertexCount, std::size_t mostJoints);
    struct Data;

    SkinPlan(const SkinWeights& skin, std::size_t vertexCount, std::size_t mostJoints);

    std::unique_ptr<const Data> data_;
};

/// What skinVertices() with SkinWeights does, up to the rounding of sums: matrices are added up in the order of their joints. A matrix that is
/// not finite moves only the vertices that it has a weight for. The streams have plan.vertexCount() vertices.
void skinVertices(const SkinStreams& streams, const SkinPlan& plan, std::span<const Affine> palette,
                  const SkinnedStreams& outStreams) noexcept;

/// The same with dual quaternions. Of joints that weigh the same the lowest says which way the others point.
void skinVertices(const SkinStreams& streams, const SkinPlan& plan, const DualQuaternionPalette& palette,
                  const SkinnedStreams& outStreams) noexcept;

}  // namespace armature
