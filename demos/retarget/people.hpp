#pragma once

#include <memory>

#include <armature/armature.hpp>

/// Bodies to retarget a motion to, made from the project's character or from scratch.
namespace retarget {

/// Length factors for parts of the body, relative to the project's character.
struct Proportions {
    float legs = 1.f;
    float arms = 1.f;
    float trunk = 1.f;
};

/// Stretches the limbs and trunk of the project's character in its rest pose, together with the skin. Throws std::invalid_argument if a
/// bone is missing.
void setProportions(armature::Scene& character, const Proportions& proportions);

/// Makes a skeleton as motion-capture files have it: a T-pose, all bones' axes parallel to the world's at rest, and names of its own. Each
/// bone has a solid. As for the character, a node carries the skeleton.
[[nodiscard]] std::unique_ptr<armature::Scene> makeMocapPerson();

}  // namespace retarget
