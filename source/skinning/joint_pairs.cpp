#include "skinning/joint_pairs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "skinning/kernels/blend_influences.hpp"
#include "skinning/vertex_influences.hpp"

namespace armature {

/// A vertex that both joints of a pair move: the other's weight, and where it is in bind space.
struct JointPairs::Shared {
    double weight = 0.;
    glm::dvec3 place{0.};
};

/// A joint's motion and stretch, in double.
struct JointPairs::Moves {
    Moves(std::span<const Affine> stretches, std::span<const DualQuaternion> motions, std::uint32_t joint)
    {
        const float* const numbers = matrixAt(stretches, joint);
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 3; ++column) {
                stretch[column][row] = static_cast<double>(numbers[4 * row + column]);
            }
        }
        const DualQuaternion& motion = motionAt(motions, joint);
        const auto quaternion = [](const float(&q)[4]) { return glm::dquat(glm::quat(q[3], q[0], q[1], q[2])); };
        real = quaternion(motion.real);
        turn = glm::mat3_cast(real);
        const glm::dquat twice = 2. * (quaternion(motion.dual) * glm::conjugate(real));
        shift = {twice.x, twice.y, twice.z};
    }

    glm::dmat3 stretch{1.};
    glm::dquat real{};
    glm::dmat3 turn{1.};
    glm::dvec3 shift{0.};
};

/// Where a map takes the vertices of a pair: a box.
struct JointPairs::Moved {
    Moved(const glm::dmat3& linear, const glm::dvec3& shift, const Pair& pair, double morphReach) noexcept
        : center(linear * pair.center + shift)
    {
        for (int column = 0; column < 3; ++column) {
            reach += glm::abs(linear[column]) * (pair.half[column] + morphReach);
        }
    }
    [[nodiscard]] double farthest() const noexcept { return glm::length(glm::abs(center) + reach); }

    glm::dvec3 center;
    glm::dvec3 reach{0.};
};

/// What a map makes of vertices, times their weights: w (linear x + shift) = linear (w (x - pivot)) + w (linear pivot + shift). `off`: how
/// far the map may be off.
struct JointPairs::Scaled {
    Scaled(const glm::dmat3& linear, double norm, const glm::dvec3& shift, const glm::dvec3& pivot, const Weighted& weighted,
           double morphReach, double off) noexcept
    {
        const glm::dvec3 center = linear * weighted.center;
        const glm::dvec3 more = weighted.most * (linear * pivot + shift);
        glm::dvec3 reach(weighted.most * off);
        for (int column = 0; column < 3; ++column) {
            reach += glm::abs(linear[column]) * (weighted.half[column] + weighted.most * morphReach);
        }
        low = glm::min(glm::dvec3(0.), center - reach + glm::min(glm::dvec3(0.), more));
        high = glm::max(glm::dvec3(0.), center + reach + glm::max(glm::dvec3(0.), more));
        const double way = norm * (weighted.radius + weighted.most * morphReach) + weighted.most * off;
        farthest = std::min(way, glm::length(glm::abs(center) + reach)) + glm::length(more);
    }

    glm::dvec3 low;
    glm::dvec3 high;
    double farthest;
};

/// How far a map takes a vertex of the pair from the origin, at most. `more`: how far morph targets take it out of the pair's box.
double JointPairs::farthest(const glm::dmat3& linear, const glm::dvec3& shift, const Pair& pair, double more) noexcept
{
    return Moved(linear, shift, pair, more).farthest();
}

JointPairs::JointPairs(const Mesh& mesh, std::span<const JointVertices> joints) : rounding_(roundingOf(mesh))
{
    for (std::uint32_t number = 0; number < joints.size(); ++number) {
        Group group{joints[number].joint, number, static_cast<std::uint32_t>(pairs_.size()), 0, 1., {}};
        if (addPairs(mesh, joints[number], group)) {
            group.count = static_cast<std::uint32_t>(pairs_.size()) - group.first;
            groups_.push_back(group);
        }
    }
}

namespace {

/// How much a joint of that weight shares a vertex with all others, at most.
double sharedBy(double weight) noexcept
{
    return weight < 0.5 ? weight * (1. - weight) : 0.25;
}

}  // namespace

template <class Scale>
JointPairs::Weighted JointPairs::weightedBy(std::span<const Shared> vertices, const glm::dvec3& pivot, const Scale& scale)
{
    Weighted weighted;
    glm::dvec3 low(0.);
    glm::dvec3 high(0.);
    for (const Shared& vertex : vertices) {
        const double weight = scale(vertex.weight);
        const glm::dvec3 way = weight * (vertex.place - pivot);
        low = glm::min(low, way);
        high = glm::max(high, way);
        weighted.most = std::max(weighted.most, weight);
        weighted.radius = std::max(weighted.radius, glm::length(way));
    }
    weighted.center = 0.5 * (low + high);
    weighted.half = 0.5 * (high - low);
    return weighted;
}

