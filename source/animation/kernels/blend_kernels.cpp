#include "animation/kernels/blend_kernels.hpp"

#include <algorithm>

#include "animation/kernels/blend_inline.hpp"
#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "animation/kernels/blend_kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h: compiled once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::addLayer;
using reference::blendLanes;
using reference::blendLayers;

#else

namespace hn = hwy::HWY_NAMESPACE;

using BlendTag = hn::CappedTag<float, laneCount>;
using Lanes = hn::Vec<BlendTag>;

struct VectorLanes {
    Lanes part[3];
};

struct RotationLanes {
    Lanes part[4];
};

HWY_INLINE VectorLanes loadVector(const TransformLanes& block, std::size_t first, std::size_t lane)
{
    const BlendTag d;
    return {{hn::Load(d, block.component[first] + lane), hn::Load(d, block.component[first + 1] + lane),
             hn::Load(d, block.component[first + 2] + lane)}};
}

HWY_INLINE void storeVector(const VectorLanes& vector, TransformLanes& out, std::size_t first, std::size_t lane)
{
    for (std::size_t i = 0; i < 3; ++i) {
        hn::Store(vector.part[i], BlendTag(), out.component[first + i] + lane);
    }
}

HWY_INLINE RotationLanes loadRotation(const TransformLanes& block, std::size_t lane)
{
    const BlendTag d;
    return {{hn::Load(d, block.component[3] + lane), hn::Load(d, block.component[4] + lane), hn::Load(d, block.component[5] + lane),
             hn::Load(d, block.component[6] + lane)}};
}

HWY_INLINE Lanes dot(const RotationLanes& a, const RotationLanes& b)
{
    return hn::Add(hn::Add(hn::Mul(a.part[0], b.part[0]), hn::Mul(a.part[1], b.part[1])),
                   hn::Add(hn::Mul(a.part[2], b.part[2]), hn::Mul(a.part[3], b.part[3])));
}

// `value` with its sign turned where `sign` is negative.
HWY_INLINE Lanes turned(Lanes sign, Lanes value)
{
    return hn::Xor(value, hn::And(sign, hn::SignBit(BlendTag())));
}

HWY_INLINE RotationLanes multiply(const RotationLanes& left, const RotationLanes& right)
{
    const Lanes* a = left.part;
    const Lanes* b = right.part;
    const auto product = [&](std::size_t i, std::size_t j, std::size_t k) HWY_ATTR {
        return hn::Add(hn::Add(hn::Mul(a[3], b[i]), hn::Mul(a[i], b[3])), hn::Sub(hn::Mul(a[j], b[k]), hn::Mul(a[k], b[j])));
    };
    return {{product(0, 1, 2), product(1, 2, 0), product(2, 0, 1),
             hn::Sub(hn::Sub(hn::Mul(a[3], b[3]), hn::Mul(a[0], b[0])), hn::Add(hn::Mul(a[1], b[1]), hn::Mul(a[2], b[2])))}};
}

HWY_INLINE RotationLanes identityRotation()
{
    const BlendTag d;
    return {{hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Set(d, 1.f)}};
}

HWY_INLINE void storeUnit(const RotationLanes& rotation, const RotationLanes& fallback, TransformLanes& out, std::size_t lane)
{
    const BlendTag d;
    const auto square = dot(rotation, rotation);
    const auto hasLength = hn::And(hn::Ge(square, hn::Set(d, smallestSquare)), hn::Le(square, hn::Set(d, largestSquare)));
    const auto factor = hn::Div(hn::Set(d, 1.f), hn::Sqrt(square));
    for (std::size_t i = 0; i < 4; ++i) {
        hn::Store(hn::IfThenElse(hasLength, hn::Mul(rotation.part[i], factor), fallback.part[i]), d,
                  out.component[firstRotation + i] + lane);
    }
}

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

// Weights of a layer at some lanes.
HWY_INLINE VectorLanes weightsAt(const BlendLayer& layer, std::size_t block, std::size_t lane)
{
    const BlendTag d;
    const auto weight = hn::Set(d, layer.weight);
    if (layer.laneWeights.empty()) {
        return {{weight, weight, weight}};
    }
    const auto& part = layer.laneWeights[block].part;
    return {{hn::Mul(weight, hn::Load(d, part[0] + lane)), hn::Mul(weight, hn::Load(d, part[1] + lane)),
             hn::Mul(weight, hn::Load(d, part[2] + lane))}};
}

// Sums over layers at some lanes.
struct BlendSums {
    VectorLanes translation;
    RotationLanes rotation;
    VectorLanes scale;
    VectorLanes weight;

    HWY_INLINE BlendSums()
    {
        const auto zero = hn::Zero(BlendTag());
        translation = scale = weight = {{zero, zero, zero}};
        rotation = {{zero, zero, zero, zero}};
    }

    HWY_INLINE void add(const TransformLanes& pose, const VectorLanes& weights, const RotationLanes& restRotation, std::size_t lane)
    {
        const VectorLanes poseTranslation = loadVector(pose, firstTranslation, lane);
        const RotationLanes poseRotation = loadRotation(pose, lane);
        const VectorLanes poseScale = loadVector(pose, firstScale, lane);
        const auto rotationWeight = turned(dot(poseRotation, restRotation), weights.part[1]);
        for (std::size_t i = 0; i < 3; ++i) {
            translation.part[i] = hn::Add(translation.part[i], hn::Mul(weights.part[0], poseTranslation.part[i]));
            scale.part[i] = hn::Add(scale.part[i], hn::Mul(weights.part[2], poseScale.part[i]));
            weight.part[i] = hn::Add(weight.part[i], weights.part[i]);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            rotation.part[i] = hn::Add(rotation.part[i], hn::Mul(rotationWeight, poseRotation.part[i]));
        }
    }

