#include "oracle.hpp"

#include <algorithm>

namespace armature::test {

void require(bool holds, std::string_view claim, std::string_view about)
{
    if (!holds) {
        constexpr std::size_t longest = 3000;
        throw Contradiction(std::string(claim) + " does not hold: " + std::string(about.substr(0, longest)));
    }
}

void requireMessage(std::string_view message)
{
    constexpr std::size_t shortest = 6;
    constexpr std::size_t longest = 2000;
    const bool isReadable = std::ranges::none_of(message, [](char character) {
        const auto byte = static_cast<unsigned char>(character);
        return byte < 0x20 || byte == 0x7f;
    });
    require(isReadable, "a message has no control characters", message);
    require(message.size() >= shortest, "a message says something", message);
    require(message.size() <= longest, "a message is not endless", message);
}

}  // namespace armature::test
