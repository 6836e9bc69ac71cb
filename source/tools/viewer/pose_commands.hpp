#pragma once

#include <string_view>

#include "document.hpp"

// Commands that change poses. Each throws CommandError, or what the document throws; nothing has changed then.
namespace armature::tools {

void turnSelected(ViewerDocument& document, std::string_view axisAndDegrees);
void moveSelected(ViewerDocument& document, std::string_view axisAndMetres);
void scaleSelected(ViewerDocument& document, std::string_view factor);
void mirrorTo(ViewerDocument& document, std::string_view);
void resetSelected(ViewerDocument& document, std::string_view all);
void savePoseTo(ViewerDocument& document, std::string_view file);
void loadPoseFrom(ViewerDocument& document, std::string_view file);

}  // namespace armature::tools
