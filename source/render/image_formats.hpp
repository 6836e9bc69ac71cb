#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "image_decoder.hpp"

// One function for each format of pictures; image_decoder.cpp chooses among them.
namespace armature {

using EncodedImage = std::span<const std::byte>;

/// What a decoder fills: it says how large the picture is, and gets memory for the pixels if that is within the limits.
class ImageTarget final {
public:
    explicit ImageTarget(const ImageLimits& limits) noexcept : limits_(limits) {}

    /// True if there is memory for so many pixels now; else the problem says why not.
    [[nodiscard]] bool begin(std::size_t width, std::size_t height);
    /// Gives the pixels up.
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
