#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/base/export.hpp>
#include <armature/math/transform.hpp>

#include "animation/baking/kernels/placement_kernels.hpp"
#include "animation/clip/packed_clip.hpp"
#include "base/budget.hpp"

namespace armature {

/// Limit on the number of frames that are sampled.
inline constexpr double largestFrameCount = 1 << 20;

/// The channels of a clip that move one bone, and the bone's rest pose.
struct BoneChannels {
    std::optional<std::size_t> translation;
    std::optional<std::size_t> rotation;
    std::optional<std::size_t> scale;
    Transform rest;  ///< The rest pose, without shear.

    /// Returns the channel for `path`, which is Translation, Rotation or Scale.
    [[nodiscard]] std::optional<std::size_t>& part(ChannelPath path) noexcept
    {
        return path == ChannelPath::Translation ? translation : path == ChannelPath::Rotation ? rotation : scale;
    }
    /// Returns the bone's local pose at a time: values as AnimationClip::sample() gives them, and rest values for parts without a channel.
    [[nodiscard]] Transform sample(const AnimationClip& clip, double seconds) const;
};

/// The channels of a clip that move one skeleton.
struct SkeletonChannels {
    std::vector<BoneChannels> bones;  ///< In the order of Skeleton::bones().
    std::vector<UnboundChannel> unbound;
};

/// Samples all bones of a skeleton at once. Gives the same bits as BoneChannels::sample() for each bone, in a fraction of the time; fastest
/// if times ascend.
class SkeletonSampler {
public:
    /// Keeps a reference to the clip.
    SkeletonSampler(const AnimationClip& clip, std::span<const BoneChannels> bones);

    /// Returns the local poses of all bones, in the order of `bones`. Valid until the next call.
    [[nodiscard]] std::span<const Transform> sample(double seconds);
    /// Samples the parts that have channels into the lane `lane` of each bone.
    void sample(double seconds, std::size_t lane, std::span<LocalMoments> outBones);

private:
    /// The translation, rotation or scale of one bone, and its entry in the sampled pose.
    struct Part {
        std::size_t bone = 0;
        ChannelPath path = ChannelPath::Translation;
        PoseEntry entry = {};
    };

    const PackedClip& clip_;
    ClipCursors cursors_;
    std::vector<float> pose_;
    std::vector<Part> parts_;
    std::vector<Transform> bones_;
};

[[nodiscard]] SkeletonChannels findSkeletonChannels(const AnimationClip& clip, const Skeleton& skeleton);

/// Throws std::invalid_argument if the clip has channels that move bones, but none of them has a target in the skeleton. The message names
/// the clip, the skeleton and the nearest names.
void requireTargets(const AnimationClip& clip, std::span<const UnboundChannel> unbound, const Skeleton& skeleton);

/// An interval in which a channel jumps from an old value to a new one. At a STEP key, `begin` and `end` are equal. In other channels, they
/// are two neighbouring keys less than 1/240 s apart.
struct ClipJump {
    double begin = 0.;
    double end = 0.;
};

/// Appends the intervals in which a channel jumps from one value to another; returns whether there are any.
bool appendJumps(const AnimationClip& clip, const AnimationChannel& channel, std::vector<ClipJump>& jumps);

/// The source of a baked clip: where bones get their pose, which bones are baked, and at what times. Keeps a reference to the clip.
struct BakeSource {
    static constexpr std::size_t noBone = static_cast<std::size_t>(-1);

    /// Finds the channels, bones, keys and jumps. Throws std::invalid_argument for a radius that is not a positive number, for a bone of
    /// another skeleton, and for a bone that the options name twice.
    BakeSource(const AnimationClip& exactClip, const Skeleton& skeleton, const BakeOptions& options);

    /// Returns a sampler of the local poses that the clip gives to the skeleton's bones().
    [[nodiscard]] SkeletonSampler sampler() const { return {clip, channels}; }

