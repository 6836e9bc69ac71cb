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
    /// How far the clip may be from the motion between its keys, in the target's skeleton space. Default: see BakeBound.
    BakeBound maxError = {};
    /// The rate of the keys. Default: keys at those of the source, and as many between them as `maxError` needs.
    std::optional<double> framesPerSecond = {};
    std::optional<FootLockOptions> feet = {};  ///< Holds planted feet; the clip is then sampled at 60 frames a second at least.
    /// Leaves out keys that the others imply, within `maxError`: see reduceKeys().
    bool reducesKeys = true;
    /// Called on the same thread after each pose with the part of the clip that is done, from 0 to 1, never less than before. May throw to
    /// end the work: that propagates, and nothing is made.
    std::function<void(double part)> onProgress = {};
};

/// What retargetClip() made.
struct RetargetedClip {
    std::shared_ptr<const AnimationClip> clip = {};  ///< For the target. Never null.
    BakeError error = {};      ///< The largest measured distance from the retargeted motion, at keys and between them.
    std::size_t keyCount = 0;  ///< Of all channels together.
};

/// A motion of `source` as one of `target`: the retargeted poses at its key times, with keys added between them until the bound is kept. A
/// rotation channel for each joint that the map turns, whether it moves or only rests otherwise, translation channels for what travels or
/// stretches; the clip has the source's name and duration. Travel, and with it root motion, is in the clip as it is in the source:
/// RootMotion::create() finds it. Channels name the target's bones, or the nodes that drive them. A channel of the source moves what it
/// would in a player; what moves the source's host, or a node above it, becomes part of what its roots do. Curves for the application are
/// kept, and so are morph weights, for the meshes of nodes that have the same names beside the target; what else moves no bone of the
/// source is not.
///
/// Where the source jumps, at a STEP, two keys are as close as floats can be, at any rate, and feet begin anew if they are elsewhere. Keys
/// that a bound adds are at least 1/480 s apart; what it needs beyond that, RetargetedClip::error tells. With `feet`, the error is that of
/// the motion without them.
///
/// Throws std::invalid_argument, naming the clip, if the skeletons have other numbers of bones than the retargeter's, an option is out of
/// range, or no channel moves a bone of the source. O(bones * keys).
[[nodiscard]] RetargetedClip retargetClip(const AnimationClip& clip, const Skeleton& source, Skeleton& target, const Retargeter& retargeter,
                                          const RetargetClipOptions& options = {});

/// A coordinate axis.
enum class RetargetAxis { X, Y, Z };

/// How retargetKeys() works: the options of Babylon.js' AnimatorAvatar.retargetAnimationGroup(), with its defaults.
struct RetargetKeysOptions {
    /// Names of the source's bones and what they are called in the target. Others have the same name in both.
    std::vector<std::pair<std::string, std::string>> names = {};
    bool retargetsKeys = true;     ///< Off: channels are only given to the bones of the target; keys stay.
    bool checksHierarchy = false;  ///< Leaves out channels of bones that do not hang on bones of the same names up to the root.
    /// A rotation key that is half a turn away from the one before it becomes the same as that one.
    bool fixesRotations = false;
    /// The reference for the ground, a bone of the source, such as a foot: without it, the next four change nothing.
    std::string groundReference = {};
    std::string root = {};                          ///< The bone of the source that carries the body. Default: the target's root.
    std::optional<RetargetAxis> verticalAxis = {};  ///< Default: that along which root and ground reference are farthest apart at rest.
    bool fixesRootTranslation = true;               ///< The root goes as far as in the source, times the ratio of the heights at rest.
    bool fixesGround = false;                       ///< Shifts the root so that the ground reference is as high as in the source.
    /// With fixesGround: what is lower than the ground reference replaces it; of several bones, that of the last channel, as in Babylon.js.
    bool findsLowest = false;
};

/// What retargetKeys() made.
struct RetargetedKeys {
    std::shared_ptr<const AnimationClip> clip = {};  ///< For the target. Never null.
    std::vector<std::size_t> removedChannels = {};   ///< Channels of the source that move nothing of the target.
    std::optional<double> ratio = {};  ///< Of the heights of target and source: what the root's travel was multiplied with, if it was.
    std::optional<RetargetAxis> verticalAxis = {};  ///< Along which they were measured.
};

/// Babylon.js' AnimatorAvatar.retargetAnimationGroup(): changes a clip key by key and leaves its times and interpolation. With S, T the
/// matrices of a bone of source and target at rest in the world, and Sp, Tp those of their parents, a key's local matrix L becomes
/// inverse(Tp) * Sp * L * inverse(S) * T, of which the key's own part is taken. Right where bones have counterparts one by one and the rest
/// poses are alike; retargetClip() does not need either. Does not repeat what is wrong in Babylon.js: see docs/from_babylonjs.md.
///
/// Throws std::invalid_argument, naming clip and bones, if a channel is CUBICSPLINE, a matrix at rest is singular, or two bones of the
/// source move one of the target. Curves and morph weights are kept, as by retargetClip(); other channels that move no bone of the source
/// are removed. O(bones + keys); with a ground reference, each key
/// of the root's travel costs O(bones + channels * log keys) more.
[[nodiscard]] RetargetedKeys retargetKeys(const AnimationClip& clip, const Skeleton& source, Skeleton& target,
                                          const RetargetKeysOptions& options = {});

}  // namespace armature
