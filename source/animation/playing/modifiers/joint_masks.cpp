#include "animation/playing/modifiers/joint_masks.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "node/label.hpp"
#include "node/state_archive.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/joint_numbers.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

void JointMasks::setAll(float mask) noexcept
{
    others_ = mask;
    masks_.clear();  // but keeps the skeleton, in which a saved state finds its bones again
}

void JointMasks::set(const Bone& bone, float mask)
{
    const Skeleton& skeleton = bone.getSkeleton();
    if (const Skeleton* const other = skeleton_.get(); other != nullptr && other != &skeleton && !masks_.empty()) {
        throw std::invalid_argument(
            fmt::format("{}: its mask cannot be set, other masks are of the skeleton {}", label(bone), inQuotes(other->getName())));
    }
    const auto found = std::ranges::find_if(masks_, [&](const Mask& each) { return each.bone.get() == &bone; });
    if (found != masks_.end()) {
        found->mask = mask;
        return;
    }
    masks_.push_back({Handle<const Bone>(bone), static_cast<std::uint32_t>(SkeletonAccess::positionOf(bone)), mask});
    skeleton_ = Handle<const Skeleton>(skeleton);
    follow();  // updates the bone indices of the other masks, too
}

float JointMasks::maskOf(const Bone& bone) const noexcept
{
    const auto found = std::ranges::find_if(masks_, [&](const Mask& each) { return each.bone.get() == &bone; });
    return found != masks_.end() ? found->mask : others_;
}

bool JointMasks::areOne() const noexcept
{
    return others_ == 1.f && std::ranges::all_of(masks_, [](const Mask& each) { return each.mask == 1.f; });
}

void JointMasks::follow() noexcept
{
    const Skeleton* const skeleton = skeleton_.get();
    if (skeleton == nullptr) {
        return;
    }
    jointCount_ = skeleton->bones().size();
    for (Mask& each : masks_) {
        const Bone* const bone = each.bone.get();
        each.number = bone != nullptr ? static_cast<std::uint32_t>(SkeletonAccess::positionOf(*bone)) : noSlot;
    }
}

void JointMasks::multiply(const JointView& joints, float weight, std::span<float> outWeights) const
{
    std::ranges::fill(outWeights, weight * others_);
    const bool isKnown = skeleton_.get() != nullptr;
    if (!isKnown && !masks_.empty() && joints.size() != jointCount_) {
        throw std::invalid_argument(fmt::format("{} has {}, but masks are of a skeleton that had {}", JointAccess::owner(joints),
                                                counted(joints.size(), "bone"), jointCount_));
    }
    for (const Mask& each : masks_) {
        if (const Bone* const bone = each.bone.get()) {
            outWeights[jointAndParentIn(joints, *bone).joint] = weight * each.mask;
        } else if (!isKnown && each.number != noSlot) {
            outWeights[each.number] = weight * each.mask;
        }
    }
}

// If the skeleton is not part of the state, it must be known from earlier masks, or be the stack's own.
void JointMasks::list(StateArchive& state, const Skeleton* own)
{
    follow();
    state.values(others_, jointCount_);
    const std::size_t count = state.exchange(masks_.size());
    const Skeleton* const known = skeleton_.get() != nullptr ? skeleton_.get() : own;
    if (state.isRestoring()) {
        masks_.resize(count);
    }
    for (std::size_t i = 0; i < count; ++i) {
        Mask listed = state.isSaving() ? masks_[i] : Mask{};
        listed.number = state.exchange(listed.number);
        listed.mask = state.exchange(listed.mask);
        const bool isThere = !state.isSaving() && known != nullptr && listed.number < known->bones().size();
        const Bone* const there = isThere ? known->bones()[listed.number] : listed.bone.get();
        const Node* const saved = state.node("masked bone", const_cast<Bone*>(there));
        const Bone* const bone = saved != nullptr ? saved->asBone() : there;
        if (saved != nullptr && bone == nullptr) {
            state.refuse("its masked bone is a node now");
        }
        if (state.isRestoring()) {
            listed.bone = Handle<const Bone>(bone);
            skeleton_ = bone != nullptr ? Handle<const Skeleton>(bone->getSkeleton()) : skeleton_;
            masks_[i] = listed;
        }
    }
}

}  // namespace armature
