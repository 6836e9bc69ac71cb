#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "import/bvh/tokens.hpp"

/// Decides what position channels in a BVH file mean. By the format, their values are added to OFFSET. Many programs, however, write values
/// that already contain OFFSET, for all joints or for some; adding OFFSET again would make bones twice as long and bodies float.
namespace armature::bvh {

/// The position values of a joint, frame by frame.
struct Positions {
    std::size_t joint = 0;
    std::span<const float> numbers;  ///< Three values per frame.
};

/// Returns for each of `positions` whether its values replace the joint's OFFSET. The values replace it if, along one axis where OFFSET is
/// not short, more than half of them lie near OFFSET. If a joint's values show neither this nor that the joint would otherwise lie on its
/// parent (for instance because a body starts elsewhere than its OFFSET says), the joint follows the majority of the other joints. O(number
/// of values).
[[nodiscard]] std::vector<bool> findReplacedOffsets(std::span<const Joint> joints, std::span<const Positions> positions);

/// Describes which positions replace the OFFSET. Returns an empty text if all are added.
[[nodiscard]] std::string describeReplacedOffsets(std::span<const Joint> joints, std::span<const Positions> positions,
                                                  const std::vector<bool>& isReplaced);

}  // namespace armature::bvh
