#include "animation/clip/kernels/baked_kernels.hpp"

#include <algorithm>
#include <cmath>

#include "math/kernels/simd_dispatch.hpp"
#include "node/transform_lanes.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "animation/clip/kernels/baked_kernels.cpp"
#include <hwy/foreach_target.h>
// Included after foreach_target.h, because this header is compiled once for each instruction set.
#include "math/kernels/affine-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::sampleBaked;
using reference::sampleQuantized;
using reference::storeTransforms;

#else

using BakedLanes = hn::CappedTag<float, laneCount>;
using BakedVector = hn::Vec<BakedLanes>;

static_assert(sizeof(Transform) == sizeof(float) * TransformLanes::componentCount && offsetof(glm::quat, w) == sizeof(float) * 3);

// The two frames of floats between which a clip is sampled. sample() returns the results for a vector of neighbouring lanes; the first
// lane's floats have the index `number` in both frames.
struct FloatFrames {
    const float* HWY_RESTRICT frame;
    const float* HWY_RESTRICT next;
    BakedVector fraction;

    HWY_INLINE BakedVector sample(std::size_t number, std::size_t) const
    {
        const BakedLanes d;
        const auto key = hn::Load(d, frame + number);
        return hn::Add(hn::Mul(hn::Sub(hn::Load(d, next + number), key), fraction), key);
    }
};

// The two frames of 16-bit numbers between which a clip is sampled. sample() returns the results for a vector of neighbouring lanes; the
// first lane's numbers have the index `number` in both frames, and its base and step have the index `track`.
struct QuantizedFrames {
    const std::uint16_t* HWY_RESTRICT frame;
    const std::uint16_t* HWY_RESTRICT next;
    const float* HWY_RESTRICT base;
    const float* HWY_RESTRICT steps;
    BakedVector fraction;

    HWY_INLINE BakedVector sample(std::size_t number, std::size_t track) const
    {
        const BakedLanes d;
        const auto key = load(frame + number);
        const auto between = hn::Add(hn::Mul(hn::Sub(load(next + number), key), fraction), key);
        return hn::Add(hn::Load(d, base + track), hn::Mul(hn::Load(d, steps + track), between));
    }

    static HWY_INLINE BakedVector load(const std::uint16_t* numbers)
    {
        const BakedLanes d;
        const hn::Rebind<std::uint16_t, BakedLanes> d16;
        const hn::Rebind<std::int32_t, BakedLanes> d32;
        return hn::ConvertTo(d, hn::PromoteTo(d32, hn::Load(d16, numbers)));
    }
};

HWY_INLINE void storeUnit(BakedVector x, BakedVector y, BakedVector z, BakedVector w, float* HWY_RESTRICT outRotation)
{
    const BakedLanes d;
    const auto squared = hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Add(hn::Mul(z, z), hn::Mul(w, w)));
    const auto factor = hn::Div(hn::Set(d, 1.f), hn::Sqrt(squared));
    hn::Store(hn::Mul(x, factor), d, outRotation);
    hn::Store(hn::Mul(y, factor), d, outRotation + laneCount);
    hn::Store(hn::Mul(z, factor), d, outRotation + 2 * laneCount);
    hn::Store(hn::Mul(w, factor), d, outRotation + 3 * laneCount);
}

// Samples the rows of all blocks in the order in which frames store them.
template <class Frames>
class BakedSampler {
public:
    HWY_INLINE BakedSampler(const Frames& frames, const float* base) : frames_(frames), base_(base) {}

    HWY_INLINE void sampleBlock(unsigned animated, float* HWY_RESTRICT out)
    {
        sampleRows(animated, 3, out);
        sampleRotations(animated >> 3 & 0xfu, out + 3 * laneCount);
        sampleRows(animated >> 7, 3, out + 7 * laneCount);
    }

private:
    HWY_INLINE void sampleRows(unsigned animated, std::size_t count, float* HWY_RESTRICT out)
    {
        const BakedLanes d;
        for (std::size_t row = 0; row < count; ++row, track_ += laneCount, out += laneCount) {
            if ((animated >> row & 1u) != 0) {
                for (std::size_t lane = 0; lane < laneCount; lane += hn::Lanes(d)) {
                    hn::Store(frames_.sample(number_ + lane, track_ + lane), d, out + lane);
                }
                number_ += laneCount;
            } else {
                for (std::size_t lane = 0; lane < laneCount; lane += hn::Lanes(d)) {
                    hn::Store(hn::Load(d, base_ + track_ + lane), d, out + lane);
                }
            }
        }
    }

