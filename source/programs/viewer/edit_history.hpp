#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/transform.hpp>

namespace armature::tools {

/// Returns the node to which the pose of `node` must be written: for a bone that a node drives, that node, because writes to the bone would
/// change nothing; otherwise `node` itself.
[[nodiscard]] Node& posedBy(Node& node) noexcept;

/// The local pose of a node or bone. Exact: a sheared pose is stored as a matrix.
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

/// Edits to undo and redo: of poses, and of anything else that can restore itself. The nodes must outlive this object.
class EditHistory final {
public:
    /// Restores an earlier state. If it throws, it must have changed nothing.
    using BringBack = std::function<void()>;
    /// Returns a function that restores the present state.
    using Keep = std::function<BringBack()>;

    /// Makes all changes to the poses of `nodes` between now and commit() or cancel() one edit. Commits an edit that is still open.
    void begin(std::string what, std::span<Node* const> nodes);
    /// Does the same for the state that `keep` saves, instead of poses. commit() records the edit even if that state has not changed; call
    /// cancel() in that case.
    void begin(std::string what, Keep keep);
    /// Ends the edit. Drops a pose edit that changed nothing. Otherwise drops all undone edits: the history has no branches.
    void commit();
    /// Undoes the changes since begin().
    void cancel();
    [[nodiscard]] bool isEditing() const noexcept { return isEditing_; }

    /// An edit that was undone or redone.
    struct Step {
        std::string what = {};  ///< Name of the edit; empty if there is none.
        bool isOfPose = true;
    };
    /// undo() and redo() undo or redo one edit. If something cannot be restored, they throw, and drop that edit.
    Step undo();
    Step redo();
    /// Notes that the present poses are saved.
    void markSaved() noexcept { saved_ = done_; }
    /// Returns whether an edit of a pose is in effect that was not when the poses were last saved, or the other way round.
    [[nodiscard]] bool hasUnsavedPoses() const noexcept;
    [[nodiscard]] std::size_t undoCount() const noexcept { return done_; }
    [[nodiscard]] std::size_t redoCount() const noexcept { return edits_.size() - done_; }
    /// getUndoName() and getRedoName() return the names of the edits that undo() and redo() would act on; empty if there is none.
    [[nodiscard]] std::string getUndoName() const;
    [[nodiscard]] std::string getRedoName() const;

private:
    struct Edit {
        std::string what = {};
        std::vector<NodePose> before = {};
        std::vector<NodePose> after = {};
        Keep keep = {};  // keep, toBefore and toAfter are empty for an edit of poses; `before` and `after` are empty for other edits
        BringBack toBefore = {};
        BringBack toAfter = {};
    };

    void start(Edit edit);
    void add();

    std::vector<Edit> edits_;
    std::optional<std::size_t> saved_ = 0;  // done_ when the poses were saved; none if these poses cannot be reached any more
    std::size_t done_ = 0;                  // number of edits in effect; edits_ from this index on are undone
    Edit open_;
    bool isEditing_ = false;
};

}  // namespace armature::tools
