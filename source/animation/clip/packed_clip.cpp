#include "animation/clip/packed_clip.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "animation/clip/clip_validation.hpp"
#include "animation/clip/kernels/sample_kernels.hpp"
#include "base/words.hpp"
#include "math/numbers.hpp"

namespace armature {

namespace {

[[noreturn]] void refuseImage(const std::string& what)
{
    throw std::invalid_argument("image of an animation clip: " + what);
}

template <class T>
std::span<const T> valuesIn(std::span<const std::byte> image, std::size_t first, std::size_t count) noexcept
{
    return {reinterpret_cast<const T*>(image.data() + first), count};  // `first` is aligned, and any bytes are a valid value of T
}

const ClipImageHeader& headerOf(std::span<const std::byte> image) noexcept
{
    return valuesIn<ClipImageHeader>(image, 0, 1).front();
}

std::vector<ClipImageTrack> listTracks(const ClipKeys& keys)
{
    std::vector<ClipImageTrack> tracks;
    tracks.reserve(keys.timeTracks.size());
    for (const auto& times : keys.timeTracks) {
        tracks.push_back({times.size()});
    }
    return tracks;
}

std::vector<ClipImageChannel> listChannels(const ClipKeys& keys)
{
    std::vector<ClipImageChannel> channels;
    channels.reserve(keys.channels.size());
    for (const ChannelKeys& channel : keys.channels) {
        channels.push_back({static_cast<std::uint32_t>(channel.timeTrack), static_cast<std::uint32_t>(channel.components),
                            static_cast<std::uint8_t>(channel.path), static_cast<std::uint8_t>(channel.interpolation), 0});
    }
    return channels;
}

bool isBadRotation(double square, Interpolation interpolation) noexcept
{
    return interpolation == Interpolation::CubicSpline ? square == 0. : isFarFromUnit(square);
}

// Allocates an image that is aligned to cache lines. The caller writes its contents.
std::shared_ptr<std::byte> allocateImage(std::size_t bytes)
{
    return {CacheLineAllocator<std::byte>().allocate(bytes),
            [bytes](std::byte* memory) { CacheLineAllocator<std::byte>().deallocate(memory, bytes); }};
}

}  // namespace

PackedClip::PackedClip(const std::string& name, const ClipKeys& keys)
{
    const auto tracks = listTracks(keys);
    const auto channels = listChannels(keys);
    plan_ = planClip(tracks, channels);
    ClipImageHeader header;
    header.trackCount = tracks.size();
    header.channelCount = channels.size();
    header.valueCount = plan_.valueCount;
    for (const ClipImageTrack& track : tracks) {
        header.timeCount += track.keyCount;
    }
    if (header.timeCount > mostTimes || header.valueCount > mostValues) {
        throw std::invalid_argument(fmt::format("animation clip {}: {} and {} are more than a clip can hold", inQuotes(name),
                                                counted(header.timeCount, "key time"), counted(header.valueCount, "number")));
    }
    const ClipImageParts parts = ClipImageParts::of(header);
    header.byteCount = parts.end;

    const std::shared_ptr<std::byte> memory = allocateImage(parts.end);
    std::byte* const image = memory.get();
    std::fill_n(image, parts.values, std::byte{0});
    const auto put = [&](std::size_t place, const auto& list) {
        if (!list.empty()) {
            std::memcpy(image + place, list.data(), list.size() * sizeof(list[0]));
        }
    };
    std::memcpy(image, &header, sizeof header);
    put(parts.tracks, tracks);
    put(parts.channels, channels);
    std::size_t time = parts.times;
    for (const auto& times : keys.timeTracks) {
        put(time, times);
        time += times.size() * sizeof(float);
    }
    writeClipValues(keys, plan_, {reinterpret_cast<float*>(image + parts.values), plan_.valueCount});
    const std::size_t end = parts.values + plan_.valueCount * sizeof(float);
    std::fill_n(image + end, parts.end - end, std::byte{0});
    owner_ = memory;
    image_ = {image, parts.end};
    look();
    guessKeys(times_, plan_);
}

PackedClip::PackedClip(std::span<const std::byte> image, std::shared_ptr<const void> owner) : owner_(std::move(owner)), image_(image)
{
    checkHeader();
    look();
    checkChannels();
    plan_ = planClip(tracks_, channels_);
    if (plan_.valueCount != values_.size()) {
        refuseImage(fmt::format("{} instead of {}", counted(values_.size(), "value"), plan_.valueCount));
    }
    checkNumbers();
    guessKeys(times_, plan_);
}

void PackedClip::look() noexcept
{
    const ClipImageHeader& header = headerOf(image_);
    const ClipImageParts parts = ClipImageParts::of(header);
    tracks_ = valuesIn<ClipImageTrack>(image_, parts.tracks, header.trackCount);
    channels_ = valuesIn<ClipImageChannel>(image_, parts.channels, header.channelCount);
    times_ = valuesIn<float>(image_, parts.times, header.timeCount);
    values_ = valuesIn<float>(image_, parts.values, header.valueCount);
    firstTimes_.reserve(tracks_.size() + 1);
    firstTimes_.assign(1, 0);
    for (const ClipImageTrack& track : tracks_) {
        firstTimes_.push_back(firstTimes_.back() + track.keyCount);
    }
}

void PackedClip::checkHeader() const
{
    if (image_.size() < sizeof(ClipImageHeader)) {
        refuseImage(fmt::format("{} are less than a header's {}", counted(image_.size(), "byte"), sizeof(ClipImageHeader)));
    }
    if (std::bit_cast<std::uintptr_t>(image_.data()) % clipImageAlignment != 0) {
        refuseImage(fmt::format("not at a multiple of {}", counted(clipImageAlignment, "byte")));
    }
    const ClipImageHeader& header = headerOf(image_);
    if (header.mark != ClipImageHeader::clipMark) {
        refuseImage(fmt::format("begins with {:#010x} instead of {:#010x}", header.mark, ClipImageHeader::clipMark));
    }
    if (header.version != ClipImageHeader::currentVersion) {
        refuseImage(fmt::format("version {} instead of {}", header.version, ClipImageHeader::currentVersion));
    }
    for (const std::uint64_t count : {header.trackCount, header.channelCount, header.timeCount, header.valueCount}) {
        if (count > image_.size() / sizeof(float)) {
            refuseImage(fmt::format("{} numbers in {}", count, counted(image_.size(), "byte")));
        }
    }
    if (header.timeCount > mostTimes || header.valueCount > mostValues) {
        refuseImage(fmt::format("{} and {} are more than a clip can hold", counted(header.timeCount, "key time"),
                                counted(header.valueCount, "number")));
    }
    const std::size_t end = ClipImageParts::of(header).end;
    if (header.byteCount != image_.size() || end != image_.size()) {
        refuseImage(
            fmt::format("{}, of which its header says {} and its counts make {}", counted(image_.size(), "byte"), header.byteCount, end));
    }
}

void PackedClip::checkChannels() const
{
    std::size_t times = 0;
    for (std::size_t track = 0; track < tracks_.size(); ++track) {
        const std::size_t keys = tracks_[track].keyCount;
        if (keys == 0 || keys > times_.size() - times) {
            refuseImage(fmt::format("time track {} has {}, {} are left", track, counted(keys, "key"), times_.size() - times));
        }
        times += keys;
    }
    if (times != times_.size()) {
        refuseImage(fmt::format("{}, of which time tracks use {}", counted(times_.size(), "key time"), times));
    }
    std::vector<bool> isUsed(tracks_.size(), false);
    std::size_t left = values_.size();
    for (std::size_t number = 0; number < channels_.size(); ++number) {
        const ClipImageChannel& channel = channels_[number];
        if (channel.path > static_cast<std::uint8_t>(ChannelPath::Property)
            || channel.interpolation > static_cast<std::uint8_t>(Interpolation::CubicSpline) || channel.reserved != 0
            || channel.timeTrack >= tracks_.size()) {
            refuseImage(fmt::format("channel {}: path {}, interpolation {}, time track {} of {}", number, channel.path,
                                    channel.interpolation, channel.timeTrack, tracks_.size()));
        }
        if (channel.components != componentsOf(channel.pathOf(), channel.components)) {
            refuseImage(fmt::format("channel {}: {}", number, counted(channel.components, "component")));
        }
        const std::size_t keys = tracks_[channel.timeTrack].keyCount;
        if (keys > left / channel.valuesPerKey() / channel.components) {
            refuseImage(fmt::format("channel {}: {} of {}, where {} are left", number, counted(keys, "key"),
                                    counted(channel.components, "component"), counted(left, "value")));
        }
        left -= keys * channel.valuesPerKey() * channel.components;
        isUsed[channel.timeTrack] = true;
    }
    if (const auto unused = std::ranges::find(isUsed, false); unused != isUsed.end()) {
        refuseImage(fmt::format("no channel has time track {}", unused - isUsed.begin()));
    }
}

void PackedClip::checkNumbers() const
{
    for (std::size_t track = 0; track < tracks_.size(); ++track) {
        if (const std::string problem = problemOfTimes(timeTrack(track)); !problem.empty()) {
            refuseImage(fmt::format("time track {}{}", track, problem));
        }
    }
    if (const auto bad = findNotFinite(values_)) {
        refuseImage(fmt::format("value {} is {}", *bad, values_[*bad]));
    }
    if (!hasBadRotation()) {
        return;
    }
    for (std::size_t number = 0; number < channels_.size(); ++number) {
        const ClipImageChannel& channel = channels_[number];
        if (channel.pathOf() != ChannelPath::Rotation) {
            continue;
        }
        const bool isCubic = channel.interpolationOf() == Interpolation::CubicSpline;
        const ChannelValues values = valuesOf(number);
        for (std::size_t value = isCubic ? 1 : 0; value < values.size() / 4; value += isCubic ? 3 : 1) {
            const double square = squareOf(values.at(value, 0), values.at(value, 1), values.at(value, 2), values.at(value, 3));
            if (isBadRotation(square, channel.interpolationOf())) {
                refuseImage(fmt::format("channel {}: rotation {} has length {}", number, value, std::sqrt(square)));
            }
        }
    }
}

// Whether any rotation has length 0 (in a spline) or is far from unit length (otherwise). Checks rotations in memory order, including
// unused lanes of batches.
bool PackedClip::hasBadRotation() const noexcept
{
    bool isAnyBad = false;
    const auto check = [&](std::size_t first, std::size_t keys, std::size_t lanes, Interpolation interpolation) {
        const bool isCubic = interpolation == Interpolation::CubicSpline;
        for (std::size_t value = isCubic ? 1 : 0; value < keys * (isCubic ? 3 : 1); value += isCubic ? 3 : 1) {
            const float* const x = &values_[first + value * 4 * lanes];
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                const double square = squareOf(x[lane], x[lanes + lane], x[2 * lanes + lane], x[3 * lanes + lane]);
                isAnyBad |= isBadRotation(square, interpolation);
            }
        }
    };
    for (const ClipBatch& batch : plan_.batches) {
        if (batch.path == ChannelPath::Rotation) {
            check(batch.firstValue, tracks_[batch.timeTrack].keyCount, batch.size / 4, batch.interpolation);
        }
    }
    for (const ClipBlock& block : plan_.blocks) {
        for (std::size_t lane = 0; block.isRotation && lane < block.laneCount; ++lane) {
            check(block.firstValue[lane], tracks_[block.timeTrack[lane]].keyCount, 1, block.interpolation);
        }
    }
    return isAnyBad;
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
        cursors.blocks.push_back(LaneCursors::of(block, times_));
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
        sampleBlocks({times_, values_}, plan_.blocks, seconds, cursors.blocks, outPose);
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
