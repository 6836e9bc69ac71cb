#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/math/transform.hpp>

#include "base/budget.hpp"

namespace armature {

/// The most frames at which anything is sampled.
inline constexpr double largestFrameCount = 1 << 20;

/// A bone and the channels of a clip that move it.
struct BoneChannels {
    std::optional<std::size_t> translation;
    std::optional<std::size_t> rotation;
    std::optional<std::size_t> scale;
    Transform rest;  ///< Without shear.

    /// The local pose at a time: the values of AnimationClip::sample, and the rest pose for parts without a channel.
    [[nodiscard]] Transform sample(const AnimationClip& clip, double seconds) const;
};

/// The channels of a clip that move one skeleton.
struct SkeletonChannels {
    std::vector<BoneChannels> bones;  ///< In the order of Skeleton::bones().
    std::vector<UnboundChannel> unbound;
};

[[nodiscard]] SkeletonChannels findSkeletonChannels(const AnimationClip& clip, const Skeleton& skeleton);

/// Throws std::invalid_argument that names the clip, the skeleton and the nearest names if the clip has channels that move bones, but none
/// of them has a target in the skeleton.
void requireTargets(const AnimationClip& clip, std::span<const UnboundChannel> unbound, const Skeleton& skeleton);

/// An interval in which a channel jumps from an old value to a new one; at a STEP its ends coincide.
struct ClipJump {
    double begin = 0.;
    double end = 0.;
};

/// Appends the intervals in which a channel jumps from one value to another; returns whether there are any.
bool appendJumps(const AnimationClip& clip, const AnimationChannel& channel, std::vector<ClipJump>& jumps);

/// The source of a baked clip: where bones get their pose, which bones are baked, and at what times. Keeps a reference to the clip.
struct BakeSource {
    static constexpr std::size_t noBone = static_cast<std::size_t>(-1);

    /// Checks everything that BakedClip::create() promises to check, except the rate.
    BakeSource(const AnimationClip& exactClip, const Skeleton& skeleton, const BakeOptions& options);

    /// Returns the clip's local pose of one bone, by its number in the skeleton's bones().
    [[nodiscard]] Transform sample(std::size_t bone, double seconds) const { return channels[bone].sample(clip, seconds); }

    /// The rates to try, in order: see BakeOptions::framesPerSecond.
    [[nodiscard]] std::vector<double> ratesToTry(const BakeOptions& options, Budget& budget) const;
    /// Lays out the frames. Throws std::invalid_argument for an impossible rate.
    void setRate(double rate);
    /// Whether anything jumps between the previous frame and the frame at `seconds` or, if no frame is there, the next frame.
    [[nodiscard]] bool jumpsBefore(double seconds) const;

    const AnimationClip& clip;
    std::vector<BoneChannels> channels;   ///< Channels of all bones of the skeleton, in the order of bones().
    std::vector<std::size_t> parents;     ///< Parents of the bones, in the same order; noBone without parent.
    std::vector<std::size_t> baked;       ///< Numbers of the baked bones, in their order.
    std::vector<std::size_t> involved;    ///< The baked bones and all above them, parents first.
    std::vector<UnboundChannel> unbound;  ///< Channels that move no bone of the skeleton.
    std::vector<double> keyTimes;         ///< Key times of everything that moves an involved bone: ascending, without repetition.
    std::vector<double> frameTimes;       ///< At least one. A frame that meets a key up to rounding has that key's time.
    double framesPerSecond = 0.;
    std::vector<ClipJump> jumps;     ///< Jumps of everything that moves an involved bone, sorted by their ends.
    std::vector<bool> hasJumpAbove;  ///< For each bone of the skeleton: whether it or one above it jumps.
    double size = 0.;                ///< Diagonal of the box around the bones at rest.

private:
    void chooseBones(const Skeleton& skeleton, const BakeOptions& options);
    void collectKeys();
    void collectJumps();
    void measureRest();
    /// Returns the smallest number of frames, each 1/480 to 1/30 s long, such that every key is at a frame; 0 if there is none.
    [[nodiscard]] double intervalsOfAllKeys(Budget& budget) const;
    /// Returns the time tracks of channels that move involved bones.
    [[nodiscard]] std::vector<std::size_t> usedTracks() const;
    /// Returns the rate of the smallest distance between two keys of a track that is at least 1/240 s; 0 if no track has two keys, 240 if
    /// all keys are closer.
    [[nodiscard]] double keysPerSecond() const;
};

struct BakeSource;

/// Does what BakedClip::create() does, charging a budget before each rate that is tried. Throws OverBudget, too.
[[nodiscard]] std::shared_ptr<const BakedClip> bakeWithin(Budget& budget, const AnimationClip& clip, const Skeleton& skeleton,
                                                          const BakeOptions& options);

/// Errors with and without the frames in which channels jump.
struct BakeErrors {
    BakeError whole;
    BakeError smooth;
};

/// See BakedClip::getError(). O(bones * (keys + frames)).
[[nodiscard]] BakeErrors measureBakeError(const BakedClip& baked, const BakeSource& source, double radius);

/// Writes the local poses of the baked bones at a time, in the order of BakeSource::baked.
using PoseSampler = std::function<void(double seconds, std::span<Transform> outBones)>;

/// Measures the errors of poses from anywhere, at `times`, which ascend, and between them.
[[nodiscard]] BakeErrors measurePoseError(const BakeSource& source, double radius, std::span<const double> times,
                                          const PoseSampler& sample);

}  // namespace armature
