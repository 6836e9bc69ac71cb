#include <algorithm>
#include <cmath>
#include <limits>

#include "skinning/kernels/blend_influences.hpp"
#include "skinning/kernels/cluster_kernels.hpp"

namespace armature::reference {

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
        const float way = (off(0) * partners.pivot[0][lane] + off(1) * partners.pivot[1][lane])
                          + (off(2) * partners.pivot[2][lane] + off(3));
        squares.way += way * way;
    }
    return {std::sqrt(squares.turn), std::sqrt(squares.way)};
}

Guide poseOf(const GuideBlock& block, std::size_t lane, std::span<const Partners> partners, const StretchedPalette& palette,
             const Stretching& stretching)
{
    const float* const matrix = matrixAt(palette.matrices, block.joints[lane]);
    const float* const stretch = matrixAt(palette.stretches, block.joints[lane]);
    const float scale = stretching.isEven ? stretching.scale : (stretch[0] + stretch[5] + stretch[10]) * (1.f / 3.f);
    const float ownOff = stretching.isEven ? stretching.off : offOf(stretch, scale);
    Guide pose{.matrix = matrix, .off = ownOff, .scale = std::abs(scale)};
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
    pose.cosine = std::sqrt(std::max(mostSquare - turned * turned * 0.125f, 0.f));
    return pose;
}

void boundLane(const VertexGroups& groups, std::size_t lane, const Guide& guide, float morph, GroupBounds& out)
{
    const float rest = 1.f - groups.heaviest[lane];
    const float rests = rest + rest;
    const float length = groups.heaviest[lane] + rest * guide.cosine;
    const float shared = std::min(groups.mostShare[lane] * guide.sum, groups.mostShares[lane] * guide.most);
    const float stretched = rests * guide.off * groups.farthest[lane];
    const float morphed = (guide.scale + guide.off) * morph;
    const float across = (shared + (stretched + stretched)) + rests * morphed;
    const float growth = ((across / length + stretched) + morphed) * factorForRounding;
    for (int axis = 0; axis < 3; ++axis) {
        const float* const row = guide.matrix + std::ptrdiff_t{4} * axis;
        const float center =
            (row[0] * groups.center[0][lane] + row[1] * groups.center[1][lane]) + (row[2] * groups.center[2][lane] + row[3]);
        const float half = (std::abs(row[0]) * groups.half[0][lane] + std::abs(row[1]) * groups.half[1][lane])
                           + (std::abs(row[2]) * groups.half[2][lane] + growth);
        out.low[axis][lane] = center - half;
        out.high[axis][lane] = center + half;
    }
}

}  // namespace

void boundGuides(std::span<const GuideBlock> blocks, std::span<const Partners> partners, const StretchedPalette& palette,
                 const Stretching& stretching, const float* morphs, std::span<GroupBounds> outBounds, std::span<GuidePose> outPoses)
{
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        for (std::size_t lane = 0; lane < clusterLanes; ++lane) {
            const Guide pose = poseOf(blocks[i], lane, partners, palette, stretching);
            const float morph = morphs == nullptr ? 0.f : morphs[i * clusterLanes + lane];
            boundLane(blocks[i].vertices, lane, pose, morph, outBounds[i]);
            outPoses[i].sum[lane] = pose.sum;
            outPoses[i].most[lane] = pose.most;
            outPoses[i].cosine[lane] = pose.cosine;
            outPoses[i].off[lane] = pose.off;
            outPoses[i].scale[lane] = pose.scale;
        }
    }
}

void boundGroups(const VertexGroups& groups, const Guide& guide, const float* morphs, GroupBounds& outBounds)
{
    for (std::size_t lane = 0; lane < clusterLanes; ++lane) {
        boundLane(groups, lane, guide, morphs == nullptr ? 0.f : morphs[lane], outBounds);
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

}  // namespace armature::reference
