#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

#include <armature/ik/bone_ik_controller.hpp>

#include "ik/limb/exact_turns.hpp"
#include "ik/limb/known_shape.hpp"
#include "ik/limb/two_bone.hpp"
#include "skeleton/joint_access_inline.hpp"

namespace armature {

/// The two joints of a limb in a view, which must outlive this object.
struct LimbJoints {
    JointView& view;
    std::size_t lower;
    std::size_t upper;
};

/// New rotations of a limb's bones.
struct LimbTurns {
    PlainTurn upper;
    PlainTurn lower;
};

/// A limb as it is read and written, with the bits of PosedJoint's functions.
struct ReadLimb {
    LimbPose limb;

    void readFrom(const LimbJoints& joints, const BoneIkOptions& options) noexcept
    {
        readJoint(limb.upper, joints.view, joints.upper);
        readJoint(limb.lower, joints.view, joints.lower);
        limb.tip = tipOf(joints, options);
    }
    /// Writes rotations. Returns false, and writes nothing, if a number does not fit a float.
    [[nodiscard, gnu::always_inline]] bool write(const LimbJoints& joints, const LimbTurns& turns) const
    {
        if (!isWritable(limb.upper, turns.upper, joints.view, joints.upper)
            || !isWritable(limb.lower, turns.lower, joints.view, joints.lower)) {
            return false;
        }
        writeJoint(limb.upper, turns.upper, joints.view, joints.upper);
        writeJoint(limb.lower, turns.lower, joints.view, joints.lower);
        return true;
    }
    /// Returns the bones' rest poses.
    [[nodiscard, gnu::always_inline]] static LimbRests restsOf(const LimbJoints& joints) noexcept
    {
        if (JointAccess::isBones(joints.view)) {
            return {SkeletonAccess::rest(boneAt(joints.view, joints.upper)), SkeletonAccess::rest(boneAt(joints.view, joints.lower))};
        }
        return {JointAccess::rest(joints.view, joints.upper), JointAccess::rest(joints.view, joints.lower)};
    }

private:
    [[gnu::always_inline]] static void readJoint(PlainJoint& joint, const JointView& view, std::size_t number) noexcept
    {
        Transform parts;
        if (!readParts(view, number, parts)) [[unlikely]] {
            joint.readShape(view, number);
            return;
        }
        joint.take(parts);
        joint.rotation = exactUnit({parts.rotation.w, parts.rotation.x, parts.rotation.y, parts.rotation.z});
    }
    /// Does what JointAccess::readParts() does. Bones are at hand, so that no number needs to be looked up.
    [[nodiscard, gnu::always_inline]] static bool readParts(const JointView& view, std::size_t number, Transform& outParts) noexcept
    {
        if (!JointAccess::isBones(view)) {
            return JointAccess::readParts(view, number, outParts);
        }
        const PoseTarget target = NodeAccess::driver(boneAt(view, number));
        const bool isParts = target.hierarchy->isParts(target.slot);
        if (isParts) [[likely]] {
            outParts = target.hierarchy->readTransform(target.slot);
        }
        return isParts;
    }
    [[nodiscard, gnu::always_inline]] static const Bone& boneAt(const JointView& view, std::size_t number) noexcept
    {
        return *SkeletonAccess::state(*JointAccess::skeleton(view)).bones[number];
    }
    /// Returns the tip in the lower bone's own axes; zero if there is neither a tip option nor a child nor a length.
    [[gnu::always_inline]] static PlainVector tipOf(const LimbJoints& joints, const BoneIkOptions& options) noexcept
    {
        if (options.tip) {
            return {options.tip->x, options.tip->y, options.tip->z};
        }
        if (const std::uint32_t child = JointAccess::firstChild(joints.view, joints.lower); child != noSlot) {
            Transform parts;
            return readParts(joints.view, child, parts) ? PlainVector(parts.translation.x, parts.translation.y, parts.translation.z)
                                                        : PlainVector(JointAccess::origin(joints.view, child));
        }
        return {0., JointAccess::length(joints.view, joints.lower).value_or(0.f), 0.};
    }
    [[nodiscard, gnu::always_inline]] static bool isWritable(const PlainJoint& joint, const PlainTurn& turn, const JointView& view,
                                                             std::size_t number)
    {
        if (!joint.isPlain()) [[unlikely]] {
            return JointAccess::isWritable(view, number, turned(joint, turn));
        }
        const double size = exactInner(turn, turn);
        const PlainVector& center = joint.center;
        constexpr double most = std::numeric_limits<float>::max();
        return size > 0.25 && size < 4. && std::abs(center.x) <= most && std::abs(center.y) <= most && std::abs(center.z) <= most;
    }
    /// Writes a rotation as PosedJoint::write() does: rotations that are rounded to the same floats count as the same.
    [[gnu::always_inline]] static void writeJoint(const PlainJoint& joint, const PlainTurn& turn, JointView& view, std::size_t number)
    {
        if (!joint.isPlain()) [[unlikely]] {
            JointAccess::write(view, number, turned(joint, turn));
            return;
        }
        const glm::quat rounded = roundedToFloats(exactUnit(turn));
        if (rounded != roundedToFloats(joint.rotation)) {
            JointAccess::writeRotation(view, number, rounded);
        }
    }
    [[nodiscard, gnu::always_inline]] static glm::quat roundedToFloats(const PlainTurn& turn) noexcept
    {
        return {static_cast<float>(turn.w), static_cast<float>(turn.x), static_cast<float>(turn.y), static_cast<float>(turn.z)};
    }
    [[nodiscard, gnu::noinline, gnu::cold]] static PosedJoint turned(const PlainJoint& joint, PlainTurn turn) noexcept
    {
        PosedJoint posed;
        posed.center = joint.center.toGlm();
        posed.rotation = turn.toGlm();
        return posed;
    }
};

}  // namespace armature
