#pragma once

#include <memory>

#include <armature/armature.hpp>

/// Bodies to put a motion on, all made from the project's character or from nothing.
namespace retarget {

/// How much longer parts of the body are than the character's own.
struct Proportions {
    float legs = 1.f;
    float arms = 1.f;
    float trunk = 1.f;
};

/// Stretches limbs and trunk of the project's character at rest: its skin too. Throws std::invalid_argument if a bone is missing.
void setProportions(armature::Scene& character, const Proportions& proportions);

/// A skeleton as motion capture files have it: in T-pose, all bones' axes those of the world at rest, names of its own, with a solid for
/// each bone. It has a node that carries the skeleton, as the character has.
[[nodiscard]] std::unique_ptr<armature::Scene> makeMocapPerson();

}  // namespace retarget
