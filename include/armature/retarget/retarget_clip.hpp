#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/retarget/foot_lock.hpp>

namespace armature {

/// Options of retargetClip().
struct ARMATURE_API RetargetClipOptions {
    /// The largest deviation of the clip from the retargeted motion that is allowed between keys, in the target's skeleton space. Default:
    /// see BakeBound.
    BakeBound maxError = {};
    /// The rate of the keys. Default: keys at the times of the original clip's keys, and as many in between as `maxError` requires.
    std::optional<double> framesPerSecond = {};
    /// If set, planted feet are held; the clip is then sampled at 60 frames per second at least.
    std::optional<FootLockOptions> feet = {};
    /// If true, leaves out keys that the remaining keys imply within `maxError`: see reduceKeys().
    bool reducesKeys = true;
    /// Called on the caller's thread after each pose with the finished fraction of the clip, from 0 to 1, never decreasing. If the function
    /// throws, the exception propagates and no clip is made.
    std::function<void(double part)> onProgress = {};
};

/// The result of retargetClip().
struct ARMATURE_API RetargetedClip {
    std::shared_ptr<const AnimationClip> clip = {};  ///< The clip for the target; never null.
    BakeError error = {};                            ///< The largest measured deviation from the retargeted motion, at and between keys.
    std::size_t keyCount = 0;                        ///< Number of keys of all channels.
};

/// Converts `clip`, made for `source`, to a clip for `target`: the retargeted poses at the key times of `clip`, with keys added between
/// them until options.maxError is kept. The result has the name and duration of `clip`. It has a rotation channel for each joint that the
/// map rotates, even if the joint stays at rest, and a translation channel for each joint that travels or stretches. The result travels as
/// the source does, so RootMotion::create() finds its root motion. Channels name the target's bones, or the nodes that drive them. Each
/// channel of `clip` has the same effect as in a player; motion of the source's host, or of a node above the host, is added to the motion
/// of the source's roots. Curves for the application are kept, as are morph weights for meshes of nodes if the target's scene has nodes of
/// the same names. All other channels that move no bone of the source are dropped.
///
/// Where `clip` jumps at a STEP key, the result has two keys as close together as floats allow, whatever the rate. If the jump moves the
/// feet, they are planted anew. Keys added to keep maxError are at least 1/480 s apart; if closer keys would be needed,
/// RetargetedClip::error gives the error that was reached. With options.feet, the error is measured before feet are held.
///
/// Throws std::invalid_argument, naming the clip, if the numbers of bones differ from the retargeter's, an option is out of range, or no
/// channel moves a bone of the source. O(bones * keys).
[[nodiscard]] ARMATURE_API RetargetedClip retargetClip(const AnimationClip& clip, const Skeleton& source, Skeleton& target,
                                                       const Retargeter& retargeter, const RetargetClipOptions& options = {});

/// A coordinate axis.
enum class RetargetAxis { X, Y, Z };

/// Options of retargetKeys(): those of Babylon.js's AnimatorAvatar.retargetAnimationGroup(), with the same defaults.
struct ARMATURE_API RetargetKeysOptions {
    /// Pairs of a source bone's name and its name in the target. Bones that are not listed have the same name in both.
    std::vector<std::pair<std::string, std::string>> names = {};
    bool retargetsKeys = true;  ///< If false, channels are only assigned to the bones of the target; their keys do not change.
    /// If true, leaves out the channels of bones whose ancestors, up to the root, do not all correspond by name in the two skeletons.
    bool checksHierarchy = false;
    /// If true, a rotation key that differs from the key before it by half a turn is replaced by that earlier key.
    bool fixesRotations = false;
    /// A bone of the source that marks the ground, such as a foot. Without it, the members below have no effect.
    std::string groundReference = {};
    std::string root = {};  ///< The bone of the source that carries the body. Default: the counterpart of the target's root.
    std::optional<RetargetAxis> verticalAxis = {};  ///< Default: the axis along which root and ground reference are farthest apart at rest.
    bool fixesRootTranslation = true;               ///< If true, the root's travel is scaled by the ratio of the two heights at rest.
    /// If true, the root is shifted so that the ground reference is as high as in the source's motion.
    bool fixesGround = false;
    /// If true (and fixesGround is true), a bone that is lower than the ground reference is used in its place. Of several such bones, the
    /// one with the last channel is used, as in Babylon.js.
    bool findsLowest = false;
};

/// The result of retargetKeys().
struct ARMATURE_API RetargetedKeys {
    std::shared_ptr<const AnimationClip> clip = {};  ///< The clip for the target; never null.
    std::vector<std::size_t> removedChannels = {};   ///< Indices of the original clip's channels that were dropped.
    std::optional<double> ratio = {};                ///< Ratio of the target's height to the source's; no value if the root was not fixed.
    std::optional<RetargetAxis> verticalAxis = {};   ///< The axis along which the heights were measured.
};

/// Retargets like Babylon.js's AnimatorAvatar.retargetAnimationGroup(): changes a clip key by key and keeps its times and interpolation.
/// Let S and T be the world matrices at rest of a bone in source and target, and Sp and Tp the matrices of their parents. A key's local
/// matrix L becomes inverse(Tp) * Sp * L * inverse(S) * T, and the key gets its own part (translation, rotation or scale) of the result.
/// This is correct if bones correspond one to one and the rest poses are alike; retargetClip() needs neither. Mistakes of Babylon.js are
/// not repeated: see docs/from_babylonjs.md.
///
/// Throws std::invalid_argument, naming clip and bones, if a channel is CUBICSPLINE, a matrix at rest is singular, or two bones of the
/// source move the same bone of the target. Curves and morph weights are kept, as by retargetClip(); other channels that move no bone of
/// the source are dropped. O(bones + keys); with a ground reference, each key of the root's travel costs O(bones + channels * log keys)
/// more.
[[nodiscard]] ARMATURE_API RetargetedKeys retargetKeys(const AnimationClip& clip, const Skeleton& source, Skeleton& target,
                                                       const RetargetKeysOptions& options = {});

}  // namespace armature
