#include <algorithm>
#include <cmath>
#include <limits>

#include "skinning/kernels/blend_influences.hpp"
#include "skinning/kernels/cluster_kernels.hpp"

namespace armature {

PartnerPose poseOf(const GuidePartner& partner, const Guide& guide, std::span<const Affine> matrices) noexcept
{
    const float* const own = guide.matrix;
    const float* const other = matrixAt(matrices, partner.joint);
    PartnerPose pose;
    float squares = 0.f;
    float distances = 0.f;
    for (std::size_t row = 0; row < 3; ++row) {
        float* const off = pose.matrix + 4 * row;
        for (std::size_t i = 0; i < 4; ++i) {
            off[i] = other[4 * row + i] - own[4 * row + i];
        }
        const float way = (off[0] * partner.pivot[0] + off[1] * partner.pivot[1]) + (off[2] * partner.pivot[2] + off[3]);
        squares += off[0] * off[0] + off[1] * off[1] + off[2] * off[2];
        distances += way * way;
    }
    const float bothOff = guide.off + guide.off;
    const float turn = std::sqrt(squares) + bothOff;
    const float turned = turn / std::max(guide.scale, smallestScale);
    pose.way = std::sqrt(distances);
    pose.norm = normOfTurn * turn + bothOff;
    pose.square = std::min(turned * turned * 0.125f + leastSquare, 1.f);
    pose.chord = chordOf(pose.square, true);
    return pose;
}

namespace reference {

PaletteExtremes measurePalette(std::span<const std::uint32_t> joints, const StretchedPalette& palette, float scale)
{
    PaletteExtremes extremes;
    for (const std::uint32_t joint : joints) {
        include(matrixAt(palette.matrices, joint), extremes.matrices);
        float off[12];
        std::copy_n(matrixAt(palette.stretches, joint), 12, off);
        for (std::size_t i = 0; i < 12; i += 5) {
            off[i] -= scale;
        }
        include(off, extremes.stretches);
    }
    return extremes;
}

namespace {

float offOf(const float* stretch, float scale)
{
    float sum = 0.f;
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            const float number = stretch[4 * row + column] - (row == column ? scale : 0.f);
            sum += number * number;
        }
    }
    return std::sqrt(sum);
}

struct Distances {
    float turn = 0.f;
    float way = 0.f;
};

Distances distancesBetween(const float* matrix, const float* other, const Partners& partners, std::size_t lane)
{
    Distances squares;
    for (std::size_t row = 0; row < 3; ++row) {
        const auto off = [&](std::size_t i) { return matrix[4 * row + i] - other[4 * row + i]; };
        squares.turn += off(0) * off(0) + off(1) * off(1) + off(2) * off(2);
        const float way =
            (off(0) * partners.pivot[0][lane] + off(1) * partners.pivot[1][lane]) + (off(2) * partners.pivot[2][lane] + off(3));
        squares.way += way * way;
    }
    return {std::sqrt(squares.turn), std::sqrt(squares.way)};
}

Guide guideOf(const GuideBlock& block, std::size_t lane, std::span<const Partners> partners, const StretchedPalette& palette,
              const Stretching& stretching)
{
    const float* const matrix = matrixAt(palette.matrices, block.joints[lane]);
    const float* const stretch = matrixAt(palette.stretches, block.joints[lane]);
    const float scale = stretching.isEven ? stretching.scale : (stretch[0] + stretch[5] + stretch[10]) * (1.f / 3.f);
    const float ownOff = stretching.isEven ? stretching.off : offOf(stretch, scale);
    Guide pose{.off = ownOff, .scale = std::abs(scale)};
    float mostTurned = 0.f;
    for (const Partners& others : partners.subspan(block.firstPartner, block.partnerCount)) {
        const Distances apart = distancesBetween(matrix, matrixAt(palette.matrices, others.joints[lane]), others, lane);
        const float off = stretching.isEven ? ownOff : offOf(matrixAt(palette.stretches, others.joints[lane]), scale);
        const float norm = normOfTurn * (apart.turn + (ownOff + off)) + (ownOff + off);
        const float distance = others.weight[lane] * apart.way + others.way[lane] * norm;
        pose.off = std::max(pose.off, off);
        pose.sum += distance;
        pose.most = std::max(pose.most, distance);
        mostTurned = std::max(mostTurned, apart.turn + (ownOff + off));
    }
    const float turned = mostTurned / std::max(pose.scale, smallestScale);
    pose.square = std::min(turned * turned * 0.125f + leastSquare, 1.f);
    return pose;
}

struct Growth {
    Growth(const VertexGroups& groups, std::size_t lane, const Guide& pose, float morph)
    {
        heaviest = groups.heaviest[lane];
        rest = 1.f - heaviest;
        stretched = (rest + rest) * pose.off * groups.farthest[lane];
        morphed = (pose.scale + pose.off) * morph;
        morphedApart = (rest + rest) * morphed;
    }

    [[nodiscard]] float lengthWith(float square) const { return heaviest + rest * std::sqrt(1.f - square); }

