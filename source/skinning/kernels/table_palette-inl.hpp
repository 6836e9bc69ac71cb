// Blends the matrices of a batch's vertices in lanes, from tables in registers; included once for each instruction set.
#if defined(ARMATURE_SKINNING_KERNELS_TABLE_PALETTE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ARMATURE_SKINNING_KERNELS_TABLE_PALETTE_INL
#undef ARMATURE_SKINNING_KERNELS_TABLE_PALETTE_INL
#else
#define ARMATURE_SKINNING_KERNELS_TABLE_PALETTE_INL
#endif

#include <bit>

#include "skinning/kernels/blend_batch-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86

using JointLanes = hn::RebindToUnsigned<SkinLanes>;
using JointVector = hn::Vec<JointLanes>;

// Takes `Count` registers that hold `Count` numbers of lane 0, then those of lane 1 and so on; leaves number i of all lanes in values[i].
template <std::size_t Count, class D>
HWY_INLINE void deinterleave(D d, hn::Vec<D> (&values)[Count])
{
    if constexpr (Count > 1) {
        hn::Vec<D> even[Count / 2];
        hn::Vec<D> odd[Count / 2];
        for (std::size_t i = 0; i < Count / 2; ++i) {
            even[i] = hn::ConcatEven(d, values[2 * i + 1], values[2 * i]);
            odd[i] = hn::ConcatOdd(d, values[2 * i + 1], values[2 * i]);
        }
        deinterleave(d, even);
        deinterleave(d, odd);
        for (std::size_t i = 0; i < Count / 2; ++i) {
            values[2 * i] = even[i];
            values[2 * i + 1] = odd[i];
        }
    }
}

// The consecutive blocks of a palette in which the joints of a batch are. None if the joints are too far apart for tables or beyond the
// palette, or if a vertex has no weights.
struct BlockWindow {
    std::uint8_t first = 0;
    std::uint8_t count = 0;  // 0, 2 or 4
};

// A copy of the palette in blocks of sixteen consecutive joints. For each of the twelve numbers of a matrix, a block has a register that
// holds this number of its sixteen joints. One instruction looks up the numbers of sixteen vertices' joints in two such registers.
// Neighbouring vertices mostly follow joints with similar indices, so two or four blocks are usually enough for a batch. Other batches are
// blended vertex by vertex. Both ways compute the same products and sums, in the same order.
//
// Precondition: all numbers of the palette are finite, because a joint without weight adds 0 times its numbers.
class TablePalette {
public:
    HWY_INLINE explicit TablePalette(std::span<const Affine> palette) : whole_{palette}
    {
        const SkinLanes d;
        for (; blockCount_ * batchSize < palette.size(); ++blockCount_) {
            const std::size_t first = blockCount_ * batchSize;
            for (std::size_t row = 0; row < 3; ++row) {
                const auto rowOf = [&](std::size_t lane)
                                       HWY_ATTR { return &palette[std::min(first + lane, palette.size() - 1)][0].x + 4 * row; };
                SkinVector numbers[4];
                loadTransposed(d, rowOf, numbers);
                for (std::size_t i = 0; i < 4; ++i) {
                    hn::Store(numbers[i], d, blocks_[blockCount_][4 * row + i]);
                }
            }
        }
        for (; blockCount_ % 4 != 0; ++blockCount_) {  // fills the last window
            for (float(&numbers)[batchSize] : blocks_[blockCount_]) {
                hn::Store(hn::Zero(d), d, numbers);
            }
        }
    }

    HWY_INLINE const AnyPalette& whole() const { return whole_; }

    // Returns the blocks that a batch needs.
    template <std::size_t Count>
    HWY_INLINE BlockWindow windowOf(const InfluencePointers& influences) const
    {
        const hn::Repartition<std::uint16_t, SkinLanes> d;
        const auto none = hn::Set(d, 0xffff);
        auto lowest = none;
        auto highest = none;  // the complement of the highest joint: the lowest of all complements
        bool isSkinned = true;
        for (std::size_t i = 0; i < Count / 4; ++i) {
            const std::uint64_t used = areUsed(influences.weights + 4 * batchSize * i);
            isSkinned = isSkinned && hasWeights<Count>(used);
            for (std::size_t half = 0; half < 2; ++half) {
                const auto joints = hn::LoadU(d, influences.joints + 4 * batchSize * i + hn::Lanes(d) * half);
                const hn::Mask<decltype(d)> isUsed{static_cast<__mmask32>(used >> (32 * half))};
                lowest = hn::Min(lowest, hn::IfThenElse(isUsed, joints, none));
                highest = hn::Min(highest, hn::IfThenElse(isUsed, hn::Not(joints), none));
            }
        }
        const std::size_t lastJoint = static_cast<std::uint16_t>(~smallestOf(highest));
        const std::size_t first = smallestOf(lowest) / batchSize;
        const std::size_t last = lastJoint / batchSize;
        if (!isSkinned || last >= first + 4 || lastJoint >= whole_.palette.size()) {
            return {};
        }
        const std::size_t count = last < first + 2 ? 2 : 4;
        return {static_cast<std::uint8_t>(std::min(first, blockCount_ - count)), static_cast<std::uint8_t>(count)};
    }

