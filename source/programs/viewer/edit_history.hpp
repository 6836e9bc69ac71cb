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

/// Edits, to undo and redo: of poses, and of whatever else can say how it is brought back. The nodes must outlive it.
class EditHistory final {
public:
    /// Brings something back to how it was. May throw, and has changed nothing then.
    using BringBack = std::function<void()>;
    /// Makes what brings something back to how it is now.
    using Keep = std::function<BringBack()>;

    /// Changes to the poses of `nodes` from now to commit() or cancel() are one edit. Commits an edit that was begun before.
    void begin(std::string what, std::span<Node* const> nodes);
    /// The same for something else, which has changed at commit().
    void begin(std::string what, Keep keep);
    /// Drops an edit of a pose that changed nothing, else what was undone before it: there is one line of history.
    void commit();
    /// Takes back what was changed since begin().
    void cancel();
    [[nodiscard]] bool isEditing() const noexcept { return isEditing_; }

    /// What was undone or made again.
    struct Step {
        std::string what = {};  ///< Name of the edit; empty if there is none.
        bool isOfPose = true;
    };
    /// Throws if something cannot be brought back, and drops that edit.
    Step undo();
    Step redo();
    [[nodiscard]] std::size_t undoCount() const noexcept { return done_; }
    [[nodiscard]] std::size_t redoCount() const noexcept { return edits_.size() - done_; }
    /// Names of the edits that undo() and redo() would take back and make again; empty if there is none.
    [[nodiscard]] std::string getUndoName() const;
    [[nodiscard]] std::string getRedoName() const;

private:
    struct Edit {
        std::string what = {};
        std::vector<NodePose> before = {};
        std::vector<NodePose> after = {};
        Keep keep = {};  // of something else than a pose, as are the next
        BringBack toBefore = {};
        BringBack toAfter = {};
    };

    void start(Edit edit);
    void add();

    std::vector<Edit> edits_;
    std::size_t done_ = 0;  // edits_ from here on were undone
    Edit open_;
    bool isEditing_ = false;
};

}  // namespace armature::tools
