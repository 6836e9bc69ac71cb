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
    if (state_->hierarchy.areAllParts()) {
        state_->writeAllParts(transforms);
    } else {
        writeTransforms(std::span<Bone* const>(state_->bones), transforms, poseTargetOf);
    }
}

// Reads a Bone object only if its transform must be normalised or refused: with many skeletons, these objects are not in the processor's
// cache.
void Skeleton::State::writeAllParts(std::span<const Transform> transforms)
{
    for (std::size_t i = 0; i < transforms.size(); ++i) {
        if (!isPlain(transforms[i])) [[unlikely]] {
            static_cast<void>(makePlain(*bones[i], transforms[i]));
        }
    }
    const std::vector<Slot>& slots = placing().slots;
    for (std::size_t i = 0; i < transforms.size(); ++i) {
        hierarchy.storeParts(slots[i], requireTransform(*bones[i], transforms[i]));
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
