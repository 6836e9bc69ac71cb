#pragma once

#include <string>

#include <armature/base/export.hpp>

namespace armature {

class Node;

/// Returns a node's label for messages: its path on one line, with "(no name)" for empty names. For a nameless root, returns "bone (no
/// name)" or "node (no name)".
[[nodiscard]] ARMATURE_PRIVATE_API std::string label(const Node& node);

}  // namespace armature
