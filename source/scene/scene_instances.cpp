#include <algorithm>
#include <stdexcept>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene_attachment.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "node/node_access.hpp"
#include "scene/scene_copier.hpp"
#include "scene/scene_state.hpp"
#include "skeleton/skeleton_access.hpp"

/// Copying within and between scenes.
namespace armature {

namespace {

/// The objects that TransformNode::clone() copies: the tree below a node, the skeletons that belong to the tree, and everything attached to
/// these skeletons.
class Belongings {
public:
    Belongings(const TransformNode& top, bool withChildren) : scene_(&top.getScene())
    {
        if (!withChildren) {
            nodes_.push_back(&top);
            return;
        }
        addTree(top);
        std::size_t seen = 0;
        while (seen < nodes_.size()) {
            std::vector<const Skeleton*> candidates;
            for (; seen < nodes_.size(); ++seen) {
                addSkeletonsAt(*nodes_[seen], candidates);
            }
            for (const Skeleton* skeleton : candidates) {
                addIfWhole(*skeleton);
            }
        }
    }

    [[nodiscard]] std::span<const TransformNode* const> nodes() const noexcept { return nodes_; }
    [[nodiscard]] std::span<const Skeleton* const> skeletons() const noexcept { return skeletons_; }

    [[nodiscard]] std::vector<const MeshInstance*> meshInstances() const
    {
        std::vector<const MeshInstance*> instances;
        for (const TransformNode* node : nodes_) {
            instances.insert(instances.end(), node->meshInstances().begin(), node->meshInstances().end());
        }
        return instances;
    }

private:
    void addTree(const TransformNode& top)
    {
        const auto add = [this](const Node& node) {
            nodes_.push_back(node.asTransformNode());
            isAmong_.insert(&node);
        };
        add(top);
        top.forEachDescendant(add);
    }

    /// Appends the skeletons that the node hosts, or whose bones it drives, if the node's scene owns them.
    void addSkeletonsAt(const TransformNode& node, std::vector<const Skeleton*>& outSkeletons) const
    {
        const auto add = [&](const Skeleton& skeleton) {
            if (SkeletonAccess::state(skeleton).owner == &NodeAccess::owner(node)) {
                outSkeletons.push_back(&skeleton);
            }
        };
        for (const Skeleton* skeleton : NodeAccess::hostedSkeletons(node)) {
            add(*skeleton);
        }
        for (const Node* bone = NodeAccess::firstDriven(node); bone != nullptr; bone = NodeAccess::nextDriven(*bone)) {
            add(bone->asBone()->getSkeleton());
        }
    }

    void addIfWhole(const Skeleton& skeleton)
    {
        const auto isDrivenFromElsewhere = [&](const Bone* bone) {
            return bone->getTransformNode() != nullptr && !isAmong_.contains(bone->getTransformNode());
        };
        if (isAmong(skeleton) || std::ranges::any_of(skeleton.bones(), isDrivenFromElsewhere)) {
            return;
        }
        skeletons_.push_back(&skeleton);
        for (const TransformNode* attached : SkeletonAccess::state(skeleton).attached) {
            if (&attached->getScene() == scene_ && !isAmong_.contains(attached)) {
                addTree(*attached);
            }
        }
    }

    [[nodiscard]] bool isAmong(const Skeleton& skeleton) const { return std::ranges::find(skeletons_, &skeleton) != skeletons_.end(); }

