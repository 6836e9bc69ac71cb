#include "animation/clip/kernels/lane_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "animation/clip/kernels/interpolation.hpp"
#include "animation/clip/kernels/sample_kernels.hpp"
#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "animation/clip/kernels/lane_kernels.cpp"
#include <hwy/foreach_target.h>
// Included after foreach_target.h, because this header is compiled once for each instruction set.
#include "animation/clip/kernels/lane-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::sampleBlocks;

#else

// Returns where `seconds` lies between a lane's two keys, for lanes that must be computed in double.
KeyPosition positionOf(const LaneCursors& cursors, std::size_t lane, double seconds)
{
    const double start = static_cast<double>(cursors.start[lane]);
    const double interval = static_cast<double>(cursors.end[lane]) - start;
    const double fraction = (seconds - start) / interval;
    const bool isKey = !(std::abs(static_cast<float>(fraction)) > 0.f);
    return {0, isKey ? 0. : fraction, interval};
}

// --- kinds of blocks ------------------------------------------------------------------------------------------------

// A vector of a block's lanes: their keys and cursors, and where their sampled values are stored.
struct Part {
    Keys keys;
    const LaneCursors& cursors;
    std::size_t first;  // index of the first of these lanes in the block
    double seconds;
    float* out;

    [[nodiscard]] Positions positions() const { return positionsOf(cursors, first, seconds); }
    [[nodiscard]] KeyPosition position(std::size_t lane) const { return positionOf(cursors, first + lane, seconds); }
    [[nodiscard]] float& number(std::size_t lane, std::size_t component) const { return out[component * blockLanes + lane]; }
};

template <std::size_t components>
HWY_INLINE void store(const Part& part, const Rotations<Vector>& rows)
{
    const Lanes d;
    hn::StoreU(rows.x, d, part.out);
    hn::StoreU(rows.y, d, part.out + blockLanes);
    hn::StoreU(rows.z, d, part.out + 2 * blockLanes);
    if constexpr (components == 4) {
        hn::StoreU(rows.w, d, part.out + 3 * blockLanes);
    }
}

HWY_INLINE hn::Mask<Lanes> hasNotFinite(const Rotations<Vector>& rows)
{
    const Lanes d;
    return hn::Or(isNotFinite(d, rows.x), hn::Or(isNotFinite(d, rows.y), isNotFinite(d, rows.z)));
}

template <std::size_t components>
struct Step {
    static HWY_INLINE void sample(const Part& part) { store<components>(part, loadKeys(part.keys, 0)); }
};

struct Linear {
    static HWY_INLINE void sample(const Part& part)
    {
        const Lanes d;
        const Positions positions = part.positions();
        const auto mix = [&](auto from, auto to) HWY_ATTR {
            return hn::IfThenElse(positions.isKey, from, hn::Add(hn::Mul(hn::Sub(to, from), positions.narrowed), from));
        };
        const auto rows = eachRow(mix, loadKeys(part.keys, 0), loadKeys(part.keys, 3));
        store<3>(part, rows);
        forEachMarked(d, hasNotFinite(rows), 0, [&](std::size_t lane) {
            const float* const key = part.keys.of(lane);
            for (std::size_t c = 0; c < 3; ++c) {
                if (!std::isfinite(part.number(lane, c))) {
                    part.number(lane, c) = linearInDouble(key[c], key[3 + c], part.position(lane).fraction);
                }
            }
        });
    }
};

struct Slerp {
    static HWY_INLINE void sample(const Part& part)
    {
        const Positions positions = part.positions();
        const auto key = loadKeys(part.keys, 0);
        const auto way = slerpLanes(Lanes(), key, loadKeys(part.keys, 4), seriesOf(positions));
        store<4>(part, eachRow([&](auto from, auto mixed) HWY_ATTR { return hn::IfThenElse(positions.isKey, from, mixed); }, key, way));
    }
};

