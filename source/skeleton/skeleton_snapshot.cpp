#include <stdexcept>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

// Whether two skeletons have the same bones in the same places, as a skeleton and its clone do.
bool haveSameTree(const Skeleton& a, const Skeleton& b)
{
    if (a.bones().size() != b.bones().size()) {
        return false;
    }
    std::unordered_map<const Node*, const Node*> twins{{nullptr, nullptr}};
    for (std::size_t i = 0; i < a.bones().size(); ++i) {
        twins.emplace(a.bones()[i], b.bones()[i]);
    }
    for (std::size_t i = 0; i < a.bones().size(); ++i) {
        const Bone& bone = *a.bones()[i];
        const Bone& twin = *b.bones()[i];
        if (twins.at(bone.getParent()) != twin.getParent() || bone.getIndex() != twin.getIndex()) {
            return false;
        }
    }
    return true;
}

}  // namespace

SkeletonSnapshot::SkeletonSnapshot(const Skeleton& skeleton) : copy_(skeleton.clone()) {}
SkeletonSnapshot::~SkeletonSnapshot() = default;
SkeletonSnapshot::SkeletonSnapshot(SkeletonSnapshot&&) noexcept = default;
SkeletonSnapshot& SkeletonSnapshot::operator=(SkeletonSnapshot&&) noexcept = default;

void SkeletonSnapshot::restore(Skeleton& skeleton) const
{
    if (!haveSameTree(*copy_, skeleton)) {
        throw std::invalid_argument(fmt::format("{}: bones have come, gone or moved since the snapshot", skeleton.getName()));
    }
    auto& state = SkeletonAccess::state(skeleton);
    const auto& saved = SkeletonAccess::state(*copy_);
    static_cast<void>(state.settledRig());
    Rig& rig = state.rig.edit();
    for (std::size_t i = 0; i < copy_->bones().size(); ++i) {
        const Bone& twin = *copy_->bones()[i];
        const Bone& bone = *skeleton.bones()[i];
        rig.copyBone(*saved.rig, NodeAccess::slot(twin), NodeAccess::slot(bone));
        state.hierarchy.markFinalStale(NodeAccess::slot(bone));
        const auto target = NodeAccess::driver(bone);
        target.hierarchy->setPose(target.slot, saved.hierarchy.pose(NodeAccess::slot(twin)));
    }
}

}  // namespace armature