    const Scene* scene_;
    std::vector<const TransformNode*> nodes_;
    std::vector<const Skeleton*> skeletons_;
    std::unordered_set<const Node*> isAmong_;  // the nodes in nodes_
};

/// Calls `copy`. If it throws, removes what the copier has made.
template <class Copy>
void copyAllOrNothing(Scene& scene, const SceneCopier& copier, const Copy& copy)
{
    try {
        copy();
    } catch (...) {
        scene.removeInstance(copier.made());
        throw;
    }
}

}  // namespace

AnimationGroup* SceneInstance::findAnimationGroup(std::string_view name) const noexcept
{
    const auto isIt = [&](const Handle<AnimationGroup>& group) { return group && group.get()->getName() == name; };
    const auto found = std::ranges::find_if(animationGroups_, isIt);
    return found != animationGroups_.end() ? found->get() : nullptr;
}

TransformNode& Scene::State::clone(const TransformNode& original, const CloneOptions* given)
{
    const CloneOptions options = given != nullptr ? *given : CloneOptions();
    const Belongings belongings(original, options.withChildren);
    SceneCopier copier(scene, nullptr, options.rename);
    copyAllOrNothing(scene, copier, [&] {
        copier.copyNodes(belongings.nodes());
        copier.copySkeletons(belongings.skeletons());
        copier.connect();
        copier.copyMeshInstances(belongings.meshInstances());
        TransformNode& copy = *copier.copyOf(original);
        if (!options.name.empty()) {
            copy.setName(options.name);
        }
        if (options.parent) {
            // A skeleton hosted by the node's parent moves along. Imported skeletons whose root joint is the node have such a host.
            for (const Skeleton* skeleton : belongings.skeletons()) {
                if (skeleton->getHostNode() == original.getParent()) {
                    Node* host = *options.parent;
                    copier.copyOf(*skeleton)->setHostNode(host != nullptr ? host->asTransformNode() : nullptr);
                }
            }
            copy.setParent(*options.parent);
        }
    });
    return *copier.copyOf(original);
}

// --- models ---------------------------------------------------------------------------------------------------------

SceneInstance Scene::copyAll(const Scene& model, TransformNode* top, const NameFunction& rename)
{
    const std::vector<const SceneAttachment*> attached(attachments().begin(), attachments().end());
    try {
        SceneCopier copier(*this, top, rename);
        const SharedModelParts parts = state_->partsOf(model);
        copyAllOrNothing(*this, copier, [&] {
            copier.copyNodes(model.nodes());
            copier.copySkeletons(model.skeletons());
            copier.connect();
            state_->adopt(*parts, *model.state_);
            copier.bring(model, parts);
            copier.copyMeshInstances(model.meshInstances());
            copier.copyAnimationGroups(model.animationGroups());
            copier.copyFileParts(model, std::exchange(parts->isNew, false));
            copier.copyAttachments(model);
        });
        return copier.made();
    } catch (...) {
        state_->attachments.removeIf([&](const SceneAttachment& each) { return std::ranges::find(attached, &each) == attached.end(); });
        state_->freeUnused();  // after nothing holds the model's parts any more
        throw;
    }
}

SceneInstance Scene::instantiate(const Scene& model, const InstantiateOptions& options)
{
    if (&model == this) {
        throw std::invalid_argument("instantiate: a scene cannot be placed in itself; TransformNode::clone() copies parts of it");
    }
    TransformNode& top = createTransformNode(options.name, options.parent, options.transform);
    return copyAll(model, &top, options.rename);
}

SceneInstance Scene::append(const Scene& other)
{
    if (&other == this) {
        throw std::invalid_argument("append: a scene cannot be appended to itself; TransformNode::clone() copies parts of it");
    }
    SceneInstance made = copyAll(other, nullptr, {});
    std::ranges::for_each(other.warnings(), [this](const std::string& warning) { state_->warnOnce(warning); });
    for (const std::string& file : other.sourceFiles()) {
        if (std::ranges::find(state_->sourceFiles, file) == state_->sourceFiles.end()) {
            state_->sourceFiles.push_back(file);
        }
    }
    return made;
}

void Scene::removeInstance(const SceneInstance& instance)
{
    const auto isForeign = [this](const Handle<TransformNode>& node) { return node && &node.get()->getScene() != this; };
    if (isForeign(instance.root_) || std::ranges::any_of(instance.nodes_, isForeign)) {
        throw std::invalid_argument("removeInstance: the instance belongs to another scene");
    }
    // Marks the parts as held, so that parts that no object of the instance ever held are removed too.
    static_cast<void>(held(instance.parts_.lock()));
    for (const Handle<AnimationGroup>& group : instance.animationGroups_) {
        if (group) {
            removeAnimationGroup(*group.get());
        }
    }
    for (const Handle<MeshInstance>& mesh : instance.meshInstances_) {
        if (mesh) {
            removeMeshInstance(*mesh.get());
        }
    }
    for (const Handle<Skeleton>& skeleton : instance.skeletons_) {
        if (skeleton) {
            removeSkeleton(*skeleton.get());
        }
    }
    if (instance.root_) {
        removeTransformNode(*instance.root_.get());
    }
    for (const Handle<TransformNode>& node : instance.nodes_) {
        if (node) {
            removeTransformNode(*node.get());
        }
    }
    state_->freeUnused();
}

}  // namespace armature
