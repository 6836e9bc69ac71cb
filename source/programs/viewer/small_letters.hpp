#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace armature::tools {

/// Returns the text with its ASCII letters in lower case.
[[nodiscard]] inline std::string inSmallLetters(std::string_view text)
{
    std::string small(text);
    std::transform(small.begin(), small.end(), small.begin(),
                   [](char letter) { return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter; });
    return small;
}

}  // namespace armature::tools
