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
    /// Whether the layer's pose counts: the layer is active and has weight.
    [[nodiscard]] bool counts() const noexcept { return isActive && weightNow() > 0.f; }
    [[nodiscard]] bool isPlaying() const noexcept { return playhead.state == Playhead::State::Playing; }

    void bind(const MixerTargets& targets);
    /// Finds the root of the layer's root motion, and the lane in which the mixer moves the root.
    void placeRoot(const MixerTargets& targets);
    /// Returns the layer's weight at a lane, mask included; 0 if the layer does not count or animates nothing there.
    [[nodiscard]] double motionWeight(std::size_t lane) const noexcept
    {
        return counts() ? static_cast<double>(weightNow()) * static_cast<double>(pose->motionWeight(lane)) : 0.;
    }
    /// Returns the layer's weight at its own root, even if the clip does not move the root.
    [[nodiscard]] double rootWeight() const noexcept;
    /// Passes a move of the playhead on to travel and events.
    void move(const Passage& passage) noexcept
    {
        travel.move(passage, playhead);
        events.moved(passage);
    }
    /// Creates what the layer needs for its pose to count, unless it exists already.
    void wake();
    void applyMasks(const MixerTargets& targets)
    {
        if (pose != nullptr) {
            pose->setMasks(targets, masks, otherMask);
        }
    }
    /// Precondition: the layer counts.
    void sample() noexcept { pose->sample(*clip->packed_, playhead, offsets); }
    /// Returns what the layer's channels move, among the targets that still exist.
    [[nodiscard]] std::vector<MixerChannel> targetChannels() const;

    /// Returns where the clip's targets were looked for, as messages describe it.
    [[nodiscard]] SearchedRig searchedRig() const;

    void list(StateArchive& state, std::span<AnimationLayer* const> layers, AnimationTargets* scene);

    /// Sets the mask of a node and of the node that drives it.
    void setMask(const Node& node, float mask);
    void stop() noexcept;
    /// Returns how far the time is through the playhead's range, in [0, 1].
    [[nodiscard]] double phase() const noexcept;
    void goToPhase(double newPhase) noexcept;
    /// Returns the layer's pace in rounds per second.
    [[nodiscard]] double pace() const noexcept;

    AnimationMixer* mixer;
    std::shared_ptr<const AnimationClip> clip;
    bool isAdditive;
    Handle<Skeleton> skeleton;  // the skeleton to play on; null: the whole scene
    bool isActive = false;
    bool isRemoved = false;  // whether the layer was removed while actions ran

    Playhead playhead;
    PlayOptions lastOptions;
    AnimationLayer* leader = nullptr;
    double groupPhase = 0.;  // phase of this layer and of the layers that follow it

    Ramp weight;
    Ramp share;  // factor of the weight, which fadeIn() and fadeOut() change
    bool stopsAfterFade = false;

    NodeMasks masks;
    float otherMask = 1.f;
    ChannelBindings channels;
    std::unique_ptr<LayerPose> pose;  // null until wake(): most layers of a character never count
    RoundOffsets offsets;
    LayerTravel travel;

    EventList events;
};

}  // namespace armature
