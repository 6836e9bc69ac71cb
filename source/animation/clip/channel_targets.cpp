#include "animation/clip/channel_targets.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <armature/animation/animation_targets.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/clip/nodes_around.hpp"
#include "animation/clip/property_owner.hpp"
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

// Returns how many names at the end of `path` are those of the node, its parent and so on: 2 for "leg/arm/hand" and the node "hand" below
// "arm" below "hip". Names may contain slashes.
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

std::string placeInLists(const ChannelTarget& target)
{
    switch (target.kind) {
    case ChannelTarget::Kind::Node: return fmt::format("node {}", target.index);
    case ChannelTarget::Kind::Bone: return fmt::format("bone {} of skeleton {}", target.index, target.skeleton);
    case ChannelTarget::Kind::Material: return fmt::format("material {}", target.index);
    case ChannelTarget::Kind::Camera: return fmt::format("camera {}", target.index);
    case ChannelTarget::Kind::Light: return fmt::format("light {}", target.index);
    case ChannelTarget::Kind::Curve: break;
    }
    return "curve";
}

std::string describe(const ChannelTarget& target)
{
    const std::string name = target.name.empty() ? placeInLists(target) : target.name;
    return target.property.empty() ? name : fmt::format("{} of {}", target.property, name);
}

bool meanTheSame(const ChannelTarget& a, const ChannelTarget& b) noexcept
{
    const bool isOfList = isListed(a.kind);  // the identity of these is that of their scene, so the index tells them apart
    if (a.property != b.property || (isOfList && a.index != b.index)) {
        return false;
    }
    if (a.identity.isSet() && a.identity == b.identity && (a.kind == b.kind || !isOfList)) {
        return true;
    }
    if (a.kind != b.kind || a.name != b.name) {
        return false;
    }
    return !a.path.empty() && !b.path.empty() ? a.path == b.path : a.index == b.index && a.skeleton == b.skeleton;
}

TargetFinder::TargetFinder(AnimationTargets& scene) : scene_(&scene), sceneLife_(scene.getLifetime()) {}

TargetFinder::TargetFinder(Skeleton& skeleton) : skeleton_(&skeleton)
{
    const TransformNodeOwner* const owner = SkeletonAccess::state(skeleton).owner;
    scene_ = owner != nullptr ? &owner->targets() : nullptr;
    if (scene_ != nullptr) {
        sceneLife_ = Lifetime::Watch(scene_->getLifetime());
    }
}

TargetFinder TargetFinder::around(Skeleton& skeleton)
{
    TargetFinder finder(skeleton);
    finder.looksAround_ = finder.scene_ != nullptr;
    return finder;
}

ChannelBinding TargetFinder::find(const ChannelTarget& target, ChannelPath path, std::size_t components, Node* known)
{
    if (target.kind == ChannelTarget::Kind::Curve) {
        return {{}, {}, PropertySlot{}};
    }
    if (isListed(target.kind)) {
        return skeleton_ == nullptr ? findListed(target, components) : ChannelBinding();
    }
    const Match match = skeleton_ != nullptr ? findInSkeleton(target, known) : findInScene(target);
    if (path == ChannelPath::Property) {
        return findProperty(target, match, components);
    }
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
        bindings.push_back(find(channel.target, channel.path, channel.components));
    }
    return bindings;
}

std::vector<ChannelBinding> TargetFinder::findAll(std::span<const AnimationChannel> channels, std::span<const ChannelBinding> known)
{
    std::vector<ChannelBinding> bindings;
    bindings.reserve(channels.size());
    for (std::size_t i = 0; i < channels.size(); ++i) {
        bindings.push_back(find(channels[i].target, channels[i].path, channels[i].components, known[i].node.get()));
    }
    return bindings;
}

ChannelBinding TargetFinder::findProperty(const ChannelTarget& target, Match match, std::size_t components) const
{
    if (match.node == nullptr) {
        return {{}, match.reason};
    }
    if (target.property != nodeProperty || components != 1) {
        return {{}, UnboundReason::Unsuitable};
    }
    return {Handle<Node>(match.node), match.reason, PropertySlot{ChannelTarget::Kind::Node}};
}

// --- materials, cameras and lights ----------------------------------------------------------------------------------

ChannelBinding TargetFinder::findListed(const ChannelTarget& target, std::size_t components) const
{
    const PropertyOwner& owner = std::as_const(*scene_).getProperties();
    const std::size_t count = owner.countOf(target.kind);
    const bool isAtIndex = target.index < count;
    std::size_t place = target.index;
    if (!isAtIndex || !(isIndexAlone(target) || target.identity.belongsTo(sceneLife_))) {
        std::size_t found = 0;
        const auto isNamed = [&](std::size_t each) { return !target.name.empty() && owner.nameOf(target.kind, each) == target.name; };
        for (std::size_t each = 0; each < count; ++each) {
            if (isNamed(each)) {
                place = ++found == 1 ? each : place;
            }
        }
        if (found == 0) {
            return {};
        }
        if (found > 1) {
            if (!isAtIndex || !isNamed(target.index) || target.identity.isSet()) {
                return {{}, UnboundReason::Ambiguous};
            }
            place = target.index;
        }
    }
    const auto slot = owner.find(target.kind, place, target.property, components);
    return slot ? ChannelBinding{{}, {}, slot} : ChannelBinding{{}, UnboundReason::Unsuitable};
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

TargetFinder::Match TargetFinder::findInSkeleton(const ChannelTarget& target, Node* known)
{
    Node* const named = known != nullptr ? known : scene_ != nullptr ? findInScene(target).node : findIdentified(target);
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
    if (match.node == nullptr && match.reason == UnboundReason::NotThere && bone == nullptr && looksAround_) {
        return findAround(target, named);
    }
    match.node = match.node != nullptr ? driverOf(*match.node->asBone()) : nullptr;
    return match;
}

TargetFinder::Match TargetFinder::findAround(const ChannelTarget& target, Node* named)
{
    if (!namesAround_) {
        addNames(namesAround_.emplace(), nodesAround(*scene_, *skeleton_));
    }
    ChannelTarget byName = target;
    if (byName.name.empty() && named != nullptr) {
        byName.name = named->getName();
        byName.path = nearPathOf(*named);
    }
    const auto [first, last] = namesAround_->equal_range(byName.name);
    const bool isAmong = std::any_of(first, last, [&](const auto& entry) { return entry.second == named; });
    return isAmong ? Match{named} : findNamed(*namesAround_, byName, nullptr);
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

// Returns the lifetimes of the skeletons that the finder searches. The list is made when a bone is first looked for, so that binding a clip
// that moves only nodes does not walk all skeletons of a large scene.
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

// --- nodes and bones --------------------------------------------------------------------------------------------------

Bone* findDrivenBone(AnimationTargets& scene, const TransformNode& node)
{
    for (Skeleton* skeleton : scene.skeletons()) {
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
