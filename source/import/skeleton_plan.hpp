#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "import/scene_description.hpp"

namespace armature::importing {

/// A bone to be made.
struct PlannedBone {
    std::size_t node = 0;
    std::optional<std::size_t> parent;  ///< Index of an earlier bone in SkeletonPlan::bones.
    std::optional<std::size_t> slot;    ///< The palette slot, which is the joint's number; none for a helper.
};

/// The bones that a skin needs: its joints and the nodes between them. The host, the lowest node with all joints strictly below it, and the
/// nodes above it are not included.
struct SkeletonPlan {
    std::optional<std::size_t> host;  ///< The lowest node above all joints. None if there is no such node; bones then start at the roots.
    std::vector<PlannedBone> bones;   ///< Parents come first; otherwise in joint order, with further bones of repeated joints last.
};

/// Plans skeletons one after another. A plan takes time proportional to the number of nodes at and above its joints. The planner keeps an
/// entry for every node of the scene, which all plans use.
class SkeletonPlanner {
public:
    /// `visitLimit`: the limit for the number of nodes visited upwards from the joints, for all skins together. Keeps a reference to
    /// `nodes`, whose parents must have been checked.
    SkeletonPlanner(std::span<const NodeDescription> nodes, std::size_t visitLimit);

    /// Plans the skeleton of a skin. `skin` is the skin's number, for messages. Throws Refusal if the visit limit is exceeded.
    [[nodiscard]] SkeletonPlan plan(const SkinDescription& description, std::size_t skin);

private:
    /// The current plan's data about a node at or above a joint.
    struct Reach {
        std::uint32_t stamp = 0;      ///< Number of the plan that this data belongs to; data of earlier plans is stale.
        std::size_t jointsBelow = 0;  ///< Number of joints strictly below this node.
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
    std::vector<Reach> reach_;          ///< An entry for every node of the scene.
    std::vector<std::size_t> reached_;  ///< The nodes that the current plan has reached, parents first.
};

}  // namespace armature::importing
