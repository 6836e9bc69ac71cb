#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <armature/base/export.hpp>

namespace armature {

inline constexpr std::size_t letterColumns = 5;
inline constexpr std::size_t letterRows = 9;  ///< Includes two rows below the baseline.

/// A letter of five by seven dots, as dot-matrix displays show it; some letters also reach below the baseline. One number per column,
/// lowest bit on top.
using LetterDots = std::array<std::uint16_t, letterColumns>;

/// Returns the dots of a printable ASCII character; null for any other byte.
[[nodiscard]] ARMATURE_PRIVATE_API const LetterDots* findLetter(unsigned char letter) noexcept;

}  // namespace armature
