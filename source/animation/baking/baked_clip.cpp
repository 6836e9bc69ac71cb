#include <armature/animation/baked_clip.hpp>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/math/transform.hpp>

#include "animation/baking/baked_numbers.hpp"
#include "animation/clip/kernels/baked_kernels.hpp"
#include "animation/clip/unbound_channels.hpp"
#include "base/words.hpp"
#include "node/transform_lanes.hpp"

namespace armature {

static_assert(BakedClip::blockBones == laneCount && BakedClip::componentCount == TransformLanes::componentCount);

BakedClip::BakedClip(Parts parts, BakedNumbers numbers)
    : parts_(std::move(parts)), numbers_(std::make_unique<const BakedNumbers>(std::move(numbers)))
{}
BakedClip::~BakedClip() = default;

std::span<const float> BakedClip::frames() const noexcept
{
    return numbers_->frames;
}

std::span<const std::uint16_t> BakedClip::quantizedFrames() const noexcept
{
    return numbers_->quantizedFrames;
}

std::span<const std::uint16_t> BakedClip::animatedComponents() const noexcept
{
    return numbers_->animated;
}

std::span<const float> BakedClip::bases() const noexcept
{
    return numbers_->base;
}

std::span<const float> BakedClip::steps() const noexcept
{
    return numbers_->steps;
}

std::vector<std::string> BakedClip::getWarnings() const
{
    const auto names = boneNames();
    const SearchedRig rig{fmt::format("its rig of {}", counted(names.size(), "bone")), {names.begin(), names.end()}};
    return warningsOf(getName(), parts_.unbound, rig);
}

std::size_t BakedClip::getMemorySize() const noexcept
{
    return frames().size_bytes() + quantizedFrames().size_bytes() + animatedComponents().size_bytes() + bases().size_bytes()
           + steps().size_bytes();
}

BakedPosition BakedClip::locate(double seconds) const noexcept
{
    const std::size_t last = parts_.frameCount - 1;
    const double place = seconds * parts_.framesPerSecond;
    if (!(place > 0.)) {  // true for NaN, too
        return {};
    }
    if (!(place < static_cast<double>(last))) {
        return {last, 0.f};
    }
    const auto frame = static_cast<std::size_t>(place);
    const auto fraction = static_cast<float>(place - static_cast<double>(frame));
    return fraction < 1.f ? BakedPosition{frame, fraction} : BakedPosition{frame + 1, 0.f};
}

void BakedClip::sample(double seconds, std::span<TransformLanes> outBlocks) const noexcept
{
    const BakedPosition position = locate(seconds);
    const std::size_t blocks = std::min(outBlocks.size(), blockCount());
    const BakedRows rows{numbers_->animated.first(blocks), numbers_->base.data(), numbers_->steps.data()};
    const std::size_t frame = position.frame * parts_.frameSize;
    const std::size_t next = position.fraction > 0.f ? frame + parts_.frameSize : frame;
    if (parts_.isQuantized) {
        const std::uint16_t* const numbers = numbers_->quantizedFrames.data();
        sampleQuantized(rows, numbers + frame, numbers + next, position.fraction, outBlocks.data());
    } else {
        const float* const numbers = numbers_->frames.data();
        sampleBaked(rows, numbers + frame, numbers + next, position.fraction, outBlocks.data());
    }
}

void BakedClip::sample(double seconds, std::span<Transform> outBones) const
{
    if (outBones.size() != parts_.boneCount) {
        throw std::invalid_argument(fmt::format("baked clip {}: there is room for {}, but it has {}", inQuotes(parts_.name),
                                                counted(outBones.size(), "transform"), counted(parts_.boneCount, "bone")));
    }
    const BakedPosition position = locate(seconds);
    const std::size_t toNext = position.fraction > 0.f ? parts_.frameSize : 0;
    std::size_t number = position.frame * parts_.frameSize;
    for (std::size_t block = 0; block < blockCount(); ++block) {
        const std::size_t track = block * blockBones * componentCount;
        const BakedRows rows{animatedComponents().subspan(block, 1), numbers_->base.data() + track,
                             parts_.isQuantized ? numbers_->steps.data() + track : nullptr};
        TransformLanes lanes;
        if (parts_.isQuantized) {
            const std::uint16_t* const numbers = numbers_->quantizedFrames.data() + number;
            sampleQuantized(rows, numbers, numbers + toNext, position.fraction, &lanes);
        } else {
            const float* const numbers = numbers_->frames.data() + number;
            sampleBaked(rows, numbers, numbers + toNext, position.fraction, &lanes);
        }
        const auto out = outBones.subspan(block * blockBones, std::min(blockBones, parts_.boneCount - block * blockBones));
        if (out.size() == blockBones) {
            storeTransforms(lanes, out.first<blockBones>());
        } else {
            for (std::size_t lane = 0; lane < out.size(); ++lane) {
                out[lane] = loadLane(lanes, lane);
            }
        }
        number += static_cast<std::size_t>(std::popcount(numbers_->animated[block])) * blockBones;
    }
}

}  // namespace armature
