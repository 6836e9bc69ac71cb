#include <array>
#include <cmath>

#include <glm/gtc/matrix_transform.hpp>

#include <armature/render/crowd_renderer.hpp>
#include <render/gl_objects.hpp>

#include "pictures.hpp"
#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::size_t shadowPictureSide = 128;

/// A camera that looks straight down; x and z range from -2 to 2.
const Camera above{.view = glm::lookAt(glm::vec3(0.f, 5.f, 0.f), glm::vec3(0.f), glm::vec3(0.f, 0.f, -1.f)),
                   .projection = glm::ortho(-2.f, 2.f, -2.f, 2.f, 0.1f, 10.f)};

Primitive shadowPlate(const glm::vec3& middle, float half)
{
    Primitive primitive = makeBox({half, 0.01f, half});
    for (glm::vec3& position : primitive.positions) {
        position += middle;
    }
    return primitive;
}

/// Returns options with only a key light, 45 degrees above +X: each shadow is shifted towards -X by the height of its caster.
DrawOptions keyFromRight()
{
    DrawOptions options;
    options.lighting = {
        .keyDirection = {1.f, 0.f, 1.f}, .keyColor = glm::vec3(0.5f), .skyColor = glm::vec3(0.f), .groundColor = glm::vec3(0.f)};
    options.background = glm::vec4(1.f);
    options.toneMapping = DrawOptions::ToneMapping::None;
    options.shadows = true;
    return options;
}

/// A ball of flat quads with the normals of a round one.
Primitive coarseBall(int rings, float radius, const glm::vec3& middle)
{
    Primitive ball;
    const int columns = 2 * rings;
    for (int ring = 0; ring <= rings; ++ring) {
        for (int column = 0; column <= columns; ++column) {
            const float down = glm::pi<float>() * static_cast<float>(ring) / static_cast<float>(rings);
            const float around = 2.f * glm::pi<float>() * static_cast<float>(column) / static_cast<float>(columns);
            const glm::vec3 normal(std::sin(down) * std::sin(around), std::cos(down), std::sin(down) * std::cos(around));
            ball.positions.push_back(middle + radius * normal);
            ball.normals.push_back(normal);
        }
    }
    for (int ring = 0; ring < rings; ++ring) {
        for (int column = 0; column < columns; ++column) {
            const auto corner = static_cast<std::uint32_t>(ring * (columns + 1) + column);
            const auto below = corner + static_cast<std::uint32_t>(columns) + 1;
            ball.indices.insert(ball.indices.end(), {corner, below, below + 1, corner, below + 1, corner + 1});
        }
    }
    return ball;
}

DrawOptions::Ground::Patch levelPatch(float fromX, float toX, float y)
{
    return {{{fromX, y, -2.f}, {toX, y, -2.f}, {fromX, y, 2.f}, {toX, y, 2.f}}};
}

int levelAt(const support::Picture& picture, float x, float z)
{
    const auto place = [](float at) { return static_cast<std::size_t>((at + 2.f) / 4.f * float{shadowPictureSide}); };
    return picture.at(place(x), place(z))[1];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(shadow, *boost::unit_test::precondition(needsGl))

// By hand: each shadow is shifted by the height of its plate above the patch, and patches do not fade out.
BOOST_AUTO_TEST_CASE(a_shadow_falls_on_each_patch_by_the_height_above_it)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    Scene scene;
    addPrimitive(scene, shadowPlate({-0.5f, 1.f, 0.f}, 0.3f), Material());
    addPrimitive(scene, shadowPlate({1.5f, 1.f, 0.f}, 0.3f), Material());
    const std::array<DrawOptions::Ground::Patch, 2> patches{levelPatch(-2.f, 0.f, 0.f), levelPatch(0.f, 1.2f, 0.5f)};
    DrawOptions options = keyFromRight();
    options.ground = DrawOptions::Ground{.patches = patches};
    const auto picture = drawPicture(gl, renderer, scene, above, options, shadowPictureSide, shadowPictureSide);
    BOOST_TEST(levelAt(picture, -1.5f, 0.f) <= 2);
    BOOST_TEST(levelAt(picture, 1.f, 0.f) <= 2);
    BOOST_TEST(levelAt(picture, 0.5f, 0.f) == 255);
    BOOST_TEST(levelAt(picture, -1.5f, 0.6f) == 255);
}

