#include "animation/clip/clip_layout.hpp"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>
#include <vector>

namespace armature {

namespace {

// Threshold: for this many channels with common key times, or more, a batch is faster than lanes that each search their own keys.
constexpr std::size_t fewestBatchLanes = 8;
// The number of floats that a kernel may read, but not use, past a block's last key.
constexpr std::size_t floatsPastEnd = 16;

template <std::size_t Multiple>
std::size_t roundUp(std::size_t count) noexcept
{
    return (count + Multiple - 1) / Multiple * Multiple;
}

/// Returns the number by which channels are sorted: by time track, then path, then interpolation. Channels with equal numbers form a batch.
std::uint64_t batchOrder(const ClipImageChannel& channel) noexcept
{
    return std::uint64_t{channel.timeTrack} << 16 | std::uint64_t{channel.path} << 8 | channel.interpolation;
}

bool isRotation(const ClipImageChannel& channel) noexcept
{
    return channel.pathOf() == ChannelPath::Rotation;
}

auto blockKind(const ClipImageChannel& channel) noexcept
{
    return std::tuple(!isRotation(channel), channel.interpolation);
}

class Planner {
public:
    Planner(std::span<const ClipImageTrack> tracks, std::span<const ClipImageChannel> channels) : tracks_(tracks), channels_(channels)
    {
        for (const ClipImageTrack& track : tracks) {
            firstTimes_.push_back(firstTimes_.back() + track.keyCount);
        }
        plan_.places.resize(channels.size());
        plan_.pose.resize(channels.size());
    }

    ClipPlan plan()
    {
        const std::vector<std::size_t> order = orderOfBatches();
        std::vector<std::size_t> single;
        for (std::size_t first = 0; first < order.size();) {
            std::size_t end = first + 1;
            while (end < order.size() && batchOrder(channels_[order[end]]) == batchOrder(channels_[order[first]])) {
                ++end;
            }
            const auto alike = std::span(order).subspan(first, end - first);
            if (isRow(channels_[alike.front()].pathOf()) || alike.size() >= fewestBatchLanes) {
                addBatch(alike);
            } else {
                single.insert(single.end(), alike.begin(), alike.end());
            }
            first = end;
        }
        // Sorted by path, so that neighbours in a block are also neighbours in a mixer's pose.
        std::stable_sort(single.begin(), single.end(), [&](std::size_t a, std::size_t b) {
            const auto key = [&](std::size_t channel) {
                return std::tuple(blockKind(channels_[channel]), channels_[channel].path, channel);
            };
            return key(a) < key(b);
        });
        for (std::size_t first = 0; first < single.size();) {
            std::size_t end = first + 1;
            while (end < single.size() && end - first < blockLanes
                   && blockKind(channels_[single[end]]) == blockKind(channels_[single[first]])) {
                ++end;
            }
            addBlock(std::span(single).subspan(first, end - first));
            first = end;
        }
        plan_.valueCount += floatsPastEnd;
        return std::move(plan_);
    }

private:
    /// Returns the indices of the channels, sorted by batchOrder(); channels of one batch keep their order.
    [[nodiscard]] std::vector<std::size_t> orderOfBatches() const
    {
        std::vector<std::pair<std::uint64_t, std::size_t>> sorted;
        sorted.reserve(channels_.size());
        for (std::size_t channel = 0; channel < channels_.size(); ++channel) {
            sorted.emplace_back(batchOrder(channels_[channel]), channel);
        }
        if (!std::ranges::is_sorted(sorted)) {
            std::ranges::sort(sorted);
        }
        std::vector<std::size_t> order(channels_.size());
        std::ranges::transform(sorted, order.begin(), &std::pair<std::uint64_t, std::size_t>::second);
        return order;
    }

    [[nodiscard]] std::size_t keysOf(const ClipImageChannel& channel) const noexcept { return tracks_[channel.timeTrack].keyCount; }

    void addBatch(std::span<const std::size_t> alike)
    {
        const ClipImageChannel& sample = channels_[alike.front()];
        const bool isOfRows = isRow(sample.pathOf());
        std::size_t used = 0;
        for (const std::size_t channel : alike) {
            used += isOfRows ? channels_[channel].components : 1;
        }
        const std::size_t lanes = isOfRows ? used : roundUp<4>(used);
        const std::size_t rows = isOfRows ? 1 : sample.components;
        const ClipBatch batch{
            sample.timeTrack, sample.pathOf(), sample.interpolationOf(), rows * lanes, roundUp<blockLanes>(plan_.valueCount),
            plan_.poseSize};
        std::size_t lane = 0;
        for (const std::size_t channel : alike) {
            const std::size_t step = isOfRows ? 1 : lanes;
            plan_.places[channel] = {batch.firstValue + lane, batch.size, step};
            plan_.pose[channel] = {batch.firstPose + lane, step};
            lane += isOfRows ? channels_[channel].components : 1;
        }
        plan_.valueCount = batch.firstValue + keysOf(sample) * batch.valuesPerKey() * batch.size;
        plan_.poseSize += roundUp<blockLanes>(batch.size);
        plan_.batches.push_back(batch);
    }

    void addBlock(std::span<const std::size_t> alike)
    {
        const ClipImageChannel& sample = channels_[alike.front()];
        ClipBlock block{
            isRotation(sample), sample.interpolationOf(), static_cast<std::uint32_t>(alike.size()), plan_.poseSize, 1, {}, {}, {}, {}, {}};
        for (std::size_t lane = 0; lane < blockLanes; ++lane) {
            const std::size_t number = alike[lane < alike.size() ? lane : 0];
            const ClipImageChannel& channel = channels_[number];
            if (lane < alike.size()) {
                plan_.valueCount = roundUp<4>(plan_.valueCount);
                plan_.places[number] = {plan_.valueCount, channel.components, 1};
                plan_.pose[number] = {block.firstPose + lane, blockLanes};
                plan_.valueCount += keysOf(channel) * channel.valuesPerKey() * channel.components;
            }
            block.timeTrack[lane] = channel.timeTrack;
            block.firstTime[lane] = static_cast<std::uint32_t>(firstTimes_[channel.timeTrack]);
            block.lastTime[lane] = static_cast<std::uint32_t>(firstTimes_[channel.timeTrack + 1] - 1);
            block.firstValue[lane] = static_cast<std::uint32_t>(plan_.places[number].firstValue);
        }
        plan_.poseSize += block.components() * blockLanes;
        plan_.blocks.push_back(block);
    }

    std::span<const ClipImageTrack> tracks_;
    std::span<const ClipImageChannel> channels_;
    std::vector<std::size_t> firstTimes_{0};
    ClipPlan plan_;
};

}  // namespace

ClipImageParts ClipImageParts::of(const ClipImageHeader& header) noexcept
{
    ClipImageParts parts;
    parts.tracks = roundUp<clipImageAlignment>(sizeof(ClipImageHeader));
    parts.channels = roundUp<clipImageAlignment>(parts.tracks + header.trackCount * sizeof(ClipImageTrack));
    parts.times = roundUp<clipImageAlignment>(parts.channels + header.channelCount * sizeof(ClipImageChannel));
    parts.values = roundUp<clipImageAlignment>(parts.times + header.timeCount * sizeof(float));
    parts.end = roundUp<clipImageAlignment>(parts.values + header.valueCount * sizeof(float));
    return parts;
}

ClipPlan planClip(std::span<const ClipImageTrack> tracks, std::span<const ClipImageChannel> channels)
{
    return Planner(tracks, channels).plan();
}

}  // namespace armature
