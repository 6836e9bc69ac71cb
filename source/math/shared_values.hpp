#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

namespace armature {

/// Returns a hash of the bytes of some numbers.
template <class Numbers>
[[nodiscard]] std::size_t hashOfNumbers(const Numbers& numbers) noexcept
{
    const std::span all(numbers);
    static_assert(std::is_trivially_copyable_v<typename decltype(all)::element_type>);
    return std::hash<std::string_view>()({reinterpret_cast<const char*>(all.data()), all.size_bytes()});
}

/// Keeps one instance of each value in use, so that owners of equal values share memory. A value is found through `value.hash()` and `==`,
/// and never changes. Any number of threads may share values at once.
template <class Value>
class SharedValues {
public:
    /// Returns the value in use that equals `value`; `value` itself if there is none. O(size of the value).
    [[nodiscard]] std::shared_ptr<const Value> share(Value value)
    {
        const std::size_t hash = value.hash();
        const std::lock_guard lock(mutex_);
        for (auto [place, end] = values_.equal_range(hash); place != end; ++place) {
            if (std::shared_ptr<const Value> found = place->second.lock(); found != nullptr && *found == value) {
                return found;
            }
        }
        if (values_.size() >= tidyAt_) {
            std::erase_if(values_, [](const auto& each) { return each.second.expired(); });
            tidyAt_ = 64 + 2 * values_.size();
        }
        const std::shared_ptr<const Value> added(new Value(std::move(value)));  // a block of its own, so that it is freed with its last owner
        values_.emplace(hash, added);
        return added;
    }

private:
    std::mutex mutex_;
    std::unordered_multimap<std::size_t, std::weak_ptr<const Value>> values_;
    std::size_t tidyAt_ = 64;
};

}  // namespace armature
