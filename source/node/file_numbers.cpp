#include "node/file_numbers.hpp"

namespace armature {

const SharedFileNumbers& FileNumbersThrough::from(const SharedFileNumbers& first)
{
    if (first == nullptr) {
        return last_;
    }
    const auto [known, isNew] = made_.try_emplace(first);
    if (isNew) {
        auto both = std::make_shared<FileNumbers>(*first);
        for (std::size_t thing = 0; thing < numberedThings && last_ != nullptr; ++thing) {
            for (std::size_t& number : both->tables[thing]) {
                number = number == FileNumbers::none ? number : last_->numberOf(static_cast<NumberedThing>(thing), number);
            }
        }
        known->second = std::move(both);
    }
    return known->second;
}

}  // namespace armature
