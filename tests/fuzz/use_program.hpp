#pragma once

#include <cstddef>
#include <span>

namespace armature::test {

/// Calls the library as `input` says: scenes, skeletons, links, clips, mixers, crowds, inverse kinematics, observers, removals at any time
/// and with hostile numbers. Every now and then it compares all matrices with those computed from the local ones, and after a refused call
/// what was with what is. Throws Contradiction, or whatever the library should not throw.
void useAtRandom(std::span<const std::byte> input);

}  // namespace armature::test
