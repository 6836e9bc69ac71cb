#include "skinning/vertex_clusters.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "skinning/joint_bodies.hpp"
#include "skinning/kernels/blend_influences.hpp"
#include "skinning/kernels/planned_kernels.hpp"
#include "skinning/stream_pointers.hpp"
#include "skinning/vertex_extent.hpp"
#include "skinning/vertex_influences.hpp"

namespace armature {

static_assert(clusterLanes == planLanes);  // a cluster is a batch of a plan, and blocks have as many lanes

// --- building ---------------------------------------------------------------------------------------------------------

namespace {

/// A vertex with one of the joints in whose hemisphere it may be blended.
struct GuidedVertex {
    std::uint32_t primitive = 0;
    std::uint32_t vertex = 0;
    std::uint32_t guide = noJoint;
    glm::vec3 position{0.f};
    glm::dvec3 place{0.};  ///< In bind space, times the sum of the weights.
    double weightSum = 1.;
    double heaviest = 1.;                    ///< The guide's weight, divided by the sum of the weights.
    std::vector<Influence> influences = {};  ///< Each joint once.
};

/// What the vertices of a guide have in common with another joint.
struct Shared {
    glm::dvec3 pivot{0.};
    double weightSum = 0.;
    double weight = 0.;
    double way = 0.;
};
using SharedByJoint = std::map<std::uint32_t, Shared>;

/// Calls visit(joint, weight) for the joints other than the guide, with weights that are divided by their sum.
template <class Visit>
void forPartners(const GuidedVertex& vertex, const Visit& visit)
{
    for (const Influence& influence : vertex.influences) {
        if (influence.joint != vertex.guide) {
            visit(influence.joint, static_cast<double>(influence.weight) / vertex.weightSum);
        }
    }
}

SharedByJoint sharedOf(std::span<const GuidedVertex> vertices)
{
    SharedByJoint all;
    for (const GuidedVertex& vertex : vertices) {
        forPartners(vertex, [&](std::uint32_t joint, double weight) {
            Shared& shared = all[joint];
            shared.pivot += weight * vertex.place;
            shared.weightSum += weight;
        });
    }
    for (auto& [joint, shared] : all) {
        shared.pivot = glm::dvec3(glm::vec3(shared.pivot / shared.weightSum));  // as a kernel reads it
    }
    for (const GuidedVertex& vertex : vertices) {
        forPartners(vertex, [&](std::uint32_t joint, double weight) {
            Shared& shared = all[joint];
            shared.weight = std::max(shared.weight, weight);
            shared.way = std::max(shared.way, weight * glm::length(vertex.place - shared.pivot));
        });
    }
    return all;
}

/// Rounds up, by more than a kernel's rounding of the number.
float up(double number)
{
    return static_cast<float>(number * (1. + 1e-6));
}

void putGroup(std::span<const GuidedVertex> vertices, const SharedByJoint& all, std::size_t lane, VertexGroups& out)
{
    glm::dvec3 low(std::numeric_limits<double>::infinity());
    glm::dvec3 high(-low);
    double farthest = 0.;
    double heaviest = 1.;
    double mostShare = 0.;
    double mostShares = 0.;
    for (const GuidedVertex& vertex : vertices) {
        low = glm::min(low, vertex.place);
        high = glm::max(high, vertex.place);
        farthest = std::max(farthest, glm::length(vertex.place));
        heaviest = std::min(heaviest, vertex.heaviest);
        double shares = 0.;
        forPartners(vertex, [&](std::uint32_t joint, double weight) {
            const Shared& shared = all.at(joint);
            const double way = weight * glm::length(vertex.place - shared.pivot);
            const double share = std::max(weight / shared.weight, shared.way > 0. ? way / shared.way : 0.);
            mostShare = std::max(mostShare, share);
            shares += share;
        });
        mostShares = std::max(mostShares, shares);
    }
    const glm::vec3 center(0.5 * (low + high));
    for (int axis = 0; axis < 3; ++axis) {
        const auto middle = static_cast<double>(center[axis]);
        out.center[axis][lane] = center[axis];
        out.half[axis][lane] = up(std::max(high[axis] - middle, middle - low[axis]));
    }
    out.farthest[lane] = up(farthest);
    out.heaviest[lane] = static_cast<float>(heaviest * (1. - 1e-6));
    out.mostShare[lane] = up(mostShare);
    out.mostShares[lane] = up(mostShares);
}

/// Reorders vertices so that each sixteen of them are a cluster: near each other, and with similar weights of the guide.
void sortIntoClusters(std::span<GuidedVertex> vertices, double size)
{
    if (vertices.size() <= clusterLanes) {
        return;
    }
    const auto numbersOf = [&](const GuidedVertex& vertex) {
        return std::array{vertex.place.x, vertex.place.y, vertex.place.z, size * vertex.heaviest};
    };
    std::array<double, 4> low = numbersOf(vertices[0]);
    std::array<double, 4> high = low;
    for (const GuidedVertex& vertex : vertices) {
        const std::array<double, 4> numbers = numbersOf(vertex);
        for (std::size_t i = 0; i < 4; ++i) {
            low[i] = std::min(low[i], numbers[i]);
            high[i] = std::max(high[i], numbers[i]);
        }
    }
    std::size_t longest = 0;
    for (std::size_t i = 1; i < 4; ++i) {
        longest = high[i] - low[i] > high[longest] - low[longest] ? i : longest;
    }
    const std::size_t clusters = (vertices.size() + clusterLanes - 1) / clusterLanes;
    const std::size_t first = clusters / 2 * clusterLanes;
    std::ranges::nth_element(vertices, vertices.begin() + static_cast<std::ptrdiff_t>(first), {},
                             [&](const GuidedVertex& vertex) { return numbersOf(vertex)[longest]; });
    sortIntoClusters(vertices.first(first), size);
    sortIntoClusters(vertices.subspan(first), size);
}

void addGuided(const Primitive& primitive, std::uint32_t number, std::map<std::uint32_t, std::vector<GuidedVertex>>& out)
{
    const SkinWeights& skin = primitive.skin;
    for (std::uint32_t i = 0; i < primitive.positions.size(); ++i) {
        GuidedVertex vertex{.primitive = number, .vertex = i, .position = primitive.positions[i]};
        gatherInfluences(skin, i, vertex.influences);
        const auto add = [&](const Influence& guide) {
            vertex.guide = guide.joint;
            vertex.heaviest = static_cast<double>(guide.weight) / vertex.weightSum;
            out[guide.joint].push_back(vertex);
        };
        vertex.place = glm::dvec3(vertex.position);
        if (vertex.influences.empty()) {
            add(Influence());
            continue;
        }
        vertex.weightSum = 0.;
        for (const Influence& influence : vertex.influences) {
            vertex.weightSum += static_cast<double>(influence.weight);
        }
        vertex.place *= vertex.weightSum;
        // A plan first adds up the influences of each joint and, of joints with equal weights, takes the lowest. If the joint of the
        // heaviest influence is another one, the vertex is added for each; with two joints, both hemispheres give the same position.
        const auto most = std::ranges::max_element(vertex.influences, {}, &Influence::weight);
        add(*most);
        const std::size_t first = i * skin.influencesPerVertex;
        const std::uint32_t guide = skin.joints[first + heaviestOf(&skin.weights[first], skin.influencesPerVertex)];
        if (vertex.influences.size() > 2 && guide != most->joint) {
            add(*std::ranges::find(vertex.influences, guide, &Influence::joint));
        }
    }
}

}  // namespace

class VertexClusters::Builder {
public:
    Builder(const Mesh& mesh, VertexClusters& clusters) : mesh_(mesh), clusters_(clusters)
    {
        targetCount_ = mesh.primitives().empty() ? 0 : mesh.primitives().front().morphTargets.size();
        for (std::uint32_t number = 0; number < mesh.primitives().size(); ++number) {
            addGuided(mesh.primitives()[number], number, guided_);
            skin_.influencesPerVertex = std::max(skin_.influencesPerVertex, mesh.primitives()[number].skin.influencesPerVertex);
        }
        skin_.influencesPerVertex = std::max<std::size_t>(skin_.influencesPerVertex, 1);
        std::vector<std::pair<std::uint32_t, SharedByJoint>> guides;
        for (const auto& [guide, vertices] : guided_) {
            guides.emplace_back(guide, sharedOf(vertices));
        }
        // Guides with the same number of partners share blocks.
        std::ranges::stable_sort(guides, {}, [](const auto& guide) { return guide.second.size(); });
        for (std::size_t first = 0; first < guides.size(); first += clusterLanes) {
            addBlock(std::span(guides).subspan(first, std::min(clusterLanes, guides.size() - first)));
        }
        clusters_.plan_ = planWith(skin_, clusters_.positions_.size(), std::numeric_limits<std::size_t>::max(), planGuides_);
    }

private:
    using Guide = std::pair<std::uint32_t, SharedByJoint>;

