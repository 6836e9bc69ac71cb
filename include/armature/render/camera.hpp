#pragma once

#include <span>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/aabb.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

/// A view and a projection in OpenGL's conventions: the camera looks along its own -Z, and depth ranges from -1 to 1.
struct ARMATURE_API Camera {
    glm::mat4 view{1.f};        ///< Maps world space to camera space.
    glm::mat4 projection{1.f};  ///< Maps camera space to clip space.

    /// The camera's position in world space.
    [[nodiscard]] glm::vec3 getPosition() const noexcept;
};

/// Returns false if the whole box is outside one of the planes of the view frustum, so that the camera cannot see it. `world` maps the
/// box's space to world space. Returns true for some boxes that are outside the frustum but near one of its corners. Returns false for an
/// empty box, and true for a box that is not finite. O(1).
[[nodiscard]] ARMATURE_API bool isInView(const Camera& camera, const Aabb& box, const glm::mat4& world = glm::mat4(1.f)) noexcept;

/// Makes a perspective camera at `position` that looks at `target`. `fieldOfView` is the full vertical angle in radians, `aspect` is width
/// / height; the distances of the near and far planes are in metres.
[[nodiscard]] ARMATURE_API Camera perspectiveCamera(const glm::vec3& position, const glm::vec3& target, float aspect, float nearPlane,
                                                    float farPlane, float fieldOfView = 0.6f,
                                                    const glm::vec3& up = {0.f, 1.f, 0.f}) noexcept;

/// Returns the view of the camera attached to a node (TransformNode::setCamera()), which looks along the node's -Z with +Y up and ignores
/// the node's scale. `aspect` is width / height. A perspective camera uses its own aspect ratio instead, if it has one. An orthographic
/// camera keeps the height of its view and adapts the width. Throws std::invalid_argument if the node has no camera.
[[nodiscard]] ARMATURE_API Camera viewFrom(const TransformNode& node, float aspect);

/// Makes a perspective camera with all of `bounds` in view, centred, with a margin of a twentieth of the picture on the tightest side.
/// `direction` points from the box to the camera and need not be normalised. For an empty box, the view shows a unit cube at the origin;
/// for a box without extent, the camera is away from it by a thousandth of its largest coordinate in the camera's axes, but by at least a
/// thousandth of a unit.
[[nodiscard]] ARMATURE_API Camera frameCamera(const Aabb& bounds, float aspect, const glm::vec3& direction = {0.5f, 0.35f, 1.f},
                                              float fieldOfView = 0.6f) noexcept;

/// Makes a perspective camera with all points in view, such as posed vertices (see appendPosedPositions). The view fits more tightly than a
/// view of the points' box, and is centred on the visible outline of the points. Ignores points that are not finite.
[[nodiscard]] ARMATURE_API Camera frameCamera(std::span<const glm::vec3> points, float aspect,
                                              const glm::vec3& direction = {0.5f, 0.35f, 1.f}, float fieldOfView = 0.6f) noexcept;

}  // namespace armature
