#pragma once

#include <limits>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/math/aabb.hpp>
#include <armature/render/camera.hpp>

namespace armature {

/// The nearest place from which a camera with a given direction sees all of some points, with a margin of a twentieth of the picture on the
/// tightest side. Points are not stored, so there may be any number of them.
class CameraFit final {
public:
    /// `direction` points from the model to the camera, any length except zero; `fieldOfView` is the full vertical angle in radians.
    CameraFit(const glm::vec3& direction, float aspect, float fieldOfView) noexcept;

    /// Skips points that are not finite: no picture can show them.
    void add(const glm::vec3& point) noexcept;
    /// A cube about a point.
    void add(const glm::vec3& center, float halfEdge) noexcept;

    /// True if no finite point was added.
    [[nodiscard]] bool isEmpty() const noexcept { return nearest_ < farthest_; }

    /// Where to put the camera. Without points, or if some are too far apart for a float, it shows a unit cube at the origin; a single
    /// point gets a view sized for its position.
    struct Placement {
        glm::vec3 target;     ///< The point in the middle of the picture.
        float distance;       ///< From there to the camera.
        float nearestPoint;   ///< Distance of the nearest point from the camera, along the line of sight.
        float farthestPoint;  ///< Distance of the farthest point, along the same line.
    };
    /// The nearest placement with all points in the picture, off their middle where they lie unevenly.
    [[nodiscard]] Placement getPlacement() const noexcept;
    /// The nearest placement with the middle of the points' box in the middle of the picture: farther away, but suited to turning about it.
    [[nodiscard]] Placement getPlacementAroundCenter() const noexcept;
    /// A perspective camera at getPlacement(), whose near and far planes lie close around the points.
    [[nodiscard]] Camera getCamera() const noexcept;

private:
    [[nodiscard]] Placement placeAround(const glm::dvec3& target) const noexcept;
    [[nodiscard]] CameraFit withSomething() const noexcept;

    static constexpr double none = -std::numeric_limits<double>::infinity();

    glm::dvec3 right_;
    glm::dvec3 up_;
    glm::dvec3 back_;
    float aspect_;
    float fieldOfView_;
    glm::dvec2 tangent_;  ///< Of half the angle that may be filled, across and upwards.
    // A point at (x, z) in the camera's axes is in the picture if |x - middle| <= tangent * (distance - z). So the largest of
    // x + tangent * z and of -x + tangent * z bound the distance, and their difference is what centres the picture.
    glm::dvec2 plus_{none};
    glm::dvec2 minus_{none};
    double nearest_ = none;
    double farthest_ = -none;
    Aabb bounds_;
    double largest_ = 1.;  ///< Magnitude of the coordinates.
};

}  // namespace armature
