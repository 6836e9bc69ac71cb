#pragma once

#include <memory>
#include <span>
#include <string_view>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_layer.hpp>
#include <armature/animation/animation_targets.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>

namespace armature {

/// Blends several clips on the same bones and nodes by weight: a walk into a run, a wave while walking, a lean on top of both.
///
/// Each advance() advances the layers, blends them and writes the result once. Each part (the translation, rotation or scale of one target)
/// becomes the weighted mean of the layers whose clips animate it. If the weights sum to less than 1, the rest pose gets the remainder; if
/// they sum to more than 1, they are normalised. The mean is computed relative to the rest pose, so the order of the layers does not matter
/// (beyond rounding). Additive layers are then added in order of creation: rotation * difference, so a difference turns in the bone's own
/// axes.
///
/// The rest pose of a bone, and of a node that drives a bone, is the bone's rest pose; the rest pose of any other node is its pose at the
/// time when the first layer that moves it was added. At rest, morph weights have their mesh's defaults, properties have their values at
/// the time when a layer was last added or removed, and curves for the application are 0. Parts that no layer animates are never written,
/// and nothing is written while no layer is active.
///
/// The mixer may outlive targets, and even the scene; it then writes to the targets that remain. A mixer belongs to its scene's thread;
/// clips are only read and may be shared between threads.
class ARMATURE_API AnimationMixer final {
public:
    /// Makes a mixer that the application advances. For a mixer that Scene::animate() advances, call Scene::createAnimationMixer().
    explicit AnimationMixer(AnimationTargets& scene);
    ~AnimationMixer();
    AnimationMixer(const AnimationMixer&) = delete;
    AnimationMixer& operator=(const AnimationMixer&) = delete;

    /// Adds a layer that plays `clip`. The layer is stopped at first; call play() or fadeIn(). Looks the clip's targets up in the scene;
    /// targets added later are not found (see ClipPlayer::getWarnings()). O(targets of the mixer). Throws std::invalid_argument if the
    /// clip is null, the weight is negative or not finite, options.skeleton is not in the scene, the scene has been destroyed, or none of
    /// the clip's channels has a target (see LayerOptions::mayMoveNothing); in the last case, the message lists the names in the scene that
    /// are closest to the names of the clip's targets.
    AnimationLayer& addLayer(std::shared_ptr<const AnimationClip> clip, const LayerOptions& options = {});
    /// Adds a layer that plays a group's clip on the group's own targets, even if the scene has several copies of them; with
    /// options.skeleton, on their counterparts in that skeleton. If the group belongs to another scene, the targets of its clip are looked
    /// up in the mixer's scene as usual. The group keeps playing: stop it, otherwise both the group and the mixer write to the targets.
    /// Throws as the overload for clips does.
    AnimationLayer& addLayer(const AnimationGroup& group, const LayerOptions& options = {});
    /// Removes a layer. The parts that it animated return to rest unless other layers animate them. Throws std::invalid_argument if the
    /// layer belongs to another mixer.
    void removeLayer(AnimationLayer& layer);
    /// The layers in order of addition.
    [[nodiscard]] std::span<AnimationLayer* const> layers() noexcept;
    [[nodiscard]] std::span<const AnimationLayer* const> layers() const noexcept;
    /// The first layer whose clip has that name, or null.
    [[nodiscard]] AnimationLayer* findLayer(std::string_view name) noexcept;
    [[nodiscard]] const AnimationLayer* findLayer(std::string_view name) const noexcept;

    /// Pauses the mixer: until resume(), advance() moves neither layers nor fades and writes nothing.
    void pause() noexcept;
    /// Continues after pause(). Does nothing if the mixer was not paused.
    void resume() noexcept;
    [[nodiscard]] bool isPaused() const noexcept;         ///< True from pause() until resume().
    [[nodiscard]] double getSpeedRatio() const noexcept;  ///< Seconds of the mixer's time per second of advance(); 1 by default.
    /// Sets the speed of layers, fades and root motion: 0.5 is slow motion; at 0, the pose stays and is still written; a negative ratio
    /// runs layers backwards. Throws std::invalid_argument if `speedRatio` is not finite.
    void setSpeedRatio(double speedRatio);

    /// Advances fades and playing layers by `seconds` times the speed ratio, writes the blended pose, moves the node set by
    /// setRootMotionNode(), then fires the events that were passed. Does nothing while paused. Allocates nothing. O(channels of the layers
    /// whose weight is not 0). Throws std::invalid_argument if a product of time and speed is not finite, and std::logic_error if called by
    /// an action of one of its own events. An exception from an event's action propagates, and the events after it are lost.
    void advance(double seconds);
    /// Writes the current pose without advancing. Allocates nothing.
    void apply() noexcept;
    /// The travel and turn during the last advance(): the root motions of the playing layers that have one (see
    /// AnimationLayer::setRootMotion()), blended as the poses are. A layer's share is its weight times its mask at the root of its motion;
    /// if the shares of all layers that move that root sum to more than 1, they are divided by the sum. The shares before and after the
    /// step are averaged, so that a character travels equally far during fades at low and high frame rates. A layer that holds its pose
    /// takes its share but adds no motion; an additive layer takes no share, and its motion is added on top. Rounds of a loop, speeds,
    /// backward steps and ends of playback are taken into account; jumps by play(), goTo() and synchronizeWith() are not. There is no
    /// motion before the first advance().
    [[nodiscard]] const RootMotionDelta& getRootMotion() const noexcept;
    /// Sets the node that advance() moves by getRootMotion(), after the pose is written and before events fire; null (the default) for
    /// none. The node should be an ancestor of the nodes that the clips move. Throws std::invalid_argument if a layer moves the node
    /// itself.
    void setRootMotionNode(TransformNode* node);
    [[nodiscard]] TransformNode* getRootMotionNode() noexcept;  ///< The node that was set; null once it has been removed.
    [[nodiscard]] const TransformNode* getRootMotionNode() const noexcept;
    /// The blended values of the layers' curves of that name (ChannelTarget::Kind::Curve) as of the last pose written; empty if no layer
    /// has one. The view is valid until a layer is added or removed. O(curves and morphs).
    [[nodiscard]] std::span<const float> getCurve(std::string_view name) const noexcept;

    /// The mixer's lifetime, which ends when the mixer is destroyed: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    friend class AnimationLayer;
    friend class SavedState;
    friend class Scene;
    class ARMATURE_LOCAL State;

    void listState(StateArchive& state);

    std::shared_ptr<State> state_;  // shared with advance(): an action may remove the mixer
    Lifetime lifetime_;
};

}  // namespace armature
