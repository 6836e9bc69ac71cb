#include "scene/scene_copier.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <armature/animation/animation_group.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/playing/animation_group_access.hpp"
#include "mesh/mesh_access.hpp"
#include "node/node_access.hpp"
#include "node/node_edges.hpp"
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
    nodes_.assign(originals.begin(), originals.end());  // a copy of the list, because the scene's own list may be about to grow
    for (const TransformNode* original : nodes_) {
        TransformNode& copy = to_->createTransformNode(nameOf(original->getName()));
        made_.nodes_.emplace_back(copy);
        copies_.emplace(original, &copy);
        copy.setEnabled(original->isSelfEnabled());
        copy.setMetadata(original->getMetadata());
        nodeNumbers_.push_back(to_->state_->nodes.numberCount() - 1);
        if (to_ == &original->getScene() && original->fileParts_ != nullptr) {
            copy.fileParts() = *original->fileParts_;
        }
        copy.setPivotPoint(original->getPivotPoint());
        NodeAccess::hierarchy(copy).setPose(NodeAccess::slot(copy), NodeAccess::hierarchy(*original).pose(NodeAccess::slot(*original)));
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

// Connects from the top down: a node has no children yet when it gets its parent, so checking for a cycle is free.
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

void SceneCopier::bring(const Scene& model, SharedModelParts parts)
{
    model_ = &model;
    parts_ = std::move(parts);
    made_.parts_ = parts_;
}

std::size_t SceneCopier::placeOf(ModelParts::List list, std::size_t place) const
{
    const Scene::State& model = *model_->state_;
    const std::size_t number = list == ModelParts::Materials ? model.materials.numberAt(place)
                               : list == ModelParts::Images  ? model.images.numberAt(place)
                               : list == ModelParts::Cameras ? model.cameras.numberAt(place)
                                                             : model.lights.numberAt(place);
    const auto& arrivals = parts_->arrivals[list];
    return number < arrivals.size() ? arrivals[number].place : FileNumbers::none;
}

void SceneCopier::copyMeshInstances(std::span<const MeshInstance* const> originals)
{
    const std::vector<const MeshInstance*> instances(originals.begin(), originals.end());
    FileNumbersThrough through(parts_ != nullptr ? parts_->numbers : nullptr);
    for (const MeshInstance* original : instances) {
        Skeleton* skeleton = original->getSkeleton();
        skeleton = skeleton != nullptr && copyOf(*skeleton) != nullptr ? copyOf(*skeleton) : skeleton;
        auto copy = MeshAccess::copy(*original, *copyOf(original->getNode()), skeleton);
        if (parts_ != nullptr) {
            MeshAccess::transfer(*copy, through.from(SceneAccess::numbersOf(*original)), held(parts_),
                                 [this](std::size_t material) { return placeOf(ModelParts::Materials, material); });
        }
        copy->setName(nameOf(original->getName()));
        made_.meshInstances_.emplace_back(to_->state_->place(std::move(copy)));
    }
}

void SceneCopier::copyAnimationGroups(std::span<const AnimationGroup* const> originals)
{
    const auto slotHere = [&](const PropertySlot& slot) {
        const ModelParts::List list = slot.kind == ChannelTarget::Kind::Camera  ? ModelParts::Cameras
                                      : slot.kind == ChannelTarget::Kind::Light ? ModelParts::Lights
                                                                                : ModelParts::Materials;
        const auto& arrivals = parts_->arrivals[list];
        const auto arrival = slot.number < arrivals.size() ? arrivals[slot.number] : ModelParts::Arrival();
        return PropertySlot{slot.kind, slot.property, arrival.place, arrival.number};
    };
    ChannelBindings::Copies copies{[this](Node& node) { return copyOf(node); }, slotHere};
    const std::vector<const AnimationGroup*> groups(originals.begin(), originals.end());
    for (const AnimationGroup* original : groups) {
        auto copy = AnimationGroupAccess::copy(*original, *to_, copies);
        made_.animationGroups_.emplace_back(to_->state_->animationGroups.add(std::move(copy)));
        groupNumbers_.push_back(to_->state_->animationGroups.numberCount() - 1);
    }
}

// The table of all nodes is made only for the few models that keep file data with numbers.
void SceneCopier::copyFileParts(const Scene& model, bool isFirstCopy)
{
    const Scene::State& from = *model.state_;
    std::optional<FileNumbersThrough> through;
    const auto numbersHere = [&](const SharedFileNumbers& original) {
        if (!through) {
            auto made = std::make_shared<FileNumbers>(*parts_->numbers);
            made->of(NumberedThing::Node).assign(from.nodes.numberCount(), FileNumbers::none);
            for (std::size_t place = 0; place < nodes_.size(); ++place) {
                made->of(NumberedThing::Node)[from.nodes.numberAt(place)] = nodeNumbers_[place];
            }
            made->of(NumberedThing::Animation).assign(from.animationGroups.numberCount(), FileNumbers::none);
            for (std::size_t place = 0; place < groupNumbers_.size(); ++place) {
                made->of(NumberedThing::Animation)[from.animationGroups.numberAt(place)] = groupNumbers_[place];
            }
            through.emplace(std::move(made));
        }
        return through->from(original);
    };
    for (const TransformNode* original : nodes_) {
        if (original->fileParts_ == nullptr) {
            continue;
        }
        TransformNode::FileParts& copy = copyOf(*original)->fileParts();
        copy = *original->fileParts_;
        copy.numbers = copy.extensions.empty() ? nullptr : numbersHere(copy.numbers);
        for (const auto& [place, list] : {std::pair(&copy.camera, ModelParts::Cameras), std::pair(&copy.light, ModelParts::Lights)}) {
            *place = *place ? std::optional(placeOf(list, **place)) : std::nullopt;
        }
        copy.parts = copy.numbers != nullptr || copy.camera || copy.light ? held(parts_) : nullptr;
    }
    for (std::size_t place = 0; place < groupNumbers_.size(); ++place) {
        if (const auto kept = from.kept.find(from.animationGroups.view()[place]); kept != from.kept.end()) {
            to_->state_->kept[made_.animationGroups_[place].get()] = {kept->second.animation, numbersHere(kept->second.numbers),
                                                                      held(parts_)};
        }
    }
    if (isFirstCopy && !from.extensions.empty()) {
        parts_->roots.push_back(numbersHere(nullptr));
    }
    for (const SharedFileNumbers& root : isFirstCopy ? SceneAccess::rootsOf(model) : std::vector<SharedFileNumbers>()) {
        parts_->roots.push_back(numbersHere(root));
    }
}

AnimationGroup* SceneCopier::copyOf(const AnimationGroup& original) const noexcept
{
    const auto groups = model_->animationGroups();
    const auto found = std::ranges::find(groups, &original);
    return found != groups.end() ? made_.animationGroups_[static_cast<std::size_t>(found - groups.begin())].get() : nullptr;
}

}  // namespace armature
