#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>

#include "base/words.hpp"
#include "command_tables.hpp"
#include "state_tables.hpp"

namespace armature::tools {

namespace {

void openFile(ViewerDocument& document, Parameters file)
{
    document.open(std::filesystem::path(file));
}

void reload(ViewerDocument& document, Parameters)
{
    requireModel(document);
    document.reload();
}

void closeFile(ViewerDocument& document, Parameters which)
{
    requireModel(document);
    document.close(which.empty() ? document.getShown() : findOther(document, which));
}

void showFile(ViewerDocument& document, Parameters which)
{
    requireModel(document);
    const std::size_t count = document.modelCount();
    if (which == "next" || which == "previous") {
        document.show(document.getShown() + (which == "next" ? 1 : count - 1));
        return;
    }
    const double number = parseNumber(which, "the number of a file, from 1");
    if (!(number >= 1. && number <= static_cast<double>(count))) {
        throw CommandError(fmt::format("file {}: there are {}", number, count));
    }
    document.show(static_cast<std::size_t>(number) - 1);
}

void cancel(ViewerDocument& document, Parameters)
{
    document.cancel();
}

void takeScreenshot(ViewerDocument& document, Parameters file)
{
    document.requests.screenshot = file.empty() ? "armature.png" : std::filesystem::path(file);
}

// Asks first if poses were edited and not saved, unless it has been asked already.
void quit(ViewerDocument& document, Parameters text)
{
    if (!text.empty() && text != "now") {
        throw CommandError(fmt::format("now, or nothing, not \"{}\"", printable(text)));
    }
    document.requests.quit = text == "now" || document.settings.asksToQuit || document.unsavedModels().empty();
    document.settings.asksToQuit = !document.requests.quit;
}

// Copies a message, counted from the latest.
void copyMessage(ViewerDocument& document, Parameters text)
{
    const double number = parseNumber(text, "the number of a message, 1 for the latest,");
    const std::size_t count = document.messages().size();
    if (!(number >= 1. && number <= static_cast<double>(count))) {
        throw CommandError(fmt::format("message {}: there are {}", number, count));
    }
    document.copied = document.messages()[count - static_cast<std::size_t>(number)].text;
    document.requests.clipboard = document.copied;
}

constexpr std::array fileCommandTable{
    ViewerCommand{"open", "FILE", "opens a file beside those that are open", openFile},
    ViewerCommand{"cancel", "", "no longer reads, bakes or films what is under way", cancel},
    ViewerCommand{"close", "[NAME|NUMBER]", "closes the shown file, or another", closeFile},
    ViewerCommand{"reload", "", "reads the shown file again; camera, clip and time stay", reload},
    ViewerCommand{"watch", "on|off", "reads files again when they change", switchSetting<&ViewerSettings::watches>},
    ViewerCommand{"file", "next|previous|NUMBER", "shows another open file", showFile},
    ViewerCommand{"screenshot", "[FILE.png]", "writes a picture of the window", takeScreenshot},
    ViewerCommand{"copy-message", "NUMBER", "copies a message: 1 for the latest, 2 for the one before", copyMessage},
    ViewerCommand{"quit", "[now]", "ends the program, after a question if poses are not saved", quit},
};

constexpr std::array fileStateTable{
    ViewerState{"file", ofModel<[](const OpenModel& model) { return model.name; }>},
    ViewerState{"files", [](const ViewerDocument& document) { return std::to_string(document.modelCount()); }},
    ViewerState{"reading",
                [](const ViewerDocument& document) {
                    const auto& tasks = document.reading().tasks();
                    return tasks.empty() ? std::string("none") : printable(tasks.front().file.filename().string());
                }},
    ViewerState{"reloads", [](const ViewerDocument& document) { return std::to_string(document.reloadCount()); }},
    ViewerState{"unsaved", [](const ViewerDocument& document) { return std::to_string(document.unsavedModels().size()); }},
    ViewerState{"asks-to-quit", ofSetting<&ViewerSettings::asksToQuit>},
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

std::span<const ViewerCommand> fileCommands()
{
    return fileCommandTable;
}

std::span<const ViewerState> fileStates()
{
    return fileStateTable;
}

}  // namespace armature::tools
