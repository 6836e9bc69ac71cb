#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>

namespace armature {

/// How a layer contributes to its AnimationMixer.
struct LayerOptions {
    float weight = 1.f;       ///< See AnimationLayer::setWeight().
    bool isAdditive = false;  ///< The clip holds differences (see makeAdditiveClip()) to add to the other layers' result.
    /// The skeleton of the scene to play on, instead of the bones that the clip names or that are driven by nodes it names. Bones are
    /// matched by position in bones() on a clone of the clip's skeleton, by name on any other. Nodes that drive no bone are looked up by
    /// name around the skeleton: above its bones, their nodes and its host, below its bones and their nodes, and at its meshes.
    Skeleton* skeleton = nullptr;
    /// Accepts a clip even if none of its channels finds a target; the layer then moves nothing.
    bool mayMoveNothing = false;
};

/// One clip in an AnimationMixer: a playback and its weight. Created and owned by the mixer.
///
/// A layer is active, meaning that its pose is blended, from play(), fadeIn() or goTo() until stop() or the end of fadeOut(); a non-looping
/// clip that has ended holds its last pose. Changes take effect at the mixer's next advance() or apply().
class AnimationLayer final {
public:
    ~AnimationLayer();
    AnimationLayer(const AnimationLayer&) = delete;
    AnimationLayer& operator=(const AnimationLayer&) = delete;

    /// The clip's name.
    [[nodiscard]] const std::string& getName() const noexcept;
    [[nodiscard]] const AnimationClip& getClip() const noexcept;  ///< The clip; valid as long as the layer.
    [[nodiscard]] bool isAdditive() const noexcept;               ///< True for a layer made with LayerOptions::isAdditive.
    /// The channels that move nothing because their target was missing, or because it has been removed.
    [[nodiscard]] std::vector<UnboundChannel> getUnboundChannels() const;
    /// How many channels move nothing. O(channels).
    [[nodiscard]] std::size_t unboundChannelCount() const noexcept;
    /// Which channels move nothing, and why: see AnimationGroup::getWarnings().
    [[nodiscard]] std::vector<std::string> getWarnings() const;
    /// The node or bone that a channel of the clip moves, or null. Throws std::out_of_range if there is no such channel.
    [[nodiscard]] const Node* getTarget(std::size_t channel) const;

    // --- time: as in AnimationGroup ---------------------------------------------------------------------------------

    /// Starts from the beginning of the range (from its end when playing backwards), or resumes after pause() with the given options.
    void play(const PlayOptions& options = {});
    /// Stops the playhead; the layer stays active.
    void pause() noexcept;
    /// Stops playing, returns to where play() started and deactivates the layer. fadeOut() does so smoothly.
    void stop() noexcept;
    /// Jumps to a time in seconds, clamped to the range; a playing layer keeps playing. Fires no events. Throws std::invalid_argument for
    /// NaN.
    void goTo(double seconds);
    [[nodiscard]] bool isPlaying() const noexcept;         ///< False while paused, and after the end of playback that does not loop.
    [[nodiscard]] bool isPaused() const noexcept;          ///< True after pause(), until play() or stop().
    [[nodiscard]] bool isActive() const noexcept;          ///< True while its pose is blended: see the class.
    [[nodiscard]] double getCurrentTime() const noexcept;  ///< Seconds since the beginning of the clip.
    [[nodiscard]] double getSpeedRatio() const noexcept;   ///< Seconds of the clip per second; negative: backwards.
    void setSpeedRatio(double speedRatio);          ///< Takes effect from the current time on. Throws std::invalid_argument if not finite.
    [[nodiscard]] bool isLooping() const noexcept;  ///< Whether playback starts again at the end of the range. May change while playing.
    void setLooping(bool loop) noexcept;
    [[nodiscard]] LoopMode getLoopMode() const noexcept;  ///< The mode given to play().

    /// Keeps this layer and `leader` equally far through their ranges, so that the feet of a walk and a run touch the ground together: this
    /// layer jumps to the leader's position, and both advance at the weighted mean of their paces (rounds per second). The leader decides
    /// whether they loop or play back and forth. All layers with the same leader stay in step, and following is transitive. Null ends the
    /// synchronisation. Throws std::invalid_argument if the leader belongs to another mixer.
    void synchronizeWith(AnimationLayer* leader);

    // --- weight -----------------------------------------------------------------------------------------------------

