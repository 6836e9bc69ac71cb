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

/// A clip over the one that plays.
struct ClipLayer {
    /// A node or bone, all that is below it included, that the layer moves or leaves alone.
    struct Part {
        const Node* top = nullptr;
        bool isMoved = true;

        friend bool operator==(const Part&, const Part&) = default;
    };

    std::size_t clip = 0;         ///< Index in Playback::clips().
    float weight = 1.f;           ///< In [0, 1]: how much of what is below it replaces, or how much of the difference it adds.
    bool isAdditive = false;      ///< Adds its difference to its own first pose.
    bool isInStep = false;        ///< As far through its clip as what plays is through its own; else by its own seconds.
    std::vector<Part> mask = {};  ///< Later ones replace earlier ones. Without any, or if the first leaves out: all that the clip moves.
    double time = 0.;             ///< Seconds, not wrapped.
};

/// How much a mask lets through at a node or bone: 0 or 1.
[[nodiscard]] float maskAt(const ClipLayer& layer, const Node& target);

/// A clip and the layers over it, blended by an AnimationMixer. Each layer covers what is below it by its weight, as pictures do in layers:
/// what a clip does not move it leaves alone.
///
/// A mixer takes the mean of the clips that move the same part of a node, and weighs a clip's parts together. So each clip is played as one
/// of translations, one of rotations, one of scales and one of all else: then each has at each node the weight that covering gives it.
class LayeredClip final {
public:
    using Clips = std::vector<std::shared_ptr<const AnimationClip>>;

    /// The clips of the base and of each layer, in this order. The scene must outlive it and keep its nodes.
    LayeredClip(AnimationTargets& scene, const Clips& clips, std::span<const ClipLayer> layers);

    /// Weighs clips by the layers' weights and masks.
    void weigh(std::span<const ClipLayer> layers);
    /// Writes the pose with the base at `baseTime` and the layers at theirs.
    void apply(double baseTime, std::span<const ClipLayer> layers);

private:
    struct Entry {
        std::array<AnimationLayer*, 4> parts{};  // null: the clip has none
        std::array<std::set<const Node*>, 4> targets{};
        double duration = 0.;
    };

    AnimationMixer mixer_;
    std::vector<Entry> entries_;  // of the base and each layer
};

}  // namespace armature::tools
