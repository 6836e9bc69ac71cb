#include "skinning/vertex_clusters.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include <glm/common.hpp>

#include "skinning/kernels/blend_influences.hpp"
#include "skinning/kernels/planned_kernels.hpp"
#include "skinning/stream_pointers.hpp"
#include "skinning/vertex_extent.hpp"

namespace armature {

// A cluster of clusterLanes vertices is skinned as one batch of planLanes vertices. A block also has one cluster or guide per lane.
static_assert(clusterLanes == planLanes);

float VertexClusters::MorphReaches::displacementOf(std::size_t group, std::span<const float> weights) const noexcept
{
    float sum = 0.f;
    for (std::size_t i = firsts[group]; i < firsts[group + 1]; ++i) {
        if (reaches[i].target < weights.size() && weights[reaches[i].target] != 0.f) {
            sum += std::abs(weights[reaches[i].target]) * reaches[i].reach;
        }
    }
    return sum * (1.f + 1e-4f);
}

namespace {

/// Limit for the partners of a guide that are used: clusters that further partners move get the looser bounds of boundGuides().
constexpr std::size_t mostPartners = 48;
constexpr std::size_t guideBlocksAtOnce = 16;
constexpr std::size_t clustersAtOnce = 24;
constexpr std::size_t mostCandidateBlocks = 24;
constexpr std::size_t fewCandidateBlocks = 2;  // limit: the candidates of this many blocks are all skinned at once
/// Limit: as long as all numbers are below this, no product or square in the kernels overflows.
constexpr float mostNumber = 1e18f;
constexpr float evenness = 1e-4f;  // threshold: stretches this close to a uniform scale hardly loosen the bounds

}  // namespace

/// The search for the vertices that are farthest out.
class VertexClusters::Search {
public:
    Search(const VertexClusters& clusters, const SplitPaletteView& palette, std::span<const float> morphWeights) noexcept
        : clusters_(clusters), plan_(pointersTo(clusters.plan_)), palette_(palette), weights_(morphWeights)
    {
        isMorphed_ = !clusters.clusterMorphs_.reaches.empty() && std::ranges::any_of(weights_, [](float weight) { return weight != 0.f; });
        measure();
    }

    void run() noexcept
    {
        for (std::size_t first = 0; first < clusters_.guides_.size(); first += guideBlocksAtOnce) {
            if (isBounded_) {
                searchBlocks(first, std::min(guideBlocksAtOnce, clusters_.guides_.size() - first));
            }
        }
        for (std::size_t cluster = 0; !isBounded_ && cluster < clusters_.clusterCount(); ++cluster) {
            add(static_cast<std::uint32_t>(cluster));
        }
        skinAdded();
    }

    /// Extends a box by the vertices, with room for rounding.
    void extend(Aabb& inOutBox) const noexcept
    {
        // Weights add up to 1 within a few per cent, so the sums of matrices are off by no more; 1.05 allows for that.
        const BodyLimits limits{glm::vec3(1.05 * farthest_), 0.f,
                                extent_.isFinite() ? static_cast<float>(clusters_.rounding_) : std::nanf("")};
        extendBy(box_, largest_, limits, inOutBox);
    }

