#include "skinning/kernels/cluster_kernels.hpp"

#include <limits>

#include "math/kernels/simd_dispatch.hpp"
#include "skinning/kernels/blend_influences.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/kernels/cluster_kernels.cpp"
#include <hwy/foreach_target.h>
// Included after foreach_target.h, so that this header is compiled once for each instruction set.
#include "math/kernels/affine-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

using reference::boundGroups;
using reference::boundGuides;
using reference::farthestGroups;
using reference::lanesOutside;
using reference::measurePalette;

#else

using Groups = hn::CappedTag<float, clusterLanes>;
using GroupVector = hn::Vec<Groups>;
using Integers = hn::RebindToSigned<Row>;

// Includes a row's absolute values, which compare as integers in the order of their values.
HWY_INLINE void includeRow(hn::Vec<Row> row, hn::Vec<Integers>& inOutLargest)
{
    inOutLargest = hn::Max(inOutLargest, hn::BitCast(Integers(), hn::Abs(row)));
}

PaletteExtremes measurePalette(std::span<const std::uint32_t> joints, const StretchedPalette& palette, float scale)
{
    const Row d;
    const auto zero = hn::Zero(Integers());
    hn::Vec<Integers> matrices[3] = {zero, zero, zero};
    hn::Vec<Integers> stretches[3] = {zero, zero, zero};
    hn::Vec<Row> even[3];
    for (std::size_t row = 0; row < 3; ++row) {
        alignas(16) float numbers[4] = {};
        numbers[row] = scale;
        even[row] = hn::Load(d, numbers);
    }
    for (const std::uint32_t joint : joints) {
        const float* const matrix = matrixAt(palette.matrices, joint);
        const float* const stretch = matrixAt(palette.stretches, joint);
        HWY_UNROLL(3)
        for (std::size_t row = 0; row < 3; ++row) {
            includeRow(hn::LoadU(d, matrix + 4 * row), matrices[row]);
            includeRow(hn::Sub(hn::LoadU(d, stretch + 4 * row), even[row]), stretches[row]);
        }
    }
    PaletteExtremes extremes;
    for (std::size_t row = 0; row < 3; ++row) {
        hn::StoreU(hn::BitCast(d, matrices[row]), d, extremes.matrices.rows[row]);
        hn::StoreU(hn::BitCast(d, stretches[row]), d, extremes.stretches.rows[row]);
    }
    return extremes;
}

HWY_INLINE GroupVector at(const float (&numbers)[clusterLanes], std::size_t lane)
{
    return hn::Load(Groups(), numbers + lane);
}

// The matrices of the joints in lanes.
struct LaneMatrices {
    HWY_INLINE LaneMatrices() {}
    HWY_INLINE LaneMatrices(std::span<const Affine> palette, const std::uint32_t* joints)
    {
        HWY_UNROLL(3)
        for (std::size_t row = 0; row < 3; ++row) {
            loadTransposed(
                Groups(), [&](std::size_t i) { return matrixAt(palette, joints[i]) + 4 * row; }, m[row]);
        }
    }

    GroupVector m[3][4];
};

// Returns the Frobenius norm of the difference between a stretch and a uniform scale.
HWY_INLINE GroupVector offOf(const LaneMatrices& stretch, GroupVector scale)
{
    GroupVector sum = hn::Zero(Groups());
    HWY_UNROLL(3)
    for (std::size_t row = 0; row < 3; ++row) {
        HWY_UNROLL(3)
        for (std::size_t column = 0; column < 3; ++column) {
            const GroupVector number = row == column ? hn::Sub(stretch.m[row][column], scale) : stretch.m[row][column];
            sum = hn::Add(sum, hn::Mul(number, number));
        }
    }
    return hn::Sqrt(sum);
}

// The Frobenius norm of the difference of two matrices' linear parts, and the distance between the positions to which they take a pivot.
struct Apart {
    HWY_INLINE Apart(const LaneMatrices& matrix, const LaneMatrices& other, const Partners& partners, std::size_t lane)
    {
        const GroupVector x = at(partners.pivot[0], lane);
        const GroupVector y = at(partners.pivot[1], lane);
        const GroupVector z = at(partners.pivot[2], lane);
        GroupVector squares = hn::Zero(Groups());
        GroupVector distances = hn::Zero(Groups());
        HWY_UNROLL(3)
        for (std::size_t row = 0; row < 3; ++row) {
            const auto off = [&](std::size_t i) HWY_ATTR { return hn::Sub(matrix.m[row][i], other.m[row][i]); };
            const GroupVector a = off(0);
            const GroupVector b = off(1);
            const GroupVector c = off(2);
            squares = hn::Add(squares, hn::Add(hn::Add(hn::Mul(a, a), hn::Mul(b, b)), hn::Mul(c, c)));
            const GroupVector way = hn::Add(hn::Add(hn::Mul(a, x), hn::Mul(b, y)), hn::Add(hn::Mul(c, z), off(3)));
            distances = hn::Add(distances, hn::Mul(way, way));
        }
        turn = hn::Sqrt(squares);
        way = hn::Sqrt(distances);
    }

