#include <GL/glew.h>

#include <armature/render/skeleton_viewer.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/gtc/constants.hpp>

#include <armature/scene/scene.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/precompiled.hpp>

#include "pictures.hpp"
#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

using Options = SkeletonViewOptions;
using Pixel = std::array<std::uint8_t, 4>;

/// Picture coordinates x and y range from -1 to 1; a unit is 100 pixels.
constexpr std::size_t stylePictureSide = 200;

support::Picture drawOn(const GlFixture& gl, const Skeleton& skeleton, const Options& options)
{
    const auto framebuffer = gl.makeFramebuffer(stylePictureSide, stylePictureSide);
    SkeletonViewer viewer(gl.context);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    viewer.draw(skeleton, flatCamera(), options);
    BOOST_TEST(gl.complaints.empty());
    return framebuffer->read();
}

Pixel pixelAt(const support::Picture& picture, float x, float y)
{
    const auto pixel = picture.at(static_cast<std::size_t>(100.f + 100.f * x), static_cast<std::size_t>(100.f - 100.f * y));
    return {pixel[0], pixel[1], pixel[2], pixel[3]};
}

bool isDrawn(const support::Picture& picture, float x, float y)
{
    const Pixel pixel = pixelAt(picture, x, y);
    return pixel[0] > 30 || pixel[1] > 30 || pixel[2] > 30;
}

std::size_t countDrawn(const support::Picture& picture)
{
    const std::vector<bool> drawn = drawnPixels(picture);
    return static_cast<std::size_t>(std::count(drawn.begin(), drawn.end(), true));
}

/// A bone bound from the origin to (0, 0.6, 0) and then turned by a quarter, so that it ends at (-0.6, 0, 0).
struct TurnedBone {
    TurnedBone() { bone.setRotation({0.f, 0.f, glm::half_pi<float>()}); }
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("arm", {.length = 0.6f});
};

constexpr Options redBones{.boneColor = {1.f, 0.f, 0.f, 1.f}, .showAxes = false};

}  // namespace

BOOST_AUTO_TEST_SUITE(skeleton_styles, *boost::unit_test::precondition(needsGl))

BOOST_AUTO_TEST_CASE(a_stick_is_a_line_of_twice_the_width)
{
    const GlFixture gl;
    const TurnedBone arm;
    Options options = redBones;
    options.shape = Options::Shape::Sticks;
    for (const float lineWidth : {1.f, 2.f, 4.f}) {
        options.lineWidth = lineWidth;
        const support::Picture picture = drawOn(gl, arm.skeleton, options);
        std::size_t rows = 0;
        for (std::size_t row = 0; row < stylePictureSide; ++row) {
            rows += picture.at(70, row)[0] == 255 ? 1u : 0u;
        }
        BOOST_TEST(rows == static_cast<std::size_t>(2.f * lineWidth));
        BOOST_TEST(isDrawn(picture, -0.59f, 0.f));
        BOOST_TEST(!isDrawn(picture, -0.65f, 0.f));
    }
}

BOOST_AUTO_TEST_CASE(axes_are_all_there_is_of_bones_drawn_as_axes)
{
    const GlFixture gl;
    const TurnedBone arm;
    Options options = redBones;
    options.shape = Options::Shape::Axes;  // even without showAxes
    const support::Picture picture = drawOn(gl, arm.skeleton, options);
    // By hand: axes are a quarter of the bone's length. After the turn, x (red) points up and y (green) points left.
    BOOST_TEST((pixelAt(picture, 0.005f, 0.12f)[0] > 150 && pixelAt(picture, 0.005f, 0.12f)[1] < 100));
    BOOST_TEST((pixelAt(picture, -0.12f, 0.f)[1] > 150 && pixelAt(picture, -0.12f, 0.f)[0] < 100));
    BOOST_TEST(!isDrawn(picture, -0.3f, 0.f));
}

BOOST_AUTO_TEST_CASE(the_bind_pose_can_be_drawn_and_beside_the_current_one)
{
    const GlFixture gl;
    const TurnedBone arm;
    Options options = redBones;
    options.isAtBind = true;
    const support::Picture bind = drawOn(gl, arm.skeleton, options);
    BOOST_TEST((isDrawn(bind, 0.f, 0.3f) && !isDrawn(bind, -0.3f, 0.f)));
    options.offset = {0.5f, 0.f, 0.f};
    const support::Picture beside = drawOn(gl, arm.skeleton, options);
    BOOST_TEST((isDrawn(beside, 0.5f, 0.3f) && !isDrawn(beside, 0.f, 0.3f)));
    options.isAtBind = false;
    const support::Picture current = drawOn(gl, arm.skeleton, options);
    BOOST_TEST((isDrawn(current, 0.2f, 0.f) && !isDrawn(current, 0.5f, 0.3f)));
}

