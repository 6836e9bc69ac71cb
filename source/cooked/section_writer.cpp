#include "cooked/section_writer.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace armature::cooked {

void TextWriter::add(std::string_view each)
{
    text += each;
    ends.push_back(narrow(text.size(), "the length of all names"));
}

std::uint32_t narrow(std::size_t number, std::string_view what)
{
    if (number >= none) {
        throw std::invalid_argument(fmt::format("a cooked file cannot hold it: {} is {}, the limit is {}", what, number, none - 1));
    }
    return static_cast<std::uint32_t>(number);
}

}  // namespace armature::cooked
