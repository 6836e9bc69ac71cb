#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/crowd/crowd.hpp>

#include "animation/baking/pick_bones.hpp"
#include "base/words.hpp"
#include "crowd/crowd_state.hpp"

/// Bone levels: members that compute fewer bones.
namespace armature {

CrowdBoneLevels::CrowdBoneLevels(const CrowdRigData& rig, std::span<const std::uint8_t> levels)
{
    constexpr std::uint8_t never = 0;
    std::vector<std::uint8_t> ends(rig.boneCount(), never);  // by bone number: the first level that omits the bone or a bone above it
    for (const std::uint32_t number : rig.numbers) {
        if (const std::uint32_t parent = rig.joints.parents[number]; parent != noSlot) {
            const auto [own, inherited] = std::pair(levels[number], ends[parent]);
            ends[number] = own == never || inherited == never ? std::max(own, inherited) : std::min(own, inherited);
        }
    }
    begins_ = ends;
    std::ranges::sort(begins_);
    begins_.erase(std::unique(begins_.begin(), begins_.end()), begins_.end());
    std::erase(begins_, never);
    if (begins_.empty()) {
        return;
    }
    const auto isKept = [&](std::uint32_t number, std::uint8_t level) { return ends[number] == never || ends[number] > level; };
    std::ranges::copy_if(rig.numbers, std::back_inserter(numbers_), [&](std::uint32_t number) { return isKept(number, begins_.front()); });
    std::ranges::stable_sort(numbers_, std::ranges::greater(),
                             [&](std::uint32_t number) { return ends[number] == never ? 256 : ends[number]; });
    places_.assign(rig.boneCount(), noSlot);
    for (std::uint32_t place = 0; place < numbers_.size(); ++place) {
        places_[numbers_[place]] = place;
    }
    rest_ = rig.restOf(numbers_);
    for (const std::uint8_t begin : begins_) {
        std::vector<bool> hasPose(rig.boneCount());
        for (std::uint32_t number = 0; number < hasPose.size(); ++number) {
            hasPose[number] = isKept(number, begin);
        }
        const CrowdOrder& order = orders_.emplace_back(rig.orderOf(hasPose));
        std::vector<std::uint32_t>& places = posePlaces_.emplace_back();
        for (const std::uint32_t number : std::span(numbers_).first(order.poseCount)) {
            places.push_back(order.placeOf[number]);
        }
    }
}

std::size_t CrowdBoneLevels::at(std::uint8_t level) const noexcept
{
    return static_cast<std::size_t>(std::ranges::upper_bound(begins_, level) - begins_.begin());
}

void Crowd::setBoneLevels(std::span<const std::uint8_t> levels)
{
    if (levels.size() != state_->rig.boneCount()) {
        throw std::invalid_argument(
            fmt::format("crowd: {} given, the rig has {}", counted(levels.size(), "bone level"), counted(state_->rig.boneCount(), "bone")));
    }
    CrowdBoneLevels made(state_->rig, levels);
    std::vector<std::shared_ptr<const BakedClip>> reduced;
    for (const auto& clip : state_->clips) {
        reduced.push_back(made.count() > 1 ? pickBones(*clip, made.numbers()) : clip);
    }
    state_->boneLevels = std::move(made);
    state_->reducedClips = std::move(reduced);
    for (State::Member& member : state_->members) {
        member.isKept = false;
    }
}

void Crowd::setBoneLevel(CrowdInstance instance, std::size_t level)
{
    State::Member& member = state_->at(instance);
    constexpr std::size_t limit = 255;
    if (level > limit) {
        throw std::invalid_argument(fmt::format("crowd: a bone level of {} is not between 0 and {}", level, limit));
    }
    const auto given = static_cast<std::uint8_t>(level);
    member.isKept = member.isKept && state_->boneLevels.at(given) == state_->boneLevels.at(member.boneLevel);
    member.boneLevel = given;
}

}  // namespace armature
