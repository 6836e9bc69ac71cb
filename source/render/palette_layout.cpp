#include <armature/render/palette_layout.hpp>

#include <algorithm>
#include <numeric>

namespace armature {

namespace {

constexpr std::size_t bytesPerTexel = 16;

std::size_t roundUp(std::size_t value, std::size_t step) noexcept
{
    return (value + step - 1) / step * step;
}

}  // namespace

PaletteLayout::PaletteLayout(std::size_t alignment, std::size_t blockBytes)
    : alignment_(std::lcm(std::max<std::size_t>(alignment, 1), bytesPerTexel)), blockBytes_(blockBytes)
{}

void PaletteLayout::clear() noexcept
{
    ranges_.clear();
    end_ = 0;
    lastOffset_ = 0;
}

std::size_t PaletteLayout::add(std::size_t bones)
{
    lastOffset_ = roundUp(end_, alignment_);
    ranges_.push_back({lastOffset_, bones});
    end_ = lastOffset_ + bones * bytesPerBone;
    return ranges_.size() - 1;
}

std::size_t PaletteLayout::getTotalBytes() const noexcept
{
    if (ranges_.empty()) {
        return 0;
    }
    return roundUp(std::max(end_, lastOffset_ + blockBytes_), alignment_);
}

}  // namespace armature
