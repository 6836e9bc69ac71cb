#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include <armature/scene/scene_parts.hpp>

namespace armature {

/// Objects to which others refer by their index. An object keeps its index. The index of a removed object is free until another object gets
/// it; there are no free indices at the end of the list. Each object also has a number that is never reused. Code that remembers the number
/// therefore does not mistake a new object for the previous one at that index.
template <class Thing>
class NumberedList {
public:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    /// Adds an object at the first free index. Returns this index.
    std::size_t add(Thing thing)
    {
        if (freeCount_ == 0) {
            things_.push_back(std::move(thing));
            numbers_.push_back(numberCount_++);
            return things_.size() - 1;
        }
        const auto place = static_cast<std::size_t>(std::ranges::find(numbers_, none) - numbers_.begin());
        things_[place] = std::move(thing);
        numbers_[place] = numberCount_++;
        --freeCount_;
        return place;
    }

    /// Precondition: has(place).
    void remove(std::size_t place)
    {
        things_[place] = Thing();
        numbers_[place] = none;
        ++freeCount_;
        while (!numbers_.empty() && numbers_.back() == none) {
            things_.pop_back();
            numbers_.pop_back();
            --freeCount_;
        }
    }

    [[nodiscard]] bool has(std::size_t place) const noexcept { return numberAt(place) != none; }
    /// Returns the number of an object: the count of all objects added before it, including removed ones. Returns none if the index is free
    /// or beyond the end.
    [[nodiscard]] std::size_t numberAt(std::size_t place) const noexcept { return place < numbers_.size() ? numbers_[place] : none; }
    [[nodiscard]] std::size_t numberCount() const noexcept { return numberCount_; }

    /// The number of indices, including free ones.
    [[nodiscard]] std::size_t size() const noexcept { return things_.size(); }
    [[nodiscard]] std::size_t freeCount() const noexcept { return freeCount_; }
    /// All objects by index; free indices hold a default-constructed object.
    [[nodiscard]] const std::vector<Thing>& view() const noexcept { return things_; }
    [[nodiscard]] SceneParts<Thing> parts() const noexcept { return {things_, numbers_}; }
    [[nodiscard]] Thing& operator[](std::size_t place) noexcept { return things_[place]; }
    [[nodiscard]] const Thing& operator[](std::size_t place) const noexcept { return things_[place]; }

private:
    std::vector<Thing> things_;
    std::vector<std::size_t> numbers_;
    std::size_t numberCount_ = 0;
    std::size_t freeCount_ = 0;
};

}  // namespace armature
