#pragma once

#include <string>

#include <armature/retarget/humanoid_map.hpp>

#include <support/random.hpp>

namespace armature::test {

struct Creature {
    std::string kind = {};
    HumanoidRig rig = {};
};

/// The nth of a series of rigs that are no humans: four-legged animals (many with a human's bone names), birds, fishes, spiders, chains,
/// random trees of a human's bone names, hands alone, upper bodies, robot arms, chairs, cars. Half of them have directions.
[[nodiscard]] Creature otherCreature(std::size_t n, Random& random);

}  // namespace armature::test