// By hand: a key light of 0.5 that faces a slope of 45 degrees gives it 0.5, in sRGB 188; level ground gets 0.5 / sqrt(2), in sRGB 160.
BOOST_AUTO_TEST_CASE(a_patch_is_lit_by_its_slope)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    const DrawOptions::Ground::Patch slope{{{-2.f, 1.f, -2.f}, {0.f, -1.f, -2.f}, {-2.f, 1.f, 2.f}, {0.f, -1.f, 2.f}}};
    const std::array<DrawOptions::Ground::Patch, 2> patches{slope, levelPatch(0.f, 2.f, 0.f)};
    DrawOptions options = keyFromRight();
    options.ground = DrawOptions::Ground{.color = glm::vec3(1.f), .patches = patches};
    const auto picture = drawPicture(gl, renderer, Scene(), above, options, shadowPictureSide, shadowPictureSide);
    BOOST_TEST(std::abs(levelAt(picture, -1.f, 0.f) - 188) <= 1);
    BOOST_TEST(std::abs(levelAt(picture, 1.f, 0.f) - 160) <= 1);
}

// By hand: the shadow of a plate at a height of 1 is shifted by 1. Without other light, white ground is black in the middle of the shadow
// and at half its brightness on the rim. Far from its centre, the ground fades out.
BOOST_AUTO_TEST_CASE(a_plate_casts_a_soft_shadow_on_the_ground_where_the_light_throws_it)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    Scene scene;
    addPrimitive(scene, shadowPlate({0.f, 1.f, 0.f}, 0.3f), Material());
    DrawOptions options = keyFromRight();
    options.ground = DrawOptions::Ground{.radius = 4.f};
    const auto picture = drawPicture(gl, renderer, scene, above, options, shadowPictureSide, shadowPictureSide);
    BOOST_TEST(levelAt(picture, -1.f, 0.f) <= 2);
    BOOST_TEST(levelAt(picture, 1.f, 0.f) == 255);
    BOOST_TEST(levelAt(picture, -1.f, 0.6f) == 255);
    const int rim = levelAt(picture, -1.f, 0.3f);
    BOOST_TEST((rim > 60 && rim < 240), "the rim has " << rim);

    options.ground->radius = 0.9f;
    BOOST_TEST(levelAt(drawPicture(gl, renderer, scene, above, options, shadowPictureSide, shadowPictureSide), -1.f, 0.f) == 255);
    options.ground->radius = 4.f;
    options.shadows = false;
    BOOST_TEST(levelAt(drawPicture(gl, renderer, scene, above, options, shadowPictureSide, shadowPictureSide), -1.f, 0.f) == 255);
}

// No surface shadows itself: outside the shadows of other objects, rough surfaces lit at 45 degrees look the same with and without shadows.
BOOST_AUTO_TEST_CASE(surfaces_receive_shadows_but_not_their_own)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    Scene scene;
    Material rough;
    rough.metallic = 0.f;
    addPrimitive(scene, shadowPlate({0.f, 0.f, 0.f}, 1.9f), rough);
    addPrimitive(scene, shadowPlate({0.f, 1.f, 0.f}, 0.3f), rough);
    DrawOptions options = keyFromRight();
    const auto shadowed = drawPicture(gl, renderer, scene, above, options, shadowPictureSide, shadowPictureSide);
    options.shadows = false;
    const auto plain = drawPicture(gl, renderer, scene, above, options, shadowPictureSide, shadowPictureSide);
    BOOST_TEST(levelAt(shadowed, -1.f, 0.f) == 0);
    std::size_t differing = 0;
    for (std::size_t y = 0; y < shadowPictureSide; ++y) {
        for (std::size_t x = 0; x < shadowPictureSide; ++x) {
            const float toShadow =
                std::max(std::abs((static_cast<float>(x) + 0.5f) / 32.f - 1.f), std::abs((static_cast<float>(y) + 0.5f) / 32.f - 2.f));
            differing += toShadow > 0.5f && shadowed.at(x, y)[1] != plain.at(x, y)[1] ? 1u : 0u;
        }
    }
    BOOST_TEST(differing == 0u);
}

