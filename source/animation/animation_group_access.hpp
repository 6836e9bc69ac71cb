#pragma once

#include <functional>
#include <memory>

#include <armature/animation/animation_group.hpp>

namespace armature {

/// What the library's own code does with groups.
class AnimationGroupAccess {
public:
    /// A stopped player of the same clip in `scene`, which moves for each channel what `counterpart` gives for the node or bone that
    /// `original` moves. Where it gives null the channel is unbound. No names are looked at.
    [[nodiscard]] static std::unique_ptr<AnimationGroup> copy(const AnimationGroup& original, Scene& scene,
                                                              const std::function<Node*(Node&)>& counterpart);
};

}  // namespace armature
