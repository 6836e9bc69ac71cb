#pragma once

#include <string>
#include <string_view>

namespace armature {

/// A name as it stands at the beginning of a message: control characters escaped (a NUL would end what() early), "KIND (no name)" if empty.
[[nodiscard]] std::string named(std::string_view kind, std::string_view name);

/// A name inside a message: "name" in its quotes, control characters escaped; (no name) without quotes if empty.
[[nodiscard]] std::string inQuotes(std::string_view name);

}  // namespace armature
