#pragma once

#include <memory>

#include <glm/ext/quaternion_float.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/scene/node.hpp>

namespace armature {

/// A node with position, rotation and scaling, owned by its Scene: what meshes hang on, what glTF animates, what sockets are.
///
/// Non-finite numbers and quaternions of zero length throw std::invalid_argument and change nothing.
class TransformNode final : public Node {
public:
    [[nodiscard]] Scene& getScene() const noexcept { return *scene_; }

    /// Moves this node under `parent`: a node of the same scene, or a bone of any skeleton (a socket); null makes it a root.
    /// Throws std::invalid_argument if that would close a cycle, through skeleton hosts too; the message names the path.
    /// Keep::World stores the new local matrix exactly, shear included; it throws std::invalid_argument if `parent` cannot be inverted.
    void setParent(Node* parent, Keep keep = Keep::Local);

    [[nodiscard]] glm::vec3 getPosition() const noexcept { return getTransform().translation; }
    [[nodiscard]] glm::quat getRotationQuaternion() const noexcept { return getTransform().rotation; }
    /// Euler angles in radians, x = pitch, y = yaw, z = roll (see quaternionToEuler).
    [[nodiscard]] glm::vec3 getRotation() const noexcept { return quaternionToEuler(getTransform().rotation); }
    [[nodiscard]] glm::vec3 getScaling() const noexcept { return getTransform().scale; }

    void setPosition(const glm::vec3& position);
    /// Need not be of unit length.
    void setRotationQuaternion(const glm::quat& rotation);
    void setRotation(const glm::vec3& euler);
    void setScaling(const glm::vec3& scaling);
    void setTransform(const Transform& transform);
    /// Sets the local matrix as it is; shear survives until a part is set. Its fourth row must be (0 0 0 1).
    void setLocalMatrix(const glm::mat4& matrix);

    /// Position in world space.
    [[nodiscard]] glm::vec3 getAbsolutePosition() const noexcept;

private:
    friend class Bone;
    friend class Scene;
    friend class Skeleton;
    friend class NodeAccess;
    struct Edges;

    TransformNode(Scene& scene, TransformHierarchy& hierarchy, std::string_view name);
    ~TransformNode();
    friend std::default_delete<TransformNode>;

    /// Bones linked to this node and skeletons hosted by it; made when the first one comes.
    Edges& edges();

    Scene* scene_;
    std::unique_ptr<Edges> edges_;
};

}  // namespace armature
