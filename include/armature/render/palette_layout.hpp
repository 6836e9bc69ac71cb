#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace armature {

/// Where one palette lies in the buffer, in bytes.
struct PaletteRange {
    std::size_t offset = 0;
    std::size_t bones = 0;

    friend bool operator==(const PaletteRange&, const PaletteRange&) = default;
};

/// The arithmetic of a PaletteBuffer, without OpenGL: places palettes of 48 bytes a bone behind one another.
///
/// Each range starts at a multiple of the alignment. A shader's uniform block has a fixed size and all of it must lie inside the buffer,
/// so the whole is long enough for a block at the start of any range.
class PaletteLayout final {
public:
    static constexpr std::size_t bytesPerBone = 48;
    static constexpr std::size_t largestAlignment = 65536;
    static constexpr std::size_t largestBlockBytes = std::size_t{1} << 31;

    /// `alignment` in bytes, at least 1; a range must start at a multiple of 16 (a texel), too. `blockBytes`: what a binding covers. Throws
    /// std::invalid_argument beyond the limits above.
    PaletteLayout(std::size_t alignment, std::size_t blockBytes);

    /// Forgets the ranges and keeps the memory.
    void clear() noexcept;

    /// Places a palette and gives its index in ranges(). Throws std::invalid_argument for more bytes than there can be. O(1) amortised.
    std::size_t add(std::size_t bones);

    [[nodiscard]] std::span<const PaletteRange> ranges() const noexcept { return ranges_; }
    /// Bytes from the first range to the end of the last.
    [[nodiscard]] std::size_t getUsedBytes() const noexcept
    {
        return ranges_.empty() ? 0 : ranges_.back().offset + ranges_.back().bones * bytesPerBone;
    }
    /// Bytes the buffer needs: a block fits at each range's start. 0 when there are no ranges. A multiple of the alignment.
    [[nodiscard]] std::size_t getTotalBytes() const noexcept;
    /// Distance between range starts that both the alignment and texels divide.
    [[nodiscard]] std::size_t getAlignment() const noexcept { return alignment_; }
    [[nodiscard]] std::size_t getBlockBytes() const noexcept { return blockBytes_; }
    /// Bones that a block holds.
    [[nodiscard]] std::size_t getBonesPerBlock() const noexcept { return blockBytes_ / bytesPerBone; }

private:
    std::size_t alignment_;
    std::size_t blockBytes_;
    std::vector<PaletteRange> ranges_;
};

}  // namespace armature
