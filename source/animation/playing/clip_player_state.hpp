#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <armature/animation/animation_targets.hpp>
#include <armature/animation/clip_player.hpp>

#include "animation/clip/packed_clip.hpp"
#include "animation/clip/unbound_channels.hpp"
#include "animation/playing/channel_bindings.hpp"
#include "animation/playing/event_list.hpp"
#include "animation/playing/layer_pose.hpp"
#include "animation/playing/playhead.hpp"

namespace armature {

/// The internals that groups and layers have in common, and virtual functions where they differ.
class ClipPlayer::State {
public:
    /// Messages call the player `kindOfPlayer`. Throws std::invalid_argument if the clip is null.
    State(const char* kindOfPlayer, std::shared_ptr<const AnimationClip> sharedClip);
    virtual ~State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    [[nodiscard]] bool isPlaying() const noexcept { return playhead.state == Playhead::State::Playing; }
    [[nodiscard]] const PackedClip& packed() const noexcept { return *clip->packed_; }
    [[nodiscard]] std::vector<UnboundChannel> unboundChannels() const { return listUnbound(clip->channels(), channels.list()); }
    /// Returns the player as messages name it: `animation group "run"`.
    [[nodiscard]] std::string label() const;
    /// Throws std::invalid_argument with a message that names the player and says `why`.
    [[noreturn]] void refuse(const std::string& why) const;
    /// Throws std::invalid_argument if the clip has channels, but none of their targets exists.
    void requireTargets() const;
    /// Throws std::invalid_argument if the player plays and `seconds` times the speed ratio is not finite.
    void requireStep(double seconds) const;
    void requireSpeedRatio(double speedRatio) const;

    void play(const PlayOptions& options);
    void stop() noexcept;
    /// Returns the options that make play() keep the current range, speed and loop.
    [[nodiscard]] PlayOptions lastOptions() const noexcept;
    void listState(StateArchive& archive);

    /// The scene in which the player plays; null if it is gone.
    [[nodiscard]] virtual AnimationTargets* scene() const noexcept = 0;
    /// Returns where the clip's targets were looked for, as messages describe it.
    [[nodiscard]] virtual SearchedRig searchedRig() const;
    /// Creates what the player needs to play, unless it exists already: most players of a character never play.
    virtual void wake() = 0;
    /// hasStarted(), hasJumped() and hasStopped() are called after play(), goTo() and stop() have changed the playhead.
    virtual void hasStarted() {}
    virtual void hasJumped() = 0;
    virtual void hasStopped() noexcept {}

    const char* kind;
    std::shared_ptr<const AnimationClip> clip;
    ChannelBindings channels;
    Playhead playhead;
    EventList events;
    std::unique_ptr<RoundOffsets> offsets;  // null until the player plays in a mode that accumulates
    bool firesOn = true;                    // false once an action has stopped or removed the player

protected:
    /// Notes a move of the playhead, for its events.
    void moved(const Passage& passage) noexcept
    {
        events.moved(passage);
        firesOn = true;
    }
};

}  // namespace armature
