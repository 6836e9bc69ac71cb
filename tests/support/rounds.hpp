#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace armature::test {

/// The number of rounds of a random test: `usual`, or the percentage of it given by the environment variable ARMATURE_TEST_PERCENT, but at
/// least one. Under sanitizers and on lesser instruction sets, scripts/test runs part of the rounds and scripts/nightly all.
[[nodiscard]] inline int rounds(int usual)
{
    const char* const percent = std::getenv("ARMATURE_TEST_PERCENT");
    return percent == nullptr ? usual
                              : std::max(1, static_cast<int>(static_cast<long long>(usual) * std::clamp(std::atoi(percent), 1, 100) / 100));
}

/// Whether item `index` of a long list belongs to the part that is examined: all of them, or every fifth at 20 per cent.
[[nodiscard]] inline bool isAmongRounds(std::size_t index)
{
    return index % static_cast<std::size_t>(100 / rounds(100)) == 0;
}

}  // namespace armature::test
