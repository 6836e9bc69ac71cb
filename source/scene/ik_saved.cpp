#include <cstddef>
#include <span>
#include <stdexcept>

#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/saved_state.hpp>

#include "node/state_archive.hpp"

/// The functions that list the state of controllers: see SavedState.
namespace armature {

namespace {

/// Lists a solver's memory. Only the solver can tell whether a memory fits it, so the check of a saved state sets the saved memory, then
/// sets the current one again.
template <class Solver>
void listMemory(StateArchive& state, const char* kind, Solver& solver)
{
    state.object(kind);
    const std::span<const double> now = solver.getMemory();
    const std::size_t count = state.exchange(now.size());
    IkMemory saved;  // empty while saving, which does not allocate
    for (std::size_t i = 0; i < count; ++i) {
        const double number = state.exchange(i < now.size() ? now[i] : 0.);
        if (!state.isSaving()) {
            saved.push_back(number);
        }
    }
    if (state.isSaving() || state.isCutting()) {
        return;
    }
    const IkMemory current(now.begin(), now.end());
    try {
        solver.setMemory(saved);
    } catch (const std::invalid_argument& error) {
        state.refuse(error.what());
    }
    if (state.isChecking()) {
        solver.setMemory(current);
    }
}

}  // namespace

void SavedState::list(BoneIkController& controller, StateArchive& state)
{
    listMemory(state, "IK controller", controller);
}

void SavedState::list(BoneLookController& controller, StateArchive& state)
{
    listMemory(state, "look controller", controller);
}

void SavedState::list(ChainSolver& solver, StateArchive& state)
{
    listMemory(state, "chain solver", solver);
}

void SavedState::list(FootPlacement& placement, StateArchive& state)
{
    listMemory(state, "foot placement", placement);
}

void SavedState::list(SpringBones& springs, StateArchive& state)
{
    listMemory(state, "spring bones", springs);
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
