#include "skinning/dual_bodies.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/matrix.hpp>

#include "math/linear_map.hpp"
#include "skinning/joint_bodies.hpp"
#include "skinning/kernels/blend_influences.hpp"
#include "skinning/vertex_influences.hpp"

namespace armature {

// --- building ---------------------------------------------------------------------------------------------------------

/// Finds the joint pairs of each vertex, and the shares of the pairs in each body.
class DualBodies::Builder {
public:
    Builder(const Mesh& mesh, DualBodies& bodies) : mesh_(mesh), bodies_(bodies)
    {
        for (const Primitive& primitive : mesh.primitives()) {
            firstVertices_.push_back(static_cast<std::uint32_t>(firstPairs_.size()));
            for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
                firstPairs_.push_back(vertexPairs_.size());
                addVertex(primitive, vertex);
            }
        }
        firstPairs_.push_back(vertexPairs_.size());
        for (std::size_t i = 0; i < pivots_.size(); ++i) {
            bodies_.pairs_[i].pivot = pivots_[i] / pivotWeights_[i];
        }
        orderPairs();
        places_.assign(bodies_.pairs_.size(), none);
    }

    void addShared(std::span<const BlendedVertex> vertices, Body& body)
    {
        body.firstShared = bodies_.shared_.size();
        for (const BlendedVertex& vertex : vertices) {
            forPairs(vertex, [&](std::uint32_t pair, double share, double distance) {
                if (places_[pair] == none) {
                    places_[pair] = static_cast<std::uint32_t>(bodies_.shared_.size());
                    bodies_.shared_.push_back({pair});
                }
                Shared& shared = bodies_.shared_[places_[pair]];
                shared.share = std::max(shared.share, share);
                shared.way = std::max(shared.way, share * distance);
                shared.radius = std::max(shared.radius, distance);
            });
        }
        for (const BlendedVertex& vertex : vertices) {
            double shares = 0.;
            double parts = 0.;
            std::size_t count = 0;
            forPairs(vertex, [&](std::uint32_t pair, double share, double distance) {
                const Shared& shared = bodies_.shared_[places_[pair]];
                shares += share;
                parts += std::max(share / shared.share, shared.way > 0. ? share * distance / shared.way : 0.);
                ++count;
            });
            body.shares = std::max(body.shares, shares);
            body.parts = std::max(body.parts, parts);
            body.isOfTwo = body.isOfTwo && count <= 1;
            body.heaviest = std::min(body.heaviest, heaviest_[firstVertices_[vertex.primitive] + vertex.vertex]);
        }
        body.sharedCount = bodies_.shared_.size() - body.firstShared;
        placePivot(vertices, body);
        listJoints(body);
        for (std::size_t i = body.firstShared; i < bodies_.shared_.size(); ++i) {
            places_[bodies_.shared_[i].pair] = none;
        }
    }

private:
    /// Places the body's pivot at the mean of its pairs' pivots, weighted by their shares.
    void placePivot(std::span<const BlendedVertex> vertices, Body& body) const
    {
        double shares = 0.;
        for (const Shared& shared : std::span(bodies_.shared_).subspan(body.firstShared)) {
            body.pivot += shared.share * bodies_.pairs_[shared.pair].pivot;
            shares += shared.share;
        }
        body.pivot = shares > 0. ? body.pivot / shares : body.pivot;
        for (const Shared& shared : std::span(bodies_.shared_).subspan(body.firstShared)) {
            body.spread = std::max(body.spread, glm::length(bodies_.pairs_[shared.pair].pivot - body.pivot));
        }
        for (const glm::dvec3& place : placesOf(mesh_, vertices)) {
            body.reach = std::max(body.reach, glm::length(place - body.pivot));
        }
    }

    void listJoints(Body& body) const
    {
        body.firstJoint = bodies_.joints_.size();
        for (const Shared& shared : std::span(bodies_.shared_).subspan(body.firstShared)) {
            bodies_.joints_.insert(bodies_.joints_.end(), {bodies_.pairs_[shared.pair].first, bodies_.pairs_[shared.pair].second});
        }
        const auto first = bodies_.joints_.begin() + static_cast<std::ptrdiff_t>(body.firstJoint);
        std::sort(first, bodies_.joints_.end());
        bodies_.joints_.erase(std::unique(first, bodies_.joints_.end()), bodies_.joints_.end());
        body.jointCount = bodies_.joints_.size() - body.firstJoint;
    }

    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    struct VertexPair {
        std::uint32_t pair = 0;
        double share = 0.;
    };

