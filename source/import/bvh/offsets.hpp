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

/// Returns for each of `positions` whether its values replace the joint's OFFSET. The values replace it if more than half of them lie near
/// OFFSET along one axis on which OFFSET is not short. The values are added to it if more than half of them would otherwise put the joint
/// on its parent. A joint whose values show neither, for instance because the body starts elsewhere than its OFFSET says, follows the
/// majority of the other joints; in a tie, its values are added. O(number of values).
[[nodiscard]] std::vector<bool> findReplacedOffsets(std::span<const Joint> joints, std::span<const Positions> positions);

/// Describes which positions replace the OFFSET. Returns an empty text if all are added.
[[nodiscard]] std::string describeReplacedOffsets(std::span<const Joint> joints, std::span<const Positions> positions,
                                                  const std::vector<bool>& isReplaced);

}  // namespace armature::bvh
