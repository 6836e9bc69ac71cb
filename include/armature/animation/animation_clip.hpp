#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/channel_target.hpp>
#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

namespace armature {

class PackedClip;

/// Which part of its target a channel moves.
enum class ChannelPath {
    Translation,  ///< Three floats per key, in the parent's axes.
    Rotation,     ///< Four floats per key: a quaternion x, y, z, w.
    Scale,        ///< Three floats per key.
    Weights,      ///< One float per key for each morph target of the target node's meshes.
    Property,     ///< 1 to 16 floats per key: the member that ChannelTarget::property names, or a curve for the application.
};

/// How a channel interpolates between two keys.
enum class Interpolation {
    Step,         ///< The value of the last key at or before the time.
    Linear,       ///< In a straight line; rotations by slerp along the shorter arc.
    CubicSpline,  ///< Hermite; tangents are in units per second, rotations are normalised.
};

/// One animated property, in glTF's layout.
struct ARMATURE_API ChannelDescription {
    ChannelTarget target = {};                            ///< What the channel moves.
    ChannelPath path = ChannelPath::Translation;          ///< Which part of the target it moves.
    Interpolation interpolation = Interpolation::Linear;  ///< How values are interpolated between keys.
    std::size_t timeTrack = 0;                            ///< Index into ClipDescription::timeTracks.
    std::size_t components = 3;  ///< Floats per value: 3, 4, the number of morph targets, or 1 to 16 for a Property.
    /// `components` floats per key; for CubicSpline, three times as many: in-tangent, value, out-tangent.
    std::vector<float> values = {};
};

/// The description from which a clip is made.
struct ARMATURE_API ClipDescription {
    std::string name = {};                            ///< The clip's name, for players and Scene::findAnimationGroup(); need not be unique.
    std::vector<std::vector<float>> timeTracks = {};  ///< Key times in seconds. Per track: at least one, finite, >= 0, strictly increasing.
    std::vector<ChannelDescription> channels = {};    ///< At most one channel for each property of a target.
};

/// A view of the values of a clip's channel, in glTF's order, as in ChannelDescription::values. Valid as long as the clip.
class ARMATURE_API ChannelValues final {
public:
    ChannelValues() noexcept = default;  ///< Makes a view of no values.
    /// Makes a view of `count` values of `components` floats: component c of value v is first[v * valueStride + c * componentStride].
    ChannelValues(const float* first, std::size_t count, std::size_t components, std::size_t valueStride,
                  std::size_t componentStride) noexcept
        : first_(first), count_(count), components_(components), valueStride_(valueStride), componentStride_(componentStride)
    {}

    /// Number of floats.
    [[nodiscard]] std::size_t size() const noexcept { return count_ * components_; }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }  ///< True if there are no floats.
    /// The float at `index` in glTF's order. Precondition: index < size().
    [[nodiscard]] float operator[](std::size_t index) const noexcept { return at(index / components_, index % components_); }
    /// One component of a value. For CubicSpline, value 3k is the in-tangent of key k, value 3k + 1 its value, and value 3k + 2 its
    /// out-tangent. Precondition: both indices are in range.
    [[nodiscard]] float at(std::size_t value, std::size_t component) const noexcept
    {
        return first_[value * valueStride_ + component * componentStride_];
    }
    /// Copies all floats.
    [[nodiscard]] std::vector<float> toVector() const;

    friend bool operator==(const ChannelValues& a, const ChannelValues& b) noexcept;
    friend bool operator==(const ChannelValues& a, const std::vector<float>& b) noexcept;

private:
    const float* first_ = nullptr;
    std::size_t count_ = 0;
    std::size_t components_ = 1;
    std::size_t valueStride_ = 0;
    std::size_t componentStride_ = 0;
};

/// One animated property of a clip: a view that only the clip creates. Valid as long as the clip.
class ARMATURE_API AnimationChannel final {
public:
    const ChannelTarget& target;  ///< What the channel moves.
    ChannelPath path;             ///< Which part of the target the channel moves.
    Interpolation interpolation;  ///< How values are interpolated between keys.
    std::size_t timeTrack;        ///< Index into AnimationClip::timeTrack().
    std::size_t components;       ///< Floats per value.
    ChannelValues values;         ///< The keys' values.

    /// Returns a description for making the same channel in another clip. Copies the keys.
    [[nodiscard]] ChannelDescription describe() const;
};

/// Keyframed motion. Immutable, so one clip serves any number of players and threads.
///
/// Stores its keys once, in the order in which players sample them.
class ARMATURE_API AnimationClip final {
public:
    /// Checks `description` and makes a clip of it; merges equal time tracks and drops unused ones. Throws std::invalid_argument, naming
    /// the clip, the channel and the value, if times do not increase, a time track does not exist, the number of components or values is
    /// wrong, a number is not finite, a rotation has zero length, a target does not suit its path, or two channels animate the same
    /// property.
    ///
    /// Step and Linear rotations whose length is within 0.8 % of 1, the largest error from rounding to normalised bytes, are kept, sampled
    /// and applied unchanged, as in other glTF players. All other rotations are normalised.
    [[nodiscard]] static std::shared_ptr<const AnimationClip> create(ClipDescription description);

    ~AnimationClip();
    AnimationClip(const AnimationClip&) = delete;
    AnimationClip& operator=(const AnimationClip&) = delete;

    [[nodiscard]] const std::string& getName() const noexcept { return name_; }  ///< The name given in the description; may be empty.
    /// Time of the last key of any channel, in seconds; 0 for an empty clip. A clip plays from 0 to its duration.
    [[nodiscard]] double getDuration() const noexcept { return duration_; }
    [[nodiscard]] std::span<const AnimationChannel> channels() const noexcept { return channels_; }  ///< In the order of the description.
    /// The key times of a track, in seconds. Throws std::out_of_range if there is no such track.
    [[nodiscard]] std::span<const float> timeTrack(std::size_t index) const;
    [[nodiscard]] std::size_t timeTrackCount() const noexcept;  ///< Number of distinct time tracks that the channels use.
    /// Returns a description from which create() makes the same clip, bit for bit. Copies all keys.
    [[nodiscard]] ClipDescription describe() const;

    /// Samples one channel at the time `seconds`, exactly as glTF 2.0 (Appendix C) defines it, without resampling; rounding adds an error
    /// of up to 2e-7 of the largest input, 4e-7 for CUBICSPLINE. Before the first key and after the last key, the value of that key holds.
    /// Writes channels()[channel].components floats. Throws std::invalid_argument if `outValue` is shorter, std::out_of_range if there is
    /// no such channel. An AnimationGroup writes the same numbers, bit for bit. O(log keys).
    void sample(std::size_t channel, double seconds, std::span<float> outValue) const;

private:
    friend class ClipAccess;
    friend class ClipPlayer;

    AnimationClip(std::string name, std::shared_ptr<const std::vector<ChannelTarget>> targets, std::unique_ptr<const PackedClip> packed);

    std::string name_;
    std::shared_ptr<const std::vector<ChannelTarget>> targets_;  // by channel; clips of one file may share them
    std::unique_ptr<const PackedClip> packed_;                   // never null
    std::vector<AnimationChannel> channels_;
    double duration_ = 0.;
};

}  // namespace armature
