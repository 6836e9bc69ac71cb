#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <glm/ext/matrix_float3x3.hpp>
#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>
#include <armature/math/decompose.hpp>
#include <armature/math/space.hpp>
#include <armature/math/transform.hpp>
#include <armature/node/subscription.hpp>

namespace armature {

class NodeObservers;
class TransformHierarchy;

/// What happens to the children of a removed node or bone.
enum class Removal {
    KeepChildren,  ///< They become children of the removed object's parent and keep their world matrices.
    Subtree,       ///< They are removed as well.
};

/// How scaling a node along its own axes affects its children, both bones and attached nodes.
enum class ChildScaling {
    Inherit,     ///< Their local poses stay as they are, so they scale along with the node.
    Compensate,  ///< They keep their size and move along with the node. Rotated children are sheared if the three factors differ.
    Propagate,   ///< Every descendant compensates for its parent's scaling, and is itself scaled by the same factors along its own axes.
};

/// How to aim a node or bone. Directions need not be of unit length.
struct ARMATURE_API LookOptions {
    glm::vec3 forward{0.f, 0.f, 1.f};  ///< The node's axis that points at the target; +Y for bones that lie along it.
    glm::vec3 upAxis{0.f, 1.f, 0.f};   ///< The node's axis kept upright. If parallel to `forward`, a perpendicular axis is picked.
    glm::vec3 up{0.f, 1.f, 0.f};       ///< Up direction in the target's space. If parallel to the line of sight, the roll is arbitrary.
    float yawCorrection = 0.f;         ///< Added to the yaw, the rotation about `up`; radians.
    float pitchCorrection = 0.f;       ///< Added to the pitch, radians; positive looks down.
    float rollCorrection = 0.f;        ///< A further rotation about the line of sight, radians.
};

/// How to continue a walk through a tree.
enum class Visit {
    Continue,
    SkipChildren,  ///< Continues, but skips everything below this node.
    Stop,
};

/// Base of TransformNode and Bone: a name, a place in the tree of nodes, and a pose with the same interface for both.
///
/// Nodes are created and owned by a Scene or a Skeleton and keep their address until they are removed. A node is small: its pose is stored
/// in its owner's arrays. Getters always return current values, and recompute only stale ones. Use the owner from one thread at a time;
/// after its update(), any number of threads may read.
class ARMATURE_API Node {
public:
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    [[nodiscard]] const std::string& getName() const noexcept { return *name_; }  ///< The node's name; empty if it has none.
    /// Sets the name. Names need not be unique; they only serve look-ups. O(1).
    void setName(std::string_view name);

    /// The node above, or null for a root. A bone's parent is a bone; a TransformNode's parent may be a bone or a TransformNode.
    [[nodiscard]] Node* getParent() noexcept { return parent_; }
    [[nodiscard]] const Node* getParent() const noexcept { return parent_; }

    /// The direct children, both child bones and attached nodes, in the order they were added.
    [[nodiscard]] NodeRange getChildren() const noexcept;

    /// Calls visit(node) for each node below this one, depth first, parents before children; `visit` returns a Visit, or void to always
    /// continue. Returns false if the walk was stopped. Does not allocate; trees of any depth are safe. The tree must not change during the
    /// walk. descendants.hpp has functions that list descendants.
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
    [[nodiscard]] bool isDescendantOf(const Node& ancestor) const noexcept;  ///< True if `ancestor` is somewhere above. O(depth).

    /// Returns the names from the root to this node, for people to read: "armature/hips/spine". A node without a name appears as "(no
    /// name)".
    [[nodiscard]] std::string getPath() const;

    /// Enables or disables the node. A disabled node and everything below it are not drawn; matrices are still computed.
    void setEnabled(bool enabled) noexcept { enabled_ = enabled; }
    /// False if this node or one above it is disabled. O(depth).
    [[nodiscard]] bool isEnabled() const noexcept;
    /// This node's own flag, regardless of the nodes above.
    [[nodiscard]] bool isSelfEnabled() const noexcept { return enabled_; }

    /// Application data that stays with the node and its copies, a JSON text by convention (glTF's extras); empty if there is none.
    [[nodiscard]] const std::string& getMetadata() const noexcept { return metadata_; }
    void setMetadata(std::string_view metadata) { metadata_ = metadata; }

