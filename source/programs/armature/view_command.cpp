#include "commands.hpp"

#include <filesystem>
#include <optional>
#include <span>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/support/window.hpp>

#include "base/words.hpp"
#include "programs/viewer/commands.hpp"
#include "programs/viewer/remembered.hpp"
#include "programs/viewer/viewer_window.hpp"
#include "terminal.hpp"
#include "text_file.hpp"

namespace armature::tools {

namespace {

// Applies the command line's settings, which are for this session only.
void apply(const ViewOptions& options, ViewerSettings& settings)
{
    settings.watches = options.watches;
    settings.showsPanels = settings.showsPanels && !options.hidesPanels;
    settings.isDark = settings.isDark && !options.isLight;
    settings.panelScale = options.scale ? options.scale : settings.panelScale;
}

void withdraw(const ViewOptions& options, const ViewerSettings& recalled, ViewerSettings& settings)
{
    settings.showsPanels = options.hidesPanels ? recalled.showsPanels : settings.showsPanels;
    settings.isDark = options.isLight ? recalled.isDark : settings.isDark;
    settings.panelScale = options.scale ? recalled.panelScale : settings.panelScale;
}

void rememberIfPossible(const ViewerDocument& document, const std::filesystem::path& file)
{
    try {
        remember(document, file);
    } catch (const Error& error) {
        writeErrorLine(fmt::format("warning: the window and its settings are not remembered: {}", error.what()));
    }
}

}  // namespace

void runView(const ViewOptions& options)
{
    ViewerWindow::Options window;
    if (options.script) {
        window.script.emplace(readTextFile(*options.script, 1u << 20u, "the limit for scripts"));
    }
    ViewerDocument document(options.reading);
    const std::optional<std::filesystem::path> memory = options.script || options.quitAfterFrames ? std::nullopt : findRememberedFile();
    if (memory) {
        recall(document, *memory);
    }
    if (options.size) {
        window.size = glm::ivec2(options.size->width, options.size->height);
        document.requests.isMaximized.reset();
    }
    const ViewerSettings recalled = document.settings;
    apply(options, document.settings);
    document.open(options.files.front());  // opened before the window, so that a wrong name is an error of the command line
    if (!support::hasDisplay()) {
        throw RenderError("no display to open a window on (armature render draws into a file)");
    }
    document.readsOnThread = true;
    for (const std::string& file : std::span(options.files).subspan(1)) {
        document.open(file, ReadingTask::Purpose::OpenBeside);
    }
    try {
        ViewerWindow viewer(document, std::move(window));
        for (std::size_t frame = 0; viewer.isOpen() && (!options.quitAfterFrames || frame < *options.quitAfterFrames); ++frame) {
            viewer.showFrame();
            if (frame == 0 && document.current() != nullptr) {
                viewer.stage().reportWarnings(options.files.front(), *document.current()->scene);
            }
        }
    } catch (const CommandError& error) {
        throw Error(fmt::format("{}: {}", printable(options.script.value_or("")), error.what()));
    }
    if (memory) {
        withdraw(options, recalled, document.settings);
        rememberIfPossible(document, *memory);
    }
}

}  // namespace armature::tools
