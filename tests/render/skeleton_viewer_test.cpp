#include <GL/glew.h>

#include <armature/render/skeleton_viewer.hpp>

#include <array>

#include <glm/glm.hpp>

#include "pictures.hpp"
#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::size_t viewerPictureWidth = 320;
constexpr std::size_t viewerPictureHeight = 240;

/// Returns the position of a world-space point in the picture, in pixels from the upper left.
glm::dvec2 pixelOf(const Camera& camera, const glm::dvec3& point)
{
    const glm::dvec4 clip = glm::dmat4(camera.projection) * (glm::dmat4(camera.view) * glm::dvec4(point, 1.));
    return {(0.5 + 0.5 * clip.x / clip.w) * viewerPictureWidth, (0.5 - 0.5 * clip.y / clip.w) * viewerPictureHeight};
}

bool isDrawnNear(const std::vector<bool>& drawn, const glm::dvec2& pixel)
{
    for (int y = static_cast<int>(pixel.y) - 1; y <= static_cast<int>(pixel.y) + 1; ++y) {
        for (int x = static_cast<int>(pixel.x) - 1; x <= static_cast<int>(pixel.x) + 1; ++x) {
            if (x >= 0 && y >= 0 && x < int{viewerPictureWidth} && y < int{viewerPictureHeight}
                && drawn[static_cast<std::size_t>(y) * viewerPictureWidth + static_cast<std::size_t>(x)]) {
                return true;
            }
        }
    }
    return false;
}

support::Picture drawBones(const GlFixture& gl, const Skeleton& skeleton, const Camera& camera, const SkeletonViewOptions& options = {})
{
    const auto framebuffer = gl.makeFramebuffer(viewerPictureWidth, viewerPictureHeight);
    SkeletonViewer viewer(gl.context);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    viewer.draw(skeleton, camera, options);
    return framebuffer->read();
}

