#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace armature {

/// How many letters one must put in, take out, replace or exchange with their neighbour to make one text of the other (Damerau and
/// Levenshtein); capitals count as small letters.
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b);

/// What a message adds where `name` is none of `names`: `; did you mean "walk"?`, or, if none is close, what there is: `; there are "idle",
/// "walk" and 3 more`.
[[nodiscard]] std::string insteadOf(std::string_view name, std::span<const std::string_view> names);

/// The end of a message: `did you mean "footLeft" or "footRight"?` with up to three names most like the wanted one. If none is alike: `it
/// has 24 bones: "hips", "spine" and 22 more`, with `noun` "bone". Names are printable.
[[nodiscard]] std::string suggestNames(std::string_view wanted, std::span<const std::string> names, std::string_view noun);

}  // namespace armature
