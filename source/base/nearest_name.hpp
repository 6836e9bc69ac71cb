#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace armature {

/// Returns how many letters one must insert, delete, replace or swap with their neighbour to turn one text into the other (Damerau and
/// Levenshtein); case is ignored.
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b);

/// Returns what a message adds where `name` is none of `names`: `; did you mean "walk"?`, or, if none is close, a list of them: `; there
/// are "idle", "walk" and 3 more`.
[[nodiscard]] std::string insteadOf(std::string_view name, std::span<const std::string_view> names);

/// Returns the end of a message: `did you mean "footLeft" or "footRight"?` with up to three names most like the wanted one. If none is
/// similar: `it has 24 bones: "hips", "spine" and 22 more`, with `noun` "bone". Names are made printable.
[[nodiscard]] std::string suggestNames(std::string_view wanted, std::span<const std::string> names, std::string_view noun);

}  // namespace armature
