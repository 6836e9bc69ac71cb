#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <armature/base/export.hpp>

namespace armature {

/// Returns how many letters must be inserted, deleted, replaced or swapped with their neighbour to turn one text into the other (Damerau
/// and Levenshtein); case is ignored.
[[nodiscard]] std::size_t editDistance(std::string_view a, std::string_view b);

/// Returns the one of `names` that is closest to `name` by editDistance(); an empty view if none is close. A name of n letters is close to
/// those at a distance of at most n / 3 + 1 that have a letter of it.
[[nodiscard]] std::string_view nearestName(std::string_view name, std::span<const std::string_view> names);

/// Returns the end of a message about a `name` that is not one of `names`: `; did you mean "walk"?` with the closest of `names`. If none is
/// close, lists up to eight of `names`: `; there are "idle", "walk"`, perhaps with ` and 3 more`; without any names, `; there are none`.
[[nodiscard]] ARMATURE_PRIVATE_API std::string insteadOf(std::string_view name, std::span<const std::string_view> names);

/// Returns the end of a message about a name that does not exist: `did you mean "footLeft" or "footRight"?` with up to three of the names
/// most similar to `wanted`. If none is similar, lists up to twenty names: `it has 2 bones: "hips", "spine"`, with `noun` "bone", perhaps
/// with ` and 4 more`; without any names, `it has no bones`. Names are made printable.
[[nodiscard]] ARMATURE_PRIVATE_API std::string suggestNames(std::string_view wanted, std::span<const std::string> names,
                                                            std::string_view noun);

}  // namespace armature
