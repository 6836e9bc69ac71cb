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

/// How many frames anything is sampled at, at most.
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

/// What a clip moves of one skeleton.
struct SkeletonChannels {
    std::vector<BoneChannels> bones;  ///< In the order of Skeleton::bones().
    std::vector<UnboundChannel> unbound;
};

[[nodiscard]] SkeletonChannels findSkeletonChannels(const AnimationClip& clip, const Skeleton& skeleton);

/// Throws std::invalid_argument that names the clip, the skeleton and the nearest names if none of the clip's channels has a target there.
void requireTargets(const AnimationClip& clip, std::span<const UnboundChannel> unbound, const Skeleton& skeleton);

/// An interval in which a channel jumps from an old value to a new one; at a STEP its ends coincide.
struct ClipJump {
    double begin = 0.;
    double end = 0.;
};

/// Appends the intervals in which a channel jumps from one value to another; returns whether there are any.
bool appendJumps(const AnimationClip& clip, const AnimationChannel& channel, std::vector<ClipJump>& jumps);

/// What a clip is baked from: where bones get their pose, which of them are baked, and at what times. Keeps a reference to the clip.
struct BakeSource {
    static constexpr std::size_t noBone = static_cast<std::size_t>(-1);

    /// Checks everything that BakedClip::create() promises to check, except the rate.
    BakeSource(const AnimationClip& exactClip, const Skeleton& skeleton, const BakeOptions& options);

    /// The local pose of one bone in the clip, by its number in the skeleton's bones().
    [[nodiscard]] Transform sample(std::size_t bone, double seconds) const { return channels[bone].sample(clip, seconds); }

    /// The rates to try, in order: see BakeOptions::framesPerSecond.
    [[nodiscard]] std::vector<double> ratesToTry(const BakeOptions& options, Budget& budget) const;
    /// Lays out the frames. Throws std::invalid_argument for an impossible rate.
    void setRate(double rate);
    /// Whether anything jumps on the way to the frame at `seconds` or, if no frame is there, to the next one.
    [[nodiscard]] bool jumpsBefore(double seconds) const;

    const AnimationClip& clip;
    std::vector<BoneChannels> channels;   ///< Channels of all bones of the skeleton, in the order of bones().
    std::vector<std::size_t> parents;     ///< Parents of the bones, in the same order; noBone without parent.
    std::vector<std::size_t> baked;       ///< Numbers of the baked bones, in their order.
    std::vector<std::size_t> involved;    ///< These and all above them, parents first.
    std::vector<UnboundChannel> unbound;  ///< Channels that move no bone of the skeleton.
    std::vector<double> keyTimes;         ///< Key times of everything that moves an involved bone: ascending, without repetition.
    std::vector<double> frameTimes;       ///< At least one. Those that meet a key up to rounding are that key's time.
    double framesPerSecond = 0.;
    std::vector<ClipJump> jumps;     ///< Jumps of everything that moves an involved bone, by their ends.
    std::vector<bool> hasJumpAbove;  ///< For each bone of the skeleton: whether it or one above it jumps.
    double size = 0.;                ///< Diagonal of the box around the bones at rest.

private:
    void chooseBones(const Skeleton& skeleton, const BakeOptions& options);
    void collectKeys();
    void collectJumps();
    void measureRest();
    /// The smallest number of frames, each 1/480 to 1/30 s long, at which every key is a frame; 0 if there is none.
    [[nodiscard]] double intervalsOfAllKeys(Budget& budget) const;
    /// Time tracks of what moves involved bones.
    [[nodiscard]] std::vector<std::size_t> usedTracks() const;
    /// The rate of the smallest distance between two keys of a track that is at least 1/240 s; 0 if no track has two keys.
    [[nodiscard]] double keysPerSecond() const;
};

struct BakeSource;

/// BakedClip::create(), charging a budget before each rate that is tried. Throws OverBudget, too.
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

/// The same for poses from anywhere, measured at `times`, which ascend, and between them.
[[nodiscard]] BakeErrors measurePoseError(const BakeSource& source, double radius, std::span<const double> times,
                                          const PoseSampler& sample);

}  // namespace armature
