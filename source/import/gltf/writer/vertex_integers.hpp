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

/// Returns the number of integers per element, including padding to whole 4-byte words.
template <class Integer>
constexpr std::size_t strideOf(std::size_t components) noexcept
{
    constexpr std::size_t perWord = 4 / sizeof(Integer);
    return (components + perWord - 1) / perWord * perWord;
}

/// Converts elements of `components` numbers to integers, rounded; 1 becomes `largest`. Padding is 0.
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

/// Whether each number equals, bit for bit, an integer from 0 to the largest value of `Integer`, divided by that value. This is so for
/// numbers read from normalised unsigned integers.
template <class Integer>
bool isExactIn(std::span<const float> numbers)
{
    constexpr float largest = std::numeric_limits<Integer>::max();
    return std::ranges::all_of(numbers, [](float number) {
        return number >= 0.f && number <= 1.f && !std::signbit(number) && std::round(number * largest) / largest == number;
    });
}

/// The grid of a mesh whose positions are unsigned 16-bit integers, which stand for 0 to 1: point = origin + size * position. The size is
/// the same along all axes, so that normals stay valid.
struct PositionGrid {
    glm::vec3 origin{0.f};
    float size = 1.f;

    /// Whether the grid maps positions to themselves, so that the scene need not scale them back.
    [[nodiscard]] bool isPlain() const noexcept { return origin == glm::vec3(0.f) && size == 1.f; }
};

/// Makes a grid for each mesh of a scene whose positions become integers, and changes the scene to scale positions back
/// (KHR_mesh_quantization, "Encoding Quantized Data"). For a skinned mesh, changes the inverse binds of its skin; otherwise, moves the mesh
/// and the clips that animate its weights to a new child node. Meshes that share a skin share a grid. Returns the grids by mesh index.
[[nodiscard]] std::vector<PositionGrid> makePositionGrids(importing::SceneDescription& scene);

}  // namespace armature::gltf
