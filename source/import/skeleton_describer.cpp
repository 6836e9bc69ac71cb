#include "import/describe_scene.hpp"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "base/words.hpp"
#include "node/node_access.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature::importing {

void SkeletonDescriber::describe(const Skeleton& skeleton)
{
    const TransformNode* const hostNode = skeleton.getHostNode();
    std::optional<std::size_t> host;
    if (hostNode != nullptr) {
        if (const auto place = places_.find(hostNode); place != places_.end()) {
            host = place->second;
        } else {
            description_.notes.add(fmt::format("skeleton {}", inQuotes(skeleton.getName())),
                                   "is hosted by a node of another scene: written without a host");
        }
    }
    const std::vector<const Bone*> bones = parentsFirst(skeleton);
    std::unordered_set<std::size_t> taken;
    std::vector<const Bone*> rootsToMake;
    for (const Bone* bone : bones) {
        if (bone->getParent() == nullptr && !isInPlace(*bone, host)) {
            rootsToMake.push_back(bone);
        }
    }
    // The joints of a skin need a common ancestor.
    std::optional<std::size_t> top = host;
    if (!host && rootsToMake.size() > 1) {
        top = description_.nodes.size();
        description_.nodes.emplace_back().name = skeleton.getName();
    }
    for (const Bone* bone : bones) {
        const Bone* parent = bone->getParentBone();
        const auto above = parent != nullptr ? std::optional(bones_.at(parent)) : host;
        std::size_t node = 0;
        if (isInPlace(*bone, above) && taken.insert(places_.at(bone->getTransformNode())).second) {
            node = places_.at(bone->getTransformNode());
        } else {
            node = makeNode(*bone, parent != nullptr ? above : top);
            taken.insert(node);
        }
        bones_.emplace(bone, node);
        noteLength(*bone, node);
    }
    describeSkins(skeleton, top);
}

std::optional<std::size_t> SkeletonDescriber::nodeOf(const Bone& bone) const
{
    const auto found = bones_.find(&bone);
    return found != bones_.end() ? std::optional(found->second) : std::nullopt;
}

const std::vector<std::size_t>& SkeletonDescriber::followersOf(const TransformNode& node) const
{
    static const std::vector<std::size_t> none;
    const auto found = followers_.find(&node);
    return found != followers_.end() ? found->second : none;
}

std::optional<std::size_t> SkeletonDescriber::skinOf(const Skeleton& skeleton, std::size_t inverseBindSet) const
{
    const auto found = skins_.find({&skeleton, inverseBindSet});
    return found != skins_.end() ? std::optional(found->second) : std::nullopt;
}

std::vector<const Bone*> SkeletonDescriber::parentsFirst(const Skeleton& skeleton)
{
    std::vector<const Bone*> bones;
    for (const Bone* bone : skeleton.bones()) {
        if (bone->getParent() == nullptr) {
            bones.push_back(bone);
        }
    }
    for (std::size_t next = 0; next < bones.size(); ++next) {
        for (const Node& child : bones[next]->getChildren()) {
            if (const Bone* bone = child.asBone()) {
                bones.push_back(bone);
            }
        }
    }
    return bones;
}

std::optional<std::size_t> SkeletonDescriber::parentPlace(const TransformNode& node) const
{
    const Node* const parent = node.getParent();
    if (parent == nullptr) {
        return std::nullopt;
    }
    if (const Bone* bone = parent->asBone()) {
        return nodeOf(*bone);
    }
    return places_.at(parent);
}

// Whether the bone can be represented by the node that drives it. The bone has that node's local pose relative to the bone's own parent, so
// the node must have the same parent.
bool SkeletonDescriber::isInPlace(const Bone& bone, std::optional<std::size_t> above) const
{
    const TransformNode* const node = bone.getTransformNode();
    if (node == nullptr || !places_.contains(node)) {
        return false;
    }
    const bool isOnUnknownBone = node->getParent() != nullptr && node->getParent()->isBone() && !parentPlace(*node);
    return !isOnUnknownBone && parentPlace(*node) == above;
}

std::size_t SkeletonDescriber::makeNode(const Bone& bone, std::optional<std::size_t> above)
{
    const std::size_t place = description_.nodes.size();
    NodeDescription node;
    node.name = bone.getName();
    node.extras = bone.getMetadata();
    node.parent = above;
    node.isShown = !above || description_.nodes[*above].isShown;
    describePose(bone, node);
    description_.nodes.push_back(std::move(node));
    if (const TransformNode* driver = bone.getTransformNode()) {
        followers_[driver].push_back(place);
    }
    return place;
}

void SkeletonDescriber::noteLength(const Bone& bone, std::size_t node)
{
    const Rig& rig = SkeletonAccess::state(bone.getSkeleton()).settledRig();
    const float length = rig[NodeAccess::slot(bone)].length;
    if (length < 0.f) {
        return;
    }
    auto& known = description_.nodes[node].boneLength;
    if (known && *known != length) {
        description_.notes.add(
            fmt::format("bone {}", inQuotes(bone.getName())),
            fmt::format("is {} long here and {} in another skeleton on the same node: written as the latter", length, *known));
        return;
    }
    known = length;
}

void SkeletonDescriber::describeSkins(const Skeleton& skeleton, std::optional<std::size_t> host)
{
    const Rig& rig = SkeletonAccess::state(skeleton).settledRig();
    if (rig.paletteSize() == 0) {
        return;
    }
    SkinDescription skin;
    skin.name = skeleton.getName();
    skin.root = host;
    for (std::size_t slot = 0; slot < rig.paletteSize(); ++slot) {
        const Bone* bone = skeleton.getBoneByIndex(slot);
        if (bone != nullptr) {
            skin.joints.push_back(bones_.at(bone));
        } else {
            // No mesh uses a palette slot without a bone, but a node must fill the slot so that later joints keep theirs.
            skin.joints.push_back(description_.nodes.size());
            NodeDescription& filler = description_.nodes.emplace_back();
            filler.parent = host;
            filler.name = fmt::format("free slot {}", slot);
            filler.isShown = !host || description_.nodes[*host].isShown;
        }
        skin.inverseBinds.push_back(bone != nullptr ? bone->getAbsoluteInverseBindMatrix() : glm::mat4(1.f));
    }
    for (std::size_t set = 0; set <= rig.inverseBindSets.size(); ++set) {
        skins_.emplace(std::pair(&skeleton, set), description_.skins.size());
        SkinDescription& bound = description_.skins.emplace_back(skin);
        const std::size_t given = set > 0 ? std::min(rig.inverseBindSets[set - 1].size(), skin.joints.size()) : 0;
        for (std::size_t slot = 0; slot < given; ++slot) {
            bound.inverseBinds[slot] = toMat4(rig.inverseBindSets[set - 1][slot]);
        }
    }
}

void describePose(const Node& node, NodeDescription& description)
{
    const TransformHierarchy& hierarchy = NodeAccess::hierarchy(node);
    const TransformHierarchy::Slot slot = NodeAccess::slot(node);
    const LocalPose pose = hierarchy.pose(slot);
    const LocalPose stored = hierarchy.storedPose(slot);
    const TransformNode* const transformNode = node.asTransformNode();
    if (transformNode != nullptr && transformNode->getPivotPoint() != glm::vec3(0.f) && !stored.isMatrix) {
        // A pivot affects only the translation.
        description.transform = stored.parts;
        description.transform.translation = translationOf(pose.toMatrix());
        return;
    }
    description.transform = pose.toParts();
    if (pose.isMatrix) {
        description.matrix = toMat4(pose.matrix);
    }
}

}  // namespace armature::importing