    // --- local pose -------------------------------------------------------------------------------------------------

    /// The pose relative to the parent. O(1).
    [[nodiscard]] glm::mat4 getLocalMatrix() const noexcept;
    /// The local pose as translation, rotation and scale. If it was set as a matrix, the matrix is split (see decompose()), which drops its
    /// shear.
    [[nodiscard]] Transform getTransform() const noexcept;
    [[nodiscard]] glm::vec3 getPosition() const noexcept { return getTransform().translation; }  ///< The translation of the local pose.
    [[nodiscard]] glm::quat getRotationQuaternion() const noexcept { return getTransform().rotation; }  ///< The rotation of the local pose.
    /// Euler angles in radians, x = pitch, y = yaw, z = roll, about the parent's axes (see quaternionToEuler).
    [[nodiscard]] glm::vec3 getRotation() const noexcept { return quaternionToEuler(getTransform().rotation); }
    /// The scale of the local pose, along the node's own axes.
    [[nodiscard]] glm::vec3 getScaling() const noexcept { return getTransform().scale; }

    /// Each of the setters up to setTransform() sets one part or all parts of the local pose, in the parent's axes; parts that it does not
    /// set stay. O(1) amortised: it only marks dependent values as stale. If the pose was set as a matrix, its shear survives a new
    /// position, but not a new rotation or scaling. Each throws std::invalid_argument and changes nothing if a number is not finite, a
    /// quaternion has zero length, or the result (the scale split from a matrix, or the matrix about a pivot) would not be finite.
    void setPosition(const glm::vec3& position);
    /// Sets the local rotation; `rotation` need not be of unit length.
    void setRotationQuaternion(const glm::quat& rotation);
    void setRotation(const glm::vec3& euler);       ///< Sets the local rotation from Euler angles in radians: see getRotation().
    void setScaling(const glm::vec3& scaling);      ///< Sets the scale: factors along the node's own axes, which may be negative.
    void setTransform(const Transform& transform);  ///< Sets all three parts.
    /// Sets the local matrix exactly, shear included. Its fourth row must be (0 0 0 1).
    void setLocalMatrix(const glm::mat4& matrix);

    // --- pose in any space ------------------------------------------------------------------------------------------

    // For a node that is not a bone, Space::Skeleton is the same as World. For a bone, World goes through the skeleton's host, or through
    // `relativeTo` if that is given (Babylon.js's tNode). Only bones in Space::World use `relativeTo`. If a matrix above the node is
    // singular, the node cannot be placed in Skeleton or World space: setters throw std::invalid_argument, naming the node and the
    // determinant, and change nothing. isInvertibleIn() checks this beforehand.

    /// The matrix from the node's own axes to the scene's axes, through parents, bones and skeleton hosts. O(stale ancestors), O(1) when
    /// nothing is stale.
    [[nodiscard]] glm::mat4 getWorldMatrix() const noexcept;
    /// The matrix from the node's own axes to `space`: the matrix from its parent's axes to `space`, times the local matrix.
    [[nodiscard]] glm::mat4 getMatrix(Space space, const TransformNode* relativeTo = nullptr) const noexcept;
    /// The matrix of getMatrix(), split into translation, rotation and scale, and the error of the split. The rotation is that of
    /// getRotationQuaternion(space); the scales have the signs that match it.
    [[nodiscard]] Decomposition getDecomposition(Space space, const TransformNode* relativeTo = nullptr) const noexcept;
    /// True if positions and rotations can be set in that space, that is, if no matrix above the node is singular.
    [[nodiscard]] bool isInvertibleIn(Space space, const TransformNode* relativeTo = nullptr) const noexcept;