Camera frontCamera()
{
    return perspectiveCamera({0.f, 1.f, 5.f}, {0.f, 1.f, 0.f}, float{viewerPictureWidth} / float{viewerPictureHeight}, 0.1f, 20.f);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(skeleton_viewer, *boost::unit_test::precondition(needsGl))

BOOST_AUTO_TEST_CASE(bones_are_drawn_from_joint_to_joint_where_the_host_puts_them)
{
    const GlFixture gl;
    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    host.setTransform({.translation = {0.4f, 0.2f, 0.f}, .scale = glm::vec3(0.8f)});
    Skeleton& skeleton = addChain(scene, 6, 2.f);
    skeleton.setHostNode(&host);
    bend(skeleton, 0.2f);
    const Camera camera = frontCamera();
    const auto drawn = drawnPixels(drawBones(gl, skeleton, camera));
    for (const Bone* bone : skeleton.bones()) {
        const glm::dvec3 joint(bone->getWorldMatrix()[3]);
        BOOST_TEST(isDrawnNear(drawn, pixelOf(camera, joint)));
        if (const Bone* const parent = bone->getParentBone()) {
            const glm::dvec3 middle = 0.5 * (joint + glm::dvec3(parent->getWorldMatrix()[3]));
            BOOST_TEST(isDrawnNear(drawn, pixelOf(camera, middle)));
        }
    }
    BOOST_TEST(static_cast<std::size_t>(std::count(drawn.begin(), drawn.end(), true)) < viewerPictureWidth * viewerPictureHeight / 10);
}

// By hand: a bone at the origin, 1.5 metres long, turned by a quarter about Z. Its +Y points to -X, so it ends at (-1.5, 0, 0).
BOOST_AUTO_TEST_CASE(a_leaf_is_as_long_as_its_length)
{
    const GlFixture gl;
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("arm", {.length = 1.5f});
    bone.setRotation({0.f, 0.f, glm::radians(90.f)});
    const Camera camera = frontCamera();
    const auto drawn = drawnPixels(drawBones(gl, skeleton, camera, {.showAxes = false}));
    BOOST_TEST(isDrawnNear(drawn, pixelOf(camera, {-1.48, 0., 0.})));
    BOOST_TEST(!isDrawnNear(drawn, pixelOf(camera, {-1.56, 0., 0.})));
    BOOST_TEST(!isDrawnNear(drawn, pixelOf(camera, {0., 0.5, 0.})));
}

// By hand: in the bind pose, the second bone is a metre above the first. Turned by 90 degrees about Z, it extends half a metre towards -X.
BOOST_AUTO_TEST_CASE(a_leaf_without_length_goes_on_from_its_parent_and_turns_with_the_pose)
{
    const GlFixture gl;
    Scene scene;
    Skeleton& skeleton = addChain(scene, 2, 2.f);
    skeleton.bones()[1]->setRotation({0.f, 0.f, glm::radians(90.f)});
    const Camera camera = frontCamera();
    const auto drawn = drawnPixels(drawBones(gl, skeleton, camera, {.showAxes = false}));
    BOOST_TEST(isDrawnNear(drawn, pixelOf(camera, {-0.48, 1., 0.})));
    BOOST_TEST(!isDrawnNear(drawn, pixelOf(camera, {0., 1.3, 0.})));
}

BOOST_AUTO_TEST_CASE(bones_are_on_top_of_what_hides_them)
{
    const GlFixture gl;
    Scene scene;
    const Skeleton& skeleton = addChain(scene, 4, 1.5f);
    Material blue;
    blue.unlit = true;
    blue.baseColor = {0.f, 0.f, 1.f, 1.f};
    addPrimitive(scene, makeSquare({0.f, 1.f, 2.f}, 3.f), blue);
    const Camera camera = frontCamera();
    SkinRenderer renderer(gl.context);
    SkeletonViewer viewer(gl.context);
    const auto framebuffer = gl.makeFramebuffer(viewerPictureWidth, viewerPictureHeight);
    renderer.draw(scene, camera, {.background = glm::vec4(0.f)});
    viewer.draw(scene, camera);
    const auto picture = framebuffer->read();
    const glm::dvec2 pixel = pixelOf(camera, glm::dvec3(skeleton.bones()[2]->getWorldMatrix()[3]));
    const auto at = picture.at(static_cast<std::size_t>(pixel.x), static_cast<std::size_t>(pixel.y));
    BOOST_TEST((at[0] > 40 || at[1] > 40 || at[2] < 200));
    const auto beside = picture.at(10, 10);
    BOOST_TEST((beside[0] == 0 && beside[1] == 0 && beside[2] == 255));
}

// A horizontal axis line that is n pixels wide covers n rows.
BOOST_AUTO_TEST_CASE(lines_are_as_wide_as_asked)
{
    const GlFixture gl;
    Skeleton skeleton;
    skeleton.createBone("bone", {.length = 4.f});
    const Camera camera =
        perspectiveCamera({0.f, 0.f, 5.f}, {0.f, 0.f, 0.f}, float{viewerPictureWidth} / float{viewerPictureHeight}, 0.1f, 20.f);
    for (const std::size_t lineWidth : {2u, 4u, 8u}) {
        const auto picture = drawBones(
            gl, skeleton, camera, {.boneColor = {0.f, 0.f, 0.f, 0.f}, .edgeColor = {0.f, 0.f, 0.f, 0.f}, .lineWidth = float(lineWidth)});
        const auto drawn = drawnPixels(picture);
        const auto column = static_cast<std::size_t>(pixelOf(camera, {0.8, 0., 0.}).x);
        std::size_t rows = 0;
        for (std::size_t row = 0; row < viewerPictureHeight; ++row) {
            rows += drawn[row * viewerPictureWidth + column] ? 1u : 0u;
        }
        BOOST_TEST(rows == lineWidth);
    }
}

BOOST_AUTO_TEST_CASE(bones_behind_and_across_the_near_plane_leave_the_rest_alone)
{
    const GlFixture gl;
    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    host.setTransform({.translation = {0.f, 0.f, 8.f}, .rotation = glm::angleAxis(glm::radians(-90.f), glm::vec3(1, 0, 0))});
    Skeleton& skeleton = addChain(scene, 8, 12.f);  // along -Z, from behind the camera to in front of it, a metre below
    skeleton.setHostNode(&host);
    const Camera camera = frontCamera();
    const auto drawn = drawnPixels(drawBones(gl, skeleton, camera));
    for (std::size_t i = 0; i < viewerPictureWidth * viewerPictureHeight / 3; ++i) {
        BOOST_REQUIRE(!drawn[i]);  // the upper third: nothing is flipped upwards
    }
    BOOST_TEST(isDrawnNear(drawn, pixelOf(camera, glm::dvec3(skeleton.bones()[6]->getWorldMatrix()[3]))));
}

// By hand: the lines are in different quarters of the picture, far from its middle. Each has the colour it was given.
BOOST_AUTO_TEST_CASE(debug_lines_are_drawn_in_the_world_in_their_colors)
{
    const GlFixture gl;
    const Camera camera = frontCamera();
    const std::array<DebugLine, 3> lines{{{{-1.f, 1.5f, 0.f}, {1.f, 1.5f, 0.f}, {1.f, 0.f, 0.f, 1.f}},
                                          {{-1.f, 0.5f, 0.f}, {-1.f, 0.9f, 0.f}, {0.f, 1.f, 0.f, 1.f}},
                                          {{0.5f, 0.5f, 0.f}, {1.f, 0.f, 0.5f}, {0.f, 0.f, 1.f, 1.f}}}};
    const auto framebuffer = gl.makeFramebuffer(viewerPictureWidth, viewerPictureHeight);
    SkeletonViewer viewer(gl.context);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    viewer.draw(lines, camera, {.lineWidth = 3.f});
    const auto picture = framebuffer->read();
    std::size_t channel = 0;
    for (const DebugLine& line : lines) {
        for (const float part : {0.f, 0.3f, 0.5f, 0.9f, 1.f}) {
            const glm::dvec2 pixel = pixelOf(camera, glm::dvec3(glm::mix(line.from, line.to, part)));
            const auto color = picture.at(static_cast<std::size_t>(pixel.x), static_cast<std::size_t>(pixel.y));
            BOOST_TEST((color[channel] == 255 && color[(channel + 1) % 3] == 0 && color[(channel + 2) % 3] == 0));
        }
        ++channel;
    }
    const auto drawn = drawnPixels(picture);
    BOOST_TEST(static_cast<std::size_t>(std::count(drawn.begin(), drawn.end(), true)) < viewerPictureWidth * viewerPictureHeight / 50);
    viewer.draw(std::span<const DebugLine>(), camera);
    BOOST_TEST(gl.complaints.empty());
}

BOOST_AUTO_TEST_CASE(skeletons_without_bones_and_bones_without_extent_are_harmless)
{
    const GlFixture gl;
    Skeleton empty;
    (void)drawBones(gl, empty, frontCamera());
    Skeleton flat;
    Bone& root = flat.createBone("root");
    flat.createBone("same", {.parent = &root});
    root.setScaling({0.f, 0.f, 0.f});
    (void)drawBones(gl, flat, frontCamera());
    BOOST_TEST(gl.complaints.empty());
}

BOOST_AUTO_TEST_SUITE_END()
