#include "animation/graph/blend_space.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

#include <armature/animation/animation_graph.hpp>

namespace armature {

namespace {

double crossProduct(const glm::dvec2& a, const glm::dvec2& b) noexcept
{
    return a.x * b.y - a.y * b.x;
}

}  // namespace

BlendSpace::BlendSpace(std::span<const glm::vec2> points, float yScale) : yScale_(yScale)
{
    for (const glm::vec2& point : points) {
        points_.emplace_back(point.x, point.y * yScale);
    }
    join();
    flipUntilDelaunay();
    findBorder();
    while (removeSliver()) {}
}

BlendSpace BlendSpace::of(const BlendSpaceNode& node)
{
    std::vector<glm::vec2> points;
    for (const BlendPoint& point : node.points) {
        points.push_back(point.position);
    }
    return node.y.empty() ? line(points) : plane(points);
}

BlendSpace BlendSpace::line(std::span<const glm::vec2> points)
{
    return BlendSpace(points, 0.f);
}

BlendSpace BlendSpace::plane(std::span<const glm::vec2> points)
{
    return BlendSpace(points, 1.f);
}

// --- triangulation: triangles between each new point and the edges that it sees, then Lawson's flips ------------------------

/// Returns a positive number if the path from a via b to c turns left, a negative one if it turns right, and 0 if it is straight.
double BlendSpace::turnOf(std::uint32_t a, std::uint32_t b, std::uint32_t c) const noexcept
{
    return crossProduct(points_[b] - points_[a], points_[c] - points_[a]);
}

// Triangulates the points: joins one after the other, from left to right. Meanwhile, border_ is the hull of the points joined so far,
// counterclockwise.
void BlendSpace::join()
{
    std::vector<std::uint32_t> order(points_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
        return points_[a].x != points_[b].x ? points_[a].x < points_[b].x : points_[a].y < points_[b].y;
    });
    for (std::size_t i = joinLine(order); i < order.size(); ++i) {
        joinPoint(order[i]);
    }
}

/// Joins the leading points that are on one line, and the point after them. Returns the number of points joined.
std::size_t BlendSpace::joinLine(std::span<const std::uint32_t> order)
{
    std::size_t count = std::min<std::size_t>(order.size(), 2);
    while (count < order.size() && turnOf(order[0], order[1], order[count]) == 0.) {
        ++count;
    }
    for (std::size_t i = 1; i < count; ++i) {
        border_.push_back({order[i - 1], order[i]});
    }
    if (count == order.size()) {
        return count;
    }
    const std::uint32_t apex = order[count];
    const bool isLeft = turnOf(order[0], order[1], apex) > 0.;
    for (Edge& edge : border_) {
        edge = isLeft ? edge : Edge{edge[1], edge[0]};
        triangles_.push_back({edge[0], edge[1], apex});
    }
    const std::uint32_t first = isLeft ? order[0] : order[count - 1];
    const std::uint32_t last = isLeft ? order[count - 1] : order[0];
    border_.push_back({last, apex});
    border_.push_back({apex, first});
    return count + 1;
}

/// Joins a point outside the hull, by a triangle with each edge of the hull that is visible from the point.
void BlendSpace::joinPoint(std::uint32_t point)
{
    std::vector<Edge> hull;
    std::vector<Edge> open;
    for (const Edge& edge : border_) {
        if (turnOf(edge[0], edge[1], point) < 0.) {
            triangles_.push_back({edge[1], edge[0], point});
            open.push_back({edge[0], point});
            open.push_back({point, edge[1]});
        } else {
            hull.push_back(edge);
        }
    }
    for (const Edge& edge : open) {  // edges between two new triangles are inside
        const bool isShared = std::ranges::find(open, Edge{edge[1], edge[0]}) != open.end();
        if (!isShared) {
            hull.push_back(edge);
        }
    }
    border_ = hull;
}

bool BlendSpace::isInCircle(const Triangle& triangle, std::uint32_t point) const noexcept
{
    const glm::dvec2 a = points_[triangle[0]] - points_[point];
    const glm::dvec2 b = points_[triangle[1]] - points_[point];
    const glm::dvec2 c = points_[triangle[2]] - points_[point];
    const double determinant =
        glm::dot(a, a) * crossProduct(b, c) + glm::dot(b, b) * crossProduct(c, a) + glm::dot(c, c) * crossProduct(a, b);
    const double size = std::max({glm::dot(a, a), glm::dot(b, b), glm::dot(c, c)});
    return determinant > 1e-12 * size * size;  // tolerance: the four points of a grid cell are on one circle, up to rounding
}

/// Flips the edge opposite to a corner if the far corner of the triangle across the edge lies in the circle through this triangle's
/// corners: replaces the edge by the other diagonal of the quadrangle that both triangles form. Returns whether the edge was flipped.
bool BlendSpace::flipAcross(std::size_t triangle, std::size_t corner)
{
    const Triangle own = triangles_[triangle];
    const std::uint32_t apex = own[corner];
    const std::uint32_t a = own[(corner + 1) % 3];
    const std::uint32_t b = own[(corner + 2) % 3];
    for (std::size_t other = 0; other < triangles_.size(); ++other) {
        for (std::size_t i = 0; i < 3; ++i) {
            const Triangle& across = triangles_[other];
            if (across[i] != b || across[(i + 1) % 3] != a) {
                continue;
            }
            const std::uint32_t far = across[(i + 2) % 3];
            if (!isInCircle(own, far) || turnOf(apex, a, far) <= 0. || turnOf(far, b, apex) <= 0.) {
                return false;
            }
            triangles_[triangle] = {apex, a, far};
            triangles_[other] = {far, b, apex};
            return true;
        }
    }
    return false;
}

