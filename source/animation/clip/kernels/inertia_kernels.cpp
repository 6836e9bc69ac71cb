#include "animation/clip/kernels/inertia_kernels.hpp"

#include <algorithm>

#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "animation/clip/kernels/inertia_kernels.cpp"
#include <hwy/foreach_target.h>
// Included after foreach_target.h, because this header is compiled once for each instruction set.
#include "animation/clip/kernels/blend-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

HWY_INLINE VectorLanes loadRows(const float* rows)
{
    const BlendTag d;
    return {{hn::LoadU(d, rows), hn::LoadU(d, rows + laneCount), hn::LoadU(d, rows + 2 * laneCount)}};
}

// Returns, for a vector of lanes, the fraction of the difference that remains. `rows`: the first of these lanes in the first of the
// channel's four rows.
HWY_INLINE Lanes partLeft(const float* rows, const FadeTime& time)
{
    const BlendTag d;
    const auto rate = hn::LoadU(d, rows + 3 * laneCount);
    const auto seconds = hn::Set(d, time.seconds);
    const auto one = hn::Set(d, 1.f);
    if (time.seconds < 0.f) {
        return hn::Sub(one, hn::Mul(rate, seconds));
    }
    const auto perEnd = hn::Max(hn::Set(d, time.perDuration), hn::Mul(rate, hn::Set(d, 0.2f)));
    const auto t = hn::Min(hn::Mul(seconds, perEnd), one);
    const auto v = hn::Div(rate, perEnd);
    const auto first = hn::Sub(hn::Set(d, 3.f), v);
    const auto kept = hn::Max(hn::Sub(hn::Mul(hn::Set(d, 4.f), v), hn::Set(d, 10.f)), hn::Zero(d));
    const auto second = hn::Add(hn::Sub(hn::Set(d, 6.f), hn::Mul(hn::Set(d, 3.f), v)), kept);
    const auto rest = hn::Sub(one, t);
    return hn::Mul(hn::Mul(hn::Mul(rest, rest), rest), hn::Add(one, hn::Mul(t, hn::Add(first, hn::Mul(second, t)))));
}

HWY_INLINE void addVector(const float* rows, const FadeTime& time, std::size_t first, std::size_t lane, TransformLanes& pose)
{
    const auto part = partLeft(rows + lane, time);
    const VectorLanes whole = loadRows(rows + lane);
    VectorLanes sum = loadVector(pose, first, lane);
    for (std::size_t i = 0; i < 3; ++i) {
        sum.part[i] = hn::Add(sum.part[i], hn::Mul(part, whole.part[i]));
    }
    storeVector(sum, pose, first, lane);
}

// Returns the power series 1 + x c0 (1 + x c1 (1 + ...)), where c0, c1, ... are the factors.
template <std::size_t size>
HWY_INLINE Lanes seriesOf(const float (&factors)[size], Lanes x)
{
    const BlendTag d;
    const auto one = hn::Set(d, 1.f);
    auto sum = one;
    for (std::size_t i = size; i-- > 0;) {
        sum = hn::Add(one, hn::Mul(hn::Mul(x, hn::Set(d, factors[i])), sum));
    }
    return sum;
}

HWY_INLINE void addTurn(const float* rows, const FadeTime& time, std::size_t lane, TransformLanes& pose)
{
    // With these factors, seriesOf() computes cos(a) and sin(a)/a from a^2, exact to a float's last bits for a in [-pi, pi]. Half angles
    // are limited to this range.
    static constexpr float cosine[] = {-1.f / 2,   -1.f / 12,  -1.f / 30,  -1.f / 56,  -1.f / 90,
                                       -1.f / 132, -1.f / 182, -1.f / 240, -1.f / 306, -1.f / 380};
    static constexpr float sine[] = {-1.f / 6,   -1.f / 20,  -1.f / 42,  -1.f / 72,  -1.f / 110,
                                     -1.f / 156, -1.f / 210, -1.f / 272, -1.f / 342, -1.f / 420};
    constexpr float furthest = 9.8696044f;  // limit on the square of a half angle: pi^2
    const BlendTag d;
    const auto part = partLeft(rows + lane, time);
    const VectorLanes whole = loadRows(rows + lane);
    const Lanes* const h = whole.part;
    const auto wholeSquared = hn::Add(hn::Add(hn::Mul(h[0], h[0]), hn::Mul(h[1], h[1])), hn::Mul(h[2], h[2]));
    const auto square = hn::Min(hn::Mul(wholeSquared, hn::Mul(part, part)), hn::Set(d, furthest));
    const auto isTurned = hn::Gt(square, hn::Zero(d));
    const auto factor = hn::IfThenElseZero(isTurned, hn::Mul(part, seriesOf(sine, square)));
    const RotationLanes turn{
        {hn::Mul(factor, h[0]), hn::Mul(factor, h[1]), hn::Mul(factor, h[2]), hn::IfThenElseZero(isTurned, seriesOf(cosine, square))}};
    const RotationLanes rotation = loadRotation(pose, lane);
    storeUnit(multiply(turn, rotation), rotation, pose, lane);  // without a turn, the product is 0 and the rotation stays
}

void addFading(const float* offsets, const FadeTime& time, std::span<TransformLanes> pose)
{
    for (TransformLanes& block : pose) {
        for (std::size_t lane = 0; lane < laneCount; lane += hn::Lanes(BlendTag())) {
            addVector(offsets + InertiaRows::translation * laneCount, time, firstTranslation, lane, block);
            addTurn(offsets + InertiaRows::halfTurn * laneCount, time, lane, block);
            addVector(offsets + InertiaRows::scale * laneCount, time, firstScale, lane, block);
        }
        offsets += InertiaRows::numbers;
    }
}

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(addFading);

void addFading(const float* offsets, const FadeTime& time, std::span<TransformLanes> pose) noexcept
{
    ARMATURE_DISPATCH(addFading)(offsets, time, pose);
}

}  // namespace armature
#endif
