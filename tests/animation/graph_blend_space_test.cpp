#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include <glm/geometric.hpp>

#include <armature/animation/animation_graph.hpp>

#include "animation/graph/blend_space.hpp"

#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

double areaOf(const std::vector<glm::vec2>& points, const BlendSpace::Triangle& triangle)
{
    const glm::dvec2 a(points[triangle[0]]);
    const glm::dvec2 u = glm::dvec2(points[triangle[1]]) - a;
    const glm::dvec2 v = glm::dvec2(points[triangle[2]]) - a;
    return (u.x * v.y - u.y * v.x) / 2.;
}

/// The area of the convex hull, by gift wrapping, independently of the triangulation.
double hullArea(const std::vector<glm::vec2>& points)
{
    const auto cross = [&](std::size_t o, std::size_t a, std::size_t b) {
        const glm::dvec2 u = glm::dvec2(points[a]) - glm::dvec2(points[o]);
        const glm::dvec2 v = glm::dvec2(points[b]) - glm::dvec2(points[o]);
        return u.x * v.y - u.y * v.x;
    };
    std::size_t first = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        first = points[i].x < points[first].x || (points[i].x == points[first].x && points[i].y < points[first].y) ? i : first;
    }
    double twice = 0.;
    std::size_t at = first;
    do {
        std::size_t next = at == 0 ? 1u : 0u;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const double side = cross(at, next, i);
            if (side < 0. || (side == 0. && glm::distance(points[at], points[i]) > glm::distance(points[at], points[next]))) {
                next = i;
            }
        }
        twice += static_cast<double>(points[at].x) * static_cast<double>(points[next].y)
                 - static_cast<double>(points[next].x) * static_cast<double>(points[at].y);
        at = next;
    } while (at != first);
    return twice / 2.;
}

/// True if a point is inside a triangle's circumcircle, by more than rounding.
bool isInCircle(const std::vector<glm::vec2>& points, const BlendSpace::Triangle& t, std::size_t point)
{
    const glm::dvec2 a(points[t[0]]);
    const glm::dvec2 b = glm::dvec2(points[t[1]]) - a;
    const glm::dvec2 c = glm::dvec2(points[t[2]]) - a;
    const double d = 2. * (b.x * c.y - b.y * c.x);
    const glm::dvec2 center(c.y * glm::dot(b, b) - b.y * glm::dot(c, c), b.x * glm::dot(c, c) - c.x * glm::dot(b, b));
    return glm::distance(glm::dvec2(points[point]) - a, center / d) < glm::length(center / d) * (1. - 1e-6);
}

glm::dvec2 blendedPlace(const std::vector<glm::vec2>& points, const SpaceWeights& weights)
{
    glm::dvec2 place(0.);
    for (std::size_t i = 0; i < 3; ++i) {
        place += glm::dvec2(points[weights.point[i]]) * static_cast<double>(weights.weight[i]);
    }
    return place;
}

std::vector<double> byPoint(const SpaceWeights& weights, std::size_t points)
{
    std::vector<double> by(points, 0.);
    for (std::size_t i = 0; i < 3; ++i) {
        by[weights.point[i]] += static_cast<double>(weights.weight[i]);
    }
    return by;
}

