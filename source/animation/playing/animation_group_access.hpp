#pragma once

#include <memory>

#include <armature/animation/animation_group.hpp>

#include "animation/playing/channel_bindings.hpp"

namespace armature {

/// Operations on groups for the library's own code.
class AnimationGroupAccess {
public:
    /// A stopped player of `clip` in `scene`, which shares the list of its targets with those made before. Throws as AnimationGroup's
    /// constructor.
    [[nodiscard]] static std::unique_ptr<AnimationGroup> make(AnimationTargets& scene, const std::shared_ptr<const AnimationClip>& clip,
                                                              const GroupOptions& options, TargetLister& lister);
    /// A stopped player of the same clip in `scene`: each channel moves what is the counterpart of the node or bone that `original` moves,
    /// or is unbound for null. Ignores names.
    [[nodiscard]] static std::unique_ptr<AnimationGroup> copy(const AnimationGroup& original, AnimationTargets& scene,
                                                              ChannelBindings::Copies& copies);
    /// What the channels move, by channel.
    [[nodiscard]] static const ChannelBindings& bindings(const AnimationGroup& group);
    /// Null: it is gone.
    [[nodiscard]] static AnimationTargets* scene(const AnimationGroup& group) noexcept;
};

}  // namespace armature
