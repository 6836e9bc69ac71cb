#pragma once

#include <span>
#include <string>
#include <string_view>

namespace armature::tools {

/// A command line that shows what a command is for, and its purpose. The line stays as it is written: pages, tests and people copy it.
struct Example {
    std::string_view line;
    std::string_view purpose;
};

/// Returns the examples for the help of a command; for "armature", those for the program as a whole.
[[nodiscard]] std::span<const Example> examplesOf(std::string_view command) noexcept;

/// Returns the end of a help text: `notes`, which may be empty, and the command's examples.
[[nodiscard]] std::string helpFooter(std::string_view command, const std::string& notes);

/// Returns a help text with its headings in colour, if standard output shows colours.
[[nodiscard]] std::string withTonedHeadings(const std::string& help);

}  // namespace armature::tools
