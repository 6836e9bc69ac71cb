#pragma once

#include <string>

#include <armature/retarget/humanoid_map.hpp>

#include <support/random.hpp>

namespace armature::test {

struct Creature {
    std::string kind = {};
    HumanoidRig rig = {};
};

/// Returns the nth of a series of non-human rigs: four-legged animals (many with a human's bone names), birds, fishes, spiders, chains,
/// random trees of a human's bone names, hands alone, upper bodies, robot arms, chairs and cars. Half of them have directions.
[[nodiscard]] Creature otherCreature(std::size_t n, Random& random);

}  // namespace armature::test