    // (sum + remaining * rest) / total
    HWY_INLINE void storeMean(const VectorLanes& sum, Lanes weightSum, const TransformLanes& rest, std::size_t first, TransformLanes& out,
                              std::size_t lane) const
    {
        const BlendTag d;
        const auto one = hn::Set(d, 1.f);
        const auto remaining = hn::Max(hn::Sub(one, weightSum), hn::Zero(d));
        const auto factor = hn::Div(one, hn::Max(weightSum, one));
        const VectorLanes r = loadVector(rest, first, lane);
        VectorLanes mean;
        for (std::size_t i = 0; i < 3; ++i) {
            mean.part[i] = hn::Mul(hn::Add(sum.part[i], hn::Mul(remaining, r.part[i])), factor);
        }
        storeVector(mean, out, first, lane);
    }

    HWY_INLINE void store(const TransformLanes& rest, const RotationLanes& restRotation, TransformLanes& out, std::size_t lane) const
    {
        const BlendTag d;
        storeMean(translation, weight.part[0], rest, firstTranslation, out, lane);
        storeMean(scale, weight.part[2], rest, firstScale, out, lane);
        const auto remaining = hn::Max(hn::Sub(hn::Set(d, 1.f), weight.part[1]), hn::Zero(d));
        RotationLanes mean;
        for (std::size_t i = 0; i < 4; ++i) {
            mean.part[i] = hn::Add(rotation.part[i], hn::Mul(remaining, restRotation.part[i]));
        }
        storeUnit(mean, restRotation, out, lane);
    }
};

void blendLayers(std::span<const BlendLayer> layers, std::span<const TransformLanes> rest, std::span<TransformLanes> out)
{
    const BlendTag d;
    for (std::size_t block = 0; block < out.size(); ++block) {
        for (std::size_t lane = 0; lane < laneCount; lane += hn::Lanes(d)) {
            const RotationLanes restRotation = loadRotation(rest[block], lane);
            BlendSums sums;
            for (const BlendLayer& layer : layers) {
                sums.add(layer.pose[block], weightsAt(layer, block, lane), restRotation, lane);
            }
            sums.store(rest[block], restRotation, out[block], lane);
        }
    }
}

void addLayer(const BlendLayer& difference, std::span<TransformLanes> pose)
{
    const BlendTag d;
    const auto one = hn::Set(d, 1.f);
    for (std::size_t block = 0; block < pose.size(); ++block) {
        for (std::size_t lane = 0; lane < laneCount; lane += hn::Lanes(d)) {
            const VectorLanes weights = weightsAt(difference, block, lane);
            VectorLanes translation = loadVector(pose[block], firstTranslation, lane);
            VectorLanes scale = loadVector(pose[block], firstScale, lane);
            const VectorLanes shift = loadVector(difference.pose[block], firstTranslation, lane);
            const VectorLanes growth = loadVector(difference.pose[block], firstScale, lane);
            for (std::size_t i = 0; i < 3; ++i) {
                translation.part[i] = hn::Add(translation.part[i], hn::Mul(weights.part[0], shift.part[i]));
                scale.part[i] = hn::Mul(scale.part[i], hn::Add(hn::Sub(one, weights.part[2]), hn::Mul(weights.part[2], growth.part[i])));
            }
            RotationLanes turn = loadRotation(difference.pose[block], lane);
            const auto shortWay = turned(turn.part[3], weights.part[1]);
            for (std::size_t i = 0; i < 4; ++i) {
                turn.part[i] = hn::Mul(shortWay, turn.part[i]);
            }
            turn.part[3] = hn::Add(hn::Sub(one, weights.part[1]), turn.part[3]);
            const RotationLanes rotation = loadRotation(pose[block], lane);
            storeVector(translation, pose[block], firstTranslation, lane);
            storeVector(scale, pose[block], firstScale, lane);
            storeUnit(multiply(rotation, turn), rotation, pose[block], lane);
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
    float sum = 0.f;
    float weightSum = 0.f;
    for (const BlendLayer& layer : layers) {
        const float weight = weightAt(layer, part, block, lane);
        sum = sum + weight * layer.pose[block].component[component][lane];
        weightSum = weightSum + weight;
    }
    const float remaining = std::max(1.f - weightSum, 0.f);
    const float factor = 1.f / std::max(weightSum, 1.f);
    return (sum + remaining * rest.component[component][lane]) * factor;
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
        const float turned = turnedInline(dotInline(rotation, restRotation), weight);
        for (std::size_t i = 0; i < 4; ++i) {
            sum[i] = sum[i] + turned * rotation[i];
        }
        weightSum = weightSum + weight;
    }
    const float remaining = std::max(1.f - weightSum, 0.f);
    for (std::size_t i = 0; i < 4; ++i) {
        sum[i] = sum[i] + remaining * restRotation[i];
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
            TransformLanes mean;  // `out` may be a layer
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
