#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

#include <armature/math/aabb.hpp>
#include <armature/math/affine.hpp>

#include "skinning/kernels/body_limits.hpp"

/// Bounds of groups of vertices that dual quaternions move, one group per lane. A bound is quick to compute and contains its group, but is
/// larger than needed: see VertexClusters, which skins the groups whose bounds stick out of a box.
namespace armature {

constexpr std::size_t clusterLanes = 16;

/// Constants by which bounds allow for rounding, so that no bound is smaller than it should be.
constexpr float factorForRounding = 1.0001f;
constexpr float leastSquare = 1e-5f;     ///< Lower limit for the square of a sine; it is added to each square.
constexpr float farSquare = 0.499f;      ///< The squared sine of almost 45 degrees, half a right angle.
constexpr float normOfTurn = 0.70711f;   ///< 1 / sqrt(2), rounded up.
constexpr float smallestScale = 1e-20f;  ///< Smaller scales count as this.

/// Groups of vertices. All vertices of a group have the same guide: the joint of the heaviest influence, in whose hemisphere the vertex's
/// motions are blended. Positions are in bind space, times the sum of the vertex's weights; weights are divided by that sum.
struct VertexGroups {
    alignas(64) float center[3][clusterLanes]{};
    alignas(64) float half[3][clusterLanes]{};     ///< Half the sides of the group's box along the axes of bind space.
    alignas(64) float radius[clusterLanes]{};      ///< Distance of the farthest vertex from the centre.
    alignas(64) float farthest[clusterLanes]{};    ///< Distance of the farthest vertex from the origin.
    alignas(64) float heaviest[clusterLanes]{};    ///< The smallest weight that the guide has in a vertex.
    alignas(64) float mostShare[clusterLanes]{};   ///< The largest share of any vertex in any influence (see Partners).
    alignas(64) float mostShares[clusterLanes]{};  ///< The largest sum of a vertex's shares.
};

/// Other joints that move the vertices of guides, one for each of a block's guides. A vertex's share in an influence is the larger of
/// weight / Partners::weight and weight * distance from the pivot / Partners::way.
struct Partners {
    alignas(64) float pivot[3][clusterLanes]{};  ///< A point in bind space, near the vertices that both joints move.
    alignas(64) float weight[clusterLanes]{};    ///< The largest weight of the joint in a vertex of the guide; 0 in unused lanes.
    alignas(64) float way[clusterLanes]{};       ///< The largest product of that weight and the vertex's distance from the pivot.
    std::uint32_t joints[clusterLanes]{};        ///< Palette slots; unused lanes repeat the guide.
};

/// Guides with all of their vertices. Unused lanes repeat another lane.
struct GuideBlock {
    VertexGroups vertices;
    std::uint32_t joints[clusterLanes]{};  ///< Palette slots. A joint beyond the palette counts as the identity.
    std::size_t firstPartner = 0;
    std::size_t partnerCount = 0;
};

/// A palette as it was split for dual quaternions.
struct StretchedPalette {
    std::span<const Affine> matrices;
    std::span<const Affine> stretches;
};

/// Groups of vertices that have one guide, small enough for a closer bound.
struct ClusterBlock {
    VertexGroups vertices;
    std::size_t firstPartner = 0;
    std::size_t partnerCount = 0;
};

/// A joint other than the guide that moves vertices of a block's groups.
struct ClusterPartner {
    alignas(64) float mean[clusterLanes]{};        ///< The mean weight of the joint in a group.
    alignas(64) float off[clusterLanes]{};         ///< The largest difference between a vertex's weight and the mean.
    alignas(64) float offWay[clusterLanes]{};      ///< The largest product of that difference and the vertex's distance from the pivot.
    alignas(64) float product[clusterLanes]{};     ///< The largest weight * (1 - weight) of a vertex.
    alignas(64) float productWay[clusterLanes]{};  ///< The largest product of that value and the vertex's distance from the pivot.
    std::uint32_t partner = 0;                     ///< Index among the guide's partners.
};

/// How far the stretches of a palette's joints are from a scale that all share.
struct Stretching {
    float scale = 1.f;
    float off = 0.f;  ///< Upper bound of the norm of a joint's stretch minus the scale, if `isEven`.
    /// Whether all stretches are so close to the scale that `off` serves for all joints. Otherwise each guide is compared with its
    /// partners.
    bool isEven = false;
};

/// Boxes around moved groups.
struct GroupBounds {
    alignas(64) float low[3][clusterLanes];
    alignas(64) float high[3][clusterLanes];
};

/// How far apart a guide and its partners are, for each guide of a block.
struct GuidePose {
    alignas(64) float sum[clusterLanes];     ///< The sum over the partners of the largest weighted distance (see boundGuides()).
    alignas(64) float most[clusterLanes];    ///< The largest of these distances.
    alignas(64) float square[clusterLanes];  ///< Upper bound of the squared sine of half the angle between the guide and a partner.
    alignas(64) float off[clusterLanes];     ///< Upper bound of the norm of a stretch minus the scale.
    alignas(64) float scale[clusterLanes];
};

/// The largest absolute elements of the joints' matrices, and of their stretches minus a scale.
struct PaletteExtremes {
    LargestRows matrices;
    LargestRows stretches;
};
[[nodiscard]] PaletteExtremes measurePalette(std::span<const std::uint32_t> joints, const StretchedPalette& palette, float scale) noexcept;

/// Computes bounds of each guide's vertices. `morphs`: for each lane of each block, how far morph targets displace a vertex.
///
/// Let y_h be the position to which the guide's motion takes the vertex after the blended stretches, w_h the guide's weight, and y_i and
/// w_i those of another joint. All motions are in the guide's hemisphere, so the length N of the blended rotations is at least w_h plus the
/// sum of the other w_i times the cosine of half the angle between the joints. The blended motion takes the vertex to a position whose
/// distance from y_h is at most the sum of w_i |y_i - y_h|, divided by N (see DualBodies).
///
/// Let L_i be the linear part of a joint's matrix M_i, S_i its stretch, and s an upper bound of the norm of S_i - scale for the guide and
/// its partners. The blend of stretches differs from S_i by at most 2 s, and from the guide's S_h by at most 2 s (1 - w_h). So y_i is
/// within 2 s |v| of M_i v, and y_h within 2 s (1 - w_h) |v| of M_h v. |M_i v - M_h v| is at most the distance between the positions to
/// which both take the pivot, plus the norm of L_i - L_h times the distance of v from the pivot. For rotations that norm is the Frobenius
/// norm divided by the square root of 2, and the Frobenius norm is the sine of half the angle times the square root of 8; stretches change
/// either by at most the sum of the two joints' differences from the scale.
///
/// Precondition: the numbers of the palette and of the groups are so small that no square of a product overflows.
void boundGuides(std::span<const GuideBlock> blocks, std::span<const Partners> partners, const StretchedPalette& palette,
                 const Stretching& stretching, const float* morphs, std::span<GroupBounds> outBounds,
                 std::span<GuidePose> outPoses) noexcept;

/// A joint other than a guide that moves the guide's vertices.
struct GuidePartner {
    float pivot[3]{};  ///< See Partners.
    std::uint32_t joint = 0;
};

/// How far apart a guide and a partner are.
struct PartnerPose {
    alignas(16) float matrix[12];  ///< The partner's matrix minus the guide's.
    float way;                     ///< The distance between the positions to which both take the pivot.
    float norm;                    ///< Upper bound of the factor by which the difference of the matrices lengthens a vector.
    float square;                  ///< Upper bound of the squared sine of half the angle.
    float chord;                   ///< The result of chordOf() for vertices that only the guide and the partner move.
};

/// A guide in a pose, as boundGroups() needs it for the groups into which the guide's vertices are split.
struct Guide {
    const float* matrix = nullptr;
    std::span<const PartnerPose> partners = {};
    bool isOfTwo = false;  ///< Whether no vertex has more than two joints.
    float sum = 0.f;
    float most = 0.f;
    float square = 0.f;
    float off = 0.f;
    float scale = 1.f;
};
/// Returns how far apart a guide and a partner are. Of the guide, only `matrix`, `off` and `scale` matter.
[[nodiscard]] PartnerPose poseOf(const GuidePartner& partner, const Guide& guide, std::span<const Affine> matrices) noexcept;
/// Returns the factor of boundGroups(): 2 sin(a / 2) if `isOfTwo`, otherwise 2 sin(a). `square` is the squared sine of a.
[[nodiscard]] inline float chordOf(float square, bool isOfTwo) noexcept
{
    return std::sqrt(square * (isOfTwo ? 2.f / (1.f + std::sqrt(1.f - square)) : 4.f));
}

/// Computes bounds of groups that have one guide. `partners` holds the partners of all blocks.
///
/// If all partners of the block are turned away from the guide by less than a right angle, all motions of a vertex are in one hemisphere.
/// Then the vertex's distance from the position to which linear blending takes it is at most the sum over all pairs of w_i w_j |y_i - y_j|,
/// times 2 sin(a), divided by N^2, where a is the largest half angle between the guide and a partner (see DualBodies; half the angle
/// between two partners is at most 2 a). For vertices of the guide and one partner, the factor is 2 sin(a / 2), where a is half their
/// angle. |y_i - y_j| is at most the sum of the distances from the guide's y_h, so the sum over all pairs is at most the sum of w_i (1 -
/// w_i) |y_i - y_h|. The matrices blended with the group's mean weights take the vertex to a position whose distance from the position by
/// its own weights is at most the sum of the differences of the weights, each times |M_i v - M_h v|.
///
/// If a partner is turned farther, or the guide's `partners` are incomplete, the bound is that of boundGuides().
void boundGroups(const ClusterBlock& block, std::span<const ClusterPartner> partners, const Guide& guide, const float* morphs,
                 GroupBounds& outBounds) noexcept;

/// Returns a bit mask of the lanes whose bounds are not inside a box. Bounds with a NaN count as not inside.
[[nodiscard]] std::uint32_t lanesOutside(const GroupBounds& bounds, const Aabb& box) noexcept;

/// Returns for each direction (-x, -y, -z, +x, +y, +z) which bound reaches farthest: the index of its block, times clusterLanes, plus its
/// lane.
[[nodiscard]] std::array<std::uint32_t, 6> farthestGroups(std::span<const GroupBounds> bounds) noexcept;

/// The same functions in plain C++ (except poseOf() and chordOf(), which have one version), with bit-identical results for finite numbers.
namespace reference {
[[nodiscard]] PaletteExtremes measurePalette(std::span<const std::uint32_t> joints, const StretchedPalette& palette, float scale);
void boundGuides(std::span<const GuideBlock> blocks, std::span<const Partners> partners, const StretchedPalette& palette,
                 const Stretching& stretching, const float* morphs, std::span<GroupBounds> outBounds, std::span<GuidePose> outPoses);
void boundGroups(const ClusterBlock& block, std::span<const ClusterPartner> partners, const Guide& guide, const float* morphs,
                 GroupBounds& outBounds);
[[nodiscard]] std::uint32_t lanesOutside(const GroupBounds& bounds, const Aabb& box);
[[nodiscard]] std::array<std::uint32_t, 6> farthestGroups(std::span<const GroupBounds> bounds);
}  // namespace reference

}  // namespace armature
