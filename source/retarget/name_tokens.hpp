#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace armature::humanoid {

/// A piece of a name, in lower case.
struct Token {
    std::string text = {};
    bool isGuess = false;  ///< A word in the midst of letters that say nothing.
};

/// The name in pieces: split at separators, changes of case, between letters and digits, and into known words where they are written in
/// one. Of a long name only the end is read. A name space before ':' or '|' is left out.
[[nodiscard]] std::vector<Token> tokensOf(std::string_view name);

}  // namespace armature::humanoid
