#include "viewer_state.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <glm/trigonometric.hpp>

#include <armature/node/node.hpp>
#include <armature/skeleton/bone.hpp>

#include "commands.hpp"
#include "words/words.hpp"

namespace armature::tools {

namespace {

struct State {
    std::string_view name;
    std::string (*describe)(const ViewerDocument& document);
};

std::string onOrOff(bool isOn)
{
    return isOn ? "on" : "off";
}

// Of what is open, "none" if nothing is.
template <auto describe>
std::string ofModel(const ViewerDocument& document)
{
    return document.current() != nullptr ? describe(*document.current()) : "none";
}

template <auto describe>
std::string ofSelected(const ViewerDocument& document)
{
    return document.selected() != nullptr ? describe(*document.selected()) : "none";
}

template <bool ViewerSettings::*setting>
std::string ofSetting(const ViewerDocument& document)
{
    return onOrOff(document.settings.*setting);
}

// Rounded to thousandths, and never "-0.000".
std::string threeNumbers(const glm::vec3& numbers)
{
    const auto rounded = [](float number) { return number > -0.0005f && number < 0.0005f ? 0.f : number; };
    return fmt::format("{:.3f} {:.3f} {:.3f}", rounded(numbers.x), rounded(numbers.y), rounded(numbers.z));
}

constexpr std::array states{
    State{"file", ofModel<[](const OpenModel& model) { return model.name; }>},
    State{"files", [](const ViewerDocument& document) { return std::to_string(document.modelCount()); }},
    State{"clip", ofModel<[](const OpenModel& model) {
              return model.playback.current() != nullptr ? model.playback.nameOf(model.playback.getClip()) : std::string("none");
          }>},
    State{"time", ofModel<[](const OpenModel& model) { return fmt::format("{:.3f}", model.playback.getTime()); }>},
    State{"playing", ofModel<[](const OpenModel& model) { return onOrOff(model.playback.isPlaying()); }>},
    State{"loop", ofModel<[](const OpenModel& model) { return onOrOff(model.playback.isLooping()); }>},
    State{"in-place", ofModel<[](const OpenModel& model) { return onOrOff(model.playback.isInPlace()); }>},
    State{"speed", ofModel<[](const OpenModel& model) { return fmt::format("{}", model.playback.getSpeed()); }>},
    State{"search", ofModel<[](const OpenModel& model) { return model.outline.getSearch(); }>},
    State{"listed", ofModel<[](const OpenModel& model) { return std::to_string(model.outline.shownRows().size()); }>},
    State{"undo", ofModel<[](const OpenModel& model) { return model.history.getUndoName(); }>},
    State{"redo", ofModel<[](const OpenModel& model) { return model.history.getRedoName(); }>},
    State{"edits", ofModel<[](const OpenModel& model) { return std::to_string(model.history.undoCount()); }>},
    State{"selected", ofSelected<[](const Node& node) { return printable(shown(node.getName())); }>},
    State{"position", ofSelected<[](const Node& node) { return threeNumbers(node.getPosition()); }>},
    State{"rotation", ofSelected<[](const Node& node) { return threeNumbers(glm::degrees(node.getRotation())); }>},
    State{"scale", ofSelected<[](const Node& node) { return threeNumbers(node.getScaling()); }>},
    State{"world", ofSelected<[](const Node& node) { return threeNumbers(node.getAbsolutePosition()); }>},
    State{"bones", ofSetting<&ViewerSettings::showsBones>},
    State{"names", ofSetting<&ViewerSettings::showsNames>},
    State{"wireframe", ofSetting<&ViewerSettings::isWireframe>},
    State{"panels", ofSetting<&ViewerSettings::showsPanels>},
    State{"watch", ofSetting<&ViewerSettings::watches>},
    State{"help", ofSetting<&ViewerSettings::showsHelp>},
    State{"commands", ofSetting<&ViewerSettings::showsCommands>},
    State{"theme", [](const ViewerDocument& document) { return std::string(document.settings.isDark ? "dark" : "light"); }},
    State{"show-in",
          [](const ViewerDocument& document) { return std::string(shownInNames[static_cast<std::size_t>(document.settings.shownIn)]); }},
    State{"notation",
          [](const ViewerDocument& document) { return std::string(notationNames[static_cast<std::size_t>(document.settings.notation)]); }},
    State{"page", [](const ViewerDocument& document) { return std::string(pageNames[static_cast<std::size_t>(document.settings.page)]); }},
    State{"copied", [](const ViewerDocument& document) { return document.copied; }},
    State{"reloads", [](const ViewerDocument& document) { return std::to_string(document.reloadCount()); }},
    State{"distance", [](const ViewerDocument& document) { return fmt::format("{:.3f}", document.camera.getDistance()); }},
    State{"message",
          [](const ViewerDocument& document) { return document.messages().empty() ? std::string() : document.messages().back().text; }},
    State{"errors",
          [](const ViewerDocument& document) {
              return std::to_string(std::count_if(document.messages().begin(), document.messages().end(),
                                                  [](const Message& message) { return message.isError; }));
          }},
};

}  // namespace

std::string describeState(const ViewerDocument& document, std::string_view name)
{
    const auto found = std::find_if(states.begin(), states.end(), [name](const State& state) { return state.name == name; });
    if (found == states.end()) {
        throw CommandError(fmt::format("there is no state \"{}\"", printable(name)));
    }
    return found->describe(document);
}

}  // namespace armature::tools
