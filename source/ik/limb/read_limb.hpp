#pragma once

#include <cstddef>

#include <armature/ik/bone_ik_controller.hpp>

#include "ik/limb/exact_turns.hpp"
#include "ik/limb/two_bone.hpp"
#include "skeleton/joint_access_inline.hpp"

namespace armature {

/// The two joints of a limb in a view, which must outlive this object.
struct LimbJoints {
    JointView& view;
    std::size_t lower;
    std::size_t upper;
};

/// A limb as it is read, solved and written, with the bits of PosedJoint's functions. Has neither reference rotations nor axes.
struct ReadLimb {
    TwoBoneLimb limb;
    glm::quat upperStored;  ///< The rotations as they were stored, if the poses are plain parts.
    glm::quat lowerStored;

    [[gnu::always_inline]] void readFrom(const LimbJoints& joints, const BoneIkOptions& options) noexcept
    {
        readJoint(limb.upper, joints.view, joints.upper, upperStored);
        readJoint(limb.lower, joints.view, joints.lower, lowerStored);
        limb.tip = tipOf(joints, options);
    }
    /// Writes the rotations. Returns false, and writes nothing, if a number does not fit a float.
    [[nodiscard, gnu::always_inline]] bool write(const LimbJoints& joints) const
    {
        if (!isWritable(limb.upper, joints.view, joints.upper) || !isWritable(limb.lower, joints.view, joints.lower)) {
            return false;
        }
        writeJoint(limb.upper, joints.view, joints.upper, upperStored);
        writeJoint(limb.lower, joints.view, joints.lower, lowerStored);
        return true;
    }

private:
    [[gnu::always_inline]] static void readJoint(PlainJoint& joint, const JointView& view, std::size_t number,
                                                 glm::quat& outStored) noexcept
    {
        Transform parts;
        if (joint.readParts(view, number, parts)) {
            joint.rotation = exactUnit({parts.rotation.w, parts.rotation.x, parts.rotation.y, parts.rotation.z});
            outStored = parts.rotation;
        }
    }
    /// Returns the tip in the lower bone's own axes; zero if there is neither a tip option nor a child nor a length.
    [[gnu::always_inline]] static PlainVector tipOf(const LimbJoints& joints, const BoneIkOptions& options) noexcept
    {
        if (options.tip) {
            return {options.tip->x, options.tip->y, options.tip->z};
        }
        if (const std::uint32_t child = JointAccess::firstChild(joints.view, joints.lower); child != noSlot) {
            Transform parts;
            return JointAccess::readParts(joints.view, child, parts)
                       ? PlainVector(parts.translation.x, parts.translation.y, parts.translation.z)
                       : PlainVector(JointAccess::origin(joints.view, child));
        }
        return {0., JointAccess::length(joints.view, joints.lower).value_or(0.f), 0.};
    }
    [[gnu::always_inline]] static bool isWritable(const PlainJoint& joint, const JointView& view, std::size_t number)
    {
        return joint.isPlain() ? joint.toWrite().isWritable() : JointAccess::isWritable(view, number, joint.toWrite());
    }
    [[gnu::always_inline]] static void writeJoint(const PlainJoint& joint, JointView& view, std::size_t number, const glm::quat& stored)
    {
        if (!joint.isPlain()) [[unlikely]] {
            JointAccess::write(view, number, joint.toWrite());
            return;
        }
        const PlainTurn unit = exactUnit(joint.rotation);
        const glm::quat turned(static_cast<float>(unit.w), static_cast<float>(unit.x), static_cast<float>(unit.y),
                               static_cast<float>(unit.z));
        if (isTurned(turned, stored)) {
            JointAccess::writeRotation(view, number, turned);
        }
    }
};

}  // namespace armature
