#include <armature/scene/scene.hpp>

#include "node/state_archive.hpp"
#include "scene/scene_state.hpp"

/// The state that a scene saves: see SavedState.
namespace armature {

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
    for (ModifierStack* stack : state_->modifierStacks.view()) {  // after the skeletons, whose bones they refer to
        stack->listState(state);
    }
}

}  // namespace armature
