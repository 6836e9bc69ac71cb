#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <support/random.hpp>

namespace armature::test {

/// A random index in [0, size).
[[nodiscard]] std::size_t placeIn(Random& random, std::size_t size);

/// Returns `bytes` with some of them flipped, overwritten, inserted, copied from elsewhere or removed.
[[nodiscard]] std::vector<std::byte> withSpoiltBytes(std::vector<std::byte> bytes, Random& random);

/// Returns `text` with one of its numbers, chosen at random, replaced by one of `lies`.
[[nodiscard]] std::string withSpoiltNumber(std::string text, std::span<const std::string_view> lies, Random& random);

}  // namespace armature::test