    void addVertex(const Primitive& primitive, std::size_t vertex)
    {
        gatherInfluences(primitive.skin, vertex, influences_);
        double sum = 0.;
        for (const Influence& influence : influences_) {
            sum += static_cast<double>(influence.weight);
        }
        const float* const weights = primitive.skin.weights.data() + vertex * primitive.skin.influencesPerVertex;
        const std::size_t perVertex = primitive.skin.influencesPerVertex;
        heaviest_.push_back(influences_.empty() ? 1. : static_cast<double>(*std::max_element(weights, weights + perVertex)) / sum);
        const glm::dvec3 place = sum * glm::dvec3(primitive.positions[vertex]);
        for (std::size_t i = 0; i < influences_.size(); ++i) {
            for (std::size_t j = i + 1; j < influences_.size(); ++j) {
                const double share = static_cast<double>(influences_[i].weight) * static_cast<double>(influences_[j].weight) / (sum * sum);
                const std::uint32_t pair = pairOf(influences_[i].joint, influences_[j].joint);
                vertexPairs_.push_back({pair, share});
                pivots_[pair] += share * place;
                pivotWeights_[pair] += share;
            }
        }
    }

    std::uint32_t pairOf(std::uint32_t first, std::uint32_t second)
    {
        const std::uint64_t key = (std::uint64_t{first} << 32u) | second;
        const auto [found, isNew] = numbers_.try_emplace(key, static_cast<std::uint32_t>(bodies_.pairs_.size()));
        if (isNew) {
            bodies_.pairs_.push_back({.first = first, .second = second});
            pivots_.emplace_back(0.);
            pivotWeights_.push_back(0.);
        }
        return found->second;
    }

    /// Reorders the pairs, and swaps the joints of a pair where needed. First come the pairs that give their second joint its sign, ordered
    /// so that each pair's first joint already has a sign; then all other pairs.
    void orderPairs()
    {
        std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> pairsOfJoints;
        for (std::uint32_t i = 0; i < bodies_.pairs_.size(); ++i) {
            pairsOfJoints[bodies_.pairs_[i].first].push_back(i);
            pairsOfJoints[bodies_.pairs_[i].second].push_back(i);
        }
        std::vector<std::uint32_t> order;
        std::vector<bool> isOrdered(bodies_.pairs_.size(), false);
        std::unordered_map<std::uint32_t, bool> isReached;
        for (const Pair& start : std::vector<Pair>(bodies_.pairs_)) {
            std::vector<std::uint32_t> joints;
            if (!std::exchange(isReached[start.first], true)) {
                joints.push_back(start.first);
            }
            for (std::size_t i = 0; i < joints.size(); ++i) {
                const std::uint32_t joint = joints[i];
                for (const std::uint32_t number : pairsOfJoints[joint]) {
                    Pair& pair = bodies_.pairs_[number];
                    const std::uint32_t other = pair.first == joint ? pair.second : pair.first;
                    if (!std::exchange(isReached[other], true)) {
                        pair.first = joint;
                        pair.second = other;
                        pair.isFirstOfSecond = true;
                        isOrdered[number] = true;
                        order.push_back(number);
                        joints.push_back(other);
                    }
                }
            }
        }
        for (std::uint32_t i = 0; i < isOrdered.size(); ++i) {
            if (!isOrdered[i]) {
                order.push_back(i);
            }
        }
        std::vector<Pair> ordered;
        std::vector<std::uint32_t> placeOf(order.size());
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            ordered.push_back(bodies_.pairs_[order[i]]);
            placeOf[order[i]] = i;
        }
        bodies_.pairs_ = std::move(ordered);
        for (VertexPair& pair : vertexPairs_) {
            pair.pair = placeOf[pair.pair];
        }
    }

    template <class Visit>
    void forPairs(const BlendedVertex& vertex, const Visit& visit) const
    {
        const std::size_t number = firstVertices_[vertex.primitive] + vertex.vertex;
        const glm::dvec3 place = vertex.weightSum * glm::dvec3(mesh_.primitives()[vertex.primitive].positions[vertex.vertex]);
        for (std::size_t i = firstPairs_[number]; i < firstPairs_[number + 1]; ++i) {
            const VertexPair& pair = vertexPairs_[i];
            visit(pair.pair, pair.share, glm::length(place - bodies_.pairs_[pair.pair].pivot));
        }
    }

    const Mesh& mesh_;
    DualBodies& bodies_;
    std::vector<Influence> influences_;
    std::unordered_map<std::uint64_t, std::uint32_t> numbers_;
    std::vector<glm::dvec3> pivots_;
    std::vector<double> pivotWeights_;
    std::vector<VertexPair> vertexPairs_;
    std::vector<double> heaviest_;            // for each vertex, the normalised weight of its heaviest influence (a joint may have several)
    std::vector<std::size_t> firstPairs_;     // for each vertex, its first pair in `vertexPairs_`
    std::vector<std::size_t> firstVertices_;  // for each primitive, the index of its first vertex among all vertices
    std::vector<std::uint32_t> places_;       // for each pair, its index in `shared_` for the body being built
};

