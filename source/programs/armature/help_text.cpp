#include "help_text.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "terminal_colors.hpp"

namespace armature::tools {

std::string helpFooter(std::string_view command, const std::string& notes)
{
    std::string text = notes.empty() ? std::string() : notes + '\n';
    const auto examples = examplesOf(command);
    if (!examples.empty()) {
        text += notes.empty() ? "Examples:" : "\nExamples:";
    }
    for (const Example& example : examples) {
        text += fmt::format("\n  {}\n      {}", example.line, example.purpose);
    }
    return text + '\n';
}

std::string withTonedHeadings(const std::string& help)
{
    constexpr std::string_view usage = "Usage:";
    std::string text;
    for (std::size_t begin = 0; begin < help.size();) {
        const std::size_t end = std::min(help.find('\n', begin), help.size());
        const std::string_view line = std::string_view(help).substr(begin, end - begin);
        const bool isUsage = line.starts_with(usage);
        const std::string_view heading = isUsage ? usage : line;
        if (isUsage || (line.ends_with(':') && line.find(' ') == std::string_view::npos)) {
            text.append(toned(Stream::Output, Tone::Heading, heading)).append(line.substr(heading.size()));
        } else {
            text += line;
        }
        if (end < help.size()) {
            text += '\n';
        }
        begin = end + 1;
    }
    return text;
}

}  // namespace armature::tools
