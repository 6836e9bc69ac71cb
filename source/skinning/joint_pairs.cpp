#include "skinning/joint_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "skinning/kernels/blend_influences.hpp"
#include "skinning/vertex_influences.hpp"

namespace armature {

namespace {

struct Reach {
    double weight = 0.;
    glm::dvec3 low{std::numeric_limits<double>::infinity()};
    glm::dvec3 high{-std::numeric_limits<double>::infinity()};
};

/// A joint's motion and stretch, in double.
struct Moves {
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

}  // namespace

/// How far a map takes a vertex of the pair from the origin, at most. `more`: how far morph targets take it out of the pair's box.
double JointPairs::farthest(const glm::dmat3& linear, const glm::dvec3& shift, const Pair& pair, double more) noexcept
{
    glm::dvec3 reach = glm::abs(linear * pair.center + shift);
    for (int column = 0; column < 3; ++column) {
        reach += glm::abs(linear[column]) * (pair.half[column] + more);
    }
    return glm::length(reach);
}

JointPairs::JointPairs(const Mesh& mesh, std::span<const JointVertices> joints) : rounding_(roundingOf(mesh))
{
    for (std::uint32_t number = 0; number < joints.size(); ++number) {
        Group group{joints[number].joint, number, static_cast<std::uint32_t>(pairs_.size()), 0, 1.};
        if (addPairs(mesh, joints[number], group.leastWeight)) {
            group.count = static_cast<std::uint32_t>(pairs_.size()) - group.first;
            groups_.push_back(group);
        }
    }
}

/// Of the vertices of which the joint is the heaviest. Returns false if there are none.
bool JointPairs::addPairs(const Mesh& mesh, const JointVertices& joint, double& outLeastWeight)
{
    std::vector<Influence> influences;
    std::map<std::uint32_t, Reach> others;
    bool isAny = false;
    for (const MovedVertex& moved : joint.vertices) {
        // As one weight or as the sum of some, a joint is the heaviest of at least these.
        if (moved.weight < moved.heaviest) {
            continue;
        }
        isAny = true;
        outLeastWeight = std::min(outLeastWeight, moved.weight);
        const Primitive& primitive = mesh.primitives()[moved.primitive];
        gatherInfluences(primitive.skin, moved.vertex, influences);
        const glm::dvec3 place = moved.weightSum * glm::dvec3(primitive.positions[moved.vertex]);
        for (const Influence& influence : influences) {
            if (influence.joint != joint.joint) {
                Reach& reach = others[influence.joint];
                reach.weight = std::max(reach.weight, static_cast<double>(influence.weight) / moved.weightSum);
                reach.low = glm::min(reach.low, place);
                reach.high = glm::max(reach.high, place);
            }
        }
    }
    for (const auto& [other, reach] : others) {
        pairs_.push_back({other, reach.weight, 0.5 * (reach.low + reach.high), 0.5 * (reach.high - reach.low)});
    }
    return isAny;
}

void JointPairs::enclose(const JointBodies& bodies, std::span<const Affine> stretches, std::span<const DualQuaternion> motions,
                         std::span<const float> morphWeights, Aabb& inOutBox) const noexcept
{
    for (const Group& group : groups_) {
        extendBy(group, bodies.boxOf(group.number, morphWeights), bodies.morphReach(group.number, morphWeights), stretches, motions,
                 inOutBox);
    }
    const glm::vec3 size = inOutBox.maximum - inOutBox.minimum;
    if (!groups_.empty() && !std::isfinite(size.x + size.y + size.z)) {
        inOutBox = {glm::vec3(-std::numeric_limits<float>::infinity()), glm::vec3(std::numeric_limits<float>::infinity())};
    }
}

void JointPairs::extendBy(const Group& group, const JointBox& box, double morphReach, std::span<const Affine> stretches,
                          std::span<const DualQuaternion> motions, Aabb& inOutBox) const noexcept
{
    const Moves base(stretches, motions, group.joint);
    const glm::dmat3 matrix = base.turn * base.stretch;
    const std::span<const Pair> pairs(pairs_.data() + group.first, group.count);
    double spread = 0.;  // between what the stretches make of a vertex
    double length = 1.;  // of the sum of rotations
    double largestShift = glm::length(base.shift);
    for (const Pair& pair : pairs) {
        const Moves other(stretches, motions, pair.joint);
        spread += pair.weight * farthest(other.stretch - base.stretch, glm::dvec3(0.), pair, morphReach);
        length -= pair.weight * (1. - std::abs(glm::dot(base.real, other.real)));
        largestShift = std::max(largestShift, glm::length(other.shift));
    }
    length = std::max(length, group.leastWeight);
    double apart = 0.;  // of the motions
    for (const Pair& pair : pairs) {
        const Moves other(stretches, motions, pair.joint);
        const double cosine = glm::dot(base.real, other.real);
        const double chord = 2. * std::sqrt(std::max(0., 1. - cosine * cosine));
        apart += pair.weight * (farthest(other.turn * base.stretch - matrix, other.shift - base.shift, pair, morphReach) + chord * spread);
    }
    const glm::dvec3 center = matrix * box.center + base.shift;
    glm::dvec3 reach(0.);
    for (int axis = 0; axis < 3; ++axis) {
        reach += glm::abs(matrix * box.axes[axis]) * box.half[axis];
    }
    const double size = glm::length(matrix * box.center) + glm::length(reach) + spread + largestShift;
    reach += spread + (apart + 4. * rounding_ * size) / length;
    inOutBox.extend(Aabb{glm::vec3(center - reach), glm::vec3(center + reach)});
    if (!std::isfinite(glm::dot(reach, reach) + glm::dot(center, center))) {
        inOutBox.maximum.x = std::numeric_limits<float>::infinity();
    }
}

}  // namespace armature
