#pragma once

#include <memory>
#include <span>
#include <string_view>

#include <armature/animation/animation_layer.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>

namespace armature {

/// Several clips on the same bones and nodes at once, by weight: walk into run, wave while walking, lean on top of both.
///
/// Each advance() moves the layers on, blends what they give and writes the result once. A part (the translation, rotation or scale of one
/// target) is the weighted mean of the layers whose clips animate it; what their weights lack of 1 is the rest pose's, and weights that sum
/// up to more are scaled down. The mean is taken around the rest pose, so the order of the layers does not matter (beyond rounding).
/// Additive layers are then added in the order in which they were made: rotation * difference, so a difference turns in the bone's own
/// axes.
///
/// The rest of a bone, and of a node that drives one, is the bone's rest pose; that of another node is where it was when the first layer
/// that moves it was added; morph weights rest as their mesh has them. Parts that no layer animates are never written, and nothing is while
/// no layer is active. What it writes to, the scene itself too, may go before it: then it writes to what is left. A mixer belongs to the
/// thread of its scene; clips are only read and may be shared between threads.
class AnimationMixer final {
public:
    /// Scene::createAnimationMixer() makes one that Scene::animate() moves on.
    explicit AnimationMixer(Scene& scene);
    ~AnimationMixer();
    AnimationMixer(const AnimationMixer&) = delete;
    AnimationMixer& operator=(const AnimationMixer&) = delete;

    /// A player of `clip` in this mixer; stopped: call play() or fadeIn(). Looks the clip's targets up in the scene; those that come later
    /// are not found (see AnimationLayer::unboundChannels()). O(targets of the mixer). Throws std::invalid_argument if the clip is null,
    /// the weight is negative or not finite, the skeleton that is to play it belongs to no or another scene, or the scene has gone.
    AnimationLayer& addLayer(std::shared_ptr<const AnimationClip> clip, const LayerOptions& options = {});
    /// A layer with the clip of a group, which itself goes on as it did: stop it, or both write.
    AnimationLayer& addLayer(const AnimationGroup& group, const LayerOptions& options = {});
    /// Its parts go to rest, unless other layers animate them. Throws std::invalid_argument if it belongs to another mixer.
    void removeLayer(AnimationLayer& layer);
    /// In the order in which they were added.
    [[nodiscard]] std::span<AnimationLayer* const> layers() noexcept;
    [[nodiscard]] std::span<const AnimationLayer* const> layers() const noexcept;
    /// The first layer whose clip has that name, or null.
    [[nodiscard]] AnimationLayer* findLayer(std::string_view name) const noexcept;

    /// Moves fades and playing layers on by `seconds`, writes the pose of all active layers, then fires the events that were passed.
    /// Allocates nothing. O(channels of the layers that count for something). Not finite throws std::invalid_argument; what an event's
    /// action throws comes through, and the events after it are lost.
    void advance(double seconds);
    /// Writes the pose as it is now. Allocates nothing.
    void apply() noexcept;

    /// Ends with the mixer: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

private:
    friend class AnimationLayer;
    friend class SavedState;
    friend class Scene;
    class State;

    void listState(StateArchive& state);

    std::shared_ptr<State> state_;  // shared with advance(): an action may remove the mixer
    Lifetime lifetime_;
};

}  // namespace armature
