#include "commands.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "base/words.hpp"
#include "command_tables.hpp"

namespace armature::tools {

std::span<const CommandGroup> viewerCommandGroups()
{
    static const std::vector<CommandGroup> all{
        {"Files", fileCommands()},
        {"Two files side by side", compareCommands()},
        {"Time", timeCommands()},
        {"Layers", layerCommands()},
        {"Graphs", graphCommands()},
        {"Blends", blendCommands()},
        {"Motions of other files", retargetCommands()},
        {"Selection and view", viewCommands()},
        {"What is drawn", lookCommands()},
        {"Poses", poseCommands()},
        {"Reaching and looking", targetCommands()},
        {"Limits of joints", limitCommands()},
        {"Springs", springCommands()},
        {"Warnings and findings", findingCommands()},
        {"Films", filmCommands()},
        {"Window", windowCommands()},
    };
    return all;
}

std::span<const ViewerCommand> viewerCommands()
{
    static const std::vector<ViewerCommand> all = [] {
        std::vector<ViewerCommand> joined;
        for (const CommandGroup& group : viewerCommandGroups()) {
            joined.insert(joined.end(), group.commands.begin(), group.commands.end());
        }
        return joined;
    }();
    return all;
}

SplitLine splitLine(std::string_view line) noexcept
{
    const auto trimmed = [](std::string_view text) {
        const std::size_t first = text.find_first_not_of(" \t\r");
        return first == std::string_view::npos ? std::string_view() : text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
    };
    line = trimmed(line);
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    return {line.substr(0, end), trimmed(line.substr(end))};
}

double parseNumber(std::string_view text, std::string_view what)
{
    double number = 0.;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number)) {
        throw CommandError(fmt::format("{} is a decimal number, not \"{}\"", what, printable(text)));
    }
    return number;
}

void runCommand(ViewerDocument& document, std::string_view line)
{
    const auto [name, parameters] = splitLine(line);
    const std::span<const ViewerCommand> commands = viewerCommands();
    const auto found = std::find_if(commands.begin(), commands.end(), [name = name](const ViewerCommand& one) { return one.name == name; });
    if (found == commands.end()) {
        throw CommandError(fmt::format("there is no command \"{}\"", printable(name)));
    }
    if (found->parameters.empty() && !parameters.empty()) {
        throw CommandError(fmt::format("{} stands alone, without \"{}\"", name, printable(parameters)));
    }
    found->run(document, parameters);
}

void tryCommand(ViewerDocument& document, std::string_view line)
{
    try {
        runCommand(document, line);
    } catch (const std::exception& error) {
        document.tellError(error.what());
    }
}

}  // namespace armature::tools
