#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <armature/animation/animation_clip.hpp>

/// How a clip's numbers are laid out in one piece of memory, its image, which a file can hold as it is and a clip can use in place.
///
/// All numbers are little-endian and of fixed width. In this order, each part at a multiple of 64 bytes from the image's beginning, which
/// is itself aligned to 64: ClipImageHeader, a ClipImageTrack per time track, a ClipImageChannel per channel, the key times of all tracks,
/// the values (both floats). Gaps are zero. The place of each value follows from tracks and channels alone (planClip()), so an image has no
/// offsets that could lie.
namespace armature {

inline constexpr std::size_t clipImageAlignment = 64;

/// A channel's numbers wherever they lie, in glTF's order: see ChannelDescription.
struct ChannelKeys {
    ChannelPath path = ChannelPath::Translation;
    Interpolation interpolation = Interpolation::Linear;
    std::size_t timeTrack = 0;
    std::size_t components = 3;
    std::span<const float> values = {};
};

/// The numbers that an image is made from, in a description or in a file: they need to stay only until it is made.
struct ClipKeys {
    [[nodiscard]] static ClipKeys of(const ClipDescription& description);

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
    std::uint64_t timeCount = 0;   ///< Key times of all tracks.
    std::uint64_t valueCount = 0;  ///< As the plan says.
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

    /// Precondition: the header's counts are of things that fit into memory.
    [[nodiscard]] static ClipImageParts of(const ClipImageHeader& header) noexcept;
};

/// Whether a channel's numbers are independent of each other, however many they are: each is a lane of its own, and in a pose they lie side
/// by side.
[[nodiscard]] constexpr bool isRow(ChannelPath path) noexcept
{
    return path == ChannelPath::Weights || path == ChannelPath::Property;
}

/// Where a channel's value is in the pose that PackedClip::sample writes: component c is at first + c * step.
struct PoseEntry {
    std::size_t first = 0;
    std::size_t step = 0;
};

/// Lanes search keys by 32-bit numbers.
inline constexpr std::size_t mostTimes = 0x3FFF'FFFF;
inline constexpr std::size_t mostValues = 0xFFFF'FFFF;

/// Lanes of a block: as many as in the widest vector registers.
inline constexpr std::size_t blockLanes = 16;

/// Channels of one kind that share their key times, side by side: [key][tangent or value][component][lane]. Each number of a row
/// (isRow()) is a lane of its own.
struct ClipBatch {
    std::uint32_t timeTrack;
    ChannelPath path;
    Interpolation interpolation;
    std::size_t size;        // floats in one value: components * lanes
    std::size_t firstValue;  // in the values
    std::size_t firstPose;

    [[nodiscard]] std::size_t valuesPerKey() const noexcept { return interpolation == Interpolation::CubicSpline ? 3 : 1; }
};

/// Where the search for the key of a time begins, for each lane: key times are nearly even in most clips. The guess is int((min(max(time,
/// first), last) - first) * perSecond), computed in floats, less `early`; it is never after the key.
struct KeyGuesses {
    float first[blockLanes];  // times in seconds
    float last[blockLanes];
    float perSecond[blockLanes];  // keys
    std::uint32_t early[blockLanes];
};

/// Up to sixteen channels of one kind, each with its own key times, and each in glTF's order: [key][tangent or value][component]. In the
/// pose they are [component][lane].
struct ClipBlock {
    bool isRotation;  // otherwise three numbers
    Interpolation interpolation;
    std::uint32_t laneCount;
    std::size_t firstPose;
    std::uint32_t searchStep;  // half of a search's first interval, which holds all keys that a lane's guess can mean: a power of two
    // Lanes that do not exist have the first lane's.
    std::uint32_t timeTrack[blockLanes];
    std::uint32_t firstTime[blockLanes];  // in the times of all tracks
    std::uint32_t lastTime[blockLanes];
    std::uint32_t firstValue[blockLanes];
    KeyGuesses guesses;

    [[nodiscard]] std::size_t components() const noexcept { return isRotation ? 4 : 3; }
    [[nodiscard]] std::size_t valuesPerKey() const noexcept { return interpolation == Interpolation::CubicSpline ? 3 : 1; }
};

/// Where one channel's values are: ChannelValues' numbers.
struct ClipPlace {
    std::size_t firstValue = 0;
    std::size_t valueStride = 0;
    std::size_t componentStride = 0;
};

/// Where everything is in a clip's values and in its pose.
struct ClipPlan {
    std::vector<ClipBatch> batches;  // by time track
    std::vector<ClipBlock> blocks;
    std::vector<ClipPlace> places;  // by channel
    std::vector<PoseEntry> pose;    // by channel
    std::size_t valueCount = 0;
    std::size_t poseSize = 0;
};

/// Precondition: time tracks exist, components fit paths, and twice the numbers of all channels together fit into memory.
[[nodiscard]] ClipPlan planClip(std::span<const ClipImageTrack> tracks, std::span<const ClipImageChannel> channels);

/// Makes the guesses of all blocks. Preconditions: `times` are those of all tracks; the plan was made for them, and each track's rise.
void guessKeys(std::span<const float> times, ClipPlan& inOutPlan);

/// Writes all of `outValues`, plan.valueCount of them. Precondition: the plan was made from the keys.
void writeClipValues(const ClipKeys& keys, const ClipPlan& plan, std::span<float> outValues);

}  // namespace armature
