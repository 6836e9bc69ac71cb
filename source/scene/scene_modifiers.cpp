#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/scene/scene.hpp>

#include "animation/playing/modifiers/modifier_stack_state.hpp"
#include "base/words.hpp"
#include "scene/scene_state.hpp"

/// The modifier stacks of a scene.
namespace armature {

ModifierStack& Scene::createModifierStack(Skeleton& skeleton)
{
    const auto& skeletons = state_->skeletons.view();
    if (std::ranges::find(skeletons, &skeleton) == skeletons.end()) {
        throw std::invalid_argument(
            fmt::format("{}: cannot be modified by a scene that does not own it", named("skeleton", skeleton.getName())));
    }
    return state_->modifierStacks.add(std::unique_ptr<ModifierStack>(new ModifierStack(skeleton)));
}

void Scene::removeModifierStack(ModifierStack& stack)
{
    const auto& stacks = state_->modifierStacks.view();
    const auto found = std::ranges::find(stacks, &stack);
    if (found == stacks.end()) {
        throw std::invalid_argument("removeModifierStack: the stack does not belong to the scene");
    }
    stack.state_->leave(std::span(std::next(found), stacks.end()));
    state_->modifierStacks.removeIf([&](const ModifierStack& each) { return &each == &stack; });
}

std::span<ModifierStack* const> Scene::modifierStacks() noexcept
{
    return state_->modifierStacks.view();
}

std::span<const ModifierStack* const> Scene::modifierStacks() const noexcept
{
    return state_->modifierStacks.view();
}

}  // namespace armature
