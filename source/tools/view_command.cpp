#include "commands.hpp"

#include <span>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/support/window.hpp>

#include "terminal.hpp"
#include "text_file.hpp"
#include "viewer/commands.hpp"
#include "viewer/viewer_window.hpp"
#include "words/words.hpp"

namespace armature::tools {

void runView(const ViewOptions& options)
{
    ViewerWindow::Options window{.scale = options.scale};
    if (options.script) {
        window.script.emplace(readTextFile(*options.script, 1u << 20u, "the limit for scripts"));
    }
    if (options.size) {
        window.size = {options.size->width, options.size->height};
    }
    ViewerDocument document(options.reading);
    document.settings.showsPanels = !options.hidesPanels;
    document.settings.watches = options.watches;
    document.settings.isDark = !options.isLight;
    document.open(options.files.front());  // so that a wrong name is an error of the command line
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
}

}  // namespace armature::tools
