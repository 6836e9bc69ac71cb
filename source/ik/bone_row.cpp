#include "ik/bone_row.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "ik/known_rest.hpp"
#include "ik/turns.hpp"
#include "math/rotation_chord.hpp"
#include "skeleton/joint_access.hpp"

namespace armature {

namespace {

/// Tolerance in radians: a rotation that exceeds its limit by less counts as allowed, because the excess is float rounding.
constexpr double heldAngle = 1e-6;

}  // namespace

BoneRow::BoneRow(const Chain& chain, std::string_view what)
    : chain_(chain), bones_(chain), joints_(chain.joints().size()), incoming_(chain.joints().size())
{
    bool isRow = chain.effectors().size() == 1 && chain.effectors().front().joint + 1 == joints_.size();
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        const Chain::Joint& joint = chain.joints()[i];
        isRow = isRow && joint.parent == static_cast<std::ptrdiff_t>(i) - 1 && (i == 0 || bones_.above(i).empty());
        limits_.push_back(TurnLimit::of(joint.options.limit));
        freedoms_.push_back(limits_.back().turns() ? 1. - static_cast<double>(joint.options.stiffness) : 0.);
        rests_.push_back(armature::restOf(*joint.handle.get()));
    }
    if (!isRow) {
        throw std::invalid_argument(fmt::format("{}: the chain has {} and {}; a row of bones with one effector is needed", what,
                                                counted(chain.joints().size(), "joint"), counted(chain.effectors().size(), "effector")));
    }
}

IkStatus BoneRow::read(const JointView& joints)
{
    if (!bones_.find(joints)) {
        return IkStatus::Gone;
    }
    above_ = JointAccess::above(joints, bones_.joint(0));
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        joints_[i] = JointAccess::read(joints, bones_.joint(i));
    }
    incoming_ = joints_;
    return isInvertible() ? IkStatus::Solved : IkStatus::Singular;
}

glm::dquat BoneRow::allowed(std::size_t joint, const glm::dquat& wanted, bool& outIsHeld) const noexcept
{
    outIsHeld = false;
    if (limits_[joint].isFree()) {
        return wanted;
    }
    const glm::dquat rest = glm::normalize(glm::dquat(rests_[joint].rotation));
    const glm::dquat turn = rest * limits_[joint].apply(glm::conjugate(rest) * wanted);
    outIsHeld = angleBetween(turn, wanted) > heldAngle;
    return glm::normalize(turn);
}

bool BoneRow::isInvertible() const noexcept
{
    Frame frame = above_;
    bool result = frame.isInvertible();
    for (const PosedJoint& joint : incoming_) {
        frame = frame * joint.local();
        result = result && frame.isInvertible();
    }
    return result;
}

float BoneRow::blend(float weight) noexcept
{
    double change = 0.;  // the largest change of a rotation, as a squared chord
    const auto part = static_cast<double>(weight);
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        joints_[i].rotation = blendTurns(incoming_[i].rotation, joints_[i].rotation, part);
        joints_[i].center = weight < 1.f ? glm::mix(incoming_[i].center, joints_[i].center, part) : joints_[i].center;
        change = std::max(change, squaredChord(incoming_[i].rotation, joints_[i].rotation));
    }
    return turnOfSquaredChord(change);
}

bool BoneRow::write(JointView joints) const
{
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        if (!JointAccess::isWritable(joints, bones_.joint(i), joints_[i])) {
            return false;
        }
    }
    for (std::size_t i = 0; i < joints_.size(); ++i) {
        JointAccess::write(joints, bones_.joint(i), joints_[i]);
    }
    return true;
}

void requireFinitePoint(std::string_view what, const glm::vec3& point)
{
    if (!std::isfinite(point.x) || !std::isfinite(point.y) || !std::isfinite(point.z)) {
        throw std::invalid_argument(fmt::format("{} ({}, {}, {}) is not finite", what, point.x, point.y, point.z));
    }
}

}  // namespace armature