std::vector<glm::vec2> randomPoints(Random& random, bool isGrid)
{
    std::vector<glm::vec2> points;
    const int count = random.integer(3, 30);
    for (int i = 0; i < count; ++i) {
        const glm::vec2 point =
            isGrid ? glm::vec2(random.integer(-3, 3), random.integer(-3, 3)) : glm::vec2(random.real(-3, 3), random.real(-3, 3));
        if (std::ranges::find(points, point) == points.end()) {
            points.push_back(point);
        }
    }
    return points;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(graph_blend_space)

BOOST_AUTO_TEST_CASE(a_line_blends_the_two_neighbours)
{
    const std::vector<glm::vec2> points{{2.f, 7.f}, {0.f, 1.f}, {1.f, -5.f}};
    const BlendSpace space = BlendSpace::line(points);
    const auto at = [&](float x) { return byPoint(space.weightsAt({x, 0.f}), 3); };
    BOOST_TEST(at(0.25f) == (std::vector{0., 0.75, 0.25}), boost::test_tools::per_element());
    BOOST_TEST(at(1.5f) == (std::vector{0.5, 0., 0.5}), boost::test_tools::per_element());
    BOOST_TEST(at(-3.f) == (std::vector{0., 1., 0.}), boost::test_tools::per_element());
    BOOST_TEST(at(9.f) == (std::vector{1., 0., 0.}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(one_point_and_points_on_a_line_in_the_plane_have_weights)
{
    BOOST_TEST(byPoint(BlendSpace::plane(std::vector<glm::vec2>{{3.f, 4.f}}).weightsAt({0.f, 0.f}), 1)[0] == 1.);
    const std::vector<glm::vec2> diagonal{{0.f, 0.f}, {2.f, 2.f}, {1.f, 1.f}};
    const BlendSpace space = BlendSpace::plane(diagonal);
    BOOST_TEST(space.triangles().empty());
    const auto weights = byPoint(space.weightsAt({2.f, 1.f}), 3);  // the nearest point on the line is (1.5 1.5)
    BOOST_TEST(weights[1] == 0.5, boost::test_tools::tolerance(1e-6));
    BOOST_TEST(weights[2] == 0.5, boost::test_tools::tolerance(1e-6));
}

// By hand: in the middle of a triangle each corner weighs a third.
BOOST_AUTO_TEST_CASE(a_triangle_is_blended_by_barycentric_weights)
{
    const BlendSpace space = BlendSpace::plane(std::vector<glm::vec2>{{0.f, 0.f}, {3.f, 0.f}, {0.f, 3.f}});
    for (const double weight : byPoint(space.weightsAt({1.f, 1.f}), 3)) {
        BOOST_TEST(weight == 1. / 3, boost::test_tools::tolerance(1e-6));
    }
    BOOST_TEST(byPoint(space.weightsAt({5.f, 5.f}), 3)[0] == 0.);  // beyond the long side: its middle is nearest
    BOOST_TEST(byPoint(space.weightsAt({5.f, 5.f}), 3)[1] == 0.5, boost::test_tools::tolerance(1e-6));
}

BOOST_AUTO_TEST_CASE(editors_ask_a_described_space_for_its_weights_and_triangles)
{
    BlendSpaceNode space{"x", "y", {{"a", {0.f, 0.f}}, {"b", {3.f, 0.f}}, {"c", {0.f, 3.f}}}};
    BOOST_TEST(blendSpaceWeights(space, {5.f, 5.f}) == (std::vector{0.f, 0.5f, 0.5f}), boost::test_tools::per_element());
    BOOST_TEST(blendSpaceTriangles(space).size() == 1u);
    space.y.clear();
    space.points[2].position.x = 6.f;
    BOOST_TEST(blendSpaceWeights(space, {4.5f, 9.f}) == (std::vector{0.f, 0.5f, 0.5f}), boost::test_tools::per_element());
    BOOST_TEST(blendSpaceTriangles(space).empty());

    space.points[2].position.x = 3.f;
    BOOST_CHECK_EXCEPTION(static_cast<void>(blendSpaceWeights(space, {0.f, 0.f})), std::invalid_argument,
                          says("animation graph, points/2/position: \"b\" and \"c\" are both at 3"));
    space.points.clear();
    BOOST_CHECK_THROW(static_cast<void>(blendSpaceTriangles(space)), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(random_points_are_triangulated_as_delaunay_wants)
{
    Random random(1301);
    for (int round = 0; round < 300; ++round) {
        const std::vector<glm::vec2> points = randomPoints(random, round % 2 == 0);
        const BlendSpace space = BlendSpace::plane(points);
        double area = 0.;
        std::size_t faults = 0;
        for (const BlendSpace::Triangle& triangle : space.triangles()) {
            const double own = areaOf(points, triangle);
            area += own;
            faults += own > 0. ? 0u : 1u;
            for (std::size_t i = 0; i < points.size(); ++i) {
                faults += isInCircle(points, triangle, i) ? 1u : 0u;
            }
        }
        BOOST_TEST(faults == 0u);
        BOOST_TEST(std::abs(area - hullArea(points)) < 1e-4);
    }
}

BOOST_AUTO_TEST_CASE(weights_reproduce_the_place_and_are_continuous)
{
    Random random(1302);
    for (int round = 0; round < 100; ++round) {
        const std::vector<glm::vec2> points = randomPoints(random, round % 2 == 0);
        const BlendSpace space = BlendSpace::plane(points);
        for (std::size_t i = 0; i < points.size(); ++i) {
            BOOST_TEST(byPoint(space.weightsAt(points[i]), points.size())[i] == 1., boost::test_tools::tolerance(1e-6));
        }
        glm::vec2 last(random.real(-4, 4), random.real(-4, 4));
        for (int step = 0; step < 200; ++step) {
            const glm::vec2 next = last + glm::vec2(random.real(-0.01f, 0.01f), random.real(-0.01f, 0.01f));
            const SpaceWeights before = space.weightsAt(last);
            const SpaceWeights after = space.weightsAt(next);
            // Inside, the weights reproduce the position. Everywhere, the position that the weights give moves no farther than the
            // requested position.
            BOOST_TEST(glm::distance(blendedPlace(points, before), blendedPlace(points, after)) <= glm::distance(last, next) + 1e-5);
            last = next;
        }
    }
}

// Points with decimal fractions that should be on a line are not exactly on it. No edge may bypass a point in the middle.
BOOST_AUTO_TEST_CASE(points_that_are_nearly_on_a_line_count_one_after_the_other)
{
    const std::vector<glm::vec2> thirds{{0, 0}, {0.7f, 2.1f}, {1, 3}};
    const BlendSpace diagonal = BlendSpace::plane(thirds);
    for (const float y : {2.0999f, 2.1f, 2.1001f}) {
        const SpaceWeights weights = diagonal.weightsAt({0.7f, y});
        float middle = 0.f;
        for (std::size_t i = 0; i < 3; ++i) {
            middle += weights.point[i] == 1 ? weights.weight[i] : 0.f;
        }
        BOOST_TEST(middle > 0.999f);
    }
    // The same along one side of a triangle.
    const std::vector<glm::vec2> side{{0, 0}, {1, 0}, {0.9f, 0.1f}, {0.7f, 0.3f}, {0, 1}};
    const BlendSpace triangle = BlendSpace::plane(side);
    for (int i = 0; i <= 100; ++i) {
        const float t = static_cast<float>(i) / 100.f;
        for (const float aside : {-1e-6f, 0.f, 1e-6f}) {
            const SpaceWeights weights = triangle.weightsAt({1.f - t + aside, t + aside});
            glm::vec2 place(0.f);
            float farthest = 0.f;
            for (std::size_t point = 0; point < 3; ++point) {
                if (weights.weight[point] > 1e-3f) {
                    place += weights.weight[point] * side[weights.point[point]];
                    farthest = std::max(farthest, glm::distance(side[weights.point[point]], {1.f - t, t}));
                }
            }
            BOOST_TEST(glm::distance(place, {1.f - t, t}) < 2e-3f);
            BOOST_TEST(farthest < (t > 0.3f ? 1.f : t > 0.1f ? 0.29f : 0.15f));
        }
    }
}

// One axis is a speed in centimetres per second, the other a lean in radians.
BOOST_AUTO_TEST_CASE(axes_may_have_units_of_their_own)
{
    const std::vector<glm::vec2> points{{0, 0}, {600, 0}, {-600, 0}, {0, 0.3f}, {0, -0.3f}};
    const BlendSpace space = BlendSpace::plane(points);
    BOOST_TEST(space.triangles().size() == 4u);
    BOOST_TEST(byPoint(space.weightsAt({-60, -0.27f}), points.size())[4] == 0.9, boost::test_tools::tolerance(1e-4));
}

BOOST_AUTO_TEST_SUITE_END()