// Returns the value of each lane's spline, without normalising rotations.
HWY_INLINE Rotations<Vector> hermiteRows(const Part& part, std::size_t components)
{
    const Positions positions = part.positions();
    const WeightLanes weights = weightsOf(positions);
    const auto curve = [&](auto value, auto outTangent, auto nextInTangent, auto nextValue) HWY_ATTR {
        const auto sum = hn::Add(hn::Add(hn::Mul(value, weights.value), hn::Mul(outTangent, weights.outTangent)),
                                 hn::Add(hn::Mul(nextValue, weights.nextValue), hn::Mul(nextInTangent, weights.nextInTangent)));
        return hn::IfThenElse(positions.isKey, value, sum);
    };
    return eachRow(curve, loadKeys(part.keys, components), loadKeys(part.keys, 2 * components), loadKeys(part.keys, 3 * components),
                   loadKeys(part.keys, 4 * components));
}

HermiteKeys hermiteKeys(const float* key, std::size_t components)
{
    const auto row = [&](std::size_t part) { return std::span(key + part * components, components); };
    return {row(1), row(2), row(3), row(4)};
}

struct Hermite {
    static HWY_INLINE void sample(const Part& part)
    {
        const Lanes d;
        const auto rows = hermiteRows(part, 3);
        store<3>(part, rows);
        forEachMarked(d, hasNotFinite(rows), 0, [&](std::size_t lane) {
            const HermiteKeys keys = hermiteKeys(part.keys.of(lane), 3);
            for (std::size_t c = 0; c < 3; ++c) {
                if (!std::isfinite(part.number(lane, c))) {
                    part.number(lane, c) = hermiteInDouble(keys, part.position(lane), c);
                }
            }
        });
    }
};

struct HermiteRotation {
    static HWY_INLINE void sample(const Part& part)
    {
        const Lanes d;
        auto rows = hermiteRows(part, 4);
        const auto bad = makeUnit(d, rows);
        store<4>(part, rows);
        forEachMarked(d, bad, 0, [&](std::size_t lane) {
            const HermiteKeys keys = hermiteKeys(part.keys.of(lane), 4);
            const KeyPosition position = part.position(lane);
            float rotation[4];
            if (position.fraction == 0.) {
                unitInDouble(keys.value, 0, rotation);
            } else {
                hermiteRotationInDouble(keys, position, 0, rotation);
            }
            for (std::size_t c = 0; c < 4; ++c) {
                part.number(lane, c) = rotation[c];
            }
        });
    }
};

// --- cursors --------------------------------------------------------------------------------------------------------

using Integers = hn::RebindToSigned<Lanes>;
using Places = hn::Vec<Integers>;

HWY_INLINE Places loadPlaces(const std::uint32_t* places)
{
    return hn::LoadU(Integers(), reinterpret_cast<const std::int32_t*>(places));
}

HWY_INLINE void storePlaces(Places places, std::uint32_t* out)
{
    hn::StoreU(places, Integers(), reinterpret_cast<std::int32_t*>(out));
}

// The LaneCursors of one vector of lanes.
struct CursorPart {
    Vector start;
    Vector end;
    Places time;
    Places value;

    static HWY_INLINE CursorPart load(const LaneCursors& cursors, std::size_t lane)
    {
        const Lanes d;
        return {hn::Load(d, cursors.start + lane), hn::Load(d, cursors.end + lane), loadPlaces(cursors.time + lane),
                loadPlaces(cursors.value + lane)};
    }

    HWY_INLINE void store(LaneCursors& cursors, std::size_t lane) const
    {
        const Lanes d;
        hn::Store(start, d, cursors.start + lane);
        hn::Store(end, d, cursors.end + lane);
        storePlaces(time, cursors.time + lane);
        storePlaces(value, cursors.value + lane);
    }

    HWY_INLINE hn::Mask<Lanes> isElsewhere(Vector seconds) const { return hn::Or(hn::Gt(start, seconds), hn::Le(end, seconds)); }

    // Replaces the cursors of `lanes` by those of the same lanes in `other`.
    HWY_INLINE void take(const CursorPart& other, hn::Mask<Lanes> lanes)
    {
        const auto places = hn::RebindMask(Integers(), lanes);
        start = hn::IfThenElse(lanes, other.start, start);
        end = hn::IfThenElse(lanes, other.end, end);
        time = hn::IfThenElse(places, other.time, time);
        value = hn::IfThenElse(places, other.value, value);
    }
};