    // Sums the matrices of a batch whose joints are in `Blocks` blocks, the first of which is `first`. The slots hold the blocks in the
    // order of the lowest bits of their indices. So the lowest five bits of a joint's index find the joint in a pair of slots. If there are
    // two pairs, the next bit tells which of them holds the joint; the other pair gets a weight of 0.
    template <std::size_t Count, std::size_t Blocks>
    HWY_INLINE void sumUp(const InfluencePointers& influences, std::size_t first, SkinVector (&outMatrix)[12]) const
    {
        const SkinLanes d;
        const JointLanes integers;
        constexpr std::size_t pairs = Blocks / 2;
        const float(*slots[Blocks])[batchSize];
        for (std::size_t slot = 0; slot < Blocks; ++slot) {
            slots[slot] = blocks_[first + (slot - first) % Blocks];
        }
        JointVector joints[Count];
        SkinVector all[Count];
        loadLanes(influences, joints, all);
        SkinVector weights[Count][pairs];
        for (std::size_t i = 0; i < Count; ++i) {
            weights[i][0] = all[i];
            if constexpr (pairs == 2) {
                const auto isUpper = hn::RebindMask(d, hn::TestBit(joints[i], hn::Set(integers, 2 * batchSize)));
                weights[i][0] = hn::IfThenZeroElse(isUpper, all[i]);
                weights[i][1] = hn::IfThenElseZero(isUpper, all[i]);
            }
        }
        HWY_UNROLL(12)
        for (std::size_t number = 0; number < 12; ++number) {
            SkinVector sum = hn::Zero(d);
            HWY_UNROLL(8)
            for (std::size_t i = 0; i < Count; ++i) {
                HWY_UNROLL(2)
                for (std::size_t pair = 0; pair < pairs; ++pair) {
                    const SkinVector even = hn::Load(d, slots[2 * pair][number]);
                    const SkinVector odd = hn::Load(d, slots[2 * pair + 1][number]);
                    const SkinVector found{_mm512_permutex2var_ps(even.raw, joints[i].raw, odd.raw)};
                    sum = i + pair == 0 ? hn::Mul(found, weights[i][pair]) : multiplyAdd(found, weights[i][pair], sum);
                }
            }
            outMatrix[number] = sum;
        }
    }

private:
    static constexpr std::size_t mostBlocks = PaddedPalette::mostJoints / batchSize;

