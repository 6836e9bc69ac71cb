#include "skeleton/pose_writes.hpp"

#include <optional>
#include <stdexcept>

#include <fmt/format.h>

#include "base/words.hpp"
#include "node/label.hpp"
#include "skeleton/skeleton_state.hpp"

/// Functions that write the poses of many bones at once.
namespace armature {

namespace {

std::optional<PoseTarget> poseTargetOf(const Bone& bone) noexcept
{
    return NodeAccess::poseTarget(bone);
}

void requireOnePerBone(const Skeleton& skeleton, std::size_t transforms, std::size_t bones)
{
    if (transforms != bones) {
        throw std::invalid_argument(
            fmt::format("{}: {} for {}", named("skeleton", skeleton.getName()), counted(transforms, "transform"), counted(bones, "bone")));
    }
}

}  // namespace

void Skeleton::setLocalTransforms(std::span<const Transform> transforms)
{
    requireOnePerBone(*this, transforms.size(), state_->bones.size());
    const std::span<Bone* const> bones = state_->bones;
    TransformHierarchy& hierarchy = state_->hierarchy;
    if (!hierarchy.areAllParts()) {
        writeTransforms(bones, transforms, poseTargetOf);
        return;
    }
    for (std::size_t i = 0; i < transforms.size(); ++i) {
        static_cast<void>(requireTransform(*bones[i], transforms[i]));
    }
    for (std::size_t i = 0; i < transforms.size(); ++i) {
        hierarchy.storeParts(NodeAccess::slot(*bones[i]), requireTransform(*bones[i], transforms[i]));
    }
    hierarchy.markAllStale();
}

void Skeleton::setLocalTransforms(std::span<Bone* const> bones, std::span<const Transform> transforms)
{
    requireOnePerBone(*this, transforms.size(), bones.size());
    for (std::size_t i = 0; i < bones.size(); ++i) {
        if (bones[i] == nullptr || &bones[i]->getSkeleton() != this) {
            throw std::invalid_argument(fmt::format("{}: number {} in the list of bones, {}, {}", named("skeleton", getName()), i,
                                                    bones[i] == nullptr ? "null" : label(*bones[i]),
                                                    bones[i] == nullptr ? "is no bone" : "belongs to another skeleton"));
        }
    }
    writeTransforms(bones, transforms, poseTargetOf);
}

}  // namespace armature
