#include "ik/chain/chain_jacobian.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "ik/chain/chain_pace.hpp"
#include "ik/turns.hpp"

namespace armature {

namespace {

glm::dvec3 shortened(const glm::dvec3& vector) noexcept
{
    const double length = glm::length(vector);
    return length > pace::longestResidual ? vector * (pace::longestResidual / length) : vector;
}

/// Returns a rotation as axis times angle, along the shorter arc.
glm::dvec3 rotationVector(const glm::dquat& turn) noexcept
{
    const glm::dvec3 vector = turn.w < 0. ? -glm::dvec3(turn.x, turn.y, turn.z) : glm::dvec3(turn.x, turn.y, turn.z);
    const double sine = glm::length(vector);
    return sine > 1e-15 ? vector * (2. * std::atan2(sine, std::abs(turn.w)) / sine) : 2. * vector;
}

glm::dquat turnOfResidual(const glm::dvec3& vector) noexcept
{
    const double angle = glm::length(vector);
    return angle > 1e-15 ? glm::angleAxis(angle, vector / angle) : glm::dquat(1., 0., 0., 0.);
}

/// Returns the angular velocity of the rotation of a matrix M (see math/rotation_rule.hpp). `move` returns the velocity of an axis of M: B
/// times the axis, where dM = B M. With M = W U, the lower triangle of W^T B W, in the order Y, Z, X of the axes, equals that of the skew
/// matrix W^T dW, because a change of U contributes only on and above the diagonal.
template <class Move>
glm::dvec3 turnOfAxes(const glm::dmat3& axes, const Move& move) noexcept
{
    const glm::dvec3 ofY = move(axes[1]);
    const glm::dvec3 ofZ = move(axes[2]);
    return axes * glm::dvec3(glm::dot(axes[2], ofY), glm::dot(axes[0], ofZ), -glm::dot(axes[0], ofY));
}

}  // namespace

ChainJacobian::ChainJacobian(const Chain& chain, const JointTree& tree) : effectorCount_(chain.effectors().size())
{
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const bool isBall = tree[i].limit.kind == TurnLimit::Kind::Ball || tree[i].limit.kind == TurnLimit::Kind::SwingTwist;
        maxColumns_ += isBall ? 3 : 1;
    }
    isOnPath_.resize(effectorCount_ * tree.size(), 0);
    for (std::size_t effector = 0; effector < effectorCount_; ++effector) {
        for (auto joint = static_cast<std::ptrdiff_t>(chain.effectors()[effector].joint); joint >= 0;
             joint = tree[static_cast<std::size_t>(joint)].parent) {
            isOnPath_[effector * tree.size() + static_cast<std::size_t>(joint)] = 1;
        }
    }
    columns_.resize(maxColumns_);  // not reserve(), so that copies have the memory too
    inverses_.resize(tree.size());
    elements_.resize(maxRows() * maxColumns_);
    residuals_.resize(maxRows());
    levels_.resize(maxRows());
}

std::array<ConeAxis, 3> coneAxes(const TurnLimit& limit, const glm::dquat& turn) noexcept
{
    const TurnParts parts = splitTurn(turn, limit.axis);
    const SwingAngle swing = swingAngle(parts.swing, limit.axis);
    const glm::dvec3 bone = parts.swing * limit.axis;
    const int swingEnd = limit.limitsSwing() && swing.angle >= limit.maxSwing - pace::atEnd ? 1 : 0;
    const int twistEnd = limit.angles.endNear(parts.twistAngle, pace::atEnd);
    glm::dvec3 around = glm::cross(bone, swing.axis);
    if (twistEnd != 0 && swing.angle > 1e-3 && swing.angle < 2.9) {
        around = glm::normalize(limit.axis - bone);  // rotating about this axis moves the bone around the cone and keeps the twist
    }
    return {ConeAxis{swing.axis, swingEnd}, {bone, twistEnd}, {around, 0}};
}

void ChainJacobian::addSwingTwist(const JointTree::Joint& joint, std::size_t number) noexcept
{
    for (const ConeAxis& each : coneAxes(joint.limit, joint.turn())) {
        columns_.push_back({number, joint.rest.rotation * each.axis, joint.freedom, false, each.end});
    }
}