    /// Sets the weight that the layer has when it is not fading in or out. Ends a fadeTo() under way. Throws std::invalid_argument if
    /// `weight` is negative or not finite.
    void setWeight(float weight);
    /// The current weight, fades included, whether the layer is active or not.
    [[nodiscard]] float getWeight() const noexcept;
    /// Changes the weight linearly to `weight` over `seconds` of the mixer's time, or at once if `seconds` is 0. Throws
    /// std::invalid_argument if a number is negative or not finite.
    void fadeTo(float weight, double seconds);
    /// Fades from 0, or from the current value of a fade under way, to the layer's weight. Starts playing with the last options if the
    /// layer is not playing.
    void fadeIn(double seconds);
    /// Fades to 0, then calls stop().
    void fadeOut(double seconds);
    /// Cross-fades: fadeOut() on this layer, fadeIn() on `other`. Throws std::invalid_argument if `other` is this layer or in another
    /// mixer.
    void crossFadeTo(AnimationLayer& other, double seconds);

    // --- root motion ------------------------------------------------------------------------------------------------

    /// Sets the root motion that the layer adds to AnimationMixer::getRootMotion() while it plays; null (the default) for none. The layer
    /// must play the motion's in-place clip, or a clip made from it (mirrored or reduced, say): with the clip that the motion was extracted
    /// from, the character would travel twice. Throws std::invalid_argument for that original clip if it travels, and if the durations of
    /// the clips differ.
    void setRootMotion(std::shared_ptr<const RootMotion> motion);
    [[nodiscard]] const std::shared_ptr<const RootMotion>& getRootMotion() const noexcept;  ///< The motion that was set; may be null.

    // --- mask -------------------------------------------------------------------------------------------------------

    /// Sets the factor that multiplies the layer's weight at one bone or node; 1 by default. A linked bone also stands for the node that
    /// drives it. Targets that the clip does not animate are ignored. Throws std::invalid_argument if `weight` is negative or not finite.
    void setMask(const Node& target, float weight);
    /// Sets the mask of `top` and all its descendants.
    void setSubtreeMask(const Node& top, float weight);
    /// Sets the mask of all targets. For example, setMask(0) and then setSubtreeMask(spine, 1) select the upper body.
    void setMask(float weight);
    /// The mask in effect at that bone or node.
    [[nodiscard]] float getMask(const Node& target) const noexcept;

    // --- events -----------------------------------------------------------------------------------------------------

    /// Calls `action` whenever the playhead passes or reaches a time of the clip in seconds: exactly once per passage, forwards and
    /// backwards, in every round of a loop, and at both ends, whatever the layer's weight. Events fire in the order of passage; if one
    /// advance() spans more than a thousand rounds, they fire only in the last thousand. play() and goTo() fire nothing: an event exactly
    /// at the time where they start fires with the next advance(). Actions run after the mixer has written the pose. They may change, add
    /// and remove layers and events, and remove the mixer, but must not advance it. The event lasts as long as the subscription. Throws
    /// std::invalid_argument if the time is outside the clip or the action is empty.
    [[nodiscard]] Subscription addEvent(double seconds, std::function<void(AnimationLayer&)> action);

    /// Both work as in AnimationGroup: observeLoop() when one round ends and the next begins, observeEnd() when non-looping playback has
    /// ended by itself.
    [[nodiscard]] Subscription observeLoop(std::function<void(AnimationLayer&)> observer);
    [[nodiscard]] Subscription observeEnd(std::function<void(AnimationLayer&)> observer);

    /// Ends when the layer is removed: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    friend class AnimationMixer;
    class State;

    AnimationLayer(AnimationMixer& mixer, std::shared_ptr<const AnimationClip> clip, const LayerOptions& options);

    std::unique_ptr<State> state_;
    Lifetime lifetime_;
};

/// Returns the differences between `clip` and a reference pose as a clip for additive layers: translation clip - reference, rotation
/// inverse(reference) * clip (in the bone's own axes), scale clip / reference, morph weights clip - reference. The reference is the pose of
/// the clip `reference` at `seconds`, channel by channel; channels that it lacks are taken relative to their own first key. Exact for all
/// interpolations. Throws std::invalid_argument if a reference scale is 0 and the clip's is not.
[[nodiscard]] std::shared_ptr<const AnimationClip> makeAdditiveClip(const AnimationClip& clip, const AnimationClip& reference,
                                                                    double seconds = 0.);

/// Uses the clip's own pose at `seconds` as the reference.
[[nodiscard]] std::shared_ptr<const AnimationClip> makeAdditiveClip(const AnimationClip& clip, double seconds = 0.);

}  // namespace armature
