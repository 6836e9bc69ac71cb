#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <glm/ext/vector_float3.hpp>

#include "import/scene_description.hpp"

/// Conversion of vertex data to integers.
namespace armature::gltf {

inline bool isWithin(std::span<const float> numbers, float low, float high)
{
    return std::ranges::all_of(numbers, [=](float number) { return number >= low && number <= high; });
}

/// The number of integers that an element takes: vertices fill whole words.
template <class Integer>
constexpr std::size_t strideOf(std::size_t components) noexcept
{
    constexpr std::size_t perWord = 4 / sizeof(Integer);
    return (components + perWord - 1) / perWord * perWord;
}

/// Converts elements of `components` numbers to integers, of which `largest` stands for 1.
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

/// Whether each number is an integer divided by the largest Integer, bit for bit, as are numbers read from such integers.
template <class Integer>
bool isExactIn(std::span<const float> numbers)
{
    constexpr float largest = std::numeric_limits<Integer>::max();
    return std::ranges::all_of(numbers, [](float number) {
        return number >= 0.f && number <= 1.f && !std::signbit(number) && std::round(number * largest) / largest == number;
    });
}

/// The grid of 16-bit positions from 0 to 1: point = origin + size * position. The size is equal in all directions, so that normals stay
/// valid.
struct PositionGrid {
    glm::vec3 origin{0.f};
    float size = 1.f;

    /// Whether nothing has to be scaled back: the positions were on such a grid.
    [[nodiscard]] bool isPlain() const noexcept { return origin == glm::vec3(0.f) && size == 1.f; }
};

/// Makes the grid of each mesh of a scene whose positions become integers, and makes the scene scale them back (KHR_mesh_quantization,
/// "Encoding Quantized Data"): for a skinned mesh in the inverse binds of its skin, otherwise in a node below its own, to which the mesh
/// and its clips move. Meshes that share a skin share a grid.
[[nodiscard]] std::vector<PositionGrid> makePositionGrids(importing::SceneDescription& scene);

}  // namespace armature::gltf
