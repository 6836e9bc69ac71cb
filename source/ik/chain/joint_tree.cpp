#include "ik/chain/joint_tree.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "ik/rest_rotation.hpp"

namespace armature {

JointTree::JointTree(const Chain& chain) : bones_(chain)
{
    for (const Chain::Joint& described : chain.joints()) {
        Joint joint;
        joint.parent = described.parent;
        joint.limit = TurnLimit::of(described.options.limit);
        joint.freedom = 1. - static_cast<double>(described.options.stiffness);
        if (described.options.preferred) {
            joint.preferred = glm::normalize(glm::dquat(*described.options.preferred));
            joint.preference = described.options.preference;
        }
        joints_.push_back(joint);
    }
}

// --- between the bones and here -----------------------------------------------------------------------------------------

void JointTree::readRest(Joint& joint, const Transform& rest) const noexcept
{
    const PosedJoint posed = PosedJoint::of(rest);
    joint.rest = {posed.rotation, posed.center};
    joint.slideAxis = posed.rotation * joint.limit.axis;
    joint.loaded = {joint.pose.rotation, joint.pose.center};
}

IkStatus JointTree::load(const Skeleton& skeleton, Space space)
{
    if (!bones_.find(skeleton)) {
        return IkStatus::Gone;
    }
    const auto bones = skeleton.bones();
    const Frame world = space == Space::World && skeleton.getHostNode() != nullptr ? Frame::of(skeleton.getWorldMatrix()) : Frame{};
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        Joint& joint = joints_[i];
        const Bone& bone = *bones[bones_.joint(i).position];
        joint.pose = PosedJoint::read(bone);
        readRest(joint, restOf(bone));
        joint.between = {};
        if (joint.parent < 0) {
            const Bone* above = bone.getParentBone();
            joint.between = above != nullptr ? world * Frame::of(above->getAbsoluteMatrix()) : world;
        } else {
            for (const ChainBones::Known& each : bones_.above(i)) {
                joint.between = joint.between * Frame::of(bones[each.position]->getLocalMatrix());
            }
        }
        updateOne(i);
        if (!joint.above.isInvertible()) {
            return IkStatus::Singular;
        }
    }
    setIncoming();
    return IkStatus::Solved;
}

IkStatus JointTree::load(const Pose& pose)
{
    if (!bones_.find(pose)) {
        return IkStatus::Gone;
    }
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        Joint& joint = joints_[i];
        const ChainBones::Known& known = bones_.joint(i);
        const Transform& local = pose.bones[known.position];
        joint.pose = PosedJoint::of(local);
        readRest(joint, restOf(*known.bone.get(), local.scale));
        joint.between = {};
        for (const ChainBones::Known& each : bones_.above(i)) {
            joint.between = joint.between * PosedJoint::of(pose.bones[each.position]).local();
        }
        updateOne(i);
        if (!joint.above.isInvertible()) {
            return IkStatus::Singular;
        }
    }
    setIncoming();
    return IkStatus::Solved;
}

bool JointTree::store(Skeleton& skeleton) const
{
    const auto bones = skeleton.bones();
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        if (joints_[i].isChanged() && !joints_[i].pose.isWritableTo(*bones[bones_.joint(i).position])) {
            return false;
        }
    }
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        if (joints_[i].isChanged()) {
            joints_[i].pose.write(*bones[bones_.joint(i).position]);
        }
    }
    return true;
}

bool JointTree::store(Pose& pose) const noexcept
{
    if (!isWritable()) {
        return false;
    }
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        if (joints_[i].isChanged()) {
            joints_[i].pose.write(pose.bones[bones_.joint(i).position]);
        }
    }
    return true;
}

bool JointTree::isWritable() const noexcept
{
    return std::ranges::all_of(joints_, [](const Joint& joint) { return joint.pose.isWritable(); });
}

// --- at work ------------------------------------------------------------------------------------------------------------

void JointTree::update(std::size_t from) noexcept
{
    for (std::size_t i = from; i < joints_.size(); ++i) {
        updateOne(i);
    }
}

void JointTree::updateOne(std::size_t number) noexcept
{
    Joint& joint = joints_[number];
    if (joint.parent < 0) {
        joint.above = joint.between;
    } else {
        const Frame& parent = joints_[static_cast<std::size_t>(joint.parent)].frame;
        joint.above = bones_.above(number).empty() ? parent : parent * joint.between;
    }
    joint.frame = joint.above * joint.pose.local();
}

void JointTree::setRotation(std::size_t number, const glm::dquat& rotation) noexcept
{
    Joint& joint = joints_[number];
    const glm::dquat unit = glm::normalize(rotation);
    joint.pose.rotation =
        joint.limit.isFree() ? unit : glm::normalize(joint.rest.rotation * joint.limit.apply(glm::conjugate(joint.rest.rotation) * unit));
}

void JointTree::setSlide(std::size_t number, double distance) noexcept
{
    Joint& joint = joints_[number];
    joint.pose.center = joint.rest.center + std::clamp(distance, joint.limit.minDistance, joint.limit.maxDistance) * joint.slideAxis;
}

void JointTree::setLimited(std::span<const JointState> states) noexcept
{
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        if (joints_[i].slides()) {
            setSlide(i, glm::dot(states[i].center - joints_[i].rest.center, joints_[i].slideAxis));
        } else if (joints_[i].turns()) {
            setRotation(i, states[i].rotation);
        }
    }
    update();
}

void JointTree::set(std::span<const JointState> states) noexcept
{
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        joints_[i].pose.rotation = states[i].rotation;
        joints_[i].pose.center = states[i].center;
    }
    update();
}

void JointTree::get(std::span<JointState> outStates) const noexcept
{
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        outStates[i] = {joints_[i].pose.rotation, joints_[i].pose.center};
    }
}

void JointTree::setIncoming() noexcept
{
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        Joint& joint = joints_[i];
        joint.pose.rotation = joint.loaded.rotation;
        joint.pose.center = joint.loaded.center;
        if (joint.slides()) {
            joint.pose.rotation = joint.rest.rotation;
            setSlide(i, joint.slide());
        } else if (joint.turns() && joint.limit.violation(joint.turn()) > 1e-6) {
            setRotation(i, joint.pose.rotation);
        }
        joint.incoming = {joint.pose.rotation, joint.pose.center};
    }
    update();
}

}  // namespace armature