namespace {

/// Limit: a mesh has at most this many blends per joint.
constexpr std::size_t blendsPerJoint = 8;

std::vector<JointBlend> blendsForDual(const Mesh& mesh)
{
    const std::size_t jointCount = findBlends(mesh, 1).size();
    for (const unsigned steps : {4u, 2u}) {
        std::vector<JointBlend> blends = findBlends(mesh, steps, blendsPerJoint * jointCount);
        if (!blends.empty()) {
            return blends;
        }
    }
    return findBlends(mesh, 1);
}

}  // namespace

DualBodies::DualBodies(const Mesh& mesh) : DualBodies(mesh, blendsForDual(mesh)) {}

DualBodies::DualBodies(const Mesh& mesh, std::span<const JointBlend> blends) : rounding_(4. * roundingOf(mesh))
{
    if (std::ranges::any_of(blends, [](const JointBlend& blend) { return blend.parts.size() > 1; })) {
        rounding_ += nearnessOfBlends;
    }
    const std::vector<BlendBody> made = makeBodies(mesh, blends, sizeOf(mesh), 2. * static_cast<double>(blends.size()));
    Builder builder(mesh, *this);
    for (std::size_t i = 0; i < blends.size(); ++i) {
        Body& body = bodies_.emplace_back();
        body.firstPart = parts_.size();
        body.partCount = blends[i].parts.size();
        parts_.insert(parts_.end(), blends[i].parts.begin(), blends[i].parts.end());
        builder.addShared(blends[i].vertices, body);
        addMorphs(mesh, blends[i].vertices, body);
        std::vector<glm::dvec3> corners = made[i].corners;
        for (unsigned corner = 0; made[i].corners.empty() && corner < 8; ++corner) {
            corners.push_back(cornerOf(made[i].box, corner));
        }
        for (const glm::dvec3& corner : corners) {
            body.farthest = glm::max(body.farthest, glm::abs(glm::vec3(corner)));
            body.radius = std::max(body.radius, glm::length(corner));
        }
        body.firstBlock = blocks_.size();
        body.blockCount = appendBlocks(corners, 0, blocks_);
    }
}

void DualBodies::addMorphs(const Mesh& mesh, std::span<const BlendedVertex> vertices, Body& body)
{
    body.firstMorph = morphs_.size();
    for (std::uint32_t target = 0; target < mesh.primitives().front().morphTargets.size(); ++target) {
        double reach = 0.;
        for (const BlendedVertex& vertex : vertices) {
            const std::vector<glm::vec3>& moves = mesh.primitives()[vertex.primitive].morphTargets[target].positions;
            if (!moves.empty()) {
                reach = std::max(reach, vertex.weightSum * glm::length(glm::dvec3(moves[vertex.vertex])));
            }
        }
        if (reach > 0.) {
            morphs_.push_back({target, reach});
        }
    }
    body.morphCount = morphs_.size() - body.firstMorph;
}

// --- enclosing --------------------------------------------------------------------------------------------------------

