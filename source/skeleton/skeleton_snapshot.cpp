#include <stdexcept>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include <armature/handle.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

/// A clone of the skeleton, which shares all immutable data with it, and the skeleton's links and host, which are not cloned.
struct SkeletonSnapshot::State {
    struct Link {
        Handle<TransformNode> node;
        LinkMode mode;
    };

    std::unique_ptr<const Skeleton> copy;
    Handle<const Skeleton> original;
    Handle<TransformNode> host;
    std::vector<Link> links;  // the link of each bone
};

namespace {

// Whether two skeletons have the same tree of bones, in the same order and with the same palette slots, as a skeleton and its clone do.
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

void restoreTexts(const Bone& twin, Bone& bone)
{
    if (bone.getName() != twin.getName()) {
        bone.setName(twin.getName());
    }
    bone.setMetadata(twin.getMetadata());
    bone.setEnabled(twin.isSelfEnabled());
}

}  // namespace

SkeletonSnapshot::SkeletonSnapshot(const Skeleton& skeleton)
{
    std::vector<State::Link> links;
    links.reserve(skeleton.bones().size());
    for (const Bone* bone : skeleton.bones()) {
        links.push_back({Handle<TransformNode>(bone->getTransformNode()), bone->getLinkMode()});
    }
    state_ = std::make_unique<const State>(
        State{skeleton.clone(), Handle<const Skeleton>(skeleton), Handle<TransformNode>(skeleton.getHostNode()), std::move(links)});
}

SkeletonSnapshot::~SkeletonSnapshot() = default;
SkeletonSnapshot::SkeletonSnapshot(SkeletonSnapshot&&) noexcept = default;
SkeletonSnapshot& SkeletonSnapshot::operator=(SkeletonSnapshot&&) noexcept = default;

std::size_t SkeletonSnapshot::restore(Skeleton& skeleton) const
{
    if (state_ == nullptr) {
        throw std::invalid_argument(
            fmt::format("{}: the snapshot was moved from and holds nothing", named("skeleton", skeleton.getName())));
    }
    const Skeleton& copy = *state_->copy;
    if (!haveSameTree(copy, skeleton)) {
        throw std::invalid_argument(
            fmt::format("{}: bones were added, removed or moved since the snapshot", named("skeleton", skeleton.getName())));
    }
    const bool restoresLinks = state_->original.get() == &skeleton;
    if (restoresLinks) {
        skeleton.setHostNode(state_->host.get());  // before any other change, because the host may be refused
    }
    std::size_t gone = restoresLinks && state_->host.hasGone() ? 1u : 0u;
    skeleton.setName(copy.getName());
    auto& state = SkeletonAccess::state(skeleton);
    const auto& saved = SkeletonAccess::state(copy);
    static_cast<void>(state.settledRig());
    state.setInverseBindSets(saved.rig->inverseBindSets);
    for (std::size_t i = 0; i < copy.bones().size(); ++i) {
        const Bone& twin = *copy.bones()[i];
        Bone& bone = *skeleton.bones()[i];
        restoreTexts(twin, bone);
        if (const State::Link& link = state_->links[i]; restoresLinks) {
            bone.linkTransformNode(link.node.get(), link.mode);
            gone += link.node.hasGone() ? 1u : 0u;
        }
        const auto slot = NodeAccess::slot(twin);
        state.rig.edit().setBone(NodeAccess::slot(bone), (*saved.rig)[slot], saved.rig->inverseBind(slot));
        state.hierarchy.markFinalStale(NodeAccess::slot(bone));
        const auto target = NodeAccess::driver(bone);
        target.hierarchy->setPose(target.slot, saved.hierarchy.pose(slot));
    }
    return gone;
}

}  // namespace armature
