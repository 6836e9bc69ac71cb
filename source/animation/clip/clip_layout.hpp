#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/base/export.hpp>

/// How a clip's numbers are laid out in one piece of memory, its image. A file can hold an image as it is, and a clip can use it in place.
///
/// All numbers are little-endian and of fixed width. The parts of an image are, in this order: ClipImageHeader, a ClipImageTrack per time
/// track, a ClipImageChannel per channel, the key times of all tracks, and the values (times and values are floats). Each part begins at a
/// multiple of 64 bytes from the image's beginning, which is itself aligned to 64 bytes. Gaps are zero. Tracks and channels alone determine
/// the position of each value (planClip()), so an image has no offsets that could be wrong.
namespace armature {

inline constexpr std::size_t clipImageAlignment = 64;

/// A view of a channel's values, in glTF's order: see ChannelDescription.
struct ChannelKeys {
    ChannelPath path = ChannelPath::Translation;
    Interpolation interpolation = Interpolation::Linear;
    std::size_t timeTrack = 0;
    std::size_t components = 3;
    std::span<const float> values = {};
};

/// Views of the key times and values from which an image is made. The description or file that holds them is needed only until the image is
/// made.
struct ClipKeys {
    [[nodiscard]] ARMATURE_PRIVATE_API static ClipKeys of(const ClipDescription& description);

    std::vector<std::span<const float>> timeTracks = {};
    std::vector<ChannelKeys> channels = {};
};

struct ClipImageHeader {
    static constexpr std::uint32_t clipMark = 0x50494C43;  // "CLIP"
    static constexpr std::uint32_t currentVersion = 1;     // a different order of values needs a new version

    std::uint32_t mark = clipMark;
    std::uint32_t version = currentVersion;
    std::uint64_t byteCount = 0;  ///< Size of the whole image in bytes.
    std::uint64_t trackCount = 0;
    std::uint64_t channelCount = 0;
    std::uint64_t timeCount = 0;   ///< Number of key times in all tracks together.
    std::uint64_t valueCount = 0;  ///< ClipPlan::valueCount.
};

struct ClipImageTrack {
    std::uint64_t keyCount = 0;
};

struct ClipImageChannel {
    std::uint32_t timeTrack = 0;
    std::uint32_t components = 0;
    std::uint8_t path = 0;           ///< ChannelPath
    std::uint8_t interpolation = 0;  ///< Interpolation
    std::uint16_t reserved = 0;

    [[nodiscard]] ChannelPath pathOf() const noexcept { return static_cast<ChannelPath>(path); }
    [[nodiscard]] Interpolation interpolationOf() const noexcept { return static_cast<Interpolation>(interpolation); }
    [[nodiscard]] std::size_t valuesPerKey() const noexcept { return interpolationOf() == Interpolation::CubicSpline ? 3 : 1; }
};

/// Where the parts of an image begin, in bytes.
struct ClipImageParts {
    std::size_t tracks = 0;
    std::size_t channels = 0;
    std::size_t times = 0;
    std::size_t values = 0;
    std::size_t end = 0;

    /// Precondition: the parts that the header counts fit into memory.
    [[nodiscard]] static ClipImageParts of(const ClipImageHeader& header) noexcept;
};

/// Whether a channel's value is a row: a list of independent numbers of any length. Each number is then a lane of its own, and the numbers
/// lie side by side in a pose.
[[nodiscard]] constexpr bool isRow(ChannelPath path) noexcept
{
    return path == ChannelPath::Weights || path == ChannelPath::Property;
}

/// Where a channel's value is in the pose that PackedClip::sample writes: component c is at first + c * step.
struct PoseEntry {
    std::size_t first = 0;
    std::size_t step = 0;
};

/// Limits on the key times and values of a clip. Lanes address values by unsigned 32-bit indices; a search for a key also adds a step to
/// the index of a time, in signed 32-bit integers.
inline constexpr std::size_t mostTimes = 0x3FFF'FFFF;
inline constexpr std::size_t mostValues = 0xFFFF'FFFF;

/// The number of lanes of a block: the widest vector registers hold this many floats.
inline constexpr std::size_t blockLanes = 16;

/// Channels of one kind that share their key times, stored side by side: [key][tangent or value][component][lane]. Each number of a row
/// (isRow()) is a lane of its own.
struct ClipBatch {
    std::uint32_t timeTrack;
    ChannelPath path;
    Interpolation interpolation;
    std::size_t size;        // floats in one value: components * lanes
    std::size_t firstValue;  // index of the batch's first float in the clip's values
    std::size_t firstPose;

    [[nodiscard]] std::size_t valuesPerKey() const noexcept { return interpolation == Interpolation::CubicSpline ? 3 : 1; }
};

/// The guess at which each lane's search for a key begins. In most clips, key times are nearly evenly spaced, so a guess is close. The
/// guess is int((min(max(time, first), last) - first) * perSecond), computed in floats, minus `early`; it is never after the key that is
/// searched for.
struct KeyGuesses {
    float first[blockLanes];  // times in seconds
    float last[blockLanes];
    float perSecond[blockLanes];  // keys per second
    std::uint32_t early[blockLanes];
};

/// Up to sixteen channels of one kind, each with its own key times and each in glTF's order: [key][tangent or value][component]. In the
/// pose, their order is [component][lane].
struct ClipBlock {
    bool isRotation;  // otherwise values have three components
    Interpolation interpolation;
    std::uint32_t laneCount;
    std::size_t firstPose;
    std::uint32_t searchStep;  // first step of a search, in keys: a power of two, large enough to reach every key from its guess
    // In the following arrays, unused lanes repeat the entries of the first lane.
    std::uint32_t timeTrack[blockLanes];
    std::uint32_t firstTime[blockLanes];  // index in the times of all tracks
    std::uint32_t lastTime[blockLanes];
    std::uint32_t firstValue[blockLanes];
    KeyGuesses guesses;

    [[nodiscard]] std::size_t components() const noexcept { return isRotation ? 4 : 3; }
    [[nodiscard]] std::size_t valuesPerKey() const noexcept { return interpolation == Interpolation::CubicSpline ? 3 : 1; }
};

/// Where one channel's values are, in the terms of ChannelValues.
struct ClipPlace {
    std::size_t firstValue = 0;
    std::size_t valueStride = 0;
    std::size_t componentStride = 0;
};

/// Where the values of all channels are, both in a clip's image and in the pose that is sampled.
struct ClipPlan {
    std::vector<ClipBatch> batches;  // sorted by time track
    std::vector<ClipBlock> blocks;
    std::vector<ClipPlace> places;  // by channel
    std::vector<PoseEntry> pose;    // by channel
    std::size_t valueCount = 0;
    std::size_t poseSize = 0;
};

/// Plans the layout of a clip. Preconditions: the channels' time tracks exist, their components fit their paths, and twice the total size
/// of all channels' values fits into memory.
[[nodiscard]] ClipPlan planClip(std::span<const ClipImageTrack> tracks, std::span<const ClipImageChannel> channels);

/// Computes the guesses of all blocks. Preconditions: `times` holds the key times of all tracks, the plan was made for these tracks, and
/// times rise within each track.
void guessKeys(std::span<const float> times, ClipPlan& inOutPlan);

/// Writes all plan.valueCount numbers of `outValues`. Precondition: the plan was made from the keys.
void writeClipValues(const ClipKeys& keys, const ClipPlan& plan, std::span<float> outValues);

}  // namespace armature
