#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include <armature/skeleton/skeleton.hpp>

#include "node/checks.hpp"
#include "node/node_access.hpp"

namespace armature {

/// Sets the local transforms of many bones at once. Checks all transforms before it writes the first, so a refused call changes nothing.
/// Throws std::invalid_argument if requireTransform() or PoseTarget::requirePivoted() refuses a transform. `destination(bone)` returns an
/// optional PoseTarget to which the bone's pose is written: NodeAccess::poseTarget() or driver(). The two spans have equal length.
template <class Destination>
void writeTransforms(std::span<Bone* const> bones, std::span<const Transform> transforms, const Destination& destination)
{
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const std::optional<PoseTarget> target = destination(*bones[i]);
        const Transform checked = requireTransform(*bones[i], transforms[i]);
        if (target) {
            target->requirePivoted(*bones[i], checked);
        }
    }
    for (std::size_t i = 0; i < bones.size(); ++i) {
        const std::optional<PoseTarget> target = destination(*bones[i]);
        if (target && target->hierarchy->isParts(target->slot)) [[likely]] {
            target->hierarchy->writeTransform(target->slot, requireTransform(*bones[i], transforms[i]));
        } else if (target) {
            target->hierarchy->setTransform(target->slot, requireTransform(*bones[i], transforms[i]));
        }
    }
}

/// Blends the transforms of one bone, for blendPoses().
[[nodiscard]] Transform blendTransforms(const Transform& from, const Transform& to, float weight);

}  // namespace armature