    [[nodiscard]] std::size_t skinnedCount() const noexcept { return skinnedCount_; }

private:
    void measure() noexcept
    {
        const StretchedPalette split{palette_.matrices, palette_.stretches};
        const float* const stretch = matrixAt(palette_.stretches, clusters_.joints_.front());
        const float scale = (stretch[0] + stretch[5] + stretch[10]) * (1.f / 3.f);
        stretching_.scale = std::isfinite(scale) ? scale : 1.f;
        const PaletteExtremes extremes = measurePalette(clusters_.joints_, split, stretching_.scale);
        largest_ = extremes.matrices;
        farthest_ = clusters_.farthest_;
        for (std::size_t target = 0; target < std::min(weights_.size(), clusters_.targetReaches_.size()); ++target) {
            farthest_ += std::abs(static_cast<double>(weights_[target])) * clusters_.targetReaches_[target];
        }
        const glm::vec3 farthest(1.05 * farthest_);
        float squares = 0.f;
        float size = 0.f;
        for (std::size_t row = 0; row < 3; ++row) {
            const float(&numbers)[4] = largest_.rows[row];
            size += numbers[0] * farthest.x + numbers[1] * farthest.y + numbers[2] * farthest.z + numbers[3];
            for (const float number : extremes.stretches.rows[row]) {
                squares += number * number;
            }
            size += 0.f * (numbers[0] + numbers[1] + numbers[2]);  // makes the size NaN if a number is not finite
            isBounded_ = isBounded_ && numbers[0] < mostNumber && numbers[1] < mostNumber && numbers[2] < mostNumber;
        }
        stretching_.off = std::sqrt(squares) * (1.f + 1e-5f);
        stretching_.isEven = stretching_.off <= evenness * std::abs(stretching_.scale);
        isBounded_ = isBounded_ && size < mostNumber && stretching_.off < mostNumber && std::abs(stretching_.scale) < mostNumber
                     && !clusters_.guides_.empty();
        // Allows for the rounding errors of the kernels that bound vertices and of those that skin them. The skinning kernels divide by the
        // length of the blended rotations.
        margin_ = (static_cast<float>(clusters_.rounding_) + 0x1p-18f) / clusters_.leastHeaviest_ * size;
    }

    /// Returns the box of the vertices skinned so far, shrunk by a margin for rounding. A group whose bounds are inside this smaller box
    /// cannot extend the result.
    [[nodiscard]] Aabb inner() const noexcept { return {box_.minimum + margin_, box_.maximum - margin_}; }

    void searchBlocks(std::size_t first, std::size_t count) noexcept
    {
        std::array<GroupBounds, guideBlocksAtOnce> bounds;
        std::array<GuidePose, guideBlocksAtOnce> poses;
        std::array<float, guideBlocksAtOnce * clusterLanes> morphs;
        for (std::size_t lane = 0; isMorphed_ && lane < count * clusterLanes; ++lane) {
            morphs[lane] = clusters_.guideMorphs_.displacementOf(first * clusterLanes + lane, weights_);
        }
        boundGuides(std::span(clusters_.guides_).subspan(first, count), clusters_.partners_, {palette_.matrices, palette_.stretches},
                    stretching_, isMorphed_ ? morphs.data() : nullptr, bounds, poses);
        const GuidesOfBlocks guides{first, std::span(bounds).first(count), poses};
        // The guides that may reach farthest come first, so that the box soon excludes most others.
        std::array<std::uint32_t, 6> farthest = farthestGroups(guides.bounds);
        std::ranges::sort(farthest);
        const std::span<const std::uint32_t> seeds(farthest.begin(), std::unique(farthest.begin(), farthest.end()));
        for (const std::uint32_t place : seeds) {
            addOutside(guides, place);
        }
        skinFarthest();
        for (std::uint32_t i = 0; i < count; ++i) {
            for (std::uint32_t lanes = lanesOutside(bounds[i], inner()); lanes != 0; lanes &= lanes - 1) {
                const auto place = i * static_cast<std::uint32_t>(clusterLanes) + static_cast<std::uint32_t>(std::countr_zero(lanes));
                if (std::ranges::find(seeds, place) == seeds.end()) {
                    addOutside(guides, place);
                }
            }
        }
        skinCandidates();
    }

    /// Some blocks of guides, with bounds of their vertices and with their poses.
    struct GuidesOfBlocks {
        std::size_t firstBlock;
        std::span<const GroupBounds> bounds;
        std::span<const GuidePose> poses;
    };

    [[nodiscard]] const GuideClusters& clustersAt(const GuidesOfBlocks& guides, std::uint32_t place) const noexcept
    {
        return clusters_.guideClusters_[guides.firstBlock * clusterLanes + place];
    }

