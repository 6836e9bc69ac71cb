#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>

namespace armature::fbx {

static_assert(std::endian::native == std::endian::little, "numbers of most files are copied as they stand there");

/// Reads a number from the first bytes of `bytes`. Precondition: there are enough bytes.
template <class Number>
[[nodiscard]] Number numberIn(std::span<const std::byte> bytes, bool isBigEndian) noexcept
{
    std::array<std::byte, sizeof(Number)> own;
    std::copy_n(bytes.begin(), sizeof(Number), own.begin());
    if (isBigEndian) {
        std::ranges::reverse(own);
    }
    return std::bit_cast<Number>(own);
}

}  // namespace armature::fbx
