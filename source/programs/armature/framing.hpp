#pragma once

#include <cstddef>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/fwd.hpp>
#include <armature/render/camera.hpp>

#include <armature/render/camera_fit.hpp>

namespace armature::tools {

/// Whether a picture of `scene` shows a mesh. Without any it shows the bones.
[[nodiscard]] bool showsMeshes(const Scene& scene);

/// Adds what a picture of `scene` shows in its current pose: its meshes, and its bones if `withBones` or if there are no meshes. For a
/// scene without either, all nodes. O(vertices): it skins each of them.
void addShown(CameraFit& fit, const Scene& scene, bool withBones);

/// Time of frame `frame` if `frames` of them show a whole looping clip: the last one is a step before the first.
[[nodiscard]] double frameTime(double duration, std::size_t frame, std::size_t frames) noexcept;

/// Adds all frames of a clip, posing the scene for each. Leaves the scene in the last pose.
void addShown(CameraFit& fit, const Scene& scene, AnimationGroup& clip, std::size_t frames, bool withBones);

/// A camera that turns about a point. Angles in radians, lengths in metres.
class OrbitCamera final {
public:
    /// Collects what to frame, seen from the camera's current side.
    [[nodiscard]] CameraFit startFit(float aspect) const noexcept;
    /// Moves so that all of it is in the picture.
    void frame(const CameraFit& fit) noexcept;

    /// Turns by a drag over the picture, in picture heights: right and down are positive.
    void turn(const glm::vec2& drag) noexcept;
    /// Turns by an angle in radians about the world's +Y.
    void turnBy(float angle) noexcept;
    /// Moves the point with a drag over the picture, in picture heights, so that what is under the mouse stays there.
    void move(const glm::vec2& drag) noexcept;
    /// Zooms in by a number of clicks of the wheel; negative zooms out.
    void approach(float clicks) noexcept;

    [[nodiscard]] Camera getCamera(float aspect) const noexcept;
    [[nodiscard]] float getDistance() const noexcept { return distance_; }  ///< From the point.

private:
    [[nodiscard]] glm::vec3 towardsCamera() const noexcept;

    glm::vec3 target_{0.f, 0.f, 0.f};
    float distance_ = 5.f;
    float extent_ = 1.f;   ///< Size of what was framed: about how far in front of and behind the point things are.
    float yaw_ = 0.61f;    ///< About +Y; 0: seen from +Z, the front of a glTF model.
    float pitch_ = 0.28f;  ///< Above the horizon.
};

}  // namespace armature::tools
