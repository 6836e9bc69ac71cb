#include <armature/error.hpp>

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace armature {

namespace {

/// With control characters escaped: a NUL, in a name of the file for one, would end what() early, and a line break the line.
std::string oneLine(std::string_view text)
{
    std::string out;
    out.reserve(text.size());
    for (const char character : text) {
        const auto byte = static_cast<unsigned char>(character);
        if (byte < 0x20 || byte == 0x7f) {
            out += fmt::format("\\x{:02x}", byte);
        } else {
            out += character;
        }
    }
    return out;
}

std::string describe(std::string_view file, std::string_view place, std::string_view problem)
{
    const std::string_view name = file.empty() ? "(no file name)" : file;
    return oneLine(place.empty() ? fmt::format("{}: {}", name, problem) : fmt::format("{}: {}: {}", name, place, problem));
}

}  // namespace

ImportError::ImportError(std::string_view file, std::string_view place, std::string_view problem)
    : Error(describe(file, place, problem)), file_(file), place_(place), problem_(problem)
{}

}  // namespace armature
