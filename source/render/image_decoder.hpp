#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <armature/scene/mesh.hpp>

namespace armature {

/// Pixels of an image, four bytes each (red, green, blue, alpha), rows from the top; or why there are none.
struct DecodedImage {
    std::size_t width = 0;
    std::size_t height = 0;
    std::unique_ptr<std::uint8_t, void (*)(void*)> pixels{nullptr, nullptr};
    std::string problem;  ///< Empty: the pixels are there.
};

/// Decodes PNG and JPEG. Bad bytes, sides above `largestSide` and more than 2^26 pixels are a problem, never a crash; memory is bounded.
[[nodiscard]] DecodedImage decodeImage(const Image& image, std::size_t largestSide);

}  // namespace armature
