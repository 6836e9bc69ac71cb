#pragma once

#include <string>

namespace armature {

class Node;

/// How messages refer to a node: its path on one line, with "(no name)" for empty names; "bone (no name)" if there is nothing else to say.
[[nodiscard]] std::string label(const Node& node);

}  // namespace armature
