#pragma once

#include <string>

namespace armature {

class Node;

/// Returns the text by which messages refer to a node: its path on one line, with "(no name)" for empty names; for a nameless root, "bone
/// (no name)" or "node (no name)".
[[nodiscard]] std::string label(const Node& node);

}  // namespace armature
