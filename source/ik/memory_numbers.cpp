#include "ik/memory_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace armature {

void requireMemorySize(std::string_view solver, std::span<const double> memory, std::size_t size)
{
    if (!memory.empty() && memory.size() != size) {
        throw std::invalid_argument(fmt::format("{}: the memory holds {} numbers instead of {}", solver, memory.size(), size));
    }
}

void requireMemory(std::string_view solver, std::span<const double> memory, std::size_t size)
{
    requireMemorySize(solver, memory, size);
    if (!std::ranges::all_of(memory, [](double number) { return std::isfinite(number); })) {
        throw std::invalid_argument(fmt::format("{}: the memory holds a number that is not finite", solver));
    }
}

}  // namespace armature
