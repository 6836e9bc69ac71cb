#include "import/memory_budget.hpp"

#include <utility>

#include <fmt/format.h>

#include "import/refusal.hpp"
#include "text/words.hpp"

namespace armature::importing {

void MemoryBudget::refuse(std::uint64_t bytes, std::string place) const
{
    throw Refusal(std::move(place),
                  fmt::format("needs {} after {} so far, but the bytes in the file justify {} in all (ImportLimits::unbackedBytes "
                              "raises this)",
                              counted(bytes, "byte"), used_, limit_));
}

std::uint64_t memoryToParse(std::span<const std::byte> json) noexcept
{
    constexpr std::uint64_t bytesOfToken = 2 * 4 + 2 * 8;
    std::uint64_t tokens = 0;
    for (const std::byte each : json) {
        const auto character = static_cast<char>(each);
        const bool isToken =
            character == ',' || character == ':' || character == '[' || character == ']' || character == '{' || character == '}';
        tokens += isToken ? 1 : 0;
    }
    return json.size() + tokens * bytesOfToken;
}

}  // namespace armature::importing
