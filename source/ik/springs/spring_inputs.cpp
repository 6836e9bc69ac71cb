#include "ik/springs/spring_inputs.hpp"

#include <glm/geometric.hpp>

#include <armature/node/node.hpp>

#include "skeleton/joint_access.hpp"

namespace armature {

SpringInputs::SpringInputs(const SpringPlan& plan)
    : lookup_(plan)
    , movers_(plan.movers.size())
    , shapes_(plan.together.size())
    , shears_(plan.together.size())
    , isSheared_(plan.together.size())
{}

// Returns false if a node was removed.
bool SpringInputs::readMovers(const SpringPlan& plan, const JointView& joints)
{
    for (std::size_t i = 0; i < movers_.size(); ++i) {
        const SpringMover& mover = plan.movers[i];
        if (mover.kind == SpringMover::Kind::Node) {
            const Node* const node = mover.node.get();
            if (node == nullptr) {
                return false;
            }
            movers_[i] = SpringPlace::of(Frame::of(node->getWorldMatrix()));
        } else if (mover.kind == SpringMover::Kind::Bone) {
            movers_[i] = SpringPlace::of(JointAccess::read(joints, lookup_.number(mover.bone)));
        } else if (mover.kind == SpringMover::Kind::Skeleton) {
            movers_[i] = JointAccess::hasWorld(joints) ? SpringPlace::of(JointAccess::toWorld(joints)) : SpringPlace();
        }
    }
    return true;
}

// Reads a group of bones. Returns false, with some of them read, if the pose of one is not plain parts, or its tail is not the origin of a
// child.
bool SpringInputs::readPlain(const SpringPlan& plan, const SpringPlan::Group& group, const JointView& joints,
                             SpringShapes& outShapes) const noexcept
{
    for (std::size_t lane = 0; lane < group.size(); ++lane) {
        const SpringSwing& swing = plan.swings[group.begin + lane];
        const JointParts parts = lookup_.parts(joints, swing.bone);
        glm::dvec3 tail = swing.end;
        if (swing.pathBegin < swing.pathEnd) {
            const std::size_t child = plan.path[swing.pathBegin];
            const JointParts at = lookup_.parts(joints, child);
            tail = at ? glm::dvec3(at[0], at[1], at[2]) : JointAccess::origin(joints, lookup_.number(child));
        }
        if (!parts || swing.pathEnd > swing.pathBegin + 1) {
            return false;
        }
        const glm::dvec3 scale(parts[JointParts::scale], parts[JointParts::scale + 1], parts[JointParts::scale + 2]);
        outShapes.set(SpringShapes::center, lane, glm::dvec3(parts[0], parts[1], parts[2]));
        outShapes.set(SpringShapes::arm, lane, scale * tail);
        outShapes.set(SpringShapes::scale, lane, scale);
    }
    return true;
}

void SpringInputs::readSheared(const SpringPlan& plan, const SpringPlan::Group& group, const JointView& joints, SpringShapes& outShapes,
                               SpringShears& outShears) const
{
    for (std::size_t lane = 0; lane < group.size(); ++lane) {
        const SpringSwing& swing = plan.swings[group.begin + lane];
        const PosedJoint posed = JointAccess::read(joints, lookup_.number(swing.bone));
        glm::dvec3 tail = swing.end;
        if (swing.pathBegin < swing.pathEnd) {
            tail = JointAccess::origin(joints, lookup_.number(plan.path[swing.pathEnd - 1]));
            for (std::size_t i = swing.pathEnd - 1; i > swing.pathBegin; --i) {
                tail = JointAccess::frameOf(JointAccess::local(joints, lookup_.number(plan.path[i - 1]))).point(tail);
            }
        }
        outShapes.set(SpringShapes::center, lane, posed.center);
        outShapes.set(SpringShapes::arm, lane, posed.shape * tail - posed.shift);
        for (std::size_t column = 0; column < 3; ++column) {
            outShears.set(SpringShears::shape + 3 * column, lane, posed.shape[static_cast<glm::length_t>(column)]);
        }
        outShears.set(SpringShears::shift, lane, posed.shift);
    }
}

namespace {

/// Adds rows to the sums of their lanes.
template <class Rows>
void addRows(const Rows& rows, std::size_t count, double (&sums)[springLanes]) noexcept
{
    for (std::size_t row = 0; row < count; ++row) {
        for (std::size_t lane = 0; lane < springLanes; ++lane) {
            sums[lane] += rows.numbers[row][lane];
        }
    }
}

}  // namespace

// Tests only sums: an infinity or NaN in any number persists in them, and sums of finite floats cannot overflow a double. The arm stands for
// the scale, too: finite or not, both are so together.
bool SpringInputs::isFinite() const noexcept
{
    glm::dvec3 sum(0.);
    for (const SpringPlace& mover : movers_) {
        sum += mover.frame.linear[0] + mover.frame.linear[1] + mover.frame.linear[2] + mover.frame.origin;
    }
    double sums[springLanes] = {sum.x + sum.y + sum.z};
    for (std::size_t group = 0; group < shapes_.size(); ++group) {
        addRows(shapes_[group], SpringShapes::scale, sums);
        if (isSheared_[group]) {
            addRows(shears_[group], SpringShears::count, sums);
        }
    }
    double product = 1.;
    for (const double each : sums) {
        product += each * 0.;
    }
    return product == 1.;
}

IkStatus SpringInputs::read(const SpringPlan& plan, const JointView& joints)
{
    if (!lookup_.find(plan, joints)) {
        return IkStatus::Gone;
    }
    if (!JointAccess::fromWorld(joints)) {
        return IkStatus::Singular;
    }
    if (!readMovers(plan, joints)) {
        return IkStatus::Gone;
    }
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
        isSheared_[i] = !readPlain(plan, plan.together[i], joints, shapes_[i]);
        if (isSheared_[i]) {
            readSheared(plan, plan.together[i], joints, shapes_[i], shears_[i]);
        }
    }
    return isFinite() ? IkStatus::Solved : IkStatus::Undefined;
}

}  // namespace armature