void BlendSpace::flipUntilDelaunay()
{
    std::size_t flipsLeft = points_.size() * points_.size();  // limit as a guard against rounding; more flips are never needed
    for (bool hasFlipped = true; hasFlipped;) {
        hasFlipped = false;
        for (std::size_t i = 0; i < triangles_.size() * 3; ++i) {
            if (flipsLeft > 0 && flipAcross(i / 3, i % 3)) {
                hasFlipped = true;
                --flipsLeft;
            }
        }
    }
}

/// Finds the border of the triangles. If all points lie on a line, border_ already holds the pieces of that line.
void BlendSpace::findBorder()
{
    if (triangles_.empty()) {
        return;
    }
    border_.clear();
    std::vector<Edge> edges;
    for (const Triangle& triangle : triangles_) {
        for (std::size_t i = 0; i < 3; ++i) {
            edges.push_back({triangle[i], triangle[(i + 1) % 3]});
        }
    }
    for (const Edge& edge : edges) {
        if (std::ranges::find(edges, Edge{edge[1], edge[0]}) == edges.end()) {
            border_.push_back(edge);
        }
    }
}

/// Removes a very flat triangle at the border. Such triangles appear because decimal coordinates of points on a line are rounded; their
/// long edges would bypass the points in the middle. Returns whether there was such a triangle.
bool BlendSpace::removeSliver()
{
    constexpr double flat = 1e-5;  // tolerance for height / long edge, with axes scaled to the points' extent, because units may differ
    const glm::dvec2 perExtent = 1. / extent();
    const auto scaled = [&](std::uint32_t from, std::uint32_t to) { return (points_[to] - points_[from]) * perExtent; };
    for (std::size_t place = 0; place < border_.size(); ++place) {
        const auto [a, b] = border_[place];
        const glm::dvec2 along = scaled(a, b);
        for (std::size_t i = 0; i < triangles_.size(); ++i) {
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const Triangle& triangle = triangles_[i];
                const std::uint32_t c = triangle[(corner + 2) % 3];
                const double part = glm::dot(scaled(a, c), along) / glm::dot(along, along);
                if (triangle[corner] == a && triangle[(corner + 1) % 3] == b && part > 0. && part < 1.
                    && crossProduct(along, scaled(a, c)) < flat * glm::dot(along, along)) {
                    triangles_.erase(triangles_.begin() + static_cast<std::ptrdiff_t>(i));
                    border_[place] = {a, c};
                    border_.push_back({c, b});
                    return true;
                }
            }
        }
    }
    return false;
}

/// Returns the extent of the points in x and y; 1 on an axis where all points coincide.
glm::dvec2 BlendSpace::extent() const noexcept
{
    glm::dvec2 low = points_.front();
    glm::dvec2 high = low;
    for (const glm::dvec2& point : points_) {
        low = glm::min(low, point);
        high = glm::max(high, point);
    }
    return {high.x > low.x ? high.x - low.x : 1., high.y > low.y ? high.y - low.y : 1.};
}

// --- weights ----------------------------------------------------------------------------------------------------------

SpaceWeights BlendSpace::weightsAt(const glm::vec2& place) const noexcept
{
    const glm::dvec2 at(place.x, place.y * yScale_);
    double best = -1e-9;  // tolerance: because of rounding, a position on an edge may seem to lie outside both its triangles
    SpaceWeights weights;
    bool isInside = false;
    for (const Triangle& triangle : triangles_) {
        const glm::dvec2 a = points_[triangle[0]] - at;
        const glm::dvec2 b = points_[triangle[1]] - at;
        const glm::dvec2 c = points_[triangle[2]] - at;
        const double whole = crossProduct(b - a, c - a);
        const std::array parts{crossProduct(b, c) / whole, crossProduct(c, a) / whole, crossProduct(a, b) / whole};
        const double least = *std::ranges::min_element(parts);
        if (least >= best) {
            best = least;
            isInside = true;
            weights.point = triangle;
            const double u = std::clamp(parts[1], 0., 1.);
            const double v = std::clamp(parts[2], 0., 1. - u);
            weights.weight = {static_cast<float>(1. - u - v), static_cast<float>(u), static_cast<float>(v)};
        }
    }
    return isInside ? weights : onBorder(at);
}

SpaceWeights BlendSpace::onBorder(const glm::dvec2& place) const noexcept
{
    SpaceWeights weights{{0, 0, 0}, {1.f, 0.f, 0.f}};
    double nearest = std::numeric_limits<double>::infinity();
    for (const Edge& edge : border_) {
        const glm::dvec2 along = points_[edge[1]] - points_[edge[0]];
        const glm::dvec2 from = place - points_[edge[0]];
        const double part = std::clamp(glm::dot(from, along) / glm::dot(along, along), 0., 1.);
        const glm::dvec2 gap = from - part * along;
        const double distance = glm::dot(gap, gap);
        if (distance < nearest) {
            nearest = distance;
            weights = {{edge[0], edge[1], edge[0]}, {static_cast<float>(1. - part), static_cast<float>(part), 0.f}};
        }
    }
    return weights;
}

}  // namespace armature