    void addBlock(std::span<const Guide> guides)
    {
        GuideBlock& block = clusters_.guides_.emplace_back();
        block.firstPartner = clusters_.partners_.size();
        for (const auto& [joint, shared] : guides) {
            block.partnerCount = std::max(block.partnerCount, shared.size());
        }
        clusters_.partners_.resize(block.firstPartner + block.partnerCount);
        for (std::size_t lane = 0; lane < clusterLanes; ++lane) {
            const auto& [joint, shared] = guides[std::min(lane, guides.size() - 1)];
            const std::span<GuidedVertex> vertices = guided_[joint];
            block.joints[lane] = joint;
            putGroup(vertices, shared, lane, block.vertices);
            putPartners(joint, shared, lane, std::span(clusters_.partners_).subspan(block.firstPartner));
            clusters_.leastHeaviest_ = std::min(clusters_.leastHeaviest_, block.vertices.heaviest[lane]);
            if (lane < guides.size()) {
                addMorphs(vertices, clusters_.guideMorphs_);
                addClusters(vertices, shared);
            } else {
                clusters_.guideMorphs_.firsts.push_back(clusters_.guideMorphs_.firsts.back());
                clusters_.guideClusters_.emplace_back();
            }
        }
    }

    static void putPartners(std::uint32_t guide, const SharedByJoint& all, std::size_t lane, std::span<Partners> out)
    {
        for (Partners& partners : out) {
            partners.joints[lane] = guide;
        }
        std::size_t i = 0;
        for (const auto& [joint, shared] : all) {
            out[i].joints[lane] = joint;
            out[i].weight[lane] = up(shared.weight);
            out[i].way[lane] = up(shared.way);
            for (int axis = 0; axis < 3; ++axis) {
                out[i].pivot[axis][lane] = static_cast<float>(shared.pivot[axis]);
            }
            ++i;
        }
    }

