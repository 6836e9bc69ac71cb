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
    /// The skeleton of the scene to play on, instead of the bones that the clip names or that the nodes it names drive. Bones are matched
    /// by position in bones() on a clone of the clip's skeleton, by name on any other. Nodes that drive no bone are looked for around the
    /// skeleton, by name: above its bones, their nodes and its host, below its bones and their nodes, and where its meshes are.
    Skeleton* skeleton = nullptr;
    /// Accepts a clip of which no channel finds a target; the layer then moves nothing.
    bool mayMoveNothing = false;
};

/// One clip in an AnimationMixer: a playback and its weight. Created and owned by the mixer.
///
/// A layer is active, meaning that its pose counts, from play(), fadeIn() or goTo() until stop() or the end of fadeOut(): a non-looping
/// clip that has ended holds its last pose. Changes show with the mixer's next advance() or apply().
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
    /// Stops the playhead; the pose still counts.
    void pause() noexcept;
    /// Stops playing, returns to where play() started and no longer counts. fadeOut() does so smoothly.
    void stop() noexcept;
    /// Jumps to a time in seconds, clamped to the range; keeps playing if it was. Fires no events. Throws std::invalid_argument for NaN.
    void goTo(double seconds);
    [[nodiscard]] bool isPlaying() const noexcept;         ///< False while paused, and after the end of playback that does not loop.
    [[nodiscard]] bool isPaused() const noexcept;          ///< True after pause(), until play() or stop().
    [[nodiscard]] bool isActive() const noexcept;          ///< True while its pose counts: see the class.
    [[nodiscard]] double getCurrentTime() const noexcept;  ///< Seconds since the beginning of the clip.
    [[nodiscard]] double getSpeedRatio() const noexcept;   ///< Seconds of the clip per second; negative: backwards.
    void setSpeedRatio(double speedRatio);          ///< Takes effect from the current time on. Throws std::invalid_argument if not finite.
    [[nodiscard]] bool isLooping() const noexcept;  ///< Whether playback starts again at the end of the range. May change while playing.
    void setLooping(bool loop) noexcept;
    [[nodiscard]] LoopMode getLoopMode() const noexcept;  ///< The mode given to play().

    /// Keeps this layer and `leader` equally far through their ranges, so that the feet of a walk and a run meet the ground together: this
    /// layer jumps to the leader's place, and both advance at the weighted mean of their paces (rounds per second). The leader decides
    /// whether they loop or play back and forth. All layers with one leader stay in step, and following is transitive. Null ends it. Throws
    /// std::invalid_argument if the leader belongs to another mixer.
    void synchronizeWith(AnimationLayer* leader);

    // --- weight -----------------------------------------------------------------------------------------------------

    /// The layer's weight when it is not fading in or out. Ends fadeTo(). Throws std::invalid_argument if negative or not finite.
    void setWeight(float weight);
    /// The weight now, fades included, whether the layer is active or not.
    [[nodiscard]] float getWeight() const noexcept;
    /// Changes the weight linearly to `weight` within `seconds` of the mixer's time; at once for 0. Throws std::invalid_argument if a
    /// number is negative or not finite.
    void fadeTo(float weight, double seconds);
    /// Fades from 0, or from the current value of a fade under way, to the layer's weight. Plays with the last options if it is not
    /// playing.
    void fadeIn(double seconds);
    /// Fades to 0, then calls stop().
    void fadeOut(double seconds);
    /// Cross-fades: fadeOut() on this layer, fadeIn() on `other`. Throws std::invalid_argument if `other` is this layer or in another
    /// mixer.
    void crossFadeTo(AnimationLayer& other, double seconds);

    // --- root motion ------------------------------------------------------------------------------------------------

    /// Sets what the layer adds to AnimationMixer::getRootMotion() while it plays; null, the default: nothing. The layer must play the
    /// motion's in-place clip, or one made from it (mirrored or reduced, say): the clip that the motion was taken from would travel twice.
    /// Throws std::invalid_argument for that clip if it travels, and if the durations of the clips differ.
    void setRootMotion(std::shared_ptr<const RootMotion> motion);
    [[nodiscard]] const std::shared_ptr<const RootMotion>& getRootMotion() const noexcept;  ///< The motion that was set; may be null.

    // --- mask -------------------------------------------------------------------------------------------------------

    /// Multiplies the layer's weight at one bone or node; 1 by default. A linked bone also stands for the node that drives it. Ignores
    /// targets that the clip does not animate. Throws std::invalid_argument if negative or not finite.
    void setMask(const Node& target, float weight);
    /// Sets the mask of `top` and all its descendants.
    void setSubtreeMask(const Node& top, float weight);
    /// Sets the mask of all targets: setMask(0), then setSubtreeMask(spine, 1) leaves the upper body.
    void setMask(float weight);
    /// The mask in effect at that bone or node.
    [[nodiscard]] float getMask(const Node& target) const noexcept;

    // --- events -----------------------------------------------------------------------------------------------------

    /// Calls `action` whenever the playhead passes or reaches a time of the clip in seconds: exactly once per passage, forwards and
    /// backwards, in every round of a loop, at both ends, in the order of passage (if one advance() spans more than a thousand rounds, only
    /// in the last thousand). play() and goTo() fire nothing: an event exactly where they start fires with the next advance(). Events fire
    /// whatever the weight. Actions run after the mixer has written the pose; they may change, add and remove layers and events, and remove
    /// the mixer, but must not advance it. The event lasts as long as the subscription. Throws std::invalid_argument if the time is outside
    /// the clip or the action is empty.
    [[nodiscard]] Subscription addEvent(double seconds, std::function<void(AnimationLayer&)> action);

    /// Each works as in AnimationGroup: called whenever one round ends and the next begins, and when non-looping playback has ended by
    /// itself.
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

/// The differences between `clip` and a reference pose, as a clip for additive layers: translation clip - reference, rotation
/// inverse(reference) * clip (in the bone's own axes), scale clip / reference, morph weights clip - reference. The reference is the pose of
/// the clip `reference` at `seconds`, channel by channel; channels that it lacks are taken relative to their own first key. Exact for all
/// interpolations. Throws std::invalid_argument if a reference scale is 0 and the clip's is not.
[[nodiscard]] std::shared_ptr<const AnimationClip> makeAdditiveClip(const AnimationClip& clip, const AnimationClip& reference,
                                                                    double seconds = 0.);

/// Takes a pose of the clip itself as the reference.
[[nodiscard]] std::shared_ptr<const AnimationClip> makeAdditiveClip(const AnimationClip& clip, double seconds = 0.);

}  // namespace armature
