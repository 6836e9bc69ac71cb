#include "remembered.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include <armature/error.hpp>

#include "base/output_file.hpp"
#include "base/words.hpp"
#include "commands.hpp"
#include "programs/armature/outputs.hpp"
#include "programs/armature/text_file.hpp"
#include "viewer_state.hpp"

namespace armature::tools {

namespace {

// Names of states. Each is also the name of the command that sets the state.
constexpr std::array<std::string_view, 20> rememberedNames{
    "ground", "follow", "frame-times", "panel-sizes", "window",  "window-place", "maximized", "panel-scale", "panels",  "theme",
    "page",   "bones",  "bone-shape",  "names",       "surface", "skinning",     "wireframe", "space",       "show-in", "notation"};
constexpr std::uint64_t largestFile = 1u << 16u;

std::optional<std::filesystem::path> folderOf(const char* variable)
{
    const char* const value = std::getenv(variable);
    // The XDG Base Directory Specification says that relative paths must be ignored.
    return value != nullptr && *value == '/' ? std::optional<std::filesystem::path>(value) : std::nullopt;
}

void recallLine(ViewerDocument& document, std::string_view line)
{
    const std::string_view name = splitLine(line).first;
    if (std::ranges::find(rememberedNames, name) == rememberedNames.end()) {
        throw CommandError(fmt::format("\"{}\" is not remembered", printable(name)));
    }
    runCommand(document, line);
}

}  // namespace

std::optional<std::filesystem::path> findRememberedFile()
{
    std::optional<std::filesystem::path> folder = folderOf("XDG_CONFIG_HOME");
    if (const auto home = folderOf("HOME"); !folder && home) {
        folder = *home / ".config";
    }
    return folder ? std::optional(*folder / "armature" / "viewer.txt") : std::nullopt;
}

void recall(ViewerDocument& document, const std::filesystem::path& file)
{
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) {
        return;
    }
    std::string text;
    try {
        text = readTextFile(file, largestFile, "the limit for what the viewer remembers");
    } catch (const Error& error) {
        document.tellError(error.what());
        return;
    }
    std::size_t number = 0;
    for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1)) {
        ++number;
        const std::string_view line = rest.substr(0, rest.find('\n'));
        if (splitLine(line).first.empty()) {
            continue;
        }
        try {
            recallLine(document, line);
        } catch (const CommandError& error) {
            document.tellError(fmt::format("{}: line {}: {}", printable(file.string()), number, error.what()));
        }
    }
}

void remember(const ViewerDocument& document, const std::filesystem::path& file)
{
    std::string text;
    for (const std::string_view name : rememberedNames) {
        if (const std::string value = describeState(document, name); value != "none") {
            text += fmt::format("{} {}\n", name, value);
        }
    }
    createFolderOf(file.string());
    OutputFile output(file);
    output.write(text);
    output.finish();
}

}  // namespace armature::tools
