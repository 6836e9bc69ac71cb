#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/decompose.hpp>
#include <armature/scene/node.hpp>

namespace armature {

/// A node with position, rotation and scaling, owned by its Scene: what meshes hang on, what glTF animates, what sockets are.
///
/// Non-finite numbers and quaternions of zero length throw std::invalid_argument and change nothing. Operations that take a Space see the
/// node from there; Skeleton is the same as World for a node. Where a matrix above the node is singular, nothing can be placed in World
/// space: setters throw std::invalid_argument that names the node and the determinant; isInvertibleIn() tells beforehand.
class TransformNode final : public Node {
public:
    [[nodiscard]] Scene& getScene() const noexcept { return *scene_; }

    /// Moves this node under `parent`: a node of the same scene, or a bone of any skeleton (a socket); null makes it a root.
    /// Throws std::invalid_argument if that would close a cycle, through skeleton hosts too; the message names the path.
    /// Keep::World stores the new local matrix exactly, shear included; it throws std::invalid_argument if `parent` cannot be inverted.
    void setParent(Node* parent, Keep keep = Keep::Local);

    /// child.setParent(this, keep): by default the child stays where it is in the world, as in Babylon.js.
    void addChild(TransformNode& child, Keep keep = Keep::World) { child.setParent(this, keep); }
    /// Makes `child` a root. Throws std::invalid_argument if this is not its parent.
    void removeChild(TransformNode& child, Keep keep = Keep::World);

    /// What is placed here by Scene::addMeshInstance(), in the order in which it came.
    [[nodiscard]] std::span<MeshInstance* const> meshInstances() const noexcept;

    /// What glTF extensions that the library does not read say of the node, to be saved again: a JSON object with a member for each; empty
    /// if none. Numbers of nodes, materials and the like in it are those of the file. Saving the scene writes what they are then: see
    /// docs/formats.md.
    [[nodiscard]] const std::string& getExtensions() const noexcept;
    void setExtensions(std::string_view json);

    /// Which of Scene::cameras() looks from here, along -Z.
    [[nodiscard]] std::optional<std::size_t> getCamera() const noexcept;
    /// Throws std::invalid_argument if the scene has no such camera.
    void setCamera(std::optional<std::size_t> camera);

    /// Which of Scene::lights() shines from here, along -Z.
    [[nodiscard]] std::optional<std::size_t> getLight() const noexcept;
    /// Throws std::invalid_argument if the scene has no such light.
    void setLight(std::optional<std::size_t> light);

    /// A copy of the node and of all below it: poses, pivots, metadata, cameras, lights, switches, and new instances of the meshes there. Skeletons that
    /// belong to it - those that it hosts, or whose bones it drives, and that no node elsewhere drives - are copied and linked to the
    /// copies, with the nodes attached to their bones. What refers to anything else goes on referring to that: an instance of a mesh keeps
    /// a skeleton that was not copied. World matrices that were frozen are not. Throws what options.rename does, and std::invalid_argument
    /// if options.parent is a node of another scene, leaving the scene as it was. O(size of what is copied).
    TransformNode& clone() const;
    TransformNode& clone(const CloneOptions& options) const;

    /// Hangs the node on a bone: setParent(&bone, keep). It follows at once, through the skeleton's host.
    void attachToBone(Bone& bone, Keep keep = Keep::Local);
    /// Takes it off and makes it a root; nothing if its parent is no bone.
    void detachFromBone(Keep keep = Keep::World);

    // --- local pose -------------------------------------------------------------------------------------------------

    [[nodiscard]] glm::vec3 getPosition() const noexcept { return getTransform().translation; }
    [[nodiscard]] glm::quat getRotationQuaternion() const noexcept { return getTransform().rotation; }
    /// Euler angles in radians, x = pitch, y = yaw, z = roll (see quaternionToEuler).
    [[nodiscard]] glm::vec3 getRotation() const noexcept { return quaternionToEuler(getTransform().rotation); }
    [[nodiscard]] glm::vec3 getScaling() const noexcept { return getTransform().scale; }

    /// Shear in a matrix that was set survives a new position, and is lost with a new rotation or scaling. Each throws
    /// std::invalid_argument and changes nothing if a number is not finite, or what comes of it would not be: the scale that a matrix is
    /// split into, the matrix about a pivot.
    void setPosition(const glm::vec3& position);
    /// Need not be of unit length.
    void setRotationQuaternion(const glm::quat& rotation);
    void setRotation(const glm::vec3& euler);
    void setScaling(const glm::vec3& scaling);
    void setTransform(const Transform& transform);
    /// Sets the local matrix as it is, shear included. Its fourth row must be (0 0 0 1).
    void setLocalMatrix(const glm::mat4& matrix);

    /// The point about which rotation and scaling work: local = T(position) T(pivot) R S T(-pivot). Given in the node's own axes, or in a
    /// space as the node is now; (0, 0, 0), the node's origin, means none. With Keep::Local the position stays, and the node shifts if it
    /// is turned or scaled; with Keep::World it stays where it is and the position changes. Throws std::invalid_argument if the point is
    /// not in own axes and the node's matrix in that space is singular.
    void setPivotPoint(const glm::vec3& point, Space space = Space::Own, Keep keep = Keep::Local);
    [[nodiscard]] glm::vec3 getPivotPoint(Space space = Space::Own) const noexcept;

