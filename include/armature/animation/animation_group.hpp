#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_targets.hpp>
#include <armature/animation/group_options.hpp>
#include <armature/handle.hpp>
#include <armature/node/subscription.hpp>

namespace armature {

/// How looping playback continues at the end of the range (at its start when playing backwards).
enum class LoopMode {
    Cycle,                  ///< Starts again at the beginning.
    PingPong,               ///< Plays back and forth.
    Accumulate,             ///< Starts again from the values reached: each round adds the range's last values minus its first values.
    AccumulateFromCurrent,  ///< Like Accumulate, but the first round starts from the targets' values when play() is called.
};

/// How AnimationGroup::play() plays the clip.
struct PlayOptions {
    bool loop = true;        ///< If true, playback starts again at the end of the range; if false, it stops there and the last pose stays.
    double speedRatio = 1.;  ///< Multiplies the clip's speed. Negative plays backwards, from the end of the range.
    std::optional<double> from = {};      ///< Start of the range in seconds; default 0.
    std::optional<double> to = {};        ///< End of the range in seconds; default the clip's duration.
    LoopMode loopMode = LoopMode::Cycle;  ///< How playback starts again.
};

/// One playback of a clip in one scene: time, speed, range and the targets to which it writes. Scene::createAnimationGroup() makes groups
/// that the scene owns.
///
/// Scene::animate() advances such groups and writes their poses. Targets that the scene lacks are skipped (see getWarnings()); parts of a
/// target that the clip does not animate keep their values. A group may outlive targets, and even the scene; it then writes to the targets
/// that remain. A group belongs to its scene's thread; the clip is only read, so groups of different scenes may play one clip on different
/// threads.
class AnimationGroup final {
public:
    /// Makes a group that the application advances. Looks the targets up in `scene` (a Scene is an AnimationTargets) as ChannelTarget
    /// describes, so that a clip from another file moves the targets that it names. Nodes, bones and skeletons that are added later are not
    /// found. Throws std::invalid_argument if the clip is null, or if none of its channels has a target in the scene (see
    /// GroupOptions::mayMoveNothing); the message then lists the names in the scene that are closest to the names of the clip's targets.
    AnimationGroup(AnimationTargets& scene, const std::shared_ptr<const AnimationClip>& clip, const GroupOptions& options = {});
    ~AnimationGroup();
    AnimationGroup(const AnimationGroup&) = delete;
    AnimationGroup& operator=(const AnimationGroup&) = delete;

    [[nodiscard]] const std::string& getName() const noexcept { return clip_->getName(); }  ///< The clip's name.
    [[nodiscard]] const AnimationClip& getClip() const noexcept { return *clip_; }          ///< Valid as long as the group.
    /// The shared pointer to the clip, for use in other players; never null.
    [[nodiscard]] const std::shared_ptr<const AnimationClip>& shareClip() const noexcept { return clip_; }
    /// The channels that move nothing because their target was not found in the scene or has been removed.
    [[nodiscard]] std::vector<UnboundChannel> getUnboundChannels() const;
    /// Number of channels that move nothing. O(channels).
    [[nodiscard]] std::size_t unboundChannelCount() const noexcept;
    /// Empty if every channel moves something. Otherwise a single text that says which channels move nothing, why, and which names in the
    /// scene are closest to the names of their targets. O(channels + names in the scene).
    [[nodiscard]] std::vector<std::string> getWarnings() const;
    /// The node or bone that a channel of the clip moves, or null. Throws std::out_of_range if there is no such channel.
    [[nodiscard]] const Node* getTarget(std::size_t channel) const;
    /// The values of the clip's curve of that name (ChannelTarget::Kind::Curve) as of the last pose written; 0 before the first pose. Empty
    /// if the clip has no such curve. The view is valid as long as the group. O(channels).
    [[nodiscard]] std::span<const float> getCurve(std::string_view name) const noexcept;

