#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/math/space.hpp>
#include <armature/math/transform.hpp>
#include <armature/scene/subscription.hpp>

namespace armature {

class NodeObservers;
class TransformHierarchy;
class NodeRange;

/// What becomes of the children of a removed node or bone.
enum class Removal {
    KeepChildren,  ///< They move up to its parent and keep their place in the world.
    Subtree,       ///< They are removed as well.
};

/// What scaling a node along its own axes does to what hangs on it, bones and attached nodes alike.
enum class ChildScaling {
    Inherit,     ///< Nothing is written to them: they grow along.
    Compensate,  ///< They keep their size and move along with the node. Those that are turned get sheared if the factors differ.
    Propagate,   ///< All below are scaled along their own axes by the same factors, each made up for by those below it.
};

/// How to aim a node or bone. Directions need not be of unit length.
struct LookOptions {
    glm::vec3 forward{0.f, 0.f, 1.f};  ///< The own axis that points at the target; +Y for bones that lie along it.
    glm::vec3 upAxis{0.f, 1.f, 0.f};   ///< The own axis kept upright. Parallel to `forward`: one at right angles is picked.
    glm::vec3 up{0.f, 1.f, 0.f};  ///< What upright means, in the space of the target. Looking straight along it, the roll is arbitrary.
    float yawCorrection = 0.f;    ///< Added to the turn about `up`, radians.
    float pitchCorrection = 0.f;  ///< Added to the tilt, radians; positive looks down.
    float rollCorrection = 0.f;   ///< Turn about the line of sight, radians.
};

/// How a walk through a tree goes on.
enum class Visit {
    Continue,
    SkipChildren,  ///< Not below this node.
    Stop,
};

/// Base of TransformNode and Bone: a name, a place in the one tree of nodes, and a local transform.
///
/// Nodes are created and owned by a Scene or a Skeleton and keep their address until they are removed. A node is small: its numbers live in
/// its owner's arrays. Getters return current values and compute only what is stale. Use the owner from one thread at a time; after its
/// update() any number of threads may read.
class Node {
public:
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    [[nodiscard]] const std::string& getName() const noexcept { return *name_; }
    /// Names need not be unique: they only look up. O(1).
    void setName(std::string_view name);

    /// The node above, or null for a root. A bone's parent is a bone; a TransformNode's may be either.
    [[nodiscard]] Node* getParent() noexcept { return parent_; }
    [[nodiscard]] const Node* getParent() const noexcept { return parent_; }

    /// Direct children in the order in which they came: child bones and the nodes attached to them alike.
    [[nodiscard]] NodeRange getChildren() const noexcept;
    [[nodiscard]] bool hasChildren() const noexcept { return firstChild_ != nullptr; }

    /// Every node below this one, depth first, parents before children. Iterative: any depth is safe.
    [[nodiscard]] std::vector<Node*> getDescendants() const;
    /// Those of them for which accepts(node) is true; the walk goes on below the others.
    template <class Predicate>
    [[nodiscard]] std::vector<Node*> getDescendants(Predicate&& accepts) const
    {
        return accepted(getDescendants(), accepts);
    }
    /// The nodes below this one that are no bones, in the same order; below a bone these are the ones attached to it and to those below.
    [[nodiscard]] std::vector<TransformNode*> getChildTransformNodes() const;
    template <class Predicate>
    [[nodiscard]] std::vector<TransformNode*> getChildTransformNodes(Predicate&& accepts) const
    {
        return accepted(getChildTransformNodes(), accepts);
    }
    /// The meshes placed at the nodes below this one, not those at itself (see TransformNode::meshInstances()).
    [[nodiscard]] std::vector<MeshInstance*> getChildMeshes() const;
    template <class Predicate>
    [[nodiscard]] std::vector<MeshInstance*> getChildMeshes(Predicate&& accepts) const
    {
        return accepted(getChildMeshes(), accepts);
    }
    /// Calls visit(node) for each of them in that order; it returns a Visit, or nothing to go on always. Says whether the walk came to its
    /// end. No allocation, any depth; the tree must not change meanwhile.
    template <class Visitor>
    bool forEachDescendant(Visitor&& visit)
    {
        return walk<Node>(*this, visit);
    }
    template <class Visitor>
    bool forEachDescendant(Visitor&& visit) const
    {
        return walk<const Node>(*this, visit);
    }
    [[nodiscard]] bool isDescendantOf(const Node& ancestor) const noexcept;

    /// Names from the root to this node, for people: "armature/hips/spine". One that has none is "(no name)".
    [[nodiscard]] std::string getPath() const;

    /// Off: this node and all below it are not drawn. Matrices are computed all the same.
    void setEnabled(bool enabled) noexcept { enabled_ = enabled; }
    /// False if this node or one above it is disabled. O(depth).
    [[nodiscard]] bool isEnabled() const noexcept;
    /// This node's own switch, whatever those above say.
    [[nodiscard]] bool isSelfEnabled() const noexcept { return enabled_; }

