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
    float weight = 1.f;           ///< In [0, 1]: how much it replaces what is below it, or how much of its difference it adds.
    bool isAdditive = false;      ///< Adds the difference from the clip's own first pose.
    bool isInStep = false;        ///< Follows the base clip's phase instead of its own time.
    std::vector<Part> mask = {};  ///< Later parts override earlier ones. Starts with all targets if empty, or if the first is left alone.
    double time = 0.;             ///< Seconds, not wrapped.
};

/// Returns 1 if the mask lets the layer move a node or bone, else 0.
[[nodiscard]] float maskAt(const ClipLayer& layer, const Node& target);

/// A base clip and the layers over it, blended by an AnimationMixer. Each layer covers what is below it by its weight, like the layers of
/// an image, and leaves alone what its clip does not move.
///
/// A mixer averages the clips that move the same part of a node, and weighs all parts of a clip together. So each clip is split into four:
/// translations, rotations, scales and everything else. Each of the four then has, at each node, the weight that covering gives it.
class LayeredClip final {
public:
    using Clips = std::vector<std::shared_ptr<const AnimationClip>>;

    /// `clips`: the base's, then each layer's. The scene must outlive this object and keep its nodes.
    LayeredClip(AnimationTargets& scene, const Clips& clips, std::span<const ClipLayer> layers);

    /// Weighs clips by the layers' weights and masks.
    void weigh(std::span<const ClipLayer> layers);
    /// Writes the pose with the base at `baseTime` and each layer at its own time.
    void apply(double baseTime, std::span<const ClipLayer> layers);

private:
    struct Entry {
        std::array<AnimationLayer*, 4> parts{};  // null if the clip has no such channels
        std::array<std::set<const Node*>, 4> targets{};
        double duration = 0.;
    };

    AnimationMixer mixer_;
    std::vector<Entry> entries_;  // the base's, then each layer's
};

}  // namespace armature::tools
