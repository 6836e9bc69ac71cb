#include "animation/clip/kernels/blend_kernels.hpp"

#include <algorithm>

#include "animation/clip/kernels/blend_lane.hpp"
#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "animation/clip/kernels/blend_kernels.cpp"
#include <hwy/foreach_target.h>
// Included after foreach_target.h, because this header is compiled once for each instruction set.
#include "animation/clip/kernels/blend-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::addLayer;
using reference::blendLanes;
using reference::blendLayers;

#else

void blendLanes(std::span<const TransformLanes> from, std::span<const TransformLanes> to, float weight, std::span<TransformLanes> out)
{
    const BlendTag d;
    const auto toWeight = hn::Set(d, weight);
    const auto fromWeight = hn::Set(d, 1.f - weight);
    const auto blend = [&](Lanes start, Lanes end, Lanes endWeight)
                           HWY_ATTR { return hn::Add(hn::Mul(fromWeight, start), hn::Mul(endWeight, end)); };
    for (std::size_t block = 0; block < out.size(); ++block) {
        for (std::size_t lane = 0; lane < laneCount; lane += hn::Lanes(d)) {
            for (const std::size_t first : {firstTranslation, firstScale}) {
                const VectorLanes a = loadVector(from[block], first, lane);
                const VectorLanes b = loadVector(to[block], first, lane);
                storeVector(
                    {{blend(a.part[0], b.part[0], toWeight), blend(a.part[1], b.part[1], toWeight), blend(a.part[2], b.part[2], toWeight)}},
                    out[block], first, lane);
            }
            const RotationLanes a = loadRotation(from[block], lane);
            const RotationLanes b = loadRotation(to[block], lane);
            const auto shortWay = turned(dot(a, b), toWeight);
            storeUnit({{blend(a.part[0], b.part[0], shortWay), blend(a.part[1], b.part[1], shortWay), blend(a.part[2], b.part[2], shortWay),
                        blend(a.part[3], b.part[3], shortWay)}},
                      identityRotation(), out[block], lane);
        }
    }
}

// Returns the layer's weights of translation (part 0), rotation (1) or scale (2) in the vector of lanes that begins at lane `lane` of a
// block.
HWY_INLINE Lanes weightAt(const BlendLayer& layer, std::size_t part, std::size_t block, std::size_t lane)
{
    const BlendTag d;
    const auto weight = hn::Set(d, layer.weight);
    return layer.laneWeights.empty() ? weight : hn::Mul(weight, hn::Load(d, layer.laneWeights[block].part[part] + lane));
}

// Makes weights sum to 1: if their sum is less, the rest pose gets the weight `remaining`; if it is greater, the blend is multiplied by
// `factor`. hasRest and hasFactor are false if the rest pose or the factor is not needed in any lane.
struct Balance {
    Lanes remaining;
    Lanes factor;
    bool hasRest;
    bool hasFactor;
};

HWY_INLINE Balance balanceOf(Lanes weightSum)
{
    const BlendTag d;
    const auto one = hn::Set(d, 1.f);
    return {hn::Max(hn::Sub(one, weightSum), hn::Zero(d)), hn::Div(one, hn::Max(weightSum, one)), true, true};
}

// Returns the balance of layers without weights per lane. It is the same in all lanes, and usually neither the rest pose nor the factor is
// needed.
HWY_INLINE Balance balanceOf(std::span<const BlendLayer> layers)
{
    const float sum = weightSumInline(layers);
    Balance balance = balanceOf(hn::Set(BlendTag(), sum));
    balance.hasRest = sum < 1.f;
    balance.hasFactor = sum > 1.f;
    return balance;
}

