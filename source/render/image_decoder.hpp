#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include <armature/mesh/mesh.hpp>

#include "image_decoder.hpp"

namespace armature {

/// Limits for one image.
struct ImageLimits {
    std::size_t side = 0;    ///< The largest width or height, in pixels.
    std::size_t pixels = 0;  ///< The largest product of width and height.
};

/// The pixels of an image, four bytes each (red, green, blue, alpha), rows from the top; or the reason why there are none.
struct DecodedImage {
    std::size_t width = 0;
    std::size_t height = 0;
    std::unique_ptr<std::uint8_t[]> pixels;
    std::string problem;  ///< Empty if the pixels are there.
};

/// Decodes PNG, JPEG and WebP, recognised by their content. Ignores colour profiles, gamma and orientation in the file, as glTF 2.0 (3.8)
/// requires. Reports bad or missing bytes, animations and images beyond `limits` as a problem, and never crashes. The limits bound memory
/// and time.
[[nodiscard]] DecodedImage decodeImage(const Image& image, const ImageLimits& limits);

}  // namespace armature

// There is one function per image format; image_decoder.cpp chooses between them.
namespace armature {

using EncodedImage = std::span<const std::byte>;

/// The output of a decoder. The decoder reports the image's size, and gets memory for the pixels if the size is within the limits.
class ImageTarget final {
public:
    explicit ImageTarget(const ImageLimits& limits) noexcept : limits_(limits) {}

    /// Allocates memory for width * height pixels. Returns false, and sets the problem, if the size is zero or exceeds the limits, or if
    /// memory is short.
    [[nodiscard]] bool begin(std::size_t width, std::size_t height);
    /// Discards the pixels and sets the problem.
    void fail(std::string problem);

    [[nodiscard]] std::uint8_t* pixels() const noexcept { return image_.pixels.get(); }
    [[nodiscard]] std::size_t rowBytes() const noexcept { return 4 * image_.width; }
    [[nodiscard]] std::size_t byteCount() const noexcept { return rowBytes() * image_.height; }
    [[nodiscard]] DecodedImage take() noexcept { return std::move(image_); }

private:
    ImageLimits limits_;
    DecodedImage image_;
};

void decodePng(EncodedImage bytes, ImageTarget& target);
void decodeJpeg(EncodedImage bytes, ImageTarget& target);
void decodeWebp(EncodedImage bytes, ImageTarget& target);

}  // namespace armature