    GroupVector turn;
    GroupVector way;
};

struct PoseVectors {
    GroupVector sum;
    GroupVector most;
    GroupVector square;
    GroupVector off;
    GroupVector scale;
};

// How far a group's vertices may be from the positions to which matrices take them.
struct Growth {
    HWY_INLINE Growth(const VertexGroups& groups, std::size_t lane, const PoseVectors& pose, GroupVector morph)
    {
        heaviest = at(groups.heaviest, lane);
        rest = hn::Sub(hn::Set(Groups(), 1.f), heaviest);
        const GroupVector rests = hn::Add(rest, rest);
        stretched = hn::Mul(hn::Mul(rests, pose.off), at(groups.farthest, lane));
        morphed = hn::Mul(hn::Add(pose.scale, pose.off), morph);
        morphedApart = hn::Mul(rests, morphed);
    }

    // Returns a lower bound of the length of the blended rotations. `square` is the square of the largest sine of half the angle between
    // the guide and a partner.
    HWY_INLINE GroupVector lengthWith(GroupVector square) const
    {
        return hn::Add(heaviest, hn::Mul(rest, hn::Sqrt(hn::Sub(hn::Set(Groups(), 1.f), square))));
    }

    GroupVector heaviest;
    GroupVector rest;
    GroupVector stretched;     // distance between the positions to which the blended stretches and the guide's stretch take the vertex
    GroupVector morphed;       // distance by which morph targets move the vertex
    GroupVector morphedApart;  // weighted distance by which morph targets move apart the positions to which two joints take the vertex
};

HWY_INLINE GroupVector firstOrder(const VertexGroups& groups, std::size_t lane, const PoseVectors& pose, const Growth& growth)
{
    const GroupVector shared = hn::Min(hn::Mul(at(groups.mostShare, lane), pose.sum), hn::Mul(at(groups.mostShares, lane), pose.most));
    const GroupVector across = hn::Add(hn::Add(shared, hn::Add(growth.stretched, growth.stretched)), growth.morphedApart);
    return hn::Add(hn::Add(hn::Div(across, growth.lengthWith(pose.square)), growth.stretched), growth.morphed);
}

// Stores bounds of moved groups. A group's vertices are in its moved box and also in a ball around the box's centre: on each axis, the
// smaller extent of the two counts, plus `growth`.
HWY_INLINE void putBounds(const VertexGroups& groups, std::size_t lane, const LaneMatrices& matrix, const PoseVectors& pose,
                          GroupVector growth, GroupBounds& out)
{
    const Groups d;
    const GroupVector grown = hn::Mul(growth, hn::Set(d, factorForRounding));
    const GroupVector radius = hn::Mul(at(groups.radius, lane), hn::Add(pose.scale, pose.off));
    const GroupVector x = at(groups.center[0], lane);
    const GroupVector y = at(groups.center[1], lane);
    const GroupVector z = at(groups.center[2], lane);
    const GroupVector halfX = at(groups.half[0], lane);
    const GroupVector halfY = at(groups.half[1], lane);
    const GroupVector halfZ = at(groups.half[2], lane);
    HWY_UNROLL(3)
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const GroupVector(&row)[4] = matrix.m[axis];
        const GroupVector center = hn::Add(hn::Add(hn::Mul(row[0], x), hn::Mul(row[1], y)), hn::Add(hn::Mul(row[2], z), row[3]));
        const GroupVector side =
            hn::Add(hn::Add(hn::Mul(hn::Abs(row[0]), halfX), hn::Mul(hn::Abs(row[1]), halfY)), hn::Mul(hn::Abs(row[2]), halfZ));
        const GroupVector half = hn::Add(hn::Min(side, radius), grown);
        hn::Store(hn::Sub(center, half), d, out.low[axis] + lane);
        hn::Store(hn::Add(center, half), d, out.high[axis] + lane);
    }
}

