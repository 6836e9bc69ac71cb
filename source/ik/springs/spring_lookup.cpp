#include "ik/springs/spring_lookup.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "node/label.hpp"
#include "node/node_access.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

SpringLookup::SpringLookup(const SpringPlan& plan)
    : numbers_(plan.bones.size()), parents_(plan.bones.size()), targets_(plan.bones.size(), PoseTarget{nullptr, noSlot})
{
    layouts_.reserve(2);
}

bool SpringLookup::find(const SpringPlan& plan, const JointView& joints)
{
    const Skeleton* const own = plan.skeleton.get();
    if (own == nullptr || (!isCurrent() && !lookUp(plan))) {
        layouts_.clear();
        return false;
    }
    const bool isOwn = JointAccess::skeleton(joints) == own;
    if (!JointAccess::isBones(joints)) {
        if (!isOwn) {
            requireSame(plan, joints);
        }
    } else if (!(isOwn && hasOwnTargets_)) {
        findTargets(plan, joints, isOwn);
        hasOwnTargets_ = isOwn;
    }
    return true;
}

// Finds what holds the poses of a skeleton's bones by its tables of slots, because the bones themselves are not in the cache.
void SpringLookup::findTargets(const SpringPlan& plan, const JointView& joints, bool isOwn)
{
    const auto& state = SkeletonAccess::state(*JointAccess::skeleton(joints));
    TransformHierarchy& hierarchy = state.hierarchy;
    const std::vector<TransformHierarchy::Slot>& slots = state.placing().slots;
    const auto isSame = [&](std::size_t i) {
        const std::size_t parent = parents_[i];
        const TransformHierarchy::Slot above = hierarchy.parentOf(slots[numbers_[i]]);
        return parent == noPlace || (parent < slots.size() ? above == slots[parent] : parent == noSlot && above == noSlot);
    };
    for (std::size_t i = 0; i < targets_.size(); ++i) {
        if (!isOwn && (numbers_[i] >= slots.size() || !isSame(i))) {
            requireSame(plan, joints);
        }
        const TransformHierarchy::Slot slot = slots[numbers_[i]];
        const Node* const driver = hierarchy.driverOf(slot);
        targets_[i] =
            driver != nullptr ? PoseTarget{&NodeAccess::hierarchy(*driver), NodeAccess::slot(*driver)} : PoseTarget{&hierarchy, slot};
    }
}

bool SpringLookup::isCurrent() const noexcept
{
    return !layouts_.empty()
           && std::ranges::all_of(layouts_, [](const Layout& layout) { return layout.hierarchy->layoutVersion() == layout.version; });
}

void SpringLookup::watch(const TransformHierarchy& hierarchy)
{
    if (std::ranges::find(layouts_, &hierarchy, &Layout::hierarchy) == layouts_.end()) {
        layouts_.push_back({&hierarchy, hierarchy.layoutVersion()});
    }
}

// Looks up the bones of the springs' own skeleton; their indices hold for all views. Returns false if a bone was removed or has another
// parent.
bool SpringLookup::lookUp(const SpringPlan& plan)
{
    layouts_.clear();
    hasOwnTargets_ = false;
    watch(SkeletonAccess::state(*plan.skeleton.get()).hierarchy);
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        const Bone* const bone = plan.bones[i].bone.get();
        if (bone == nullptr) {
            return false;
        }
        const std::size_t parent = plan.bones[i].parent;
        const Bone* const above = parent < numbers_.size() ? plan.bones[parent].bone.get() : nullptr;
        if (parent != noPlace && bone->getParentBone() != above) {
            return false;
        }
        numbers_[i] = SkeletonAccess::positionOf(*bone);
        parents_[i] = parent == noPlace ? noPlace : above != nullptr ? SkeletonAccess::positionOf(*above) : noSlot;
        watch(*NodeAccess::driver(*bone).hierarchy);
    }
    return true;
}

// Requires that the joints of another rig with the bones' indices exist, and have the same parents as in the springs' own skeleton.
void SpringLookup::requireSame(const SpringPlan& plan, const JointView& joints) const
{
    const std::size_t size = joints.size();
    for (std::size_t i = 0; i < numbers_.size(); ++i) {
        if (numbers_[i] >= size) {
            throw std::invalid_argument(fmt::format("spring bones: {} has {}, too few for {}", JointAccess::owner(joints),
                                                    counted(size, "bone"), label(*plan.bones[i].bone.get())));
        }
        if (parents_[i] != noPlace && JointAccess::parent(joints, numbers_[i]) != parents_[i]) {
            throw std::invalid_argument(
                fmt::format("spring bones: {} has another parent in {}", label(*plan.bones[i].bone.get()), JointAccess::owner(joints)));
        }
    }
}

}  // namespace armature
