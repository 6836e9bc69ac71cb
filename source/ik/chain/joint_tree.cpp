#include "ik/chain/joint_tree.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "skeleton/joint_access.hpp"

namespace armature {

JointTree::JointTree(const Chain& chain) : bones_(chain), rests_(chain.joints().size())
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

// --- reading and writing bones ------------------------------------------------------------------------------------------

void JointTree::setRest(Joint& joint, const Transform& rest) noexcept
{
    const PosedJoint posed = PosedJoint::of(rest);
    joint.rest = {posed.rotation, posed.center};
    joint.slideAxis = posed.rotation * joint.limit.axis;
}

void JointTree::knowRest(const JointView& joints, std::size_t joint, const glm::vec3& scale) noexcept
{
    if (rests_[joint].remember(JointAccess::rest(joints, bones_.joint(joint)), scale)) {
        setRest(joints_[joint], rests_[joint].parts());
    }
}

IkStatus JointTree::load(const JointView& joints, Space space) noexcept
{
    const Frame world = space == Space::World ? JointAccess::toWorld(joints) : Frame{};
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        Joint& joint = joints_[i];
        const std::size_t number = bones_.joint(i);
        glm::vec3 scale;
        joint.pose = JointAccess::read(joints, number, scale);
        joint.loaded = {joint.pose.rotation, joint.pose.center};
        knowRest(joints, i, scale);
        joint.between = {};
        if (joint.parent < 0) {
            joint.between = world * JointAccess::above(joints, number);
        } else {
            for (const ChainBones::Known& each : bones_.above(i)) {
                joint.between = joint.between * JointAccess::frameOf(JointAccess::local(joints, each.joint));
            }
        }
        updateOne(i);
        if (!joint.above.isInvertible()) {
            return IkStatus::Singular;
        }
    }
    if (limitIncoming()) {
        update();
    }
    return IkStatus::Solved;
}

bool JointTree::store(JointView joints) const
{
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        if (joints_[i].isChanged() && !JointAccess::isWritable(joints, bones_.joint(i), joints_[i].pose)) {
            return false;
        }
    }
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        if (joints_[i].isChanged()) {
            JointAccess::write(joints, bones_.joint(i), joints_[i].pose);
        }
    }
    return true;
}

bool JointTree::isWritable() const noexcept
{
    return std::ranges::all_of(joints_, [](const Joint& joint) { return joint.pose.isWritable(); });
}

// --- during a solve -----------------------------------------------------------------------------------------------------

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
    for (Joint& joint : joints_) {
        joint.pose.rotation = joint.loaded.rotation;
        joint.pose.center = joint.loaded.center;
    }
    limitIncoming();
    update();
}

/// Clamps the loaded pose to the limits and stores it as the incoming state. Returns whether a joint changed; does not update frames.
bool JointTree::limitIncoming() noexcept
{
    bool isChanged = false;
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        Joint& joint = joints_[i];
        if (joint.slides()) {
            joint.pose.rotation = joint.rest.rotation;
            setSlide(i, joint.slide());
        } else if (joint.turns() && joint.limit.violation(joint.turn()) > 1e-6) {
            setRotation(i, joint.pose.rotation);
        }
        joint.incoming = {joint.pose.rotation, joint.pose.center};
        isChanged = isChanged || joint.isChanged();
    }
    return isChanged;
}

}  // namespace armature
