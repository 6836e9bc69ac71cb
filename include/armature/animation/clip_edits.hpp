#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include <armature/animation/animation_clip.hpp>
#include <armature/fwd.hpp>
#include <armature/skeleton/pose.hpp>

/// Clips made from clips. Each function leaves its source as it was and returns a new clip of the same name. "Exact" means that the new
/// clip moves as the old one does between keys too, up to the rounding of floats; keys are added where that needs them.
namespace armature {

/// Cuts out what is between `from` and `to` seconds; the result begins at 0. Exact, for all interpolations: each channel gets keys at both
/// ends. Before its first and after its last key a channel holds that key's value. Throws std::invalid_argument unless 0 <= from < to <=
/// duration.
[[nodiscard]] std::shared_ptr<const AnimationClip> trimClip(const AnimationClip& clip, double from, double to);

/// Plays the motion backwards. Exact, except at the very instants at which a STEP jumps, where both clips have the value of the later time.
[[nodiscard]] std::shared_ptr<const AnimationClip> reverseClip(const AnimationClip& clip);

/// Where a moment of a clip is moved to when its time is warped.
struct TimeMark {
    double from = 0.;  ///< Seconds in the clip.
    double to = 0.;    ///< Seconds in the result.
};

/// Changes the pace of a clip: the moment `from` of each mark moves to its `to`, and time between two marks is stretched evenly. Exact; a
/// CUBICSPLINE keeps its shape. Marks ascend in both times, begin at {0, 0}, and the last one's `from` is the duration. Throws
/// std::invalid_argument otherwise.
[[nodiscard]] std::shared_ptr<const AnimationClip> warpClip(const AnimationClip& clip, std::span<const TimeMark> marks);

/// Stretches the whole clip evenly so that it lasts `seconds`. Throws std::invalid_argument unless that is a positive number and the clip
/// has a duration.
[[nodiscard]] std::shared_ptr<const AnimationClip> setClipDuration(const AnimationClip& clip, double seconds);

/// Joins clips one after another. Channels belong together if they have one target, path and number of components. While a clip without the
/// channel plays, the last value before it holds, or at the beginning the first value after it. If a clip begins elsewhere than where the
/// one before it ends, the motion jumps. Exact, except that slerp becomes a spline where another clip's channel is one: within 1e-6
/// radians. Throws std::invalid_argument without clips or if one is null.
[[nodiscard]] std::shared_ptr<const AnimationClip> concatenateClips(const std::string& name,
                                                                    std::span<const std::shared_ptr<const AnimationClip>> clips);

/// Chooses channels; an empty filter chooses all.
using ChannelFilter = std::function<bool(const AnimationChannel& channel)>;

/// Makes the last pose equal the first one: the difference is added within the last `seconds`, slowly, then faster, then slowly (the cubic
/// 3 s^2 - 2 s^3). Rotations are added in the bone's own axes, the short way. Within that time a channel gets keys an eighth of it apart; a
/// STEP channel changes its last value only. Channels that `filter` rejects stay as they are: leave out the translation of a root that
/// travels. Throws std::invalid_argument unless 0 < seconds <= duration.
[[nodiscard]] std::shared_ptr<const AnimationClip> closeLoop(const AnimationClip& clip, double seconds, const ChannelFilter& filter = {});

/// Resamples the clip at a uniform rate: LINEAR keys, as close as possible to `framesPerSecond`, the last at the end; exact at the keys.
/// STEP channels stay STEP, with their jumps at the next frame. Throws std::invalid_argument unless the rate is positive and gives at most
/// 2^20 frames.
[[nodiscard]] std::shared_ptr<const AnimationClip> resampleClip(const AnimationClip& clip, double framesPerSecond);

/// Negates quaternions so that each key is in the half-space of its predecessor. LINEAR and STEP rotations do not change; a CUBICSPLINE,
/// whose components glTF interpolates as they are written, then goes the short way.
[[nodiscard]] std::shared_ptr<const AnimationClip> alignRotationSigns(const AnimationClip& clip);

/// Reflects the motion in the plane x = 0 of skeleton space, with sides exchanged, as mirrorPose() does with one pose: the right arm does
/// what the left arm did. Each bone moves relative to its rest as the mirror image of its counterpart does, so the bones' axes need not be
/// symmetric. Exact if rest poses are symmetric, no rest is mirrored or scaled unevenly, and the parents of counterparts are counterparts.
/// Scales are given to the axes that are closest to the mirrored ones. Application curves whose name contains one side as a word of its own
/// are renamed to the other side; channels that move no bone of the skeleton are kept as they are, after the others. Throws
/// std::invalid_argument if the map does not fit the skeleton.
[[nodiscard]] std::shared_ptr<const AnimationClip> mirrorClip(const AnimationClip& clip, Skeleton& skeleton, const MirrorMap& map);

/// Undoes makeAdditiveClip(): returns the clip whose differences from the pose of `reference` at `seconds` are `additive`. Channels that
/// the reference lacks stay differences from the identity. Exact.
[[nodiscard]] std::shared_ptr<const AnimationClip> restoreFromAdditive(const AnimationClip& additive, const AnimationClip& reference,
                                                                       double seconds = 0.);

}  // namespace armature
