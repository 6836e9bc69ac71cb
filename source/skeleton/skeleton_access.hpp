#pragma once

#include <algorithm>
#include <cstddef>

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
    /// Position in Skeleton::bones(). O(bones).
    [[nodiscard]] static std::size_t positionOf(const Bone& bone) noexcept
    {
        const auto bones = bone.getSkeleton().bones();
        return static_cast<std::size_t>(std::ranges::find(bones, &bone) - bones.begin());
    }
};

}  // namespace armature