    /// Returns a guide in its pose: `place` is the index of its block in `guides`, times clusterLanes, plus its lane. `outPartners` is
    /// memory for the poses of its partners.
    [[nodiscard]] Guide guideAt(const GuidesOfBlocks& guides, std::uint32_t place, std::span<PartnerPose> outPartners) const noexcept
    {
        const std::size_t lane = place % clusterLanes;
        const GuidePose& pose = guides.poses[place / clusterLanes];
        const GuideClusters& clusters = clustersAt(guides, place);
        Guide guide{.matrix = matrixAt(palette_.matrices, clusters_.guides_[guides.firstBlock + place / clusterLanes].joints[lane]),
                    .isOfTwo = clusters.isOfTwo,
                    .sum = pose.sum[lane],
                    .most = pose.most[lane],
                    .square = pose.square[lane],
                    .off = pose.off[lane],
                    .scale = pose.scale[lane]};
        const std::size_t count = std::min<std::size_t>(clusters.partnerCount, outPartners.size());
        for (std::size_t i = 0; i < count; ++i) {
            outPartners[i] = poseOf(clusters_.guidePartners_[clusters.firstPartner + i], guide, palette_.matrices);
        }
        guide.partners = outPartners.first(count);
        return guide;
    }

    /// Computes bounds of the clusters in one block, all of the same guide. `block` is the index among the guide's blocks.
    void boundCluster(const GuideClusters& clusters, std::size_t block, const Guide& guide, GroupBounds& out) const noexcept
    {
        std::array<float, clusterLanes> morphs;
        for (std::size_t lane = 0; isMorphed_ && lane < clusterLanes; ++lane) {
            const std::size_t number = std::min<std::size_t>(block * clusterLanes + lane, clusters.clusterCount - 1);
            morphs[lane] = clusters_.clusterMorphs_.displacementOf(clusters.firstCluster + number, weights_);
        }
        boundGroups(clusters_.clusters_[clusters.firstBlock + block], clusters_.clusterPartners_, guide,
                    isMorphed_ ? morphs.data() : nullptr, out);
    }

    /// Adds to the candidates each cluster of a guide that may reach out of the box.
    void addOutside(const GuidesOfBlocks& guides, std::uint32_t place) noexcept
    {
        const GuideClusters& clusters = clustersAt(guides, place);
        if (clusters.clusterCount == 0) {
            return;
        }
        std::array<PartnerPose, mostPartners> partners;
        const Guide guide = guideAt(guides, place, partners);
        for (std::uint32_t first = 0; first < clusters.clusterCount; first += clusterLanes) {
            GroupBounds& bounds = candidates_[candidateBlocks_];
            boundCluster(clusters, first / clusterLanes, guide, bounds);
            const std::uint32_t count = std::min(clusters.clusterCount - first, static_cast<std::uint32_t>(clusterLanes));
            const std::uint32_t lanes = lanesOutside(bounds, inner()) & ((1u << count) - 1u);
            if (lanes == 0) {
                continue;
            }
            candidateLanes_[candidateBlocks_] = lanes;
            firstCandidates_[candidateBlocks_] = clusters.firstCluster + first;
            if (++candidateBlocks_ == mostCandidateBlocks) {
                skinFarthest();
                if (candidateBlocks_ == mostCandidateBlocks) {
                    skinCandidates();
                }
            }
        }
    }

    /// Skins, for each direction, the candidate that may reach farthest. Then removes the candidates that are inside the box.
    void skinFarthest() noexcept
    {
        for (const std::uint32_t place : farthestGroups(std::span(candidates_).first(candidateBlocks_))) {
            const std::size_t block = place / clusterLanes;
            const std::size_t lane = place % clusterLanes;
            if ((candidateLanes_[block] >> lane & 1u) != 0) {
                add(firstCandidates_[block] + static_cast<std::uint32_t>(lane));
                candidateLanes_[block] &= ~(1u << lane);
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    candidates_[block].low[axis][lane] = std::numeric_limits<float>::infinity();  // empty: others are farther
                    candidates_[block].high[axis][lane] = -std::numeric_limits<float>::infinity();
                }
            }
        }
        skinAdded();
        std::size_t kept = 0;
        for (std::size_t block = 0; block < candidateBlocks_; ++block) {
            const std::uint32_t lanes = candidateLanes_[block] & lanesOutside(candidates_[block], inner());
            if (lanes != 0) {
                if (kept != block) {
                    candidates_[kept] = candidates_[block];
                }
                firstCandidates_[kept] = firstCandidates_[block];
                candidateLanes_[kept++] = lanes;
            }
        }
        candidateBlocks_ = kept;
    }

