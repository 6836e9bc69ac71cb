#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>

#include <armature/animation/animation_clip.hpp>
#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/skeleton/pose.hpp>

/// Functions that make clips from clips. Each leaves its source unchanged and returns a new clip, which has the source's name unless the
/// function takes a name. "Exact" means that the new clip has the intended motion between keys too, up to float rounding; keys are added
/// where needed.
namespace armature {

/// Keeps the span from `from` to `to` seconds; the result begins at time 0. Exact for all interpolations: each channel gets keys at both
/// ends of the span. Before a channel's first key and after its last key, the value of that key holds. Throws std::invalid_argument unless
/// 0 <= from < to <= duration.
[[nodiscard]] ARMATURE_API std::shared_ptr<const AnimationClip> trimClip(const AnimationClip& clip, double from, double to);

/// Reverses the motion. Exact, except at the instants at which a STEP channel jumps: there, each clip has the value that follows the jump
/// in its own time.
[[nodiscard]] ARMATURE_API std::shared_ptr<const AnimationClip> reverseClip(const AnimationClip& clip);

/// Maps a time in a clip to a time in the warped clip.
struct ARMATURE_API TimeMark {
    double from = 0.;  ///< Seconds in the clip.
    double to = 0.;    ///< Seconds in the result.
};

/// Changes the pace of a clip: time `from` of each mark is moved to time `to`, and the time between two marks is stretched evenly. Exact; a
/// CUBICSPLINE keeps its shape. Throws std::invalid_argument unless the marks ascend in both times, the first mark is {0, 0}, and `from` of
/// the last mark is the clip's duration.
[[nodiscard]] ARMATURE_API std::shared_ptr<const AnimationClip> warpClip(const AnimationClip& clip, std::span<const TimeMark> marks);

/// Stretches the whole clip evenly so that it lasts `seconds`. Throws std::invalid_argument unless `seconds` is a positive number and the
/// clip has a duration.
[[nodiscard]] ARMATURE_API std::shared_ptr<const AnimationClip> setClipDuration(const AnimationClip& clip, double seconds);

/// Joins clips end to end. Channels with the same target, path and number of components become one. If a clip lacks a channel, the
/// channel's last value from the clips before holds, or if there is none, its first value in the clips after. If a clip does not begin in
/// the pose in which the previous clip ends, the motion jumps. Exact, except that slerp becomes a spline, to within 1e-6 radians, if the
/// same channel is a spline in another clip. Throws std::invalid_argument if there are no clips or one is null.
[[nodiscard]] ARMATURE_API std::shared_ptr<const AnimationClip>
concatenateClips(const std::string& name, std::span<const std::shared_ptr<const AnimationClip>> clips);

/// A function that returns true for the channels to select; an empty filter selects all channels.
using ChannelFilter = std::function<bool(const AnimationChannel& channel)>;

/// Makes the last pose equal to the first: over the last `seconds`, gradually adds the difference between them, easing in and out (3 s^2 -
/// 2 s^3). Rotations are added in the bone's own axes, along the shorter arc. Inserts a key at every eighth of the last `seconds`; in a
/// STEP channel, only the last value changes. Channels that `filter` rejects stay unchanged; reject the translation of a travelling root,
/// for example. Throws std::invalid_argument unless 0 < seconds <= duration.
[[nodiscard]] ARMATURE_API std::shared_ptr<const AnimationClip> closeLoop(const AnimationClip& clip, double seconds,
                                                                          const ChannelFilter& filter = {});

/// Resamples the clip with LINEAR keys at a uniform rate; the motion is exact at these keys. The rate is as close to `framesPerSecond` as
/// possible with the last key at the clip's end. STEP channels stay STEP, with each jump moved to the next frame. Throws
/// std::invalid_argument unless the rate is positive and gives at most 2^20 frames.
[[nodiscard]] ARMATURE_API std::shared_ptr<const AnimationClip> resampleClip(const AnimationClip& clip, double framesPerSecond);

/// Negates quaternions where needed, so that each key is in the same half-space as the key before. The motion of LINEAR and STEP rotations
/// does not change; a CUBICSPLINE, whose components glTF interpolates as written, then takes the shorter arc.
[[nodiscard]] ARMATURE_API std::shared_ptr<const AnimationClip> alignRotationSigns(const AnimationClip& clip);

/// Reflects the motion in the plane x = 0 of skeleton space, with sides exchanged, as mirrorPose() does with one pose: the right arm does
/// what the left arm did. Each bone's motion relative to its rest pose is the mirror image of its counterpart's motion, so the bones' axes
/// need not be symmetric. Exact if rest poses are symmetric, no bone is mirrored or scaled unevenly, and the parents of counterparts are
/// counterparts. Scales are assigned to the axes closest to the mirrored axes. Application curves whose name contains a side as a separate
/// word are renamed to the other side; channels that move no bone of the skeleton are kept unchanged, after all others. Throws
/// std::invalid_argument if the map does not fit the skeleton.
[[nodiscard]] ARMATURE_API std::shared_ptr<const AnimationClip> mirrorClip(const AnimationClip& clip, Skeleton& skeleton,
                                                                           const MirrorMap& map);

/// Undoes makeAdditiveClip(): returns the clip whose differences from the pose of `reference` at `seconds` are `additive`. For channels
/// that `reference` lacks, the differences are taken as values. Exact.
[[nodiscard]] ARMATURE_API std::shared_ptr<const AnimationClip> restoreFromAdditive(const AnimationClip& additive,
                                                                                    const AnimationClip& reference, double seconds = 0.);

}  // namespace armature
