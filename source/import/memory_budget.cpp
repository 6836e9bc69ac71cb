#include "import/memory_budget.hpp"

#include <utility>

#include <fmt/format.h>

#include "import/refusal.hpp"

namespace armature::importing {

void MemoryBudget::refuse(std::uint64_t bytes, std::string place) const
{
    throw Refusal(std::move(place),
                  fmt::format("needs {} bytes after {} so far, but the bytes in the file justify {} in all (ImportLimits::unbackedBytes "
                              "raises this)",
                              bytes, used_, limit_));
}

}  // namespace armature::importing
