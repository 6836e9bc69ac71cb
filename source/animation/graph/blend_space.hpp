#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/ext/vector_double2.hpp>
#include <glm/ext/vector_float2.hpp>

#include <armature/fwd.hpp>

namespace armature {

/// The points that contribute at a position, and their weights, which sum to 1. Unused entries have weight 0.
struct SpaceWeights {
    std::array<std::uint32_t, 3> point{};
    std::array<float, 3> weight{};
};

/// Points of a plane or a line, and their weights at any position. Weights are continuous; at a point, only that point has weight. A
/// position outside the points has the weights of the nearest position on their border. Border points that lie on a line, up to rounding,
/// count as lying on that line.
class BlendSpace final {
public:
    using Triangle = std::array<std::uint32_t, 3>;

    /// Makes the space of a node: a plane if the node has a second parameter, otherwise a line. Precondition:
    /// GraphChecks::requirePoints() accepts the node.
    [[nodiscard]] static BlendSpace of(const BlendSpaceNode& node);
    /// Makes a space of points on the x axis. Preconditions of this and plane(): at least one point, and no two points coincide.
    [[nodiscard]] static BlendSpace line(std::span<const glm::vec2> points);
    /// Makes a space of points in the plane, by their Delaunay triangulation; if all points lie on a line, the space is that line.
    [[nodiscard]] static BlendSpace plane(std::span<const glm::vec2> points);

    /// Returns the points and weights at `place`. O(triangles).
    [[nodiscard]] SpaceWeights weightsAt(const glm::vec2& place) const noexcept;
    /// Triangles as indices of points, counterclockwise; none on a line.
    [[nodiscard]] std::span<const Triangle> triangles() const noexcept { return triangles_; }

private:
    using Edge = std::array<std::uint32_t, 2>;

    explicit BlendSpace(std::span<const glm::vec2> points, float yScale);

    [[nodiscard]] double turnOf(std::uint32_t a, std::uint32_t b, std::uint32_t c) const noexcept;
    void join();
    std::size_t joinLine(std::span<const std::uint32_t> order);
    void joinPoint(std::uint32_t point);
    void flipUntilDelaunay();
    [[nodiscard]] bool flipAcross(std::size_t triangle, std::size_t corner);
    [[nodiscard]] bool isInCircle(const Triangle& triangle, std::uint32_t point) const noexcept;
    void findBorder();
    [[nodiscard]] bool removeSliver();
    [[nodiscard]] glm::dvec2 extent() const noexcept;
    [[nodiscard]] SpaceWeights onBorder(const glm::dvec2& place) const noexcept;

    std::vector<glm::dvec2> points_;
    std::vector<Triangle> triangles_;
    std::vector<Edge> border_;  // outer edges of the triangles, or the pieces of a line
    float yScale_ = 1.f;        // 0 for points on the x axis
};

}  // namespace armature
