#include <armature/skeleton/skeleton.hpp>

#include "animation/playing/modifiers/modifier_stack_state.hpp"
#include "node/state_archive.hpp"
#include "skeleton/skeleton_access.hpp"

/// What a stack and its modifiers save: see SavedState.
namespace armature {

void ModifierStack::Modifier::State::list(StateArchive& state, const Skeleton* own)
{
    state.enter("modifier", name);
    state.same("is its name:", name);
    state.values(weight, isEnabled);
    if (const Updatable* const needed = controller.get(); needed != nullptr && memoryOf != nullptr) {
        state.needs(*needed, memoryOf);
    }
    masks.list(state, own);
}

// Leaves out changes whose bone or skeleton is gone: they have no effect any more.
void ModifierStack::State::listChanges(StateArchive& state)
{
    Skeleton* const changed = skeleton.get();
    if (state.isSaving()) {
        std::erase_if(changes_, [&](const Change& change) { return changed == nullptr || !change.bone; });
    }
    const std::size_t count = state.exchange(changes_.size());
    if (state.isRestoring()) {
        changes_.resize(count);
    }
    Change other;
    for (std::size_t i = 0; i < count; ++i) {
        Change& change = i < changes_.size() && !state.isChecking() ? changes_[i] : other;
        const Bone* const bone = change.bone.get();
        const auto number = state.exchange(state.isSaving() ? SkeletonAccess::positionOf(*bone) : std::size_t{0});
        state.values(change.before, change.after);
        if (state.isRestoring()) {
            change.bone = changed != nullptr && number < changed->bones().size() ? Handle<Bone>(changed->bones()[number]) : Handle<Bone>();
        }
    }
}

void ModifierStack::State::list(StateArchive& state)
{
    state.object("modifier stack");
    state.same("modifiers", view.size());
    state.values(step);
    for (Modifier* modifier : view) {
        modifier->state_->list(state, skeleton.get());
    }
    listChanges(state);
}

}  // namespace armature