    /// The position in `space` of the origin of the node's axes. In Space::World, without `relativeTo`, this is the translation of
    /// getWorldMatrix().
    [[nodiscard]] glm::vec3 getPosition(Space space, const TransformNode* relativeTo = nullptr) const noexcept;
    /// The rotation of getMatrix(space), even if that matrix is sheared: it maps +Y exactly to the direction of the matrix's column Y, and
    /// +Z as closely as possible to the direction of column Z (see decompose()). Columns with a negative scale are reversed first, and
    /// column Y once more if the matrix above the node mirrors. The magnitude of the node's own scale has no effect.
    [[nodiscard]] glm::quat getRotationQuaternion(Space space, const TransformNode* relativeTo = nullptr) const noexcept;
    /// Each returns the rotation of getRotationQuaternion(space) in another form: Euler angles in radians, or a matrix that is always a
    /// pure rotation.
    [[nodiscard]] glm::vec3 getRotation(Space space, const TransformNode* relativeTo = nullptr) const noexcept;
    [[nodiscard]] glm::mat3 getRotationMatrix(Space space = Space::Local, const TransformNode* relativeTo = nullptr) const noexcept;
    /// The scale of getDecomposition(space).
    [[nodiscard]] glm::vec3 getScaling(Space space, const TransformNode* relativeTo = nullptr) const noexcept;

    /// The direction in `space` of an axis given in the node's own axes: unit length, or zero if the matrix flattens the axis. By default,
    /// lookAt() aims own +Z, glTF's front; with +Y up, -X is then to the right.
    [[nodiscard]] glm::vec3 getDirection(const glm::vec3& ownAxis, Space space = Space::World,
                                         const TransformNode* relativeTo = nullptr) const noexcept;
    /// The position in `space` of a point given in the node's own axes.
    [[nodiscard]] glm::vec3 getAbsolutePositionFromLocal(const glm::vec3& ownPoint, Space space = Space::World,
                                                         const TransformNode* relativeTo = nullptr) const noexcept;
    /// The inverse of getAbsolutePositionFromLocal(); no value if getMatrix(space) is singular.
    [[nodiscard]] std::optional<glm::vec3> getLocalPositionFromAbsolute(const glm::vec3& point, Space space = Space::World,
                                                                        const TransformNode* relativeTo = nullptr) const noexcept;

    /// Moves the node by `offset`, along the axes and in the units of `space`. With Space::Own, the node's own scale applies too.
    void translate(const glm::vec3& offset, Space space = Space::Own, const TransformNode* relativeTo = nullptr);
    /// Moves the origin of the node's axes to `position`.
    void setPosition(const glm::vec3& position, Space space, const TransformNode* relativeTo = nullptr);

    /// Turns the node by `angle` radians about an axis in `space` that passes through the node's origin or pivot; the axis need not be of
    /// unit length. Exact: under uneven scale the local matrix becomes sheared, so that the node still undergoes a pure rotation in
    /// `space`.
    void rotate(const glm::vec3& axis, float angle, Space space = Space::Own, const TransformNode* relativeTo = nullptr);
    /// Turns the node as rotate() does, but about an axis through `point`.
    void rotateAround(const glm::vec3& point, const glm::vec3& axis, float angle, Space space = Space::World,
                      const TransformNode* relativeTo = nullptr);
    /// Turns the node about its own axes by Euler angles in radians.
    void addRotation(const glm::vec3& euler);

    /// Each turns the node so that getRotationQuaternion(space) is the given rotation. Position and scale stay: only the local rotation
    /// changes. Reading the rotation back gives the same rotation to within 2e-7 radians times (1 + the condition number of the matrix
    /// above the node), even if that matrix scales unevenly, shears or mirrors: see docs/matrices.md.
    void setRotationQuaternion(const glm::quat& rotation, Space space, const TransformNode* relativeTo = nullptr);
    void setRotation(const glm::vec3& euler, Space space, const TransformNode* relativeTo = nullptr);
    /// Also throws std::invalid_argument if the columns are not orthogonal and of unit length to within 1e-3, or if the matrix mirrors.
    void setRotationMatrix(const glm::mat3& rotation, Space space = Space::Local, const TransformNode* relativeTo = nullptr);
    /// Sets the lengths of the columns of getMatrix(space), with signs that match the rotation in that space, which does not change.
    void setScaling(const glm::vec3& scaling, Space space, const TransformNode* relativeTo = nullptr);

    /// Turns the node so that options.forward points at `target`, and options.upAxis points as closely along options.up as possible. Both
    /// axes are aimed exactly under any scale above the node. The node's own scale stays. A target at the node's position or pivot changes
    /// nothing.
    void lookAt(const glm::vec3& target, Space space = Space::World, const LookOptions& options = {},
                const TransformNode* relativeTo = nullptr);
    /// Turns the node as lookAt() does, but along a direction, which must not be zero, instead of at a point.
    void setDirection(const glm::vec3& direction, Space space = Space::World, const LookOptions& options = {},
                      const TransformNode* relativeTo = nullptr);

