#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include <armature/animation/animation_clip.hpp>
#include <armature/fwd.hpp>
#include <armature/skeleton/pose.hpp>

/// Functions that make clips from clips. Each leaves its source unchanged and returns a new clip, of the same name unless it takes one.
/// "Exact" means that the new clip moves like the old one between keys too, up to float rounding; keys are added where needed.
namespace armature {

/// Keeps the span from `from` to `to` seconds; the result begins at 0. Exact for all interpolations: each channel gets keys at both ends.
/// Before its first and after its last key a channel holds that key's value. Throws std::invalid_argument unless 0 <= from < to <=
/// duration.
[[nodiscard]] std::shared_ptr<const AnimationClip> trimClip(const AnimationClip& clip, double from, double to);

/// Reverses the motion. Exact, except at the very instants at which a STEP channel jumps: there both clips have the value of the later
/// time.
[[nodiscard]] std::shared_ptr<const AnimationClip> reverseClip(const AnimationClip& clip);

/// Maps a moment of a clip to a moment of the warped clip.
struct TimeMark {
    double from = 0.;  ///< Seconds in the clip.
    double to = 0.;    ///< Seconds in the result.
};

/// Changes the pace of a clip: the moment `from` of each mark moves to its `to`, and time between two marks is stretched evenly. Exact; a
/// CUBICSPLINE keeps its shape. Throws std::invalid_argument unless the marks ascend in both times, the first is {0, 0}, and the last one's
/// `from` is the clip's duration.
[[nodiscard]] std::shared_ptr<const AnimationClip> warpClip(const AnimationClip& clip, std::span<const TimeMark> marks);

/// Stretches the whole clip evenly so that it lasts `seconds`. Throws std::invalid_argument unless `seconds` is a positive number and the
/// clip has a duration.
[[nodiscard]] std::shared_ptr<const AnimationClip> setClipDuration(const AnimationClip& clip, double seconds);

/// Joins clips end to end. Channels with the same target, path and number of components become one. Where a clip lacks a channel, the last
/// value before that clip holds, or at the beginning, the first value after it. If a clip does not begin in the pose in which the previous
/// one ends, the motion jumps. Exact, except that slerp becomes a spline, within 1e-6 radians, if the same channel is a spline in another
/// clip. Throws std::invalid_argument if there are no clips or one is null.
[[nodiscard]] std::shared_ptr<const AnimationClip> concatenateClips(const std::string& name,
                                                                    std::span<const std::shared_ptr<const AnimationClip>> clips);

/// Selects channels; an empty filter selects all.
using ChannelFilter = std::function<bool(const AnimationChannel& channel)>;

/// Makes the last pose equal to the first: adds the difference over the last `seconds`, easing in and out (the cubic 3 s^2 - 2 s^3).
/// Rotations are added in the bone's own axes, the shorter way. Within that time a channel gets keys an eighth of it apart; a STEP channel
/// changes only its last value. Channels that `filter` rejects stay unchanged: reject the translation of a root that travels. Throws
/// std::invalid_argument unless 0 < seconds <= duration.
[[nodiscard]] std::shared_ptr<const AnimationClip> closeLoop(const AnimationClip& clip, double seconds, const ChannelFilter& filter = {});

/// Resamples the clip with LINEAR keys at a uniform rate, exact at these keys. The rate is as close to `framesPerSecond` as possible with
/// the last key at the end. STEP channels stay STEP, with each jump moved to the next frame. Throws std::invalid_argument unless the rate
/// is positive and gives at most 2^20 frames.
[[nodiscard]] std::shared_ptr<const AnimationClip> resampleClip(const AnimationClip& clip, double framesPerSecond);

/// Negates quaternions so that each key is in the same half-space as the key before. The motion of LINEAR and STEP rotations does not
/// change; a CUBICSPLINE, whose components glTF interpolates as written, then goes the shorter way.
[[nodiscard]] std::shared_ptr<const AnimationClip> alignRotationSigns(const AnimationClip& clip);

/// Reflects the motion in the plane x = 0 of skeleton space, with sides exchanged, as mirrorPose() does with one pose: the right arm does
/// what the left arm did. Each bone moves relative to its rest pose as the mirror image of its counterpart does, so the bones' axes need
/// not be symmetric. Exact if rest poses are symmetric, none is mirrored or scaled unevenly, and the parents of counterparts are
/// counterparts. Scales are assigned to the axes closest to the mirrored ones. Application curves whose name contains one side as a
/// separate word are renamed to the other side; channels that move no bone of the skeleton are kept unchanged, after the others. Throws
/// std::invalid_argument if the map does not fit the skeleton.
[[nodiscard]] std::shared_ptr<const AnimationClip> mirrorClip(const AnimationClip& clip, Skeleton& skeleton, const MirrorMap& map);

/// Undoes makeAdditiveClip(): returns the clip whose differences from the pose of `reference` at `seconds` are `additive`. Channels that
/// the reference lacks stay differences from the identity. Exact.
[[nodiscard]] std::shared_ptr<const AnimationClip> restoreFromAdditive(const AnimationClip& additive, const AnimationClip& reference,
                                                                       double seconds = 0.);

}  // namespace armature
