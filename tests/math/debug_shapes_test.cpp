#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

#include <armature/math/debug_shapes.hpp>

#include <support/not_finite.hpp>

using namespace armature;
using armature::test::infinity;

namespace {

constexpr glm::vec4 red{1.f, 0.f, 0.f, 1.f};

/// The largest absolute value of `measure` at the ends of all lines.
template <class Measure>
float worst(const std::vector<DebugLine>& lines, const Measure& measure)
{
    float largest = 0.f;
    for (const DebugLine& line : lines) {
        largest = std::max({largest, std::abs(measure(line.from)), std::abs(measure(line.to))});
    }
    return largest;
}

float fromSegment(const glm::vec3& point, const glm::vec3& a, const glm::vec3& b)
{
    const float t = std::clamp(glm::dot(point - a, b - a) / glm::dot(b - a, b - a), 0.f, 1.f);
    return glm::distance(point, a + t * (b - a));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(debug_shapes)

BOOST_AUTO_TEST_CASE(a_sphere_is_three_circles_of_its_radius)
{
    std::vector<DebugLine> lines;
    const glm::vec3 center(1.f, -2.f, 3.f);
    appendSphereLines(lines, center, 2.f, red, 16);
    BOOST_TEST(lines.size() == 48u);
    BOOST_TEST(worst(lines, [&](const glm::vec3& point) { return glm::distance(point, center) - 2.f; }) < 1e-5f);
    float length = 0.f;
    for (const DebugLine& line : lines) {
        length += glm::distance(line.from, line.to);
        BOOST_TEST((line.color == red));
    }
    BOOST_TEST(std::abs(length - 3.f * 32.f * 2.f * std::sin(3.14159265f / 16.f)) < 1e-3f);  // three polygons of 16 sides
}

BOOST_AUTO_TEST_CASE(all_of_a_capsule_is_its_radius_away_from_its_line)
{
    for (const glm::vec3& to : {glm::vec3(0.f, 3.f, 0.f), glm::vec3(2.f, -1.f, 0.5f), glm::vec3(4.f, 0.f, 0.f)}) {
        std::vector<DebugLine> lines;
        const glm::vec3 from(0.5f, 0.25f, 0.f);
        appendCapsuleLines(lines, from, to, 0.4f, red, 16);
        BOOST_TEST(lines.size() == 2u * 16u + 4u + 4u * 8u);
        BOOST_TEST(worst(lines, [&](const glm::vec3& point) { return fromSegment(point, from, to) - 0.4f; }) < 1e-5f);
        float farthest = 0.f;
        for (const DebugLine& line : lines) {
            farthest = std::max(farthest, glm::distance(line.to, from));
        }
        BOOST_TEST(std::abs(farthest - (glm::distance(from, to) + 0.4f)) < 1e-4f);  // both caps bulge outwards
    }
    std::vector<DebugLine> point;
    appendCapsuleLines(point, glm::vec3(1.f), glm::vec3(1.f), 1.f, red, 12);
    BOOST_TEST(point.size() == 36u);
}

BOOST_AUTO_TEST_CASE(a_plane_lies_in_itself_and_its_normal_stands_on_it)
{
    std::vector<DebugLine> lines;
    const glm::vec3 normal(1.f, 2.f, -2.f);  // 3 long
    appendPlaneLines(lines, glm::vec3(1.f, 0.f, 0.f), normal, 2.f, red);
    BOOST_TEST_REQUIRE(lines.size() == 7u);
    const DebugLine last = lines.back();
    lines.pop_back();
    BOOST_TEST(worst(lines, [&](const glm::vec3& point) { return glm::dot(point - glm::vec3(1.f, 0.f, 0.f), normal); }) < 1e-5f);
    BOOST_TEST(glm::distance(last.to, glm::vec3(1.f, 0.f, 0.f) + normal / 3.f) < 1e-6f);
    appendPlaneLines(lines, glm::vec3(0.f), glm::vec3(0.f), 2.f, red);
    BOOST_TEST(lines.size() == 6u);
}

BOOST_AUTO_TEST_CASE(a_box_has_twelve_edges_where_its_space_is)
{
    std::vector<DebugLine> lines;
    const Aabb box{{-1.f, 0.f, 0.f}, {1.f, 3.f, 0.5f}};
    appendBoxLines(lines, box, red, glm::translate(glm::mat4(1.f), glm::vec3(10.f, 0.f, 0.f)));
    BOOST_TEST(lines.size() == 12u);
    float length = 0.f;
    Aabb drawn;
    for (const DebugLine& line : lines) {
        length += glm::distance(line.from, line.to);
        drawn.extend(line.from);
        drawn.extend(line.to);
    }
    BOOST_TEST(length == 4.f * (2.f + 3.f + 0.5f));
    BOOST_TEST((drawn.minimum == glm::vec3(9.f, 0.f, 0.f) && drawn.maximum == glm::vec3(11.f, 3.f, 0.5f)));
    appendBoxLines(lines, Aabb{}, red);
    BOOST_TEST(lines.size() == 12u);
}

BOOST_AUTO_TEST_CASE(a_trail_goes_through_its_points_from_colour_to_colour)
{
    std::vector<DebugLine> lines;
    const std::vector<glm::vec3> points{{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {1.f, 1.f, 0.f}, {1.f, 1.f, 1.f}};
    appendTrailLines(lines, points, {0.f, 0.f, 0.f, 1.f}, {1.f, 1.f, 1.f, 0.f});
    BOOST_TEST_REQUIRE(lines.size() == 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        BOOST_TEST((lines[i].from == points[i] && lines[i].to == points[i + 1]));
    }
    BOOST_TEST((lines[0].color == glm::vec4(0.f, 0.f, 0.f, 1.f)));
    BOOST_TEST((lines[1].color == glm::vec4(0.5f)));
    BOOST_TEST((lines[2].color == glm::vec4(1.f, 1.f, 1.f, 0.f)));
    appendTrailLines(lines, {});
    appendTrailLines(lines, std::span(points).first(1));
    BOOST_TEST(lines.size() == 3u);
}

BOOST_AUTO_TEST_CASE(what_is_not_finite_is_left_out)
{
    std::vector<DebugLine> lines;
    const glm::vec3 nowhere(0.f, infinity, 0.f);
    appendSphereLines(lines, nowhere, 1.f, red);
    appendSphereLines(lines, glm::vec3(0.f), infinity, red);
    appendCapsuleLines(lines, nowhere, glm::vec3(0.f), 1.f, red);
    appendCapsuleLines(lines, nowhere, nowhere, 1.f, red);
    appendPlaneLines(lines, nowhere, glm::vec3(0.f, 1.f, 0.f), 1.f, red);
    appendPlaneLines(lines, glm::vec3(0.f), nowhere, 1.f, red);
    appendBoxLines(lines, {glm::vec3(0.f), nowhere}, red);
    appendTrailLines(lines, std::vector<glm::vec3>{glm::vec3(0.f), nowhere, glm::vec3(1.f)});
    BOOST_TEST(lines.empty());
}

BOOST_AUTO_TEST_SUITE_END()
