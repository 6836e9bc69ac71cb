#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/node/subscription.hpp>

namespace armature {

/// How looping playback continues at the end of the range (at its start when playing backwards).
enum class LoopMode {
    Cycle,                  ///< Starts again at the beginning.
    PingPong,               ///< Plays back and forth.
    Accumulate,             ///< Starts again from the values reached: each round adds the range's last values minus its first values.
    AccumulateFromCurrent,  ///< Like Accumulate, but the first round starts from the values that the targets have when play() is called.
};

/// How ClipPlayer::play() plays the clip.
struct ARMATURE_API PlayOptions {
    bool loop = true;        ///< If true, playback starts again at the end of the range; if false, it stops there and the last pose stays.
    double speedRatio = 1.;  ///< Multiplies the clip's speed. Negative plays backwards, from the end of the range.
    std::optional<double> from = {};      ///< Start of the range in seconds; default 0.
    std::optional<double> to = {};        ///< End of the range in seconds; default the clip's duration.
    LoopMode loopMode = LoopMode::Cycle;  ///< How playback starts again.
};

/// One playback of a clip: time, speed, range, events and the targets that the clip moves. AnimationGroup and AnimationLayer derive from
/// it; they differ in who advances them and in how their poses are written. In these comments, a step is one advance() of the group or of
/// the layer's mixer.
class ARMATURE_API ClipPlayer {
public:
    ClipPlayer(const ClipPlayer&) = delete;
    ClipPlayer& operator=(const ClipPlayer&) = delete;

    [[nodiscard]] const std::string& getName() const noexcept;    ///< The clip's name.
    [[nodiscard]] const AnimationClip& getClip() const noexcept;  ///< Valid as long as the player.
    /// The shared pointer to the clip, for use in other players; never null.
    [[nodiscard]] const std::shared_ptr<const AnimationClip>& shareClip() const noexcept;
    /// The channels that move nothing because their target was not found in the scene or has been removed.
    [[nodiscard]] std::vector<UnboundChannel> getUnboundChannels() const;
    /// Number of channels that move nothing. O(channels).
    [[nodiscard]] std::size_t unboundChannelCount() const noexcept;
    /// Empty if every channel moves something. Otherwise a single text that says which channels move nothing, why, and which names in the
    /// scene are closest to the names of their targets. O(channels + names in the scene).
    [[nodiscard]] std::vector<std::string> getWarnings() const;
    /// The node or bone that a channel of the clip moves, or null. Throws std::out_of_range if there is no such channel.
    [[nodiscard]] const Node* getTarget(std::size_t channel) const;

    /// Starts from the beginning of the range (from its end when playing backwards), or resumes after pause() with the given options. The
    /// next step writes the pose. The first call allocates the memory that playing needs. Throws std::invalid_argument, and changes
    /// nothing, if the range is empty or outside the clip or the speed is not finite.
    void play(const PlayOptions& options = {});
    /// Stops the playhead and keeps its position; steps do nothing until play(). A layer stays active.
    void pause() noexcept;
    /// Stops playing and moves the playhead back to the beginning of the range (to its end when playing backwards). A group leaves the pose
    /// as it is; a layer becomes inactive at once (AnimationLayer::fadeOut() fades it out first).
    void stop() noexcept;
    /// Jumps to a time in seconds, clamped to the range; a player that is playing keeps playing. A group writes the pose at that time at
    /// once; a layer becomes active. Throws std::invalid_argument for NaN.
    void goTo(double seconds);

    [[nodiscard]] bool isPlaying() const noexcept;         ///< False while paused, and after the end of playback that does not loop.
    [[nodiscard]] bool isPaused() const noexcept;          ///< True after pause(), until play() or stop().
    [[nodiscard]] double getCurrentTime() const noexcept;  ///< Seconds since the beginning of the clip.
    [[nodiscard]] double getSpeedRatio() const noexcept;   ///< Seconds of the clip per second; negative: backwards.
    void setSpeedRatio(double speedRatio);          ///< Applies from the current time on. Throws std::invalid_argument if not finite.
    [[nodiscard]] bool isLooping() const noexcept;  ///< Whether playback starts again at the end of the range. May change while playing.
    void setLooping(bool loop) noexcept;
    [[nodiscard]] LoopMode getLoopMode() const noexcept;  ///< The mode given to play().

    /// Adds an event: calls `action` whenever the playhead passes or reaches the time `seconds` of the clip, exactly once per passage,
    /// forwards and backwards, in every round of a loop, and at both ends. A layer's weight does not matter. Events fire in the order of
    /// passage; if one step spans more than a thousand rounds, they fire only in the last thousand. play() and goTo() fire no events: an
    /// event exactly at the time to which they move the playhead fires in the next step. Actions run after the pose is written. They may do
    /// anything except advance the group or mixer that called them; they may even remove it. The event lasts as long as the subscription.
    /// Throws std::invalid_argument if the time is outside the clip or the action is empty.
    [[nodiscard]] Subscription addEvent(double seconds, std::function<void()> action);
    /// Calls `observer` whenever one round ends and the next begins, that is, when time wraps or reverses; at most a thousand times within
    /// one step. The observer runs between the events of the two rounds, and may do whatever an event's action may do. Throws
    /// std::invalid_argument if `observer` is empty.
    [[nodiscard]] Subscription observeLoop(std::function<void()> observer);
    /// Calls `observer` when non-looping playback stops by itself at the end of its range (at its start when playing backwards), after the
    /// events passed on the way. stop() does not call it. Throws std::invalid_argument if `observer` is empty.
    [[nodiscard]] Subscription observeEnd(std::function<void()> observer);

    /// The player's lifetime, which ends when the player is destroyed: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

protected:
    class ARMATURE_LOCAL State;

    explicit ClipPlayer(std::shared_ptr<State> state) noexcept;  ///< Internal: groups and layers bring their own kind of state.
    ~ClipPlayer();

    std::shared_ptr<State> state_;  ///< Internal. A step holds a copy of the pointer: an action may remove the player.

private:
    Lifetime lifetime_;
};

}  // namespace armature
