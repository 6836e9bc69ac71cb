#pragma once

#include <memory>

#include <armature/animation/clip_player.hpp>
#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// How a layer contributes to its AnimationMixer.
struct ARMATURE_API LayerOptions {
    float weight = 1.f;       ///< See AnimationLayer::setWeight().
    bool isAdditive = false;  ///< True if the clip holds differences (see makeAdditiveClip()), which are added to the other layers' result.
    /// If set, the clip plays on this skeleton of the scene instead of on the bones and nodes that it names. Bones are matched by position
    /// in bones() on a clone of the clip's skeleton, by name on any other skeleton. Nodes that drive no bone are looked up by name around
    /// the skeleton: above its bones, their nodes and its host, below its bones and their nodes, and at its meshes.
    Skeleton* skeleton = nullptr;
    /// If true, a clip is accepted even if none of its channels finds a target; the layer then moves nothing.
    bool mayMoveNothing = false;
};

/// One clip in an AnimationMixer: a playback and its weight. Created and owned by the mixer.
///
/// A layer is active, meaning that its pose is blended, from play(), fadeIn() or goTo() until stop() or the end of a fadeOut(). A layer
/// whose non-looping clip has ended stays active and holds the last pose. Changes take effect at the mixer's next advance() or apply().
class ARMATURE_API AnimationLayer final : public ClipPlayer {
public:
    [[nodiscard]] bool isAdditive() const noexcept;  ///< True for a layer made with LayerOptions::isAdditive.
    [[nodiscard]] bool isActive() const noexcept;    ///< True while the layer's pose is blended: see the class.

    /// Keeps this layer and `leader` at the same fraction of their ranges, so that the feet of a walk and a run touch the ground together:
    /// this layer jumps to the leader's fraction, and both advance at the weighted mean of their paces (rounds per second). The leader's
    /// settings decide whether both loop or play back and forth. All layers with the same leader stay in step; a leader may follow another
    /// layer. Null ends the synchronisation. Throws std::invalid_argument if the leader belongs to another mixer.
    void synchronizeWith(AnimationLayer* leader);

    // --- weight -----------------------------------------------------------------------------------------------------

    /// Sets the weight that the layer has while it is not fading in or out. Ends a fadeTo() in progress. Throws std::invalid_argument if
    /// `weight` is negative or not finite.
    void setWeight(float weight);
    /// The current weight, fades included, whether the layer is active or not.
    [[nodiscard]] float getWeight() const noexcept;
    /// Changes the weight linearly to `weight` over `seconds` of the mixer's time, or at once if `seconds` is 0. Throws
    /// std::invalid_argument if a number is negative or not finite.
    void fadeTo(float weight, double seconds);
    /// Fades to the layer's weight: from 0 if the layer is inactive, otherwise from its current weight. Starts playing with the options
    /// last given to play() if the layer is not playing.
    void fadeIn(double seconds);
    /// Fades to 0, then calls stop().
    void fadeOut(double seconds);
    /// Cross-fades to another layer: calls fadeOut() on this layer and fadeIn() on `other`. Throws std::invalid_argument if `other` is this
    /// layer or belongs to another mixer.
    void crossFadeTo(AnimationLayer& other, double seconds);

    // --- root motion ------------------------------------------------------------------------------------------------

    /// Sets the root motion that the layer adds to AnimationMixer::getRootMotion() while it plays; null (the default) for none. The layer
    /// must play the motion's in-place clip, or a clip made from the in-place clip (mirrored or reduced, for instance): with the original
    /// clip, from which the motion was extracted, the character would travel twice. Throws std::invalid_argument if the layer plays the
    /// original clip and that clip travels, or if the durations of the clips differ.
    void setRootMotion(std::shared_ptr<const RootMotion> motion);
    [[nodiscard]] const std::shared_ptr<const RootMotion>& getRootMotion() const noexcept;  ///< The motion that was set; may be null.

    // --- mask -------------------------------------------------------------------------------------------------------

    /// Sets the factor that multiplies the layer's weight at one bone or node; 1 by default. The mask of a linked bone also applies to the
    /// node that drives it. Targets that the clip does not animate are ignored. Throws std::invalid_argument if `weight` is negative or not
    /// finite.
    void setMask(const Node& target, float weight);
    /// Sets the mask of `top` and all its descendants.
    void setSubtreeMask(const Node& top, float weight);
    /// Sets the mask of all targets. For example, setMask(0) followed by setSubtreeMask(spine, 1) selects the upper body.
    void setMask(float weight);
    /// The mask in effect at that bone or node.
    [[nodiscard]] float getMask(const Node& target) const noexcept;

private:
    friend class AnimationMixer;
    class ARMATURE_LOCAL State;

    AnimationLayer(AnimationMixer& mixer, std::shared_ptr<const AnimationClip> clip, const LayerOptions& options);

    [[nodiscard]] State& state() const noexcept;
};

/// Returns the differences between `clip` and a reference pose as a clip for additive layers: translation clip - reference, rotation
/// inverse(reference) * clip (in the bone's own axes), scale clip / reference, morph weights clip - reference. The reference pose is that
/// of the clip `reference` at `seconds`, channel by channel; if `reference` lacks a channel, the channel's own first key is its reference.
/// Exact for all interpolations. Throws std::invalid_argument if a scale is 0 in the reference pose but not in `clip`.
[[nodiscard]] ARMATURE_API std::shared_ptr<const AnimationClip> makeAdditiveClip(const AnimationClip& clip, const AnimationClip& reference,
                                                                                 double seconds = 0.);

/// Does the same with the clip's own pose at `seconds` as the reference.
[[nodiscard]] ARMATURE_API std::shared_ptr<const AnimationClip> makeAdditiveClip(const AnimationClip& clip, double seconds = 0.);

}  // namespace armature
