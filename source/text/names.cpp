#include "text/names.hpp"

#include <fmt/format.h>

#include "text/utf8.hpp"
#include "text/words.hpp"

namespace armature {

std::string named(std::string_view kind, std::string_view name)
{
    return name.empty() ? fmt::format("{} {}", kind, shown(name)) : printable(name);
}

std::string inQuotes(std::string_view name)
{
    return name.empty() ? std::string(shown(name)) : fmt::format("\"{}\"", printable(name));
}

}  // namespace armature