    /// Application data that travels with the node, a JSON text by convention (glTF's extras); empty if none.
    [[nodiscard]] const std::string& getMetadata() const noexcept { return metadata_; }
    void setMetadata(std::string_view metadata) { metadata_ = metadata; }

    /// Pose relative to the parent. O(1).
    [[nodiscard]] glm::mat4 getLocalMatrix() const noexcept;
    /// The local pose as parts. A matrix that was set is split (see decompose): shear is not in the parts.
    [[nodiscard]] Transform getTransform() const noexcept;

    /// Pose in the scene's axes: through parents, bones and skeleton hosts. O(stale ancestors), O(1) when nothing is stale.
    [[nodiscard]] glm::mat4 getWorldMatrix() const noexcept;

    /// Calls `observer` when the pose of this node in its scene or skeleton ceases to be current: once, until somebody reads it again. A
    /// bone's pose is the one in skeleton space, which a moving host leaves as it is. The call comes out of the middle of a write: the
    /// observer may remember that something changed, but must not read or write poses, change trees or throw. Costs nothing where nobody
    /// observes.
    [[nodiscard]] Subscription observeChange(NodeObserver observer);
    /// Calls `observer` when the node is about to be removed, alone, with its parent or with the scene or skeleton that owns it. All is
    /// whole still. The observer may remove anything: what the same scene or skeleton owns goes as soon as that removal is through, and
    /// what hangs below the node by then goes with it. It must not throw, nor destroy the scene or skeleton itself.
    [[nodiscard]] Subscription observeDisposal(NodeObserver observer);

    /// Ends when the node is removed: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

    [[nodiscard]] bool isBone() const noexcept { return kind_ == Kind::Bone; }
    /// This object as the type it is, or null.
    [[nodiscard]] Bone* asBone() noexcept;
    [[nodiscard]] const Bone* asBone() const noexcept;
    [[nodiscard]] TransformNode* asTransformNode() noexcept;
    [[nodiscard]] const TransformNode* asTransformNode() const noexcept;

protected:
    enum class Kind : std::uint8_t { TransformNode, Bone };

    Node(Kind kind, TransformHierarchy& hierarchy, std::shared_ptr<const std::string> name) noexcept
        : hierarchy_(&hierarchy), kind_(kind), name_(std::move(name))
    {}
    ~Node();  // not virtual: owners know what they own

    /// Appends this node to `parent`'s children (null: makes it a root). Only the tree of objects changes.
    void relinkUnder(Node* parent) noexcept;

    TransformHierarchy* hierarchy_;
    std::uint32_t slot_ = 0;

private:
    friend class NodeRange;
    friend class NodeAccess;  // internal: source/scene/node_access.hpp

    template <class T, class Predicate>
    static std::vector<T*> accepted(std::vector<T*> all, Predicate& accepts)
    {
        std::erase_if(all, [&](T* each) { return !accepts(*each); });
        return all;
    }

    /// The next one depth first below `top`; null after the last.
    [[nodiscard]] Node* next(const Node& top, bool skipsChildren) const noexcept;

    template <class AnyNode, class Visitor>
    static bool walk(AnyNode& top, Visitor& visit)
    {
        AnyNode* node = top.firstChild_;
        while (node != nullptr) {
            Visit verdict = Visit::Continue;
            if constexpr (std::is_void_v<std::invoke_result_t<Visitor&, AnyNode&>>) {
                visit(*node);
            } else {
                verdict = visit(*node);
            }
            if (verdict == Visit::Stop) {
                return false;
            }
            node = node->next(top, verdict == Visit::SkipChildren);
        }
        return true;
    }

    [[nodiscard]] NodeObservers& observers();

    Kind kind_;
    bool enabled_ = true;
    Node* parent_ = nullptr;
    Node* firstChild_ = nullptr;
    Node* lastChild_ = nullptr;
    Node* previousSibling_ = nullptr;
    Node* nextSibling_ = nullptr;
    std::shared_ptr<const std::string> name_;  // shared between clones
    std::string metadata_;
    std::shared_ptr<NodeObservers> observers_;  // none while nobody observes
    Lifetime lifetime_;
};

/// A view of a node's children, for range-for. Stays good while the children do.
class NodeRange {
public:
    class Iterator {
    public:
        using value_type = Node;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::forward_iterator_tag;
        using pointer = Node*;
        using reference = Node&;

        Iterator() = default;
        explicit Iterator(Node* node) noexcept : node_(node) {}
        [[nodiscard]] Node& operator*() const noexcept { return *node_; }
        [[nodiscard]] Node* operator->() const noexcept { return node_; }
        Iterator& operator++() noexcept
        {
            node_ = node_->nextSibling_;
            return *this;
        }
        Iterator operator++(int) noexcept
        {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const Iterator&, const Iterator&) = default;

    private:
        Node* node_ = nullptr;
    };

    explicit NodeRange(Node* first) noexcept : first_(first) {}
    [[nodiscard]] Iterator begin() const noexcept { return Iterator(first_); }
    [[nodiscard]] Iterator end() const noexcept { return {}; }
    [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }

private:
    Node* first_;
};

}  // namespace armature