// Blends the translations (part 0) or scales (part 2) in a vector of lanes. Rotations are blended by a function of their own, so that the
// sums of each function stay in registers.
template <bool hasLaneWeights>
HWY_INLINE void blendVectors(std::span<const BlendLayer> layers, std::size_t part, std::size_t first, const TransformLanes& rest,
                             std::size_t block, std::size_t lane, const Balance& common, TransformLanes& out)
{
    const BlendTag d;
    VectorLanes sum{{hn::Zero(d), hn::Zero(d), hn::Zero(d)}};
    auto weightSum = hn::Zero(d);
    for (const BlendLayer& layer : layers) {
        const auto weight = hasLaneWeights ? weightAt(layer, part, block, lane) : hn::Set(d, layer.weight);
        const VectorLanes pose = loadVector(layer.pose[block], first, lane);
        for (std::size_t i = 0; i < 3; ++i) {
            sum.part[i] = hn::Add(sum.part[i], hn::Mul(weight, pose.part[i]));
        }
        weightSum = hn::Add(weightSum, weight);
    }
    const Balance balance = hasLaneWeights ? balanceOf(weightSum) : common;
    if (balance.hasRest) {
        const VectorLanes atRest = loadVector(rest, first, lane);
        for (std::size_t i = 0; i < 3; ++i) {
            sum.part[i] = hn::Add(sum.part[i], hn::Mul(balance.remaining, atRest.part[i]));
        }
    }
    if (balance.hasFactor) {
        for (std::size_t i = 0; i < 3; ++i) {
            sum.part[i] = hn::Mul(sum.part[i], balance.factor);
        }
    }
    storeVector(sum, out, first, lane);
}

template <bool hasLaneWeights>
HWY_INLINE void blendRotations(std::span<const BlendLayer> layers, const TransformLanes& rest, std::size_t block, std::size_t lane,
                               const Balance& common, TransformLanes& out)
{
    const BlendTag d;
    const RotationLanes atRest = loadRotation(rest, lane);
    RotationLanes sum{{hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)}};
    auto weightSum = hn::Zero(d);
    for (const BlendLayer& layer : layers) {
        const auto weight = hasLaneWeights ? weightAt(layer, 1, block, lane) : hn::Set(d, layer.weight);
        const RotationLanes pose = loadRotation(layer.pose[block], lane);
        const auto nearWeight = turned(dot(pose, atRest), weight);
        for (std::size_t i = 0; i < 4; ++i) {
            sum.part[i] = hn::Add(sum.part[i], hn::Mul(nearWeight, pose.part[i]));
        }
        weightSum = hn::Add(weightSum, weight);
    }
    const Balance balance = hasLaneWeights ? balanceOf(weightSum) : common;
    if (balance.hasRest) {
        for (std::size_t i = 0; i < 4; ++i) {
            sum.part[i] = hn::Add(sum.part[i], hn::Mul(balance.remaining, atRest.part[i]));
        }
    }
    storeUnit(sum, atRest, out, lane);
}

template <bool hasLaneWeights>
HWY_INLINE void blendBlocks(std::span<const BlendLayer> layers, std::span<const TransformLanes> rest, std::span<TransformLanes> out)
{
    const Balance common = balanceOf(layers);
    for (std::size_t block = 0; block < out.size(); ++block) {
        for (std::size_t lane = 0; lane < laneCount; lane += hn::Lanes(BlendTag())) {
            blendVectors<hasLaneWeights>(layers, 0, firstTranslation, rest[block], block, lane, common, out[block]);
            blendRotations<hasLaneWeights>(layers, rest[block], block, lane, common, out[block]);
            blendVectors<hasLaneWeights>(layers, 2, firstScale, rest[block], block, lane, common, out[block]);
        }
    }
}

void blendLayers(std::span<const BlendLayer> layers, std::span<const TransformLanes> rest, std::span<TransformLanes> out)
{
    if (hasLaneWeightsInline(layers)) {
        blendBlocks<true>(layers, rest, out);
    } else {
        blendBlocks<false>(layers, rest, out);
    }
}

