#pragma once

#include <armature/skeleton/skeleton.hpp>

#include "scene/node_access.hpp"
#include "skeleton/skeleton_state.hpp"

namespace armature {

/// What a skeleton consists of, for the library's own code.
class SkeletonAccess {
public:
    [[nodiscard]] static Skeleton::State& state(const Skeleton& skeleton) noexcept { return *skeleton.state_; }
    [[nodiscard]] static const LocalPose& rest(const Bone& bone) noexcept
    {
        return (*state(bone.getSkeleton()).rig)[NodeAccess::slot(bone)].rest;
    }
};

}  // namespace armature
