#pragma once

#include <string>

namespace armature {

class Node;

/// Returns a node's label for messages: its path on one line, with "(no name)" for empty names. For a nameless root, returns "bone (no
/// name)" or "node (no name)".
[[nodiscard]] std::string label(const Node& node);

}  // namespace armature