    /// Scales the node along its own axes, on top of its current scale. Throws std::invalid_argument if children would have to compensate
    /// for a factor of 0.
    void scale(const glm::vec3& factors, ChildScaling children);

    // --- changes ----------------------------------------------------------------------------------------------------

    /// Calls `observer` when this node's pose in its scene or skeleton becomes stale: once, and not again until the pose has been read. For
    /// a bone this is the pose in skeleton space, which a moving host does not change. The observer is called in the middle of a write: it
    /// may record that something changed, but must not read or write poses, change trees or throw. Nodes without observers cost nothing.
    [[nodiscard]] Subscription observeChange(NodeObserver observer);
    /// Calls `observer` just before the node is removed, whether alone, with its parent, or with the scene or skeleton that owns it. At
    /// that moment everything is still intact. The observer may remove anything: its removals in the same scene or skeleton wait until the
    /// current one is complete. Everything below the node after the call is removed with it. The observer must not throw, nor destroy the
    /// scene or skeleton itself.
    [[nodiscard]] Subscription observeDisposal(NodeObserver observer);

    /// The node's lifetime, which ends when the node is removed: see Handle.
    [[nodiscard]] const Lifetime& getLifetime() const noexcept { return lifetime_; }

    [[nodiscard]] bool isBone() const noexcept { return kind_ == Kind::Bone; }  ///< False for a TransformNode.
    /// Each casts this node to a Bone or TransformNode, and returns null if it is of the other kind. asBone() is a template so that only
    /// its callers need bone.hpp.
    template <class AnyBone = Bone>
    [[nodiscard]] AnyBone* asBone() noexcept
    {
        return isBone() ? static_cast<AnyBone*>(this) : nullptr;
    }
    template <class AnyBone = Bone>
    [[nodiscard]] const AnyBone* asBone() const noexcept
    {
        return isBone() ? static_cast<const AnyBone*>(this) : nullptr;
    }
    [[nodiscard]] TransformNode* asTransformNode() noexcept;
    [[nodiscard]] const TransformNode* asTransformNode() const noexcept;

protected:
    enum class Kind : std::uint8_t { TransformNode, Bone };

    Node(Kind kind, TransformHierarchy& hierarchy, std::shared_ptr<const std::string> name) noexcept
        : hierarchy_(&hierarchy), kind_(kind), name_(std::move(name))
    {}
    ~Node();  // not virtual: owners know the type of their nodes

    /// Appends this node to `parent`'s children (null: makes it a root). Changes only the tree of Node objects, not the owner's arrays.
    void relinkUnder(Node* parent) noexcept;

    TransformHierarchy* hierarchy_;
    std::uint32_t slot_ = 0;

private:
    friend class NodeRange;
    friend class NodeAccess;  // internal: source/node/node_access.hpp

    /// Returns the node after this one in a depth-first walk below `top`; null after the last.
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
    std::shared_ptr<NodeObservers> observers_;  // null without observers
    Lifetime lifetime_;
};

/// A view of a node's children, for range-based for loops. Valid until a child is removed or moved.
class ARMATURE_API NodeRange {
public:
    /// Iterates over siblings.
    class Iterator {
    public:
        using value_type = Node;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::forward_iterator_tag;
        using pointer = Node*;
        using reference = Node&;

        Iterator() = default;                                              ///< The end of a range.
        explicit Iterator(Node* node) noexcept : node_(node) {}            ///< Points to `node`; null: the end.
        [[nodiscard]] Node& operator*() const noexcept { return *node_; }  ///< Must not be called at the end.
        [[nodiscard]] Node* operator->() const noexcept { return node_; }  ///< Must not be called at the end.
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

    explicit NodeRange(Node* first) noexcept : first_(first) {}                 ///< `first` and the siblings after it; null: none.
    [[nodiscard]] Iterator begin() const noexcept { return Iterator(first_); }  ///< At the first child.
    [[nodiscard]] Iterator end() const noexcept { return {}; }                  ///< Past the last child.
    [[nodiscard]] bool empty() const noexcept { return first_ == nullptr; }     ///< True if there are no children.

private:
    Node* first_;
};

}  // namespace armature
