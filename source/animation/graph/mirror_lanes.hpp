#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/math/affine.hpp>
#include <armature/skeleton/pose.hpp>

#include "node/kernels/pose_kernels.hpp"

namespace armature {

/// mirrorPose() for lanes, with everything that depends on the rig alone computed in advance. The counterpart of each bone's parent must be
/// the parent of the bone's counterpart. A mirrored local pose is then the counterpart's local pose, multiplied by a constant matrix on
/// each side.
class MirrorLanes final {
public:
    MirrorLanes() = default;
    /// Throws std::invalid_argument if a bone's absolute rest matrix is singular, or if the parents of two counterparts are not
    /// counterparts.
    MirrorLanes(const Skeleton& rig, const MirrorMap& map);

    /// Stores the mirror image of `pose`. Preconditions: the spans do not overlap, and each holds all of the rig's blocks.
    void apply(std::span<const TransformLanes> pose, std::span<TransformLanes> outMirrored) const noexcept;

private:
    struct Bone {
        std::uint32_t counterpart;
        Affine before;
        Affine after;
    };
    std::vector<Bone> bones_;
};

}  // namespace armature
