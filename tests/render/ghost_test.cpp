#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include <GL/glew.h>

#include <armature/render/crowd_renderer.hpp>
#include <support/near.hpp>

#include "pictures.hpp"
#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

using Ghost = DrawOptions::Ghost;

constexpr std::size_t ghostPictureSide = 64;
constexpr Ghost blueHalf{.tint = {0.f, 0.f, 1.f}, .opacity = 0.5f};
constexpr int half = 188;  // linear 0.5 as an sRGB byte (IEC 61966-2-1)

/// A white framebuffer into which several draws accumulate.
struct Paper {
    Paper() : framebuffer(gl.makeFramebuffer(ghostPictureSide, ghostPictureSide)), renderer(gl.context)
    {
        framebuffer->bind();
        renderer.draw(Scene(), flatCamera(), {.background = glm::vec4(1.f)});
    }

    void draw(const Scene& scene, const DrawOptions& options = {}) { renderer.draw(scene, flatCamera(), options); }

    /// Returns the colour at x and y, each from -1 to 1.
    [[nodiscard]] std::array<int, 3> colorAt(float x, float y) const
    {
        const auto place = [](float at) { return static_cast<std::size_t>((at + 1.f) / 2.f * float{ghostPictureSide}); };
        const support::Picture picture = framebuffer->read();
        const auto pixel = picture.at(place(x), place(y));
        return {pixel[0], pixel[1], pixel[2]};
    }

    GlFixture gl;
    std::unique_ptr<support::Framebuffer> framebuffer;
    SkinRenderer renderer;
};

Material colored(const glm::vec4& color, AlphaMode mode = AlphaMode::Opaque)
{
    Material material;
    material.baseColor = color;
    material.alphaMode = mode;
    material.unlit = true;
    return material;
}

/// Whether each channel differs by at most two levels.
bool isNear(const std::array<int, 3>& color, const std::array<int, 3>& wanted)
{
    const auto differs = [](int a, int b) { return std::abs(a - b) > 2; };
    return std::ranges::mismatch(color, wanted, std::not_fn(differs)).in1 == color.end();
}

const std::array whitePixel{255, 255, 255};
const std::array ghostly{half, half, 255};
const std::array redPixel{255, 0, 0};

}  // namespace

BOOST_AUTO_TEST_SUITE(ghost, *boost::unit_test::precondition(needsGl))

// By hand: facing the camera, half of white plus half of blue. The ghost is blended once, whatever the order and the materials of the
// squares.
BOOST_AUTO_TEST_CASE(only_the_nearest_of_its_surfaces_is_blended)
{
    for (const float first : {0.4f, -0.4f}) {
        Paper paper;
        Scene scene;
        addPrimitive(scene, makeSquare({0.f, 0.f, first}, 0.5f), colored({1.f, 0.f, 0.f, 1.f}));
        addPrimitive(scene, makeSquare({0.f, 0.f, -first}, 0.5f), colored({0.f, 1.f, 0.f, 1.f}));
        addPrimitive(scene, makeSquare({0.f, 0.f, 0.f}, 0.5f), colored({0.f, 1.f, 0.f, 0.5f}, AlphaMode::Blend));
        paper.draw(scene, {.ghost = blueHalf});
        BOOST_TEST(isNear(paper.colorAt(0.f, 0.f), ghostly));
        BOOST_TEST((paper.colorAt(0.8f, 0.f) == whitePixel));
        BOOST_TEST(paper.renderer.getStatistics().drawCalls == 6u);
    }
}

// A surface whose normal is 60 degrees from the view direction gets 0.3 + 0.7 * 0.5 of the tint.
BOOST_AUTO_TEST_CASE(it_is_darker_where_it_turns_away)
{
    Paper paper;
    Scene scene;
    Primitive square = makeSquare(glm::vec3(0.f), 0.5f);
    for (std::size_t i = 0; i < square.positions.size(); ++i) {
        square.normals[i] = {std::sin(glm::radians(60.f)), 0.f, 0.5f};
    }
    addPrimitive(scene, square, {});
    paper.draw(scene, {.ghost = Ghost{.tint = {1.f, 0.f, 0.f}, .opacity = 1.f}});
    const double linear = std::pow((paper.colorAt(0.f, 0.f)[0] / 255. + 0.055) / 1.055, 2.4);
    BOOST_TEST(std::abs(linear - 0.65) < 0.01, linear << " instead of 0.65");
}

