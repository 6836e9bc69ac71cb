#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

namespace armature::support {

/// A whole number from 1 to `most`, all of the text.
[[nodiscard]] std::optional<std::size_t> parseCount(std::string_view text, std::size_t most) noexcept;

/// What a demo called as NAME [OUT.png [FRAMES]] does.
struct DemoProgram {
    const char* usage;  ///< What is printed where the arguments make no sense.
    /// Where it draws without a display and a file name.
    std::filesystem::path defaultFile;
    /// Draws a picture to a file, or as many frames as FRAMES says.
    std::function<void(const std::filesystem::path& file, std::optional<std::size_t> frames)> draw;
    std::function<void()> showWindow;
};

/// The main function of such demos: draws to OUT.png or, without arguments, shows a window, or where there is no display draws to the
/// default file. Returns the exit status: 1 after an error, which is printed, 2 after wrong usage.
[[nodiscard]] int runDemo(int argumentCount, char** arguments, const DemoProgram& program);

}  // namespace armature::support
