#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>

#include <armature/base/export.hpp>

namespace armature::support {

/// The behaviour of a demo with the command line NAME [OUT.png [FRAMES]].
struct ARMATURE_API DemoProgram {
    const char* usage;  ///< Printed if the arguments are wrong.
    /// The file to which the demo draws if there is neither a display nor a file name.
    std::filesystem::path defaultFile;
    /// Draws a picture to a file, or an animation if FRAMES is given.
    std::function<void(const std::filesystem::path& file, std::optional<std::size_t> frames)> draw;
    std::function<void()> showWindow;  ///< Shows a window, and returns when the window is closed.
};

/// Runs the demo; call this from main(). With OUT.png, it draws to that file; without arguments, it shows a window, or draws to the default
/// file if there is no display. Returns the exit status: 0 after success, 1 after an error, which is printed, and 2 after wrong usage.
[[nodiscard]] ARMATURE_API int runDemo(int argumentCount, char** arguments, const DemoProgram& program);

}  // namespace armature::support
