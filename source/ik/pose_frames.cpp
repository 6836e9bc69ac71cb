#include "ik/pose_frames.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "skeleton/skeleton_access.hpp"
#include "text/names.hpp"
#include "text/words.hpp"

namespace armature {

void requirePoseOf(const Bone& bone, const Pose& pose)
{
    const std::size_t count = bone.getSkeleton().bones().size();
    if (pose.bones.size() != count) {
        throw std::invalid_argument(fmt::format("{}: a pose of {}, but the skeleton has {}",
                                                named("skeleton", bone.getSkeleton().getName()), counted(pose.bones.size(), "bone"),
                                                count));
    }
}

const PoseFrames& PoseFrames::currentFor(const Bone& bone, std::optional<PoseFrames>& outOther) const
{
    return isCurrent(bone) ? *this : outOther.emplace(bone);
}

bool PoseFrames::isCurrent(const Bone& bone) const noexcept
{
    const auto bones = bone.getSkeleton().bones();
    const Bone* above = &bone;
    for (const std::size_t position : path_) {
        if (above == nullptr || position >= bones.size() || bones[position] != above) {
            return false;
        }
        above = above->getParentBone();
    }
    const Bone* child = NodeAccess::firstChildBone(bone);
    const bool knowsChild = firstChild_ ? *firstChild_ < bones.size() && bones[*firstChild_] == child : child == nullptr;
    return above == nullptr && !path_.empty() && knowsChild;
}

void PoseFrames::remember(const Bone& bone)
{
    if (isCurrent(bone)) {
        return;
    }
    path_.clear();
    for (const Bone* above = &bone; above != nullptr; above = above->getParentBone()) {
        path_.push_back(SkeletonAccess::positionOf(*above));
    }
    const Bone* child = NodeAccess::firstChildBone(bone);
    firstChild_ = child != nullptr ? std::optional(SkeletonAccess::positionOf(*child)) : std::nullopt;
}

Frame PoseFrames::absoluteAbove(std::size_t level, const Pose& pose) const noexcept
{
    Frame frame;
    for (std::size_t i = path_.size(); i-- > level + 1;) {
        frame = frame * PosedJoint::of(pose.bones[path_[i]]).local();
    }
    return frame;
}

}  // namespace armature