    /// Starts from the beginning of the range (from its end when playing backwards), or resumes after pause() with the given options. The
    /// next advance() or apply() writes the pose. The first call allocates the memory that playing needs. Throws std::invalid_argument, and
    /// changes nothing, if the range is empty or outside the clip or the speed is not finite.
    void play(const PlayOptions& options = {});
    /// Stops the playhead and keeps its position; advance() does nothing until play().
    void pause() noexcept;
    /// Stops playing and moves the playhead back to the beginning of the range (to its end when playing backwards). Leaves the pose as it
    /// is.
    void stop() noexcept;
    /// Jumps to a time in seconds, clamped to the range, and writes the pose there; a group that is playing keeps playing. Throws
    /// std::invalid_argument for NaN.
    void goTo(double seconds);

    /// False while paused, and after the end of playback that does not loop.
    [[nodiscard]] bool isPlaying() const noexcept;
    [[nodiscard]] bool isPaused() const noexcept;  ///< True after pause(), until play() or stop().
    /// Seconds since the beginning of the clip.
    [[nodiscard]] double getCurrentTime() const noexcept;
    [[nodiscard]] double getSpeedRatio() const noexcept;  ///< Seconds of the clip per second; negative: backwards.
    /// Sets the speed ratio, which applies from the current time on. Throws std::invalid_argument if `speedRatio` is not finite.
    void setSpeedRatio(double speedRatio);
    [[nodiscard]] bool isLooping() const noexcept;  ///< Whether playback starts again at the end of the range. May change while playing.
    void setLooping(bool loop) noexcept;
    [[nodiscard]] LoopMode getLoopMode() const noexcept;  ///< The mode given to play().

    /// Adds an event: calls `action` whenever the playhead passes or reaches the time `seconds` of the clip, exactly once per passage,
    /// forwards and backwards, in every round of a loop, and at both ends. Events fire in the order of passage; if one advance() spans more
    /// than a thousand rounds, they fire only in the last thousand. play() and goTo() fire no events: an event exactly at the time to which
    /// they move the playhead fires at the next advance(). Actions run after the pose is written. They may do anything except advance the
    /// group; they may even remove the group. The event lasts as long as the subscription. Throws std::invalid_argument if the time is
    /// outside the clip or the action is empty.
    [[nodiscard]] Subscription addEvent(double seconds, std::function<void(AnimationGroup&)> action);

    /// Calls `observer` whenever one round ends and the next begins, that is, when time wraps or reverses; at most a thousand times within
    /// one advance(). The observer runs between the events of the two rounds, and may do whatever an event's action may do.
    [[nodiscard]] Subscription observeLoop(std::function<void(AnimationGroup&)> observer);
    /// Calls `observer` when non-looping playback stops by itself at the end of its range (at its start when playing backwards), after the
    /// events passed on the way. stop() does not call it.
    [[nodiscard]] Subscription observeEnd(std::function<void(AnimationGroup&)> observer);

    /// If the group is playing, moves the playhead by `seconds` times the speed ratio and writes the pose, then fires the events that were
    /// passed. Non-looping playback writes the pose exactly at the end of the range and stops there. Looping playback shows the last key
    /// too, because it wraps only when the playhead passes the end of the range, not when it is exactly there. Exceptions from the events'
    /// actions propagate. Allocates nothing. O(channels). Throws std::invalid_argument if `seconds` times the speed ratio is not finite.
    void advance(double seconds);
    /// Writes the pose at the current time. Allocates only if the group has neither played nor shown a pose before.
    void apply() noexcept;

    /// The group's lifetime, which ends when the group is destroyed: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    friend class AnimationGroupAccess;
    friend class SavedState;
    friend class Scene;
    struct Binding;

    AnimationGroup(std::shared_ptr<const AnimationClip> clip, std::shared_ptr<Binding> binding) noexcept;

    void requireTargets(const AnimationTargets& scene, const GroupOptions& options) const;
    void requireStep(double seconds) const;
    void move(double seconds) noexcept;
    void sample() noexcept;
    void write() noexcept;
    void writeSampled() noexcept;
    void fire();
    void forgetMove() noexcept;
    void listState(StateArchive& state);

    std::shared_ptr<const AnimationClip> clip_;
    std::shared_ptr<Binding> binding_;  // shared with advance(): an action may remove the group
    Lifetime lifetime_;
};

}  // namespace armature
