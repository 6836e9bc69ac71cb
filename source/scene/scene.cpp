#include <armature/scene/scene.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/scene/import_notes.hpp>

#include "animation/playing/animation_group_access.hpp"
#include "base/parallel_for.hpp"
#include "base/words.hpp"
#include "mesh/mesh_access.hpp"
#include "node/node_access.hpp"
#include "node/node_edges.hpp"
#include "node/state_archive.hpp"
#include "scene/scene_state.hpp"
#include "skeleton/skeleton_state.hpp"

namespace armature {

namespace {

template <class List>
auto findNamed(const List& list, std::string_view name) -> typename List::value_type
{
    const auto found = std::ranges::find_if(list, [&](const auto* each) { return each->getName() == name; });
    return found != list.end() ? *found : nullptr;
}

}  // namespace

Scene::Scene() : state_(std::make_unique<State>(*this)) {}

Scene::~Scene()
{
    state_->removals.close();
    state_->nodes.visitAll([](TransformNode& node) {
        Node* const each = &node;
        NodeAccess::notifyDisposals({&each, 1});
    });
    state_->skeletons.visitAll([](Skeleton& skeleton) { skeleton.state_->announceEnd(); });
    state_->modifierStacks.clear();
    state_->animationMixers.clear();
    state_->animationGroups.clear();
    state_->meshInstances.clear();
    state_->skeletons.clear();
    // The skeletons of this scene are gone, so nodes are linked only to skeletons that others own.
    for (TransformNode* node : state_->nodes.view()) {
        State::cutEdges(*node);
    }
}

std::size_t Scene::State::countOf(NumberedThing thing) const noexcept
{
    switch (thing) {
    case NumberedThing::Node: return nodes.view().size();
    case NumberedThing::Material: return materials.size();
    case NumberedThing::Camera: return cameras.size();
    case NumberedThing::Light: return lights.size();
    case NumberedThing::Animation: return animationGroups.view().size();
    }
    return 0;
}

bool Scene::State::has(NumberedThing thing, std::size_t place) const noexcept
{
    switch (thing) {
    case NumberedThing::Material: return materials.has(place);
    case NumberedThing::Camera: return cameras.has(place);
    case NumberedThing::Light: return lights.has(place);
    case NumberedThing::Node:
    case NumberedThing::Animation: break;
    }
    return place < countOf(thing);
}

std::span<TransformNode* const> Scene::allNodes() const noexcept
{
    return state_->nodes.view();
}

TransformNode* Scene::findTransformNode(std::string_view name) noexcept
{
    return const_cast<TransformNode*>(std::as_const(*this).findTransformNode(name));
}

const TransformNode* Scene::findTransformNode(std::string_view name) const noexcept
{
    state_->names.refresh(state_->nodes.view());
    const auto position = state_->names.find(name);
    return position.has_value() ? state_->nodes.view()[*position] : nullptr;
}

// --- skeletons, meshes, looks ---------------------------------------------------------------------------------------

Skeleton& Scene::createSkeleton(std::string_view name)
{
    return addSkeleton(std::make_unique<Skeleton>(name));
}

Skeleton& Scene::addSkeleton(std::unique_ptr<Skeleton> skeleton)
{
    if (skeleton == nullptr) {
        throw std::invalid_argument("addSkeleton: no skeleton was given");
    }
    Skeleton& added = state_->skeletons.add(std::move(skeleton));
    added.state_->owner = state_.get();
    return added;
}

void Scene::removeSkeleton(Skeleton& skeleton)
{
    if (std::ranges::find(state_->skeletons.view(), &skeleton) == state_->skeletons.view().end()) {
        throw std::invalid_argument(
            fmt::format("{}: cannot be removed from a scene that does not own it", named("skeleton", skeleton.getName())));
    }
    if (skeleton.state_->removals.isUnderWay()) {  // requested by an observer of one of its bones
        skeleton.state_->removals.later(skeleton, [this](Skeleton& alive) { removeSkeleton(alive); });
        return;
    }
    skeleton.state_->announceEnd();
    for (MeshInstance* instance : state_->meshInstances.view()) {
        if (instance->getSkeleton() == &skeleton) {
            instance->setSkeleton(nullptr);
        }
    }
    state_->skeletons.removeIf([&](const Skeleton& each) { return &each == &skeleton; });
}

std::span<Skeleton* const> Scene::allSkeletons() const noexcept
{
    return state_->skeletons.view();
}

Skeleton* Scene::findSkeleton(std::string_view name) noexcept
{
    return const_cast<Skeleton*>(std::as_const(*this).findSkeleton(name));
}

const Skeleton* Scene::findSkeleton(std::string_view name) const noexcept
{
    return findNamed(state_->skeletons.view(), name);
}

MeshInstance& Scene::addMeshInstance(std::shared_ptr<const Mesh> mesh, TransformNode& node, Skeleton* skeleton)
{
    requireMesh(mesh.get(), node);
    requireOwnNode(*mesh, node, *this);
    requireMaterials(*mesh, *state_);
    if (skeleton != nullptr) {
        requireOwnSkeleton(*mesh, *skeleton, node);
    }
    return state_->place(MeshAccess::make(std::move(mesh), node, skeleton));
}

MeshInstance& Scene::addMeshInstance(MeshDescription mesh, TransformNode& node, Skeleton* skeleton)
{
    return addMeshInstance(Mesh::create(std::move(mesh)), node, skeleton);
}

void Scene::removeMeshInstance(MeshInstance& instance)
{
    if (instance.getNode().scene_ != this) {
        throw std::invalid_argument(
            fmt::format("{}: cannot be removed from a scene that does not own it", named("mesh instance", instance.getName())));
    }
    NodeAccess::removeMeshInstance(instance.getNode(), instance);
    state_->meshInstances.take(instance).reset();
    state_->freeUnused();
}

std::span<MeshInstance* const> Scene::allMeshInstances() const noexcept
{
    return state_->meshInstances.view();
}

std::size_t Scene::addMaterial(Material material)
{
    if (const auto problem = findProblem(material, state_->images.size())) {
        throw std::invalid_argument(fmt::format("material {} {}", inMessage(shown(material.name)), *problem));
    }
    const auto requireImage = [&](const TextureReference& texture) {
        if (!state_->images.has(texture.image)) {
            throw std::invalid_argument(
                fmt::format("material {} uses image {}, which was removed", inMessage(shown(material.name)), texture.image));
        }
    };
    for (const std::optional<TextureReference>* texture : std::as_const(material).textures()) {
        if (texture->has_value()) {
            requireImage(**texture);
        }
    }
    std::ranges::for_each(material.extensionTextures, requireImage);
    return state_->materials.add(std::move(material));
}

std::size_t Scene::addImage(Image image)
{
    return state_->images.add(std::move(image));
}

SceneParts<Material> Scene::materials() const noexcept
{
    return state_->materials.parts();
}

SceneParts<Image> Scene::images() const noexcept
{
    return state_->images.parts();
}

// --- animation and evaluation ---------------------------------------------------------------------------------------

AnimationGroup& Scene::createAnimationGroup(const std::shared_ptr<const AnimationClip>& clip, const GroupOptions& options)
{
    return state_->animationGroups.add(AnimationGroupAccess::make(*this, clip, options, state_->targetLister));
}

void Scene::removeAnimationGroup(AnimationGroup& group)
{
    const auto& groups = state_->animationGroups.view();
    if (std::ranges::find(groups, &group) == groups.end()) {
        throw std::invalid_argument("removeAnimationGroup: the group does not belong to the scene");
    }
    state_->kept.erase(&group);
    state_->animationGroups.removeIf([&](const AnimationGroup& each) { return &each == &group; });
    state_->freeUnused();
}

std::span<AnimationGroup* const> Scene::animationGroups() noexcept
{
    return state_->animationGroups.view();
}

std::span<const AnimationGroup* const> Scene::animationGroups() const noexcept
{
    return state_->animationGroups.view();
}

AnimationGroup* Scene::findAnimationGroup(std::string_view name) noexcept
{
    return const_cast<AnimationGroup*>(std::as_const(*this).findAnimationGroup(name));
}

const AnimationGroup* Scene::findAnimationGroup(std::string_view name) const noexcept
{
    return findNamed(state_->animationGroups.view(), name);
}

AnimationMixer& Scene::createAnimationMixer()
{
    return state_->animationMixers.add(std::make_unique<AnimationMixer>(*this));
}

void Scene::removeAnimationMixer(AnimationMixer& mixer)
{
    const auto& mixers = state_->animationMixers.view();
    if (std::ranges::find(mixers, &mixer) == mixers.end()) {
        throw std::invalid_argument("removeAnimationMixer: the mixer does not belong to the scene");
    }
    state_->animationMixers.removeIf([&](const AnimationMixer& each) { return &each == &mixer; });
}

std::span<AnimationMixer* const> Scene::animationMixers() noexcept
{
    return state_->animationMixers.view();
}

std::span<const AnimationMixer* const> Scene::animationMixers() const noexcept
{
    return state_->animationMixers.view();
}

// Updates nodes first. Afterwards, skeletons only read nodes, and no skeleton reads another.
void Scene::State::update(Workers workers) const
{
    names.refresh(nodes.view());
    hierarchy.update();
    workers.run(skeletons.view().size(), 1, [&](std::size_t first, std::size_t last, std::size_t /*worker*/) {
        for (std::size_t i = first; i < last; ++i) {
            skeletons.view()[i]->update();
        }
    });
    workers.finish();
}

void Scene::update(Parallelism parallelism) const
{
    state_->update(Workers(parallelism));
}

std::uint64_t Scene::evaluatedNodeCount() const noexcept
{
    return state_->hierarchy.evaluatedCount();
}

const std::string& Scene::getName() const noexcept
{
    return state_->name;
}

void Scene::setName(std::string_view name)
{
    state_->name = name;
}

const std::string& Scene::getMetadata() const noexcept
{
    return state_->metadata;
}

void Scene::setMetadata(std::string_view metadata)
{
    state_->metadata = metadata;
}

const std::string& Scene::getExtensions() const noexcept
{
    return state_->extensions;
}

void Scene::setExtensions(std::string_view json)
{
    state_->extensions = json;
}

std::span<const std::string> Scene::warnings() const noexcept
{
    return state_->warnings;
}

void addImportWarning(Scene& scene, std::string warning)
{
    SceneAccess::stateOf(scene).warnings.push_back(std::move(warning));
}

std::span<const std::string> Scene::sourceFiles() const noexcept
{
    return state_->sourceFiles;
}

void addSourceFile(Scene& scene, std::string file)
{
    SceneAccess::stateOf(scene).sourceFiles.push_back(std::move(file));
}

void Scene::listState(StateArchive& state)
{
    state.object("scene");
    state.same("nodes", state_->nodes.view().size());
    state.same("skeletons", state_->skeletons.view().size());
    state.same("mesh instances", state_->meshInstances.view().size());
    state.same("animation groups", state_->animationGroups.view().size());
    state.same("animation mixers", state_->animationMixers.view().size());
    state.same("modifier stacks", state_->modifierStacks.view().size());
    for (TransformNode* node : state_->nodes.view()) {
        state.enter("node", node->getName());
        node->listState(state);
    }
    for (Skeleton* skeleton : state_->skeletons.view()) {
        skeleton->listState(state);
    }
    for (MeshInstance* instance : state_->meshInstances.view()) {
        state.enter("mesh instance", instance->getName());
        instance->listState(state);
    }
    for (AnimationGroup* group : state_->animationGroups.view()) {
        group->listState(state);
    }
    for (AnimationMixer* mixer : state_->animationMixers.view()) {
        mixer->listState(state);
    }
    for (ModifierStack* stack : state_->modifierStacks.view()) {  // after the skeletons: stacks refer to their bones
        stack->listState(state);
    }
}

}  // namespace armature
