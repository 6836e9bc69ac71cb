#include "scene/file_numbers.hpp"

#include <algorithm>

namespace armature {

SharedFileNumbers compose(const SharedFileNumbers& first, const SharedFileNumbers& second)
{
    if (first == nullptr || second == nullptr) {
        return first == nullptr ? second : first;
    }
    auto both = std::make_shared<FileNumbers>(*first);
    for (std::size_t thing = 0; thing < numberedThings; ++thing) {
        for (std::size_t& number : both->tables[thing]) {
            number = number == FileNumbers::none ? number : second->numberOf(static_cast<NumberedThing>(thing), number);
        }
    }
    return both;
}

}  // namespace armature