    void addClusters(std::span<GuidedVertex> vertices, const SharedByJoint& shared)
    {
        glm::dvec3 low = vertices[0].place;
        glm::dvec3 high = low;
        for (const GuidedVertex& vertex : vertices) {
            low = glm::min(low, vertex.place);
            high = glm::max(high, vertex.place);
        }
        sortIntoClusters(vertices, glm::length(high - low));
        const std::size_t count = (vertices.size() + clusterLanes - 1) / clusterLanes;
        clusters_.guideClusters_.push_back({static_cast<std::uint32_t>(clusters_.groups_.size()),
                                            static_cast<std::uint32_t>(clusters_.clusterCount()), static_cast<std::uint32_t>(count)});
        for (std::size_t i = 0; i < (count + clusterLanes - 1) / clusterLanes * clusterLanes; ++i) {
            const std::size_t first = std::min(i, count - 1) * clusterLanes;  // lanes after the last cluster repeat it
            const auto cluster = vertices.subspan(first, std::min(clusterLanes, vertices.size() - first));
            if (i % clusterLanes == 0) {
                clusters_.groups_.emplace_back();
            }
            putGroup(cluster, shared, i % clusterLanes, clusters_.groups_.back());
            if (i < count) {
                addMorphs(cluster, clusters_.clusterMorphs_, &clusters_.moves_);
                addVertices(cluster);
            }
        }
    }

    void addVertices(std::span<const GuidedVertex> cluster)
    {
        for (std::size_t lane = 0; lane < clusterLanes; ++lane) {
            const GuidedVertex& vertex = cluster[std::min(lane, cluster.size() - 1)];
            clusters_.positions_.push_back(vertex.position);
            planGuides_.push_back(vertex.guide);
            for (std::size_t i = 0; i < skin_.influencesPerVertex; ++i) {
                const bool isThere = i < vertex.influences.size();
                skin_.joints.push_back(isThere ? static_cast<std::uint16_t>(vertex.influences[i].joint) : std::uint16_t{0});
                skin_.weights.push_back(isThere ? vertex.influences[i].weight : 0.f);
            }
        }
    }

    /// Adds the targets that displace any of the vertices and, for a cluster, the displacements.
    void addMorphs(std::span<const GuidedVertex> vertices, MorphReaches& out, std::vector<glm::vec3>* outMoves = nullptr) const
    {
        for (std::uint32_t target = 0; target < targetCount_; ++target) {
            const auto moveOf = [&](const GuidedVertex& vertex) {
                const std::vector<glm::vec3>& moves = mesh_.primitives()[vertex.primitive].morphTargets[target].positions;
                return moves.empty() ? glm::vec3(0.f) : moves[vertex.vertex];
            };
            double reach = 0.;
            for (const GuidedVertex& vertex : vertices) {
                reach = std::max(reach, vertex.weightSum * glm::length(glm::dvec3(moveOf(vertex))));
            }
            if (reach == 0.) {
                continue;
            }
            out.reaches.push_back({target, up(reach)});
            for (std::size_t lane = 0; outMoves != nullptr && lane < clusterLanes; ++lane) {
                outMoves->push_back(moveOf(vertices[std::min(lane, vertices.size() - 1)]));
            }
        }
        out.firsts.push_back(static_cast<std::uint32_t>(out.reaches.size()));
    }

