#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace armature {

inline constexpr std::size_t letterColumns = 5;
inline constexpr std::size_t letterRows = 9;  ///< Two of them below the line.

/// A letter of five by seven dots, as displays have them, some reaching below the line: a number for each column, its lowest bit on top.
using LetterDots = std::array<std::uint16_t, letterColumns>;

/// Null for what is not a letter, digit or sign of ASCII.
[[nodiscard]] const LetterDots* findLetter(unsigned char letter) noexcept;

}  // namespace armature
