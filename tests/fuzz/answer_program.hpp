#pragma once

#include <cstddef>
#include <span>

namespace armature::test {

/// Reads what a worker process might answer: a scene, a decoded Draco mesh or a decoded view, which the first byte chooses, and for the
/// latter two what was asked. A scene that is accepted is checked, built and used like one out of a file. Refused answers are fine if the
/// message is. Throws Contradiction, or whatever the library should not throw.
void readAnswer(std::span<const std::byte> input);

}  // namespace armature::test
