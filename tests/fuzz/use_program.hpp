#pragma once

#include <cstddef>
#include <span>

namespace armature::test {

/// Makes the library calls that `input` chooses: scenes, skeletons, links, clips, mixers, crowds, inverse kinematics, observers, removals
/// at any time and with hostile numbers. Now and then it compares all matrices with those computed from the local ones; after a refused
/// call it compares the state with that before the call. Throws Contradiction, or whatever the library should not throw.
void useAtRandom(std::span<const std::byte> input);

}  // namespace armature::test
