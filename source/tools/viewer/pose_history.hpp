#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/transform.hpp>

namespace armature::tools {

/// What a pose is written to: the node itself, or the node that drives a bone whose own writes change nothing.
[[nodiscard]] Node& posedBy(Node& node) noexcept;

/// The local pose of a node or bone. Exact: a sheared one is kept as a matrix.
class NodePose final {
public:
    explicit NodePose(Node& node);

    void restore() const;
    [[nodiscard]] Node& node() const noexcept { return *node_; }
    [[nodiscard]] bool isCurrent() const;

private:
    Node* node_;
    Transform transform_;
    glm::mat4 matrix_;
    bool isSheared_;
};

/// Edits of a pose, to undo and redo. The nodes must outlive it.
class PoseHistory final {
public:
    /// Changes to the poses of `nodes` from now to commit() or cancel() are one edit. Commits an edit that was begun before.
    void begin(std::string what, std::span<Node* const> nodes);
    /// Drops an edit that changed nothing, else what was undone before it: there is one line of history.
    void commit();
    /// Takes back what was changed since begin().
    void cancel();
    [[nodiscard]] bool isEditing() const noexcept { return isEditing_; }

    /// Each gives the name of the edit, or nothing if there is none.
    std::string undo();
    std::string redo();
    [[nodiscard]] std::size_t undoCount() const noexcept { return done_; }
    [[nodiscard]] std::size_t redoCount() const noexcept { return edits_.size() - done_; }
    /// Of the edit that undo() or redo() would take back or make again; empty if there is none.
    [[nodiscard]] std::string getUndoName() const;
    [[nodiscard]] std::string getRedoName() const;

private:
    struct Edit {
        std::string what = {};
        std::vector<NodePose> before = {};
        std::vector<NodePose> after = {};
    };

    std::vector<Edit> edits_;
    std::size_t done_ = 0;  // edits_ from here on were undone
    Edit open_;
    bool isEditing_ = false;
};

}  // namespace armature::tools
