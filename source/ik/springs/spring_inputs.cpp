#include "ik/springs/spring_inputs.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

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

// Reads the placements of all movers. Returns false if a node was removed.
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
            if (const JointParts parts = lookup_.parts(joints, mover.bone)) {
                movers_[i].readFrom(parts);
            } else {
                movers_[i] = SpringPlace::of(JointAccess::read(joints, lookup_.number(mover.bone)));
            }
        } else if (mover.kind == SpringMover::Kind::Skeleton) {
            movers_[i] = JointAccess::hasWorld(joints) ? SpringPlace::of(JointAccess::toWorld(joints)) : SpringPlace();
        }
    }
    return true;
}

// Reads a group of bones. Returns false, with only some bones read, if a bone's pose is not stored as plain parts, or if its tail is the
// origin of a bone that is not its child.
bool SpringInputs::readPlain(const SpringPlan& plan, const SpringPlan::Group& group, const JointView& joints,
                             SpringShapes& outShapes) const noexcept
{
    for (std::size_t lane = 0; lane < group.size(); ++lane) {
        const SpringSource source = plan.sources[group.begin + lane];
        const JointParts parts = lookup_.parts(joints, source.bone);
        if (!parts || source.child == SpringSource::far) {
            return false;
        }
        const glm::vec3 tail =
            source.child == SpringSource::none ? plan.swings[group.begin + lane].end : lookup_.origin(joints, source.child);
        outShapes.set(SpringShapes::center, lane, {parts[0], parts[1], parts[2]});
        outShapes.set(SpringShapes::tail, lane, tail);
        outShapes.set(SpringShapes::scale, lane, {parts[JointParts::scale], parts[JointParts::scale + 1], parts[JointParts::scale + 2]});
    }
    return true;
}

void SpringInputs::readSheared(const SpringPlan& plan, const SpringPlan::Group& group, const JointView& joints,
                               SpringShears& outShears) const
{
    for (std::size_t lane = 0; lane < group.size(); ++lane) {
        const SpringSwing& swing = plan.swings[group.begin + lane];
        const PosedJoint posed = JointAccess::read(joints, lookup_.number(swing.bone));
        glm::dvec3 tail(swing.end);
        if (swing.pathBegin < swing.pathEnd) {
            tail = JointAccess::origin(joints, lookup_.number(plan.path[swing.pathEnd - 1]));
            for (std::size_t i = swing.pathEnd - 1; i > swing.pathBegin; --i) {
                tail = JointAccess::frameOf(JointAccess::local(joints, lookup_.number(plan.path[i - 1]))).point(tail);
            }
        }
        outShears.set(SpringShears::center, lane, posed.center);
        outShears.set(SpringShears::arm, lane, posed.shape * tail - posed.shift);
        for (std::size_t column = 0; column < 3; ++column) {
            outShears.set(SpringShears::shape + 3 * column, lane, posed.shape[static_cast<glm::length_t>(column)]);
        }
        outShears.set(SpringShears::shift, lane, posed.shift);
    }
}

namespace {

/// Adds zero times each number to the sum of its lane; an infinity or NaN makes the sum NaN, which persists.
template <class Rows, class Number>
void addZeros(const Rows& rows, Number (&sums)[springLanes]) noexcept
{
    for (std::size_t row = 0; row < Rows::count; ++row) {
        for (std::size_t lane = 0; lane < springLanes; ++lane) {
            sums[lane] += rows.numbers[row][lane] * Number(0);
        }
    }
}

}  // namespace

bool SpringInputs::isFinite() const noexcept
{
    glm::dvec3 sum(0.);  // a sum of finite floats cannot overflow a double
    for (const SpringPlace& mover : movers_) {
        sum += mover.frame.linear[0] + mover.frame.linear[1] + mover.frame.linear[2] + mover.frame.origin;
    }
    double sums[springLanes] = {(sum.x + sum.y + sum.z) * 0.};
    float sumsOfFloats[springLanes] = {};
    for (std::size_t group = 0; group < shapes_.size(); ++group) {
        if (isSheared_[group]) {
            addZeros(shears_[group], sums);
        } else {
            addZeros(shapes_[group], sumsOfFloats);
        }
    }
    double all = 0.;
    for (std::size_t lane = 0; lane < springLanes; ++lane) {
        all += sums[lane] + static_cast<double>(sumsOfFloats[lane]);
    }
    return all == 0.;
}

glm::dvec3 SpringInputs::center(const SpringSwing& swing) const noexcept
{
    return isSheared_[swing.group] ? shears_[swing.group].vector(SpringShears::center, swing.lane)
                                   : glm::dvec3(shapes_[swing.group].vector(SpringShapes::center, swing.lane));
}

glm::dvec3 SpringInputs::arm(const SpringSwing& swing) const noexcept
{
    const SpringShapes& shapes = shapes_[swing.group];
    return isSheared_[swing.group]
               ? shears_[swing.group].vector(SpringShears::arm, swing.lane)
               : glm::dvec3(shapes.vector(SpringShapes::scale, swing.lane)) * glm::dvec3(shapes.vector(SpringShapes::tail, swing.lane));
}

Frame SpringInputs::local(const SpringSwing& swing, const glm::dquat& rotation) const noexcept
{
    const glm::dmat3 turn = glm::mat3_cast(rotation);
    if (!isSheared_[swing.group]) {
        const glm::dvec3 scale(shapes_[swing.group].vector(SpringShapes::scale, swing.lane));
        return {{turn[0] * scale.x, turn[1] * scale.y, turn[2] * scale.z}, center(swing)};
    }
    const SpringShears& shears = shears_[swing.group];
    const auto column = [&](std::size_t i) { return turn * shears.vector(SpringShears::shape + 3 * i, swing.lane); };
    return {{column(0), column(1), column(2)}, center(swing) - turn * shears.vector(SpringShears::shift, swing.lane)};
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
            readSheared(plan, plan.together[i], joints, shears_[i]);
        }
    }
    return isFinite() ? IkStatus::Solved : IkStatus::Undefined;
}

}  // namespace armature