namespace {

constexpr float farAway = std::numeric_limits<float>::infinity();
constexpr Aabb everywhere{glm::vec3(-farAway), glm::vec3(farAway)};

double cosineBetween(const DualQuaternion& a, const DualQuaternion& b) noexcept
{
    double cosine = 0.;
    for (int i = 0; i < 4; ++i) {
        cosine += static_cast<double>(a.real[i]) * static_cast<double>(b.real[i]);
    }
    return cosine;
}

}  // namespace

/// The data of a pose from which a box is computed.
struct DualBodies::Posed {
    std::span<const Affine> matrices;
    std::span<const Affine> stretches;
    std::span<const DualQuaternion> motions;
    std::span<const Drift> drifts;  ///< Empty if no joint drifts.

    [[nodiscard]] Drift driftOf(std::uint32_t joint) const noexcept { return joint < drifts.size() ? drifts[joint] : Drift(); }
};

/// How the two joints of a pair are turned relative to each other.
struct DualBodies::Turn {
    double sine = 0.;            ///< Sine of half the angle between the joints.
    double defect = 0.;          ///< 1 minus the cosine of half the angle.
    double apart = 0.;           ///< Distance between the positions to which the joints take the pivot, plus stretchedApart.
    double stretchedApart = 0.;  ///< Distance between the pivot as stretched by one joint and by the other.
    double stretch = 0.;         ///< Norm of the difference of the joints' stretches.
    double norm = 0.;            ///< Norm of the stretch of the first joint.
    double translation = 0.;
    bool fits = true;  ///< Whether the joints' signs are right for every vertex that both move.
};

/// The turns of all pairs in a pose, for which each joint's rotation gets a sign.
class DualBodies::Turns {
public:
    Turns(std::span<const Pair> pairs, const Posed& posed) noexcept : pairs_(pairs), posed_(posed)
    {
        std::fill_n(isNegative_.begin(), std::min(posed.motions.size() / 64 + 1, isNegative_.size()), std::uint64_t{0});
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const Pair& pair = pairs[i];
            const double cosine = cosineOf(pair);
            if (pair.isFirstOfSecond && pair.second < posed.motions.size() && isNegative(pair.first) != (cosine < 0.)) {
                isNegative_[pair.second / 64] |= std::uint64_t{1} << pair.second % 64;
            }
            if (i < kept_.size()) {
                kept_[i] = turnOf(pair, cosine);
            }
        }
    }

    /// Returns the turn of a pair. `scratch` is memory for a turn that is not in kept_.
    [[nodiscard]] const Turn& at(std::size_t pair, Turn& scratch) const noexcept
    {
        return pair < kept_.size() ? kept_[pair] : scratch = turnOf(pairs_[pair], cosineOf(pairs_[pair]));
    }

private:
    [[nodiscard]] double cosineOf(const Pair& pair) const noexcept
    {
        return cosineBetween(motionAt(posed_.motions, pair.first), motionAt(posed_.motions, pair.second));
    }

    [[nodiscard]] bool isNegative(std::uint32_t joint) const noexcept
    {
        return joint < posed_.motions.size() && (isNegative_[joint / 64] >> joint % 64 & 1u) != 0;
    }

    [[nodiscard]] Turn turnOf(const Pair& pair, double signedCosine) const noexcept
    {
        constexpr double smallestCosine = 1e-4;  // threshold: a rounded cosine above this surely has the right sign
        const float* const matrix = matrixAt(posed_.matrices, pair.first);
        const float* const other = matrixAt(posed_.matrices, pair.second);
        const glm::dmat3 stretch = linearOf(matrixAt(posed_.stretches, pair.first));
        const glm::dmat3 difference = stretch - linearOf(matrixAt(posed_.stretches, pair.second));
        const double cosine = std::min(1., std::abs(signedCosine));
        Turn turn;
        turn.sine = std::sqrt(1. - cosine * cosine);
        turn.defect = 1. - cosine;
        turn.stretchedApart = glm::length(difference * pair.pivot);
        turn.apart = glm::length((linearOf(matrix) - linearOf(other)) * pair.pivot + translationOf(matrix) - translationOf(other))
                     + turn.stretchedApart + 0. * signedCosine;  // makes the sum NaN if the cosine is NaN
        turn.stretch = normOf(difference);
        turn.norm = normOf(stretch);
        turn.translation = glm::length(translationOf(matrix)) + glm::length(translationOf(other));
        const bool isTurned = isNegative(pair.first) != isNegative(pair.second);
        turn.fits = (isTurned ? -signedCosine : signedCosine) > smallestCosine;
        if (!posed_.drifts.empty()) {
            addDrift(posed_.driftOf(pair.first), pair, turn);
            addDrift(posed_.driftOf(pair.second), pair, turn);
            turn.fits = turn.fits && 1. - turn.defect > smallestCosine;
        }
        return turn;
    }

    /// Raises a turn to its worst case: one of the pair's joints deviates by as much as `drift` allows.
    static void addDrift(const Drift& drift, const Pair& pair, Turn& inOutTurn) noexcept
    {
        const double half = std::min(std::atan2(inOutTurn.sine, 1. - inOutTurn.defect) + drift.halfTurn, glm::half_pi<double>());
        inOutTurn.sine = std::sin(half);
        inOutTurn.defect = 1. - std::cos(half);
        const double stretched = drift.stretch * glm::length(pair.pivot);
        inOutTurn.apart += drift.way + stretched;
        inOutTurn.stretchedApart += stretched;
        inOutTurn.translation += drift.way;
        inOutTurn.stretch += drift.stretch;
        inOutTurn.norm += drift.stretch;
    }

    std::span<const Pair> pairs_;
    const Posed& posed_;
    std::array<std::uint64_t, 1024> isNegative_;  // one bit per joint; only the words for joints with motions are initialised
    std::array<Turn, 384> kept_;                  // turns of the first pairs; those of later pairs are computed when needed
};

