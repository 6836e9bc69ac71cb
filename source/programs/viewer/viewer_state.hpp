#pragma once

#include <string>
#include <string_view>

#include "document.hpp"

namespace armature::tools {

/// Returns a part of the document's state as text, for scripts to check: "clip", "time", "selected", "rotation", ... Throws CommandError
/// for an unknown name.
[[nodiscard]] std::string describeState(const ViewerDocument& document, std::string_view name);

}  // namespace armature::tools
