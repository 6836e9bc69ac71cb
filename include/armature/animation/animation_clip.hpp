#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/channel_target.hpp>
#include <armature/fwd.hpp>

namespace armature {

class PackedClip;

enum class ChannelPath {
    Translation,  ///< Three floats a key, in the parent's axes.
    Rotation,     ///< Four floats a key: a quaternion x, y, z, w.
    Scale,        ///< Three floats a key.
    Weights,      ///< One float for each morph target of the meshes at the target node.
};

enum class Interpolation {
    Step,         ///< The value of the key at or before the time.
    Linear,       ///< Straight line; for rotations slerp, the short way.
    CubicSpline,  ///< Hermite with the keys' tangents in units per second; rotations are normalised.
};

/// One animated property, in the layout of glTF.
struct ChannelDescription {
    ChannelTarget target = {};
    ChannelPath path = ChannelPath::Translation;
    Interpolation interpolation = Interpolation::Linear;
    std::size_t timeTrack = 0;   ///< Into ClipDescription::timeTracks.
    std::size_t components = 3;  ///< Floats in one value: 3, 4 or the number of morph targets.
    /// components floats a key; for CubicSpline three times that: in-tangent, value, out-tangent.
    std::vector<float> values = {};
};

/// What a clip is made from.
struct ClipDescription {
    std::string name = {};
    std::vector<std::vector<float>> timeTracks = {};  ///< Key times in seconds: finite, not negative, strictly increasing, at least one.
    std::vector<ChannelDescription> channels = {};
};

/// The numbers of a channel of a clip, where the clip keeps them: read in glTF's order, as ChannelDescription::values has them. A view;
/// good as long as the clip.
class ChannelValues final {
public:
    ChannelValues() noexcept = default;
    /// `count` values of `components` floats: component c of value v is first[v * valueStride + c * componentStride].
    ChannelValues(const float* first, std::size_t count, std::size_t components, std::size_t valueStride,
                  std::size_t componentStride) noexcept
        : first_(first), count_(count), components_(components), valueStride_(valueStride), componentStride_(componentStride)
    {}

    /// Floats.
    [[nodiscard]] std::size_t size() const noexcept { return count_ * components_; }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// One of size() floats. Precondition: it is there.
    [[nodiscard]] float operator[](std::size_t index) const noexcept { return at(index / components_, index % components_); }
    /// A component of a value (for CubicSpline: value 3k is key k's in-tangent, 3k + 1 its value, 3k + 2 its out-tangent). Precondition: it
    /// is there.
    [[nodiscard]] float at(std::size_t value, std::size_t component) const noexcept
    {
        return first_[value * valueStride_ + component * componentStride_];
    }
    /// All of them.
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

/// One animated property of a clip: a view, good as long as the clip, which alone makes it.
class AnimationChannel final {
public:
    const ChannelTarget& target;
    ChannelPath path;
    Interpolation interpolation;
    std::size_t timeTrack;   ///< Into AnimationClip::timeTrack().
    std::size_t components;  ///< Floats in one value.
    ChannelValues values;

    /// What a channel of another clip can be made from.
    [[nodiscard]] ChannelDescription describe() const;
};

/// Key-framed motion. Immutable, so one clip serves any number of players and threads.
///
/// Holds its keys once, in the order in which players sample them.
class AnimationClip final {
public:
    /// Checks and takes over `description`. Equal time tracks are merged, unused ones dropped. Throws std::invalid_argument that names the
    /// clip, the channel and the value: times not increasing, a wrong number of values, numbers that are not finite, a rotation of length
    /// zero, two channels for one property.
    ///
    /// Step and Linear rotations within 0.8 % of unit length, which is what rounding to normalised bytes can do, stay as they are and are
    /// sampled and applied like that, as other players of glTF do; longer and shorter ones are made unit.
    [[nodiscard]] static std::shared_ptr<const AnimationClip> create(ClipDescription description);

    ~AnimationClip();
    AnimationClip(const AnimationClip&) = delete;
    AnimationClip& operator=(const AnimationClip&) = delete;

    [[nodiscard]] const std::string& getName() const noexcept { return name_; }
    /// Time of the last key of any channel, in seconds; 0 for an empty clip. A clip plays from 0 to here.
    [[nodiscard]] double getDuration() const noexcept { return duration_; }
    [[nodiscard]] std::span<const AnimationChannel> channels() const noexcept { return channels_; }
    /// Key times in seconds. std::out_of_range if there is no such track.
    [[nodiscard]] std::span<const float> timeTrack(std::size_t index) const;
    [[nodiscard]] std::size_t timeTrackCount() const noexcept;
    /// What create() makes this clip from, bit for bit: copies all keys.
    [[nodiscard]] ClipDescription describe() const;

    /// The value of one channel at a time in seconds, exactly as glTF 2.0 (Appendix C) defines it, nothing resampled; rounding adds up to
    /// 2e-7 of the largest number that goes in, 4e-7 for CUBICSPLINE. Before the first and after the last key it holds that key's value.
    /// Writes channels()[channel].components floats; a shorter span throws std::invalid_argument, a channel that is not there
    /// std::out_of_range. AnimationGroup writes the same numbers, bit for bit. O(log keys).
    void sample(std::size_t channel, double seconds, std::span<float> outValue) const;

private:
    friend class AnimationGroup;
    friend class AnimationLayer;
    friend class ClipAccess;

    AnimationClip(std::string name, std::shared_ptr<const std::vector<ChannelTarget>> targets, std::unique_ptr<const PackedClip> packed);

    std::string name_;
    std::shared_ptr<const std::vector<ChannelTarget>> targets_;  // by channel; clips of one file may share them
    std::unique_ptr<const PackedClip> packed_;                   // never null
    std::vector<AnimationChannel> channels_;
    double duration_ = 0.;
};

}  // namespace armature
