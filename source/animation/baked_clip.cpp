#include <armature/animation/baked_clip.hpp>

#include <algorithm>
#include <bit>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/math/transform.hpp>

#include "animation/baked_numbers.hpp"
#include "animation/kernels/baked_kernels.hpp"
#include "scene/transform_lanes.hpp"
#include "text/names.hpp"
#include "text/words.hpp"

namespace armature {

static_assert(BakedClip::blockBones == laneCount && BakedClip::componentCount == TransformLanes::componentCount);

BakedClip::BakedClip() : numbers_(std::make_unique<BakedNumbers>()) {}
BakedClip::~BakedClip() = default;

std::span<const float> BakedClip::frames() const noexcept
{
    return numbers_->frames;
}

std::span<const std::uint16_t> BakedClip::quantisedFrames() const noexcept
{
    return numbers_->quantisedFrames;
}

std::span<const std::uint16_t> BakedClip::animatedComponents() const noexcept
{
    return numbers_->animated;
}

std::span<const float> BakedClip::base() const noexcept
{
    return numbers_->base;
}

std::span<const float> BakedClip::steps() const noexcept
{
    return numbers_->steps;
}

std::size_t BakedClip::memorySize() const noexcept
{
    return frames().size_bytes() + quantisedFrames().size_bytes() + animatedComponents().size_bytes() + base().size_bytes()
           + steps().size_bytes();
}

BakedPosition BakedClip::locate(double seconds) const noexcept
{
    const std::size_t last = frameCount_ - 1;
    const double place = seconds * framesPerSecond_;
    if (!(place > 0.)) {  // not a number, too
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
    const BakedRows rows{numbers_->animated, numbers_->base.data(), numbers_->steps.data()};
    const std::size_t frame = position.frame * frameSize_;
    const std::size_t next = position.fraction > 0.f ? frame + frameSize_ : frame;
    if (isQuantised_) {
        const std::uint16_t* const numbers = numbers_->quantisedFrames.data();
        sampleQuantised(rows, numbers + frame, numbers + next, position.fraction, outBlocks.data());
    } else {
        const float* const numbers = numbers_->frames.data();
        sampleBaked(rows, numbers + frame, numbers + next, position.fraction, outBlocks.data());
    }
}

void BakedClip::sample(double seconds, std::span<Transform> outBones) const
{
    if (outBones.size() != boneCount_) {
        throw std::invalid_argument(fmt::format("baked clip {}: room for {}, it has {}", inQuotes(name_),
                                                counted(outBones.size(), "transform"), counted(boneCount_, "bone")));
    }
    const BakedPosition position = locate(seconds);
    const std::size_t toNext = position.fraction > 0.f ? frameSize_ : 0;
    std::size_t number = position.frame * frameSize_;
    for (std::size_t block = 0; block < blockCount(); ++block) {
        const std::size_t track = block * blockBones * componentCount;
        const BakedRows rows{animatedComponents().subspan(block, 1), numbers_->base.data() + track,
                             isQuantised_ ? numbers_->steps.data() + track : nullptr};
        TransformLanes lanes;
        if (isQuantised_) {
            const std::uint16_t* const numbers = numbers_->quantisedFrames.data() + number;
            sampleQuantised(rows, numbers, numbers + toNext, position.fraction, &lanes);
        } else {
            const float* const numbers = numbers_->frames.data() + number;
            sampleBaked(rows, numbers, numbers + toNext, position.fraction, &lanes);
        }
        const auto out = outBones.subspan(block * blockBones, std::min(blockBones, boneCount_ - block * blockBones));
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
