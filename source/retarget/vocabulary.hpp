#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <armature/retarget/humanoid_map.hpp>

#include "retarget/bone_words.hpp"

namespace armature::humanoid {

/// A piece of a name, in lower case.
struct Token {
    std::string text = {};
    bool isGuess = false;  ///< A word in the midst of letters that say nothing.
};

/// The name in pieces: split at separators, changes of case, between letters and digits, and into known words where they are written in
/// one. Of a long name only the end is read. A name space before ':' or '|' is left out.
[[nodiscard]] std::vector<Token> tokensOf(std::string_view name);

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

/// "leftUpperArm"; "?" for a value that is not one of them.
[[nodiscard]] std::string_view roleName(HumanoidRole role) noexcept;

/// The role whose bone must be above that of this one; none of hips.
[[nodiscard]] std::optional<HumanoidRole> roleAbove(HumanoidRole role) noexcept;

}  // namespace armature::humanoid