BOOST_AUTO_TEST_CASE(what_is_before_it_or_where_it_is_hides_it)
{
    Paper paper;
    Scene scene;
    addPrimitive(scene, makeSquare({-0.5f, 0.f, 0.f}, 0.4f), colored({1.f, 0.f, 0.f, 1.f}));
    paper.draw(scene);
    paper.draw(scene, {.ghost = blueHalf});
    BOOST_TEST((paper.colorAt(-0.5f, 0.f) == redPixel));
    Scene behind;
    addPrimitive(behind, makeSquare({0.f, 0.f, -0.5f}, 0.9f), {});
    paper.draw(behind, {.ghost = blueHalf});
    BOOST_TEST((paper.colorAt(-0.5f, 0.f) == redPixel));
    BOOST_TEST(isNear(paper.colorAt(0.5f, 0.f), ghostly));
}

// One square is 0.1, the other 0.3 in front of the scene. A setback of 0.2 hides the first. The setback does not move the squares in the
// picture.
BOOST_AUTO_TEST_CASE(a_setback_leaves_clear_what_it_hardly_differs_from)
{
    Paper paper;
    Scene scene;
    addPrimitive(scene, makeSquare(glm::vec3(0.f), 0.9f), colored({1.f, 0.f, 0.f, 1.f}));
    paper.draw(scene);
    Scene moved;
    addPrimitive(moved, makeSquare({-0.5f, 0.f, 0.1f}, 0.3f), {});
    addPrimitive(moved, makeSquare({0.5f, 0.f, 0.3f}, 0.3f), {});
    paper.draw(moved, {.ghost = Ghost{.tint = {0.f, 0.f, 1.f}, .opacity = 1.f, .setback = 0.2f}});
    BOOST_TEST((paper.colorAt(-0.5f, 0.f) == redPixel));
    BOOST_TEST((paper.colorAt(0.5f, 0.f) == std::array{0, 0, 255}));

    const Camera camera = perspectiveCamera({0.f, 0.f, 3.f}, {0.4f, 0.f, 0.f}, 1.f, 0.1f, 20.f, 0.8f);
    const auto draw = [&](float setback) {
        return drawnPixels(
            drawPicture(paper.gl, paper.renderer, moved, camera, {.ghost = Ghost{.setback = setback}}, ghostPictureSide, ghostPictureSide));
    };
    BOOST_TEST(countDifferent(draw(0.f), draw(0.5f)) == 0u);
}

BOOST_AUTO_TEST_CASE(without_opacity_its_depth_alone_is_drawn_until_depth_is_cleared)
{
    Paper paper;
    Scene front;
    addPrimitive(front, makeSquare({0.f, 0.f, 0.5f}, 0.5f), {});
    Scene back;
    addPrimitive(back, makeSquare({0.f, 0.f, 0.f}, 0.5f), {});
    paper.draw(front, {.ghost = Ghost{.opacity = 0.f}});
    BOOST_TEST((paper.colorAt(0.f, 0.f) == whitePixel));
    BOOST_TEST(paper.renderer.getStatistics().drawCalls == 1u);
    paper.draw(back, {.ghost = blueHalf});
    BOOST_TEST((paper.colorAt(0.f, 0.f) == whitePixel));
    paper.draw(back, {.clearsDepth = true, .ghost = blueHalf});
    BOOST_TEST(isNear(paper.colorAt(0.f, 0.f), ghostly));
}

// Surfaces that a mask cuts out, and blended surfaces that are nearly invisible, get no ghost.
BOOST_AUTO_TEST_CASE(what_is_not_to_be_seen_has_no_ghost)
{
    const auto drawn = [](float alpha, AlphaMode mode) {
        Paper paper;
        Scene scene;
        addPrimitive(scene, makeSquare(glm::vec3(0.f), 0.5f), colored({1.f, 1.f, 1.f, alpha}, mode));
        paper.draw(scene, {.ghost = blueHalf});
        return paper.colorAt(0.f, 0.f);
    };
    BOOST_TEST((drawn(0.4f, AlphaMode::Mask) == whitePixel));
    BOOST_TEST(isNear(drawn(0.6f, AlphaMode::Mask), ghostly));
    BOOST_TEST((drawn(0.05f, AlphaMode::Blend) == whitePixel));
    BOOST_TEST(isNear(drawn(0.3f, AlphaMode::Blend), ghostly));
    BOOST_TEST(isNear(drawn(0.f, AlphaMode::Opaque), ghostly));
}

BOOST_AUTO_TEST_CASE(lights_ground_and_shadows_do_not_matter)
{
    Paper paper;
    Scene scene;
    addPrimitive(scene, makeSquare(glm::vec3(0.f), 0.5f), {});
    DrawOptions options;
    options.shadows = true;
    options.ground = DrawOptions::Ground{.height = -0.2f, .color = glm::vec3(1.f, 0.f, 0.f)};
    options.lighting.keyColor = glm::vec3(9.f);
    options.ghost = blueHalf;
    paper.draw(scene, options);
    BOOST_TEST(isNear(paper.colorAt(0.f, 0.f), ghostly));
    BOOST_TEST((paper.colorAt(0.8f, 0.8f) == whitePixel));
}