JointPairs::Pair JointPairs::pairOf(std::uint32_t other, std::span<const Shared> vertices)
{
    Pair pair;
    pair.joint = other;
    glm::dvec3 low(std::numeric_limits<double>::infinity());
    glm::dvec3 high = -low;
    double sum = 0.;
    for (const Shared& vertex : vertices) {
        low = glm::min(low, vertex.place);
        high = glm::max(high, vertex.place);
        pair.weight = std::max(pair.weight, vertex.weight);
        pair.pivot += sharedBy(vertex.weight) * vertex.place;
        sum += sharedBy(vertex.weight);
    }
    pair.center = 0.5 * (low + high);
    pair.half = 0.5 * (high - low);
    pair.pivot = sum > 0. ? pair.pivot / sum : pair.center;
    pair.weighted = weightedBy(vertices, pair.pivot, [](double weight) { return weight; });
    pair.shared = weightedBy(vertices, pair.pivot, sharedBy);
    return pair;
}

/// Of the vertices of which the joint is the heaviest. Returns false if there are none.
bool JointPairs::addPairs(const Mesh& mesh, const JointVertices& joint, Group& inOutGroup)
{
    std::vector<glm::dvec3> places;
    std::vector<Influence> influences;
    std::map<std::uint32_t, std::vector<Shared>> others;
    for (const MovedVertex& moved : joint.vertices) {
        // As one weight or as the sum of some, a joint is the heaviest of at least these.
        if (moved.weight < moved.heaviest) {
            continue;
        }
        inOutGroup.leastWeight = std::min(inOutGroup.leastWeight, moved.weight);
        const Primitive& primitive = mesh.primitives()[moved.primitive];
        gatherInfluences(primitive.skin, moved.vertex, influences);
        const glm::dvec3 place = moved.weightSum * glm::dvec3(primitive.positions[moved.vertex]);
        places.push_back(place);
        for (const Influence& influence : influences) {
            if (influence.joint != joint.joint) {
                others[influence.joint].push_back({static_cast<double>(influence.weight) / moved.weightSum, place});
            }
        }
    }
    for (const auto& [other, shared] : others) {
        pairs_.push_back(pairOf(other, shared));
    }
    if (!places.empty()) {
        inOutGroup.box = enclosePoints(places);
        growForRounding(inOutGroup.box, rounding_);
    }
    return !places.empty();
}

void JointPairs::enclose(const JointBodies& bodies, std::span<const Affine> stretches, std::span<const DualQuaternion> motions,
                         std::span<const float> morphWeights, Aabb& inOutBox) const noexcept
{
    for (const Group& group : groups_) {
        const double morphReach = bodies.morphReach(group.number, morphWeights);
        extendBy(group, morphReach > 0. ? bodies.boxOf(group.number, morphWeights) : group.box, morphReach, stretches, motions, inOutBox);
    }
    const glm::vec3 size = inOutBox.maximum - inOutBox.minimum;
    if (!groups_.empty() && !std::isfinite(size.x + size.y + size.z)) {
        inOutBox = {glm::vec3(-std::numeric_limits<float>::infinity()), glm::vec3(std::numeric_limits<float>::infinity())};
    }
}

/// How a joint and those that share vertices with it are turned from each other, and what their stretches make of these.
struct JointPairs::Turns {
    /// `sine` and `cosine`: of half the angle to the joint.
    void add(double sine, double cosine, double weight) noexcept
    {
        weightedSines += weight * sine;
        if (cosine < cosines[0]) {
            cosines = {cosine, cosines[0]};
            sines = {sine, sines[0]};
        } else if (cosine < cosines[1]) {
            cosines[1] = cosine;
            sines[1] = sine;
        }
    }
    /// Whether no two of the joints are turned by more than half a turn from each other.
    [[nodiscard]] bool areNear() const noexcept { return cosines[0] * cosines[1] >= sines[0] * sines[1]; }
    /// The sine of half the angle from one of them to any other, at most. Precondition: areNear().
    [[nodiscard]] double sineFrom(double sine, double cosine) const noexcept
    {
        const std::size_t other = cosine == cosines[0] ? 1 : 0;
        return std::min(1., sine * cosines[other] + cosine * sines[other]);
    }

    std::array<double, 2> cosines{1., 1.};  // of the largest angles
    std::array<double, 2> sines{0., 0.};
    double weightedSines = 0.;
    double others = 1.;  // the weights of all others, at most
    double spread = 0.;  // between what the stretches make of a vertex
    double length = 1.;  // of the sum of rotations, at least
    double largestShift = 0.;
};

