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
#include <armature/handle.hpp>
#include <armature/node/subscription.hpp>

namespace armature {

/// What looping does at the end of the range (at its start when playing backwards).
enum class LoopMode {
    Cycle,                  ///< Starts again.
    PingPong,               ///< Plays back and forth.
    Accumulate,             ///< Starts again from where it ended: each round adds the difference between the range's last and first values.
    AccumulateFromCurrent,  ///< As Accumulate, but the first round starts from the targets' values when play() is called.
};

/// How AnimationGroup::play() starts.
struct PlayOptions {
    bool loop = true;        ///< If true, playback starts again at the end of the range; if false, it stops there and keeps the last pose.
    double speedRatio = 1.;  ///< Multiplies the clip's speed. Negative plays backwards, from the end of the range.
    std::optional<double> from = {};      ///< Start of the range in seconds; default 0.
    std::optional<double> to = {};        ///< End of the range in seconds; default the clip's duration.
    LoopMode loopMode = LoopMode::Cycle;  ///< How playback starts again.
};

/// How an AnimationGroup finds what it moves.
struct GroupOptions {
    /// Accepts a clip of which no channel finds a target; it then plays without moving anything.
    bool mayMoveNothing = false;
};

/// One playback of a clip in one scene: time, speed, range and the targets that it writes to. Owned by its Scene.
///
/// Scene::animate() advances and applies it. Targets that the scene lacks are skipped (see getWarnings()); parts of a target that
/// the clip does not animate keep their values. Targets, and the scene itself, may be destroyed before the group, which then writes to
/// those that remain. A group belongs to its scene's thread; the clip is only read, so groups of different scenes may play one clip on
/// different threads.
class AnimationGroup final {
public:
    /// Looks the targets up in `scene` (a Scene is AnimationTargets) as ChannelTarget describes: a clip from another file moves the targets
    /// that it names. Nodes, bones and skeletons that are added later are not found. Throws std::invalid_argument if the clip is null, or
    /// if none of its channels has a target there (see GroupOptions::mayMoveNothing); the message has the names nearest to those that the
    /// clip moves.
    AnimationGroup(AnimationTargets& scene, const std::shared_ptr<const AnimationClip>& clip, const GroupOptions& options = {});
    ~AnimationGroup();
    AnimationGroup(const AnimationGroup&) = delete;
    AnimationGroup& operator=(const AnimationGroup&) = delete;

    [[nodiscard]] const std::string& getName() const noexcept { return clip_->getName(); }  ///< The clip's name.
    [[nodiscard]] const AnimationClip& getClip() const noexcept { return *clip_; }          ///< Valid as long as the group.
    /// The clip, for use in other players; never null.
    [[nodiscard]] const std::shared_ptr<const AnimationClip>& shareClip() const noexcept { return clip_; }
    /// The channels that move nothing because the scene lacked their target, or because it has been removed.
    [[nodiscard]] std::vector<UnboundChannel> getUnboundChannels() const;
    /// How many channels move nothing. O(channels).
    [[nodiscard]] std::size_t unboundChannelCount() const noexcept;
    /// Empty if every channel moves something. Otherwise one text that says which channels do not, why, and which names of the scene are
    /// most like theirs. O(channels + names in the scene).
    [[nodiscard]] std::vector<std::string> getWarnings() const;
    /// The node or bone that a channel of the clip moves, or null. Throws std::out_of_range if there is no such channel.
    [[nodiscard]] const Node* getTarget(std::size_t channel) const;
    /// The values of the clip's curve of that name (ChannelTarget::Kind::Curve) as of the last pose written, 0 before the first; empty if
    /// the clip has no such curve. A view, valid as long as the group. O(channels).
    [[nodiscard]] std::span<const float> getCurve(std::string_view name) const noexcept;

    /// Starts from the beginning of the range (from its end when playing backwards), or resumes after pause() with the given options. The
    /// next advance() or apply() writes the pose. The first time, allocates what playing needs. Throws std::invalid_argument, and changes
    /// nothing, if the range is empty or outside the clip or the speed is not finite.
    void play(const PlayOptions& options = {});
    /// Stops the playhead; advance() does nothing until play().
    void pause() noexcept;
    /// Stops playing and returns to where play() started. Leaves the pose as it is.
    void stop() noexcept;
    /// Jumps to a time in seconds, clamped to the range, and writes its pose; keeps playing if it was. Throws std::invalid_argument for
    /// NaN.
    void goTo(double seconds);

    /// False while paused, and after the end of playback that does not loop.
    [[nodiscard]] bool isPlaying() const noexcept;
    [[nodiscard]] bool isPaused() const noexcept;  ///< True after pause(), until play() or stop().
    /// Seconds since the beginning of the clip.
    [[nodiscard]] double getCurrentTime() const noexcept;
    [[nodiscard]] double getSpeedRatio() const noexcept;  ///< Seconds of the clip per second; negative: backwards.
    /// Takes effect from the current time on. Throws std::invalid_argument if not finite.
    void setSpeedRatio(double speedRatio);
    [[nodiscard]] bool isLooping() const noexcept;  ///< Whether playback starts again at the end of the range. May change while playing.
    void setLooping(bool loop) noexcept;
    [[nodiscard]] LoopMode getLoopMode() const noexcept;  ///< The mode given to play().

    /// Calls `action` whenever the playhead passes or reaches a time of the clip in seconds: exactly once per passage, forwards and
    /// backwards, in every round of a loop, at both ends, in the order of passage (if one advance() spans more than a thousand rounds, only
    /// in the last thousand). play() and goTo() fire nothing: an event exactly where they start fires with the next advance(). Actions run
    /// after the pose is written; they may do anything but advance the group, and may remove it.
    /// The event lasts as long as the subscription. Throws std::invalid_argument if the time is outside the clip or the action is empty.
    [[nodiscard]] Subscription addEvent(double seconds, std::function<void(AnimationGroup&)> action);

    /// Calls `observer` whenever one round ends and the next begins, where time wraps or reverses; at most a thousand times within one
    /// advance(). Runs between the events of the two rounds, and may do what their actions may.
    [[nodiscard]] Subscription observeLoop(std::function<void(AnimationGroup&)> observer);
    /// Calls `observer` when non-looping playback stops by itself at the end of its range (at its start when playing backwards), after the
    /// events that were passed. stop() does not call it.
    [[nodiscard]] Subscription observeEnd(std::function<void(AnimationGroup&)> observer);

    /// If playing, moves the playhead by `seconds` times the speed ratio and writes the pose. Without looping it ends exactly at the end of
    /// the range, writes that pose and stops. Looping shows the last key too: the range wraps when its end is passed, not reached.
    /// Then fires the events that were passed; exceptions of their actions propagate. Allocates nothing. O(channels). Throws
    /// std::invalid_argument if the product is not finite.
    void advance(double seconds);
    /// Writes the pose at the current time. Allocates only if the group has neither played nor shown a pose before.
    void apply() noexcept;

    /// Ends with the group: see Handle.
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
