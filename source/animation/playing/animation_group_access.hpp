#pragma once

#include <memory>

#include <armature/animation/animation_group.hpp>
#include <armature/base/export.hpp>

#include "animation/playing/channel_bindings.hpp"

namespace armature {

/// Operations on groups for the library's own code.
class AnimationGroupAccess {
public:
    /// Makes a stopped group that plays `clip` in `scene` and keeps its targets in the table of `lister`, which groups made with the same
    /// lister share. Throws what AnimationGroup's constructor throws.
    [[nodiscard]] static std::unique_ptr<AnimationGroup> make(AnimationTargets& scene, const std::shared_ptr<const AnimationClip>& clip,
                                                              const GroupOptions& options, TargetLister& lister);
    /// Makes a stopped group that plays the clip of `original` in `scene`. Each channel moves the copy, according to `copies`, of what it
    /// moves in `original`; it is unbound if there is no copy. Targets are not looked up by name.
    [[nodiscard]] static std::unique_ptr<AnimationGroup> copy(const AnimationGroup& original, AnimationTargets& scene,
                                                              ChannelBindings::Copies& copies);
    /// Returns the bindings of the group's channels: what each channel moves.
    [[nodiscard]] ARMATURE_PRIVATE_API static const ChannelBindings& bindings(const AnimationGroup& group);
    /// The group's scene; null if it is gone.
    [[nodiscard]] static AnimationTargets* scene(const AnimationGroup& group) noexcept;
};

}  // namespace armature