    float heaviest;
    float rest;
    float stretched;
    float morphed;
    float morphedApart;
};

float weighted(float most, float mostSum, const Guide& pose)
{
    return std::min(most * pose.sum, mostSum * pose.most);
}

float firstOrder(const VertexGroups& groups, std::size_t lane, const Guide& pose, const Growth& growth)
{
    const float shared = weighted(groups.mostShare[lane], groups.mostShares[lane], pose);
    const float across = (shared + (growth.stretched + growth.stretched)) + growth.morphedApart;
    return (across / growth.lengthWith(pose.square) + growth.stretched) + growth.morphed;
}

void putBounds(const VertexGroups& groups, std::size_t lane, const float* matrix, const Guide& pose, float growth, GroupBounds& out)
{
    const float grown = growth * factorForRounding;
    for (int axis = 0; axis < 3; ++axis) {
        const float* const row = matrix + std::ptrdiff_t{4} * axis;
        const float center =
            (row[0] * groups.center[0][lane] + row[1] * groups.center[1][lane]) + (row[2] * groups.center[2][lane] + row[3]);
        const float side =
            (std::abs(row[0]) * groups.half[0][lane] + std::abs(row[1]) * groups.half[1][lane]) + std::abs(row[2]) * groups.half[2][lane];
        const float half = std::min(side, groups.radius[lane] * (pose.scale + pose.off)) + grown;
        out.low[axis][lane] = center - half;
        out.high[axis][lane] = center + half;
    }
}

}  // namespace

void boundGuides(std::span<const GuideBlock> blocks, std::span<const Partners> partners, const StretchedPalette& palette,
                 const Stretching& stretching, const float* morphs, std::span<GroupBounds> outBounds, std::span<GuidePose> outPoses)
{
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const VertexGroups& groups = blocks[i].vertices;
        for (std::size_t lane = 0; lane < clusterLanes; ++lane) {
            const Guide pose = guideOf(blocks[i], lane, partners, palette, stretching);
            const Growth growth(groups, lane, pose, morphs == nullptr ? 0.f : morphs[i * clusterLanes + lane]);
            putBounds(groups, lane, matrixAt(palette.matrices, blocks[i].joints[lane]), pose, firstOrder(groups, lane, pose, growth),
                      outBounds[i]);
            outPoses[i].sum[lane] = pose.sum;
            outPoses[i].most[lane] = pose.most;
            outPoses[i].square[lane] = pose.square;
            outPoses[i].off[lane] = pose.off;
            outPoses[i].scale[lane] = pose.scale;
        }
    }
}

void boundGroups(const ClusterBlock& block, std::span<const ClusterPartner> partners, const Guide& guide, const float* morphs,
                 GroupBounds& outBounds)
{
    for (std::size_t lane = 0; lane < clusterLanes; ++lane) {
        const Growth growth(block.vertices, lane, guide, morphs == nullptr ? 0.f : morphs[lane]);
        float matrix[12];
        std::copy_n(guide.matrix, 12, matrix);
        float mean = 0.f;
        float across = 0.f;
        float mostSquare = leastSquare;
        for (const ClusterPartner& partner : partners.subspan(block.firstPartner, block.partnerCount)) {
            if (partner.partner >= guide.partners.size()) {
                mostSquare = 1.f;
                break;
            }
            const PartnerPose& pose = guide.partners[partner.partner];
            for (std::size_t i = 0; i < 12; ++i) {
                matrix[i] += partner.mean[lane] * pose.matrix[i];
            }
            mean += partner.off[lane] * pose.way + partner.offWay[lane] * pose.norm;
            const float distance = partner.product[lane] * pose.way + partner.productWay[lane] * pose.norm;
            across += guide.isOfTwo ? distance * pose.chord : distance;
            mostSquare = std::max(mostSquare, pose.square);
        }
        if (mostSquare >= farSquare) {
            putBounds(block.vertices, lane, guide.matrix, guide, firstOrder(block.vertices, lane, guide, growth), outBounds);
            continue;
        }
        const float more = growth.stretched + growth.stretched + growth.morphedApart;
        const float chord = chordOf(mostSquare, guide.isOfTwo);
        const float length = growth.lengthWith(mostSquare);
        const float apart = guide.isOfTwo ? across + more * chord : (across + more) * chord;
        const float off = apart / (length * length) + (growth.stretched + growth.stretched);
        const float near = off + (mean + (growth.morphedApart + growth.morphedApart)) + growth.morphed;
        putBounds(block.vertices, lane, matrix, guide, near, outBounds);
    }
}

std::uint32_t lanesOutside(const GroupBounds& bounds, const Aabb& box)
{
    std::uint32_t outside = 0;
    for (std::uint32_t lane = 0; lane < clusterLanes; ++lane) {
        bool isInside = true;
        for (int axis = 0; axis < 3; ++axis) {
            isInside = isInside && bounds.low[axis][lane] >= box.minimum[axis] && bounds.high[axis][lane] <= box.maximum[axis];
        }
        outside |= (isInside ? 0u : 1u) << lane;
    }
    return outside;
}

std::array<std::uint32_t, 6> farthestGroups(std::span<const GroupBounds> bounds)
{
    std::array<std::uint32_t, 6> places{};
    for (std::size_t direction = 0; direction < 6; ++direction) {
        float most = -std::numeric_limits<float>::infinity();
        for (std::uint32_t place = 0; place < bounds.size() * clusterLanes; ++place) {
            const GroupBounds& block = bounds[place / clusterLanes];
            const std::size_t lane = place % clusterLanes;
            const float reach = direction < 3 ? -block.low[direction][lane] : block.high[direction - 3][lane];
            if (reach > most) {
                most = reach;
                places[direction] = place;
            }
        }
    }
    return places;
}

}  // namespace reference

}  // namespace armature
