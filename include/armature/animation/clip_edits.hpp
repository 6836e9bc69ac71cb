#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include <armature/animation/animation_clip.hpp>
#include <armature/fwd.hpp>
#include <armature/skeleton/pose.hpp>

/// Clips made from clips. Each function leaves its source as it was and returns a new clip of the same name. "Exact" means that the new
/// clip moves as the old one between keys too, up to the rounding of floats; keys are added where that needs them.
namespace armature {

/// What is between `from` and `to` seconds, beginning at 0. Exact, for all interpolations: each channel gets keys at both ends. Before its
/// first and after its last key a channel holds their values. Throws std::invalid_argument unless 0 <= from < to <= duration.
[[nodiscard]] std::shared_ptr<const AnimationClip> trimClip(const AnimationClip& clip, double from, double to);

/// The motion backwards. Exact, except at the very instants at which a STEP jumps: it has the later value in both directions of time.
[[nodiscard]] std::shared_ptr<const AnimationClip> reverseClip(const AnimationClip& clip);

/// Where a moment of a clip goes when its time is warped.
struct TimeMark {
    double from = 0.;  ///< Seconds of the clip.
    double to = 0.;    ///< Seconds of the result.
};

/// The clip with another pace: the moment `from` of each mark comes at its `to`, and what is between two marks at an even pace. Exact; a
/// CUBICSPLINE keeps its shape. Marks ascend in both times, begin at {0, 0}, and the last one's `from` is the duration. Throws
/// std::invalid_argument otherwise.
[[nodiscard]] std::shared_ptr<const AnimationClip> warpClip(const AnimationClip& clip, std::span<const TimeMark> marks);

/// The whole clip at an even pace, so that it lasts `seconds`. Throws std::invalid_argument unless that is a positive number and the clip
/// has a duration.
[[nodiscard]] std::shared_ptr<const AnimationClip> setClipDuration(const AnimationClip& clip, double seconds);

/// Clips one after another. Channels belong together if they have one target, path and number of components. While a clip without the
/// channel plays, the last value before it holds, at the beginning the first value after it. Where one clip ends and the next begins
/// elsewhere, the motion jumps. Exact, except that slerp becomes a spline where another clip's channel is one: within 1e-6 radians.
/// Throws std::invalid_argument without clips or if one is null.
[[nodiscard]] std::shared_ptr<const AnimationClip> concatenateClips(const std::string& name,
                                                                    std::span<const std::shared_ptr<const AnimationClip>> clips);

/// Chooses channels; empty means all.
using ChannelFilter = std::function<bool(const AnimationChannel& channel)>;

/// Makes the last pose the first one: what is missing is added within the last `seconds`, at first slowly, then faster, then slowly (the
/// cubic 3 s^2 - 2 s^3). Rotations are turned on in the bone's own axes, the short way. Within that time a channel gets keys an eighth of
/// it apart; a STEP channel changes its last value only. Channels that `filter` rejects stay as they are: leave out the translation of a
/// root that travels. Throws std::invalid_argument unless 0 < seconds <= duration.
[[nodiscard]] std::shared_ptr<const AnimationClip> closeLoop(const AnimationClip& clip, double seconds, const ChannelFilter& filter = {});

/// The clip at a uniform rate: LINEAR keys, as close as possible to `framesPerSecond` apart, the last at the end; exact at the keys.
/// STEP channels stay STEP, with their jumps at the next frame. Throws std::invalid_argument unless the rate is positive and gives at most
/// 2^20 frames.
[[nodiscard]] std::shared_ptr<const AnimationClip> resampleClip(const AnimationClip& clip, double framesPerSecond);

/// Negates quaternions so that each key is in the half of its predecessor. LINEAR and STEP rotations stay the same; a CUBICSPLINE, which
/// glTF interpolates as it is written, goes the short way then.
[[nodiscard]] std::shared_ptr<const AnimationClip> alignRotationSigns(const AnimationClip& clip);

/// The motion reflected in the plane x = 0 of skeleton space, with sides exchanged, as mirrorPose() does it with one pose: what the left
/// arm did, the right arm does. Each bone moves relative to its rest as its counterpart's mirror image does, so bones' axes need not be
/// symmetric. Exact, and the mirror image of the clip, where rest poses are symmetric, no rest is mirrored or scaled unevenly, and
/// counterparts have parents that are counterparts. Scales follow the axes that a mirrored axis is closest to. Curves for the application
/// whose name has one side as a word of its own get the other one; channels that move no bone of the skeleton stay as they are, after the
/// others. Throws std::invalid_argument if the map does not fit the skeleton.
[[nodiscard]] std::shared_ptr<const AnimationClip> mirrorClip(const AnimationClip& clip, Skeleton& skeleton, const MirrorMap& map);

/// Undoes makeAdditiveClip(): the clip whose differences to the pose of `reference` at `seconds` are those of `additive`. Channels that the
/// reference lacks stay differences to the identity. Exact.
[[nodiscard]] std::shared_ptr<const AnimationClip> restoreFromAdditive(const AnimationClip& additive, const AnimationClip& reference,
                                                                       double seconds = 0.);

}  // namespace armature
