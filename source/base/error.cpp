#include <armature/error.hpp>

#include <string>
#include <string_view>

#include <fmt/format.h>

#include "words.hpp"

namespace armature {

namespace {

// Returns the whole message, printable and on one line: a NUL in a name would end what() early, and a line break would split the message.
std::string composeMessage(std::string_view file, std::string_view place, std::string_view problem)
{
    const std::string_view name = file.empty() ? "(no file name)" : file;
    return printable(place.empty() ? fmt::format("{}: {}", name, problem) : fmt::format("{}: {}: {}", name, place, problem));
}

}  // namespace

ImportError::ImportError(std::string_view file, std::string_view place, std::string_view problem)
    : Error(composeMessage(file, place, problem)), file_(file), place_(place), problem_(problem)
{}

}  // namespace armature
