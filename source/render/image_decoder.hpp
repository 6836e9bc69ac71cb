#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <armature/scene/mesh.hpp>

namespace armature {

/// What one image may hold.
struct ImageLimits {
    std::size_t side = 0;    ///< Pixels.
    std::size_t pixels = 0;  ///< Width times height.
};

/// Pixels of an image, four bytes each (red, green, blue, alpha), rows from the top; or why there are none.
struct DecodedImage {
    std::size_t width = 0;
    std::size_t height = 0;
    std::unique_ptr<std::uint8_t[]> pixels;
    std::string problem;  ///< Empty: the pixels are there.
};

/// Decodes PNG, JPEG and WebP, told apart by their content. Colour profiles, gamma and orientation in the file are ignored, as glTF 2.0 (3.8)
/// has it. Bad or missing bytes, animations and images beyond `limits` are a problem, never a crash; memory and time are bounded by the limits.
[[nodiscard]] DecodedImage decodeImage(const Image& image, const ImageLimits& limits);

}  // namespace armature
