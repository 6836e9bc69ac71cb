#include "animation/packed_clip.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "animation/clip_validation.hpp"
#include "animation/sample_values.hpp"
#include "text/words.hpp"

static_assert(std::endian::native == std::endian::little, "images are used as they stand in files");

namespace armature {

namespace {

[[noreturn]] void refuse(const std::string& what)
{
    throw std::invalid_argument("image of an animation clip: " + what);
}

template <class T>
std::span<const T> partOf(std::span<const std::byte> image, std::size_t first, std::size_t count) noexcept
{
    return {reinterpret_cast<const T*>(image.data() + first), count};  // aligned, and of a type that any bytes are a value of
}

const ClipImageHeader& headerOf(std::span<const std::byte> image) noexcept
{
    return partOf<ClipImageHeader>(image, 0, 1).front();
}

std::vector<ClipImageTrack> listTracks(const ClipDescription& description)
{
    std::vector<ClipImageTrack> tracks;
    for (const auto& times : description.timeTracks) {
        tracks.push_back({times.size()});
    }
    return tracks;
}

std::vector<ClipImageChannel> listChannels(const ClipDescription& description)
{
    std::vector<ClipImageChannel> channels;
    for (const ChannelDescription& channel : description.channels) {
        channels.push_back({static_cast<std::uint32_t>(channel.timeTrack), static_cast<std::uint32_t>(channel.components),
                            static_cast<std::uint8_t>(channel.path), static_cast<std::uint8_t>(channel.interpolation), 0});
    }
    return channels;
}

// The values of channels in the order of an image. Batches are written line by line of memory: a few channels are read at a time, and what
// is written lies together.
class ImageWriter {
public:
    ImageWriter(const ClipDescription& description, const ClipPlan& plan, std::span<float> outValues)
        : description_(description), plan_(plan), values_(outValues)
    {}

    void write() const
    {
        std::vector<std::size_t> order;
        for (std::size_t channel = 0; channel < plan_.places.size(); ++channel) {
            const ClipPlace& place = plan_.places[channel];
            const ChannelDescription& description = description_.channels[channel];
            if (place.componentStride == 1) {
                writeRows(description, place);
            } else {
                order.push_back(channel);
            }
        }
        std::ranges::sort(order, {}, [&](std::size_t channel) { return plan_.places[channel].firstValue; });
        for (std::size_t first = 0; first < order.size();) {
            std::size_t end = first + 1;
            while (end < order.size() && end - first < blockLanes && areNeighbours(order[end - 1], order[end])) {
                ++end;
            }
            writeLanes(std::span(order).subspan(first, end - first));
            first = end;
        }
        padRotations();
    }

private:
    [[nodiscard]] bool areNeighbours(std::size_t a, std::size_t b) const noexcept
    {
        return plan_.places[b].firstValue == plan_.places[a].firstValue + 1;
    }

    void writeRows(const ChannelDescription& channel, const ClipPlace& place) const
    {
        if (place.valueStride == channel.components) {
            std::ranges::copy(channel.values, values_.subspan(place.firstValue).begin());
            return;
        }
        for (std::size_t value = 0; value * channel.components < channel.values.size(); ++value) {
            const auto row = std::span(channel.values).subspan(value * channel.components, channel.components);
            std::ranges::copy(row, values_.subspan(place.firstValue + value * place.valueStride).begin());
        }
    }

    void writeLanes(std::span<const std::size_t> channels) const
    {
        const ClipPlace& place = plan_.places[channels.front()];
        const std::size_t components = description_.channels[channels.front()].components;
        const std::size_t count = description_.channels[channels.front()].values.size() / components;
        for (std::size_t value = 0; value < count; ++value) {
            for (std::size_t component = 0; component < components; ++component) {
                const auto row = values_.subspan(place.firstValue + value * place.valueStride + component * place.componentStride);
                for (std::size_t lane = 0; lane < channels.size(); ++lane) {
                    row[lane] = description_.channels[channels[lane]].values[value * components + component];
                }
            }
        }
    }

    // Lanes that are not there turn nothing, so that nothing is divided by zero: w is 1.
    void padRotations() const
    {
        for (const ClipBatch& batch : plan_.batches) {
            if (batch.path != ChannelPath::Rotation) {
                continue;
            }
            const std::size_t lanes = batch.size / 4;
            const std::size_t used = lanesUsed(batch);
            for (std::size_t value = 0; value < description_.timeTracks[batch.timeTrack].size() * batch.valuesPerKey(); ++value) {
                const auto w = values_.subspan(batch.firstValue + value * batch.size + 3 * lanes, lanes);
                std::ranges::fill(w.subspan(used), 1.f);
            }
        }
    }

