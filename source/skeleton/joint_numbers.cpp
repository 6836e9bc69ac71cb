#include "skeleton/joint_numbers.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "node/label.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

/// Whether the view is of the bone's own skeleton, or of a pose whose rig is that skeleton. The bone's position in bones() is then its
/// index in the view.
bool isOfSkeletonOf(const Bone& bone, const JointView& joints) noexcept
{
    return JointAccess::skeleton(joints) == &bone.getSkeleton();
}

}  // namespace

std::size_t numberIn(const JointView& joints, const Bone& bone)
{
    if (!isOfSkeletonOf(bone, joints)) {
        if (const std::size_t count = bone.getSkeleton().bones().size(); joints.size() != count) {
            throw std::invalid_argument(
                fmt::format("{}: {} has {}, not {}", label(bone), JointAccess::owner(joints), counted(joints.size(), "bone"), count));
        }
    }
    return SkeletonAccess::positionOf(bone);
}

JointAndParent jointAndParentIn(const JointView& joints, const Bone& bone)
{
    const Bone* const above = bone.getParentBone();
    const JointAndParent numbers{numberIn(joints, bone), above != nullptr ? SkeletonAccess::positionOf(*above) : noSlot};
    if (!isOfSkeletonOf(bone, joints) && JointAccess::parent(joints, numbers.joint) != numbers.parent) {
        throw std::invalid_argument(fmt::format("{}: has another parent in {}", label(bone), JointAccess::owner(joints)));
    }
    return numbers;
}

}  // namespace armature
