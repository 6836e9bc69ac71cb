#include "animation/kernels/lane_kernels.hpp"

#include <cmath>
#include <limits>

#include "animation/kernels/interpolation.hpp"
#include "animation/kernels/sample_in_double.hpp"
#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "animation/kernels/lane_kernels.cpp"
#include <hwy/foreach_target.h>
// After foreach_target.h: compiled once for each instruction set.
#include "animation/kernels/lane-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::sampleBlocks;

#else

// One lane's position, for what float cannot do.
KeyPosition positionOf(const LaneCursors& cursors, std::size_t lane, double seconds)
{
    const double start = static_cast<double>(cursors.start[lane]);
    const double interval = static_cast<double>(cursors.end[lane]) - start;
    const double fraction = (seconds - start) / interval;
    const bool isKey = !(std::abs(static_cast<float>(fraction)) > 0.f);
    return {cursors.key[lane], isKey ? 0. : fraction, interval};
}

// --- kinds of blocks ------------------------------------------------------------------------------------------------

// A vector of lanes of a block.
struct Part {
    const float* lanes[vectorLanes];  // each one's key
    const LaneCursors& cursors;
    std::size_t first;  // of the block's lanes
    double seconds;
    float* out;

    void put(std::size_t lane, std::size_t component, float number) const { out[component * blockLanes + lane] = number; }
};

template <bool isRotation>
HWY_INLINE void store(const Part& part, const Rotations<Vector>& rows)
{
    const Lanes d;
    hn::StoreU(rows.x, d, part.out);
    hn::StoreU(rows.y, d, part.out + blockLanes);
    hn::StoreU(rows.z, d, part.out + 2 * blockLanes);
    if constexpr (isRotation) {
        hn::StoreU(rows.w, d, part.out + 3 * blockLanes);
    }
}

HWY_INLINE hn::Mask<Lanes> hasNotFinite(const Rotations<Vector>& rows)
{
    const Lanes d;
    return hn::Or(isNotFinite(d, rows.x), hn::Or(isNotFinite(d, rows.y), isNotFinite(d, rows.z)));
}

HWY_INLINE void linear(const Part& part)
{
    const Lanes d;
    const Positions positions = positionsOf(part.cursors, part.first, part.seconds);
    const auto mix = [&](auto from, auto to) HWY_ATTR {
        return hn::IfThenElse(positions.isKey, from, hn::Add(hn::Mul(hn::Sub(to, from), positions.narrowed), from));
    };
    const auto rows = eachRow(mix, loadKeys(part.lanes, 0), loadKeys(part.lanes, 3));
    store<false>(part, rows);
    forEachMarked(d, hasNotFinite(rows), 0, [&](std::size_t lane) {
        const KeyPosition position = positionOf(part.cursors, part.first + lane, part.seconds);
        const float* const key = part.lanes[lane];
        for (std::size_t c = 0; c < 3; ++c) {
            if (!std::isfinite(part.out[c * blockLanes + lane])) {
                part.put(lane, c, linearInDouble(key[c], key[3 + c], position.fraction));
            }
        }
    });
}

HWY_INLINE void slerp(const Part& part)
{
    const Lanes d;
    const Positions positions = positionsOf(part.cursors, part.first, part.seconds);
    const auto key = loadKeys(part.lanes, 0);
    const auto mixed = slerpLanes(d, key, loadKeys(part.lanes, 4), seriesOf(positions));
    store<true>(part, eachRow([&](auto from, auto way) HWY_ATTR { return hn::IfThenElse(positions.isKey, from, way); }, key, mixed));
}

// The value of each lane's curve.
HWY_INLINE Rotations<Vector> hermiteRows(const Part& part, const Positions& positions, std::size_t components)
{
    const WeightLanes weights = weightsOf(positions);
    const auto curve = [&](auto value, auto outTangent, auto nextInTangent, auto nextValue) HWY_ATTR {
        const auto sum = hn::Add(hn::Add(hn::Mul(value, weights.value), hn::Mul(outTangent, weights.outTangent)),
                                 hn::Add(hn::Mul(nextValue, weights.nextValue), hn::Mul(nextInTangent, weights.nextInTangent)));
        return hn::IfThenElse(positions.isKey, value, sum);
    };
    return eachRow(curve, loadKeys(part.lanes, components), loadKeys(part.lanes, 2 * components), loadKeys(part.lanes, 3 * components),
                   loadKeys(part.lanes, 4 * components));
}

HermiteKeys hermiteKeys(const float* key, std::size_t components)
{
    const auto row = [&](std::size_t part) { return std::span(key + part * components, components); };
    return {row(1), row(2), row(3), row(4)};
}

HWY_INLINE void hermite(const Part& part)
{
    const Lanes d;
    const auto rows = hermiteRows(part, positionsOf(part.cursors, part.first, part.seconds), 3);
    store<false>(part, rows);
    forEachMarked(d, hasNotFinite(rows), 0, [&](std::size_t lane) {
        const KeyPosition position = positionOf(part.cursors, part.first + lane, part.seconds);
        for (std::size_t c = 0; c < 3; ++c) {
            if (!std::isfinite(part.out[c * blockLanes + lane])) {
                part.put(lane, c, hermiteInDouble(hermiteKeys(part.lanes[lane], 3), position, c));
            }
        }
    });
}

