#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <armature/fwd.hpp>

#include "skeleton/joint_access.hpp"

namespace armature {

/// A copy of the rig data that code needs to pose joints outside a Skeleton, all indexed by position in bones().
struct JointRigData {
    JointRigData() = default;
    explicit JointRigData(const Skeleton& skeleton);

    [[nodiscard]] JointRig view() const noexcept { return {names, parents, firstChildren, rests, lengths}; }

    std::vector<std::string> names;
    std::vector<std::uint32_t> parents;
    std::vector<std::uint32_t> firstChildren;
    std::vector<LocalPose> rests;
    std::vector<float> lengths;
};

/// Returns the joints in an order with parents first. O(joints).
[[nodiscard]] std::vector<std::uint32_t> parentsFirst(std::span<const std::uint32_t> parents);

}  // namespace armature