    // Reads 64 weights. Returns a mask in which bit i is set if weights[i] is not 0.
    static HWY_INLINE std::uint64_t areUsed(const float* weights)
    {
        const SkinLanes d;
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            const auto isUsed = hn::Ne(hn::LoadU(d, weights + i * batchSize), hn::Zero(d));
            bits |= static_cast<std::uint64_t>(isUsed.raw) << (i * batchSize);
        }
        return bits;
    }

    // Returns whether at least one bit is set in each group of `Count` bits.
    template <std::size_t Count>
    static HWY_INLINE bool hasWeights(std::uint64_t bits)
    {
        constexpr std::uint64_t first = Count == 4 ? 0x1111111111111111u : 0x0101010101010101u;
        for (std::size_t shift = 1; shift < Count; shift *= 2) {
            bits |= bits >> shift;
        }
        return (bits & first) == first;
    }

    static HWY_INLINE std::uint16_t smallestOf(hn::Vec<hn::Repartition<std::uint16_t, SkinLanes>> v)
    {
        const hn::FixedTag<std::uint16_t, 16> half;
        const hn::FixedTag<std::uint16_t, 8> quarter;
        const auto w = hn::Min(hn::LowerHalf(half, v), hn::UpperHalf(half, v));
        const auto smallest = _mm_minpos_epu16(hn::Min(hn::LowerHalf(quarter, w), hn::UpperHalf(quarter, w)).raw);
        return static_cast<std::uint16_t>(_mm_cvtsi128_si32(smallest));
    }

    // Loads the influences of a batch, one vertex in each lane. Only the lower 16 bits of a lane of `outJoints` are the joint.
    template <std::size_t Count>
    static HWY_INLINE void loadLanes(const InfluencePointers& influences, JointVector (&outJoints)[Count], SkinVector (&outWeights)[Count])
    {
        const JointLanes d;
        const hn::Repartition<std::uint16_t, JointLanes> halves;
        JointVector pairs[Count / 2];
        for (std::size_t i = 0; i < Count / 2; ++i) {
            pairs[i] = hn::BitCast(d, hn::LoadU(halves, influences.joints + i * hn::Lanes(halves)));
        }
        deinterleave(d, pairs);
        for (std::size_t i = 0; i < Count / 2; ++i) {
            outJoints[2 * i] = pairs[i];
            outJoints[2 * i + 1] = hn::ShiftRight<16>(pairs[i]);
        }
        for (std::size_t i = 0; i < Count; ++i) {
            outWeights[i] = hn::LoadU(SkinLanes(), influences.weights + i * batchSize);
        }
        deinterleave(SkinLanes(), outWeights);
    }

    alignas(64) float blocks_[mostBlocks][12][batchSize];
    AnyPalette whole_;
    std::size_t blockCount_ = 0;
};

// Moves a batch vertex by vertex. Not inline: it is long, and few batches need it.
template <std::size_t Count>
HWY_NOINLINE void moveOneByOne(BatchMover<NoMotion<SkinVector>>& mover, const SkinStreamPointers& streams, std::size_t first,
                               const InfluencePointers& influences, const TablePalette& palette)
{
    const std::size_t lastLane = std::min(batchSize, streams.count - first) - 1;
    mover.moveAny(streams, first, blendMatrices<Count>(palette.whole(), advanced(influences, first), lastLane), {});
}

// Returns whether tables can blend most batches, judged by at most sixteen batches spread over the mesh. If not, reading whole matrices is
// quicker.
template <std::size_t Count>
HWY_INLINE bool suitsTables(std::size_t vertices, const InfluencePointers& influences, const TablePalette& palette)
{
    constexpr std::size_t samples = 16;
    const std::size_t batches = vertices / batchSize;
    const std::size_t step = batches / samples + 1;
    std::size_t seen = 0;
    std::size_t blended = 0;
    for (std::size_t batch = 0; batch < batches; batch += step) {
        blended += palette.windowOf<Count>(advanced(influences, batch * batchSize)).count != 0 ? 1 : 0;
        ++seen;
    }
    return 2 * blended > seen;
}

// Skins vertices that have `Count` influences each, and returns true; does nothing and returns false if tables do not suit the mesh. Finds
// the windows of up to 64 batches before it blends any of them, because loads from tables would wait for each window.
template <std::size_t Count>
HWY_INLINE bool skinByTables(const SkinStreamPointers& streams, const InfluencePointers& influences, const TablePalette& palette)
{
    if (!suitsTables<Count>(streams.count, influences, palette)) {
        return false;
    }
    constexpr std::size_t most = 64;
    BatchMover<NoMotion<SkinVector>> mover;
    BlockWindow windows[most];
    std::size_t first = 0;
    while (first + batchSize <= streams.count) {
        const std::size_t count = std::min(most, (streams.count - first) / batchSize);
        for (std::size_t i = 0; i < count; ++i) {
            windows[i] = palette.windowOf<Count>(advanced(influences, first + i * batchSize));
        }
        for (std::size_t i = 0; i < count; ++i, first += batchSize) {
            SkinVector m[12];
            if (HWY_LIKELY(windows[i].count == 2)) {
                palette.sumUp<Count, 2>(advanced(influences, first), windows[i].first, m);
            } else if (HWY_LIKELY(windows[i].count == 4)) {
                palette.sumUp<Count, 4>(advanced(influences, first), windows[i].first, m);
            } else {
                moveOneByOne<Count>(mover, streams, first, influences, palette);
                continue;
            }
            mover.move(streams, first, {{{m[0], m[1], m[2], m[3]}, {m[4], m[5], m[6], m[7]}, {m[8], m[9], m[10], m[11]}}}, {});
        }
    }
    if (first < streams.count) {
        moveOneByOne<Count>(mover, streams, first, influences, palette);
    }
    mover.finish();
    return true;
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