// Computes the poses of guides. `Even`: see Stretching::isEven.
template <bool Even>
HWY_INLINE PoseVectors poseOf(const GuideBlock& block, std::size_t lane, std::span<const Partners> partners, const LaneMatrices& matrix,
                              const StretchedPalette& palette, const Stretching& stretching)
{
    const Groups d;
    GroupVector scale = hn::Set(d, stretching.scale);
    GroupVector ownOff = hn::Set(d, stretching.off);
    if constexpr (!Even) {
        const LaneMatrices stretch(palette.stretches, block.joints + lane);
        scale = hn::Mul(hn::Add(hn::Add(stretch.m[0][0], stretch.m[1][1]), stretch.m[2][2]), hn::Set(d, 1.f / 3.f));
        ownOff = offOf(stretch, scale);
    }
    PoseVectors pose{hn::Zero(d), hn::Zero(d), hn::Zero(d), ownOff, hn::Abs(scale)};
    GroupVector mostTurned = hn::Zero(d);
    for (const Partners& others : partners) {
        const Apart apart(matrix, LaneMatrices(palette.matrices, others.joints + lane), others, lane);
        GroupVector off = ownOff;
        if constexpr (!Even) {
            off = offOf(LaneMatrices(palette.stretches, others.joints + lane), scale);
            pose.off = hn::Max(pose.off, off);
        }
        const GroupVector bothOff = hn::Add(ownOff, off);
        const GroupVector norm = hn::Add(hn::Mul(hn::Set(d, normOfTurn), hn::Add(apart.turn, bothOff)), bothOff);
        const GroupVector distance = hn::Add(hn::Mul(at(others.weight, lane), apart.way), hn::Mul(at(others.way, lane), norm));
        pose.sum = hn::Add(pose.sum, distance);
        pose.most = hn::Max(pose.most, distance);
        mostTurned = hn::Max(mostTurned, hn::Add(apart.turn, bothOff));
    }
    const GroupVector turned = hn::Div(mostTurned, hn::Max(pose.scale, hn::Set(d, smallestScale)));
    const GroupVector square = hn::Add(hn::Mul(hn::Mul(turned, turned), hn::Set(d, 0.125f)), hn::Set(d, leastSquare));
    pose.square = hn::Min(square, hn::Set(d, 1.f));
    return pose;
}

template <bool Even>
HWY_INLINE void boundAll(std::span<const GuideBlock> blocks, std::span<const Partners> partners, const StretchedPalette& palette,
                         const Stretching& stretching, const float* morphs, std::span<GroupBounds> outBounds, std::span<GuidePose> outPoses)
{
    const Groups d;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const GuideBlock& block = blocks[i];
        for (std::size_t lane = 0; lane < clusterLanes; lane += hn::MaxLanes(d)) {
            const LaneMatrices matrix(palette.matrices, block.joints + lane);
            const auto own = partners.subspan(block.firstPartner, block.partnerCount);
            const PoseVectors pose = poseOf<Even>(block, lane, own, matrix, palette, stretching);
            const GroupVector morph = morphs == nullptr ? hn::Zero(d) : hn::LoadU(d, morphs + i * clusterLanes + lane);
            const GroupVector growth = firstOrder(block.vertices, lane, pose, Growth(block.vertices, lane, pose, morph));
            putBounds(block.vertices, lane, matrix, pose, growth, outBounds[i]);
            hn::Store(pose.sum, d, outPoses[i].sum + lane);
            hn::Store(pose.most, d, outPoses[i].most + lane);
            hn::Store(pose.square, d, outPoses[i].square + lane);
            hn::Store(pose.off, d, outPoses[i].off + lane);
            hn::Store(pose.scale, d, outPoses[i].scale + lane);
        }
    }
}

void boundGuides(std::span<const GuideBlock> blocks, std::span<const Partners> partners, const StretchedPalette& palette,
                 const Stretching& stretching, const float* morphs, std::span<GroupBounds> outBounds, std::span<GuidePose> outPoses)
{
    if (stretching.isEven) {
        boundAll<true>(blocks, partners, palette, stretching, morphs, outBounds, outPoses);
    } else {
        boundAll<false>(blocks, partners, palette, stretching, morphs, outBounds, outPoses);
    }
}

// Sums over the partners that move a block's groups.
struct PartnerSums {
    GroupVector mean;    // distance between a vertex's positions by its own weights and by the mean weights
    GroupVector across;  // weighted distance between its positions by the guide and by the partners
};

