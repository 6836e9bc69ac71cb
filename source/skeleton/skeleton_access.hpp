#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>

#include <armature/base/export.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "node/node_access.hpp"
#include "skeleton/skeleton_state.hpp"

namespace armature {

/// Access to a skeleton's internals, for the library's own code.
class SkeletonAccess {
public:
    [[nodiscard]] static Skeleton::State& state(const Skeleton& skeleton) noexcept { return *skeleton.state_; }
    /// Does what Skeleton::createBone() does, with a name that the bone shares.
    ARMATURE_PRIVATE_API static Bone& createBone(Skeleton& skeleton, std::shared_ptr<const std::string> name, const BoneOptions& options);
    /// Reserves memory for `bones` bones.
    static void reserve(Skeleton& skeleton, std::size_t bones) { state(skeleton).reserve(bones); }
    [[nodiscard]] static const LocalPose& rest(const Bone& bone) noexcept
    {
        return (*state(bone.getSkeleton()).rig)[NodeAccess::slot(bone)].rest;
    }
    /// Returns the bone's position in Skeleton::bones(). O(1), unless bones were removed or reordered since the last call for the bone;
    /// O(bones) then.
    [[nodiscard]] static std::size_t positionOf(const Bone& bone) noexcept
    {
        const auto& bones = state(*bone.skeleton_).bones;
        const std::size_t place = bone.place_.load(std::memory_order_relaxed);
        return place < bones.size() && bones[place] == &bone ? place : findPlace(bone, place);
    }

private:
    [[nodiscard]] static std::size_t findPlace(const Bone& bone, std::size_t place) noexcept;
};

}  // namespace armature