BOOST_AUTO_TEST_CASE(the_selected_bone_has_its_own_colour)
{
    const GlFixture gl;
    Scene scene;
    Skeleton& skeleton = addChain(scene, 2, 0.8f);
    Options options = redBones;
    options.shape = Options::Shape::Sticks;
    options.lineWidth = 3.f;
    options.selected = skeleton.bones()[0];
    options.selectedColor = {0.f, 0.f, 1.f, 1.f};
    const support::Picture picture = drawOn(gl, skeleton, options);
    const glm::vec3 second(skeleton.bones()[1]->getWorldMatrix()[3]);
    BOOST_TEST((pixelAt(picture, 0.f, 0.5f * second.y) == Pixel{0, 0, 255, 255}));
    BOOST_TEST((pixelAt(picture, 0.f, second.y + 0.1f) == Pixel{255, 0, 0, 255}));
}

// A capital I of 5 by 7 dots: all dots of its middle column are set, and the outline is as dark as the background.
BOOST_AUTO_TEST_CASE(names_are_written_at_their_joints_in_whole_pixels)
{
    const GlFixture gl;
    Skeleton skeleton;
    skeleton.createBone("I", {.length = 0.001f});
    for (const std::size_t scale : {1u, 3u}) {
        Options options = redBones;
        options.shape = Options::Shape::Axes;
        options.leafLength = 0.f;
        options.showNames = true;
        options.nameColor = {0.f, 1.f, 0.f, 1.f};
        options.letterScale = scale;
        const support::Picture picture = drawOn(gl, skeleton, options);
        // The label's corner is 3 dots right of the joint and 12 above it; the letter begins one dot inside.
        const std::size_t column = 100 + scale * (3 + 1 + 2);
        std::size_t rows = 0;
        for (std::size_t row = 0; row < stylePictureSide; ++row) {
            rows += picture.at(column, row)[1] == 255 ? 1u : 0u;
        }
        BOOST_TEST(rows == 7 * scale);
        BOOST_TEST(picture.at(column + scale, 100 - scale * (12 - 1 - 3))[1] == 0);  // beside the stem
    }
}

BOOST_AUTO_TEST_CASE(labels_are_drawn_in_their_colours_and_nothing_without_any)
{
    const GlFixture gl;
    const auto framebuffer = gl.makeFramebuffer(stylePictureSide, stylePictureSide);
    SkeletonViewer viewer(gl.context);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    viewer.draw(std::span<const SkeletonViewer::Label>(), flatCamera());
    BOOST_TEST(countDrawn(framebuffer->read()) == 0u);
    const std::array<SkeletonViewer::Label, 2> labels{
        {{{-0.5f, 0.5f, 0.f}, "one", {1.f, 0.f, 0.f, 1.f}}, {{0.f, -0.5f, 0.f}, "two", {0.f, 0.f, 1.f, 1.f}}}};
    viewer.draw(labels, flatCamera());
    const support::Picture picture = framebuffer->read();
    std::size_t reds = 0;
    std::size_t blues = 0;
    for (std::size_t y = 0; y < stylePictureSide; ++y) {
        for (std::size_t x = 0; x < stylePictureSide; ++x) {
            const auto pixel = picture.at(x, y);
            reds += pixel[0] == 255 && pixel[2] == 0 && y < 100 ? 1u : 0u;
            blues += pixel[2] == 255 && pixel[0] == 0 && y > 100 ? 1u : 0u;
        }
    }
    BOOST_TEST((reds > 25u && reds < 60u));
    BOOST_TEST((blues > 25u && blues < 60u));
    BOOST_TEST(countDrawn(picture) == reds + blues);
    BOOST_TEST(gl.complaints.empty());
}

BOOST_AUTO_TEST_CASE(skeletons_and_names_are_drawn_without_allocating)
{
    const GlFixture gl;
    Scene scene;
    Skeleton& skeleton = addChain(scene, 60, 1.6f);
    SkeletonViewer viewer(gl.context);
    const auto framebuffer = gl.makeFramebuffer(stylePictureSide, stylePictureSide);
    Options options;
    options.showNames = true;
    const auto frame = [&](Options::Shape shape) {
        options.shape = shape;
        bend(skeleton, 0.001f);
        viewer.draw(scene, flatCamera(), options);
    };
    for (int warm = 0; warm < 2; ++warm) {
        frame(Options::Shape::Octahedra);
        frame(Options::Shape::Sticks);
    }
    const AllocationCount allocations;
    for (int i = 0; i < 10; ++i) {
        frame(i % 2 == 0 ? Options::Shape::Octahedra : Options::Shape::Sticks);
    }
    BOOST_TEST(allocations.sinceConstruction() == 0u);
    BOOST_TEST(gl.complaints.empty());
}

BOOST_AUTO_TEST_SUITE_END()