double DualBodies::morphReach(const Body& body, std::span<const float> weights) const noexcept
{
    double reach = 0.;
    for (std::size_t i = body.firstMorph; i < body.firstMorph + body.morphCount; ++i) {
        if (morphs_[i].target < weights.size() && weights[morphs_[i].target] != 0.f) {
            reach += std::abs(static_cast<double>(weights[morphs_[i].target])) * morphs_[i].reach;
        }
    }
    return reach;
}

/// Returns how far dual quaternions may move a vertex of the body from the position to which linear blending takes it.
double DualBodies::roomOf(const Body& body, const Turns& turns, double morphReach) const noexcept
{
    const std::span<const Shared> all(shared_.data() + body.firstShared, body.sharedCount);
    Turn scratch;
    double defect = 0.;
    double stretched = 0.;  // the largest distance between the positions to which the stretches of a pair's joints take a vertex
    double size = 0.;
    bool fits = true;
    for (const Shared& shared : all) {
        const Turn& turn = turns.at(shared.pair, scratch);
        defect = std::max(defect, turn.defect);
        stretched = std::max(stretched, turn.stretchedApart + turn.stretch * (shared.radius + morphReach));
        size = std::max(size, turn.translation + (turn.norm + turn.stretch) * (body.radius + morphReach));
        fits = fits && turn.fits;
    }
    // For each pair, `apart` is an upper bound of the distance between the positions to which the two joints take a vertex, times the
    // vertex's share and the turn's chord.
    double sum = 0.;
    double most = 0.;
    double mostUnshared = 0.;
    double spread = 0.;
    for (const Shared& shared : all) {
        const Turn& turn = turns.at(shared.pair, scratch);
        const double across = body.isOfTwo ? turn.defect : defect;
        const double chord = fits ? std::sqrt(turn.sine * turn.sine + across * across) : 1.;
        const double way = shared.way + shared.share * morphReach;
        const double apart = (shared.share * turn.apart + 2. * turn.sine * turn.norm * way) * chord;
        sum += apart;
        most = std::max(most, apart);
        mostUnshared = std::max(mostUnshared, (turn.apart + 2. * turn.sine * turn.norm * (shared.radius + morphReach)) * chord);
        spread += 2. * (shared.share * turn.stretchedApart + turn.stretch * way);
    }
    // The factor 3 is an upper bound of both 2 * sine * chord and 2 * sine.
    const double apart = std::min({sum, body.parts * most, body.shares * mostUnshared}) + 3. * body.shares * stretched;
    const double rest = spread + 0. * (sum + size);  // NaN if `sum` or `size` is not finite
    if (fits) {
        const double square = 1. - 2. * body.shares * defect;  // lower bound of the squared length of the blended rotations
        return apart / square + rounding_ * size / std::sqrt(square) + rest;
    }
    // Let y be the position to which the heaviest joint takes a vertex. This is the sum of two distances: from the skinned vertex to y (at
    // most the weighted distance between y and the positions to which the other joints take the vertex, divided by `length`), and from y to
    // the position to which linear blending takes the vertex.
    const double length = body.heaviest + (1. - body.heaviest) * (1. - defect);  // lower bound of the length of the blended rotations
    return (1. / length + 1.) * apart / body.heaviest + rounding_ * size / length + rest;
}

