#include <memory>

#include <armature/scene/scene.hpp>

#include "animation/playing/animation_group_state.hpp"
#include "animation/playing/animation_mixer_state.hpp"
#include "animation/playing/modifiers/modifier_stack_state.hpp"
#include "base/parallel_for.hpp"
#include "scene/scene_state.hpp"

/// Advances all animation of a scene by one step.
namespace armature {

namespace {

// Numbers of groups and of mixers per task. Most groups do not play. A mixer costs about as much as a hundred groups that do not play.
constexpr std::size_t groupsAtATime = 32;
constexpr std::size_t mixersAtATime = 2;

}  // namespace

// Moving a player changes only the player itself, so all players can move in parallel. The players write one after the other, in order.
// Then they call their actions.
void Scene::State::animate(double seconds, Workers workers)
{
    const auto& groups = animationGroups.view();
    const auto& mixers = animationMixers.view();
    for (const AnimationGroup* group : groups) {
        group->state().requireStep(seconds);
    }
    for (std::size_t i = 0; i < mixers.size(); ++i) {
        AnimationMixer::State::prefetchAfter(mixers, i);
        mixers[i]->state_->requireStep(seconds);
    }
    const auto& stacks = modifierStacks.view();
    for (std::size_t place = stacks.size(); place-- > 0;) {  // the last one first, so that each stack finds the pose that it wrote
        stacks[place]->state_->takeBack();
    }
    if (workers.count() == 1) {
        moveAndWrite(seconds);
    } else {
        moveThenWrite(seconds, workers);
    }
    fireEvents();
    modifierStacks.visitAll([&](ModifierStack& stack) {
        const std::shared_ptr<ModifierStack::State> alive = stack.state_;
        stack.advance(seconds);
        alive->applyToSkeleton();
    });
    workers.finish();
}

// Each player writes as soon as it has moved: its pose, in memory that players borrow in turn, is then still in the processor's cache.
void Scene::State::moveAndWrite(double seconds)
{
    for (AnimationGroup* group : animationGroups.view()) {
        group->state().move(seconds);
        group->state().write();
    }
    const auto& mixers = animationMixers.view();
    for (std::size_t i = 0; i < mixers.size(); ++i) {
        AnimationMixer::State::prefetchAfter(mixers, i, true);
        mixers[i]->state_->move(seconds);
        mixers[i]->state_->write();
    }
}

void Scene::State::moveThenWrite(double seconds, Workers& workers)
{
    const auto& groups = animationGroups.view();
    const auto& mixers = animationMixers.view();
    workers.run(groups.size(), groupsAtATime, [&](std::size_t first, std::size_t last, std::size_t /*worker*/) {
        for (std::size_t i = first; i < last; ++i) {
            groups[i]->state().move(seconds);
        }
    });
    workers.run(mixers.size(), mixersAtATime, [&](std::size_t first, std::size_t last, std::size_t /*worker*/) {
        for (std::size_t i = first; i < last; ++i) {
            mixers[i]->state_->move(seconds);
        }
    });
    for (AnimationGroup* group : groups) {
        group->state().write();
    }
    for (AnimationMixer* mixer : mixers) {
        mixer->state_->write();
    }
}

void Scene::State::fireEvents()
{
    try {
        animationGroups.visitAll([](AnimationGroup& group) {
            const auto alive = group.state_;
            group.state().fire();
        });
        std::size_t place = 0;
        animationMixers.visitAll([&](AnimationMixer& mixer) {
            AnimationMixer::State::prefetchAfter(animationMixers.view(), place++);
            const std::shared_ptr<AnimationMixer::State> alive = mixer.state_;
            alive->fire();
        });
    } catch (...) {
        for (AnimationGroup* group : animationGroups.view()) {
            group->state().forgetMove();
        }
        for (AnimationMixer* mixer : animationMixers.view()) {
            mixer->state_->forgetMove();
        }
        throw;
    }
}

void Scene::animate(double seconds, Parallelism parallelism)
{
    state_->animate(seconds, Workers(parallelism));
}

}  // namespace armature
