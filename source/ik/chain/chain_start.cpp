#include "ik/chain/chain_start.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include "ik/chain/joint_turn.hpp"
#include "ik/turns.hpp"

namespace armature {

namespace {

using std::numbers::pi;

/// Tolerance: points closer to the chain's line than this fraction of the chain's length count as on the line.
constexpr double straightness = 1e-6;

/// The angle, in radians, by which the joints of a straight chain are bent: large enough to leave the line, but hardly visible.
constexpr double firstBend = 0.05;

bool isOnLine(const JointTree& tree, const ChainTarget& target, bool withEffector) noexcept
{
    const glm::dvec3 root = tree.center(target.path.front());
    glm::dvec3 line = target.position - root;
    for (const std::size_t joint : target.path) {  // the farthest point gives the direction
        const glm::dvec3 way = tree.center(joint) - root;
        line = glm::dot(way, way) > glm::dot(line, line) ? way : line;
    }
    const double length = glm::length(line);
    if (!(length > 0.)) {
        return false;
    }
    const auto isOn = [&](const glm::dvec3& point) {
        return glm::length(across(point - root, line / length)) <= straightness * target.length;
    };
    return isOn(target.position) && (!withEffector || isOn(ChainTask::effectorPoint(tree, target)))
           && std::all_of(target.path.begin(), target.path.end(), [&](std::size_t joint) { return isOn(tree.center(joint)); });
}

/// Returns the sign of the direction in which a hinge can rotate farther: -1 if the hinge is closer to the upper end of its range,
/// otherwise +1.
double freeWay(const JointTree::Joint& hinge) noexcept
{
    const double now = splitTurn(hinge.turn(), hinge.limit.axis).twistAngle;
    return !hinge.limit.angles.isWhole() && hinge.limit.angles.fromMiddle(now) > 0. ? -1. : 1.;
}

/// Returns the axis about which the chain bends, in goal space.
glm::dvec3 chainBendAxis(const JointTree& tree, const ChainTarget& target) noexcept
{
    const std::size_t root = target.path.front();
    const glm::dvec3 tip = ChainTask::effectorPoint(tree, target) - tree.center(root);
    const glm::dvec3 bent = glm::cross(tree.center(target.path.back()) - tree.center(root), tip);
    if (glm::length(bent) > straightness * target.length * target.length) {
        return bent;
    }
    for (const std::size_t number : target.path) {
        const JointTree::Joint& joint = tree[number];
        if (joint.turns() && joint.limit.kind == TurnLimit::Kind::Hinge) {
            return joint.above.vector(joint.rest.rotation * joint.limit.axis) * freeWay(joint);
        }
    }
    const glm::dvec3 x = tree[root].frame.linear[0];
    const glm::dvec3 z = tree[root].frame.linear[2];
    return glm::length(glm::cross(x, tip)) > 0.1 * glm::length(x) * glm::length(tip) ? x : z;
}

/// Rotates a joint by `angle` about `axis`, which is in goal space. A hinge instead rotates about its own axis, into its range.
void bend(JointTree& tree, std::size_t number, const glm::dvec3& axis, double angle) noexcept
{
    const JointTree::Joint& joint = tree[number];
    if (joint.limit.kind == TurnLimit::Kind::Hinge) {
        tree.setRotation(number, joint.pose.rotation * glm::angleAxis(std::abs(angle) * freeWay(joint), joint.limit.axis));
        return;
    }
    const glm::dvec3 own = joint.above.inverse().vector(axis);
    const double length = glm::length(own);
    if (length > 0.) {
        tree.setRotation(number, glm::angleAxis(angle, own / length) * joint.pose.rotation);
    }
}

/// A small random number generator (xorshift64*) that gives the same numbers on all machines.
class Scatter {
public:
    explicit Scatter(std::uint64_t seed) noexcept : state_(seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du) {}

    [[nodiscard]] double between(double low, double high) noexcept
    {
        state_ ^= state_ >> 12u;
        state_ ^= state_ << 25u;
        state_ ^= state_ >> 27u;
        const std::uint64_t bits = (state_ * 0x2545f4914f6cdd1du) >> 11u;
        return low + (high - low) * (static_cast<double>(bits) * 0x1p-53);
    }

