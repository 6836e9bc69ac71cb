#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/math/decompose.hpp>
#include <armature/node/node.hpp>

namespace armature {

/// A node with position, rotation and scaling, owned by its Scene. Such nodes hold mesh instances, cameras and lights; glTF clips animate
/// them; attached to a bone, they serve as sockets.
///
/// For the pose, see Node. A node with a pivot turns and scales about the pivot, and is aimed from the pivot. getPosition() and
/// setPosition(position) then refer to the translation T(position) in the formula at setPivotPoint(), while their overloads with a Space
/// refer to the origin of the node's axes.
class ARMATURE_API TransformNode final : public Node {
public:
    [[nodiscard]] Scene& getScene() const noexcept { return *scene_; }  ///< The scene that owns the node.

    /// Moves this node under `parent`: a node of the same scene, or a bone of any skeleton (a socket); null makes it a root. Throws
    /// std::invalid_argument if `parent` is a node of another scene, or if the move would close a cycle, even through skeleton hosts; the
    /// message then names the path. Keep::World stores the new local matrix exactly, shear included; it throws std::invalid_argument if the
    /// world matrix of `parent` is singular, or if the new local matrix would not be finite.
    void setParent(Node* parent, Keep keep = Keep::Local);

    /// Calls child.setParent(this, keep). By default the child stays where it is in the world, as in Babylon.js.
    void addChild(TransformNode& child, Keep keep = Keep::World) { child.setParent(this, keep); }
    /// Makes `child` a root. Throws std::invalid_argument if this node is not its parent.
    void removeChild(TransformNode& child, Keep keep = Keep::World);

    /// The mesh instances at this node, in the order in which Scene::addMeshInstance() or MeshInstance::setNode() put them there.
    [[nodiscard]] std::span<MeshInstance* const> meshInstances() noexcept;
    [[nodiscard]] std::span<const MeshInstance* const> meshInstances() const noexcept;

    /// glTF extensions of the node that the library does not read, kept for saving: a JSON object with a member for each extension; empty
    /// if there are none. Indices in this text (of nodes, materials and so on) refer to the loaded file; saving the scene replaces them
    /// with the indices in the new file: see docs/formats.md.
    [[nodiscard]] const std::string& getExtensions() const noexcept;
    void setExtensions(std::string_view json);

    /// Index into Scene::cameras() of the camera at this node, which looks along the node's -Z.
    [[nodiscard]] std::optional<std::size_t> getCamera() const noexcept;
    /// Puts a camera at this node; no value removes the node's camera. Throws std::invalid_argument if the scene has no such camera.
    void setCamera(std::optional<std::size_t> camera);

    /// Index into Scene::lights() of the light at this node, which shines along the node's -Z.
    [[nodiscard]] std::optional<std::size_t> getLight() const noexcept;
    /// Puts a light at this node; no value removes the node's light. Throws std::invalid_argument if the scene has no such light.
    void setLight(std::optional<std::size_t> light);

    /// Copies the node and everything below it: poses, pivots, metadata, cameras, lights, enabled flags, and new instances of its meshes.
    /// If these nodes host a skeleton or drive its bones, the skeleton is copied too, with the nodes attached to its bones, and linked to
    /// the copied nodes. It is not copied if a node outside the copied part drives one of its bones; copied mesh instances then use the
    /// original skeleton. Copies of frozen nodes are not frozen. Passes on what options.rename throws, and throws std::invalid_argument if
    /// options.parent is a node of another scene; the scene is then unchanged. O(size of the copied part).
    TransformNode& clone() const;
    TransformNode& clone(const CloneOptions& options) const;

    /// Attaches the node to a bone: setParent(&bone, keep). The node follows the bone at once, through the skeleton's host.
    template <class AnyBone = Bone>  // a template, so that only its callers need bone.hpp
    void attachToBone(std::type_identity_t<AnyBone>& bone, Keep keep = Keep::Local)
    {
        setParent(&bone, keep);
    }
    /// Detaches the node and makes it a root. Does nothing if its parent is not a bone.
    void detachFromBone(Keep keep = Keep::World);

    // --- pivot, frozen place ----------------------------------------------------------------------------------------

    /// The point about which the node turns and scales: local = T(position) T(pivot) R S T(-pivot). `point` is in the node's own axes, or
    /// in another space at the node's current pose; (0, 0, 0), the node's origin, means no pivot. Keep::Local keeps the position, so a
    /// rotated or scaled node shifts; Keep::World keeps the world matrix and changes the position. Throws std::invalid_argument, changing
    /// nothing, if a number is not finite, if `space` is not Own and the node's matrix in `space` is singular, or if the result would not
    /// be finite.
    void setPivotPoint(const glm::vec3& point, Space space = Space::Own, Keep keep = Keep::Local);
    [[nodiscard]] glm::vec3 getPivotPoint(Space space = Space::Own) const noexcept;

    /// Freezes the world matrix at its current value, or at `matrix`: changes of the local pose or of anything above no longer affect it.
    /// Children follow the frozen matrix. The local pose can still be written, and takes effect again after unfreezeWorldMatrix(). Throws
    /// std::invalid_argument if `matrix` is not finite, or its fourth row is not (0 0 0 1).
    void freezeWorldMatrix(const std::optional<glm::mat4>& matrix = {});
    void unfreezeWorldMatrix() noexcept;                      ///< Computes the world matrix from the local pose again.
    [[nodiscard]] bool isWorldMatrixFrozen() const noexcept;  ///< True from freezeWorldMatrix() until unfreezeWorldMatrix().

private:
    friend class Bone;
    friend class Scene;
    friend class Skeleton;
    friend class NodeAccess;
    friend class SceneAccess;
    friend class SceneCopier;
    friend class TransformNodeOwner;
    struct ARMATURE_LOCAL Edges;
    struct ARMATURE_LOCAL FileParts;

    TransformNode(Scene& scene, TransformHierarchy& hierarchy, std::string_view name);
    ~TransformNode();
    friend std::default_delete<TransformNode>;

    void listState(StateArchive& state);

    /// Returns data that few nodes have, created on first use.
    Edges& edges();
    FileParts& fileParts();

    Scene* scene_;
    std::uint32_t listPlace_ = 0;  // internal: source/node/owning_list.hpp
    std::unique_ptr<Edges> edges_;
    std::unique_ptr<FileParts> fileParts_;  // null: none
};

}  // namespace armature
