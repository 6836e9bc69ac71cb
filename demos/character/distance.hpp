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
/// A box whose half extents, rounding included, are `halfSize`; its edges are rounded by `rounding`.
[[nodiscard]] Field roundBox(const glm::vec3& centre, const glm::vec3& halfSize, float rounding);
/// A shape between an ellipsoid and a box: |x|^n + |y|^n + |z|^n = 1 with n = `squareness`, stretched to `radii`.
[[nodiscard]] Field superellipsoid(const glm::vec3& centre, const glm::vec3& radii, float squareness);
/// A ring about the vertical through `centre`, leaning forward by `tilt` radians and stretched sideways by `widening`.
[[nodiscard]] Field ring(const glm::vec3& centre, float radius, float thickness, float tilt, float widening);
/// A disc whose axis is X.
[[nodiscard]] Field disc(const glm::vec3& centre, float radius, float halfThickness, float rounding);

/// A strip along `points`. It extends `startWidth` to `endWidth` metres to both sides along `across` (a unit vector), and `thickness` to
/// both faces; its edges are rounded by `thickness`.
[[nodiscard]] Field strip(std::vector<glm::vec3> points, const glm::vec3& across, float startWidth, float endWidth, float thickness);

/// The distance to a rectangle with round corners in the plane.
[[nodiscard]] float roundRectangle(const glm::vec2& point, const glm::vec2& halfSize, float rounding);

/// The union and the intersection of two distances, with the seam rounded over a width of about `blend`.
[[nodiscard]] float smoothUnion(float a, float b, float blend);
[[nodiscard]] float smoothIntersection(float a, float b, float blend);

/// The union of the shapes, with rounded seams.
[[nodiscard]] Field unionOf(std::vector<Shape> shapes, float blend);
/// A layer on the solid within `region`: it rises `thickness` above the surface with round edges and is rooted 3 cm deep. Straps, belts,
/// pads and painted-on parts are such layers.
[[nodiscard]] Field layerOn(Field solid, float thickness, Field region);

/// The solid mirrored to the other side.
[[nodiscard]] Field mirrored(Field field);
[[nodiscard]] Shape mirrored(const Shape& shape);
/// All shapes, followed by their mirror images.
[[nodiscard]] std::vector<Shape> onBothSides(const std::vector<Shape>& left);

}  // namespace character