    const Mesh& mesh_;
    VertexClusters& clusters_;
    std::size_t targetCount_ = 0;
    std::map<std::uint32_t, std::vector<GuidedVertex>> guided_;
    SkinWeights skin_;
    std::vector<std::uint32_t> planGuides_;
};

VertexClusters::VertexClusters(const Mesh& mesh) : rounding_(4. * roundingOf(mesh))
{
    const Builder builder(mesh, *this);
    targetReaches_.resize(mesh.primitives().empty() ? 0 : mesh.primitives().front().morphTargets.size(), glm::dvec3(0.));
    for (const Primitive& primitive : mesh.primitives()) {
        for (const glm::vec3& position : primitive.positions) {
            farthest_ = glm::max(farthest_, glm::abs(glm::dvec3(position)));
        }
        for (std::size_t target = 0; target < primitive.morphTargets.size(); ++target) {
            for (const glm::vec3& move : primitive.morphTargets[target].positions) {
                targetReaches_[target] = glm::max(targetReaches_[target], glm::abs(glm::dvec3(move)));
            }
        }
    }
    for (const JointBlend& joint : findBlends(mesh, 1)) {
        joints_.push_back(joint.parts.front().joint);
    }
}

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

// --- enclosing --------------------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t guideBlocksAtOnce = 16;
constexpr std::size_t clustersAtOnce = 24;
/// Limit below which no product or square of a kernel overflows.
constexpr float mostNumber = 1e18f;
constexpr float evenness = 1e-4f;  // threshold: stretches that are so close to a scale hardly loosen a bound

}  // namespace

