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

/// How a layer takes part in its AnimationMixer.
struct LayerOptions {
    float weight = 1.f;
    bool isAdditive = false;  ///< The clip holds differences (see makeAdditiveClip()), which are added to what the other layers give.
    /// Where the clip plays instead of on the bones that it names, or that the nodes it names drive: on this skeleton of the scene. On a
    /// clone of theirs these are the bones at their places in bones(), on any other skeleton those of their names. What is neither a bone
    /// nor drives one is left out.
    Skeleton* skeleton = nullptr;
};

/// One clip in an AnimationMixer: a playback, and how much it counts for. Created and owned by the mixer.
///
/// A layer is active, that is its pose counts, from play(), fadeIn() or goTo() until stop() or the end of fadeOut(): a clip that has come
/// to its end without loop holds its last pose. What is set here shows with the mixer's next advance() or apply().
class AnimationLayer final {
public:
    ~AnimationLayer();
    AnimationLayer(const AnimationLayer&) = delete;
    AnimationLayer& operator=(const AnimationLayer&) = delete;

    /// The clip's.
    [[nodiscard]] const std::string& getName() const noexcept;
    [[nodiscard]] const AnimationClip& getClip() const noexcept;
    [[nodiscard]] bool isAdditive() const noexcept;
    /// The channels that move nothing: those whose target was not there, and those whose target has gone.
    [[nodiscard]] std::vector<UnboundChannel> unboundChannels() const;
    /// How many these are. O(channels).
    [[nodiscard]] std::size_t unboundChannelCount() const noexcept;
    /// What a channel of the clip moves: null if nothing. std::out_of_range if there is no such channel.
    [[nodiscard]] const Node* getTarget(std::size_t channel) const;

    // --- time: as in AnimationGroup ---------------------------------------------------------------------------------

    /// Starts from the beginning of the range (backwards: its end), or goes on after pause() with the options as given.
    void play(const PlayOptions& options = {});
    /// Holds the time; the pose goes on counting.
    void pause() noexcept;
    /// Ends playing, goes back to where play() began, and no longer counts from now on; fadeOut() does so softly.
    void stop() noexcept;
    /// Jumps to a time in seconds, clamped to the range; goes on playing if it was. Fires no events. NaN throws std::invalid_argument.
    void goTo(double seconds);
    [[nodiscard]] bool isPlaying() const noexcept;
    [[nodiscard]] bool isPaused() const noexcept;
    [[nodiscard]] bool isActive() const noexcept;
    [[nodiscard]] double getCurrentTime() const noexcept;
    [[nodiscard]] double getSpeedRatio() const noexcept;
    void setSpeedRatio(double speedRatio);
    [[nodiscard]] bool isLooping() const noexcept;
    void setLooping(bool loop) noexcept;
    [[nodiscard]] LoopMode getLoopMode() const noexcept;

    /// From now on this layer and `leader` are always equally far through their ranges, so that feet of a walk and a run meet the ground
    /// together: this one goes where the leader is, and both move on at the mean of their paces (rounds in a second) by weight. The leader
    /// says whether they loop, and whether they turn round at an end. Null lets go. Layers that follow one leader are all in step; who follows a follower follows its leader.
    /// Throws std::invalid_argument if the leader belongs to another mixer.
    void synchronizeWith(AnimationLayer* leader);

    // --- weight -----------------------------------------------------------------------------------------------------

    /// What the layer counts for when it is not fading in or out; 0 for nothing. Ends fadeTo(). Negative or not finite throws
    /// std::invalid_argument.
    void setWeight(float weight);
    /// What it counts for now, fades included; whether it is active or not.
    [[nodiscard]] float getWeight() const noexcept;
    /// Moves the weight from what it is to `weight` within `seconds` of the mixer's time, in a straight line; 0 seconds: at once. Negative
    /// or not finite numbers throw std::invalid_argument.
    void fadeTo(float weight, double seconds);
    /// From nothing, or in the middle of a fade from where that is, to the layer's weight. Plays, with the options that it had last, if it
    /// is not playing.
    void fadeIn(double seconds);
    /// To nothing; then stop().
    void fadeOut(double seconds);
    /// fadeIn() there and fadeOut() here. Throws std::invalid_argument if `other` is this one or in another mixer.
    void crossFadeTo(AnimationLayer& other, double seconds);

    // --- mask -------------------------------------------------------------------------------------------------------

    /// What the layer counts for at one bone or node, times its weight; 1 by default. A linked bone stands for the node that drives it,
    /// too. Targets that the clip does not animate are left out. Negative or not finite throws std::invalid_argument.
    void setMask(const Node& target, float weight);
    /// The same at `top` and all that is below it.
    void setSubtreeMask(const Node& top, float weight);
    /// The same everywhere: setMask(0) and then setSubtreeMask(spine, 1) leaves the upper body.
    void setMask(float weight);
    [[nodiscard]] float getMask(const Node& target) const noexcept;

    // --- events -----------------------------------------------------------------------------------------------------

    /// Calls `action` whenever playing passes or reaches a time of the clip in seconds: exactly once for each passage, forwards and
    /// backwards, in every round of a loop, at both ends, in the order in which they were passed (after a thousand rounds within one
    /// advance(), in the last thousand only). play() and goTo() fire nothing by themselves: an event exactly where they start fires with
    /// the next advance(). The mixer has written the pose when actions run, whatever the weight; they may change layers and add and remove
    /// them and their events, and remove the mixer, but must not advance it. Returns a number for removeEvent(). A time outside the clip, or
    /// no action, throws std::invalid_argument.
    std::size_t addEvent(double seconds, std::function<void(AnimationLayer&)> action);
    /// False if there is no such event.
    bool removeEvent(std::size_t event) noexcept;

    /// As in AnimationGroup: whenever a round ends and another begins, and when playing without loop has come to its end.
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

/// A clip of what leads from a reference pose to each pose of `clip`, for additive layers: translation clip - reference, rotation
/// inverse(reference) * clip (in the bone's own axes), scale clip / reference, morph weights clip - reference. The reference is the pose of
/// the clip `reference` at `seconds`, channel by channel; channels that it lacks refer to their own first key. Exact for all
/// interpolations. Throws std::invalid_argument where a reference scale is 0 and the clip's is not.
[[nodiscard]] std::shared_ptr<const AnimationClip> makeAdditiveClip(const AnimationClip& clip, const AnimationClip& reference,
                                                                    double seconds = 0.);

/// The same, with a pose of the clip itself as reference.
[[nodiscard]] std::shared_ptr<const AnimationClip> makeAdditiveClip(const AnimationClip& clip, double seconds = 0.);

}  // namespace armature
