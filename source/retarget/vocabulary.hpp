#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <armature/retarget/humanoid_map.hpp>

#include "retarget/bone_words.hpp"

namespace armature::humanoid {

/// A part of a name, in lower case.
struct Token {
    std::string text = {};
    bool isGuess = false;  ///< Found amid letters that form no known word.
};

/// Splits a name into tokens: at separators, at changes of case, between letters and digits, and between known words that are run together.
/// Reads only the end of a long name, and leaves out a namespace before ':' or '|'.
[[nodiscard]] std::vector<Token> tokensOf(std::string_view name);

/// The meaning of a word of a bone's name.
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
    Animal,  // "hind": names a part that humans do not have
    Tail,
    Empty,  // "bone": says nothing
};

struct Word {
    Meaning meaning = Meaning::Unknown;
    Noun noun = Noun::None;
};

/// Looks up a word, given in lower case. O(log words).
[[nodiscard]] Word lookUp(std::string_view word) noexcept;
/// Finds the longest known word of a non-Latin script at the beginning of `text`. Returns its length in bytes; 0 if there is none.
[[nodiscard]] std::size_t lookUpScript(std::string_view text, Word& outWord) noexcept;
/// Upper limit for the length of the words that lookUp() knows.
inline constexpr std::size_t longestWord = 16;

/// Returns a role's name, such as "leftUpperArm"; "?" for a value that is not a role.
[[nodiscard]] std::string_view roleName(HumanoidRole role) noexcept;

/// Returns the role whose bone must be above the bone of this role; no value for hips.
[[nodiscard]] std::optional<HumanoidRole> roleAbove(HumanoidRole role) noexcept;

}  // namespace armature::humanoid