HWY_INLINE void addPartner(const ClusterPartner& partner, std::size_t lane, const PartnerPose& pose, float chord, LaneMatrices& inOutMatrix,
                           PartnerSums& inOut)
{
    const Groups d;
    const GroupVector weight = at(partner.mean, lane);
    HWY_UNROLL(12)
    for (std::size_t i = 0; i < 12; ++i) {
        inOutMatrix.m[i / 4][i % 4] = hn::Add(inOutMatrix.m[i / 4][i % 4], hn::Mul(weight, hn::Set(d, pose.matrix[i])));
    }
    const GroupVector way = hn::Set(d, pose.way);
    const GroupVector norm = hn::Set(d, pose.norm);
    const GroupVector mean = hn::Add(hn::Mul(at(partner.off, lane), way), hn::Mul(at(partner.offWay, lane), norm));
    const GroupVector distance = hn::Add(hn::Mul(at(partner.product, lane), way), hn::Mul(at(partner.productWay, lane), norm));
    inOut.mean = hn::Add(inOut.mean, mean);
    inOut.across = hn::Add(inOut.across, hn::Mul(distance, hn::Set(d, chord)));
}

void boundGroups(const ClusterBlock& block, std::span<const ClusterPartner> partners, const Guide& guide, const float* morphs,
                 GroupBounds& outBounds)
{
    const Groups d;
    const float* const own = guide.matrix;
    const PoseVectors pose{hn::Set(d, guide.sum), hn::Set(d, guide.most), hn::Set(d, guide.square), hn::Set(d, guide.off),
                           hn::Set(d, guide.scale)};
    for (std::size_t lane = 0; lane < clusterLanes; lane += hn::MaxLanes(d)) {
        const Growth growth(block.vertices, lane, pose, morphs == nullptr ? hn::Zero(d) : hn::LoadU(d, morphs + lane));
        LaneMatrices matrix;
        HWY_UNROLL(12)
        for (std::size_t i = 0; i < 12; ++i) {
            matrix.m[i / 4][i % 4] = hn::Set(d, own[i]);
        }
        PartnerSums sums{hn::Zero(d), hn::Zero(d)};
        float mostSquare = leastSquare;
        for (const ClusterPartner& partner : partners.subspan(block.firstPartner, block.partnerCount)) {
            if (partner.partner >= guide.partners.size()) {
                mostSquare = 1.f;
                break;
            }
            const PartnerPose& partnerPose = guide.partners[partner.partner];
            addPartner(partner, lane, partnerPose, guide.isOfTwo ? partnerPose.chord : 1.f, matrix, sums);
            mostSquare = std::max(mostSquare, partnerPose.square);
        }
        if (mostSquare >= farSquare) {
            LaneMatrices guides;
            HWY_UNROLL(12)
            for (std::size_t i = 0; i < 12; ++i) {
                guides.m[i / 4][i % 4] = hn::Set(d, own[i]);
            }
            putBounds(block.vertices, lane, guides, pose, firstOrder(block.vertices, lane, pose, growth), outBounds);
            continue;
        }
        const GroupVector stretched = hn::Add(growth.stretched, growth.stretched);
        const GroupVector more = hn::Add(stretched, growth.morphedApart);
        const GroupVector chord = hn::Set(d, chordOf(mostSquare, guide.isOfTwo));
        const GroupVector length = growth.lengthWith(hn::Set(d, mostSquare));
        const GroupVector apart = guide.isOfTwo ? hn::Add(sums.across, hn::Mul(more, chord)) : hn::Mul(hn::Add(sums.across, more), chord);
        const GroupVector off = hn::Add(hn::Div(apart, hn::Mul(length, length)), stretched);
        const GroupVector mean = hn::Add(sums.mean, hn::Add(growth.morphedApart, growth.morphedApart));
        putBounds(block.vertices, lane, matrix, pose, hn::Add(hn::Add(off, mean), growth.morphed), outBounds);
    }
}

std::uint32_t lanesOutside(const GroupBounds& bounds, const Aabb& box)
{
    const Groups d;
    std::uint32_t outside = 0;
    for (std::size_t lane = 0; lane < clusterLanes; lane += hn::MaxLanes(d)) {
        auto isInside = hn::Ge(hn::Load(d, bounds.low[0] + lane), hn::Set(d, box.minimum[0]));
        for (int axis = 0; axis < 3; ++axis) {
            isInside = hn::And(isInside, hn::Ge(hn::Load(d, bounds.low[axis] + lane), hn::Set(d, box.minimum[axis])));
            isInside = hn::And(isInside, hn::Le(hn::Load(d, bounds.high[axis] + lane), hn::Set(d, box.maximum[axis])));
        }
        alignas(8) std::uint8_t bits[8] = {};
        hn::StoreMaskBits(d, hn::Not(isInside), bits);
        outside |= (static_cast<std::uint32_t>(bits[0]) | static_cast<std::uint32_t>(bits[1]) << 8u) << lane;
    }
    return outside;
}