    void skinCandidates() noexcept
    {
        std::size_t before = mostCandidateBlocks + 1;
        while (candidateBlocks_ > fewCandidateBlocks && candidateBlocks_ < before) {
            before = candidateBlocks_;
            skinFarthest();
        }
        for (std::size_t block = 0; block < candidateBlocks_; ++block) {
            for (std::uint32_t lanes = candidateLanes_[block]; lanes != 0; lanes &= lanes - 1) {
                add(firstCandidates_[block] + static_cast<std::uint32_t>(std::countr_zero(lanes)));
            }
        }
        candidateBlocks_ = 0;
        skinAdded();
    }

    void add(std::uint32_t cluster) noexcept
    {
        added_[addedCount_++] = cluster;
        if (addedCount_ == added_.size()) {
            skinAdded();
        }
    }

    void skinAdded() noexcept
    {
        if (addedCount_ == 0) {
            return;
        }
        std::array<PlannedBatch, clustersAtOnce> batches;
        std::array<glm::vec3, clustersAtOnce * clusterLanes> places;
        for (std::size_t i = 0; i < addedCount_; ++i) {
            batches[i] = plan_.batches[added_[i]];
            const std::span<glm::vec3> own = std::span(places).subspan(i * clusterLanes, clusterLanes);
            std::copy_n(clusters_.positions_.begin() + static_cast<std::ptrdiff_t>(added_[i] * clusterLanes), clusterLanes, own.begin());
            if (isMorphed_) {
                morph(added_[i], own);
            }
        }
        const std::size_t count = addedCount_ * clusterLanes;
        SkinPlanPointers plan = plan_;
        plan.batches = batches.data();
        skinPlannedDualQuaternions({.count = count, .positions = places.data(), .outPositions = places.data()}, plan, palette_.stretches,
                                   palette_.motions);
        extent_.add(places, count);
        box_ = extent_.box();
        skinnedCount_ += addedCount_;
        addedCount_ = 0;
    }

    void morph(std::uint32_t cluster, std::span<glm::vec3> inOutPlaces) const noexcept
    {
        const MorphReaches& morphs = clusters_.clusterMorphs_;
        for (std::size_t i = morphs.firsts[cluster]; i < morphs.firsts[cluster + 1]; ++i) {
            const std::uint32_t target = morphs.reaches[i].target;
            for (std::size_t lane = 0; target < weights_.size() && weights_[target] != 0.f && lane < clusterLanes; ++lane) {
                inOutPlaces[lane] += weights_[target] * clusters_.moves_[i * clusterLanes + lane];
            }
        }
    }

    const VertexClusters& clusters_;
    SkinPlanPointers plan_;
    SplitPaletteView palette_;
    std::span<const float> weights_;
    bool isMorphed_ = false;
    bool isBounded_ = true;  // whether there are guides, whose bounds can be computed without overflow
    Stretching stretching_;
    LargestRows largest_;
    glm::dvec3 farthest_{0.};
    float margin_ = 0.f;
    VertexExtent extent_;
    Aabb box_;
    // Blocks of clusters that contain candidates: clusters whose bounds are not inside the box.
    std::array<GroupBounds, mostCandidateBlocks> candidates_;
    std::array<std::uint32_t, mostCandidateBlocks> candidateLanes_;   // for each block, a bit mask of the lanes that are candidates
    std::array<std::uint32_t, mostCandidateBlocks> firstCandidates_;  // for each block, the cluster in its first lane
    std::size_t candidateBlocks_ = 0;
    std::array<std::uint32_t, clustersAtOnce> added_;
    std::size_t addedCount_ = 0;
    std::size_t skinnedCount_ = 0;
};

void VertexClusters::enclose(const SplitPaletteView& palette, std::span<const float> morphWeights, Aabb& inOutBox) const noexcept
{
    if (positions_.empty()) {
        return;
    }
    Search search(*this, palette, morphWeights);
    search.run();
    search.extend(inOutBox);
}

std::size_t VertexClusters::skinnedClusterCount(const SplitPaletteView& palette, std::span<const float> morphWeights) const noexcept
{
    if (positions_.empty()) {
        return 0;
    }
    Search search(*this, palette, morphWeights);
    search.run();
    return search.skinnedCount();
}

}  // namespace armature
