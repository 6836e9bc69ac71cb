#include <algorithm>
#include <numeric>

#include "animation/clip/clip_layout.hpp"
#include "animation/clip/kernels/key_kernels.hpp"

namespace armature {

namespace {

// Writes the values of all channels at their places in a clip image (see clip_layout.hpp). Unused lanes of rotations become the identity,
// other gaps zeros. Goes through all channels for one range of keys at a time, so that each cache line is written once and the cost per
// number does not grow with the clip.
class ValueWriter {
public:
    ValueWriter(const ClipKeys& keys, const ClipPlan& plan, std::span<float> outValues)
        : keys_(keys), plan_(plan), values_(outValues), order_(plan.places.size())
    {
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::ranges::sort(order_, {}, [&](std::size_t channel) { return plan_.places[channel].firstValue; });
    }

    void write()
    {
        std::size_t next = 0;
        for (const ClipBatch& batch : plan_.batches) {
            fillUpTo(batch.firstValue);
            const std::size_t first = next;
            const std::size_t end = batch.firstValue + countOf(batch.timeTrack, batch.valuesPerKey()) * batch.size;
            while (next < order_.size() && plan_.places[order_[next]].firstValue < end) {
                ++next;
            }
            writeBatch(batch, std::span(order_).subspan(first, next - first));
            written_ = end;
        }
        for (; next < order_.size(); ++next) {
            const ClipPlace& place = plan_.places[order_[next]];
            const std::span<const float> values = keys_.channels[order_[next]].values;
            fillUpTo(place.firstValue);
            std::ranges::copy(values, values_.begin() + static_cast<std::ptrdiff_t>(place.firstValue));
            written_ = place.firstValue + values.size();
        }
        fillUpTo(values_.size());
    }

private:
    static constexpr std::size_t stretch = 16;  // values of each channel per pass: those of 64 rotations take 16 KiB of the cache

    [[nodiscard]] std::size_t countOf(std::size_t track, std::size_t valuesPerKey) const
    {
        return keys_.timeTracks[track].size() * valuesPerKey;
    }

    void fillUpTo(std::size_t end) { std::ranges::fill(values_.subspan(written_, end - written_), 0.f); }

    void writeBatch(const ClipBatch& batch, std::span<const std::size_t> channels)
    {
        from_.clear();
        for (const std::size_t channel : channels) {
            from_.push_back(keys_.channels[channel].values.data());
        }
        const std::size_t count = countOf(batch.timeTrack, batch.valuesPerKey());
        for (std::size_t first = 0; first < count; first += stretch) {
            const std::size_t last = std::min(first + stretch, count);
            if (isRow(batch.path)) {
                for (const std::size_t channel : channels) {
                    writeRow(channel, first, last);
                }
                continue;
            }
            const ClipPlace& place = plan_.places[channels.front()];
            const ChannelKeys& sample = keys_.channels[channels.front()];
            interleaveKeys({from_, sample.components, first, last, count}, &values_[place.firstValue], place.valueStride,
                           place.componentStride);
            pad(batch, channels.size(), first, last);
        }
    }

    void writeRow(std::size_t channel, std::size_t first, std::size_t last) const
    {
        const ClipPlace& place = plan_.places[channel];
        const ChannelKeys& keys = keys_.channels[channel];
        for (std::size_t value = first; value < last; ++value) {
            std::copy_n(keys.values.begin() + static_cast<std::ptrdiff_t>(value * keys.components), keys.components,
                        values_.begin() + static_cast<std::ptrdiff_t>(place.firstValue + value * place.valueStride));
        }
    }

    // Fills unused lanes with zeros or, for rotations, with the identity (w is 1), so that nothing is divided by zero.
    void pad(const ClipBatch& batch, std::size_t usedLanes, std::size_t first, std::size_t last) const
    {
        const std::size_t rows = batch.path == ChannelPath::Rotation ? 4 : 3;
        const std::size_t lanes = batch.size / rows;
        for (std::size_t row = first * rows; row < last * rows && usedLanes < lanes; ++row) {
            const auto unused = values_.subspan(batch.firstValue + row * lanes + usedLanes, lanes - usedLanes);
            std::ranges::fill(unused, row % 4 == 3 && rows == 4 ? 1.f : 0.f);
        }
    }

    const ClipKeys& keys_;
    const ClipPlan& plan_;
    std::span<float> values_;
    std::vector<std::size_t> order_;  // channels, sorted by their place in the values
    std::vector<const float*> from_;  // the values of each channel of the batch being written
    std::size_t written_ = 0;
};

}  // namespace

ClipKeys ClipKeys::of(const ClipDescription& description)
{
    ClipKeys keys;
    keys.timeTracks.assign(description.timeTracks.begin(), description.timeTracks.end());
    keys.channels.reserve(description.channels.size());
    for (const ChannelDescription& channel : description.channels) {
        keys.channels.push_back({channel.path, channel.interpolation, channel.timeTrack, channel.components, channel.values});
    }
    return keys;
}

void writeClipValues(const ClipKeys& keys, const ClipPlan& plan, std::span<float> outValues)
{
    ValueWriter(keys, plan, outValues).write();
}

}  // namespace armature
