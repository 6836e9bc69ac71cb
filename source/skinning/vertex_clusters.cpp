#include "skinning/vertex_clusters.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <ranges>
#include <utility>

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
    std::size_t number = 0;  ///< Among the guide's partners.
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
    for (std::size_t number = 0; auto& [joint, shared] : all) {
        shared.number = number++;
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
    double radius = 0.;
    for (const GuidedVertex& vertex : vertices) {
        radius = std::max(radius, glm::length(vertex.place - glm::dvec3(center)));
    }
    out.radius[lane] = up(radius);
    out.farthest[lane] = up(farthest);
    out.heaviest[lane] = static_cast<float>(heaviest * (1. - 1e-6));
    out.mostShare[lane] = up(mostShare);
    out.mostShares[lane] = up(mostShares);
}

/// Puts a cluster's vertices into a lane. `outPartners`: one for each of the guide's partners.
void putCluster(std::span<const GuidedVertex> vertices, const SharedByJoint& all, std::size_t lane, ClusterBlock& out,
                std::span<ClusterPartner> outPartners)
{
    putGroup(vertices, all, lane, out.vertices);
    for (const auto& [joint, shared] : all) {
        ClusterPartner& partner = outPartners[shared.number];
        partner.partner = static_cast<std::uint32_t>(shared.number);
        std::vector<double> weights;
        double sum = 0.;
        for (const GuidedVertex& vertex : vertices) {
            weights.push_back(0.);
            forPartners(vertex, [&, own = joint](std::uint32_t other, double weight) { weights.back() += other == own ? weight : 0.; });
            sum += weights.back();
        }
        partner.mean[lane] = static_cast<float>(sum / static_cast<double>(vertices.size()));
        for (std::size_t i = 0; i < vertices.size(); ++i) {
            const double distance = glm::length(vertices[i].place - shared.pivot);
            const double off = std::abs(weights[i] - static_cast<double>(partner.mean[lane]));
            const double product = weights[i] * (1. - weights[i]);
            partner.off[lane] = std::max(partner.off[lane], up(off));
            partner.offWay[lane] = std::max(partner.offWay[lane], up(off * distance));
            partner.product[lane] = std::max(partner.product[lane], up(product));
            partner.productWay[lane] = std::max(partner.productWay[lane], up(product * distance));
        }
    }
}

/// Reorders vertices so that each sixteen of them are a cluster: near each other, and with similar weights.
class ClusterOrder {
public:
    /// `size`: of the box around the vertices.
    ClusterOrder(std::span<const std::uint32_t> partners, double size) : partners_(partners), size_(size) {}

    void sort(std::span<GuidedVertex> vertices) const
    {
        if (vertices.size() <= clusterLanes) {
            return;
        }
        std::size_t longest = 0;
        double most = 0.;
        for (std::size_t i = 0; i < 3 + partners_.size(); ++i) {
            const auto [least, greatest] = std::ranges::minmax(vertices | std::views::transform([&](const GuidedVertex& vertex) {
                                                                   return numberOf(vertex, i);
                                                               }));
            if (greatest - least > most) {
                most = greatest - least;
                longest = i;
            }
        }
        const std::size_t clusters = (vertices.size() + clusterLanes - 1) / clusterLanes;
        const std::size_t first = clusters / 2 * clusterLanes;
        std::ranges::nth_element(vertices, vertices.begin() + static_cast<std::ptrdiff_t>(first), {},
                                 [&](const GuidedVertex& vertex) { return numberOf(vertex, longest); });
        sort(vertices.first(first));
        sort(vertices.subspan(first));
    }

private:
    /// Returns a coordinate or, beyond these, a weight.
    [[nodiscard]] double numberOf(const GuidedVertex& vertex, std::size_t i) const
    {
        if (i < 3) {
            return vertex.place[static_cast<int>(i)];
        }
        const auto found = std::ranges::find(vertex.influences, partners_[i - 3], &Influence::joint);
        return found == vertex.influences.end() ? 0. : size_ * static_cast<double>(found->weight);
    }