    HWY_INLINE void sampleRotations(unsigned animated, float* HWY_RESTRICT out)
    {
        const BakedLanes d;
        constexpr unsigned all = 0xf;
        if (animated != all) {
            sampleRows(animated, 4, out);
            for (std::size_t lane = 0; lane < laneCount && animated != 0; lane += hn::Lanes(d)) {
                const auto part = [&](std::size_t i) HWY_ATTR { return hn::Load(d, out + i * laneCount + lane); };
                storeUnit(part(0), part(1), part(2), part(3), out + lane);
            }
            return;
        }
        for (std::size_t lane = 0; lane < laneCount; lane += hn::Lanes(d)) {
            const auto part = [&](std::size_t i)
                                  HWY_ATTR { return frames_.sample(number_ + i * laneCount + lane, track_ + i * laneCount + lane); };
            storeUnit(part(0), part(1), part(2), part(3), out + lane);
        }
        number_ += 4 * laneCount;
        track_ += 4 * laneCount;
    }

    const Frames frames_;
    const float* HWY_RESTRICT base_;
    std::size_t number_ = 0;
    std::size_t track_ = 0;
};

template <class Frames>
HWY_INLINE void sampleBlocks(const Frames& frames, const BakedRows& rows, TransformLanes* out)
{
    BakedSampler<Frames> sampler(frames, rows.base);
    for (const unsigned animated : rows.animated) {
        sampler.sampleBlock(animated, &out->component[0][0]);
        ++out;
    }
}

void sampleBaked(const BakedRows& rows, const float* frame, const float* next, float fraction, TransformLanes* out)
{
    sampleBlocks(FloatFrames{frame, next, hn::Set(BakedLanes(), fraction)}, rows, out);
}

void sampleQuantized(const BakedRows& rows, const std::uint16_t* frame, const std::uint16_t* next, float fraction, TransformLanes* out)
{
    sampleBlocks(QuantizedFrames{frame, next, rows.base, rows.steps, hn::Set(BakedLanes(), fraction)}, rows, out);
}

void storeTransforms(const TransformLanes& block, std::span<Transform, laneCount> outBones)
{
    // Eight lanes at most, as in pose_kernels.cpp. Each bone is written as three rows of four numbers; the last row overlaps the second.
    const hn::CappedTag<float, 8> d;
    for (std::size_t first = 0; first < laneCount; first += hn::Lanes(d)) {
        float* const out = &outBones[first].translation.x;
        const auto part = [&](std::size_t component) HWY_ATTR { return hn::Load(d, block.component[component] + first); };
        for (const std::size_t component : {0u, 4u, 6u}) {
            forEachRow(d, part(component), part(component + 1), part(component + 2), part(component + 3),
                       [&](std::size_t lane, auto values)
                           HWY_ATTR { hn::StoreU(values, Row(), out + lane * TransformLanes::componentCount + component); });
        }
    }
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(sampleBaked);
HWY_EXPORT(sampleQuantized);
HWY_EXPORT(storeTransforms);

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

// Samples all blocks. sample(number, track) returns the result for one lane of an animated row: `number` is its index in a frame, `track`
// its index in base and steps. Other rows are copied from base.
template <class Sample>
void sampleBlocks(const BakedRows& rows, TransformLanes* out, const Sample& sample)
{
    std::size_t number = 0;
    std::size_t track = 0;
    for (const unsigned animated : rows.animated) {
        for (std::size_t component = 0; component < TransformLanes::componentCount; ++component, track += laneCount) {
            float* const row = out->component[component];
            if ((animated >> component & 1u) == 0) {
                std::copy_n(rows.base + track, laneCount, row);
                continue;
            }
            for (std::size_t lane = 0; lane < laneCount; ++lane) {
                row[lane] = sample(number + lane, track + lane);
            }
            number += laneCount;
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
    sampleBlocks(rows, out, [&](std::size_t i, std::size_t) { return between(frame[i], next[i], fraction); });
}

void sampleQuantized(const BakedRows& rows, const std::uint16_t* frame, const std::uint16_t* next, float fraction, TransformLanes* out)
{
    sampleBlocks(rows, out, [&](std::size_t i, std::size_t track) {
        const float number = between(static_cast<float>(frame[i]), static_cast<float>(next[i]), fraction);
        return rows.base[track] + rows.steps[track] * number;
    });
}

void storeTransforms(const TransformLanes& block, std::span<Transform, laneCount> outBones)
{
    for (std::size_t lane = 0; lane < laneCount; ++lane) {
        outBones[lane] = loadLane(block, lane);
    }
}

}  // namespace reference

void sampleBaked(const BakedRows& rows, const float* frame, const float* next, float fraction, TransformLanes* out) noexcept
{
    ARMATURE_DISPATCH(sampleBaked)(rows, frame, next, fraction, out);
}

void sampleQuantized(const BakedRows& rows, const std::uint16_t* frame, const std::uint16_t* next, float fraction,
                     TransformLanes* out) noexcept
{
    ARMATURE_DISPATCH(sampleQuantized)(rows, frame, next, fraction, out);
}

void storeTransforms(const TransformLanes& block, std::span<Transform, laneCount> outBones) noexcept
{
    ARMATURE_DISPATCH(storeTransforms)(block, outBones);
}

}  // namespace armature
#endif