    [[nodiscard]] std::size_t lanesUsed(const ClipBatch& batch) const
    {
        const auto isInBatch = [&](const ChannelDescription& channel) {
            return channel.timeTrack == batch.timeTrack && channel.path == batch.path && channel.interpolation == batch.interpolation;
        };
        return static_cast<std::size_t>(std::ranges::count_if(description_.channels, isInBatch));
    }

    const ClipDescription& description_;
    const ClipPlan& plan_;
    std::span<float> values_;
};

}  // namespace

PackedClip::PackedClip(const ClipDescription& description)
{
    const auto tracks = listTracks(description);
    const auto channels = listChannels(description);
    plan_ = planClip(tracks, channels);
    ClipImageHeader header;
    header.trackCount = tracks.size();
    header.channelCount = channels.size();
    header.valueCount = plan_.valueCount;
    for (const ClipImageTrack& track : tracks) {
        header.timeCount += track.keyCount;
    }
    const ClipImageParts parts = ClipImageParts::of(header);
    header.byteCount = parts.end;

    const auto memory = std::make_shared<AlignedVector<std::byte>>(parts.end);
    std::byte* const image = memory->data();
    const auto put = [&](std::size_t place, const auto& list) {
        if (!list.empty()) {
            std::memcpy(image + place, list.data(), list.size() * sizeof(list[0]));
        }
    };
    std::memcpy(image, &header, sizeof header);
    put(parts.tracks, tracks);
    put(parts.channels, channels);
    std::size_t time = parts.times;
    for (const auto& times : description.timeTracks) {
        put(time, times);
        time += times.size() * sizeof(float);
    }
    ImageWriter(description, plan_, {reinterpret_cast<float*>(image + parts.values), plan_.valueCount}).write();
    owner_ = memory;
    image_ = *memory;
    look();
}

PackedClip::PackedClip(std::span<const std::byte> image, std::shared_ptr<const void> owner) : owner_(std::move(owner)), image_(image)
{
    checkHeader();
    look();
    checkChannels();
    plan_ = planClip(tracks_, channels_);
    if (plan_.valueCount != values_.size()) {
        refuse(fmt::format("{} instead of {}", counted(values_.size(), "value"), plan_.valueCount));
    }
    checkNumbers();
}

void PackedClip::look() noexcept
{
    const ClipImageHeader& header = headerOf(image_);
    const ClipImageParts parts = ClipImageParts::of(header);
    tracks_ = partOf<ClipImageTrack>(image_, parts.tracks, header.trackCount);
    channels_ = partOf<ClipImageChannel>(image_, parts.channels, header.channelCount);
    times_ = partOf<float>(image_, parts.times, header.timeCount);
    values_ = partOf<float>(image_, parts.values, header.valueCount);
    firstTimes_.assign(1, 0);
    for (const ClipImageTrack& track : tracks_) {
        firstTimes_.push_back(firstTimes_.back() + track.keyCount);
    }
}

void PackedClip::checkHeader() const
{
    if (image_.size() < sizeof(ClipImageHeader)) {
        refuse(fmt::format("{} are less than a header's {}", counted(image_.size(), "byte"), sizeof(ClipImageHeader)));
    }
    if (std::bit_cast<std::uintptr_t>(image_.data()) % clipImageAlignment != 0) {
        refuse(fmt::format("not at a multiple of {}", counted(clipImageAlignment, "byte")));
    }
    const ClipImageHeader& header = headerOf(image_);
    if (header.mark != ClipImageHeader::clipMark) {
        refuse(fmt::format("begins with {:#010x} instead of {:#010x}", header.mark, ClipImageHeader::clipMark));
    }
    if (header.version != ClipImageHeader::currentVersion) {
        refuse(fmt::format("version {} instead of {}", header.version, ClipImageHeader::currentVersion));
    }
    for (const std::uint64_t count : {header.trackCount, header.channelCount, header.timeCount, header.valueCount}) {
        if (count > image_.size() / sizeof(float)) {
            refuse(fmt::format("{} numbers in {}", count, counted(image_.size(), "byte")));
        }
    }
    const std::size_t end = ClipImageParts::of(header).end;
    if (header.byteCount != image_.size() || end != image_.size()) {
        refuse(
            fmt::format("{}, of which its header says {} and its counts make {}", counted(image_.size(), "byte"), header.byteCount, end));
    }
}

void PackedClip::checkChannels() const
{
    std::size_t times = 0;
    for (std::size_t track = 0; track < tracks_.size(); ++track) {
        const std::size_t keys = tracks_[track].keyCount;
        if (keys == 0 || keys > times_.size() - times) {
            refuse(fmt::format("time track {} has {}, {} are left", track, counted(keys, "key"), times_.size() - times));
        }
        times += keys;
    }
    if (times != times_.size()) {
        refuse(fmt::format("{}, of which time tracks use {}", counted(times_.size(), "key time"), times));
    }
    std::vector<bool> isUsed(tracks_.size(), false);
    std::size_t left = values_.size();
    for (std::size_t number = 0; number < channels_.size(); ++number) {
        const ClipImageChannel& channel = channels_[number];
        if (channel.path > static_cast<std::uint8_t>(ChannelPath::Weights)
            || channel.interpolation > static_cast<std::uint8_t>(Interpolation::CubicSpline) || channel.reserved != 0
            || channel.timeTrack >= tracks_.size()) {
            refuse(fmt::format("channel {}: path {}, interpolation {}, time track {} of {}", number, channel.path, channel.interpolation,
                               channel.timeTrack, tracks_.size()));
        }
        if (channel.components != componentsOf(channel.pathOf(), channel.components)) {
            refuse(fmt::format("channel {}: {}", number, counted(channel.components, "component")));
        }
        const std::size_t keys = tracks_[channel.timeTrack].keyCount;
        if (keys > left / channel.valuesPerKey() / channel.components) {
            refuse(fmt::format("channel {}: {} of {}, where {} are left", number, counted(keys, "key"),
                               counted(channel.components, "component"), counted(left, "value")));
        }
        left -= keys * channel.valuesPerKey() * channel.components;
        isUsed[channel.timeTrack] = true;
    }
    if (const auto unused = std::ranges::find(isUsed, false); unused != isUsed.end()) {
        refuse(fmt::format("no channel has time track {}", unused - isUsed.begin()));
    }
}

void PackedClip::checkNumbers() const
{
    for (std::size_t track = 0; track < tracks_.size(); ++track) {
        if (const std::string problem = problemOfTimes(timeTrack(track)); !problem.empty()) {
            refuse(fmt::format("time track {}{}", track, problem));
        }
    }
    if (const auto bad = std::ranges::find_if(values_, [](float value) { return !std::isfinite(value); }); bad != values_.end()) {
        refuse(fmt::format("value {} is {}", bad - values_.begin(), *bad));
    }
    for (std::size_t number = 0; number < channels_.size(); ++number) {
        const ClipImageChannel& channel = channels_[number];
        if (channel.pathOf() != ChannelPath::Rotation) {
            continue;
        }
        const bool isCubic = channel.interpolationOf() == Interpolation::CubicSpline;
        const ChannelValues values = valuesOf(number);
        for (std::size_t value = isCubic ? 1 : 0; value < values.size() / 4; value += isCubic ? 3 : 1) {
            const double length = lengthOf({values.at(value, 0), values.at(value, 1), values.at(value, 2), values.at(value, 3)});
            if (isCubic ? length == 0. : isFarFromUnit(length)) {
                refuse(fmt::format("channel {}: rotation {} has length {}", number, value, length));
            }
        }
    }
}

ChannelValues PackedClip::valuesOf(std::size_t channel) const noexcept
{
    const ClipPlace& place = plan_.places[channel];
    const ClipImageChannel& description = channels_[channel];
    const std::size_t keys = tracks_[description.timeTrack].keyCount;
    return {values_.data() + place.firstValue, keys * description.valuesPerKey(), description.components, place.valueStride,
            place.componentStride};
}

ClipCursors PackedClip::makeCursors() const
{
    ClipCursors cursors;
    cursors.batchKeys.resize(plan_.batches.size(), 0);
    for (const ClipBlock& block : plan_.blocks) {
        cursors.blocks.push_back(LaneCursors::of(block));
    }
    return cursors;
}

void PackedClip::sample(double seconds, ClipCursors& cursors, std::span<float> outPose) const noexcept
{
    constexpr auto none = static_cast<std::size_t>(-1);
    std::size_t track = none;
    KeyPosition position;
    for (std::size_t number = 0; number < plan_.batches.size(); ++number) {
        const ClipBatch& batch = plan_.batches[number];
        if (batch.timeTrack != track) {
            track = batch.timeTrack;
            position = findKey(timeTrack(track), seconds, cursors.batchKeys[number]);
            cursors.batchKeys[number] = position.key;
        }
        sampleBatch(batch, position, outPose.subspan(batch.firstPose, batch.size));
    }
    if (!plan_.blocks.empty()) {
        sampleBlocks({times_, firstTimes_, values_}, plan_.blocks, seconds, cursors.blocks, outPose);
    }
}

void PackedClip::sampleBatch(const ClipBatch& batch, const KeyPosition& position, std::span<float> out) const noexcept
{
    const auto keyValue = [&](std::size_t key, std::size_t part) {
        return values_.subspan(batch.firstValue + (key * batch.valuesPerKey() + part) * batch.size, batch.size);
    };
    sampleValues(batch.path, batch.interpolation, position, keyValue, out);
}

}  // namespace armature
