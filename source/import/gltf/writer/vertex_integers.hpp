#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

/// Numbers of vertices as integers.
namespace armature::gltf {

inline bool isWithin(std::span<const float> numbers, float low, float high)
{
    return std::ranges::all_of(numbers, [=](float number) { return number >= low && number <= high; });
}

template <class Vector>
std::span<const float> numbersOf(const std::vector<Vector>& vectors)
{
    return {&vectors.front().x, vectors.size() * Vector::length()};
}

/// How many integers an element takes: vertices fill whole words.
template <class Integer>
constexpr std::size_t strideOf(std::size_t components) noexcept
{
    constexpr std::size_t perWord = 4 / sizeof(Integer);
    return (components + perWord - 1) / perWord * perWord;
}

/// Elements of `components` numbers as integers, of which `largest` means 1.
template <class Integer>
std::vector<Integer> quantized(std::span<const float> numbers, std::size_t components, float largest)
{
    const std::size_t stride = strideOf<Integer>(components);
    std::vector<Integer> result(numbers.size() / components * stride, 0);
    for (std::size_t number = 0; number < numbers.size(); ++number) {
        result[number / components * stride + number % components] = static_cast<Integer>(std::lround(numbers[number] * largest));
    }
    return result;
}

/// Whether each number is a whole one divided by the largest Integer, bit for bit: what was read from such integers.
template <class Integer>
bool isExactIn(std::span<const float> numbers)
{
    constexpr float largest = std::numeric_limits<Integer>::max();
    return std::ranges::all_of(numbers, [](float number) {
        return number >= 0.f && number <= 1.f && !std::signbit(number) && std::round(number * largest) / largest == number;
    });
}

}  // namespace armature::gltf
