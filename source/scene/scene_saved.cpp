#include <armature/scene/scene.hpp>

#include "scene/node_access.hpp"
#include "scene/node_edges.hpp"
#include "scene/scene_state.hpp"
#include "skeleton/skeleton_state.hpp"
#include "state_archive.hpp"

/// What a scene and its nodes hold: see SavedState.
namespace armature {

bool listState(StateArchive& state, LocalPose& pose)
{
    auto& [parts, matrix, isMatrix] = pose;
    return state.values(parts, matrix, isMatrix);
}

void TransformHierarchy::listPose(Slot slot, StateArchive& state)
{
    const bool wasMatrix = (traits_[slot] & isMatrix) != 0;
    if (state.exchange(wasMatrix)) {
        Affine matrix = wasMatrix ? local_[slot] : identityAffine();
        if (state.values(matrix) || (state.isRestoring() && !wasMatrix)) {
            setMatrix(slot, matrix);
        }
    } else {
        Transform parts = wasMatrix ? Transform{} : partsAt(slot);
        if (state.values(parts) || (state.isRestoring() && wasMatrix)) {
            setTransform(slot, parts);
        }
    }
}

void NodeAccess::listState(StateArchive& state, Node& node)
{
    const std::string_view name = state.exchange(std::string_view(node.getName()));
    if (state.isRestoring() && name != node.getName()) {
        node.setName(name);
    }
    const std::string_view metadata = state.exchange(std::string_view(node.getMetadata()));
    if (state.isRestoring() && metadata != node.getMetadata()) {
        node.setMetadata(metadata);
    }
    state.values(node.enabled_);
}

void TransformNode::listState(StateArchive& state)
{
    NodeAccess::listState(state, *this);
    const std::string_view extensions = state.exchange(std::string_view(getExtensions()));
    if (state.isRestoring() && extensions != getExtensions()) {
        setExtensions(extensions);
    }
    const std::size_t none = scene_->cameras().size();
    const std::size_t camera = state.exchange(getCamera().value_or(none));
    if (state.isRestoring() && camera != getCamera().value_or(none)) {
        setCamera(camera < none ? std::optional(camera) : std::nullopt);
    }
    const std::size_t noLight = scene_->lights().size();
    const std::size_t light = state.exchange(getLight().value_or(noLight));
    if (state.isRestoring() && light != getLight().value_or(noLight)) {
        setLight(light < noLight ? std::optional(light) : std::nullopt);
    }
    Node* const parent = state.node("parent", getParent());
    if (state.isCutting() && parent != getParent()) {
        setParent(nullptr);
    }
    if (state.isRestoring()) {
        setParent(parent);
    }

    glm::vec3 pivot = getPivotPoint();
    if (state.values(pivot)) {
        edges().pivot = pivot;
        hierarchy_->setPivoted(slot_, pivot != glm::vec3(0.f));
    }
    hierarchy_->listPose(slot_, state);

    const bool wasFrozen = isWorldMatrixFrozen();
    if (state.exchange(wasFrozen)) {
        Affine frozen = wasFrozen ? *edges_->frozenWorld : identityAffine();
        if (state.values(frozen) || (state.isRestoring() && !wasFrozen)) {
            edges().frozenWorld = frozen;
            hierarchy_->freeze(slot_, true);
        }
    } else if (state.isRestoring()) {
        unfreezeWorldMatrix();
    }
}

// What of it animation and the application change; which mesh it shows, and where, is structure.
void MeshInstance::listState(StateArchive& state)
{
    state.same("morph targets", morphWeights_.size());
    state.values(std::span<float>(morphWeights_));
    state.same("primitives", mesh_->primitives().size());
    constexpr std::uint64_t none = ~std::uint64_t{0};
    for (std::size_t primitive = 0; primitive < mesh_->primitives().size(); ++primitive) {
        const std::optional<std::size_t> material = getMaterial(primitive);
        const std::uint64_t saved = state.exchange(material ? std::uint64_t{*material} : none);
        if (state.isRestoring() && saved != (material ? std::uint64_t{*material} : none)) {
            setMaterial(primitive, saved != none ? std::optional<std::size_t>(saved) : std::nullopt);
        }
    }
    const std::size_t set = state.exchange(inverseBindSet_);
    if (state.isRestoring()) {
        inverseBindSet_ = set;
    }
}

void Scene::listState(StateArchive& state)
{
    state.object("scene");
    state.same("nodes", state_->nodes.view().size());
    state.same("skeletons", state_->skeletons.view().size());
    state.same("mesh instances", state_->meshInstances.view().size());
    state.same("animation groups", state_->animationGroups.view().size());
    state.same("animation mixers", state_->animationMixers.view().size());
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
}

}  // namespace armature
