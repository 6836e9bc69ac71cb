#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <armature/animation/animation_mixer.hpp>

#include "animation/playing/animation_layer_state.hpp"
#include "animation/playing/mixer_targets.hpp"
#include "animation/playing/player_memory.hpp"
#include "animation/playing/pose_writer.hpp"
#include "node/owning_list.hpp"

namespace armature {

/// The internals of a mixer.
class AnimationMixer::State {
public:
    explicit State(AnimationTargets& ownerScene);

    /// Lays out targets and poses again, after layers were added or removed.
    void rebuild();

    /// Returns the scene, for a new layer. Throws std::invalid_argument if the scene is gone or does not have the layer's skeleton.
    [[nodiscard]] AnimationTargets& requireScene(const LayerOptions& options) const;
    /// Adds a layer. Throws std::invalid_argument if none of the clip's channels has a target, unless the options allow it.
    AnimationLayer& add(std::unique_ptr<AnimationLayer> layer, ChannelBindings channels, const LayerOptions& options);

    // The parts of a step. A scene runs each part for all of its players before the next part.

    /// Throws std::logic_error while events fire, and std::invalid_argument if a step, or a step times the speed ratio of the mixer or of a
    /// layer, is not finite.
    void requireStep(double seconds) const;
    /// Moves layers and blends their poses. Touches nothing but the mixer.
    void move(double seconds) noexcept;
    void write();
    void fire();
    void forgetMove() noexcept;

    /// Moves to the cache what a step touches of the mixers after one place, to make calls for one place after the other quicker.
    static void prefetchAfter(std::span<AnimationMixer* const> mixers, std::size_t place, bool moves = false) noexcept;

    /// Samples and blends what the layers show now. Borrows the pose that writeBlended() writes and gives back.
    void blend() noexcept;
    void writeBlended() noexcept;
    void moveLayers(double seconds) noexcept;
    void advanceFades(double seconds) noexcept;
    /// beginTravel() notes the weights of the layers' travel before fades and layers advance. After that, finishTravel() adds up the travel
    /// of all layers in rootMotion.
    void beginTravel() noexcept;
    void finishTravel() noexcept;
    void moveRootNode();
    [[nodiscard]] bool movesNode(const Node& node) const noexcept;
    void finishFades() noexcept;
    void fireEvents();
    void removeDoomed();

    /// Makes `layer`, and the layers that follow it, follow `leader`: they jump to the leader's phase.
    void follow(AnimationLayer& layer, AnimationLayer& leader) noexcept;
    /// Removes `layer` from the layers in step with it; the layers that it leads stay in step with each other.
    void letGo(AnimationLayer& layer) noexcept;
    /// After `layer` has jumped, moves the layers in step with it to its phase.
    void alignWith(const AnimationLayer& layer) noexcept;
    /// After `layer` has started, moves it to the phase of the layers that play in step with it. If none of them plays, they jump to the
    /// phase of `layer`.
    void fallIn(AnimationLayer& layer) noexcept;

    Handle<AnimationTargets> scene;
    OwningList<AnimationLayer> layers;
    std::shared_ptr<PlayerMemory> memory;
    MixerTargets targets;
    PoseWriter writer;
    PropertyWriter properties;
    std::vector<float> rowNumbers;  // the last values of all rows, from which getCurve() returns those of curves
    RootMotionDelta rootMotion;
    Handle<TransformNode> rootMotionNode;
    double speedRatio = 1.;
    bool isPaused = false;
    bool hasMoved = false;  // whether the mixer moved in the current step
    bool isFiring = false;
    bool isOwned = true;  // false once one of its own actions has removed the mixer

private:
    /// Whether two layers are in step: one leads the other, or a third layer leads both. A layer is in step with itself.
    [[nodiscard]] static bool areInStep(const AnimationLayer& a, const AnimationLayer& b) noexcept;
    /// Returns the mean pace of the layers that play in step with `leader`, in rounds per second; 0 if none plays.
    [[nodiscard]] double paceOf(const AnimationLayer& leader) const noexcept;
    void moveInStep(AnimationLayer& leader, double seconds) noexcept;
    void blendRows(const BlendWork& work, std::span<float> outPose) const noexcept;
    /// Returns the weight of a layer's travel, which depends on the weights of all layers at this layer's root.
    [[nodiscard]] double travelShareOf(const AnimationLayer& layer) const noexcept;
    std::optional<PoseLoan> pose_;  // the pose that blend() has computed and writeBlended() has not written yet
};

}  // namespace armature