/// The search for the vertices that are farthest out.
class VertexClusters::Search {
public:
    Search(const VertexClusters& clusters, const SplitPaletteView& palette, std::span<const float> morphWeights) noexcept
        : clusters_(clusters), plan_(pointersTo(clusters.plan_)), palette_(palette), weights_(morphWeights)
    {
        isMorphed_ = !clusters.guideMorphs_.reaches.empty() && std::ranges::any_of(weights_, [](float weight) { return weight != 0.f; });
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
        extendBy(extent_.box(), largest_, limits, inOutBox);
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
            size += 0.f * (numbers[0] + numbers[1] + numbers[2]);  // lets numbers that are not finite through
            isBounded_ = isBounded_ && numbers[0] < mostNumber && numbers[1] < mostNumber && numbers[2] < mostNumber;
        }
        stretching_.off = std::sqrt(squares) * (1.f + 1e-5f);
        stretching_.isEven = stretching_.off <= evenness * std::abs(stretching_.scale);
        isBounded_ = isBounded_ && size < mostNumber && stretching_.off < mostNumber && std::abs(stretching_.scale) < mostNumber;
        // Both the kernels that bound vertices and those that skin them round; the latter divide by the length of the blended rotations.
        margin_ = (static_cast<float>(clusters_.rounding_) + 0x1p-18f) / clusters_.leastHeaviest_ * size;
    }

    /// Returns the box of the vertices skinned so far, without a margin. A bound inside needs no skinning.
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
        seed(first, std::span(bounds).first(count), poses);
        for (std::size_t i = 0; i < count; ++i) {
            for (std::uint32_t lanes = lanesOutside(bounds[i], inner()); lanes != 0; lanes &= lanes - 1) {
                const auto lane = static_cast<std::size_t>(std::countr_zero(lanes));
                addOutside((first + i) * clusterLanes + lane, guideOf(first + i, poses[i], lane));
            }
        }
        skinAdded();
    }

    [[nodiscard]] Guide guideOf(std::size_t block, const GuidePose& pose, std::size_t lane) const noexcept
    {
        return {matrixAt(palette_.matrices, clusters_.guides_[block].joints[lane]),
                pose.sum[lane],
                pose.most[lane],
                pose.cosine[lane],
                pose.off[lane],
                pose.scale[lane]};
    }

    /// Skins, for each direction, the cluster that may reach farthest of the guide that may reach farthest.
    void seed(std::size_t first, std::span<const GroupBounds> bounds, std::span<const GuidePose> poses) noexcept
    {
        const std::array<std::uint32_t, 6> farthest = farthestGroups(bounds);
        std::array<std::uint32_t, 6> farthestClusters{};
        seeds_.fill(noCluster);
        for (std::size_t direction = 0; direction < 6; ++direction) {
            const std::uint32_t place = farthest[direction];
            const auto before = std::find(farthest.begin(), farthest.begin() + static_cast<std::ptrdiff_t>(direction), place);
            if (before == farthest.begin() + static_cast<std::ptrdiff_t>(direction)) {
                farthestClusters = clustersOf(first, place, poses);
            }
            const std::uint32_t cluster = farthestClusters[direction];
            if (std::ranges::find(seeds_, cluster) == seeds_.end()) {
                seeds_[direction] = cluster;
                add(cluster);
            }
        }
        skinAdded();
    }

    [[nodiscard]] std::array<std::uint32_t, 6> clustersOf(std::size_t first, std::uint32_t place,
                                                          std::span<const GuidePose> poses) const noexcept
    {
        const std::size_t lane = place % clusterLanes;
        const std::size_t block = place / clusterLanes;
        const GuideClusters& clusters = clusters_.guideClusters_[first * clusterLanes + place];
        GroupBounds bounds;
        boundCluster(clusters, 0, guideOf(first + block, poses[block], lane), bounds);
        std::array<std::uint32_t, 6> farthest = farthestGroups({&bounds, 1});
        for (std::uint32_t& cluster : farthest) {
            cluster = clusters.firstCluster + std::min(cluster, clusters.clusterCount - 1);
        }
        return farthest;
    }

    /// Bounds a block of a guide's clusters.
    void boundCluster(const GuideClusters& clusters, std::size_t block, const Guide& guide, GroupBounds& out) const noexcept
    {
        std::array<float, clusterLanes> morphs;
        for (std::size_t lane = 0; isMorphed_ && lane < clusterLanes; ++lane) {
            const std::size_t number = std::min<std::size_t>(block * clusterLanes + lane, clusters.clusterCount - 1);
            morphs[lane] = clusters_.clusterMorphs_.displacementOf(clusters.firstCluster + number, weights_);
        }
        boundGroups(clusters_.groups_[clusters.firstGroups + block], guide, isMorphed_ ? morphs.data() : nullptr, out);
    }

    /// Adds a guide's clusters that may reach out of the box.
    void addOutside(std::size_t place, const Guide& guide) noexcept
    {
        const GuideClusters& clusters = clusters_.guideClusters_[place];
        for (std::uint32_t first = 0; first < clusters.clusterCount; first += clusterLanes) {
            GroupBounds bounds;
            boundCluster(clusters, first / clusterLanes, guide, bounds);
            for (std::uint32_t lanes = lanesOutside(bounds, inner()); lanes != 0; lanes &= lanes - 1) {
                const std::uint32_t number = first + static_cast<std::uint32_t>(std::countr_zero(lanes));
                if (number < clusters.clusterCount && std::ranges::find(seeds_, clusters.firstCluster + number) == seeds_.end()) {
                    add(clusters.firstCluster + number);
                }
            }
        }
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

    static constexpr std::uint32_t noCluster = std::numeric_limits<std::uint32_t>::max();

    const VertexClusters& clusters_;
    SkinPlanPointers plan_;
    SplitPaletteView palette_;
    std::span<const float> weights_;
    bool isMorphed_ = false;
    bool isBounded_ = true;  // bounds can be computed without overflow
    Stretching stretching_;
    LargestRows largest_;
    glm::dvec3 farthest_{0.};
    float margin_ = 0.f;
    VertexExtent extent_;
    Aabb box_;
    std::array<std::uint32_t, 6> seeds_;
    std::array<std::uint32_t, clustersAtOnce> added_;
    std::size_t addedCount_ = 0;
    std::size_t skinnedCount_ = 0;
};

void VertexClusters::enclose(const SplitPaletteView& palette, std::span<const float> morphWeights, Aabb& inOutBox) const noexcept
{
    if (guides_.empty()) {
        return;
    }
    Search search(*this, palette, morphWeights);
    search.run();
    search.extend(inOutBox);
}

std::size_t VertexClusters::skinnedClusterCount(const SplitPaletteView& palette, std::span<const float> morphWeights) const noexcept
{
    if (guides_.empty()) {
        return 0;
    }
    Search search(*this, palette, morphWeights);
    search.run();
    return search.skinnedCount();
}

}  // namespace armature
