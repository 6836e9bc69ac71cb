#pragma once

#include <cstddef>
#include <span>

namespace armature::test {

/// Reads a graph for the rig of graph_model.hpp, writes it, reads the result, and plays the graph with odd steps and parameters chosen by
/// the text. A refusal is valid if its message is sound. Throws Contradiction, or whatever the library should not throw.
void playGraph(std::span<const std::byte> input);

}  // namespace armature::test