/// Returns a box around a ball that contains the body's vertices as dual quaternions move them.
///
/// Let s be the largest difference between a joint's stretch and the identity. The distance between a vertex and the pivot grows by a
/// factor of at most 1 + s. Let p be the position to which the heaviest joint moves the stretched pivot. The blended motion moves the pivot
/// to a position whose distance from p is at most the weighted distance between p and the positions to which the other joints move the
/// pivot, divided by the length of the blended rotations. That length is at least the heaviest weight. A joint moves the stretched pivot to
/// a position that is within 2 s times the pivot's length of the position to which the joint's matrix takes the pivot.
Aabb DualBodies::ballOf(const Body& body, const Posed& posed, double morphReach) const noexcept
{
    glm::dvec3 low(farAway);
    glm::dvec3 high(-farAway);
    double way = 0.;
    double stretched = 0.;
    for (const std::uint32_t joint : std::span(joints_).subspan(body.firstJoint, body.jointCount)) {
        const float* const matrix = matrixAt(posed.matrices, joint);
        const glm::dvec3 place = linearOf(matrix) * body.pivot + translationOf(matrix);
        low = glm::min(low, place);
        high = glm::max(high, place);
        const Drift drift = posed.driftOf(joint);
        const double stretch = normOf(linearOf(matrixAt(posed.stretches, joint)) - glm::dmat3(1.)) + drift.stretch;
        stretched = std::max(stretched, stretch);
        way = std::max(way, drift.way + (2. * drift.halfTurn * (1. + stretch) + drift.stretch) * body.spread);
    }
    const double length = glm::length(body.pivot);
    const double apart = glm::length(high - low) + 2. * way + 4. * stretched * length;
    const double size = length + body.reach + glm::length(glm::max(glm::abs(low), glm::abs(high)));
    const double radius = (1. + stretched) * (body.reach + morphReach) + (1. - body.heaviest) / body.heaviest * apart + 2. * way
                          + 2. * stretched * length + 4. * rounding_ / body.heaviest * size;
    return {glm::vec3(low - radius), glm::vec3(high + radius)};
}

void DualBodies::enclose(std::span<const Affine> matrices, std::span<const Affine> stretches, std::span<const DualQuaternion> motions,
                         std::span<const float> morphWeights, Aabb& inOutBox, std::span<const Drift> drifts) const noexcept
{
    constexpr double roomy = 0.25;  // threshold, as a fraction of the reach: with less room, the ball hardly ever makes the box smaller
    const Posed posed{matrices, stretches, motions, drifts};
    const Turns turns(pairs_, posed);
    const auto rounding = static_cast<float>(rounding_);
    for (const Body& body : bodies_) {
        const Affine matrix = blendOf({parts_.data() + body.firstPart, body.partCount}, matrices);
        Aabb reach;
        encloseCorners({blocks_.data() + body.firstBlock, body.blockCount}, {body.farthest, rounding, rounding}, {&matrix, 1}, reach);
        const double morphed = morphReach(body, morphWeights);
        const double room = roomOf(body, turns, morphed) + (morphed == 0. ? 0. : normOf(linearOf(&matrix[0].x)) * morphed);
        if (!std::isfinite(static_cast<float>(room))) {
            inOutBox = everywhere;
            return;
        }
        const auto grown = static_cast<float>(room * (1. + 1e-6));
        reach.minimum -= grown;
        reach.maximum += grown;
        if (body.jointCount != 0 && room > roomy * body.reach) {
            const Aabb ball = ballOf(body, posed, morphed);
            reach.minimum = glm::max(reach.minimum, ball.minimum);
            reach.maximum = glm::min(reach.maximum, ball.maximum);
        }
        inOutBox.extend(reach);
    }
}

}  // namespace armature
