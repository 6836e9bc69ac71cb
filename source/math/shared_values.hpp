#pragma once

#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

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
/// never changes, and is forgotten with its last owner. Any number of threads may share values at once.
template <class Value>
class SharedValues {
public:
    /// Returns the value in use that equals `value`; `value` itself if there is none. O(size of the value).
    [[nodiscard]] std::shared_ptr<const Value> share(Value value)
    {
        const std::size_t hash = value.hash();
        std::vector<std::shared_ptr<const Value>> others;  // released after the lock, because the last owner of a value takes the lock
        const std::lock_guard lock(table_->mutex);
        for (auto [place, end] = table_->values.equal_range(hash); place != end; ++place) {
            if (std::shared_ptr<const Value> found = place->second.lock()) {
                if (*found == value) {
                    return found;
                }
                others.push_back(std::move(found));
            }
        }
        std::shared_ptr<const Value> added(new Value(std::move(value)), Forget{table_, hash});
        table_->values.emplace(hash, added);
        return added;
    }

private:
    struct Table {
        std::mutex mutex;
        std::unordered_multimap<std::size_t, std::weak_ptr<const Value>> values;
    };
    /// Deletes a value that has no owner left. Values may outlive the table.
    struct Forget {
        std::weak_ptr<Table> table;
        std::size_t hash;

        void operator()(const Value* value) const noexcept
        {
            delete value;
            if (const std::shared_ptr<Table> kept = table.lock()) {
                const std::lock_guard lock(kept->mutex);
                auto [place, end] = kept->values.equal_range(hash);
                while (place != end) {
                    place = place->second.expired() ? kept->values.erase(place) : std::next(place);
                }
            }
        }
    };

    std::shared_ptr<Table> table_ = std::make_shared<Table>();
};

}  // namespace armature
