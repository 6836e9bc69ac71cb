#pragma once

#include <cstring>
#include <ranges>
#include <span>
#include <type_traits>

namespace armature::test {

/// Whether two values without padding are the same bit for bit. Arrays, vectors and spans are compared element by element.
template <class A, class B>
[[nodiscard]] bool sameBits(const A& a, const B& b)
{
    if constexpr (std::ranges::contiguous_range<A>) {
        using Element = std::ranges::range_value_t<A>;
        static_assert(std::is_same_v<Element, std::ranges::range_value_t<B>> && std::is_trivially_copyable_v<Element>);
        const auto left = std::as_bytes(std::span(a));
        const auto right = std::as_bytes(std::span(b));
        return left.size() == right.size() && (left.empty() || std::memcmp(left.data(), right.data(), left.size()) == 0);
    } else {
        static_assert(std::is_same_v<A, B> && std::is_trivially_copyable_v<A>);
        return std::memcmp(&a, &b, sizeof a) == 0;
    }
}

}  // namespace armature::test