    /// Returns the rates to try, in order: see BakeOptions::framesPerSecond.
    [[nodiscard]] std::vector<double> ratesToTry(const BakeOptions& options, Budget& budget) const;
    /// Sets the rate, adjusted so that a whole number of intervals fills the clip, and computes the times of the frames. Throws
    /// std::invalid_argument if the rate is not a positive number, or if there would be more than largestFrameCount frames.
    void setRate(double rate);
    /// Whether anything jumps in the interval that ends with the frame at `seconds` or, if no frame is there, with the next frame.
    [[nodiscard]] bool jumpsBefore(double seconds) const;

    const AnimationClip& clip;
    std::vector<BoneChannels> channels;   ///< Channels of all bones of the skeleton, in the order of bones().
    std::vector<std::size_t> parents;     ///< Parent of each bone, in the same order; noBone for a root.
    std::vector<std::size_t> baked;       ///< Indices of the baked bones, in the order in which they are baked.
    std::vector<std::size_t> involved;    ///< The baked bones and all bones above them, parents first.
    std::vector<UnboundChannel> unbound;  ///< Channels that move no bone of the skeleton.
    std::vector<double> keyTimes;         ///< Key times of all channels that move an involved bone: ascending, without repetition.
    std::vector<double> frameTimes;       ///< At least one. A frame that coincides with a key up to rounding has the key's time.
    double framesPerSecond = 0.;
    std::vector<ClipJump> jumps;     ///< Jumps of all channels that move an involved bone, sorted by their ends.
    std::vector<bool> hasJumpAbove;  ///< For each bone of the skeleton: whether the bone or a bone above it jumps.
    double size = 0.;                ///< Diagonal of the box around the involved bones in the rest pose.

private:
    void chooseBones(const Skeleton& skeleton, const BakeOptions& options);
    void collectKeys();
    void collectJumps();
    void measureRest();
    /// Returns the smallest number of intervals, each 1/480 s to 1/30 s long, such that every key coincides with a frame; 0 if there is no
    /// such number.
    [[nodiscard]] double intervalsOfAllKeys(Budget& budget) const;
    /// Returns the time tracks of channels that move involved bones.
    [[nodiscard]] std::vector<std::size_t> usedTracks() const;
    /// Returns one over the smallest distance between neighbouring keys of a track, ignoring distances below 1/240 s; 0 if no track has two
    /// keys, 240 if all distances are smaller.
    [[nodiscard]] double keysPerSecond() const;
};

/// Does what BakedClip::create() does, and charges the budget before each rate that it tries. Throws OverBudget, too, if the budget does
/// not suffice.
[[nodiscard]] ARMATURE_PRIVATE_API std::shared_ptr<const BakedClip> bakeWithin(Budget& budget, const AnimationClip& clip,
                                                                               const Skeleton& skeleton, const BakeOptions& options);

/// Errors of the whole clip, and errors without the frames in which channels jump.
struct BakeErrors {
    BakeError whole;
    BakeError smooth;
};

/// Measures the errors of a baked clip: see BakedClip::getError(). O(bones * (keys + frames)).
[[nodiscard]] BakeErrors measureBakeError(const BakedClip& baked, const BakeSource& source, double radius);

/// Writes the local poses of the baked bones at a time into one lane. `outBones` is indexed by bone of the skeleton; its numbers are those
/// of the rest pose at first, and then those that were written last.
using PoseSampler = std::function<void(double seconds, std::size_t lane, std::span<LocalMoments> outBones)>;

/// Measures the errors of poses in skeleton space, with the same memory again and again.
class PoseErrors {
public:
    /// Keeps a reference to the source.
    PoseErrors(const BakeSource& source, double radius);
    PoseErrors(const PoseErrors&) = delete;
    PoseErrors& operator=(const PoseErrors&) = delete;
    ~PoseErrors();

    /// Measures the poses that `sample` writes, at `times` alone.
    [[nodiscard]] BakeErrors at(std::span<const double> times, const PoseSampler& sample);
    /// Measures the poses that `sample` writes, at and between `times`, which must ascend.
    [[nodiscard]] BakeErrors between(std::span<const double> times, const PoseSampler& sample);

private:
    class State;

    const BakeSource& source_;
    std::unique_ptr<State> state_;
};

}  // namespace armature
