#pragma once

#include <cstddef>
#include <span>

#include <armature/fwd.hpp>

namespace armature::test {

/// Loads a model from memory and uses all that came out of it: matrices, skeleton JSON, clones, clips, bakes, crowds, mixers, skinning,
/// picking, removals. Refused files are fine if the message is. Throws Contradiction, or whatever the library should not throw.
void loadAndUse(std::span<const std::byte> file);

/// The latter half of it, for a scene of any origin. Takes parts of it away.
void useScene(Scene& scene);

}  // namespace armature::test
