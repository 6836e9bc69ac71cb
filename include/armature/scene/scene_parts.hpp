#pragma once

#include <cstddef>
#include <limits>
#include <span>

namespace armature {

/// A view of all parts of one kind in a scene (materials, images, cameras or lights), by index. A part keeps its index until it is removed.
/// The entry is then a default-constructed part, for which contains() returns false, until an added part takes the index.
template <class Part>
class SceneParts final : public std::span<const Part> {
public:
    /// Internal: `numbers[i]` is the number by which NumberedList identifies part i, or the largest std::size_t if there is no part i.
    SceneParts(std::span<const Part> parts, std::span<const std::size_t> numbers) noexcept : std::span<const Part>(parts), numbers_(numbers)
    {}

    /// True if a part with that index was added and has not been removed. O(1).
    [[nodiscard]] bool contains(std::size_t index) const noexcept
    {
        return index < numbers_.size() && numbers_[index] != std::numeric_limits<std::size_t>::max();
    }

private:
    std::span<const std::size_t> numbers_;
};

}  // namespace armature

/// @cond
// NOLINTBEGIN(readability-identifier-naming): the standard library's names
template <class Part>
inline constexpr bool std::ranges::enable_borrowed_range<armature::SceneParts<Part>> = true;
template <class Part>
inline constexpr bool std::ranges::enable_view<armature::SceneParts<Part>> = true;
// NOLINTEND(readability-identifier-naming)
/// @endcond
