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
#include <armature/fwd.hpp>
#include <armature/retarget/foot_lock.hpp>

namespace armature {

/// How retargetClip() bakes.
struct RetargetClipOptions {
    /// The largest allowed deviation of the clip from the motion between its keys, in the target's skeleton space. Default: see BakeBound.
    BakeBound maxError = {};
    /// The rate of the keys. Default: keys at the times of the source's keys, and as many in between as `maxError` needs.
    std::optional<double> framesPerSecond = {};
    std::optional<FootLockOptions> feet = {};  ///< Holds planted feet; the clip is then sampled at 60 frames per second at least.
    /// Leaves out keys that the others imply, within `maxError`: see reduceKeys().
    bool reducesKeys = true;
    /// Called on the caller's thread after each pose with the fraction of the clip that is done, from 0 to 1, never decreasing. If it
    /// throws, the exception propagates and no clip is made.
    std::function<void(double part)> onProgress = {};
};

/// The result of retargetClip().
struct RetargetedClip {
    std::shared_ptr<const AnimationClip> clip = {};  ///< The clip for the target; never null.
    BakeError error = {};      ///< The largest measured distance from the retargeted motion, at keys and between them.
    std::size_t keyCount = 0;  ///< Number of keys of all channels.
};

/// Turns a motion of `source` into one of `target`: the retargeted poses at the source's key times, with keys added between them until the
/// bound is kept. The clip has a rotation channel for each joint that the map turns, even if it only rests, and a translation channel for
/// each joint that travels or stretches; it has the source's name and duration. It travels as the source does, so RootMotion::create()
/// finds its root motion. Channels name the target's bones, or the nodes that drive them. A channel of the source has the same effect as in
/// a player; the motion of the source's host, or of a node above it, is added to that of the source's roots. Curves for the application are
/// kept, as are morph weights for the meshes of nodes with the same names in the target's scene. Other channels that move no bone of the
/// source are dropped.
///
/// Where the source jumps at a STEP key, the clip has two keys as close as floats allow, at any rate, and feet are planted anew if the jump
/// moves them. Keys added for the bound are at least 1/480 s apart; if the bound would need closer keys, RetargetedClip::error gives the
/// error that was reached. With `feet`, the error is that of the motion before feet are held.
///
/// Throws std::invalid_argument, naming the clip, if the numbers of bones differ from the retargeter's, an option is out of range, or no
/// channel moves a bone of the source. O(bones * keys).
[[nodiscard]] RetargetedClip retargetClip(const AnimationClip& clip, const Skeleton& source, Skeleton& target, const Retargeter& retargeter,
                                          const RetargetClipOptions& options = {});

/// A coordinate axis.
enum class RetargetAxis { X, Y, Z };

/// How retargetKeys() works: the options of Babylon.js's AnimatorAvatar.retargetAnimationGroup(), with its defaults.
struct RetargetKeysOptions {
    /// Pairs of a source bone's name and its name in the target. Bones that are not listed have the same name in both.
    std::vector<std::pair<std::string, std::string>> names = {};
    bool retargetsKeys = true;  ///< If false, channels are only assigned to the bones of the target; their keys do not change.
    /// Leaves out channels of a bone whose ancestors, up to the root, do not have the same names in both skeletons.
    bool checksHierarchy = false;
    /// Replaces a rotation key that is half a turn away from the key before it by that key.
    bool fixesRotations = false;
    /// A bone of the source from which the ground is measured, such as a foot; without it, the next four members change nothing.
    std::string groundReference = {};
    std::string root = {};  ///< The bone of the source that carries the body. Default: the counterpart of the target's root.
    std::optional<RetargetAxis> verticalAxis = {};  ///< Default: the axis along which root and ground reference are farthest apart at rest.
    bool fixesRootTranslation = true;               ///< Scales the root's travel by the ratio of the heights at rest.
    bool fixesGround = false;                       ///< Shifts the root so that the ground reference is as high as in the source.
    /// With fixesGround: a bone lower than the ground reference replaces it; of several, the bone of the last channel, as in Babylon.js.
    bool findsLowest = false;
};

/// The result of retargetKeys().
struct RetargetedKeys {
    std::shared_ptr<const AnimationClip> clip = {};  ///< The clip for the target; never null.
    std::vector<std::size_t> removedChannels = {};   ///< Channels of the source that move nothing in the target.
    std::optional<double> ratio = {};                ///< Ratio of the target's height to the source's; none if the root was not fixed.
    std::optional<RetargetAxis> verticalAxis = {};   ///< The axis along which the heights were measured.
};

/// Babylon.js's AnimatorAvatar.retargetAnimationGroup(): changes a clip key by key and leaves its times and interpolation. Let S and T be
/// the world matrices at rest of a bone in source and target, and Sp and Tp those of their parents: a key's local matrix L becomes
/// inverse(Tp) * Sp * L * inverse(S) * T, and the key takes its own part of the result. This is right if bones correspond one to one and
/// the rest poses are alike; retargetClip() needs neither. Mistakes of Babylon.js are not repeated: see docs/from_babylonjs.md.
///
/// Throws std::invalid_argument, naming clip and bones, if a channel is CUBICSPLINE, a matrix at rest is singular, or two bones of the
/// source move one of the target. Curves and morph weights are kept, as by retargetClip(); other channels that move no bone of the source
/// are dropped. O(bones + keys); with a ground reference, each key of the root's travel costs O(bones + channels * log keys) more.
[[nodiscard]] RetargetedKeys retargetKeys(const AnimationClip& clip, const Skeleton& source, Skeleton& target,
                                          const RetargetKeysOptions& options = {});

}  // namespace armature
