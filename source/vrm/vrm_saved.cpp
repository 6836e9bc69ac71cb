#include <armature/ik/spring_bones.hpp>
#include <armature/saved_state.hpp>
#include <armature/vrm/vrm_character.hpp>

#include "node/state_archive.hpp"

/// The state that a VrmCharacter saves: see SavedState.
namespace armature {

void SavedState::introduce(VrmCharacter& character, StateArchive& archive)
{
    archive.introduce(character.updatable());
    if (SpringBones* const springs = character.getSprings()) {
        introduce(*springs, archive);
    }
}

void SavedState::list(VrmCharacter& character, StateArchive& state)
{
    character.listWithoutSprings(state);
    if (SpringBones* const springs = character.getSprings()) {
        list(*springs, state);
    }
}

}  // namespace armature
