#pragma once

#include <limits>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/math/aabb.hpp>
#include <armature/render/camera.hpp>

namespace armature {

/// Finds the nearest position from which a camera with a given direction sees all given points, with a margin of a twentieth of the picture
/// on the tightest side. Points are not stored, so there may be any number of them.
class ARMATURE_API CameraFit final {
public:
    /// Makes a fit without points. `direction` points from the model to the camera and may have any length except zero; `aspect` is width /
    /// height; `fieldOfView` is the full vertical angle in radians.
    CameraFit(const glm::vec3& direction, float aspect, float fieldOfView) noexcept;

    /// Adds a point. Points that are not finite are skipped: no picture can show them.
    void add(const glm::vec3& point) noexcept;
    /// Adds a cube with edges of 2 * `halfEdge` around a point.
    void add(const glm::vec3& center, float halfEdge) noexcept;

    /// True if no finite point has been added.
    [[nodiscard]] bool isEmpty() const noexcept { return nearest_ < farthest_; }

    /// Where to put the camera. Without points, or if points are too far apart for a float, the camera shows a unit cube at the origin;
    /// from a single point, the camera is away by a thousandth of the point's largest coordinate in the camera's axes, but by at least a
    /// thousandth of a unit.
    struct Placement {
        glm::vec3 target;     ///< The point in the middle of the picture.
        float distance;       ///< From the target to the camera.
        float nearestPoint;   ///< Distance of the nearest point from the camera, along the line of sight.
        float farthestPoint;  ///< Distance of the farthest point from the camera, along the line of sight.
    };
    /// Returns the nearest placement with all points in the picture. If the points are unevenly distributed, the target is not in their
    /// middle.
    [[nodiscard]] Placement getPlacement() const noexcept;
    /// Returns the nearest placement with all points in the picture and the centre of their box in its middle. It is usually farther away
    /// than getPlacement(), but suits orbiting about that centre.
    [[nodiscard]] Placement getPlacementAroundCenter() const noexcept;
    /// Returns a perspective camera at getPlacement(), with near and far planes close around the points.
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
    glm::dvec2 tangent_;  ///< Tangents of half the horizontal and vertical angles that the points may fill.
    // A point at (x, z) in the camera's axes is in the picture if |x - middle| <= tangent * (distance - z). So the maxima of x + tangent *
    // z and of -x + tangent * z over all points determine the smallest distance, and their difference determines the middle. The same holds
    // for y.
    glm::dvec2 plus_{none};
    glm::dvec2 minus_{none};
    double nearest_ = none;
    double farthest_ = -none;
    Aabb bounds_;
    double largest_ = 1.;  ///< Largest magnitude of the points' coordinates; at least 1.
};

}  // namespace armature
