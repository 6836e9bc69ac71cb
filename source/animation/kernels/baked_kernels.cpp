#include "animation/kernels/baked_kernels.hpp"

#include <cmath>

#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "animation/kernels/baked_kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h: compiled once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::sampleBaked;
using reference::sampleQuantised;

#else

namespace hn = hwy::HWY_NAMESPACE;

using BakedLanes = hn::CappedTag<float, laneCount>;
using BakedVector = hn::Vec<BakedLanes>;

HWY_INLINE BakedVector between(BakedVector key, BakedVector next, BakedVector fraction)
{
    return hn::Add(hn::Mul(hn::Sub(next, key), fraction), key);
}

// One vector of lanes of a block. `moving(row)` samples the row-th of the rows that move.
template <class Moving>
HWY_INLINE void sampleLanes(unsigned animated, const float* HWY_RESTRICT base, float* HWY_RESTRICT out, const Moving& moving)
{
    const BakedLanes d;
    std::size_t row = 0;
    const auto sampled = [&](std::size_t component) HWY_ATTR {
        const bool moves = (animated >> component & 1u) != 0;
        return moves ? moving(row++, component) : hn::Load(d, base + component * laneCount);
    };
    for (std::size_t component = 0; component < 3; ++component) {
        hn::Store(sampled(component), d, out + component * laneCount);
    }
    constexpr unsigned rotationComponents = 0x78;
    auto x = sampled(3);
    auto y = sampled(4);
    auto z = sampled(5);
    auto w = sampled(6);
    if ((animated & rotationComponents) != 0) {
        const auto squared = hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Add(hn::Mul(z, z), hn::Mul(w, w)));
        const auto factor = hn::Div(hn::Set(d, 1.f), hn::Sqrt(squared));
        x = hn::Mul(x, factor);
        y = hn::Mul(y, factor);
        z = hn::Mul(z, factor);
        w = hn::Mul(w, factor);
    }
    hn::Store(x, d, out + 3 * laneCount);
    hn::Store(y, d, out + 4 * laneCount);
    hn::Store(z, d, out + 5 * laneCount);
    hn::Store(w, d, out + 6 * laneCount);
    for (std::size_t component = 7; component < 10; ++component) {
        hn::Store(sampled(component), d, out + component * laneCount);
    }
}

void sampleBaked(const BakedRows& rows, const float* frame, const float* next, float fraction, TransformLanes* out)
{
    const BakedLanes d;
    const auto t = hn::Set(d, fraction);
    const float* base = rows.base;
    for (const unsigned animated : rows.animated) {
        for (std::size_t lane = 0; lane < laneCount; lane += hn::Lanes(d)) {
            sampleLanes(animated, base + lane, &out->component[0][lane], [&](std::size_t row, std::size_t) HWY_ATTR {
                const std::size_t i = row * laneCount + lane;
                return between(hn::Load(d, frame + i), hn::Load(d, next + i), t);
            });
        }
        const auto size = static_cast<std::size_t>(__builtin_popcount(animated)) * laneCount;
        frame += size;
        next += size;
        base += TransformLanes::componentCount * laneCount;
        ++out;
    }
}

void sampleQuantised(const BakedRows& rows, const std::uint16_t* frame, const std::uint16_t* next, float fraction, TransformLanes* out)
{
    const BakedLanes d;
    const hn::Rebind<std::uint16_t, BakedLanes> d16;
    const hn::Rebind<std::int32_t, BakedLanes> d32;
    const auto load = [&](const std::uint16_t* numbers) HWY_ATTR { return hn::ConvertTo(d, hn::PromoteTo(d32, hn::Load(d16, numbers))); };
    const auto t = hn::Set(d, fraction);
    const float* base = rows.base;
    const float* steps = rows.steps;
    for (const unsigned animated : rows.animated) {
        for (std::size_t lane = 0; lane < laneCount; lane += hn::Lanes(d)) {
            sampleLanes(animated, base + lane, &out->component[0][lane], [&](std::size_t row, std::size_t component) HWY_ATTR {
                const std::size_t i = row * laneCount + lane;
                const std::size_t track = component * laneCount + lane;
                const auto number = between(load(frame + i), load(next + i), t);
                return hn::Add(hn::Load(d, base + track), hn::Mul(hn::Load(d, steps + track), number));
            });
        }
        const auto size = static_cast<std::size_t>(__builtin_popcount(animated)) * laneCount;
        frame += size;
        next += size;
        base += TransformLanes::componentCount * laneCount;
        steps += TransformLanes::componentCount * laneCount;
        ++out;
    }
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(sampleBaked);
HWY_EXPORT(sampleQuantised);

namespace reference {

namespace {

float between(float key, float next, float fraction) noexcept
{
    return (next - key) * fraction + key;
}

void makeUnit(TransformLanes& block, std::size_t lane) noexcept
{
    float& x = block.component[3][lane];
    float& y = block.component[4][lane];
    float& z = block.component[5][lane];
    float& w = block.component[6][lane];
    const float factor = 1.f / std::sqrt((x * x + y * y) + (z * z + w * w));
    x *= factor;
    y *= factor;
    z *= factor;
    w *= factor;
}

// `moving(number, track)`: the value of the number-th number of a frame.
template <class Moving>
void sampleRows(const BakedRows& rows, TransformLanes* out, const Moving& moving)
{
    std::size_t number = 0;
    std::size_t track = 0;
    for (const unsigned animated : rows.animated) {
        for (std::size_t component = 0; component < TransformLanes::componentCount; ++component) {
            const bool moves = (animated >> component & 1u) != 0;
            for (std::size_t lane = 0; lane < laneCount; ++lane, ++track) {
                out->component[component][lane] = moves ? moving(number++, track) : rows.base[track];
            }
        }
        for (std::size_t lane = 0; lane < laneCount && (animated & 0x78u) != 0; ++lane) {
            makeUnit(*out, lane);
        }
        ++out;
    }
}

}  // namespace

void sampleBaked(const BakedRows& rows, const float* frame, const float* next, float fraction, TransformLanes* out)
{
    sampleRows(rows, out, [&](std::size_t i, std::size_t) { return between(frame[i], next[i], fraction); });
}

void sampleQuantised(const BakedRows& rows, const std::uint16_t* frame, const std::uint16_t* next, float fraction, TransformLanes* out)
{
    sampleRows(rows, out, [&](std::size_t i, std::size_t track) {
        const float number = between(static_cast<float>(frame[i]), static_cast<float>(next[i]), fraction);
        return rows.base[track] + rows.steps[track] * number;
    });
}

}  // namespace reference

void sampleBaked(const BakedRows& rows, const float* frame, const float* next, float fraction, TransformLanes* out) noexcept
{
    ARMATURE_DISPATCH(sampleBaked)(rows, frame, next, fraction, out);
}

void sampleQuantised(const BakedRows& rows, const std::uint16_t* frame, const std::uint16_t* next, float fraction,
                     TransformLanes* out) noexcept
{
    ARMATURE_DISPATCH(sampleQuantised)(rows, frame, next, fraction, out);
}

}  // namespace armature
#endif
