#include "animation/kernels/blend_kernels.hpp"

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

using reference::blendLanes;

#else

namespace hn = hwy::HWY_NAMESPACE;

using BlendTag = hn::CappedTag<float, laneCount>;
using Lanes = hn::Vec<BlendTag>;

struct RotationLanes {
    Lanes part[4];
};

HWY_INLINE Lanes dot(const RotationLanes& a, const RotationLanes& b)
{
    return hn::Add(hn::Add(hn::Mul(a.part[0], b.part[0]), hn::Mul(a.part[1], b.part[1])),
                   hn::Add(hn::Mul(a.part[2], b.part[2]), hn::Mul(a.part[3], b.part[3])));
}

// `value` with its sign turned where `sign` is negative.
HWY_INLINE Lanes turnedBy(Lanes sign, Lanes value)
{
    return hn::Xor(value, hn::And(sign, hn::SignBit(BlendTag())));
}

HWY_INLINE RotationLanes loadRotation(const TransformLanes& block, std::size_t lane)
{
    const BlendTag d;
    return {{hn::Load(d, block.component[3] + lane), hn::Load(d, block.component[4] + lane), hn::Load(d, block.component[5] + lane),
             hn::Load(d, block.component[6] + lane)}};
}

HWY_INLINE void storeUnit(const RotationLanes& rotation, TransformLanes& out, std::size_t lane)
{
    const BlendTag d;
    const auto one = hn::Set(d, 1.f);
    const auto square = dot(rotation, rotation);
    const auto hasLength = hn::And(hn::Ge(square, hn::Set(d, smallestSquare)), hn::Le(square, hn::Set(d, largestSquare)));
    const auto factor = hn::Div(one, hn::Sqrt(square));
    for (std::size_t i = 0; i < 3; ++i) {
        hn::Store(hn::IfThenElseZero(hasLength, hn::Mul(rotation.part[i], factor)), d, out.component[firstRotation + i] + lane);
    }
    hn::Store(hn::IfThenElse(hasLength, hn::Mul(rotation.part[3], factor), one), d, out.component[firstRotation + 3] + lane);
}

void blendLanes(std::span<const TransformLanes> from, std::span<const TransformLanes> to, float weight, std::span<TransformLanes> out)
{
    const BlendTag d;
    const auto toWeight = hn::Set(d, weight);
    const auto fromWeight = hn::Set(d, 1.f - weight);
    for (std::size_t block = 0; block < out.size(); ++block) {
        for (std::size_t lane = 0; lane < laneCount; lane += hn::Lanes(d)) {
            const RotationLanes a = loadRotation(from[block], lane);
            const RotationLanes b = loadRotation(to[block], lane);
            const auto shortWay = turnedBy(dot(a, b), toWeight);
            RotationLanes rotation;
            for (std::size_t i = 0; i < 4; ++i) {
                rotation.part[i] = hn::Add(hn::Mul(fromWeight, a.part[i]), hn::Mul(shortWay, b.part[i]));
            }
            for (const std::size_t i : straightComponents) {
                const auto start = hn::Load(d, from[block].component[i] + lane);
                const auto end = hn::Load(d, to[block].component[i] + lane);
                hn::Store(hn::Add(hn::Mul(fromWeight, start), hn::Mul(toWeight, end)), d, out[block].component[i] + lane);
            }
            storeUnit(rotation, out[block], lane);
        }
    }
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(blendLanes);

namespace reference {

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
            for (const std::size_t i : straightComponents) {
                out[block].component[i][lane] = fromWeight * from[block].component[i][lane] + weight * to[block].component[i][lane];
            }
            storeUnitLane(rotation, out[block], lane);
        }
    }
}

}  // namespace reference

void blendLanes(std::span<const TransformLanes> from, std::span<const TransformLanes> to, float weight,
                std::span<TransformLanes> out) noexcept
{
    ARMATURE_DISPATCH(blendLanes)(from, to, weight, out);
}

}  // namespace armature
#endif