BOOST_AUTO_TEST_CASE(ghosts_that_cannot_be_are_refused_before_anything_is_drawn)
{
    Paper paper;
    CrowdRenderer crowd(paper.gl.context);
    Scene scene;
    addPrimitive(scene, makeSquare(glm::vec3(0.f), 0.5f), {});
    const auto refuse = [&](const Ghost& ghost, const char* part) {
        const DrawOptions options{.background = glm::vec4(0.f, 1.f, 0.f, 1.f), .ghost = ghost};
        BOOST_CHECK_EXCEPTION(paper.draw(scene, options), std::invalid_argument, says(part));
        BOOST_CHECK_EXCEPTION(crowd.draw(scene, {}, {}, flatCamera(), options), std::invalid_argument, says(part));
        BOOST_TEST((paper.colorAt(0.f, 0.f) == whitePixel));
    };
    for (const float opacity : {-0.1f, 1.1f, std::numeric_limits<float>::quiet_NaN()}) {
        refuse({.opacity = opacity}, "ghost: an opacity of ");
    }
    refuse({.tint = {0.f, -1.f, 0.f}}, "ghost: a tint of 0, -1, 0 ");
    refuse({.tint = {0.f, 0.f, std::numeric_limits<float>::infinity()}}, "ghost: a tint of 0, 0, inf ");
    refuse({.setback = -1.f}, "ghost: a setback of -1 ");
}

// The ghost covers the tube's pixels however the tube is skinned, as an instance and as a member of a crowd.
BOOST_AUTO_TEST_CASE(a_skinned_mesh_has_the_ghost_of_its_pose)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    Scene scene;
    Skeleton& skeleton = addChain(scene, 4, 2.f);
    bend(skeleton, 0.3f);
    scene.addMeshInstance(makeTube(4, 2.f, 0.2f, 4), scene.createTransformNode("tube"), &skeleton);
    const Camera camera = perspectiveCamera({0.f, 1.f, 6.f}, {0.f, 1.f, 0.f}, 1.f, 0.1f, 20.f, 0.6f);
    const auto draw = [&](const DrawOptions& options) {
        return drawPicture(gl, renderer, scene, camera, options, ghostPictureSide, ghostPictureSide);
    };
    const auto expected = drawnPixels(draw({}));
    support::Picture first;
    for (const auto path : {DrawOptions::Path::UniformBlock, DrawOptions::Path::BufferTexture, DrawOptions::Path::Cpu}) {
        const auto picture = draw({.path = path, .ghost = Ghost{.opacity = 1.f}});
        BOOST_TEST(countDifferent(drawnPixels(picture), expected) <= 2u);
        BOOST_TEST(renderer.getStatistics().cpuPrimitives == (path == DrawOptions::Path::Cpu ? 1u : 0u));
        first = path == DrawOptions::Path::UniformBlock ? picture : first;
        BOOST_TEST(countDifferent(picture, first, 2) <= 2u);
    }
    CrowdRenderer crowd(gl.context);
    const auto framebuffer = gl.makeFramebuffer(ghostPictureSide, ghostPictureSide);
    framebuffer->bind();
    const std::vector<CrowdPlacement> placements(1);
    crowd.draw(scene, {skeleton.getFinalMatrices(), skeleton.getFinalMatrices().size()}, placements, camera,
               {.background = glm::vec4(0.f, 0.f, 0.f, 1.f), .ghost = Ghost{.opacity = 1.f}});
    BOOST_TEST(countDifferent(framebuffer->read(), first, 2) <= 2u);
    BOOST_TEST(crowd.getStatistics().drawCalls == 2u);
}

BOOST_AUTO_TEST_CASE(state_is_left_as_opengl_starts)
{
    Paper paper;
    Scene scene;
    addPrimitive(scene, makeSquare(glm::vec3(0.f), 0.5f), {});
    for (const float opacity : {0.f, 1.f}) {
        paper.draw(scene, {.ghost = Ghost{.opacity = opacity}});
        for (const int capability : {GL_BLEND, GL_DEPTH_TEST, GL_POLYGON_OFFSET_FILL, GL_POLYGON_OFFSET_LINE}) {
            BOOST_TEST(glIsEnabled(static_cast<GLenum>(capability)) == GL_FALSE);
        }
        GLint function = 0;
        glGetIntegerv(GL_DEPTH_FUNC, &function);
        BOOST_TEST(function == GL_LESS);
        std::array<GLboolean, 4> mask{};
        glGetBooleanv(GL_COLOR_WRITEMASK, mask.data());
        BOOST_TEST((mask == std::array<GLboolean, 4>{GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE}));
    }
}

BOOST_AUTO_TEST_SUITE_END()
