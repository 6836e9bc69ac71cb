#include <stdexcept>
#include <vector>

#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/saved_state.hpp>

#include "node/state_archive.hpp"

/// The state that controllers save: see SavedState.
namespace armature {

namespace {

/// Only the controller knows whether a memory fits, so checking sets the saved memory and then puts back the current one.
template <class Controller, class Memory>
void restoreMemory(StateArchive& state, Controller& controller, const Memory& saved, const Memory& current)
{
    if (state.isSaving() || state.isCutting()) {
        return;
    }
    try {
        controller.setMemory(saved);
    } catch (const std::invalid_argument& error) {
        state.refuse(error.what());
    }
    if (state.isChecking()) {
        controller.setMemory(current);
    }
}

template <class... Numbers>
void exchangeAll(StateArchive& state, Numbers&... numbers)
{
    ((numbers = state.exchange(numbers)), ...);
}

void exchangeFields(StateArchive& state, ChainJointMemory& memory)
{
    auto& [rotation, center] = memory;
    exchangeAll(state, rotation, center);
}

void exchangeFields(StateArchive& state, FootMemory& memory)
{
    auto& [groundHeight, groundNormal] = memory;
    exchangeAll(state, groundHeight, groundNormal);
}

void exchangeFields(StateArchive& state, double& number)
{
    exchangeAll(state, number);
}

/// Returns the saved list; empty while saving.
template <class Memory>
std::vector<Memory> exchangeList(StateArchive& state, std::span<const Memory> current)
{
    std::vector<Memory> saved;
    const std::size_t count = state.exchange(current.size());
    for (std::size_t i = 0; i < count; ++i) {
        Memory memory = i < current.size() ? current[i] : Memory{};
        exchangeFields(state, memory);
        if (!state.isSaving()) {
            saved.push_back(memory);
        }
    }
    return saved;
}

}  // namespace

void SavedState::list(BoneIkController& controller, StateArchive& state)
{
    state.object("IK controller");
    BoneIkMemory memory = controller.getMemory();
    const BoneIkMemory current = memory;
    auto& [line, side, pole, upper, lower] = memory;
    exchangeAll(state, line, side, pole, upper, lower);
    restoreMemory(state, controller, memory, current);
}

void SavedState::list(BoneLookController& controller, StateArchive& state)
{
    state.object("look controller");
    BoneLookMemory memory = controller.getMemory();
    const BoneLookMemory current = memory;
    auto& [rotation] = memory;
    exchangeAll(state, rotation);
    restoreMemory(state, controller, memory, current);
}

void SavedState::list(ChainSolver& solver, StateArchive& state)
{
    state.object("chain solver");
    const std::vector<ChainJointMemory> saved = exchangeList(state, solver.getMemory());
    if (!state.isSaving()) {
        const std::vector<ChainJointMemory> current(solver.getMemory().begin(), solver.getMemory().end());
        restoreMemory(state, solver, std::span(saved), std::span(current));
    }
}

void SavedState::list(FootPlacement& placement, StateArchive& state)
{
    state.object("foot placement");
    FootPlacementMemory memory = placement.getMemory();
    const FootPlacementMemory current = memory;
    exchangeAll(state, memory.pelvisOffset);
    const std::vector<FootMemory> saved = exchangeList(state, memory.feet);
    if (!state.isSaving()) {
        const std::vector<FootMemory> feet(current.feet.begin(), current.feet.end());
        restoreMemory(state, placement, FootPlacementMemory{memory.pelvisOffset, saved}, FootPlacementMemory{current.pelvisOffset, feet});
    }
}

void SavedState::list(SpringBones& springs, StateArchive& state)
{
    state.object("spring bones");
    const std::vector<double> saved = exchangeList(state, springs.getMemory());
    if (!state.isSaving()) {
        const std::vector<double> current(springs.getMemory().begin(), springs.getMemory().end());
        restoreMemory(state, springs, std::span<const double>(saved), std::span<const double>(current));
    }
}

void SavedState::introduce(BoneIkController& controller, StateArchive& archive)
{
    archive.introduce(controller.updatable());
}

void SavedState::introduce(BoneLookController& controller, StateArchive& archive)
{
    archive.introduce(controller.updatable());
}

void SavedState::introduce(FootPlacement& placement, StateArchive& archive)
{
    archive.introduce(placement.updatable());
}

void SavedState::introduce(SpringBones& springs, StateArchive& archive)
{
    archive.introduce(springs.updatable());
}

}  // namespace armature
