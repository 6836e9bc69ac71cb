#include "inspect.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include <armature/node/node.hpp>

namespace armature::tools {

namespace {

constexpr std::size_t deepestDrawn = 24;

struct Entry {
    const Node* node;
    std::size_t depth;
    bool isLast;  // whether the node is the last of its siblings
};

// Returns the connecting lines in front of a node. `isLast[d]`: whether the ancestor at depth d is its parent's last child, so that no line
// continues below it.
std::string linesBefore(const std::vector<bool>& isLast)
{
    const std::size_t depth = isLast.size() - 1;
    std::string lines;
    for (std::size_t level = 1; level < std::min(depth, deepestDrawn); ++level) {
        lines += isLast[level] ? "   " : "│  ";
    }
    if (depth > deepestDrawn) {
        lines += fmt::format("(depth {}) ", depth);
    }
    return depth == 0 ? lines : lines + (isLast[depth] ? "└─ " : "├─ ");
}

void pushChildren(std::vector<Entry>& open, const Node& node, std::size_t depth)
{
    const std::size_t firstChild = open.size();
    for (const Node& child : node.getChildren()) {
        open.push_back({&child, depth, false});
    }
    if (open.size() > firstChild) {
        open.back().isLast = true;
        std::reverse(open.begin() + static_cast<std::ptrdiff_t>(firstChild), open.end());  // the first child is popped first
    }
}

}  // namespace

void appendTree(std::string& text, std::span<const Node* const> roots, const std::function<std::string(const Node&)>& label)
{
    std::vector<Entry> open;
    std::vector<bool> isLast;
    for (const Node* root : roots) {
        open.push_back({root, 0, true});
        while (!open.empty()) {
            const Entry entry = open.back();
            open.pop_back();
            isLast.resize(entry.depth + 1);
            isLast[entry.depth] = entry.isLast;
            text += "  " + linesBefore(isLast) + label(*entry.node) + '\n';
            pushChildren(open, *entry.node, entry.depth + 1);
        }
    }
}

}  // namespace armature::tools
