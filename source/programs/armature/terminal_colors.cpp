#include "terminal_colors.hpp"

#include <array>
#include <cstddef>
#include <cstdlib>
#include <unistd.h>
#include <utility>

namespace armature::tools {

namespace {

/// Returns the parameters of the control sequence "select graphic rendition" (ECMA-48), with the eight colours that every terminal has.
std::string_view renditionOf(Tone tone) noexcept
{
    constexpr std::array<std::string_view, 6> renditions{"1", "1;31", "1;33", "36", "32", "31"};
    return renditions[static_cast<std::size_t>(tone)];
}

}  // namespace

bool isTerminal(Stream stream) noexcept
{
    const char* const kind = std::getenv("TERM");
    const bool knowsSequences = kind != nullptr && std::string_view(kind) != "dumb" && *kind != '\0';
    return knowsSequences && ::isatty(stream == Stream::Output ? STDOUT_FILENO : STDERR_FILENO) == 1;
}

bool hasColors(Stream stream) noexcept
{
    const char* const refusal = std::getenv("NO_COLOR");
    return (refusal == nullptr || *refusal == '\0') && isTerminal(stream);
}

std::string toned(Stream stream, Tone tone, std::string_view text)
{
    if (!hasColors(stream)) {
        return std::string(text);
    }
    std::string colored = "\x1b[";
    return colored.append(renditionOf(tone)).append("m").append(text).append("\x1b[m");
}

std::string tonedMessage(Stream stream, const std::string& message)
{
    constexpr std::array<std::pair<std::string_view, Tone>, 3> kinds{
        {{"error:", Tone::Error}, {"warning:", Tone::Warning}, {"note:", Tone::Note}}};
    for (const auto& [word, tone] : kinds) {
        if (message.starts_with(word)) {
            return toned(stream, tone, word) + message.substr(word.size());
        }
    }
    return message;
}

void obeyNoColor(int argumentCount, const char* const* arguments) noexcept
{
    for (int i = 1; i < argumentCount && std::string_view(arguments[i]) != "--"; ++i) {
        if (std::string_view(arguments[i]) == "--no-color") {
            static_cast<void>(::setenv("NO_COLOR", "1", 1));
        }
    }
}

}  // namespace armature::tools
