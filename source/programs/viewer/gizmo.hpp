#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/math/space.hpp>
#include <armature/math/transform.hpp>
#include <armature/render/camera.hpp>

namespace armature::tools {

/// A camera and its picture, in pixels from the top left corner.
struct PictureView {
    Camera camera;
    glm::vec2 size{1.f};

    /// Returns the place of a world point in the picture; none for a point behind the camera.
    [[nodiscard]] std::optional<glm::vec2> project(const glm::vec3& point) const noexcept;
    /// Returns the ray through a pixel, which starts on the near plane.
    [[nodiscard]] Ray rayThrough(const glm::vec2& pixel) const noexcept;
};

/// Names of the values of Space.
inline constexpr std::array<std::string_view, 4> spaceNames{"own", "local", "skeleton", "world"};

/// A handle that the mouse can grab: arrows move along an axis, rings turn about it.
struct GizmoHandle {
    bool turns = false;
    int axis = 0;  ///< 0, 1, 2: x, y, z.

    friend bool operator==(const GizmoHandle&, const GizmoHandle&) = default;
};

/// Three arrows and three rings about the origin of a node. They have the same size in the picture at any distance.
///
/// A drag always starts from the node's place when the handle was grabbed, and adds the whole drag, so that errors do not accumulate. The
/// node must outlive the drag.
class Gizmo final {
public:
    /// The axes are those of `space`: the node's own, its parent's, its skeleton's, or the world's.
    Gizmo(const Node& node, Space space, const PictureView& view);

    /// Returns the polyline to draw for a handle, in pixels: an arrow's shaft, or the half of a ring that faces the camera. Empty if the
    /// handle cannot be seen.
    [[nodiscard]] std::vector<glm::vec2> outlineOf(const GizmoHandle& handle, const PictureView& view) const;
    /// Returns the handle nearest to a pixel; none if all are more than a few pixels away.
    [[nodiscard]] std::optional<GizmoHandle> find(const glm::vec2& pixel, const PictureView& view) const;

    /// A drag of a handle.
    class Drag {
    public:
        /// `pixel`: where the handle is grabbed.
        Drag(Node& node, const Gizmo& gizmo, const GizmoHandle& handle, const glm::vec2& pixel, const PictureView& view);
        /// Moves or turns the node by as much as the mouse has moved along the handle since it grabbed it. `step`: if not 0, rounds to
        /// whole steps of that many metres or radians. Throws std::invalid_argument, as Node's setters do, if the node cannot be placed in
        /// the world.
        void to(const glm::vec2& pixel, float step = 0.f);
        /// Returns how far the node has been moved or turned, in metres or radians.
        [[nodiscard]] float getAmount() const noexcept { return amount_; }
        [[nodiscard]] const GizmoHandle& getHandle() const noexcept { return handle_; }

    private:
        Node* node_;
        GizmoHandle handle_;
        glm::vec3 axis_;  // in world space, unit length
        glm::vec3 origin_;
        glm::quat rotation_;
        glm::vec2 grabbed_;
        glm::vec2 perUnit_{0.f};  // pixels that the grabbed point moves in the picture per metre or radian of the drag
        float amount_ = 0.f;
    };

private:
    [[nodiscard]] std::vector<glm::vec3> ring(int axis, const glm::vec3& eye) const;

    glm::vec3 origin_;
    std::array<glm::vec3, 3> axes_;
    float reach_;  // length of the arrows, in metres
};

/// Returns the distance in pixels from a pixel to a polyline.
[[nodiscard]] float distanceToLine(const glm::vec2& pixel, const std::vector<glm::vec2>& line) noexcept;

}  // namespace armature::tools
