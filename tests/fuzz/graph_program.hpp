#pragma once

#include <cstddef>
#include <span>

namespace armature::test {

/// Reads a graph for the rig of graph_model.hpp, writes it and reads that, and plays it with odd steps and parameters, which the text
/// decides. Refused texts are fine if the message is. Throws Contradiction, or whatever the library should not throw.
void playGraph(std::span<const std::byte> input);

}  // namespace armature::test
