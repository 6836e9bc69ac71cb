#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace armature {

inline constexpr std::size_t letterColumns = 5;
inline constexpr std::size_t letterRows = 9;  ///< Two of them below the baseline.

/// A letter of five by seven dots, as dot-matrix displays show it; some reach below the baseline. One number per column, lowest bit on top.
using LetterDots = std::array<std::uint16_t, letterColumns>;

/// Returns null for anything but the printable characters of ASCII.
[[nodiscard]] const LetterDots* findLetter(unsigned char letter) noexcept;

}  // namespace armature
