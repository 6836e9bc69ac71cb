#pragma once

#include <functional>
#include <vector>

#include <glm/ext/vector_float2.hpp>
#include <glm/ext/vector_float3.hpp>

#include "rig.hpp"

/// Solids as signed distance fields: negative inside, in metres. A field need not be an exact distance, but never overestimates by much.
namespace character {

using Field = std::function<float(const glm::vec3&)>;

/// A solid that moves with one joint.
struct Shape {
    Joint joint = Joint::Root;
    Field distance;
};

/// A cone with round ends: radius `startRadius` about `start`, `endRadius` about `end`.
[[nodiscard]] Field roundCone(const glm::vec3& start, const glm::vec3& end, float startRadius, float endRadius);
[[nodiscard]] Field ellipsoid(const glm::vec3& centre, const glm::vec3& radii);
/// A box of `halfSize` in all, whose edges are rounded by `rounding`.
[[nodiscard]] Field roundBox(const glm::vec3& centre, const glm::vec3& halfSize, float rounding);
/// Between an ellipsoid and a box: |x|^n + |y|^n + |z|^n = 1 with n = `squareness`, stretched to `radii`.
[[nodiscard]] Field superellipsoid(const glm::vec3& centre, const glm::vec3& radii, float squareness);
/// A ring about the vertical through `centre`, leaning forward by `tilt` radians and stretched sideways by `widening`.
[[nodiscard]] Field ring(const glm::vec3& centre, float radius, float thickness, float tilt, float widening);
/// A disc whose axis is X.
[[nodiscard]] Field disc(const glm::vec3& centre, float radius, float halfThickness, float rounding);

/// A strip along `points`: `startWidth` to `endWidth` metres to both sides along `across` (a unit vector), and as thick on both faces as
/// `thickness`, which rounds its edges.
[[nodiscard]] Field strip(std::vector<glm::vec3> points, const glm::vec3& across, float startWidth, float endWidth, float thickness);

/// Distance to a rectangle with round corners in the plane.
[[nodiscard]] float roundRectangle(const glm::vec2& point, const glm::vec2& halfSize, float rounding);

/// Union, intersection of two distances whose seam is rounded over a width of about `blend`.
[[nodiscard]] float smoothUnion(float a, float b, float blend);
[[nodiscard]] float smoothIntersection(float a, float b, float blend);

/// The union of the shapes, seams rounded.
[[nodiscard]] Field unionOf(std::vector<Shape> shapes, float blend);
/// A layer on the solid, rising `thickness` above its surface with round edges and rooted 3 cm deep, as far as that lies inside `region`.
/// Straps, belts, pads and painted-on parts are such layers.
[[nodiscard]] Field layerOn(Field solid, float thickness, Field region);

/// The same solid on the other side.
[[nodiscard]] Field mirrored(Field field);
[[nodiscard]] Shape mirrored(const Shape& shape);
/// Both sides of each shape, after each other.
[[nodiscard]] std::vector<Shape> onBothSides(const std::vector<Shape>& left);

}  // namespace character
