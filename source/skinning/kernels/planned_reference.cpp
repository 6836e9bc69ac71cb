#include <algorithm>

#include <hwy/highway.h>

#include "skinning/kernels/planned_kernels.hpp"
#include "skinning/kernels/reference_vertex.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::reference {

namespace {

// Calls a function for each vertex: moveLane(batch, lane, vertex) if the vertex's batch is stored in lanes, otherwise
// moveOwn(influences, vertex).
template <class MoveLane, class MoveVertex>
void forEachPlanned(const SkinStreamPointers& streams, const SkinPlanPointers& plan, const MoveLane& moveLane, const MoveVertex& moveOwn)
{
    for (std::size_t vertex = 0; vertex < streams.count; ++vertex) {
        const PlannedBatch& batch = plan.batches[vertex / planLanes];
        const std::size_t lane = vertex % planLanes;
        const SkinStreamPointers one = advanced(streams, vertex, 1);
        if (batch.perVertex == 0) {
            moveLane(batch, lane, one);
        } else {
            const std::size_t first = batch.first + lane * batch.perVertex;
            moveOwn(InfluencePointers{batch.perVertex, plan.ownJoints + first, plan.ownWeights + first}, one);
        }
    }
}

// Sums weight * numbersOf(entry, i) in the same way as the lanes.
template <std::size_t Count, class NumbersOf>
void blendLane(const SkinPlanPointers& plan, const PlannedBatch& batch, std::size_t lane, const NumbersOf& numbersOf,
               float (&outSum)[Count])
{
    std::fill_n(outSum, Count, 0.f);
    for (std::size_t entry = batch.first; entry < batch.first + batch.count; ++entry) {
        const float weight = plan.weights[entry * planLanes + lane];
        for (std::size_t i = 0; weight != 0.f && i < Count; ++i) {
            outSum[i] = multiplyAdd(weight, numbersOf(entry, i), outSum[i]);
        }
    }
}

Matrix3x4<float> blendLaneMatrix(const SkinPlanPointers& plan, const PlannedBatch& batch, std::size_t lane, std::span<const Affine> palette)
{
    float sum[12];
    blendLane(
        plan, batch, lane, [&](std::size_t entry, std::size_t i) { return matrixAt(palette, plan.joints[entry])[i]; }, sum);
    Matrix3x4<float> matrix;
    for (std::size_t i = 0; i < 12; ++i) {
        matrix.m[i / 4][i % 4] = sum[i];
    }
    return matrix;
}

HWY_NAMESPACE::RigidMotion<float> blendLaneMotion(const SkinPlanPointers& plan, const PlannedBatch& batch, std::size_t lane,
                                                  std::span<const DualQuaternion> motions)
{
    const float* guide = nullptr;
    for (std::size_t entry = batch.first; entry < batch.first + batch.count; ++entry) {
        if ((plan.heaviest[entry] >> lane & 1) != 0) {
            guide = motionAt(motions, plan.joints[entry]).real;
        }
    }
    float sum[8];
    blendLane(
        plan, batch, lane,
        [&](std::size_t entry, std::size_t i) {
            const DualQuaternion& motion = motionAt(motions, plan.joints[entry]);
            const float number = i < 4 ? motion.real[i] : motion.dual[i - 4];
            return cosineOf(guide, motion.real) < 0.f ? -number : number;
        },
        sum);
    return motionOfSums(sum);
}

}  // namespace

std::size_t mostPlannedJoints()
{
    return planLanes;
}

void skinPlannedLinear(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> palette)
{
    forEachPlanned(
        streams, plan,
        [&](const PlannedBatch& batch, std::size_t lane, const SkinStreamPointers& vertex) {
            moveVertex(vertex, blendLaneMatrix(plan, batch, lane, palette), HWY_NAMESPACE::NoMotion<float>());
        },
        [&](const InfluencePointers& influences, const SkinStreamPointers& vertex) {
            moveVertex(vertex, blendMatrices(influences, palette, 0), HWY_NAMESPACE::NoMotion<float>());
        });
}

void skinPlannedDualQuaternions(const SkinStreamPointers& streams, const SkinPlanPointers& plan, std::span<const Affine> stretches,
                                std::span<const DualQuaternion> motions)
{
    forEachPlanned(
        streams, plan,
        [&](const PlannedBatch& batch, std::size_t lane, const SkinStreamPointers& vertex) {
            moveVertex(vertex, blendLaneMatrix(plan, batch, lane, stretches), blendLaneMotion(plan, batch, lane, motions));
        },
        [&](const InfluencePointers& influences, const SkinStreamPointers& vertex) {
            float q[8];
            blendMotions(influences, motions, 0, q);
            moveVertex(vertex, blendMatrices(influences, stretches, 0), motionOfSums(q));
        });
}

}  // namespace armature::reference
HWY_AFTER_NAMESPACE();
