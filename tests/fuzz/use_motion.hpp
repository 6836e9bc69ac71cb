#pragma once

#include <cstddef>

#include "use_world.hpp"

/// Random calls about root motion.
namespace armature::test {

inline constexpr std::size_t mostClips = 6;
inline constexpr std::size_t mostLayers = 5;

/// Gives a layer another root motion, or none.
void useMotion(World& world, AnimationLayer& layer);

/// Adds a layer with root motion in one step; separate random calls seldom get that far.
void addTravellingLayer(World& world);

}  // namespace armature::test
