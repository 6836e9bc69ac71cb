#include "import/notes.hpp"

#include <utility>

#include <fmt/format.h>

namespace armature::importing {

void Notes::add(std::string_view place, std::string_view text)
{
    if (notes_.size() == maxCount) {
        ++leftOut_;
        return;
    }
    notes_.push_back(place.empty() ? std::string(text) : fmt::format("{}: {}", place, text));
}

std::vector<std::string> Notes::take()
{
    if (leftOut_ > 0) {
        notes_.push_back(fmt::format("{} more warnings of this file are not listed; fix the ones above and load it again", leftOut_));
        leftOut_ = 0;
    }
    return std::exchange(notes_, {});
}

}  // namespace armature::importing
