#include "animation/modifiers/joint_masks.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "node/label.hpp"
#include "node/state_archive.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/skeleton_access.hpp"
#include "words/words.hpp"

namespace armature {

void JointMasks::setAll(float mask) noexcept
{
    others_ = mask;
    masks_.clear();  // not the skeleton, in which a saved state finds its bones again
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

// In their own skeleton bones are found wherever they are now.
std::uint32_t JointMasks::numberOf(const Mask& mask, const Skeleton* skeleton) const noexcept
{
    if (skeleton == nullptr || skeleton_.get() != skeleton) {
        return mask.number;
    }
    const Bone* const bone = mask.bone.get();
    return bone != nullptr ? static_cast<std::uint32_t>(SkeletonAccess::positionOf(*bone)) : noSlot;
}

void JointMasks::multiply(const JointView& joints, float weight, std::span<float> outWeights) const noexcept
{
    std::ranges::fill(outWeights, weight * others_);
    const Skeleton* const skeleton = JointAccess::skeleton(joints);
    for (const Mask& each : masks_) {
        if (const std::uint32_t number = numberOf(each, skeleton); number < outWeights.size()) {
            outWeights[number] = weight * each.mask;
        }
    }
}

// By number: bones are found again in the skeleton that they were in.
void JointMasks::list(StateArchive& state)
{
    const Skeleton* const skeleton = skeleton_.get();
    state.values(others_);
    const std::size_t count = state.exchange(masks_.size());
    if (state.isRestoring()) {
        masks_.resize(count);
    }
    for (std::size_t i = 0; i < count; ++i) {
        Mask listed = i < masks_.size() ? masks_[i] : Mask{};
        listed.number = state.exchange(numberOf(listed, skeleton));
        listed.mask = state.exchange(listed.mask);
        if (state.isRestoring()) {
            const bool isThere = skeleton != nullptr && listed.number < skeleton->bones().size();
            listed.bone = isThere ? Handle<const Bone>(*skeleton->bones()[listed.number]) : Handle<const Bone>();
            masks_[i] = listed;
        }
    }
}

}  // namespace armature
