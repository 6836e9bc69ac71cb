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

/// mirrorPose() for lanes, with what depends on the rig alone done in advance. The counterparts of bones' parents are the parents of their
/// counterparts: then a mirrored local pose is that of the counterpart between two constant matrices.
class MirrorLanes final {
public:
    MirrorLanes() = default;
    /// Throws std::invalid_argument if a rest is singular, or counterparts' parents are not counterparts.
    MirrorLanes(const Skeleton& rig, const MirrorMap& map);

    /// The spans are different and hold the rig's blocks.
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
