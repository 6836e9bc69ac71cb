#include "scene/scene_copier.hpp"

#include <armature/animation/animation_group.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/animation_group_access.hpp"
#include "scene/mesh_access.hpp"
#include "scene/node_access.hpp"
#include "scene/scene_state.hpp"

namespace armature {

Node* SceneCopier::copyOf(const Node& original) const noexcept
{
    const auto found = copies_.find(&original);
    return found != copies_.end() ? found->second : nullptr;
}

TransformNode* SceneCopier::copyOf(const TransformNode& original) const noexcept
{
    Node* copy = copyOf(static_cast<const Node&>(original));
    return copy != nullptr ? copy->asTransformNode() : nullptr;
}

Skeleton* SceneCopier::copyOf(const Skeleton& original) const noexcept
{
    const auto found = skeletonCopies_.find(&original);
    return found != skeletonCopies_.end() ? found->second : nullptr;
}

void SceneCopier::copyNodes(std::span<const TransformNode* const> originals)
{
    nodes_.assign(originals.begin(), originals.end());  // the scene's own list may be about to grow
    for (const TransformNode* original : nodes_) {
        TransformNode& copy = to_->createTransformNode(nameOf(original->getName()));
        made_.nodes_.emplace_back(copy);
        copies_.emplace(original, &copy);
        copy.setEnabled(original->isSelfEnabled());
        copy.setMetadata(original->getMetadata());
        if (to_ == &original->getScene()) {
            copy.setExtensions(original->getExtensions());
            copy.setCamera(original->getCamera());
        }
        copy.setPivotPoint(original->getPivotPoint());
        NodeAccess::hierarchy(copy).setPose(NodeAccess::slot(copy), NodeAccess::hierarchy(*original).pose(NodeAccess::slot(*original)));
    }
}

void SceneCopier::copyCameras(std::span<const std::size_t> numbers)
{
    for (const TransformNode* original : nodes_) {
        if (const auto camera = original->getCamera()) {
            copyOf(*original)->setCamera(numbers[*camera]);
        }
    }
}

void SceneCopier::copySkeletons(std::span<const Skeleton* const> originals)
{
    skeletons_.assign(originals.begin(), originals.end());
    for (const Skeleton* original : skeletons_) {
        Skeleton& copy = to_->addSkeleton(original->clone());
        made_.skeletons_.emplace_back(copy);
        skeletonCopies_.emplace(original, &copy);
        copy.setName(nameOf(original->getName()));
        for (std::size_t i = 0; i < original->bones().size(); ++i) {
            copies_.emplace(original->bones()[i], copy.bones()[i]);
        }
    }
}

void SceneCopier::connect()
{
    for (const TransformNode* original : nodes_) {
        Node* parent = NodeAccess::parent(*original);
        if (parent == nullptr || copyOf(*parent) == nullptr) {
            copyOf(*original)->setParent(parent != nullptr ? parent : top_);
            connectBelow(*original);
        }
    }
    for (const Skeleton* original : skeletons_) {
        connectSkeleton(*original, *copyOf(*original));
    }
}

// From the tops down a node has nothing below it yet when it gets its parent, so that looking for a cycle costs nothing.
void SceneCopier::connectBelow(const Node& original)
{
    std::vector<const Node*> open{&original};
    while (!open.empty()) {
        const Node& above = *open.back();
        open.pop_back();
        for (const Node& child : above.getChildren()) {
            Node* copy = child.isBone() ? nullptr : copyOf(child);
            if (copy != nullptr) {
                copy->asTransformNode()->setParent(copyOf(above));
                open.push_back(&child);
            }
        }
    }
}

void SceneCopier::connectSkeleton(const Skeleton& original, Skeleton& copy)
{
    TransformNode* host = original.getHostNode();
    copy.setHostNode(host == nullptr ? top_ : copyOf(*host) != nullptr ? copyOf(*host) : host);
    for (std::size_t i = 0; i < original.bones().size(); ++i) {
        const Bone& bone = *original.bones()[i];
        connectBelow(bone);
        if (TransformNode* driver = bone.getTransformNode()) {
            copy.bones()[i]->linkTransformNode(copyOf(*driver) != nullptr ? copyOf(*driver) : driver, bone.getLinkMode());
        }
    }
}

void SceneCopier::copyMeshInstances(std::span<const MeshInstance* const> originals, std::span<const std::size_t> materials)
{
    const std::vector<const MeshInstance*> instances(originals.begin(), originals.end());
    for (const MeshInstance* original : instances) {
        Skeleton* skeleton = original->getSkeleton();
        skeleton = skeleton != nullptr && copyOf(*skeleton) != nullptr ? copyOf(*skeleton) : skeleton;
        auto copy = MeshAccess::copy(*original, *copyOf(original->getNode()), skeleton, materials);
        copy->setName(nameOf(original->getName()));
        made_.meshInstances_.emplace_back(to_->state_->place(std::move(copy)));
    }
}

void SceneCopier::copyAnimationGroups(std::span<const AnimationGroup* const> originals)
{
    const std::vector<const AnimationGroup*> groups(originals.begin(), originals.end());
    for (const AnimationGroup* original : groups) {
        auto copy = AnimationGroupAccess::copy(*original, *to_, [this](Node& node) { return copyOf(node); });
        made_.animationGroups_.emplace_back(to_->state_->animationGroups.add(std::move(copy)));
    }
}

}  // namespace armature
