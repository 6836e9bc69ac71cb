#pragma once

#include <span>
#include <string>
#include <string_view>

namespace armature {

/// What a message adds where `name` is none of `names`: `; did you mean "walk"?`, or, if none is close, what there is: `; there are "idle",
/// "walk" and 3 more`.
[[nodiscard]] std::string insteadOf(std::string_view name, std::span<const std::string_view> names);

}  // namespace armature
