#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/transform.hpp>

namespace armature::tools {

/// Returns the node that a pose is written to: the node itself, or the node that drives a bone whose own writes change nothing.
[[nodiscard]] Node& posedBy(Node& node) noexcept;

/// The local pose of a node or bone. Exact: a sheared pose is kept as a matrix.
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

/// Edits to undo and redo: of poses, and of anything else that can restore itself. The nodes must outlive it.
class EditHistory final {
public:
    /// Restores an earlier state. May throw, and has changed nothing then.
    using BringBack = std::function<void()>;
    /// Returns a function that restores the present state.
    using Keep = std::function<BringBack()>;

    /// Makes changes to the poses of `nodes` from now to commit() or cancel() one edit. Commits an edit that was begun before.
    void begin(std::string what, std::span<Node* const> nodes);
    /// The same for something other than a pose, which has changed at commit().
    void begin(std::string what, Keep keep);
    /// Drops a pose edit that changed nothing. Otherwise drops the edits that are undone: the history has no branches.
    void commit();
    /// Undoes the changes since begin().
    void cancel();
    [[nodiscard]] bool isEditing() const noexcept { return isEditing_; }

    /// An edit that was undone or redone.
    struct Step {
        std::string what = {};  ///< Name of the edit; empty if there is none.
        bool isOfPose = true;
    };
    /// Throw if something cannot be restored, and drop that edit.
    Step undo();
    Step redo();
    [[nodiscard]] std::size_t undoCount() const noexcept { return done_; }
    [[nodiscard]] std::size_t redoCount() const noexcept { return edits_.size() - done_; }
    /// Names of the edits that undo() and redo() would act on; empty if there is none.
    [[nodiscard]] std::string getUndoName() const;
    [[nodiscard]] std::string getRedoName() const;

private:
    struct Edit {
        std::string what = {};
        std::vector<NodePose> before = {};
        std::vector<NodePose> after = {};
        Keep keep = {};  // for anything but a pose, like the next two
        BringBack toBefore = {};
        BringBack toAfter = {};
    };

    void start(Edit edit);
    void add();

    std::vector<Edit> edits_;
    std::size_t done_ = 0;  // edits_ from here on are undone
    Edit open_;
    bool isEditing_ = false;
};

}  // namespace armature::tools
