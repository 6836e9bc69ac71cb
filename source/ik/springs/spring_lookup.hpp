#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <armature/skeleton/joint_view.hpp>

#include "ik/springs/spring_plan.hpp"
#include "node/pose_target.hpp"
#include "skeleton/joint_access.hpp"

namespace armature {

/// Finds the plan's bones in a view. The indices stay valid until the springs' skeleton, or a hierarchy that drives its bones, changes its
/// layout: until then, a frame reads the indices, and no Bone objects of that skeleton. Allocates only when the layout has changed.
class SpringLookup {
public:
    explicit SpringLookup(const SpringPlan& plan);

    /// Looks up the plan's bones. Returns false if bones were removed or have new parents. Throws std::invalid_argument if the joints
    /// belong to another rig.
    [[nodiscard]] bool find(const SpringPlan& plan, const JointView& joints);

    /// The index of a bone of the plan in the view.
    [[nodiscard]] std::size_t number(std::size_t bone) const noexcept { return numbers_[bone]; }
    /// The hierarchy and the slot that hold a bone's pose. Precondition: the view is of bones.
    [[nodiscard]] const PoseTarget& target(std::size_t bone) const noexcept { return targets_[bone]; }
    /// The numbers of a bone's local pose; null if it is not stored as plain parts.
    [[nodiscard]] JointParts parts(const JointView& joints, std::size_t bone) const noexcept
    {
        return JointAccess::isBones(joints) ? JointParts::of(targets_[bone]) : JointAccess::parts(joints, numbers_[bone]);
    }

    /// The origin of a bone's local axes, in its parent's axes.
    [[nodiscard]] glm::vec3 origin(const JointView& joints, std::size_t bone) const noexcept
    {
        if (const JointParts own = parts(joints, bone)) {
            return {own[0], own[1], own[2]};
        }
        const Affine& local = targets_[bone].hierarchy->local(targets_[bone].slot);
        return {local[0].w, local[1].w, local[2].w};
    }

private:
    /// A hierarchy whose slots were looked up, and its version then.
    struct Layout {
        const TransformHierarchy* hierarchy;
        std::uint64_t version;
    };

    [[nodiscard]] bool isCurrent() const noexcept;
    [[nodiscard]] bool lookUp(const SpringPlan& plan);
    void findTargets(const SpringPlan& plan, const JointView& joints, bool isOwn);
    void requireSame(const SpringPlan& plan, const JointView& joints) const;
    void watch(const TransformHierarchy& hierarchy);

    std::vector<std::size_t> numbers_;
    std::vector<std::size_t> parents_;  // by bone: the parent's index, or noSlot for a root; noPlace if springs do not rely on it
    std::vector<PoseTarget> targets_;
    std::vector<Layout> layouts_;  // the springs' skeleton comes first; while its layout is unchanged, the other hierarchies exist
    bool hasOwnTargets_ = false;   // whether targets_ belongs to the springs' own skeleton
};

}  // namespace armature
