#include "ik/chain_bones.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "scene/label.hpp"
#include "skeleton/skeleton_access.hpp"
#include "text/names.hpp"
#include "text/words.hpp"

namespace armature {

ChainBones::ChainBones(const Chain& chain) : skeleton_(chain.getSkeleton())
{
    for (const Chain::Joint& described : chain.joints()) {
        const Bone* const bone = described.handle.get();
        const Bone* const top = described.parent < 0 ? nullptr : chain.joints()[static_cast<std::size_t>(described.parent)].handle.get();
        if (bone == nullptr || (described.parent >= 0 && top == nullptr)) {
            throw std::invalid_argument("chain: bones of it were removed");
        }
        Joint joint{described.parent, known_.size(), 0};
        for (const Bone* each = bone; each != top; each = each->getParentBone()) {
            if (each == nullptr) {
                throw std::invalid_argument(fmt::format("chain: {} no longer hangs on {}", label(*bone), label(*top)));
            }
            known_.push_back({Handle<const Bone>(*each), SkeletonAccess::positionOf(*each)});
        }
        joint.end = known_.size();
        std::reverse(known_.begin() + static_cast<std::ptrdiff_t>(joint.begin), known_.end());
        joints_.push_back(joint);
    }
    static_cast<void>(follow());
}

/// Bones that are in other places of the skeleton now. False: some have gone.
bool ChainBones::follow() noexcept
{
    const Skeleton* const skeleton = skeleton_.get();
    if (skeleton == nullptr) {
        return false;
    }
    const auto bones = skeleton->bones();
    needed_ = 0;
    for (Known& known : known_) {
        const Bone* const bone = known.bone.get();
        if (bone == nullptr) {
            return false;
        }
        if (known.position >= bones.size() || bones[known.position] != bone) {
            known.position = SkeletonAccess::positionOf(*bone);
        }
        needed_ = std::max(needed_, known.position + 1);
    }
    return true;
}

/// Null: all hang on each other as the chain knows it.
const Bone* ChainBones::misplacedIn(const Skeleton& skeleton) const noexcept
{
    const auto bones = skeleton.bones();
    for (const Joint& joint : joints_) {
        const Bone* above = bones[known_[joint.end - 1].position];
        const Bone* const bone = above;
        for (std::size_t i = joint.end - 1; i-- > joint.begin;) {
            above = above->getParentBone();
            if (above != bones[known_[i].position]) {
                return bone;
            }
        }
        const Bone* top = joint.parent < 0 ? nullptr : bones[this->joint(static_cast<std::size_t>(joint.parent)).position];
        if (above->getParentBone() != top) {
            return bone;
        }
    }
    return nullptr;
}

bool ChainBones::find(const Skeleton& skeleton)
{
    if (!follow()) {
        return false;
    }
    if (skeleton.bones().size() < needed_) {
        throw std::invalid_argument(fmt::format("{}: has {}, the chain needs {}", named("skeleton", skeleton.getName()),
                                                counted(skeleton.bones().size(), "bone"), needed_));
    }
    const Bone* const misplaced = misplacedIn(skeleton);
    if (misplaced != nullptr && &skeleton != skeleton_.get()) {
        throw std::invalid_argument(fmt::format("{}: not where the chain knows it; {} is built otherwise than {}", label(*misplaced),
                                                named("skeleton", skeleton.getName()), named("skeleton", this->skeleton().getName())));
    }
    return misplaced == nullptr;
}

bool ChainBones::find(const Pose& pose)
{
    if (!follow() || misplacedIn(skeleton()) != nullptr) {
        return false;
    }
    if (pose.bones.size() != skeleton().bones().size()) {
        throw std::invalid_argument(fmt::format("{}: a pose of {}, but the skeleton has {}", named("skeleton", skeleton().getName()),
                                                counted(pose.bones.size(), "bone"), skeleton().bones().size()));
    }
    return true;
}

}  // namespace armature
