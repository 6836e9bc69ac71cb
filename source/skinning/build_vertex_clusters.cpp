#include "skinning/vertex_clusters.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include "skinning/joint_blends.hpp"
#include "skinning/joint_bodies.hpp"
#include "skinning/kernels/blend_influences.hpp"
#include "skinning/stream_pointers.hpp"
#include "skinning/vertex_influences.hpp"

/// How VertexClusters sorts vertices into clusters.
namespace armature {

namespace {

/// Limit: skinning this many vertices takes no longer than computing bounds to find those that must be skinned.
constexpr std::size_t mostUnbounded = 20 * clusterLanes;

/// A vertex with its guide: a joint to whose hemisphere of rotations kernels may bring the other joints' rotations before they blend.
struct GuidedVertex {
    std::uint32_t primitive = 0;
    std::uint32_t vertex = 0;
    std::uint32_t guide = noJoint;
    glm::vec3 position{0.f};
    glm::dvec3 place{0.};  ///< Position in bind space, times the sum of the weights.
    double weightSum = 1.;
    double heaviest = 1.;                    ///< The guide's weight, divided by the sum of the weights.
    std::vector<Influence> influences = {};  ///< The vertex's influences, in which each joint occurs once.
};

/// How another joint, a partner, moves the vertices of a guide. For `pivot`, `weight` and `way`, see Partners; `weightSum` is the sum of
/// the partner's weights in these vertices.
struct Shared {
    std::size_t number = 0;  ///< Index among the guide's partners.
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
        shared.pivot = glm::dvec3(glm::vec3(shared.pivot / shared.weightSum));  // rounded to float, because kernels read floats
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

/// Returns a float that is not less than `number`, which must not be negative: the factor adds more than rounding can take away.
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

/// Reorders vertices so that each run of sixteen is a cluster: vertices near each other and with similar weights.
class ClusterOrder {
public:
    /// `size`: the distance that counts as much as a difference of 1 between weights.
    ClusterOrder(std::span<const std::uint32_t> partners, double size) : partners_(partners), size_(size) {}

    void sort(std::span<GuidedVertex> vertices) const
    {
        if (vertices.size() <= clusterLanes) {
            return;
        }
        std::size_t longest = 0;
        double most = 0.;
        for (std::size_t i = 0; i < 3 + partners_.size(); ++i) {
            double least = numberOf(vertices.front(), i);
            double greatest = least;
            for (const GuidedVertex& vertex : vertices) {
                least = std::min(least, numberOf(vertex, i));
                greatest = std::max(greatest, numberOf(vertex, i));
            }
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
    /// Returns the number by which vertices are compared: coordinate i or, from i = 3 on, `size_` times the weight of partner i - 3.
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
        // A plan blends in the hemisphere of the joint with the largest sum of influences; if sums are equal, the joint with the lowest
        // index. Other kernels take the joint of the heaviest single influence. If that is another joint, the vertex is added for each of
        // the two. A vertex with only two joints is added once, because both hemispheres give the same position.
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
        if (hasFewVertices()) {
            addUnbounded();
        } else {
            addBounded();
        }
        clusters_.plan_ = planWith(skin_, clusters_.positions_.size(), std::numeric_limits<std::size_t>::max(), planGuides_);
    }

private:
    using Guide = std::pair<std::uint32_t, SharedByJoint>;

    [[nodiscard]] bool hasFewVertices() const
    {
        std::size_t count = 0;
        for (const auto& [guide, vertices] : guided_) {
            count += vertices.size();
        }
        return count <= mostUnbounded;
    }

    /// Puts all vertices into clusters, in the order of their guides. Adds no bounds, so that enclose() skins every cluster.
    void addUnbounded()
    {
        std::vector<GuidedVertex> all;
        for (const auto& [guide, vertices] : guided_) {
            all.insert(all.end(), vertices.begin(), vertices.end());
        }
        for (std::size_t first = 0; first < all.size(); first += clusterLanes) {
            addVertices(std::span(all).subspan(first, std::min(clusterLanes, all.size() - first)));
        }
    }

    void addBounded()
    {
        std::vector<Guide> guides;
        for (const auto& [guide, vertices] : guided_) {
            guides.emplace_back(guide, sharedOf(vertices));
        }
        // Sorts the guides, so that those in a block have similar numbers of partners.
        std::ranges::stable_sort(guides, {}, [](const auto& guide) { return guide.second.size(); });
        for (std::size_t first = 0; first < guides.size(); first += clusterLanes) {
            addBlock(std::span(guides).subspan(first, std::min(clusterLanes, guides.size() - first)));
        }
    }

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

    /// Adds a block with the clusters of the first vertices: at most clusterLanes clusters.
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
        addMorphs(cluster, clusters_.clusterMorphs_, &clusters_.moves_);
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

    /// Adds, for each target that displaces any of the vertices, its reach to `out` and, if there is `outMoves`, a displacement for each
    /// lane.
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

}  // namespace armature
