#include <limits>

#include <base/json_writer.hpp>
#include <base/words.hpp>
#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <programs/armature/framing.hpp>

#include <support/near.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::tools;
using armature::test::near;

BOOST_AUTO_TEST_SUITE(text)

// Sequences from The Unicode Standard 15.0, table 3-7 and section 3.9.
BOOST_AUTO_TEST_CASE(every_byte_that_is_no_character_is_replaced)
{
    const std::string replacement = "\xEF\xBF\xBD";
    BOOST_TEST(toValidUtf8("plain") == "plain");
    BOOST_TEST(toValidUtf8("\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80") == "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
    BOOST_TEST(toValidUtf8("a\x80z") == "a" + replacement + "z");
    BOOST_TEST(toValidUtf8("\xC0\xAF") == replacement + replacement);                                      // overlong
    BOOST_TEST(toValidUtf8("\xE0\x80\xAF") == replacement + replacement + replacement);                    // overlong
    BOOST_TEST(toValidUtf8("\xED\xA0\x80") == replacement + replacement + replacement);                    // surrogate
    BOOST_TEST(toValidUtf8("\xF4\x90\x80\x80") == replacement + replacement + replacement + replacement);  // above U+10FFFF
    BOOST_TEST(toValidUtf8("\xE2\x82") == replacement + replacement);                                      // cut off
    BOOST_TEST(toValidUtf8(std::string_view("\0", 1)) == std::string(1, '\0'));
    BOOST_TEST(toValidUtf8("") == "");
}

BOOST_AUTO_TEST_CASE(what_is_printable_is_one_line_without_controls)
{
    BOOST_TEST(printable("a\nb\tc\x1b[0m\x7f\xC2\x85\xC3\xA9") == "a\\nb\\tc\\x1b[0m\\x7f\\x85\xC3\xA9");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(json_writer)

BOOST_AUTO_TEST_CASE(nesting_separators_and_empty_containers)
{
    JsonWriter json;
    json.beginObject();
    json.member("one", std::size_t{1});
    json.key("none");
    json.beginArray();
    json.endArray();
    json.key("some");
    json.beginArray(JsonWriter::Layout::Inline);
    json.value(true);
    json.null();
    json.beginObject();
    json.endObject();
    json.endArray();
    json.endObject();
    BOOST_TEST(json.take() == "{\n  \"one\": 1,\n  \"none\": [],\n  \"some\": [true, null, {}]\n}\n");
}

BOOST_AUTO_TEST_CASE(numbers_are_shortest_and_what_is_no_number_is_null)
{
    JsonWriter json;
    json.value(
        std::vector<float>{0.1f, -0.f, 1e20f, 1e-7f, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()});
    BOOST_TEST(json.take() == "[0.1, -0.0, 1e+20, 1e-07, null, null]\n");
    json.value(0.1);
    BOOST_TEST(json.take() == "0.1\n");
}

BOOST_AUTO_TEST_CASE(strings_are_escaped)
{
    JsonWriter json;
    json.value("\"\\/\b\xFF");
    BOOST_TEST(json.take() == "\"\\\"\\\\/\\u0008\xEF\xBF\xBD\"\n");
}

BOOST_AUTO_TEST_SUITE_END()

namespace {

// Returns where a point appears in the picture: x to the right and y up, both from -1 to 1.
glm::vec2 seen(const Camera& camera, const glm::vec3& point)
{
    const glm::vec4 clip = camera.projection * camera.view * glm::vec4(point, 1.f);
    return glm::vec2(clip) / clip.w;
}

const glm::vec3 center(2.f, 3.f, 4.f);  // of a cube with edges of length 2

struct FramedCamera {
    OrbitCamera orbit;
    FramedCamera() { frame(); }

    void frame()
    {
        CameraFit fit = orbit.startFit(1.f);
        fit.add(center, 1.f);
        orbit.frame(fit);
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(camera_fit)

// By definition, all points lie inside nine tenths of the picture, and on one axis, points touch both edges of that area.
BOOST_AUTO_TEST_CASE(points_fill_the_picture_up_to_its_margin)
{
    armature::test::Random random(20);
    for (int trial = 0; trial < 200; ++trial) {
        const float aspect = random.real(0.2f, 5.f);
        CameraFit fit(random.direction(), aspect, random.real(0.2f, 1.5f));
        const glm::vec3 place = random.vector(-100.f, 100.f);
        const float size = std::exp(random.real(-5.f, 5.f));
        std::vector<glm::vec3> points(20);
        for (glm::vec3& point : points) {
            point = place + size * random.vector(-1.f, 1.f);
            fit.add(point);
        }
        const Camera camera = fit.getCamera();
        glm::vec2 lowest(1.f);
        glm::vec2 highest(-1.f);
        for (const glm::vec3& point : points) {
            const glm::vec4 clip = camera.projection * camera.view * glm::vec4(point, 1.f);
            BOOST_TEST(std::abs(clip.z) < clip.w);
            lowest = glm::min(lowest, seen(camera, point));
            highest = glm::max(highest, seen(camera, point));
        }
        const glm::vec2 used = glm::min(-lowest, highest);  // the nearer of the two edges
        BOOST_TEST(std::abs(std::max(used.x, used.y) - 0.9f) < 0.01f);
        BOOST_TEST(glm::all(glm::lessThan(glm::max(-lowest, highest), glm::vec2(0.91f))));
    }
}

BOOST_AUTO_TEST_CASE(the_middle_of_the_box_can_be_the_middle_of_the_picture)
{
    CameraFit fit(glm::vec3(1.f, 0.5f, 2.f), 1.5f, 0.6f);
    fit.add(glm::vec3(0.f));
    fit.add(glm::vec3(4.f, 2.f, 0.f));
    fit.add(glm::vec3(0.f, 0.f, 8.f));
    const CameraFit::Placement placement = fit.getPlacementAroundCenter();
    BOOST_TEST(near(placement.target, glm::vec3(2.f, 1.f, 4.f), 1e-6));
    BOOST_TEST(placement.farthestPoint >= fit.getPlacement().farthestPoint);
}

BOOST_AUTO_TEST_CASE(no_points_one_point_and_points_that_are_none)
{
    CameraFit fit(glm::vec3(0.f, 0.f, 1.f), 1.f, 0.6f);
    BOOST_TEST(fit.isEmpty());
    fit.add(glm::vec3(std::numeric_limits<float>::quiet_NaN(), 0.f, 0.f));
    fit.add(glm::vec3(0.f, std::numeric_limits<float>::infinity(), 0.f));
    BOOST_TEST(fit.isEmpty());
    BOOST_TEST(near(seen(fit.getCamera(), glm::vec3(0.f, 0.5f, 0.5f)), glm::vec2(0.f, 0.9f), 1e-5));  // the unit cube's upper front edge
    fit.add(glm::vec3(500.f, 0.f, 0.f));
    BOOST_TEST(!fit.isEmpty());
    const Camera camera = fit.getCamera();
    BOOST_TEST(near(seen(camera, glm::vec3(500.f, 0.f, 0.f)), glm::vec2(0.f), 1e-5));
    const glm::vec4 clip = camera.projection * camera.view * glm::vec4(500.f, 0.f, 0.f, 1.f);
    BOOST_TEST(std::abs(clip.z) < clip.w);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(orbit_camera, FramedCamera)

BOOST_AUTO_TEST_CASE(what_is_framed_is_in_the_picture_from_every_side)
{
    for (int turn = 0; turn < 16; ++turn) {
        orbit.turn({0.15f, turn % 2 == 0 ? 0.3f : -0.3f});
        frame();
        const Camera camera = orbit.getCamera(1.f);
        for (int corner = 0; corner < 8; ++corner) {
            const glm::vec3 point =
                center + glm::vec3((corner & 1) != 0 ? 1.f : -1.f, (corner & 2) != 0 ? 1.f : -1.f, (corner & 4) != 0 ? 1.f : -1.f);
            const glm::vec4 clip = camera.projection * camera.view * glm::vec4(point, 1.f);
            BOOST_TEST(std::abs(clip.x) < clip.w);
            BOOST_TEST(std::abs(clip.y) < clip.w);
            BOOST_TEST(std::abs(clip.z) < clip.w);
        }
    }
}

BOOST_AUTO_TEST_CASE(turning_keeps_the_distance_and_never_goes_over_the_top)
{
    const float before = glm::distance(orbit.getCamera(1.f).getPosition(), center);
    orbit.turn({3.f, 100.f});
    const Camera camera = orbit.getCamera(1.f);
    BOOST_TEST(std::abs(glm::distance(camera.getPosition(), center) - before) < 0.2f * before);
    BOOST_TEST(camera.view[1][1] > 0.f);  // the world's up axis still points up in the picture
    BOOST_TEST(camera.getPosition().y > center.y);
}

// Dragging right turns the front of the model to the right; dragging down shows more of the top.
BOOST_AUTO_TEST_CASE(the_model_follows_a_drag)
{
    const glm::vec3 towards = orbit.getCamera(1.f).getPosition() - center;
    const glm::vec3 facing = center + 0.3f * glm::normalize(towards);
    const glm::vec2 before = seen(orbit.getCamera(1.f), facing);
    orbit.turn({0.05f, 0.f});
    BOOST_TEST(seen(orbit.getCamera(1.f), facing).x > before.x + 0.01f);
    const float height = orbit.getCamera(1.f).getPosition().y;
    orbit.turn({0.f, 0.05f});
    BOOST_TEST(orbit.getCamera(1.f).getPosition().y > height);
}

// A tenth of the picture's height is 0.2 of the range from -1 to 1. For the mouse, +y points down.
BOOST_AUTO_TEST_CASE(what_is_moved_stays_under_the_mouse)
{
    const glm::vec2 before = seen(orbit.getCamera(1.f), center);
    orbit.move({0.1f, 0.05f});
    BOOST_TEST(near(seen(orbit.getCamera(1.f), center), before + glm::vec2(0.2f, -0.1f), 1e-3));
}

BOOST_AUTO_TEST_CASE(the_wheel_comes_nearer_within_bounds)
{
    const auto distance = [&] { return glm::distance(orbit.getCamera(1.f).getPosition(), center); };
    const float before = distance();
    orbit.approach(2.f);
    BOOST_TEST(distance() < before);
    for (const float clicks : {1e4f, -1e4f}) {
        orbit.approach(clicks);
        const Camera camera = orbit.getCamera(1.f);
        BOOST_TEST(std::isfinite(distance()));
        BOOST_TEST(std::isfinite(camera.projection[2][2]));
    }
}

BOOST_AUTO_TEST_SUITE_END()
