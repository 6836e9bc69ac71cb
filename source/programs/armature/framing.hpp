#pragma once

#include <cstddef>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/render/camera.hpp>

#include <armature/render/camera_fit.hpp>

namespace armature::tools {

/// Returns whether a picture of `scene` shows a mesh; if not, the picture shows the bones.
[[nodiscard]] bool showsMeshes(const Scene& scene);

/// Adds everything that a picture of `scene` shows in its current pose: its meshes, and its bones if `withBones` or if there are no meshes.
/// If the scene has neither, adds all its nodes. O(vertices): it skins each of them.
void addShown(CameraFit& fit, const Scene& scene, bool withBones);

/// Returns the time of frame `frame` of `frames` frames that show a whole looping clip. The last frame is one step before the clip's end,
/// because the next one is the first frame again.
[[nodiscard]] double frameTime(double duration, std::size_t frame, std::size_t frames) noexcept;

/// Adds everything that any frame of a clip shows, posing the scene for each frame. Leaves the scene in the last pose.
void addShown(CameraFit& fit, const Scene& scene, AnimationGroup& clip, std::size_t frames, bool withBones);

/// A camera that turns about a point. Angles in radians, lengths in metres.
class OrbitCamera final {
public:
    /// Returns an empty fit, seen from the camera's current side.
    [[nodiscard]] CameraFit startFit(float aspect) const noexcept;
    /// Moves the camera so that the whole fit is in the picture.
    void frame(const CameraFit& fit) noexcept;

    /// Turns the camera by a drag over the picture. `drag`: in picture heights; right and down are positive.
    void turn(const glm::vec2& drag) noexcept;
    /// Turns by an angle in radians about the world's +Y.
    void turnBy(float angle) noexcept;
    /// Moves the target point by a drag over the picture, in picture heights, so that the point under the mouse stays under it.
    void move(const glm::vec2& drag) noexcept;
    /// Moves the camera and its target point, in metres.
    void carry(const glm::vec3& offset) noexcept { target_ += offset; }
    /// Zooms in by a number of wheel clicks; negative zooms out.
    void approach(float clicks) noexcept;

    [[nodiscard]] Camera getCamera(float aspect) const noexcept;
    [[nodiscard]] float getDistance() const noexcept { return distance_; }  ///< Distance of the camera from the target point.

private:
    [[nodiscard]] glm::vec3 towardsCamera() const noexcept;

    glm::vec3 target_{0.f, 0.f, 0.f};
    float distance_ = 5.f;
    float extent_ = 1.f;   ///< About how far the framed things reach in front of and behind the target.
    float yaw_ = 0.61f;    ///< About +Y; 0: seen from +Z, the front of a glTF model.
    float pitch_ = 0.28f;  ///< The camera's angle above the horizon.
};

}  // namespace armature::tools
