#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

/// Questions to long arrays of numbers, each one pass without branches where the answer is the usual one.
namespace armature {

/// The numbers of an array of vectors.
template <class Vector>
[[nodiscard]] std::span<float> numbersOf(std::vector<Vector>& vectors) noexcept
{
    return {reinterpret_cast<float*>(vectors.data()), vectors.size() * (sizeof(Vector) / sizeof(float))};
}
template <class Vector>
[[nodiscard]] std::span<const float> numbersOf(const std::vector<Vector>& vectors) noexcept
{
    return {reinterpret_cast<const float*>(vectors.data()), vectors.size() * (sizeof(Vector) / sizeof(float))};
}

/// Infinities and NaNs have an exponent of all ones.
[[nodiscard]] inline bool isNotFinite(float number) noexcept
{
    constexpr std::uint32_t exponent = 0x7f800000;
    return (std::bit_cast<std::uint32_t>(number) & exponent) == exponent;
}

/// The index of the first number that is infinite or NaN. The usual answer, none, costs one pass without branches.
[[nodiscard]] inline std::optional<std::size_t> findNotFinite(std::span<const float> numbers) noexcept
{
    std::uint32_t any = 0;
    for (const float number : numbers) {
        any |= isNotFinite(number) ? 1u : 0u;
    }
    if (any == 0) {
        return std::nullopt;
    }
    std::size_t index = 0;
    while (!isNotFinite(numbers[index])) {
        ++index;
    }
    return index;
}

/// The largest of some unsigned numbers; 0 if there are none. One pass without branches, unlike std::max_element.
template <class Number>
[[nodiscard]] Number largestOf(const std::vector<Number>& numbers) noexcept
{
    Number largest = 0;
    for (const Number number : numbers) {
        largest = number > largest ? number : largest;
    }
    return largest;
}

/// Whether one of the numbers is `bound` or more. One pass without branches, in lanes on every processor.
[[nodiscard]] inline bool anyReaches(const std::vector<std::uint32_t>& numbers, std::size_t bound) noexcept
{
    if (bound == 0 || bound - 1 > 0xffffffffu) {
        return bound == 0 && !numbers.empty();
    }
    const auto last = static_cast<std::uint32_t>(bound - 1);
    std::uint32_t any = 0;
    for (const std::uint32_t number : numbers) {
        any |= number > last ? 1u : 0u;
    }
    return any != 0;
}

/// How far from 1 a length may be before it is worth a note: what the Khronos glTF validator allows for three and four components.
constexpr float unitLengthTolerance3 = 0.00674f;
constexpr float unitLengthTolerance4 = 0.00769f;

}  // namespace armature
