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

/// Key-framed motion. Immutable, so one clip serves any number of players and threads.
///
/// Holds the keys twice: as described, and in the order in which groups sample them.
class AnimationClip final {
public:
    /// Checks and takes over `description`. Equal time tracks are merged, unused ones dropped. Throws std::invalid_argument that names the
    /// clip, the channel and the value: times not increasing, a wrong number of values, numbers that are not finite, a rotation of length
    /// zero, two channels for one property.
    ///
    /// Step and Linear rotations within 0.8 % of unit length, which is what rounding to normalised bytes can do, stay as they are and are
    /// sampled and applied like that, as other players of glTF do; longer and shorter ones are made unit.
    [[nodiscard]] static std::shared_ptr<const AnimationClip> create(ClipDescription description);

    [[nodiscard]] const std::string& getName() const noexcept { return description_.name; }
    /// Time of the last key of any channel, in seconds; 0 for an empty clip. A clip plays from 0 to here.
    [[nodiscard]] double getDuration() const noexcept { return duration_; }
    [[nodiscard]] std::span<const ChannelDescription> channels() const noexcept { return description_.channels; }
    [[nodiscard]] std::span<const float> timeTrack(std::size_t index) const { return description_.timeTracks.at(index); }
    [[nodiscard]] std::size_t timeTrackCount() const noexcept { return description_.timeTracks.size(); }

    /// The value of one channel at a time in seconds, exactly as glTF 2.0 (Appendix C) defines it, nothing resampled; rounding adds up to
    /// 2e-7 of the largest number that goes in, 4e-7 for CUBICSPLINE. Before the first and after the last key it holds that key's value.
    /// Writes channels()[channel].components floats; a shorter span throws std::invalid_argument, a channel that is not there
    /// std::out_of_range. AnimationGroup writes the same numbers, bit for bit. O(log keys).
    void sample(std::size_t channel, double seconds, std::span<float> outValue) const;

private:
    friend class AnimationGroup;
    friend class AnimationLayer;

    explicit AnimationClip(ClipDescription description);

    ClipDescription description_;
    std::shared_ptr<const PackedClip> packed_;  // never null
    double duration_ = 0.;
};

}  // namespace armature
