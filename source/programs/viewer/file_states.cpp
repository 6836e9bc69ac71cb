#include <algorithm>
#include <array>

#include "base/words.hpp"
#include "state_tables.hpp"

namespace armature::tools {

namespace {

constexpr std::array states{
    ViewerState{"file", ofModel<[](const OpenModel& model) { return model.name; }>},
    ViewerState{"files", [](const ViewerDocument& document) { return std::to_string(document.modelCount()); }},
    ViewerState{"reading",
                [](const ViewerDocument& document) {
                    const auto& tasks = document.reading().tasks();
                    return tasks.empty() ? std::string("none") : printable(tasks.front().file.filename().string());
                }},
    ViewerState{"reloads", [](const ViewerDocument& document) { return std::to_string(document.reloadCount()); }},
    ViewerState{"copied", [](const ViewerDocument& document) { return document.copied; }},
    ViewerState{
        "message",
        [](const ViewerDocument& document) { return document.messages().empty() ? std::string() : document.messages().back().text; }},
    ViewerState{"errors",
                [](const ViewerDocument& document) {
                    return std::to_string(std::count_if(document.messages().begin(), document.messages().end(),
                                                        [](const Message& message) { return message.isError; }));
                }},
};

}  // namespace

std::span<const ViewerState> fileStates()
{
    return states;
}

}  // namespace armature::tools