HWY_INLINE Vector timesAt(std::span<const float> times, Places places)
{
    return hn::GatherIndex(Lanes(), times.data(), places);
}

// Returns cursors with each lane moved to its next two keys.
HWY_INLINE CursorPart nextOf(std::span<const float> times, const ClipBlock& block, std::size_t lane, std::size_t keyStride,
                             const CursorPart& part)
{
    const Lanes d;
    const Integers di;
    const auto infinity = hn::Set(d, std::numeric_limits<float>::infinity());
    const auto isBefore = hn::RebindMask(di, hn::Eq(part.start, hn::Neg(infinity)));
    const auto last = loadPlaces(block.lastTime + lane);
    const auto time = hn::Add(part.time, hn::IfThenZeroElse(isBefore, hn::Set(di, 1)));
    const auto value = hn::Add(part.value, hn::IfThenZeroElse(isBefore, hn::Set(di, static_cast<std::int32_t>(keyStride))));
    const auto after = timesAt(times, hn::Min(hn::Add(time, hn::Set(di, 1)), last));
    return {part.end, hn::IfThenElse(hn::RebindMask(d, hn::Gt(last, time)), after, infinity), time, value};
}

// A vector of lanes. At least one of them has cursors that do not enclose the time, so its keys must be searched.
struct LostPart {
    const ClipBlock* block = nullptr;
    LaneCursors* cursors = nullptr;
    std::size_t lane = 0;
    std::size_t keyStride = 0;
};

constexpr std::size_t searchedTogether = 4;  // vectors of lanes in one search(): their steps do not wait for each other

// Returns a lower bound for the number of keys of each lane that are not after `time`: guessKeys() has found how far a guess can be off.
HWY_INLINE Places guessed(const ClipBlock& block, std::size_t lane, Vector time)
{
    const Lanes d;
    const Integers di;
    const auto first = hn::LoadU(d, block.guesses.first + lane);
    const auto inside = hn::Min(hn::Max(time, first), hn::LoadU(d, block.guesses.last + lane));
    const auto guess = hn::ConvertTo(di, hn::Mul(hn::Sub(inside, first), hn::LoadU(d, block.guesses.perSecond + lane)));
    return hn::Max(hn::Sub(guess, loadPlaces(block.guesses.early + lane)), hn::Zero(di));
}

// Finds the two keys that enclose `time` in each lane whose cursors do not. All lanes take the same number of steps.
void search(std::span<const float> times, std::span<const LostPart, searchedTogether> parts, Vector time)
{
    const Lanes d;
    const Integers di;
    const auto one = hn::Set(di, 1);
    const auto infinity = hn::Set(d, std::numeric_limits<float>::infinity());
    Places firsts[searchedTogether];
    Places lasts[searchedTogether];
    Places counts[searchedTogether];  // numbers of keys that are not after the time
    Vector starts[searchedTogether];
    std::uint32_t longest = 1;
    for (std::size_t i = 0; i < searchedTogether; ++i) {
        firsts[i] = loadPlaces(parts[i].block->firstTime + parts[i].lane);
        lasts[i] = loadPlaces(parts[i].block->lastTime + parts[i].lane);
        counts[i] = guessed(*parts[i].block, parts[i].lane, time);
        starts[i] = hn::Neg(infinity);
        longest = std::max(longest, parts[i].block->searchStep);
    }
    for (std::uint32_t step = longest; step > 0; step /= 2) {
        const auto before = hn::Set(di, static_cast<std::int32_t>(step - 1));
        for (std::size_t i = 0; i < searchedTogether; ++i) {
            const auto place = hn::Min(hn::Add(hn::Add(firsts[i], counts[i]), before), lasts[i]);
            const auto key = timesAt(times, place);
            const auto isReached = hn::Le(key, time);
            const auto count = hn::Add(hn::Sub(place, firsts[i]), one);
            counts[i] = hn::IfThenElse(hn::RebindMask(di, isReached), count, counts[i]);
            starts[i] = hn::IfThenElse(isReached, key, starts[i]);
        }
    }
    for (std::size_t i = 0; i < searchedTogether; ++i) {
        const LostPart& part = parts[i];
        const auto key = hn::Sub(hn::Max(counts[i], one), one);
        const auto second = hn::Add(firsts[i], counts[i]);
        const auto isPast = hn::RebindMask(d, hn::Gt(second, lasts[i]));
        const auto keyStride = hn::Set(di, static_cast<std::int32_t>(part.keyStride));
        const CursorPart found = {starts[i], hn::IfThenElse(isPast, infinity, timesAt(times, hn::Min(second, lasts[i]))),
                                  hn::Add(firsts[i], key),
                                  hn::Add(loadPlaces(part.block->firstValue + part.lane), hn::Mul(key, keyStride))};
        CursorPart cursors = CursorPart::load(*part.cursors, part.lane);
        cursors.take(found, cursors.isElsewhere(time));
        cursors.store(*part.cursors, part.lane);
    }
}