// A ball has no shadow on itself that its shading does not have: where light grazes it, its flat triangles must not show.
BOOST_AUTO_TEST_CASE(flat_triangles_of_a_round_body_do_not_shadow_each_other)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    Material rough;
    rough.metallic = 0.f;
    for (const int rings : {6, 8, 12, 24}) {
        Scene scene;
        addPrimitive(scene, coarseBall(rings, 0.4f, {0.f, 0.f, -1.5f}), rough);
        addPrimitive(scene, coarseBall(rings, 0.4f, {0.f, 0.f, 1.5f}), rough);
        DrawOptions options = keyFromRight();
        const auto shadowed = drawPicture(gl, renderer, scene, above, options, shadowPictureSide, shadowPictureSide);
        options.shadows = false;
        const auto plain = drawPicture(gl, renderer, scene, above, options, shadowPictureSide, shadowPictureSide);
        int largest = 0;
        for (std::size_t y = 0; y < shadowPictureSide; ++y) {
            for (std::size_t x = 0; x < shadowPictureSide; ++x) {
                largest = std::max(largest, std::abs(int{shadowed.at(x, y)[1]} - int{plain.at(x, y)[1]}));
            }
        }
        BOOST_TEST(largest <= 4, rings << " rings: up to " << largest << " of 255");
    }
}

// By hand: a root turned by a quarter about +X lays the tube along +Z. It is at a height of 1, so its shadow is shifted by 1.
BOOST_AUTO_TEST_CASE(skinned_meshes_cast_shadows_as_they_are_posed)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    for (const bool onCpu : {false, true}) {
        Scene scene;
        Skeleton& skeleton = addChain(scene, 2, 1.f);
        TransformNode& node = scene.createTransformNode("tube", nullptr, {.translation = {1.f, 1.f, 0.f}});
        skeleton.setHostNode(&node);
        scene.addMeshInstance(makeTube(2, 1.f, 0.2f, 4), node, &skeleton);
        DrawOptions options = keyFromRight();
        options.ground = DrawOptions::Ground{.radius = 6.f};
        if (onCpu) {
            options.path = DrawOptions::Path::Cpu;
        }
        BOOST_TEST(levelAt(drawPicture(gl, renderer, scene, above, options, shadowPictureSide, shadowPictureSide), 0.f, 0.75f) == 255);
        skeleton.bones().front()->setRotation({glm::radians(90.f), 0.f, 0.f});
        BOOST_TEST(levelAt(drawPicture(gl, renderer, scene, above, options, shadowPictureSide, shadowPictureSide), 0.f, 0.75f) <= 2);
        BOOST_TEST(renderer.getStatistics().cpuPrimitives == (onCpu ? 1u : 0u));  // skinned once, not again for the shadow
    }
}

// The tube of the previous test, four times; each shadow is shifted by 1. One tube is in view. The tube just beyond the right edge is out
// of view, but its shadow is in view. The shadow of the tube beyond the left edge points away from the view. The shadow of the tube far to
// the right meets the ground before it reaches the view.
BOOST_AUTO_TEST_CASE(members_of_a_crowd_cast_shadows_into_the_view_even_from_outside)
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    Scene scene;
    Skeleton& skeleton = addChain(scene, 2, 1.f);
    scene.addMeshInstance(makeTube(2, 1.f, 0.2f, 4), scene.createTransformNode("tube"), &skeleton);
    skeleton.bones().front()->setRotation({glm::radians(90.f), 0.f, 0.f});
    const CrowdPalettes palettes{skeleton.getFinalMatrices(), skeleton.getFinalMatrices().size()};
    const auto at = [](float x) { return CrowdPlacement{.world = glm::translate(glm::mat4(1.f), glm::vec3(x, 1.f, 0.f))}; };
    const std::vector<CrowdPlacement> placements{at(0.8f), at(2.6f), at(-2.6f), at(6.f)};
    DrawOptions options = keyFromRight();
    options.ground = DrawOptions::Ground{.radius = 8.f};
    const auto draw = [&](std::span<const CrowdPlacement> those) {
        const auto framebuffer = gl.makeFramebuffer(shadowPictureSide, shadowPictureSide);
        framebuffer->bind();
        renderer.draw(scene, palettes, those, above, options);
        return framebuffer->read();
    };
    const auto picture = draw(placements);
    BOOST_TEST(levelAt(picture, -0.2f, 0.5f) <= 2);
    BOOST_TEST(levelAt(picture, 1.6f, 0.5f) <= 2);
    BOOST_TEST(levelAt(picture, -1.f, 0.5f) == 255);
    BOOST_TEST(renderer.getStatistics().instances == 1u);
    BOOST_TEST(renderer.getStatistics().culledInstances == 3u);
    BOOST_TEST(renderer.getStatistics().shadowInstances == 1u);
    BOOST_TEST(renderer.getStatistics().drawCalls == 2u);  // one for the shadows
    BOOST_TEST(renderer.getStatistics().uploads == 1u);

    // Only the ground is in view.
    BOOST_TEST(levelAt(draw(std::span(placements).subspan(1, 1)), 1.6f, 0.5f) <= 2);
    options.cullsOutOfView = false;
    BOOST_TEST(countDifferent(draw(placements), picture, 40) < shadowPictureSide * shadowPictureSide / 100);  // a coarser map
    BOOST_TEST(renderer.getStatistics().instances == 4u);
    options.shadows = false;
    BOOST_TEST(levelAt(draw(placements), 1.6f, 0.5f) == 255);
}

