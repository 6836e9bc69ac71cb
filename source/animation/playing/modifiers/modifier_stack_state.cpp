#include "animation/playing/modifiers/modifier_stack_state.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/playing/modifiers/stored_pose.hpp"
#include "base/words.hpp"
#include "node/state_archive.hpp"
#include "skeleton/pose_writes.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

void ModifierWork::capture(const JointView& joints)
{
    before.resize(joints.size());
    for (std::size_t joint = 0; joint < before.size(); ++joint) {
        before[joint] = storedPose(joints, joint);
    }
}

// --- a modifier -----------------------------------------------------------------------------------------------------

ModifierStack::Modifier::State::State(std::string_view givenName, Function given, const ModifierOptions& options)
    : name(givenName), function(std::move(given)), isEnabled(options.isEnabled)
{
    if (function == nullptr) {
        throw std::invalid_argument(fmt::format("{}: there is no function", label()));
    }
    requireFraction("weight", options.weight);
    weight.set(options.weight);
}

std::string ModifierStack::Modifier::State::label() const
{
    return fmt::format("modifier {}", inQuotes(name));
}

void ModifierStack::Modifier::State::requireFraction(const char* what, float value) const
{
    if (!(value >= 0.f && value <= 1.f)) {
        throw std::invalid_argument(fmt::format("{}: {} {} is outside [0, 1]", label(), what, value));
    }
}

void ModifierStack::Modifier::State::run(JointView joints, double seconds, WorkPool<ModifierWork>& pool) const
{
    if (isRemoved || !isEnabled || weight.value <= 0.f) {
        return;
    }
    if (weight.value == 1.f && masks.areOne()) {
        const std::size_t count = joints.size();
        function(joints, seconds);
        requireCount(joints, count);
        return;
    }
    const auto work = pool.borrow();
    runBlended(joints, seconds, *work);
}

void ModifierStack::Modifier::State::requireCount(JointView joints, std::size_t before) const
{
    if (joints.size() != before) {
        throw std::logic_error(fmt::format("{}: it made {} of {}", label(), counted(joints.size(), "bone"), before));
    }
}

// Calls the function and blends its result with the pose from before the call. Uses the weights from before the call, too: the function may
// change them for the next time.
void ModifierStack::Modifier::State::runBlended(JointView& joints, double seconds, ModifierWork& work) const
{
    work.capture(joints);
    work.weights.resize(joints.size());
    masks.multiply(joints, weight.value, work.weights);
    function(joints, seconds);
    requireCount(joints, work.before.size());
    for (std::size_t joint = 0; joint < work.before.size(); ++joint) {
        const LocalPose& before = work.before[joint];
        if (work.weights[joint] == 1.f || areSameBits(storedPose(joints, joint), before)) {
            continue;
        }
        if (work.weights[joint] == 0.f) {
            putBack(joints, joint, before);
            continue;
        }
        const Transform from = before.toParts();
        const Transform to = JointAccess::transform(joints, joint);
        Transform blended = blendTransforms(from, to, work.weights[joint]);
        blended.rotation = from.rotation == to.rotation ? to.rotation : blended.rotation;  // keeps an unchanged rotation bit for bit
        joints.setTransform(joint, blended);
    }
}

// --- the stack ------------------------------------------------------------------------------------------------------

std::size_t ModifierStack::State::placeOf(const Modifier& modifier) const
{
    const auto found = std::ranges::find(view, &modifier);
    if (found == view.end()) {
        throw std::invalid_argument(fmt::format("{}: it belongs to another stack", modifier.state_->label()));
    }
    return static_cast<std::size_t>(found - view.begin());
}

void ModifierStack::State::replace(List changed)
{
    std::vector<Modifier*> seen;
    seen.reserve(changed.size());
    for (const auto& modifier : changed) {
        seen.push_back(modifier.get());
    }
    modifiers = std::make_shared<const List>(std::move(changed));
    view = std::move(seen);
}

void ModifierStack::State::apply(JointView joints) const
{
    const std::shared_ptr<const List> list = modifiers;
    for (const auto& modifier : *list) {
        modifier->state_->run(joints, step, pool_);
    }
}

void ModifierStack::State::takeBack() noexcept
{
    Skeleton* const alive = skeleton.get();
    for (const Change& change : changes_) {
        Bone* const bone = alive != nullptr ? change.bone.get() : nullptr;
        if (bone == nullptr) {
            continue;
        }
        if (areSameBits(storedPose(*bone), change.after)) {
            putBack(*bone, change.before);
        }
    }
    changes_.clear();
}

void ModifierStack::State::leave(std::span<ModifierStack* const> later)
{
    if (const Skeleton* const alive = skeleton.get()) {
        ChangesByJoint left(alive->bones().size(), nullptr);
        for (const Change& change : changes_) {
            if (const Bone* const bone = change.bone.get()) {
                left[SkeletonAccess::positionOf(*bone)] = &change;
            }
        }
        for (ModifierStack* const stack : later) {
            if (stack->getSkeleton() == alive) {
                stack->state_->inherit(left);
            }
        }
        std::erase_if(changes_, [&](const Change& change) {
            const Bone* const bone = change.bone.get();
            return bone == nullptr || left[SkeletonAccess::positionOf(*bone)] == nullptr;
        });
    }
    takeBack();
}

// Makes this stack, when it takes back a change, also undo the change of the same joint in `left` that it is based on, and removes the
// latter from `left`. While applyToSkeleton() runs, one of its modifiers may remove the other stack. running_ then holds the poses from
// before this stack's modifiers, but changes_ does not yet have their results.
void ModifierStack::State::inherit(ChangesByJoint& left)
{
    const auto moveBack = [](LocalPose& before, const Change& change) {
        before = areSameBits(before, change.after) ? change.before : before;
    };
    for (std::size_t joint = 0; running_ != nullptr && joint < std::min(left.size(), running_->before.size()); ++joint) {
        if (left[joint] != nullptr) {
            moveBack(running_->before[joint], *left[joint]);
        }
    }
    for (Change& change : changes_) {
        const Bone* const bone = change.bone.get();
        const Change* const inherited = bone != nullptr ? std::exchange(left[SkeletonAccess::positionOf(*bone)], nullptr) : nullptr;
        if (inherited != nullptr) {
            moveBack(change.before, *inherited);
        }
    }
}

void ModifierStack::State::applyToSkeleton()
{
    Skeleton* const changed = skeleton.get();
    if (changed == nullptr || view.empty()) {
        return;
    }
    const auto work = pool_.borrow();
    work->capture(*changed);
    running_ = &*work;
    const auto end = [&] {
        running_ = nullptr;
        recordChanges(*work);
        if (!isOwned) {
            takeBack();  // a modifier has destroyed the stack
        }
    };
    try {
        apply(*changed);
    } catch (...) {
        end();
        throw;
    }
    end();
}

void ModifierStack::State::recordChanges(const ModifierWork& work)
{
    changes_.clear();
    Skeleton* const changed = skeleton.get();
    if (changed == nullptr || changed->bones().size() != work.before.size()) {
        return;  // a modifier has changed the skeleton's bones, which it must not do
    }
    const JointView joints(*changed);
    for (std::size_t joint = 0; joint < joints.size(); ++joint) {
        const LocalPose after = storedPose(joints, joint);
        if (!areSameBits(after, work.before[joint])) {
            changes_.push_back({Handle<Bone>(changed->bones()[joint]), work.before[joint], after});
        }
    }
}

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
