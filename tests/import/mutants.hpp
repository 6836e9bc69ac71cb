#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include <support/random.hpp>

namespace armature::test {

/// How many spoilt files a test loads: `usual`, or the value of the environment variable, for a thorough run.
[[nodiscard]] int mutantCount(const char* variable, int usual);

/// A text file with one to four of its numbers replaced by other numbers, by what is no number, or by braces.
[[nodiscard]] std::vector<std::byte> withSpoiltNumbers(std::span<const std::byte> bytes, Random& random);

/// Counts spoilt files: each is refused with an ImportError or loads into a scene that works, within seconds. Anything else that goes wrong
/// is left to the sanitizer presets.
class MutantTally {
public:
    void use(std::span<const std::byte> bytes);
    /// Fails unless some loaded, some were refused, and none took long.
    void report(std::string_view what) const;

private:
    std::size_t loaded_ = 0;
    std::size_t refused_ = 0;
    double longest_ = 0.;
};

}  // namespace armature::test
