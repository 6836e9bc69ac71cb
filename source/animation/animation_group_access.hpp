#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <armature/animation/animation_group.hpp>

#include "animation/channel_targets.hpp"

namespace armature {

/// Operations on groups for the library's own code.
class AnimationGroupAccess {
public:
    /// A stopped player of the same clip in `scene`: each channel moves what `counterpart` returns for the node or bone that `original`
    /// moves, or is unbound for null. `counterpartInList` returns the place here of a material, camera or light there. Ignores names.
    [[nodiscard]] static std::unique_ptr<AnimationGroup> copy(const AnimationGroup& original, AnimationTargets& scene,
                                                              const std::function<Node*(Node&)>& counterpart,
                                                              const std::function<std::size_t(const PropertySlot&)>& counterpartInList);
    /// By channel.
    [[nodiscard]] static const std::vector<ChannelBinding>& bindings(const AnimationGroup& group);
    /// Null: it is gone.
    [[nodiscard]] static AnimationTargets* scene(const AnimationGroup& group) noexcept;
    [[nodiscard]] static const ChannelBinding& binding(const AnimationGroup& group, std::size_t channel);
};

}  // namespace armature
