#pragma once

#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include <armature/animation/animation_mixer.hpp>

#include "animation/playing/clip_player_state.hpp"
#include "animation/playing/layer_pose.hpp"
#include "animation/playing/layer_travel.hpp"
#include "animation/playing/ramp.hpp"

namespace armature {

/// The internals of a layer.
class AnimationLayer::State final : public ClipPlayer::State {
public:
    State(AnimationLayer& ofLayer, AnimationMixer& owner, std::shared_ptr<const AnimationClip> sharedClip, const LayerOptions& options);

    [[nodiscard]] AnimationTargets* scene() const noexcept override;
    [[nodiscard]] SearchedRig searchedRig() const override;
    void wake() override;
    void hasStarted() override;
    void hasJumped() override;
    void hasStopped() noexcept override;

    /// Throws std::invalid_argument if a weight or a time is negative or not finite; `what` names it.
    template <class Number>
    void requireAmount(const char* what, Number value) const;
    [[nodiscard]] float weightNow() const noexcept { return weight.value * share.value; }
    /// Whether the layer contributes to the mixer's pose: it is active, and its weight is above 0.
    [[nodiscard]] bool counts() const noexcept { return isActive && weightNow() > 0.f; }

    void bind(const MixerTargets& targets, const MixerTargets::Places& places);
    /// Finds the root of the layer's root motion, and the lane in which the mixer moves the root, and stores both in `travel`.
    void placeRoot(const MixerTargets& targets);
    /// Returns the layer's weight times its mask at a lane's translation or rotation, whichever is greater; 0 if the layer does not count
    /// or animates neither.
    [[nodiscard]] double motionWeight(std::size_t lane) const noexcept
    {
        return counts() ? static_cast<double>(weightNow()) * static_cast<double>(pose->motionWeight(lane)) : 0.;
    }
    /// Returns the layer's weight times its mask at the root of its root motion, even if the clip does not move the root; 0 if the layer
    /// does not count.
    [[nodiscard]] double rootWeight() const noexcept;
    /// Passes a move of the playhead on to travel and events.
    void move(const Passage& passage) noexcept
    {
        travel.move(passage, playhead);
        moved(passage);
    }
    void applyMasks(const MixerTargets& targets)
    {
        if (pose != nullptr) {
            pose->setMasks(targets, masks, otherMask);
        }
    }
    /// Samples into a pose of the mixer's targets. Precondition: the layer counts.
    void sample(AlignedVector<float>& sampled, PoseBlocks& outPose) noexcept;
    /// Returns what each of the layer's channels moves. A channel whose node was removed has no node.
    [[nodiscard]] std::vector<MixerChannel> targetChannels() const;

    void list(StateArchive& state, std::span<AnimationLayer* const> layers, AnimationTargets* scene);

    /// Sets the mask of a node and of the node that drives it.
    void setMask(const Node& node, float mask);
    /// Returns how far the time is through the playhead's range, in [0, 1].
    [[nodiscard]] double phase() const noexcept;
    void goToPhase(double newPhase) noexcept;
    /// Returns the layer's pace in rounds per second.
    [[nodiscard]] double pace() const noexcept;

    AnimationLayer& layer;
    AnimationMixer* mixer;
    bool isAdditive;
    Handle<Skeleton> skeleton;  // the skeleton to play on; null: the whole scene
    bool isActive = false;
    bool isRemoved = false;  // whether the layer was removed while actions ran

    AnimationLayer* leader = nullptr;
    double groupPhase = 0.;  // phase of this layer and of the layers that follow it

    Ramp weight;
    Ramp share;  // factor of the weight, which fadeIn() and fadeOut() change
    bool stopsAfterFade = false;

    NodeMasks masks;
    float otherMask = 1.f;
    std::unique_ptr<LayerPose> pose;  // null until wake()
    LayerTravel travel;
};

}  // namespace armature
