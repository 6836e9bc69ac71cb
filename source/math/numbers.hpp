#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <glm/ext/matrix_float3x4.hpp>
#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

/// Queries over long arrays of numbers; in the usual case, each is one pass without branches.
namespace armature {

/// Returns the components of an array of vectors as one span.
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

/// Returns whether a number is infinite or NaN: only then are all bits of its exponent ones.
[[nodiscard]] inline bool isNotFinite(float number) noexcept
{
    constexpr std::uint32_t exponent = 0x7f800000;
    return (std::bit_cast<std::uint32_t>(number) & exponent) == exponent;
}

/// Returns whether all components of a vector or matrix are finite.
template <glm::length_t size, class Number>
[[nodiscard]] bool isFinite(const glm::vec<size, Number>& vector) noexcept
{
    bool allFinite = true;
    for (glm::length_t part = 0; part < size; ++part) {
        allFinite = allFinite && std::isfinite(vector[part]);
    }
    return allFinite;
}
template <glm::length_t columns, glm::length_t rows, class Number>
[[nodiscard]] bool isFinite(const glm::mat<columns, rows, Number>& matrix) noexcept
{
    bool allFinite = true;
    for (glm::length_t column = 0; column < columns; ++column) {
        allFinite = allFinite && isFinite(matrix[column]);
    }
    return allFinite;
}

/// Returns the index of the first number that is infinite or NaN. In the usual case, that there is none, this costs one pass without
/// branches.
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

/// Returns the largest of some unsigned numbers; 0 if there are none. One pass without branches, unlike std::max_element.
template <class Number>
[[nodiscard]] Number largestOf(const std::vector<Number>& numbers) noexcept
{
    Number largest = 0;
    for (const Number number : numbers) {
        largest = number > largest ? number : largest;
    }
    return largest;
}

/// Returns whether any number is `bound` or more. One pass without branches, vectorised on every processor.
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

/// Tolerances: how far the length of a vector (of three or four components) may be from 1 before it is worth a note. The values come from
/// the Khronos glTF validator.
constexpr float unitLengthTolerance3 = 0.00674f;
constexpr float unitLengthTolerance4 = 0.00769f;

/// Returns whether the squared lengths of all quaternions, four numbers each, are within unitLengthTolerance4 of 1. If so, all numbers are
/// finite. One pass without branches, vectorised.
[[nodiscard]] inline bool areNearUnit(std::span<const float> quaternions) noexcept
{
    const float* part = quaternions.data();
    std::uint32_t far = 0;
    for (std::size_t number = 0; number < quaternions.size() / 4; ++number, part += 4) {
        const float squared = part[0] * part[0] + part[1] * part[1] + part[2] * part[2] + part[3] * part[3];
        far |= std::abs(squared - 1.f) < unitLengthTolerance4 ? 0u : 1u;
    }
    return far == 0;
}

}  // namespace armature