    [[nodiscard]] glm::dvec3 direction() noexcept
    {
        const double z = between(-1., 1.);
        const double angle = between(-pi, pi);
        const double radius = std::sqrt(1. - z * z);
        return {radius * std::cos(angle), radius * std::sin(angle), z};
    }

private:
    std::uint64_t state_;
};

glm::dquat scatteredTurn(const JointTree::Joint& joint, Scatter& random) noexcept
{
    const TurnLimit& limit = joint.limit;
    const double half = std::min(limit.angles.half, pi);
    const double angle = limit.angles.middle + random.between(-half, half);
    if (limit.kind == TurnLimit::Kind::Hinge) {
        return glm::angleAxis(angle, limit.axis);
    }
    const glm::dvec3 direction = random.direction();
    const double swing = random.between(0., 1.);
    if (limit.kind == TurnLimit::Kind::SwingTwist) {
        const glm::dvec3 axis = across(direction, limit.axis);
        const glm::dvec3 swingAxis = glm::dot(axis, axis) > 1e-12 ? glm::normalize(axis) : anyAcross(limit.axis);
        return glm::angleAxis(std::min(limit.maxSwing, 2.) * std::sqrt(swing), swingAxis) * glm::angleAxis(angle, limit.axis);
    }
    return glm::conjugate(joint.rest.rotation) * glm::angleAxis(2. * swing, direction) * joint.incoming.rotation;
}

}  // namespace

void bendIfStraight(JointTree& tree, const ChainTarget& target, bool withEffector) noexcept
{
    if (!target.hasPosition || target.isTooFar || ChainTask::distance(tree, target) < 1e-9 * target.length
        || !isOnLine(tree, target, withEffector)) {
        return;
    }
    const glm::dvec3 axis = chainBendAxis(tree, target);
    bool isFirst = true;
    for (const std::size_t joint : target.path) {
        tree.updateOne(joint);
        if (tree[joint].turns()) {
            // The first joint rotates in the opposite direction, so that the other joints leave the line from it to the goal.
            bend(tree, joint, axis, isFirst ? -firstBend : firstBend);
            isFirst = false;
            tree.updateOne(joint);
        }
    }
    tree.update();
}

void straighten(JointTree& tree, const ChainTarget& target, std::span<glm::dvec3> scratch) noexcept
{
    if (!target.hasPosition) {
        return;
    }
    const bool turnsTip = target.hasRotation && tree[target.joint].turns();
    const Wrist wrist = turnTip(tree, target);
    const std::size_t count = target.path.size() - (turnsTip ? 1 : 0);
    // `next` is the next point of the chain, in the current joint's own axes; rotating the joint does not change it there.
    glm::dvec3 next = wrist.ownPoint;
    for (std::size_t i = count; i-- > 0;) {
        scratch[i] = next;
        const JointTree::Joint& joint = tree[target.path[i]];
        next = pointInJointAbove(joint, joint.turns() ? joint.pose.center : joint.pose.local().point(next));
    }
    for (std::size_t i = target.firstOwn; i < count; ++i) {
        const std::size_t joint = target.path[i];
        tree.updateOne(joint);
        const glm::dvec3 goal = tree[joint].above.inverse().point(wrist.goal);
        if (tree[joint].turns()) {
            pointArm(tree, joint, armOf(tree[joint], scratch[i]), goal - tree[joint].pose.center, tree[joint].incoming.rotation);
        } else if (tree[joint].slides()) {
            moveTowards(tree, joint, scratch[i], goal);
        }
        tree.updateOne(joint);
    }
    tree.update();
    if (turnsTip) {
        static_cast<void>(turnTip(tree, target));
        tree.update();
    }
}

void goHalfWayBack(JointTree& tree, std::span<const JointState> start) noexcept
{
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const JointTree::Joint& joint = tree[i];
        if (joint.turns()) {
            tree.setRotation(i, blendTurns(start[i].rotation, joint.pose.rotation, 0.5));
        } else if (joint.slides()) {
            tree.setSlide(i, 0.5 * (joint.slide() + glm::dot(start[i].center - joint.rest.center, joint.slideAxis)));
        }
    }
    tree.update();
}

void leanTowardsPreferred(JointTree& tree) noexcept
{
    for (std::size_t i = 0; i < tree.size(); ++i) {
        if (tree[i].preferred && tree[i].turns()) {
            tree.setRotation(i, blendTurns(tree[i].pose.rotation, *tree[i].preferred, tree[i].preference * tree[i].freedom));
        }
    }
    tree.update();
}

void scatter(JointTree& tree, std::uint64_t number) noexcept
{
    Scatter random(number);
    bool isPreferred = false;
    for (std::size_t i = 0; i < tree.size(); ++i) {
        isPreferred = isPreferred || (number == 0 && tree[i].preferred);
    }
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const JointTree::Joint& joint = tree[i];
        if (joint.turns()) {
            const glm::dquat start = joint.preferred ? *joint.preferred : joint.incoming.rotation;
            const glm::dquat other = isPreferred ? start : joint.rest.rotation * scatteredTurn(joint, random);
            tree.setRotation(i, blendTurns(joint.incoming.rotation, other, joint.freedom));
        } else if (joint.slides() && !isPreferred) {
            tree.setSlide(i, random.between(joint.limit.minDistance, joint.limit.maxDistance));
        }
    }
    tree.update();
}

}  // namespace armature