std::size_t keyStrideOf(const ClipBlock& block)
{
    return block.components() * block.valuesPerKey();
}

// Moves the cursors to the two keys that enclose the time `floor`. If the time has reached a lane's second key, first tries the next two
// keys; lanes whose cursors still do not enclose the time are searched.
void moveCursors(std::span<const float> times, std::span<const ClipBlock> blocks, float floor, std::span<LaneCursors> cursors)
{
    const Lanes d;
    const auto time = hn::Set(d, floor);
    LostPart lost[searchedTogether];
    std::size_t lostCount = 0;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const ClipBlock& block = blocks[i];
        for (std::size_t lane = 0; lane < block.laneCount; lane += vectorLanes) {
            CursorPart part = CursorPart::load(cursors[i], lane);
            const auto isElsewhere = part.isElsewhere(time);
            if (hn::AllFalse(d, isElsewhere)) {
                continue;
            }
            const std::size_t keyStride = keyStrideOf(block);
            part.take(nextOf(times, block, lane, keyStride, part), hn::And(isElsewhere, hn::Le(part.end, time)));
            part.store(cursors[i], lane);
            if (!hn::AllFalse(d, part.isElsewhere(time))) {
                lost[lostCount++] = {&block, &cursors[i], lane, keyStride};
            }
            if (lostCount == searchedTogether) {
                search(times, lost, time);
                lostCount = 0;
            }
        }
    }
    if (lostCount > 0) {
        std::fill(lost + lostCount, lost + searchedTogether, lost[0]);
        search(times, lost, time);
    }
}

// --- blocks ---------------------------------------------------------------------------------------------------------

template <class Kind>
void sampleBlock(const ClipNumbers& numbers, const ClipBlock& block, double seconds, const LaneCursors& cursors, float* out)
{
    for (std::size_t lane = 0; lane < block.laneCount; lane += vectorLanes) {
        Kind::sample({{numbers.values.data(), cursors.value + lane}, cursors, lane, seconds, out + lane});
    }
}

// Returns the largest float that is not after `seconds`. No key lies between that float and `seconds`.
float floorOf(double seconds)
{
    const float nearest = toFloat(seconds);
    return static_cast<double>(nearest) > seconds ? std::nextafter(nearest, -std::numeric_limits<float>::infinity()) : nearest;
}

void sampleBlocks(const ClipNumbers& numbers, std::span<const ClipBlock> blocks, double seconds, std::span<LaneCursors> cursors,
                  std::span<float> outPose)
{
    if (std::isnan(seconds)) {
        seconds = -std::numeric_limits<double>::infinity();  // NaN counts as before all keys, as in findKey()
    }
    moveCursors(numbers.times, blocks, floorOf(seconds), cursors);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const ClipBlock& block = blocks[i];
        float* const out = outPose.data() + block.firstPose;
        switch (block.interpolation) {
        case Interpolation::Step:
            (block.isRotation ? sampleBlock<Step<4>> : sampleBlock<Step<3>>)(numbers, block, seconds, cursors[i], out);
            break;
        case Interpolation::Linear:
            (block.isRotation ? sampleBlock<Slerp> : sampleBlock<Linear>)(numbers, block, seconds, cursors[i], out);
            break;
        case Interpolation::CubicSpline:
            (block.isRotation ? sampleBlock<HermiteRotation> : sampleBlock<Hermite>)(numbers, block, seconds, cursors[i], out);
            break;
        }
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
