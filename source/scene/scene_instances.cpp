#include <algorithm>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/math/affine.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "node/label.hpp"
#include "node/node_access.hpp"
#include "scene/scene_copier.hpp"
#include "scene/scene_state.hpp"
#include "skeleton/skeleton_access.hpp"
#include "words/words.hpp"

/// Copies within and between scenes, and skeletons for trees of nodes.
namespace armature {

namespace {

/// What TransformNode::clone() copies: the tree below a node, and the skeletons that belong to it with everything attached to them.
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

    /// The scene's own skeletons that the node hosts or whose bones it drives.
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
    std::unordered_set<const Node*> isAmong_;  // nodes_
};

/// Calls `copy`; if that throws, removes what the copier has made.
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
        copier.copyMeshInstances(belongings.meshInstances(), nullptr);
        TransformNode& copy = *copier.copyOf(original);
        if (!options.name.empty()) {
            copy.setName(options.name);
        }
        if (options.parent) {
            // A skeleton in the node's space moves along, as imported ones do, whose root joint is the node.
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

Scene::State::Adopted& Scene::State::adopt(const Scene& model)
{
    std::erase_if(adopted, [](const Adopted& each) { return !each.model; });
    auto known = std::ranges::find_if(adopted, [&](const Adopted& each) { return each.model.get() == &model; });
    if (known == adopted.end()) {
        known = adopted.insert(adopted.end(), {Handle<const Scene>(model), {}, {}});
        known->numbers = std::make_shared<FileNumbers>();
        known->numbers->root = std::make_shared<const std::string>(model.getExtensions());
    }
    if (model.materials().size() + model.cameras().size() + model.lights().size() != known->countOfListed()) {
        known->numbers = std::make_shared<FileNumbers>(*known->numbers);  // copies share what they were made with
    }
    for (std::size_t image = known->images.size(); image < model.images().size(); ++image) {
        known->images.push_back(images.size());
        images.push_back(model.images()[image]);
    }
    std::vector<std::size_t>& numbersOfMaterials = known->numbers->of(NumberedThing::Material);
    const std::size_t firstNew = numbersOfMaterials.size();
    for (std::size_t number = firstNew; number < model.materials().size(); ++number) {
        Material material = model.materials()[number];
        for (std::optional<TextureReference>* texture : material.textures()) {
            if (texture->has_value()) {
                (*texture)->image = known->images[(*texture)->image];
            }
        }
        for (TextureReference& texture : material.extensionTextures) {
            texture.image = known->images[texture.image];
        }
        numbersOfMaterials.push_back(materials.size());
        materials.push_back(std::move(material));
    }
    for (const auto& [property, original] : model.state_->unchanged) {
        if (property.first >= firstNew) {  // a face that the model makes is not the copy's
            properties.write({ChannelTarget::Kind::Material, property.second, numbersOfMaterials[property.first]},
                             {&original.value.x, original.components});
        }
    }
    materialNumbers.resize(std::max(materials.size(), materialNumbers.size()));
    FileNumbersThrough through(known->numbers);
    for (std::size_t number = firstNew; number < numbersOfMaterials.size(); ++number) {
        if (!model.materials()[number].extensions.empty()) {
            materialNumbers[numbersOfMaterials[number]] = through.from(SceneAccess::numbersOfMaterial(model, number));
        }
    }
    const auto adoptAll = [this](std::string_view kind, const auto& from, auto& to, std::vector<std::size_t>& numbers) {
        for (std::size_t number = numbers.size(); number < from.size(); ++number) {
            numbers.push_back(to.size());
            to.push_back(from[number]);
            if (!to.back().extensions.empty()) {
                to.back().extensions.clear();
                warnings.push_back(
                    fmt::format("{} {}: its extensions are left out of the copy, because they may refer to things in the original's scene",
                                kind, inQuotes(to.back().name)));
            }
        }
    };
    adoptAll("camera", model.cameras(), cameras, known->numbers->of(NumberedThing::Camera));
    adoptAll("light", model.lights(), lights, known->numbers->of(NumberedThing::Light));
    return *known;
}

SceneInstance Scene::copyAll(const Scene& model, TransformNode* top, const NameFunction& rename)
{
    SceneCopier copier(*this, top, rename);
    copyAllOrNothing(*this, copier, [&] {
        copier.copyNodes(model.nodes());
        copier.copySkeletons(model.skeletons());
        copier.connect();
        State::Adopted& adopted = state_->adopt(model);
        copier.copyMeshInstances(model.meshInstances(), adopted.numbers);
        copier.copyAnimationGroups(model.animationGroups(), *adopted.numbers);
        copier.copyFileParts(model, adopted.numbers, std::exchange(adopted.isNew, false));
        copier.copyVrm(model, adopted.numbers, adopted.images);
    });
    return copier.made();
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
    state_->warnings.insert(state_->warnings.end(), other.warnings().begin(), other.warnings().end());
    state_->sourceFiles.insert(state_->sourceFiles.end(), other.sourceFiles().begin(), other.sourceFiles().end());
    return made;
}

void Scene::removeInstance(const SceneInstance& instance)
{
    const auto isForeign = [this](const Handle<TransformNode>& node) { return node && &node.get()->getScene() != this; };
    if (isForeign(instance.root_) || std::ranges::any_of(instance.nodes_, isForeign)) {
        throw std::invalid_argument("removeInstance: the instance belongs to another scene");
    }
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
}

// --- skeletons for trees of nodes -----------------------------------------------------------------------------------

Skeleton& Scene::createSkeleton(std::string_view name, TransformNode& root)
{
    if (&root.getScene() != this) {
        throw std::invalid_argument(fmt::format("{}: the node {} belongs to another scene", named("skeleton", name), label(root)));
    }
    if (root.getParent() != nullptr && root.getParent()->isBone()) {
        throw std::invalid_argument(
            fmt::format("{}: the node {} hangs on a bone; a skeleton lives in the space of a node", named("skeleton", name), label(root)));
    }
    auto skeleton = std::make_unique<Skeleton>(name);
    std::unordered_map<const Node*, Bone*> bones;
    const auto addBone = [&](Node& node) {
        const auto parent = bones.find(node.getParent());
        BoneOptions options;
        options.parent = parent != bones.end() ? parent->second : nullptr;
        options.local = node.getLocalMatrix();
        options.rest = options.local;
        options.bind = isInvertible(toAffine(*options.local)) ? *options.local : glm::mat4(1.f);
        Bone& bone = skeleton->createBone(node.getName(), options);
        bone.linkTransformNode(node.asTransformNode(), LinkMode::ForwardWrites);
        bones.emplace(&node, &bone);
    };
    addBone(root);
    root.forEachDescendant(addBone);
    skeleton->setHostNode(root.getParent() != nullptr ? root.getParent()->asTransformNode() : nullptr);
    return addSkeleton(std::move(skeleton));
}

}  // namespace armature
