#include <armature/animation/modifier_stack.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/playing/modifiers/modifier_stack_state.hpp"
#include "base/words.hpp"

namespace armature {

// --- a modifier -----------------------------------------------------------------------------------------------------

ModifierStack::Modifier::Modifier(std::string_view name, Function function, const ModifierOptions& options)
    : state_(std::make_unique<State>(name, std::move(function), options))
{}

ModifierStack::Modifier::~Modifier() = default;

const std::string& ModifierStack::Modifier::getName() const noexcept
{
    return state_->name;
}

void ModifierStack::Modifier::setWeight(float weight)
{
    state_->requireFraction("weight", weight);
    state_->weight.set(weight);
}

float ModifierStack::Modifier::getWeight() const noexcept
{
    return state_->weight.value;
}

void ModifierStack::Modifier::fadeTo(float weight, double seconds)
{
    state_->requireFraction("weight", weight);
    if (!(seconds >= 0.) || !std::isfinite(seconds)) {
        throw std::invalid_argument(fmt::format("{}: it cannot fade for {} s", state_->label(), seconds));
    }
    state_->weight.moveTo(weight, seconds);
}

void ModifierStack::Modifier::setEnabled(bool enabled) noexcept
{
    state_->isEnabled = enabled;
}

bool ModifierStack::Modifier::isEnabled() const noexcept
{
    return state_->isEnabled;
}

bool ModifierStack::Modifier::hasGone() const noexcept
{
    return state_->hasGone != nullptr && state_->hasGone->load(std::memory_order_relaxed);
}

void ModifierStack::Modifier::setMask(const Bone& bone, float mask)
{
    state_->requireFraction("mask", mask);
    state_->masks.set(bone, mask);
}

void ModifierStack::Modifier::setSubtreeMask(const Bone& top, float mask)
{
    setMask(top, mask);
    top.forEachDescendant([&](const Node& node) {
        if (const Bone* const bone = node.asBone(); bone != nullptr && &bone->getSkeleton() == &top.getSkeleton()) {
            state_->masks.set(*bone, mask);
        }
    });
}

void ModifierStack::Modifier::setMask(float mask)
{
    state_->requireFraction("mask", mask);
    state_->masks.setAll(mask);
}

float ModifierStack::Modifier::getMask(const Bone& bone) const noexcept
{
    return state_->masks.maskOf(bone);
}

// --- the stack ------------------------------------------------------------------------------------------------------

ModifierStack::ModifierStack() : state_(std::make_shared<State>()) {}

ModifierStack::ModifierStack(Skeleton& skeleton) : ModifierStack()
{
    state_->skeleton = Handle<Skeleton>(skeleton);
}

// A stack may be destroyed by one of its modifiers: the modifiers after that one are then not called.
ModifierStack::~ModifierStack()
{
    if (state_ != nullptr) {
        for (const auto& modifier : *state_->modifiers) {
            modifier->state_->isRemoved = true;
        }
        state_->isOwned = false;
    }
}

ModifierStack::Modifier& ModifierStack::add(std::string_view name, Function function, const ModifierOptions& options)
{
    std::shared_ptr<Modifier> modifier(new Modifier(name, std::move(function), options));
    if (options.below != nullptr) {
        modifier->setMask(0.f);
        modifier->setSubtreeMask(*options.below, 1.f);
    }
    Modifier& added = *modifier;
    State::List changed = *state_->modifiers;
    changed.push_back(std::move(modifier));
    state_->replace(std::move(changed));
    return added;
}

ModifierStack::Modifier& ModifierStack::addUpdater(std::string_view name, Updater updater, const ModifierOptions& options)
{
    Handle<const Updatable> controller;
    const char* memoryOf = nullptr;
    if (const auto* const known = updater.target<ControllerUpdater>()) {
        controller = known->controller();
        memoryOf = known->memoryOf();
    }
    const auto hasGone = std::make_shared<std::atomic<bool>>(false);  // any number of threads may apply the stack
    Modifier& added = add(
        name,
        [updater = std::move(updater), hasGone](const JointView& /*joints*/, double seconds) {
            if (!updater(seconds)) {
                hasGone->store(true, std::memory_order_relaxed);
            }
        },
        options);
    added.state_->hasGone = hasGone;
    added.state_->controller = controller;
    added.state_->memoryOf = memoryOf;
    return added;
}

void ModifierStack::remove(Modifier& modifier)
{
    State::List changed = *state_->modifiers;
    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(state_->placeOf(modifier)));
    modifier.state_->isRemoved = true;
    state_->replace(std::move(changed));
}

void ModifierStack::moveBefore(Modifier& modifier, const Modifier* next)
{
    const std::size_t from = state_->placeOf(modifier);
    const std::size_t to = next != nullptr ? state_->placeOf(*next) : state_->view.size();
    State::List changed = *state_->modifiers;
    const auto at = [&](std::size_t place) { return changed.begin() + static_cast<std::ptrdiff_t>(place); };
    if (from < to) {
        std::rotate(at(from), at(from + 1), at(to));
    } else {
        std::rotate(at(to), at(from), at(from + 1));
    }
    state_->replace(std::move(changed));
}

std::span<ModifierStack::Modifier* const> ModifierStack::modifiers() noexcept
{
    return state_->view;
}

std::span<const ModifierStack::Modifier* const> ModifierStack::modifiers() const noexcept
{
    return state_->view;
}

ModifierStack::Modifier* ModifierStack::find(std::string_view name) noexcept
{
    return const_cast<Modifier*>(std::as_const(*this).find(name));
}

const ModifierStack::Modifier* ModifierStack::find(std::string_view name) const noexcept
{
    const auto found = std::ranges::find_if(state_->view, [&](const Modifier* each) { return each->getName() == name; });
    return found != state_->view.end() ? *found : nullptr;
}

void ModifierStack::advance(double seconds)
{
    if (!std::isfinite(seconds)) {
        throw std::invalid_argument(fmt::format("modifier stack: {} s are not finite", seconds));
    }
    state_->step = seconds;
    for (Modifier* modifier : state_->view) {
        modifier->state_->weight.advance(seconds);
        modifier->state_->masks.follow();
    }
}

void ModifierStack::apply(JointView joints) const
{
    const std::shared_ptr<const State> alive = state_;
    alive->apply(joints);
}

Skeleton* ModifierStack::getSkeleton() noexcept
{
    return state_->skeleton.get();
}

const Skeleton* ModifierStack::getSkeleton() const noexcept
{
    return state_->skeleton.get();
}

void ModifierStack::listState(StateArchive& state)
{
    state_->list(state);
}

}  // namespace armature
