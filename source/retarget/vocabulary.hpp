#pragma once

#include <string_view>

#include "retarget/bone_words.hpp"

namespace armature::humanoid {

/// What a word of a bone's name says.
enum class Meaning : std::uint8_t {
    Unknown,
    Noun,
    Left,
    Right,
    Centre,
    Upper,
    Lower,
    Helper,
    Part,
    Animal,  // "hind": of a leg that no human has
    Tail,
    Empty,  // "bone": says nothing
};

struct Word {
    Meaning meaning = Meaning::Unknown;
    Noun noun = Noun::None;
};

/// O(1) or so; `word` in lower case.
[[nodiscard]] Word lookUp(std::string_view word) noexcept;
/// The longest word of another script at the beginning of `text`, with its length in bytes; 0: none.
[[nodiscard]] std::size_t lookUpScript(std::string_view text, Word& outWord) noexcept;
/// No word is longer.
inline constexpr std::size_t longestWord = 16;

}  // namespace armature::humanoid
