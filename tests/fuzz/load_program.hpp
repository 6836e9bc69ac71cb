#pragma once

#include <cstddef>
#include <span>

#include <armature/fwd.hpp>

namespace armature::test {

/// Loads a model from memory and uses everything in it: matrices, skeleton JSON, clones, clips, bakes, crowds, mixers, skinning, picking,
/// removals. A refusal is valid if its message is sound. Throws Contradiction, or whatever the library should not throw.
void loadAndUse(std::span<const std::byte> file);

/// The second half of loadAndUse(), for a scene of any origin. Removes parts of the scene.
void useScene(Scene& scene);

}  // namespace armature::test
