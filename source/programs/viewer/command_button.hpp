#pragma once

#include <string>
#include <string_view>

#include "document.hpp"
#include "gui.hpp"

namespace armature::tools {

/// While the mouse is over the last item, shows what the command of a line does, and its key.
void explainCommand(std::string_view line);

enum class ButtonSize { Usual, Small };

/// Draws a button that runs a line, and explains it. Scripts know the button as `name`. Returns whether it was pressed.
bool drawCommandButton(ViewerDocument& document, Gui& gui, const std::string& label, std::string_view line, const std::string& name,
                       ButtonSize size = ButtonSize::Usual);

}  // namespace armature::tools
