#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace armature::tools {

/// How many letters one must put in, take out or replace to make one text of the other; capitals count as small letters.
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b);

/// For a message about a name that is not there: `did you mean "footLeft" or "footRight"?` with the up to three names most like it. If
/// none is alike: `it has 24 bones: "hips", "spine" and 22 more`, with `noun` "bone". Names are printable.
[[nodiscard]] std::string suggestNames(std::string_view wanted, std::span<const std::string> names, std::string_view noun);

}  // namespace armature::tools
