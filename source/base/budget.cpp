#include "base/budget.hpp"

#include <fmt/format.h>

#include "base/words.hpp"

namespace armature {

std::string Budget::describeExcess(std::uint64_t bytes, std::string_view option) const
{
    return fmt::format("needs {} after {} so far, but the bytes in the file justify {} in all ({} raises this)", counted(bytes, "byte"),
                       used_, limit_, option);
}

}  // namespace armature
