#include "text/fields.hpp"

#include <iterator>

#include <fmt/format.h>

namespace armature {

// A new compiler may write signatures in another form: see reflection::nameIn().
static_assert(memberNames<Transform> == std::array<std::string_view, 3>{"translation", "rotation", "scale"});
static_assert(memberNames<Space> == std::array<std::string_view, 4>{"Own", "Local", "Skeleton", "World"});

std::string numberText(double number)
{
    return fmt::format("{:.6g}", number);
}

void appendField(std::string& text, std::string_view name, std::string_view value)
{
    fmt::format_to(std::back_inserter(text), "{}{} {}", text.empty() ? "" : ", ", name, value);
}

}  // namespace armature
