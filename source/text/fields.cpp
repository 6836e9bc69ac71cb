#include "text/fields.hpp"

#include <fmt/format.h>

namespace armature {

std::string numberText(double number)
{
    return fmt::format("{:.6g}", number);
}

}  // namespace armature
