#pragma once

#include <string>

namespace armature {

class Node;

/// What messages call a node: its path on one line, with "(no name)" where a name is empty; "bone (no name)" if there is nothing else to say.
[[nodiscard]] std::string label(const Node& node);

}  // namespace armature
