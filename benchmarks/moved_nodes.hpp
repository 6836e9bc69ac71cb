#pragma once

#include <cstddef>
#include <random>
#include <vector>

namespace armature::bench {

/// The nodes that a benchmark moves in a scene of `count` nodes with eight children each: all if `oneIn` is 1, else one in `oneIn`, most of
/// them leaves.
[[nodiscard]] inline std::vector<std::size_t> movedNodes(std::size_t count, std::size_t oneIn)
{
    std::vector<std::size_t> moved;
    std::mt19937 engine(6);
    for (std::size_t i = 0; i < count / oneIn; ++i) {
        moved.push_back(oneIn == 1 ? i : count / 2 + engine() % (count / 2));
    }
    return moved;
}

}  // namespace armature::bench
