#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include <armature/animation/animation_mixer.hpp>
#include <armature/fwd.hpp>

namespace armature::tools {

/// A clip played over the current one.
struct ClipLayer {
    /// A node or bone, including everything below it, that the layer moves or leaves alone.
    struct Part {
        const Node* top = nullptr;
        bool isMoved = true;

        friend bool operator==(const Part&, const Part&) = default;
    };

    std::size_t clip = 0;         ///< Index in Playback::clips().
    float weight = 1.f;           ///< In [0, 1]: blends from the pose below to the layer's pose; if additive, scales the difference.
    bool isAdditive = false;      ///< Adds the difference from the clip's own first pose.
    bool isInStep = false;        ///< Follows the base clip's phase instead of its own time.
    std::vector<Part> mask = {};  ///< Later parts override earlier ones. See maskAt().
    double time = 0.;             ///< Seconds, not wrapped.
};

/// Returns 1 if the layer's mask lets the layer move `target`, else 0. The last part of the mask that contains the target decides. A layer
/// moves targets outside all parts if the mask is empty or the first part is one that the layer leaves alone.
[[nodiscard]] float maskAt(const ClipLayer& layer, const Node& target);

/// A base clip and the layers over it, blended by an AnimationMixer. Like a layer of an image, each layer covers the base and the layers
/// below it by its weight. A layer leaves alone whatever its clip does not move.
///
/// A mixer averages the clips that move the same component of a node, and has one weight for all channels of a clip. So each clip is split
/// into four: translations, rotations, scales and everything else. At each node, each of these parts gets the weight that the layers above
/// it leave to it.
class LayeredClip final {
public:
    using Clips = std::vector<std::shared_ptr<const AnimationClip>>;

    /// `clips`: the clip of the base, then the clip of each layer. The scene must outlive this object and keep its nodes.
    LayeredClip(AnimationTargets& scene, const Clips& clips, std::span<const ClipLayer> layers);

    /// Sets the weights of the clips from the weights and masks of the layers.
    void weigh(std::span<const ClipLayer> layers);
    /// Writes the pose with the base at `baseTime` and each layer at its own time.
    void apply(double baseTime, std::span<const ClipLayer> layers);

private:
    struct Entry {
        std::array<AnimationLayer*, 4> parts{};  // one layer per kind of channel; null where the clip has no such channels
        std::array<std::set<const Node*>, 4> targets{};
        double duration = 0.;
    };

    AnimationMixer mixer_;
    std::vector<Entry> entries_;  // the base's entry, then one entry per layer
};

}  // namespace armature::tools