    // --- pose in the world ------------------------------------------------------------------------------------------

    [[nodiscard]] glm::vec3 getAbsolutePosition() const noexcept;
    /// The rotation of the world matrix, also where that is sheared: own +Y points exactly where the matrix takes it, own +Z as close to
    /// that as it can (see decompose()). Axes of negative scale count the other way, +Y once more if a parent mirrors.
    [[nodiscard]] glm::quat getAbsoluteRotationQuaternion() const noexcept;
    /// The lengths of the world matrix's columns, with the signs that fit that rotation.
    [[nodiscard]] glm::vec3 getAbsoluteScaling() const noexcept;
    /// The world matrix as these three, and what they cannot express.
    [[nodiscard]] Decomposition getAbsoluteDecomposition() const noexcept;
    /// Whether positions and rotations can be set in that space: no matrix above the node is singular.
    [[nodiscard]] bool isInvertibleIn(Space space) const noexcept;

    /// Afterwards the getter returns what was set, whatever lies above, unless the world matrix is frozen. Each changes one part of the local
    /// pose. Throw std::invalid_argument if a matrix above is singular.
    void setAbsolutePosition(const glm::vec3& position);
    void setAbsoluteRotationQuaternion(const glm::quat& rotation);
    void setAbsoluteScaling(const glm::vec3& scaling);

    /// Where a direction in the node's own axes points, unit length; zero if the matrix flattens it.
    [[nodiscard]] glm::vec3 getDirection(const glm::vec3& ownAxis, Space space = Space::World) const noexcept;
    /// Own +Z, what lookAt() aims; glTF's front.
    [[nodiscard]] glm::vec3 getForward() const noexcept { return getDirection({0.f, 0.f, 1.f}); }
    [[nodiscard]] glm::vec3 getUp() const noexcept { return getDirection({0.f, 1.f, 0.f}); }
    /// Own -X: the right-hand side of who looks along +Z with +Y up.
    [[nodiscard]] glm::vec3 getRight() const noexcept { return getDirection({-1.f, 0.f, 0.f}); }

    /// Holds the world matrix where it is, or at `matrix`, whatever happens to the local pose and above; what hangs on the node stays with
    /// it. The local pose can be written all the same and counts again after unfreezeWorldMatrix().
    void freezeWorldMatrix(const std::optional<glm::mat4>& matrix = {});
    void unfreezeWorldMatrix() noexcept;
    [[nodiscard]] bool isWorldMatrixFrozen() const noexcept;

    // --- movement ---------------------------------------------------------------------------------------------------

    // A node with a pivot turns and scales about it, and looks from it.

    /// Moves the node by `offset`, along the axes of the space and in its units. Own: the node's axes, its scale included.
    void translate(const glm::vec3& offset, Space space = Space::Own);
    /// Turns the node about an axis of the space through its own origin, or its pivot; the axis need not be of unit length. Exact: uneven
    /// scale above the node makes the local matrix sheared, so that the turn in the space is a rotation all the same.
    void rotate(const glm::vec3& axis, float angle, Space space = Space::Own);
    /// The same about an axis through `point`.
    void rotateAround(const glm::vec3& point, const glm::vec3& axis, float angle, Space space = Space::World);
    /// Turns the node about its own axes by Euler angles.
    void addRotation(const glm::vec3& euler);
    /// Scales the node along its own axes, on top of the scale it has. Throws std::invalid_argument if children are to make up for a factor
    /// of 0.
    void scale(const glm::vec3& factors, ChildScaling children);
    /// Turns the node so that its axis options.forward points at `target` and options.upAxis as far as that allows along options.up, both
    /// exactly, whatever scale lies above. The scale stays. A target at the node's own position changes nothing.
    void lookAt(const glm::vec3& target, Space space = Space::World, const LookOptions& options = {});
    /// The same along a direction, which must not be zero.
    void setDirection(const glm::vec3& direction, Space space = Space::World, const LookOptions& options = {});

    /// A copy of `mesh` with the node's matrix applied: what is drawn when the copy hangs on a node without transform. Normals stay
    /// perpendicular to the surface, tangents along it, both of unit length; triangles keep their front side where the matrix mirrors;
    /// morph targets are moved along; joints and weights are copied as they are. O(vertices).
    [[nodiscard]] MeshDescription bake(const MeshDescription& mesh, Space space = Space::World) const;

private:
    friend class Bone;
    friend class Scene;
    friend class Skeleton;
    friend class NodeAccess;
    friend class SceneAccess;
    friend class SceneCopier;
    struct Edges;
    struct FileParts;

    TransformNode(Scene& scene, TransformHierarchy& hierarchy, std::string_view name);
    ~TransformNode();
    friend std::default_delete<TransformNode>;

    void listState(StateArchive& state);

    /// What few nodes have; made when the first of it comes.
    Edges& edges();
    FileParts& fileParts();

    Scene* scene_;
    std::unique_ptr<Edges> edges_;
    std::unique_ptr<FileParts> fileParts_;  // null: none
};

}  // namespace armature
