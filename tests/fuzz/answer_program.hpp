#pragma once

#include <cstddef>
#include <span>

namespace armature::test {

/// Reads `input` as the answer of a worker process: a scene, a decoded Draco mesh or a decoded view. The first byte chooses which; for a
/// mesh or a view, the request follows it. An accepted scene is checked, built and used like one loaded from a file. A refusal is valid if
/// its message is sound. Throws Contradiction, or whatever the library should not throw.
void readAnswer(std::span<const std::byte> input);

}  // namespace armature::test