void ChainJacobian::addColumns(const JointTree& tree, std::size_t number, double length) noexcept
{
    const JointTree::Joint& joint = tree[number];
    if (joint.slides()) {
        const double size = glm::length(joint.above.vector(joint.slideAxis));
        const double unit = size > 0. ? length / size : 0.;
        const double slide = joint.slide();
        const int end = slide >= joint.limit.maxDistance - pace::atEnd * unit   ? 1
                        : slide <= joint.limit.minDistance + pace::atEnd * unit ? -1
                                                                                : 0;
        columns_.push_back({number, joint.slideAxis, joint.freedom * unit, true, end});
    } else if (joint.turns() && joint.limit.kind == TurnLimit::Kind::Hinge) {
        const int end = joint.limit.angles.endNear(splitTurn(joint.turn(), joint.limit.axis).twistAngle, pace::atEnd);
        columns_.push_back({number, joint.rest.rotation * joint.limit.axis, joint.freedom, false, end});
    } else if (joint.turns() && joint.limit.isFree()) {
        for (glm::length_t i = 0; i < 3; ++i) {
            glm::dvec3 axis(0.);
            axis[i] = 1.;
            columns_.push_back({number, axis, joint.freedom, false, 0});
        }
    } else if (joint.turns()) {
        addSwingTwist(joint, number);
    }
}

void ChainJacobian::addRows(const JointTree& tree, const ChainTarget& target, std::size_t number) noexcept
{
    const glm::dvec3 effector = ChainTask::effectorPoint(tree, target);
    const std::size_t positionRow = rowCount_;
    const std::size_t rotationRow = rowCount_ + (target.hasPosition ? 3 : 0);
    rowCount_ = rotationRow + (target.hasRotation ? 3 : 0);
    std::fill(levels_.begin() + static_cast<std::ptrdiff_t>(positionRow), levels_.begin() + static_cast<std::ptrdiff_t>(rowCount_),
              target.level);
    const JointTree::Joint& tip = tree[target.joint];
    const glm::dmat3 now = target.hasRotation ? glm::mat3_cast(rotationInGoalSpace(tip.above, tip.pose.rotation)) : glm::dmat3(1.);
    const auto put = [&](std::size_t row, std::size_t column, const glm::dvec3& vector) {
        for (glm::length_t i = 0; i < 3; ++i) {
            elements_[(row + static_cast<std::size_t>(i)) * maxColumns_ + column] = vector[i];
        }
    };
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const Column& column = columns_[c];
        const JointTree::Joint& joint = tree[column.joint];
        glm::dvec3 moved(0.);
        glm::dvec3 turned(0.);
        if (isOnPath_[number * tree.size() + column.joint] != 0) {
            const glm::dmat3& inverse = inverses_[column.joint];
            const glm::dvec3 arm = inverse * (effector - tree.center(column.joint));
            moved = joint.above.vector(column.isSlide ? column.axis : glm::cross(column.axis, arm));
            if (!column.isSlide && target.hasRotation) {
                turned =
                    turnOfAxes(now, [&](const glm::dvec3& axis) { return joint.above.vector(glm::cross(column.axis, inverse * axis)); });
            }
        }
        if (target.hasPosition) {
            put(positionRow, c, moved * (column.scale * target.positionWeight / target.length));
        }
        if (target.hasRotation) {
            put(rotationRow, c, turned * (column.scale * target.rotationWeight));
        }
    }
    const auto setResidual = [&](std::size_t row, const glm::dvec3& residual) {
        for (glm::length_t i = 0; i < 3; ++i) {
            residuals_[row + static_cast<std::size_t>(i)] = residual[i];
        }
    };
    if (target.hasPosition) {
        setResidual(positionRow, target.positionWeight * shortened((target.position - effector) / target.length));
    }
    if (target.hasRotation) {
        const glm::dquat left = target.rotation * glm::conjugate(glm::quat_cast(now));
        setResidual(rotationRow, target.rotationWeight * shortened(rotationVector(left)));
    }
}

void ChainJacobian::compute(const JointTree& tree, const ChainTask& task) noexcept
{
    columns_.clear();
    rowCount_ = 0;
    const double length = task.targets().front().length;
    for (std::size_t i = 0; i < tree.size(); ++i) {
        addColumns(tree, i, length);
        if (tree[i].isMovable()) {
            inverses_[i] = glm::inverse(tree[i].above.linear);
        }
    }
    for (std::size_t i = 0; i < task.targets().size(); ++i) {
        addRows(tree, task.targets()[i], i);
    }
}

void ChainJacobian::apply(JointTree& tree, std::span<const double> steps) const noexcept
{
    for (std::size_t c = 0; c < columns_.size();) {
        const std::size_t number = columns_[c].joint;
        const JointTree::Joint& joint = tree[number];
        if (columns_[c].isSlide) {
            tree.setSlide(number, joint.slide() + steps[c] * columns_[c].scale);
            ++c;
            continue;
        }
        glm::dvec3 turn(0.);
        for (; c < columns_.size() && columns_[c].joint == number; ++c) {
            turn += columns_[c].axis * (steps[c] * columns_[c].scale);
        }
        tree.setRotation(number, turnOfResidual(turn) * joint.pose.rotation);
    }
    tree.update();
}

}  // namespace armature
