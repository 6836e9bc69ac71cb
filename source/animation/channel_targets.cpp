#include "animation/channel_targets.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "skeleton/skeleton_access.hpp"

namespace armature {

namespace {

template <class List>
auto elementAt(const List& list, std::size_t index) -> typename List::value_type
{
    return index < list.size() ? list[index] : nullptr;
}

template <class Names, class List>
void addNames(Names& names, const List& nodes)
{
    for (auto* const node : nodes) {
        if (!node->getName().empty()) {
            names.emplace(node->getName(), node);
        }
    }
}

// How many names, the node's own first, agree with the end of `path`. Names may have slashes in them.
std::size_t agreement(const Node& node, std::string_view path)
{
    std::size_t count = 0;
    for (const Node* each = &node; each != nullptr; each = each->getParent()) {
        const std::string_view name = each->getName();
        if (!path.ends_with(name)) {
            return count;
        }
        ++count;
        path.remove_suffix(name.size());
        if (!path.ends_with('/')) {
            return count;
        }
        path.remove_suffix(1);
    }
    return count;
}

bool isIndexAlone(const ChannelTarget& target) noexcept
{
    return target.name.empty() && !target.identity.isSet();
}

Node* driverOf(Bone& bone) noexcept
{
    return bone.getTransformNode() != nullptr ? static_cast<Node*>(bone.getTransformNode()) : &bone;
}

bool areClones(const Skeleton& a, const Skeleton& b) noexcept
{
    const auto& kinship = SkeletonAccess::state(a).kinship;
    return kinship != nullptr && kinship == SkeletonAccess::state(b).kinship;
}

}  // namespace

std::string describe(const ChannelTarget& target)
{
    if (!target.name.empty()) {
        return target.name;
    }
    return target.kind == ChannelTarget::Kind::Node ? fmt::format("node {}", target.index)
                                                    : fmt::format("bone {} of skeleton {}", target.index, target.skeleton);
}

bool meanTheSame(const ChannelTarget& a, const ChannelTarget& b) noexcept
{
    if (a.identity.isSet() && a.identity == b.identity) {
        return true;
    }
    if (a.kind != b.kind || a.name != b.name) {
        return false;
    }
    return !a.path.empty() && !b.path.empty() ? a.path == b.path : a.index == b.index && a.skeleton == b.skeleton;
}

TargetFinder::TargetFinder(Scene& scene) : scene_(&scene), sceneLife_(scene.getLifetime()) {}

TargetFinder::TargetFinder(Skeleton& skeleton) : scene_(SkeletonAccess::state(skeleton).scene), skeleton_(&skeleton)
{
    if (scene_ != nullptr) {
        sceneLife_ = Lifetime::Watch(scene_->getLifetime());
    }
}

ChannelBinding TargetFinder::find(const ChannelTarget& target, ChannelPath path)
{
    const Match match = skeleton_ != nullptr ? findInSkeleton(target) : findInScene(target);
    if (match.node != nullptr && path == ChannelPath::Weights && match.node->isBone()) {
        return {{}, UnboundReason::Unsuitable};
    }
    return {Handle<Node>(match.node), match.reason};
}

std::vector<ChannelBinding> TargetFinder::findAll(std::span<const AnimationChannel> channels)
{
    std::vector<ChannelBinding> bindings;
    bindings.reserve(channels.size());
    for (const AnimationChannel& channel : channels) {
        bindings.push_back(find(channel.target, channel.path));
    }
    return bindings;
}

// --- anywhere in a scene --------------------------------------------------------------------------------------------

TargetFinder::Match TargetFinder::findInScene(const ChannelTarget& target)
{
    if (Node* const identified = findIdentified(target)) {
        return {identified};
    }
    return target.kind == ChannelTarget::Kind::Node ? findNode(target) : findBone(target);
}

Node* TargetFinder::findIdentified(const ChannelTarget& target)
{
    if (!target.identity.isSet()) {
        return nullptr;
    }
    if (target.kind == ChannelTarget::Kind::Node) {
        return scene_ != nullptr ? target.identity.findIn(sceneLife_) : nullptr;
    }
    for (const Lifetime::Watch& life : skeletonLives()) {
        if (Node* const bone = target.identity.findIn(life)) {
            return bone;
        }
    }
    return nullptr;
}

TargetFinder::Match TargetFinder::findNode(const ChannelTarget& target)
{
    Node* const atIndex = elementAt(scene_->nodes(), target.index);
    if (isIndexAlone(target)) {
        return {atIndex};
    }
    const Match node = findNamed(namesOfNodes(), target, atIndex);
    return node.node != nullptr || node.reason == UnboundReason::Ambiguous ? node : findNamed(namesOfBones(), target, nullptr);
}

TargetFinder::Match TargetFinder::findBone(const ChannelTarget& target)
{
    const Skeleton* const skeleton = elementAt(scene_->skeletons(), target.skeleton);
    Node* const atIndex = skeleton != nullptr ? elementAt(scene_->skeletons()[target.skeleton]->bones(), target.index) : nullptr;
    if (isIndexAlone(target)) {
        return {atIndex};
    }
    if (skeleton != nullptr && namesIn(*skeleton).contains(target.name)) {
        return findNamed(namesIn(*skeleton), target, atIndex);
    }
    return findNamed(namesOfBones(), target, nullptr);
}

TargetFinder::Match TargetFinder::findNamed(const Names& names, const ChannelTarget& target, const Node* atIndex) const
{
    const auto [first, last] = names.equal_range(target.name);
    if (first == last || std::next(first) == last) {
        return {first != last ? first->second : nullptr};
    }
    Match best;
    std::size_t most = 0;
    for (auto each = first; each != last; ++each) {
        const std::size_t count = agreement(*each->second, target.path);
        if (count > most) {
            best = {each->second};
            most = count;
        } else if (count == most) {
            best = {nullptr, UnboundReason::Ambiguous};
        }
        if (target.path.empty() && !target.identity.isSet() && each->second == atIndex) {
            return {each->second};
        }
    }
    return best.node != nullptr ? best : Match{nullptr, UnboundReason::Ambiguous};
}

// --- on one skeleton ------------------------------------------------------------------------------------------------

TargetFinder::Match TargetFinder::findInSkeleton(const ChannelTarget& target)
{
    Node* const named = scene_ != nullptr ? findInScene(target).node : findIdentified(target);
    Bone* const bone = named == nullptr    ? nullptr
                       : named->isBone()   ? named->asBone()
                       : scene_ != nullptr ? findDrivenBone(*scene_, *named->asTransformNode())
                                           : nullptr;
    if (bone != nullptr && &bone->getSkeleton() == skeleton_) {
        return {named};
    }
    if (bone != nullptr && areClones(bone->getSkeleton(), *skeleton_)) {
        return {driverOf(*counterpartOf(*bone))};
    }
    if (isIndexAlone(target) && scene_ == nullptr) {
        const bool isOurs = target.kind == ChannelTarget::Kind::Bone && target.skeleton == 0;
        Bone* const atIndex = isOurs ? elementAt(skeleton_->bones(), target.index) : nullptr;
        return {atIndex != nullptr ? driverOf(*atIndex) : nullptr};
    }
    ChannelTarget byName = target;
    if (byName.name.empty() && bone != nullptr) {
        byName.name = bone->getName();
        byName.path = nearPathOf(*bone);
    }
    Match match = findNamed(namesIn(*skeleton_), byName, elementAt(skeleton_->bones(), target.index));
    match.node = match.node != nullptr ? driverOf(*match.node->asBone()) : nullptr;
    return match;
}

Bone* TargetFinder::counterpartOf(const Bone& bone)
{
    const auto bones = bone.getSkeleton().bones();
    if (!places_.contains(&bone)) {
        for (std::size_t place = 0; place < bones.size(); ++place) {
            places_.emplace(bones[place], place);
        }
    }
    return skeleton_->bones()[places_.at(&bone)];
}

// Asked for by bones alone, so that a scene of many skeletons and many clips of nodes is not walked for each clip.
const std::vector<Lifetime::Watch>& TargetFinder::skeletonLives()
{
    if (skeletonLives_.empty()) {
        if (skeleton_ != nullptr) {
            skeletonLives_.emplace_back(skeleton_->getLifetime());
        }
        if (scene_ != nullptr) {
            for (const Skeleton* skeleton : scene_->skeletons()) {
                skeletonLives_.emplace_back(skeleton->getLifetime());
            }
        }
    }
    return skeletonLives_;
}

const TargetFinder::Names& TargetFinder::namesOfNodes()
{
    if (!nodeNames_) {
        addNames(nodeNames_.emplace(), scene_->nodes());
    }
    return *nodeNames_;
}

const TargetFinder::Names& TargetFinder::namesOfBones()
{
    if (!boneNames_) {
        boneNames_.emplace();
        for (Skeleton* const skeleton : scene_->skeletons()) {
            addNames(*boneNames_, skeleton->bones());
        }
    }
    return *boneNames_;
}

const TargetFinder::Names& TargetFinder::namesIn(const Skeleton& skeleton)
{
    const auto [names, isNew] = namesBySkeleton_.try_emplace(&skeleton);
    if (isNew) {
        addNames(names->second, SkeletonAccess::state(skeleton).bones);
    }
    return names->second;
}

// --- what became of channels ----------------------------------------------------------------------------------------

std::vector<UnboundChannel> listUnbound(std::span<const AnimationChannel> channels, std::span<const ChannelBinding> bindings)
{
    std::vector<UnboundChannel> unbound;
    for (std::size_t channel = 0; channel < channels.size(); ++channel) {
        const ChannelBinding& binding = bindings[channel];
        if (!binding.node) {
            unbound.push_back({channel, describe(channels[channel].target), binding.node.hasGone() ? UnboundReason::Gone : binding.reason});
        }
    }
    return unbound;
}

std::size_t countUnbound(std::span<const ChannelBinding> bindings) noexcept
{
    return static_cast<std::size_t>(std::ranges::count_if(bindings, [](const ChannelBinding& binding) { return !binding.node; }));
}

Bone* findDrivenBone(Scene& scene, const TransformNode& node)
{
    for (const Skeleton* skeleton : scene.skeletons()) {
        if (Bone* const bone = skeleton->findBoneFromLinkedTransformNode(node)) {
            return bone;
        }
    }
    return nullptr;
}

Node* destinationOf(Node& node) noexcept
{
    Bone* const bone = node.asBone();
    if (bone == nullptr || bone->getTransformNode() == nullptr) {
        return &node;
    }
    return bone->getLinkMode() == LinkMode::ForwardWrites ? bone->getTransformNode() : nullptr;
}

}  // namespace armature