void JointPairs::extendBy(const Group& group, const JointBox& box, double morphReach, std::span<const Affine> stretches,
                          std::span<const DualQuaternion> motions, Aabb& inOutBox) const noexcept
{
    const Moves base(stretches, motions, group.joint);
    const std::span<const Pair> pairs(pairs_.data() + group.first, group.count);
    Turns turns{.largestShift = glm::length(base.shift)};
    for (const Pair& pair : pairs) {
        const Moves other(stretches, motions, pair.joint);
        const double cosine = std::min(1., std::abs(glm::dot(base.real, other.real)));
        turns.spread += pair.weight * farthest(other.stretch - base.stretch, glm::dvec3(0.), pair, morphReach);
        turns.length -= pair.weight * (1. - cosine);
        turns.largestShift = std::max(turns.largestShift, glm::length(other.shift));
        turns.add(std::sqrt(1. - cosine * cosine), cosine, pair.weight);
    }
    turns.others = 1. - group.leastWeight;
    turns.length = std::max({turns.length, group.leastWeight, 1. - turns.others * (1. - turns.cosines[0])});

    const glm::dmat3 matrix = base.turn * base.stretch;
    const glm::dvec3 center = matrix * box.center + base.shift;
    glm::dvec3 reach(0.);
    for (int axis = 0; axis < 3; ++axis) {
        reach += glm::abs(matrix * box.axes[axis]) * box.half[axis];
    }
    glm::dvec3 low = center - reach;
    glm::dvec3 high = center + reach;
    const double size = glm::length(matrix * box.center) + glm::length(reach) + turns.spread + turns.largestShift;
    const double apart = widen(pairs, base, turns, morphReach, stretches, motions, low, high);
    const double room = turns.spread + 4. * rounding_ * size / turns.length;
    inOutBox.extend(Aabb{glm::vec3(low - room), glm::vec3(high + room)});
    const glm::dvec3 sum = low + high + reach + room + apart;
    if (!std::isfinite(glm::dot(sum, sum))) {
        inOutBox.maximum.x = std::numeric_limits<float>::infinity();
    }
}

namespace {

/// No less than the factor by which a map lengthens any vector: the root of the largest sums of its columns and of its rows.
double normOf(const glm::dmat3& linear) noexcept
{
    const auto largestSum = [](const glm::dmat3& m) {
        const glm::dvec3 sums = glm::abs(m[0]) + glm::abs(m[1]) + glm::abs(m[2]);
        return std::max({sums.x, sums.y, sums.z});
    };
    return std::sqrt(largestSum(linear) * largestSum(glm::transpose(linear)));
}

}  // namespace

/// From where the heaviest joint takes its vertices to where all of them do. Returns a number that is finite if all that counts is.
double JointPairs::widen(std::span<const Pair> pairs, const Moves& base, const Turns& turns, double morphReach,
                         std::span<const Affine> stretches, std::span<const DualQuaternion> motions, glm::dvec3& inOutLow,
                         glm::dvec3& inOutHigh) noexcept
{
    const glm::dmat3 matrix = base.turn * base.stretch;
    const double stretch = normOf(base.stretch);
    double apart = 0.;    // of the motions: in any direction
    double crossed = 0.;  // of the cross products
    double mostCrossed = 0.;
    glm::dvec3 down(0.);  // by the weighted differences
    glm::dvec3 up(0.);
    glm::dvec3 low = inOutLow;  // of what all joints make of the vertices
    glm::dvec3 high = inOutHigh;
    for (const Pair& pair : pairs) {
        const Moves other(stretches, motions, pair.joint);
        const double cosine = std::min(1., std::abs(glm::dot(base.real, other.real)));
        const double sine = std::sqrt(1. - cosine * cosine);
        const glm::dmat3 moved = other.turn * base.stretch;
        const glm::dmat3 linear = moved - matrix;
        const glm::dvec3 shift = other.shift - base.shift;
        const double off = 2. * sine * turns.spread;
        const double norm = 2. * sine * stretch;
        const Scaled weighted(linear, norm, shift, pair.pivot, pair.weighted, morphReach, off);
        const Scaled shared(linear, norm, shift, pair.pivot, pair.shared, morphReach, off);
        const Moved place(moved, other.shift, pair, morphReach);
        apart += weighted.farthest / turns.length;
        mostCrossed = std::max(mostCrossed, turns.sineFrom(sine, cosine) * Moved(linear, shift, pair, morphReach).farthest() + off);
        const double others = turns.weightedSines - pair.weight * sine;
        crossed += std::min(turns.sineFrom(sine, cosine) * shared.farthest, sine * shared.farthest + others * weighted.farthest)
                   / (turns.length * turns.length);
        down += weighted.low / turns.length;
        up += weighted.high / turns.length;
        low = glm::min(low, place.center - place.reach);
        high = glm::max(high, place.center + place.reach);
    }
    // The weights of all others are no more than that, together.
    crossed = std::min(crossed, turns.others * mostCrossed / (turns.length * turns.length));
    const glm::dvec3 lowest = inOutLow - apart;
    const glm::dvec3 highest = inOutHigh + apart;
    const bool areNear = turns.areNear();
    inOutLow = areNear ? glm::max(lowest, glm::max(low, inOutLow + down) - crossed) : lowest;
    inOutHigh = areNear ? glm::min(highest, glm::min(high, inOutHigh + up) + crossed) : highest;
    return apart;
}

}  // namespace armature
