#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include <armature/animation/animation_mixer.hpp>

#include "animation/clip/unbound_channels.hpp"
#include "animation/playing/channel_bindings.hpp"
#include "animation/playing/event_list.hpp"
#include "animation/playing/layer_pose.hpp"
#include "animation/playing/layer_travel.hpp"
#include "animation/playing/playback.hpp"
#include "animation/playing/ramp.hpp"

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
    /// Finds the root of its root motion among what the mixer moves.
    void placeRoot(const MixerTargets& targets);
    /// The layer's weight at a lane, masks included; 0 if it does not count or moves nothing there.
    [[nodiscard]] double motionWeight(std::size_t lane) const noexcept
    {
        return counts() ? static_cast<double>(weightNow()) * static_cast<double>(pose->motionWeight(lane)) : 0.;
    }
    /// The same at its own root, which its clip need not move.
    [[nodiscard]] double rootWeight() const noexcept;
    /// The playhead has moved: so do events and travel.
    void move(const Passage& passage) noexcept
    {
        travel.move(passage, playhead);
        events.moved(passage);
    }
    /// From now on the layer has all that it needs to count.
    void wake();
    void applyMasks(const MixerTargets& targets)
    {
        if (pose != nullptr) {
            pose->setMasks(targets, masks, otherMask);
        }
    }
    /// Precondition: it counts.
    void sample() noexcept { pose->sample(*clip->packed_, playhead, offsets); }
    /// What its channels move among the things that still exist.
    [[nodiscard]] std::vector<MixerChannel> targetChannels() const;

    /// Where its clip's targets were looked for.
    [[nodiscard]] SearchedRig searchedRig() const;

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
    Handle<Skeleton> skeleton;  // to play on; none: the whole scene
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
    ChannelBindings channels;
    std::unique_ptr<LayerPose> pose;  // from the first time that it counts: most layers of a character never do
    RoundOffsets offsets;
    LayerTravel travel;

    EventList events;
};

}  // namespace armature
