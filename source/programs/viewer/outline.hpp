#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/fwd.hpp>

namespace armature::tools {

/// A line of the tree of nodes and bones.
struct OutlineRow {
    Node* node = nullptr;  ///< What the row selects: for a node that drives a bone, the bone.
    std::string label = {};
    std::size_t depth = 0;
    std::size_t size = 1;  ///< Number of rows of this subtree: this row and those below it, which follow it.
    bool isBone = false;
    std::size_t meshes = 0;  ///< Number of mesh instances at the node.
};

/// The nodes of a scene as lines, parents before children: a tree to fold and to search. A node and the bone that it drives are one line;
/// bones that no node drives follow, by skeleton. The scene must outlive it and keep its nodes.
class Outline final {
public:
    explicit Outline(Scene& scene);

    [[nodiscard]] std::span<const OutlineRow> rows() const noexcept { return rows_; }
    /// Indices into rows() of the rows to show: all that are not folded away or, during a search, those whose names contain the text,
    /// ignoring case. O(1) unless something changed.
    [[nodiscard]] std::span<const std::size_t> shownRows() const;

    void search(std::string_view text);
    [[nodiscard]] const std::string& getSearch() const noexcept { return search_; }
    void fold(std::size_t row, bool isFolded);
    [[nodiscard]] bool isFolded(std::size_t row) const { return folded_.contains(row); }
    /// Unfolds the rows that hide the node.
    void reveal(const Node& node);

    /// Returns the row of a node or bone, or of another bone that the same node drives; rows().size() if it has none.
    [[nodiscard]] std::size_t find(const Node* node) const noexcept;
    /// Returns the first node with exactly that name, or with that path, else the first whose name contains the text, ignoring case; else
    /// null.
    [[nodiscard]] Node* findNode(std::string_view name) const;

private:
    void addTree(Node& root, Scene& scene);

    std::vector<OutlineRow> rows_;
    std::set<std::size_t> folded_;
    std::string search_;
    mutable std::vector<std::size_t> shown_;
    mutable bool isStale_ = true;
};

}  // namespace armature::tools
