#include "import/memory_budget.hpp"

#include <algorithm>
#include <utility>

#include "import/notes.hpp"

namespace armature::importing {

void MemoryBudget::refuse(std::uint64_t bytes, std::string place) const
{
    throw Refusal(std::move(place), describeExcess(bytes, "ImportLimits::unbackedBytes"));
}

std::uint64_t memoryToParse(std::span<const std::byte> json) noexcept
{
    constexpr std::uint64_t bytesOfToken = 2 * 4 + 2 * 8;
    constexpr std::size_t stretch = 240;  // few enough for a byte counter: the compiler can then process a register of characters at once
    std::uint64_t tokens = 0;
    for (std::size_t first = 0; first < json.size(); first += stretch) {
        std::uint8_t found = 0;
        for (const std::byte each : json.subspan(first, std::min(stretch, json.size() - first))) {
            const auto character = static_cast<std::uint8_t>(each);
            const auto bracket = static_cast<std::uint8_t>(character | 0x20u);  // '[' and ']' become '{' and '}'
            found = static_cast<std::uint8_t>(found + (character == ',') + (character == ':') + (bracket == '{') + (bracket == '}'));
        }
        tokens += found;
    }
    return json.size() + tokens * bytesOfToken;
}

}  // namespace armature::importing
