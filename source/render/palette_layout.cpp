#include <armature/render/palette_layout.hpp>

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

#include "base/words.hpp"

namespace armature {

namespace {

constexpr std::size_t texelAlignment = 16;

// Upper limit for the end of a layout's ranges. OpenGL's offsets are signed.
constexpr std::size_t mostBytes = std::numeric_limits<std::ptrdiff_t>::max() / 2;

std::size_t roundUp(std::size_t value, std::size_t step) noexcept
{
    return (value + step - 1) / step * step;
}

}  // namespace

PaletteLayout::PaletteLayout(std::size_t alignment, std::size_t blockBytes)
    : alignment_(std::lcm(std::clamp<std::size_t>(alignment, 1, largestAlignment), texelAlignment)), blockBytes_(blockBytes)
{
    if (alignment > largestAlignment || blockBytes > largestBlockBytes) {
        throw std::invalid_argument(fmt::format("palette layout: blocks of {} at multiples of {}; the limits are {} and {}",
                                                counted(blockBytes, "byte"), alignment, largestBlockBytes, largestAlignment));
    }
}

void PaletteLayout::clear() noexcept
{
    ranges_.clear();
}

std::size_t PaletteLayout::add(std::size_t bones, std::size_t bytes)
{
    const std::size_t offset = roundUp(getUsedBytes(), alignment_);
    if (bytes == 0 || bones > (mostBytes - offset) / bytes) {
        throw std::invalid_argument(fmt::format("palette layout: {} of {} after {} would be more than a buffer holds",
                                                counted(bones, "bone"), counted(bytes, "byte"), counted(offset, "byte")));
    }
    ranges_.push_back({offset, bones, bytes});
    return ranges_.size() - 1;
}

std::size_t PaletteLayout::getTotalBytes() const noexcept
{
    if (ranges_.empty()) {
        return 0;
    }
    return roundUp(std::max(getUsedBytes(), ranges_.back().offset + blockBytes_), alignment_);
}

}  // namespace armature
