#pragma once

#include <functional>
#include <span>
#include <string>

#include <armature/fwd.hpp>

namespace armature::tools {

/// Draws the trees below `roots` with one line a node: lines of box-drawing characters, then what `label` says. Any depth is safe:
/// beyond a depth of 24 the lines stop growing and say the depth instead.
void appendTree(std::string& text, std::span<const Node* const> roots, const std::function<std::string(const Node&)>& label);

}  // namespace armature::tools
