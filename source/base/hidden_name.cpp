#include "base/hidden_name.hpp"

#include <atomic>

namespace armature {

namespace {

std::atomic<int> count = 0;
static_assert(std::atomic<int>::is_always_lock_free);

}  // namespace

HiddenName::HiddenName() noexcept
{
    ++count;
}

HiddenName::~HiddenName()
{
    --count;
}

bool HiddenName::exists() noexcept
{
    return count.load() > 0;
}

}  // namespace armature
