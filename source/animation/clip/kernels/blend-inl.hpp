// Vector versions of blend_lane.hpp for the instruction set that is being compiled; included once for each (hwy/foreach_target.h).
#if defined(ARMATURE_ANIMATION_KERNELS_BLEND_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ARMATURE_ANIMATION_KERNELS_BLEND_INL
#undef ARMATURE_ANIMATION_KERNELS_BLEND_INL
#else
#define ARMATURE_ANIMATION_KERNELS_BLEND_INL
#endif

#include <cstddef>

#include <hwy/highway.h>

#include "animation/clip/kernels/blend_lane.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

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

// Returns `value`, negated in those lanes in which the sign bit of `sign` is set.
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
    Lanes unit[4];
    for (std::size_t i = 0; i < 4; ++i) {
        unit[i] = hn::Mul(rotation.part[i], factor);
    }
    if (HWY_UNLIKELY(!hn::AllTrue(d, hasLength))) {
        for (std::size_t i = 0; i < 4; ++i) {
            unit[i] = hn::IfThenElse(hasLength, unit[i], fallback.part[i]);
        }
    }
    for (std::size_t i = 0; i < 4; ++i) {
        hn::Store(unit[i], d, out.component[firstRotation + i] + lane);
    }
}

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
