#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>

namespace armature::support {

/// What a demo run as NAME [OUT.png [FRAMES]] does.
struct DemoProgram {
    const char* usage;  ///< Printed if the arguments make no sense.
    /// Drawn to if there is neither a display nor a file name.
    std::filesystem::path defaultFile;
    /// Draws a picture to a file, or FRAMES frames.
    std::function<void(const std::filesystem::path& file, std::optional<std::size_t> frames)> draw;
    std::function<void()> showWindow;  ///< Returns when the window is closed.
};

/// The main function of such demos: draws to OUT.png or, without arguments, shows a window, or draws to the default file if there is no
/// display. Returns the exit status: 1 after an error, which is printed, 2 after wrong usage.
[[nodiscard]] int runDemo(int argumentCount, char** arguments, const DemoProgram& program);

}  // namespace armature::support