// The largest numbers so far, lane by lane, and the places of the groups that they belong to.
struct Farthest {
    GroupVector number;
    hn::Vec<hn::RebindToUnsigned<Groups>> place;
};

HWY_INLINE void include(GroupVector number, hn::Vec<hn::RebindToUnsigned<Groups>> place, Farthest& inOut)
{
    const hn::RebindToUnsigned<Groups> integers;
    const auto isFarther = hn::Gt(number, inOut.number);
    inOut.number = hn::IfThenElse(isFarther, number, inOut.number);
    inOut.place = hn::IfThenElse(hn::RebindMask(integers, isFarther), place, inOut.place);
}

// Of several lanes that reach equally far, the first counts.
HWY_INLINE std::uint32_t placeOf(const Farthest& farthest)
{
    const Groups d;
    const hn::RebindToUnsigned<Groups> integers;
    const auto isFarthest = hn::Eq(farthest.number, hn::Set(d, hn::GetLane(hn::MaxOfLanes(d, farthest.number))));
    const auto none = hn::Set(integers, 0xffffffffu);
    return hn::GetLane(hn::MinOfLanes(integers, hn::IfThenElse(hn::RebindMask(integers, isFarthest), farthest.place, none)));
}

std::array<std::uint32_t, 6> farthestGroups(std::span<const GroupBounds> bounds)
{
    const Groups d;
    const hn::RebindToUnsigned<Groups> integers;
    alignas(64) static constexpr std::uint32_t numbers[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const auto lanes = hn::Load(integers, numbers);
    std::array<std::uint32_t, 6> places{};
    for (int axis = 0; axis < 3; ++axis) {
        const GroupVector none = hn::Set(d, -std::numeric_limits<float>::infinity());
        Farthest low{none, hn::Zero(integers)};
        Farthest high{none, hn::Zero(integers)};
        for (std::uint32_t i = 0; i < bounds.size(); ++i) {
            for (std::uint32_t lane = 0; lane < clusterLanes; lane += static_cast<std::uint32_t>(hn::MaxLanes(d))) {
                const auto place = hn::Add(lanes, hn::Set(integers, static_cast<std::uint32_t>(i * clusterLanes + lane)));
                include(hn::Neg(hn::Load(d, bounds[i].low[axis] + lane)), place, low);
                include(hn::Load(d, bounds[i].high[axis] + lane), place, high);
            }
        }
        places[static_cast<std::size_t>(axis)] = placeOf(low);
        places[static_cast<std::size_t>(axis) + 3] = placeOf(high);
    }
    return places;
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(boundGroups);
HWY_EXPORT(boundGuides);
HWY_EXPORT(farthestGroups);
HWY_EXPORT(lanesOutside);
HWY_EXPORT(measurePalette);

PaletteExtremes measurePalette(std::span<const std::uint32_t> joints, const StretchedPalette& palette, float scale) noexcept
{
    return ARMATURE_DISPATCH(measurePalette)(joints, palette, scale);
}

void boundGuides(std::span<const GuideBlock> blocks, std::span<const Partners> partners, const StretchedPalette& palette,
                 const Stretching& stretching, const float* morphs, std::span<GroupBounds> outBounds,
                 std::span<GuidePose> outPoses) noexcept
{
    ARMATURE_DISPATCH(boundGuides)(blocks, partners, palette, stretching, morphs, outBounds, outPoses);
}

void boundGroups(const ClusterBlock& block, std::span<const ClusterPartner> partners, const Guide& guide, const float* morphs,
                 GroupBounds& outBounds) noexcept
{
    ARMATURE_DISPATCH(boundGroups)(block, partners, guide, morphs, outBounds);
}

std::uint32_t lanesOutside(const GroupBounds& bounds, const Aabb& box) noexcept
{
    return ARMATURE_DISPATCH(lanesOutside)(bounds, box);
}

std::array<std::uint32_t, 6> farthestGroups(std::span<const GroupBounds> bounds) noexcept
{
    return ARMATURE_DISPATCH(farthestGroups)(bounds);
}

}  // namespace armature
#endif
