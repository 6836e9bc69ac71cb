#include "animation/packed_clip.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

#include "animation/sample_values.hpp"

namespace armature {

namespace {

constexpr std::size_t registerLanes = 16;

std::size_t roundUpToRegister(std::size_t floats) noexcept
{
    return (floats + registerLanes - 1) / registerLanes * registerLanes;
}

std::size_t paddedLanes(std::size_t lanes) noexcept
{
    return lanes > registerLanes / 2 ? roundUpToRegister(lanes) : std::bit_ceil(lanes);
}

// Rows of a batch, and lanes of a channel in each row: a weight is a lane, a vector's component a row.
std::size_t rowsOf(const ChannelDescription& channel) noexcept
{
    return channel.path == ChannelPath::Weights ? 1 : channel.components;
}

std::size_t lanesOf(const ChannelDescription& channel) noexcept
{
    return channel.path == ChannelPath::Weights ? channel.components : 1;
}

auto batchOrder(const ChannelDescription& channel) noexcept
{
    return std::tuple(channel.timeTrack, channel.path, channel.interpolation);
}

}  // namespace

PackedClip::PackedClip(const ClipDescription& description) : entries_(description.channels.size())
{
    const auto& channels = description.channels;
    std::vector<std::size_t> order(channels.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return batchOrder(channels[a]) < batchOrder(channels[b]); });
    for (std::size_t first = 0; first < order.size();) {
        const auto end = std::find_if(order.begin() + static_cast<std::ptrdiff_t>(first), order.end(), [&](std::size_t channel) {
            return batchOrder(channels[channel]) != batchOrder(channels[order[first]]);
        });
        const auto count = static_cast<std::size_t>(end - order.begin()) - first;
        addBatch(description, std::span(order).subspan(first, count));
        first += count;
    }
}

void PackedClip::addBatch(const ClipDescription& description, std::span<const std::size_t> channels)
{
    const ChannelDescription& sample = description.channels[channels.front()];
    std::size_t usedLanes = 0;
    for (const std::size_t channel : channels) {
        usedLanes += lanesOf(description.channels[channel]);
    }
    const std::size_t lanes = paddedLanes(usedLanes);
    const Batch batch{sample.timeTrack, sample.path, sample.interpolation, lanes, rowsOf(sample) * lanes, roundUpToRegister(values_.size()),
                      poseSize_};
    const std::size_t keys = description.timeTracks[batch.timeTrack].size();
    values_.resize(batch.firstValue + keys * batch.valuesPerKey() * batch.size, 0.f);
    if (batch.path == ChannelPath::Rotation) {
        // Padding rotates by nothing, so that no lane ever divides by zero: w is 1.
        for (std::size_t value = 0; value < keys * batch.valuesPerKey(); ++value) {
            const auto w = values_.begin() + static_cast<std::ptrdiff_t>(batch.firstValue + value * batch.size + 3 * lanes);
            std::fill(w, w + static_cast<std::ptrdiff_t>(lanes), 1.f);
        }
    }
    std::size_t lane = 0;
    for (const std::size_t channel : channels) {
        fill(batch, description.channels[channel], lane);
        const bool isWeights = batch.path == ChannelPath::Weights;
        entries_[channel] = {batch.firstPose + lane, isWeights ? 1 : lanes};
        lane += lanesOf(description.channels[channel]);
    }
    poseSize_ += roundUpToRegister(batch.size);
    batches_.push_back(batch);
}

void PackedClip::fill(const Batch& batch, const ChannelDescription& channel, std::size_t firstLane)
{
    const std::size_t rows = rowsOf(channel);
    const std::size_t lanes = lanesOf(channel);
    for (std::size_t value = 0; value < channel.values.size() / channel.components; ++value) {
        const std::size_t target = batch.firstValue + value * batch.size + firstLane;
        for (std::size_t row = 0; row < rows; ++row) {
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                values_[target + row * batch.lanes + lane] = channel.values[value * channel.components + row * lanes + lane];
            }
        }
    }
}

void PackedClip::sample(std::span<const std::vector<float>> timeTracks, double seconds, std::span<std::size_t> cursors,
                        std::span<float> outPose) const noexcept
{
    constexpr auto none = static_cast<std::size_t>(-1);
    std::size_t track = none;
    KeyPosition position;
    for (const Batch& batch : batches_) {
        if (batch.timeTrack != track) {
            track = batch.timeTrack;
            position = findKey(timeTracks[track], seconds, cursors[track]);
            cursors[track] = position.key;
        }
        sampleBatch(batch, position, outPose.subspan(batch.firstPose, batch.size));
    }
}

void PackedClip::sampleBatch(const Batch& batch, const KeyPosition& position, std::span<float> out) const noexcept
{
    const auto keyValue = [&](std::size_t key, std::size_t part) {
        return std::span(values_).subspan(batch.firstValue + (key * batch.valuesPerKey() + part) * batch.size, batch.size);
    };
    sampleValues(batch.path, batch.interpolation, position, keyValue, out);
}

}  // namespace armature