    std::span<const std::uint32_t> partners_;
    double size_;
};

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
        std::vector<std::uint32_t> partners;
        for (const auto& [joint, partner] : shared) {
            partners.push_back(joint);
        }
        ClusterOrder(partners, 1.5 * glm::length(high - low)).sort(vertices);
        const std::size_t count = (vertices.size() + clusterLanes - 1) / clusterLanes;
        const bool isOfTwo = std::ranges::all_of(vertices, [](const GuidedVertex& vertex) { return vertex.influences.size() <= 2; });
        clusters_.guideClusters_.push_back({.firstBlock = static_cast<std::uint32_t>(clusters_.clusters_.size()),
                                            .firstPartner = static_cast<std::uint32_t>(clusters_.guidePartners_.size()),
                                            .partnerCount = static_cast<std::uint32_t>(shared.size()),
                                            .isOfTwo = isOfTwo,
                                            .firstCluster = static_cast<std::uint32_t>(clusters_.clusterCount()),
                                            .clusterCount = static_cast<std::uint32_t>(count)});
        for (const auto& [joint, partner] : shared) {
            const glm::vec3 pivot(partner.pivot);
            clusters_.guidePartners_.push_back({{pivot.x, pivot.y, pivot.z}, joint});
        }
        for (std::size_t i = 0; i < count; i += clusterLanes) {
            addClusterBlock(vertices.subspan(i * clusterLanes), shared);
        }
    }

    /// Adds a block with the clusters of the first vertices.
    void addClusterBlock(std::span<const GuidedVertex> vertices, const SharedByJoint& shared)
    {
        ClusterBlock& block = clusters_.clusters_.emplace_back();
        std::vector<ClusterPartner> partners(shared.size());
        const std::size_t count = std::min((vertices.size() + clusterLanes - 1) / clusterLanes, clusterLanes);
        for (std::size_t lane = 0; lane < clusterLanes; ++lane) {
            const std::size_t first = std::min(lane, count - 1) * clusterLanes;  // lanes after the last cluster repeat it
            const auto cluster = vertices.subspan(first, std::min(clusterLanes, vertices.size() - first));
            putCluster(cluster, shared, lane, block, partners);
            if (lane < count) {
                addMorphs(cluster, clusters_.clusterMorphs_, &clusters_.moves_);
                addVertices(cluster);
            }
        }
        block.firstPartner = clusters_.clusterPartners_.size();
        std::ranges::copy_if(partners, std::back_inserter(clusters_.clusterPartners_), [](const ClusterPartner& partner) {
            return std::ranges::any_of(partner.mean, [](float weight) { return weight != 0.f; });
        });
        block.partnerCount = clusters_.clusterPartners_.size() - block.firstPartner;
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

constexpr std::size_t fewClusters = 20;  // skinning all takes no longer than finding out which
constexpr std::size_t mostPartners = 48;  // of a guide whose clusters have close bounds
constexpr std::size_t guideBlocksAtOnce = 16;
constexpr std::size_t clustersAtOnce = 24;
constexpr std::size_t mostCandidateBlocks = 24;
constexpr std::size_t fewCandidateBlocks = 2;  // all candidates of these are skinned at once
constexpr int mostRounds = 8;                  // after these, hardly any candidate is inside the box
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
        extendBy(box_, largest_, limits, inOutBox);
    }

    [[nodiscard]] std::size_t skinnedCount() const noexcept { return skinnedCount_; }

private:
    /// A cluster whose bound is outside the box.
    struct Candidate {
        std::uint32_t cluster;
        std::array<float, 6> reach;  // towards -x, -y, -z, +x, +y, +z
    };

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
        isBounded_ = isBounded_ && size < mostNumber && stretching_.off < mostNumber && std::abs(stretching_.scale) < mostNumber && clusters_.clusterCount() > fewClusters;
        // Both the kernels that bound vertices and those that skin them round; the latter divide by the length of the blended rotations.
        margin_ = (static_cast<float>(clusters_.rounding_) + 0x1p-18f) / clusters_.leastHeaviest_ * size;
    }

    /// Returns the box of the vertices skinned so far, without a margin for rounding. A group whose bound is inside changes nothing.
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
        const auto [last, end] = std::ranges::unique(farthest);
        const std::span<const std::uint32_t> seeds(farthest.begin(), last);
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

    /// Guides whose vertices are bounded.
    struct GuidesOfBlocks {
        std::size_t firstBlock;
        std::span<const GroupBounds> bounds;
        std::span<const GuidePose> poses;
    };

    [[nodiscard]] const GuideClusters& clustersAt(const GuidesOfBlocks& guides, std::uint32_t place) const noexcept
    {
        return clusters_.guideClusters_[guides.firstBlock * clusterLanes + place];
    }

    /// Returns a guide. `outPartners` is memory for its partners.
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

    /// Bounds a block of a guide's clusters.
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

    /// Adds a guide's clusters that may reach out of the box to the candidates.
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
                    candidates_[block].low[axis][lane] = std::numeric_limits<float>::infinity();  // so it is no longer farthest
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
        for (int round = 0; round < mostRounds && candidateBlocks_ > fewCandidateBlocks; ++round) {
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
    bool isBounded_ = true;  // bounds can be computed without overflow
    Stretching stretching_;
    LargestRows largest_;
    glm::dvec3 farthest_{0.};
    float margin_ = 0.f;
    VertexExtent extent_;
    Aabb box_;
    // Blocks of clusters, some of which are candidates: their bounds are outside the box.
    std::array<GroupBounds, mostCandidateBlocks> candidates_;
    std::array<std::uint32_t, mostCandidateBlocks> candidateLanes_;   // as bits, the lanes that are candidates
    std::array<std::uint32_t, mostCandidateBlocks> firstCandidates_;  // the clusters in the first lanes
    std::size_t candidateBlocks_ = 0;
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
