#include "ik/springs/spring_inputs.hpp"

#include <stdexcept>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "node/label.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/skeleton_access.hpp"
#include "words/words.hpp"

namespace armature {

// --- between frames -------------------------------------------------------------------------------------------------

// Rotations are interpolated apart from scale and shear: those of a spinning thing would shrink otherwise.
SpringPath::Part SpringPath::partOf(const Frame& frame, const glm::dquat& near) noexcept
{
    const glm::dquat found = frame.rotation();
    const glm::dquat rotation = glm::dot(found, near) < 0. ? -found : found;
    return {rotation, glm::mat3_cast(glm::conjugate(rotation)) * frame.linear, frame.origin};
}

SpringPath SpringPath::through(const Frame& earlier, const Frame& last, const Frame& now, double interval, double length) noexcept
{
    SpringPath path;
    path.now_ = now;
    path.isStill_ = last.linear == now.linear && last.origin == now.origin;
    if (path.isStill_) {
        return path;
    }
    path.parts_[2] = partOf(now, glm::dquat(1., 0., 0., 0.));
    path.parts_[1] = partOf(last, path.parts_[2].rotation);
    path.length_ = length;
    // A short frame says little about how a long one after it bends: that one is a straight line.
    path.interval_ = length <= 2. * interval ? interval : 0.;
    path.parts_[0] = path.interval_ > 0. ? partOf(earlier, path.parts_[1].rotation) : path.parts_[1];
    return path;
}

Frame SpringPath::at(double time) const noexcept
{
    if (isStill_ || time >= length_) {
        return now_;
    }
    double weights[3] = {0., 1. - time / length_, time / length_};
    if (interval_ > 0.) {  // Lagrange's polynomials at -interval, 0 and length
        const double sum = interval_ + length_;
        weights[0] = time * (time - length_) / (interval_ * sum);
        weights[1] = (time + interval_) * (length_ - time) / (interval_ * length_);
        weights[2] = time * (time + interval_) / (length_ * sum);
    }
    Part mixed{glm::dquat(0., 0., 0., 0.), glm::dmat3(0.), glm::dvec3(0.)};
    for (std::size_t i = 0; i < 3; ++i) {
        mixed.rotation += parts_[i].rotation * weights[i];
        mixed.shape += parts_[i].shape * weights[i];
        mixed.origin += parts_[i].origin * weights[i];
    }
    return {glm::mat3_cast(glm::normalize(mixed.rotation)) * mixed.shape, mixed.origin};
}

// --- from the view --------------------------------------------------------------------------------------------------

namespace {

/// For joints of another rig than the skeleton: a bone is where the springs rely on it to be.
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

SpringInputs::SpringInputs(const SpringPlan& plan)
    : numbers_(plan.bones.size()), anchors_(plan.anchors.size()), carried_(plan.carried.size()), shapes_(plan.swings.size())
{}

// Returns false if bones were removed or hang elsewhere.
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
bool SpringInputs::readAnchors(const SpringPlan& plan, const JointView& joints)
{
    const bool hasWorld = JointAccess::hasWorld(joints);
    const Frame toWorld = JointAccess::toWorld(joints);
    for (std::size_t i = 0; i < anchors_.size(); ++i) {
        const SpringAnchor& anchor = plan.anchors[i];
        if (anchor.kind == SpringAnchor::Kind::Node) {
            const Node* const node = anchor.node.get();
            if (node == nullptr) {
                return false;
            }
            anchors_[i] = Frame::of(node->getWorldMatrix());
        } else if (anchor.kind == SpringAnchor::Kind::Bone) {
            const Frame own = JointAccess::frameOf(JointAccess::absolute(joints, numbers_[anchor.bone]));
            anchors_[i] = hasWorld ? toWorld * own : own;
        } else {
            anchors_[i] = anchor.kind == SpringAnchor::Kind::Skeleton ? toWorld : Frame();
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

// A sum with an infinity or NaN in it is one; finite floats cannot sum up to one in double.
bool SpringInputs::isFinite() const noexcept
{
    glm::dvec3 sum(0.);
    const auto add = [&](const Frame& frame) { sum += frame.linear[0] + frame.linear[1] + frame.linear[2] + frame.origin; };
    for (const Frame& frame : anchors_) {
        add(frame);
    }
    for (const Frame& frame : carried_) {
        add(frame);
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
    if (!readAnchors(plan, joints)) {
        return IkStatus::Gone;
    }
    for (std::size_t i = 0; i < carried_.size(); ++i) {
        carried_[i] = JointAccess::frameOf(JointAccess::local(joints, numbers_[plan.carried[i].bone]));
    }
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
        readShape(plan, plan.swings[i], joints, shapes_[i]);
    }
    return isFinite() ? IkStatus::Solved : IkStatus::Undefined;
}

}  // namespace armature
