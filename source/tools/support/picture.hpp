#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace armature::support {

/// Pixels of four bytes, red, green, blue, alpha (sRGB, not premultiplied), rows from the top.
struct Picture {
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<std::uint8_t> pixels;  ///< 4 * width * height

    [[nodiscard]] std::span<const std::uint8_t, 4> at(std::size_t x, std::size_t y) const
    {
        return std::span<const std::uint8_t, 4>(pixels.data() + 4 * (y * width + x), 4);
    }

    friend bool operator==(const Picture&, const Picture&) = default;
};

}  // namespace armature::support
