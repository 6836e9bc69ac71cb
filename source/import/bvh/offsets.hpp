#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "import/bvh/tokens.hpp"

/// The meaning of position channels in a BVH file. The format adds them to OFFSET. Many programs, however, repeat the OFFSET in them, for
/// all joints or for some; adding it again would make bones twice as long and bodies float.
namespace armature::bvh {

/// The numbers of a joint's position channels, frame by frame.
struct Positions {
    std::size_t joint = 0;
    std::span<const float> numbers;  ///< Three for each frame.
};

/// For each of `positions`: whether they replace the joint's OFFSET. Each joint's own numbers decide: they do if, along one axis of the
/// OFFSET, more of them lie near it than do not. A joint whose numbers show neither this nor a place on its parent, such as a body that
/// starts elsewhere than its OFFSET says, follows most of the other joints. O(numbers).
[[nodiscard]] std::vector<bool> findReplacedOffsets(std::span<const Joint> joints, std::span<const Positions> positions);

/// Describes which positions replace the OFFSET; empty if all are added.
[[nodiscard]] std::string describeReplacedOffsets(std::span<const Joint> joints, std::span<const Positions> positions,
                                                  const std::vector<bool>& isReplaced);

}  // namespace armature::bvh