HWY_INLINE void addLanes(const TransformLanes& change, const VectorLanes& weights, const VectorLanes& complements, std::size_t lane,
                         TransformLanes& pose)
{
    VectorLanes translation = loadVector(pose, firstTranslation, lane);
    const VectorLanes shift = loadVector(change, firstTranslation, lane);
    VectorLanes scale = loadVector(pose, firstScale, lane);
    const VectorLanes growth = loadVector(change, firstScale, lane);
    for (std::size_t i = 0; i < 3; ++i) {
        translation.part[i] = hn::Add(translation.part[i], hn::Mul(weights.part[0], shift.part[i]));
        scale.part[i] = hn::Mul(scale.part[i], hn::Add(complements.part[2], hn::Mul(weights.part[2], growth.part[i])));
    }
    storeVector(translation, pose, firstTranslation, lane);
    storeVector(scale, pose, firstScale, lane);

    RotationLanes turn = loadRotation(change, lane);
    const auto shortWay = turned(turn.part[3], weights.part[1]);
    for (std::size_t i = 0; i < 4; ++i) {
        turn.part[i] = hn::Mul(shortWay, turn.part[i]);
    }
    turn.part[3] = hn::Add(complements.part[1], turn.part[3]);
    const RotationLanes rotation = loadRotation(pose, lane);
    storeUnit(multiply(rotation, turn), rotation, pose, lane);
}

