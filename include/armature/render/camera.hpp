#pragma once

#include <span>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// A view and a projection, in OpenGL's conventions: the camera looks down its own -Z, and depth is from -1 to 1.
struct Camera {
    glm::mat4 view{1.f};        ///< World to camera.
    glm::mat4 projection{1.f};  ///< Camera to clip space.

    /// The camera's position in world space.
    [[nodiscard]] glm::vec3 getPosition() const noexcept;
};

/// False if all of a box is outside one plane of the view, so that the camera sees nothing of it. `world` maps the box's space to world
/// space. A box near a corner of the view may count as seen; an empty box never does, a box that is not finite always does. O(1).
[[nodiscard]] bool isInView(const Camera& camera, const Aabb& box, const glm::mat4& world = glm::mat4(1.f)) noexcept;

/// A perspective camera. `fieldOfView` is the full vertical angle in radians, `aspect` width / height; near and far planes are in metres.
[[nodiscard]] Camera perspectiveCamera(const glm::vec3& position, const glm::vec3& target, float aspect, float nearPlane, float farPlane,
                                       float fieldOfView = 0.6f, const glm::vec3& up = {0.f, 1.f, 0.f}) noexcept;

/// The view of the camera at a node (TransformNode::setCamera()): looks along the node's -Z with +Y up, ignoring its scale. `aspect`, width
/// / height, applies if the camera has none of its own; an orthographic one keeps its height. Throws std::invalid_argument if the node has
/// no camera.
[[nodiscard]] Camera viewFrom(const TransformNode& node, float aspect);

/// A perspective camera with all of `bounds` in view, centred, with a margin of a twentieth of the picture on the tightest side.
/// `direction` points from the box to the camera and need not be normalised. An empty box counts as a unit cube at the origin, a box
/// without extent as a cube sized for its position.
[[nodiscard]] Camera frameCamera(const Aabb& bounds, float aspect, const glm::vec3& direction = {0.5f, 0.35f, 1.f},
                                 float fieldOfView = 0.6f) noexcept;

/// A perspective camera with all points in view, such as posed vertices (see appendPosedPositions). Fits tighter than around the points'
/// box, and centres what is seen. Ignores points that are not finite.
[[nodiscard]] Camera frameCamera(std::span<const glm::vec3> points, float aspect, const glm::vec3& direction = {0.5f, 0.35f, 1.f},
                                 float fieldOfView = 0.6f) noexcept;

}  // namespace armature
