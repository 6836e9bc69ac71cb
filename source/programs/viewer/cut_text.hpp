#pragma once

#include <string>

namespace armature::tools {

/// Returns the text or, if it is wider than `width` pixels in the current font, its beginning and end with "..." between them. At least one
/// letter of each remains. Letters of UTF-8 stay whole. Must be called between Gui::beginFrame() and endFrame().
[[nodiscard]] std::string cutMiddle(const std::string& text, float width);

}  // namespace armature::tools
