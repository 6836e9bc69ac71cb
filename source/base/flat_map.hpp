#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

namespace armature {

/// Maps small keys, such as pointers or views of names, to numbers. All entries are in one array, so that a map costs one allocation,
/// however many keys it has. Keys cannot be removed one by one. std::hash decides where a search begins, so O(1) holds on average.
template <class Key>
class FlatMap {
public:
    /// Removes all keys. Keeps the memory. O(largest number of keys so far).
    void clear() noexcept
    {
        std::ranges::fill(entries_, Entry{});
        count_ = 0;
    }

    /// Reserves memory for `count` keys in all.
    void reserve(std::size_t count)
    {
        if (const std::size_t needed = std::bit_ceil(2 * count + 1); needed > entries_.size()) {
            grow(needed);
        }
    }

    [[nodiscard]] std::size_t size() const noexcept { return count_; }

    /// Adds a key with its number, unless the map contains the key. Returns the address of the key's number, and whether the key is new.
    /// The address is valid until the next call of tryEmplace(), reserve() or clear(). If memory runs out, throws std::bad_alloc and leaves
    /// the map as it was.
    std::pair<std::size_t*, bool> tryEmplace(const Key& key, std::size_t number)
    {
        reserve(count_ + 1);
        const std::uint64_t hash = hashOf(key);
        Entry& entry = entries_[placeOf(key, hash)];
        const bool isNew = entry.hash == vacant;
        if (isNew) {
            entry = {key, hash, number};
            ++count_;
        }
        return {&entry.number, isNew};
    }

    /// Returns the address of the key's number; null if the map does not contain the key. The address is valid until the next call of
    /// tryEmplace(), reserve() or clear().
    [[nodiscard]] const std::size_t* find(const Key& key) const noexcept
    {
        if (count_ == 0) {
            return nullptr;
        }
        const Entry& entry = entries_[placeOf(key, hashOf(key))];
        return entry.hash != vacant ? &entry.number : nullptr;
    }

private:
    static constexpr std::uint64_t vacant = 0;

    struct Entry {
        Key key{};
        std::uint64_t hash = vacant;
        std::size_t number = 0;
    };

    /// Spreads std::hash over the upper bits, because the hash of a pointer is often the pointer itself. Never `vacant`.
    [[nodiscard]] static std::uint64_t hashOf(const Key& key) noexcept
    {
        return (std::uint64_t{std::hash<Key>()(key)} * 0x9E3779B97F4A7C15u) | 1u;  // 2^64 divided by the golden ratio
    }

    /// Returns the place of the key's entry, or the vacant place at which the search for the key ends. Precondition: a place is vacant.
    [[nodiscard]] std::size_t placeOf(const Key& key, std::uint64_t hash) const noexcept
    {
        std::size_t place = firstPlace(hash);
        while (entries_[place].hash != vacant && !(entries_[place].hash == hash && entries_[place].key == key)) {
            place = (place + 1) & (entries_.size() - 1);
        }
        return place;
    }

    [[nodiscard]] std::size_t firstPlace(std::uint64_t hash) const noexcept
    {
        // Places are searched only after tryEmplace() has reserved at least four, so the shift is less than 64.
        const int bits = std::countr_zero(entries_.size());
        return static_cast<std::size_t>(hash >> (std::numeric_limits<std::uint64_t>::digits - bits));
    }

    void grow(std::size_t size)
    {
        std::vector<Entry> before(size);
        entries_.swap(before);
        for (const Entry& entry : before) {
            if (entry.hash != vacant) {
                entries_[placeOf(entry.key, entry.hash)] = entry;
            }
        }
    }

    std::vector<Entry> entries_;  // their number is 0 or a power of two; at least half of them are vacant
    std::size_t count_ = 0;
};

}  // namespace armature
