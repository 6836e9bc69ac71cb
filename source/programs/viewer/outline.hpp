#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/fwd.hpp>

namespace armature::tools {

/// A row of the tree of nodes and bones.
struct OutlineRow {
    Node* node = nullptr;  ///< The node that the row selects; for a node that drives a bone, that bone.
    std::string label = {};
    std::size_t depth = 0;
    std::size_t size = 1;  ///< Number of rows of this subtree: this row, and its descendants, which follow it.
    bool isBone = false;
    std::size_t meshes = 0;  ///< Number of mesh instances at the node.
};

/// The nodes of a scene as rows, parents before children: a tree that can be folded and searched. A node and the bone that it drives share
/// one row; bones that no node drives follow, by skeleton. The scene must outlive this object and keep its nodes.
class Outline final {
public:
    explicit Outline(Scene& scene);

    [[nodiscard]] std::span<const OutlineRow> rows() const noexcept { return rows_; }
    /// Returns the indices into rows() of the rows to show: all that are not folded away or, during a search, those whose names contain the
    /// search text, ignoring case. O(1) unless something changed.
    [[nodiscard]] std::span<const std::size_t> shownRows() const;

    void search(std::string_view text);
    [[nodiscard]] const std::string& getSearch() const noexcept { return search_; }
    void fold(std::size_t row, bool isFolded);
    [[nodiscard]] bool isFolded(std::size_t row) const { return folded_.contains(row); }
    /// Unfolds the rows that hide the node.
    void reveal(const Node& node);

    /// Returns the row of a node or bone, or of another bone that the same node drives; rows().size() if it has none.
    [[nodiscard]] std::size_t find(const Node* node) const noexcept;
    /// Returns the first node with exactly that name or path; otherwise the first whose name contains the text, ignoring case; null if
    /// there is neither.
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
