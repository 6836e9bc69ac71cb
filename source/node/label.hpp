#pragma once

#include <string>

namespace armature {

class Node;

/// Returns how messages refer to a node: its path on one line, with "(no name)" for empty names; "bone (no name)" or "node (no name)" for a
/// nameless root.
[[nodiscard]] std::string label(const Node& node);

}  // namespace armature
