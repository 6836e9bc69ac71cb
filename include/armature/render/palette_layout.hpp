#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <armature/base/export.hpp>

namespace armature {

/// The position and size of a palette in the buffer.
struct ARMATURE_API PaletteRange {
    std::size_t offset = 0;         ///< Bytes from the buffer's start.
    std::size_t bones = 0;          ///< Number of bones.
    std::size_t bytesPerBone = 48;  ///< PaletteLayout::bytesPerBone or bytesPerDualQuaternion.

    /// Bytes from the range's start to its end.
    [[nodiscard]] constexpr std::size_t getBytes() const noexcept { return bones * bytesPerBone; }

    friend bool operator==(const PaletteRange&, const PaletteRange&) = default;
};

/// The arithmetic of a PaletteBuffer, without OpenGL: places palettes of 48 or 80 bytes per bone one after another.
///
/// Each range starts at a multiple of the alignment. A shader's uniform block has a fixed size and must lie wholly inside the buffer, so
/// the buffer extends at least one block beyond the start of every range.
class ARMATURE_API PaletteLayout final {
public:
    static constexpr std::size_t bytesPerBone = 48;                         ///< Three rows of four floats.
    static constexpr std::size_t bytesPerDualQuaternion = 80;               ///< Three rows of scale and shear, and a dual quaternion.
    static constexpr std::size_t largestAlignment = 65536;                  ///< Largest `alignment` of the constructor, in bytes.
    static constexpr std::size_t largestBlockBytes = std::size_t{1} << 31;  ///< Largest `blockBytes` of the constructor.

    /// Makes an empty layout. `alignment` is in bytes, at least 1; ranges also start at multiples of 16, the size of a texel. `blockBytes`
    /// is the size of a uniform block. Throws std::invalid_argument beyond the limits above.
    PaletteLayout(std::size_t alignment, std::size_t blockBytes);

    /// Removes the ranges and keeps the memory.
    void clear() noexcept;

    /// Places a palette of `bones` bones, each of `bytes` bytes, and returns its index in ranges(). Throws std::invalid_argument if `bytes`
    /// is 0 or the size overflows. O(1) amortised.
    std::size_t add(std::size_t bones, std::size_t bytes = bytesPerBone);

    [[nodiscard]] std::span<const PaletteRange> ranges() const noexcept { return ranges_; }  ///< In the order they were added.
    /// Bytes from the first range to the end of the last.
    [[nodiscard]] std::size_t getUsedBytes() const noexcept
    {
        return ranges_.empty() ? 0 : ranges_.back().offset + ranges_.back().getBytes();
    }
    /// Bytes that the buffer needs so that a whole block fits from each range's start: a multiple of the alignment; 0 without ranges.
    [[nodiscard]] std::size_t getTotalBytes() const noexcept;
    /// The alignment of range starts: a multiple of both the given alignment and a texel.
    [[nodiscard]] std::size_t getAlignment() const noexcept { return alignment_; }
    [[nodiscard]] std::size_t getBlockBytes() const noexcept { return blockBytes_; }  ///< The size given to the constructor.
    /// Number of bones, each of `bytes` bytes, that fit in a block.
    [[nodiscard]] std::size_t getBonesPerBlock(std::size_t bytes = bytesPerBone) const noexcept { return blockBytes_ / bytes; }

private:
    std::size_t alignment_;
    std::size_t blockBytes_;
    std::vector<PaletteRange> ranges_;
};

}  // namespace armature
