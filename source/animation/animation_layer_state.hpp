#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include <armature/animation/animation_mixer.hpp>

#include "animation/channel_targets.hpp"
#include "animation/event_list.hpp"
#include "animation/layer_pose.hpp"
#include "animation/playback.hpp"
#include "animation/ramp.hpp"

namespace armature {

/// The internals of a layer.
class AnimationLayer::State {
public:
    State(AnimationMixer& owner, std::shared_ptr<const AnimationClip> sharedClip, const LayerOptions& options);

    [[nodiscard]] Player player() const noexcept { return {"animation layer", *clip}; }
    [[nodiscard]] float weightNow() const noexcept { return weight.value * share.value; }
    /// Whether its pose counts.
    [[nodiscard]] bool counts() const noexcept { return isActive && weightNow() > 0.f; }
    [[nodiscard]] bool isPlaying() const noexcept { return playhead.state == Playhead::State::Playing; }

    void bind(const MixerTargets& targets);
    void applyMasks(const MixerTargets& targets) { pose.setMasks(targets, masks, otherMask); }
    void sample() noexcept { pose.sample(*clip->packed_, playhead, offsets); }
    /// What its channels move among the things that still exist.
    [[nodiscard]] std::vector<MixerChannel> targetChannels() const;

    void list(StateArchive& state, std::span<AnimationLayer* const> layers, AnimationTargets* scene);

    /// The mask of a node and of what drives it.
    void setMask(const Node& node, float mask);
    void stop() noexcept;
    /// How far the time is through the range, in [0, 1].
    [[nodiscard]] double phase() const noexcept;
    void goToPhase(double newPhase) noexcept;
    /// Rounds per second.
    [[nodiscard]] double pace() const noexcept;

    AnimationMixer* mixer;
    std::shared_ptr<const AnimationClip> clip;
    bool isAdditive;
    bool isActive = false;
    bool isRemoved = false;  // while actions run

    Playhead playhead;
    PlayOptions lastOptions;
    AnimationLayer* leader = nullptr;
    double groupPhase = 0.;  // those of the layers that follow this one, and its own

    Ramp weight;
    Ramp share;  // of the weight: what fadeIn and fadeOut change
    bool stopsAfterFade = false;

    NodeMasks masks;
    float otherMask = 1.f;
    std::vector<ChannelBinding> channels;
    LayerPose pose;
    RoundOffsets offsets;

    EventList events;
};

}  // namespace armature