HWY_INLINE void hermiteRotation(const Part& part)
{
    const Lanes d;
    auto rows = hermiteRows(part, positionsOf(part.cursors, part.first, part.seconds), 4);
    const auto bad = makeUnit(d, rows);
    store<true>(part, rows);
    forEachMarked(d, bad, 0, [&](std::size_t lane) {
        const KeyPosition position = positionOf(part.cursors, part.first + lane, part.seconds);
        const HermiteKeys keys = hermiteKeys(part.lanes[lane], 4);
        float rotation[4];
        if (position.fraction == 0.) {
            unitInDouble(keys.value, 0, rotation);
        } else {
            hermiteRotationInDouble(keys, position, 0, rotation);
        }
        for (std::size_t c = 0; c < 4; ++c) {
            part.put(lane, c, rotation[c]);
        }
    });
}

// --- cursors --------------------------------------------------------------------------------------------------------

// How many of `times` are not after `floor`.
std::size_t countUpTo(std::span<const float> times, float floor)
{
    const float* first = times.data();
    std::size_t length = times.size();
    while (length > 1) {
        const std::size_t half = length / 2;
        first += first[half - 1] <= floor ? half : 0;
        length -= half;
    }
    return static_cast<std::size_t>(first - times.data()) + (*first <= floor ? 1 : 0);
}

// Moves a lane's cursor to the keys around `floor`.
void seek(std::span<const float> times, float floor, LaneCursors& cursors, std::size_t lane)
{
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const std::size_t key = cursors.key[lane];
    const std::size_t last = times.size() - 1;
    const auto holds = [&](std::size_t candidate) {
        return times[candidate] <= floor && (candidate == last || floor < times[candidate + 1]);
    };
    std::size_t count = 0;  // of keys that are not after the time
    if (key < last && holds(key + 1)) {
        count = key + 2;
    } else if (key > 0 && key <= last && holds(key - 1)) {
        count = key;
    } else {
        count = countUpTo(times, floor);
    }
    cursors.key[lane] = static_cast<std::uint32_t>(count > 0 ? count - 1 : 0);
    cursors.start[lane] = count > 0 ? times[count - 1] : -infinity;
    cursors.end[lane] = count <= last ? times[count] : infinity;
}

void moveCursors(const ClipNumbers& numbers, const ClipBlock& block, float floor, LaneCursors& cursors)
{
    const Lanes d;
    const auto time = hn::Set(d, floor);
    for (std::size_t first = 0; first < block.laneCount; first += vectorLanes) {
        const auto isThere = hn::And(hn::Le(hn::Load(d, cursors.start + first), time), hn::Lt(time, hn::Load(d, cursors.end + first)));
        forEachMarked(d, hn::Not(isThere), first,
                      [&](std::size_t lane) { seek(numbers.timesOf(block.timeTrack[lane]), floor, cursors, lane); });
    }
}

// --- blocks ---------------------------------------------------------------------------------------------------------

template <class Sample>
HWY_INLINE void forEachPart(const ClipNumbers& numbers, const ClipBlock& block, double seconds, const LaneCursors& cursors, float* out,
                            std::size_t keyStride, const Sample& sample)
{
    for (std::size_t first = 0; first < block.laneCount; first += vectorLanes) {
        Part part{{}, cursors, first, seconds, out + first};
        for (std::size_t lane = 0; lane < vectorLanes; ++lane) {
            part.lanes[lane] = numbers.values.data() + block.firstValue[first + lane] + cursors.key[first + lane] * keyStride;
        }
        sample(part);
    }
}

void sampleBlock(const ClipNumbers& numbers, const ClipBlock& block, double seconds, const LaneCursors& cursors, float* out)
{
    const std::size_t keyStride = block.components() * block.valuesPerKey();
    const auto sample = [&](const auto& kind) HWY_ATTR { forEachPart(numbers, block, seconds, cursors, out, keyStride, kind); };
    switch (block.interpolation) {
    case Interpolation::Step:
        block.isRotation ? sample([](const Part& part) HWY_ATTR { store<true>(part, loadKeys(part.lanes, 0)); })
                         : sample([](const Part& part) HWY_ATTR { store<false>(part, loadKeys(part.lanes, 0)); });
        break;
    case Interpolation::Linear:
        block.isRotation ? sample([](const Part& part) HWY_ATTR { slerp(part); }) : sample([](const Part& part) HWY_ATTR { linear(part); });
        break;
    case Interpolation::CubicSpline:
        block.isRotation ? sample([](const Part& part) HWY_ATTR { hermiteRotation(part); })
                         : sample([](const Part& part) HWY_ATTR { hermite(part); });
        break;
    }
}

// The largest float that is not after `seconds`: no key lies between.
float floorOf(double seconds)
{
    const float nearest = toFloat(seconds);
    return static_cast<double>(nearest) > seconds ? std::nextafter(nearest, -std::numeric_limits<float>::infinity()) : nearest;
}

void sampleBlocks(const ClipNumbers& numbers, std::span<const ClipBlock> blocks, double seconds, std::span<LaneCursors> cursors,
                  std::span<float> outPose)
{
    const float floor = floorOf(seconds);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        moveCursors(numbers, blocks[i], floor, cursors[i]);
        sampleBlock(numbers, blocks[i], seconds, cursors[i], outPose.data() + blocks[i].firstPose);
    }
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(sampleBlocks);

void sampleBlocks(const ClipNumbers& numbers, std::span<const ClipBlock> blocks, double seconds, std::span<LaneCursors> cursors,
                  std::span<float> outPose) noexcept
{
    ARMATURE_DISPATCH(sampleBlocks)(numbers, blocks, seconds, cursors, outPose);
}

}  // namespace armature
#endif
