#include "ik/springs/spring_inputs.hpp"

#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "node/label.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

/// Requires that a bone has the same position and parent in another rig's joints as in the springs' own skeleton.
void requireSame(const Bone& bone, std::size_t number, const Bone* above, bool hasKnownParent, const JointView& joints)
{
    if (number >= joints.size()) {
        throw std::invalid_argument(fmt::format("spring bones: {} has {}, too few for {}", JointAccess::owner(joints),
                                                counted(joints.size(), "bone"), label(bone)));
    }
    const std::size_t expected = above != nullptr ? SkeletonAccess::positionOf(*above) : noSlot;
    if (hasKnownParent && JointAccess::parent(joints, number) != expected) {
        throw std::invalid_argument(fmt::format("spring bones: {} has another parent in {}", label(bone), JointAccess::owner(joints)));
    }
}

}  // namespace

SpringInputs::SpringInputs(const SpringPlan& plan) : numbers_(plan.bones.size()), movers_(plan.movers.size()), shapes_(plan.swings.size())
{}

// Returns false if bones were removed or have new parents.
bool SpringInputs::find(const SpringPlan& plan, const JointView& joints)
{
    const bool isOwn = JointAccess::skeleton(joints) == plan.skeleton.get();
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        const Bone* const bone = plan.bones[i].bone.get();
        if (bone == nullptr) {
            return false;
        }
        const std::size_t parent = plan.bones[i].parent;
        const Bone* const above = parent < numbers_.size() ? plan.bones[parent].bone.get() : nullptr;
        if (parent != noPlace && bone->getParentBone() != above) {
            return false;
        }
        numbers_[i] = SkeletonAccess::positionOf(*bone);
        if (!isOwn) {
            requireSame(*bone, numbers_[i], above, parent != noPlace, joints);
        }
    }
    return true;
}

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
            movers_[i] = SpringPlace::of(JointAccess::read(joints, numbers_[mover.bone]));
        } else if (mover.kind == SpringMover::Kind::Skeleton) {
            movers_[i] = SpringPlace::of(JointAccess::hasWorld(joints) ? JointAccess::toWorld(joints) : Frame());
        }
    }
    return true;
}

void SpringInputs::readShape(const SpringPlan& plan, const SpringSwing& swing, const JointView& joints, SpringShape& outShape) const
{
    outShape.posed = JointAccess::read(joints, numbers_[swing.bone]);
    glm::dvec3 tail = swing.end;
    if (swing.pathBegin < swing.pathEnd) {
        tail = JointAccess::origin(joints, numbers_[plan.path[swing.pathEnd - 1]]);
        for (std::size_t i = swing.pathEnd - 1; i > swing.pathBegin; --i) {
            tail = JointAccess::frameOf(JointAccess::local(joints, numbers_[plan.path[i - 1]])).point(tail);
        }
    }
    outShape.arm = outShape.posed.shape * tail - outShape.posed.shift;
    outShape.restArm = swing.rest * outShape.arm;
}

// Tests only a sum: an infinity or NaN in any number persists in it, and a sum of finite floats cannot overflow a double.
bool SpringInputs::isFinite() const noexcept
{
    glm::dvec3 sum(0.);
    const auto add = [&](const Frame& frame) { sum += frame.linear[0] + frame.linear[1] + frame.linear[2] + frame.origin; };
    for (const SpringPlace& mover : movers_) {
        add(mover.frame);
    }
    for (const SpringShape& shape : shapes_) {
        add({shape.posed.shape, shape.posed.center});
        sum += shape.arm;
    }
    return (sum.x + sum.y + sum.z) * 0. == 0.;
}

IkStatus SpringInputs::read(const SpringPlan& plan, const JointView& joints)
{
    if (!find(plan, joints)) {
        return IkStatus::Gone;
    }
    if (!JointAccess::fromWorld(joints)) {
        return IkStatus::Singular;
    }
    if (!readMovers(plan, joints)) {
        return IkStatus::Gone;
    }
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
        readShape(plan, plan.swings[i], joints, shapes_[i]);
    }
    return isFinite() ? IkStatus::Solved : IkStatus::Undefined;
}

}  // namespace armature
