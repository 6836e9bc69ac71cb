#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/handle.hpp>
#include <armature/scene/subscription.hpp>

namespace armature {

struct ChannelBinding;

/// What a looping playback does at the end of its range (backwards: at its beginning).
enum class LoopMode {
    Cycle,                  ///< Begins again.
    PingPong,               ///< Turns round, and at the other end again.
    Accumulate,             ///< Begins again where it has come to: each round adds what leads from the range's first values to its last.
    AccumulateFromCurrent,  ///< The same, and the first round begins where the targets are when play() is called.
};

/// How AnimationGroup::play() starts.
struct PlayOptions {
    bool loop = true;
    double speedRatio = 1.;           ///< Negative plays backwards, from the end of the range.
    std::optional<double> from = {};  ///< Start of the range in seconds; default 0.
    std::optional<double> to = {};    ///< End of the range; default the clip's duration.
    LoopMode loopMode = LoopMode::Cycle;
};

/// One playback of a clip on one scene: time, speed, range and the targets it writes to. Owned by its Scene.
///
/// Scene::animate() moves it on and applies it. Targets that the scene lacks are left out (see unboundChannels()); parts of a target that
/// the clip does not animate stay as they are. What it writes to, the scene itself too, may go before it: then it writes to what is left.
/// The clip is only read: groups of different scenes may play one clip from different threads; a group belongs to the thread of its scene.
class AnimationGroup final {
public:
    /// Looks the targets up in `scene`, as ChannelTarget says: a clip of another file moves what it names. Nodes, bones and skeletons that
    /// come later are not found. No clip throws std::invalid_argument.
    AnimationGroup(Scene& scene, const std::shared_ptr<const AnimationClip>& clip);
    ~AnimationGroup();
    AnimationGroup(const AnimationGroup&) = delete;
    AnimationGroup& operator=(const AnimationGroup&) = delete;

    [[nodiscard]] const std::string& getName() const noexcept { return clip_->getName(); }
    [[nodiscard]] const AnimationClip& getClip() const noexcept { return *clip_; }
    /// The same, for other players: never null.
    [[nodiscard]] const std::shared_ptr<const AnimationClip>& shareClip() const noexcept { return clip_; }
    /// The channels that move nothing: those whose target the scene lacked, and those whose target has gone.
    [[nodiscard]] std::vector<UnboundChannel> unboundChannels() const;
    /// How many these are. O(channels).
    [[nodiscard]] std::size_t unboundChannelCount() const noexcept;
    /// What a channel of the clip moves: null if nothing. std::out_of_range if there is no such channel.
    [[nodiscard]] const Node* getTarget(std::size_t channel) const;

    /// Starts from the beginning of the range (backwards: its end), or goes on after pause() with the options as given. The pose is written
    /// by the next advance() or apply(). A range outside the clip or an empty one, or a speed that is not finite, throws
    /// std::invalid_argument and changes nothing.
    void play(const PlayOptions& options = {});
    /// Holds the time; advance() does nothing until play().
    void pause() noexcept;
    /// Ends playing and goes back to where play() began. The pose stays as it is.
    void stop() noexcept;
    /// Jumps to a time in seconds, clamped to the range, and writes the pose of that time; goes on playing if it was. NaN throws
    /// std::invalid_argument.
    void goTo(double seconds);

    /// False while paused, and after the end without loop.
    [[nodiscard]] bool isPlaying() const noexcept;
    [[nodiscard]] bool isPaused() const noexcept;
    /// Seconds since the beginning of the clip.
    [[nodiscard]] double getCurrentTime() const noexcept;
    [[nodiscard]] double getSpeedRatio() const noexcept;
    /// Takes effect from the current time on. Not finite throws std::invalid_argument.
    void setSpeedRatio(double speedRatio);
    [[nodiscard]] bool isLooping() const noexcept;
    void setLooping(bool loop) noexcept;
    [[nodiscard]] LoopMode getLoopMode() const noexcept;

    /// Calls `action` whenever playing passes or reaches a time of the clip in seconds: exactly once for each passage, forwards and
    /// backwards, in every round of a loop, at both ends, in the order in which they were passed (after a thousand rounds within one
    /// advance(), in the last thousand only). play() and goTo() fire nothing by themselves: an event exactly where they start fires with
    /// the next advance(). The pose has been written when actions run; they may do all but advance the group, also remove it. Returns a number for
    /// removeEvent(). A time outside the clip, or no action, throws std::invalid_argument.
    std::size_t addEvent(double seconds, std::function<void(AnimationGroup&)> action);
    /// False if there is no such event.
    bool removeEvent(std::size_t event) noexcept;

    /// Calls `observer` whenever a round ends and another begins: where time wraps, or turns round. At most a thousand times within one
    /// advance(). It comes between the events of the two rounds, and may do what their actions may.
    [[nodiscard]] Subscription observeLoop(std::function<void(AnimationGroup&)> observer);
    /// Calls `observer` when playing without loop has come to the end of its range (backwards: to its beginning) and stops by itself, after
    /// the events that were passed; stop() is not told of.
    [[nodiscard]] Subscription observeEnd(std::function<void(AnimationGroup&)> observer);

    /// Moves on by `seconds` times the speed ratio and writes the pose, if playing. Without loop it ends exactly on the end of the range,
    /// writes that pose and stops playing; with loop the last key is shown, too: the range wraps when its end is passed, not reached.
    /// Then fires the events that were passed; what their actions throw comes through. Allocates nothing. O(channels). A product that is
    /// not finite throws std::invalid_argument.
    void advance(double seconds);
    /// Writes the pose of the current time. Allocates nothing.
    void apply() noexcept;

    /// Ends with the group: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    friend class AnimationGroupAccess;
    friend class SavedState;
    friend class Scene;
    struct Binding;

    AnimationGroup(Scene& scene, std::shared_ptr<const AnimationClip> clip, std::vector<ChannelBinding> bindings);

    void listState(StateArchive& state);

    std::shared_ptr<const AnimationClip> clip_;
    std::shared_ptr<Binding> binding_;  // shared with advance(): an action may remove the group
    Lifetime lifetime_;
};

}  // namespace armature
