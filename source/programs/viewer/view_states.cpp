#include <array>

#include <fmt/format.h>

#include "state_tables.hpp"

namespace armature::tools {

namespace {

constexpr std::array states{
    ViewerState{"search", ofModel<[](const OpenModel& model) { return model.outline.getSearch(); }>},
    ViewerState{"listed", ofModel<[](const OpenModel& model) { return std::to_string(model.outline.shownRows().size()); }>},
    ViewerState{"panels", ofSetting<&ViewerSettings::showsPanels>},
    ViewerState{"watch", ofSetting<&ViewerSettings::watches>},
    ViewerState{"help", ofSetting<&ViewerSettings::showsHelp>},
    ViewerState{"commands", ofSetting<&ViewerSettings::showsCommands>},
    ViewerState{"theme", [](const ViewerDocument& document) { return std::string(document.settings.isDark ? "dark" : "light"); }},
    ViewerState{
        "show-in",
        [](const ViewerDocument& document) { return std::string(shownInNames[static_cast<std::size_t>(document.settings.shownIn)]); }},
    ViewerState{
        "notation",
        [](const ViewerDocument& document) { return std::string(notationNames[static_cast<std::size_t>(document.settings.notation)]); }},
    ViewerState{"page", [](const ViewerDocument& document) { return std::string(document.settings.page); }},
    ViewerState{"distance", [](const ViewerDocument& document) { return fmt::format("{:.3f}", document.camera.getDistance()); }},
};

}  // namespace

std::span<const ViewerState> viewStates()
{
    return states;
}

}  // namespace armature::tools
