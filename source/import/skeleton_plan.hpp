#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "import/scene_description.hpp"

namespace armature::importing {

/// A bone to be made: its node, its parent among the bones before it, and its palette slot unless it is a helper.
struct PlannedBone {
    std::size_t node = 0;
    std::optional<std::size_t> parent;  ///< Index into SkeletonPlan::bones.
    std::optional<std::size_t> slot;    ///< The joint's number.
};

/// The bones that a skin needs: its joints and the nodes between them, down from the lowest node that has all joints strictly below it.
struct SkeletonPlan {
    std::optional<std::size_t> host;  ///< The node above. None: the joints have no such node in common, and bones reach up to the roots.
    std::vector<PlannedBone> bones;   ///< Parents first, otherwise in joint order.
};

/// Plans skeletons one after the other, in time and memory proportional to the nodes above the joints.
class SkeletonPlanner {
public:
    /// `visitLimit`: how many nodes all skins together may reach from their joints upwards. Keeps a reference to `nodes`, whose parents
    /// must have been checked.
    SkeletonPlanner(std::span<const NodeDescription> nodes, std::size_t visitLimit);

    /// Throws Refusal if the limit is exceeded. `skin` is the skin's number, for that message.
    [[nodiscard]] SkeletonPlan plan(const SkinDescription& description, std::size_t skin);

private:
    /// What the current plan knows about a node at or above a joint.
    struct Reach {
        std::uint32_t stamp = 0;      ///< The plan that this data belongs to.
        std::size_t jointsBelow = 0;  ///< Strictly below.
        std::optional<std::size_t> slot;
        std::optional<std::size_t> bone;
    };

    void reachUpwards(std::size_t node, std::size_t skin);
    void countJointsBelow();
    /// Makes bones of the reached nodes, except those that have all joints below them.
    void addBones(SkeletonPlan& plan, std::size_t jointCount);
    [[nodiscard]] std::optional<std::size_t> boneAbove(std::size_t node) const;

    std::span<const NodeDescription> nodes_;
    std::size_t visitLimit_;
    std::size_t visits_ = 0;
    std::uint32_t stamp_ = 0;
    std::vector<Reach> reach_;          ///< For each node.
    std::vector<std::size_t> reached_;  ///< The nodes of this plan, parents first.
};

}  // namespace armature::importing