// Two tubes in view and two beyond the right edge, as in the previous test; one of each pair is mirrored. OpenGL counts the triangles.
BOOST_AUTO_TEST_CASE(what_only_casts_a_shadow_is_drawn_for_the_shadow_only)
{
    const GlFixture gl;
    CrowdRenderer renderer(gl.context);
    Scene scene;
    Skeleton& skeleton = addChain(scene, 2, 1.f);
    const auto mesh = makeTube(2, 1.f, 0.2f, 4);
    scene.addMeshInstance(mesh, scene.createTransformNode("tube"), &skeleton);
    skeleton.bones().front()->setRotation({glm::radians(90.f), 0.f, 0.f});
    const CrowdPalettes palettes{skeleton.getFinalMatrices(), skeleton.getFinalMatrices().size()};
    std::vector<CrowdPlacement> placements;
    for (const float x : {0.8f, 2.6f}) {
        const glm::mat4 straight = glm::translate(glm::mat4(1.f), glm::vec3(x, 1.f, 0.f));
        const glm::mat4 beside = glm::translate(glm::mat4(1.f), glm::vec3(x, 1.f, -1.5f));
        placements.push_back({.world = straight});
        placements.push_back({.world = glm::scale(beside, glm::vec3(-1.f, 1.f, 1.f))});
    }
    DrawOptions options = keyFromRight();
    options.ground = DrawOptions::Ground{.radius = 8.f};
    const auto framebuffer = gl.makeFramebuffer(shadowPictureSide, shadowPictureSide);
    framebuffer->bind();
    GLuint query = 0;
    glGenQueries(1, &query);
    const auto trianglesOf = [&](std::span<const CrowdPlacement> those) {
        glBeginQuery(GL_PRIMITIVES_GENERATED, query);
        renderer.draw(scene, palettes, those, above, options);
        glEndQuery(GL_PRIMITIVES_GENERATED);
        GLuint count = 0;
        glGetQueryObjectuiv(query, GL_QUERY_RESULT, &count);
        return std::size_t{count};
    };
    const std::size_t ofGround = trianglesOf({});
    const std::size_t ofTube = mesh->primitives()[0].indices.size() / 3;
    BOOST_TEST(trianglesOf(placements) == ofGround + (2 + 4) * ofTube);
    BOOST_TEST(renderer.getStatistics().shadowInstances == 2u);
    BOOST_TEST(renderer.getStatistics().drawCalls == 4u);
    const auto picture = framebuffer->read();
    for (const float x : {-0.2f, 1.6f}) {
        for (const float z : {0.5f, -1.f}) {
            BOOST_TEST(levelAt(picture, x, z) <= 2, "at " << x << ", " << z);
        }
    }
    glDeleteQueries(1, &query);
    BOOST_TEST(gl.complaints.empty());
}

BOOST_AUTO_TEST_CASE(a_member_of_a_crowd_looks_and_casts_shadows_like_an_instance)
{
    const GlFixture gl;
    SkinRenderer one(gl.context);
    CrowdRenderer crowd(gl.context);
    Scene scene;
    Skeleton& skeleton = addChain(scene, 2, 1.f);
    TransformNode& node = scene.createTransformNode("tube", nullptr, {.translation = {0.8f, 0.4f, 0.f}});
    skeleton.setHostNode(&node);
    scene.addMeshInstance(makeTube(2, 1.f, 0.2f, 4), node, &skeleton);
    bend(skeleton, 0.6f);
    DrawOptions options = keyFromRight();
    options.ground = DrawOptions::Ground{.radius = 8.f};
    const auto expected = drawPicture(gl, one, scene, above, options, shadowPictureSide, shadowPictureSide);
    const auto framebuffer = gl.makeFramebuffer(shadowPictureSide, shadowPictureSide);
    framebuffer->bind();
    const std::vector<CrowdPlacement> placements{{.world = node.getWorldMatrix()}};
    crowd.draw(scene, {skeleton.getFinalMatrices(), skeleton.getFinalMatrices().size()}, placements, above, options);
    BOOST_TEST(countDifferent(framebuffer->read(), expected, 2) <= 3u);
}

BOOST_AUTO_TEST_SUITE_END()