void addLayer(const BlendLayer& difference, std::span<TransformLanes> pose)
{
    const BlendTag d;
    const auto one = hn::Set(d, 1.f);
    const auto weight = hn::Set(d, difference.weight);
    const auto complement = hn::Sub(one, weight);
    VectorLanes weights{{weight, weight, weight}};
    VectorLanes complements{{complement, complement, complement}};
    const bool hasLaneWeights = !difference.laneWeights.empty();
    for (std::size_t block = 0; block < pose.size(); ++block) {
        for (std::size_t lane = 0; lane < laneCount; lane += hn::Lanes(d)) {
            if (hasLaneWeights) {
                for (std::size_t part = 0; part < WeightLanes::partCount; ++part) {
                    weights.part[part] = weightAt(difference, part, block, lane);
                    complements.part[part] = hn::Sub(one, weights.part[part]);
                }
            }
            addLanes(difference.pose[block], weights, complements, lane, pose[block]);
        }
    }
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(addLayer);
HWY_EXPORT(blendLanes);
HWY_EXPORT(blendLayers);

namespace reference {

namespace {

float weightAt(const BlendLayer& layer, std::size_t part, std::size_t block, std::size_t lane) noexcept
{
    return layer.laneWeights.empty() ? layer.weight : layer.weight * layer.laneWeights[block].part[part][lane];
}

float meanOf(std::span<const BlendLayer> layers, std::size_t part, const TransformLanes& rest, std::size_t component, std::size_t block,
             std::size_t lane) noexcept
{
    const bool hasLaneWeights = hasLaneWeightsInline(layers);
    float sum = 0.f;
    float weightSum = 0.f;
    for (const BlendLayer& layer : layers) {
        const float weight = weightAt(layer, part, block, lane);
        sum = sum + weight * layer.pose[block].component[component][lane];
        weightSum = weightSum + weight;
    }
    if (hasLaneWeights || weightSum < 1.f) {
        sum = sum + std::max(1.f - weightSum, 0.f) * rest.component[component][lane];
    }
    return sum * (1.f / std::max(weightSum, 1.f));
}

void storeMeanRotation(std::span<const BlendLayer> layers, const TransformLanes& rest, TransformLanes& out, std::size_t block,
                       std::size_t lane) noexcept
{
    const RotationLane restRotation = loadRotationLane(rest, lane);
    RotationLane sum{};
    float weightSum = 0.f;
    for (const BlendLayer& layer : layers) {
        const RotationLane rotation = loadRotationLane(layer.pose[block], lane);
        const float weight = weightAt(layer, 1, block, lane);
        const float nearWeight = turnedInline(dotInline(rotation, restRotation), weight);
        for (std::size_t i = 0; i < 4; ++i) {
            sum[i] = sum[i] + nearWeight * rotation[i];
        }
        weightSum = weightSum + weight;
    }
    if (hasLaneWeightsInline(layers) || weightSum < 1.f) {
        for (std::size_t i = 0; i < 4; ++i) {
            sum[i] = sum[i] + std::max(1.f - weightSum, 0.f) * restRotation[i];
        }
    }
    storeUnitLane(sum, restRotation, out, lane);
}

}  // namespace

void blendLanes(std::span<const TransformLanes> from, std::span<const TransformLanes> to, float weight, std::span<TransformLanes> out)
{
    const float fromWeight = 1.f - weight;
    for (std::size_t block = 0; block < out.size(); ++block) {
        for (std::size_t lane = 0; lane < laneCount; ++lane) {
            const RotationLane a = loadRotationLane(from[block], lane);
            const RotationLane b = loadRotationLane(to[block], lane);
            const float shortWay = turnedInline(dotInline(a, b), weight);
            RotationLane rotation;
            for (std::size_t i = 0; i < 4; ++i) {
                rotation[i] = fromWeight * a[i] + shortWay * b[i];
            }
            for (const std::size_t first : {firstTranslation, firstScale}) {
                for (std::size_t i = first; i < first + 3; ++i) {
                    out[block].component[i][lane] = fromWeight * from[block].component[i][lane] + weight * to[block].component[i][lane];
                }
            }
            storeUnitLane(rotation, identityLane, out[block], lane);
        }
    }
}

void blendLayers(std::span<const BlendLayer> layers, std::span<const TransformLanes> rest, std::span<TransformLanes> out)
{
    for (std::size_t block = 0; block < out.size(); ++block) {
        for (std::size_t lane = 0; lane < laneCount; ++lane) {
            TransformLanes mean;  // not written to `out` directly, because `out` may be a layer's pose
            storeMeanRotation(layers, rest[block], mean, block, lane);
            for (std::size_t i = 0; i < 3; ++i) {
                mean.component[firstTranslation + i][lane] = meanOf(layers, 0, rest[block], firstTranslation + i, block, lane);
                mean.component[firstScale + i][lane] = meanOf(layers, 2, rest[block], firstScale + i, block, lane);
            }
            for (std::size_t i = 0; i < TransformLanes::componentCount; ++i) {
                out[block].component[i][lane] = mean.component[i][lane];
            }
        }
    }
}

void addLayer(const BlendLayer& difference, std::span<TransformLanes> pose)
{
    for (std::size_t block = 0; block < pose.size(); ++block) {
        const TransformLanes& change = difference.pose[block];
        for (std::size_t lane = 0; lane < laneCount; ++lane) {
            const float translationWeight = weightAt(difference, 0, block, lane);
            const float rotationWeight = weightAt(difference, 1, block, lane);
            const float scaleWeight = weightAt(difference, 2, block, lane);
            for (std::size_t i = 0; i < 3; ++i) {
                float& translation = pose[block].component[firstTranslation + i][lane];
                translation = translation + translationWeight * change.component[firstTranslation + i][lane];
                float& scale = pose[block].component[firstScale + i][lane];
                scale = scale * ((1.f - scaleWeight) + scaleWeight * change.component[firstScale + i][lane]);
            }
            RotationLane turn = loadRotationLane(change, lane);
            const float shortWay = turnedInline(turn[3], rotationWeight);
            for (float& number : turn) {
                number = shortWay * number;
            }
            turn[3] = (1.f - rotationWeight) + turn[3];
            const RotationLane rotation = loadRotationLane(pose[block], lane);
            storeUnitLane(multiplyInline(rotation, turn), rotation, pose[block], lane);
        }
    }
}

}  // namespace reference

void addLayer(const BlendLayer& difference, std::span<TransformLanes> pose) noexcept
{
    ARMATURE_DISPATCH(addLayer)(difference, pose);
}

void blendLanes(std::span<const TransformLanes> from, std::span<const TransformLanes> to, float weight,
                std::span<TransformLanes> out) noexcept
{
    ARMATURE_DISPATCH(blendLanes)(from, to, weight, out);
}

void blendLayers(std::span<const BlendLayer> layers, std::span<const TransformLanes> rest, std::span<TransformLanes> out) noexcept
{
    ARMATURE_DISPATCH(blendLayers)(layers, rest, out);
}

}  // namespace armature
#endif
