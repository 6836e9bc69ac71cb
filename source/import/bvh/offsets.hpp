#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "import/bvh/tokens.hpp"

/// What the position channels of a BVH file mean. The format adds them to OFFSET; many programs repeat the OFFSET in them, for all joints
/// or for some, and added to it, bones would be twice as long and bodies float.
namespace armature::bvh {

/// The numbers of a joint's position channels, frame by frame.
struct Positions {
    std::size_t joint = 0;
    std::span<const float> numbers;  ///< Three for each frame.
};

/// For each of `positions`: whether they replace the joint's OFFSET. Each joint's own numbers decide: along one axis of its OFFSET, more
/// of them lie near it than do not. A body that starts elsewhere than its OFFSET says shows neither this nor a place on its parent:
/// it follows most of the other joints. O(numbers).
[[nodiscard]] std::vector<bool> findReplacedOffsets(std::span<const Joint> joints, std::span<const Positions> positions);

/// What was decided, in words; empty: all are added.
[[nodiscard]] std::string describeReplacedOffsets(std::span<const Joint> joints, std::span<const Positions> positions,
                                                  const std::vector<bool>& isReplaced);

}  // namespace armature::bvh
