#include <stdexcept>

#include <armature/render/camera.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/scene_camera.hpp>
#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <support/near.hpp>
#include <support/random.hpp>

using namespace armature;
using armature::test::near;
using armature::test::Random;

namespace {

struct Extent {
    double left = 1e9;
    double right = -1e9;
    double bottom = 1e9;
    double top = -1e9;
    bool isInDepth = true;
};

/// Extends an extent of picture coordinates, which are from -1 to 1 in the whole picture, by a point. Projects in double.
void extend(Extent& extent, const Camera& camera, const glm::dvec3& point)
{
    const glm::dvec4 clip = glm::dmat4(camera.projection) * (glm::dmat4(camera.view) * glm::dvec4(point, 1.));
    extent.isInDepth = extent.isInDepth && clip.w > 0 && std::abs(clip.z) <= clip.w;
    extent.left = std::min(extent.left, clip.x / clip.w);
    extent.right = std::max(extent.right, clip.x / clip.w);
    extent.bottom = std::min(extent.bottom, clip.y / clip.w);
    extent.top = std::max(extent.top, clip.y / clip.w);
}

/// Returns the extent of a box's projected corners.
Extent project(const Camera& camera, const Aabb& box)
{
    Extent extent;
    for (unsigned int corner = 0; corner < 8; ++corner) {
        extend(extent, camera,
               {(corner & 1) != 0 ? box.maximum.x : box.minimum.x, (corner & 2) != 0 ? box.maximum.y : box.minimum.y,
                (corner & 4) != 0 ? box.maximum.z : box.minimum.z});
    }
    return extent;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(camera)

BOOST_AUTO_TEST_CASE(a_framed_box_fills_nine_tenths_of_the_tighter_side_and_is_centred_there)
{
    Random random(3);
    for (int i = 0; i < 1000; ++i) {
        Aabb box;
        const glm::vec3 place = random.vector(-10, 10);
        const glm::vec3 size(random.real(0.1f, 5.f), random.real(0.1f, 5.f), random.real(0.1f, 5.f));
        box.extend(place);
        box.extend(place + size);
        const float aspect = random.real(0.3f, 3.f);
        const Extent extent = project(frameCamera(box, aspect, random.direction(), random.real(0.3f, 1.5f)), box);
        BOOST_REQUIRE(extent.isInDepth);
        const bool isWide = extent.right > extent.top;
        BOOST_REQUIRE_SMALL(isWide ? extent.left + extent.right : extent.bottom + extent.top, 2e-3);
        BOOST_REQUIRE_CLOSE(std::max(extent.right, extent.top), 0.9, 0.2);
        BOOST_REQUIRE(std::max(-extent.left, -extent.bottom) < 0.91);
    }
}

BOOST_AUTO_TEST_CASE(framed_points_fill_nine_tenths_of_the_tighter_side)
{
    Random random(21);
    for (int i = 0; i < 200; ++i) {
        std::vector<glm::vec3> points;
        const glm::vec3 place = random.vector(-10, 10);
        for (int point = 0; point < 50; ++point) {
            points.push_back(place + random.vector(-1.f, 1.f));
        }
        const float aspect = random.real(0.3f, 3.f);
        const Camera camera = frameCamera(points, aspect, random.direction());
        Extent extent;
        for (const glm::vec3& point : points) {
            extend(extent, camera, glm::dvec3(point));
        }
        const bool isWide = extent.right > extent.top;
        BOOST_REQUIRE(extent.isInDepth);
        BOOST_REQUIRE_SMALL(isWide ? extent.left + extent.right : extent.bottom + extent.top, 2e-3);
        BOOST_REQUIRE_CLOSE(std::max(extent.right, extent.top), 0.9, 0.2);
    }
}

BOOST_AUTO_TEST_CASE(points_that_are_not_finite_are_left_out)
{
    const float infinity = std::numeric_limits<float>::infinity();
    const std::vector<glm::vec3> good{{-1.f, 0.f, 0.f}, {1.f, 0.5f, 0.f}};
    const std::vector<glm::vec3> mixed{good[0], {infinity, 0.f, 0.f}, good[1], {0.f, std::nanf(""), 0.f}};
    BOOST_TEST((frameCamera(mixed, 1.f).view == frameCamera(good, 1.f).view));
    BOOST_TEST((frameCamera(std::span<const glm::vec3>(), 1.f).view == frameCamera(Aabb(), 1.f).view));
}

BOOST_AUTO_TEST_CASE(boxes_without_extent_or_without_anything_have_a_camera_that_sees_them)
{
    const Aabb point{{3.f, -4.f, 5.f}, {3.f, -4.f, 5.f}};
    const Extent extent = project(frameCamera(point, 1.5f), point);
    BOOST_TEST(extent.isInDepth);
    BOOST_CHECK_SMALL(extent.right, 0.2);

    const Aabb unitCube{glm::vec3(-0.5f), glm::vec3(0.5f)};
    const Extent empty = project(frameCamera(Aabb(), 1.f), unitCube);
    BOOST_TEST(empty.isInDepth);
    BOOST_CHECK_CLOSE(std::max(empty.right, empty.top), 0.9, 0.1);
}

BOOST_AUTO_TEST_CASE(a_flat_box_and_a_view_from_straight_above_are_fine)
{
    const Aabb flat{{-1.f, 0.f, -2.f}, {1.f, 0.f, 2.f}};
    for (const glm::vec3& direction : {glm::vec3(0, 1, 0), glm::vec3(0, -1, 0), glm::vec3(0, 0, 1)}) {
        const Extent extent = project(frameCamera(flat, 1.f, direction), flat);
        BOOST_TEST(extent.isInDepth);
        BOOST_TEST(std::max(extent.right, extent.top) > 0.85);
        BOOST_TEST(std::max(extent.right, extent.top) < 0.91);
    }
}

// By hand: the camera at (1, 2, 3) looks at the origin.
BOOST_AUTO_TEST_CASE(position_is_where_the_view_was_put)
{
    const Camera camera = perspectiveCamera({1.f, 2.f, 3.f}, {0.f, 0.f, 0.f}, 1.f, 0.1f, 10.f);
    BOOST_TEST(near(camera.getPosition(), glm::vec3(1, 2, 3), 1e-6));
}

// By hand: the camera's node is at (1, 2, 3) and turned left by a right angle, so it looks along -x of the world. It is scaled too, which
// must not matter.
BOOST_AUTO_TEST_CASE(the_camera_at_a_node_sees_along_its_minus_z)
{
    Scene scene;
    scene.addCamera({.verticalFieldOfView = 1.57079633f, .nearPlane = 0.5f});
    scene.addCamera({.isOrthographic = true, .halfSize = {9.f, -2.f}, .nearPlane = 1.f, .farPlane = 11.f});
    TransformNode& node = scene.createTransformNode("eye");
    BOOST_CHECK_THROW(static_cast<void>(viewFrom(node, 1.f)), std::invalid_argument);
    node.setTransform({{1.f, 2.f, 3.f}, glm::angleAxis(1.57079633f, glm::vec3(0.f, 1.f, 0.f)), glm::vec3(5.f)});
    const auto seen = [&](float aspect, const glm::vec3& point) {
        const Camera camera = viewFrom(node, aspect);
        const glm::vec4 clip = camera.projection * camera.view * glm::vec4(point, 1.f);
        return glm::vec3(clip) / clip.w;
    };
    node.setCamera(0);  // the view is 90 degrees high: a point as high above the axis as it is far away is at the picture's upper edge
    BOOST_TEST(near(viewFrom(node, 1.f).getPosition(), glm::vec3(1.f, 2.f, 3.f), 1e-5f));
    BOOST_TEST(near(glm::vec2(seen(2.f, {-3.f, 6.f, 3.f})), glm::vec2(0.f, 1.f), 1e-5f));
    BOOST_TEST(near(glm::vec2(seen(2.f, {-3.f, 2.f, -5.f})), glm::vec2(1.f, 0.f), 1e-5f));  // the world's -z is to the camera's right
    BOOST_TEST(near(seen(2.f, {0.5f, 2.f, 3.f}), glm::vec3(0.f, 0.f, -1.f), 1e-5f));
    node.setCamera(1);
    BOOST_TEST(near(seen(1.5f, {0.f, 4.f, 0.f}), glm::vec3(1.f, 1.f, -1.f), 1e-5f));
    BOOST_TEST(near(seen(1.5f, {-10.f, 2.f, 3.f}), glm::vec3(0.f, 0.f, 1.f), 1e-5f));
}

BOOST_AUTO_TEST_SUITE_END()
