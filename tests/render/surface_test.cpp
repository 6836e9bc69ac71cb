#include <cmath>

#include <armature/support/picture.hpp>

#include "encoded_pictures.hpp"
#include "pictures.hpp"
#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

using Color = std::array<int, 3>;

Color colorAt(const support::Picture& picture, double x, double y)
{
    const auto column = static_cast<std::size_t>(x * static_cast<double>(picture.width));
    const auto row = static_cast<std::size_t>(y * static_cast<double>(picture.height));
    const auto pixel = picture.at(column, row);
    return {pixel[0], pixel[1], pixel[2]};
}

void checkColor(const Color& actual, const Color& expected)
{
    for (std::size_t i = 0; i < 3; ++i) {
        BOOST_TEST(std::abs(actual[i] - expected[i]) <= 1, "(" << actual[0] << ' ' << actual[1] << ' ' << actual[2] << ") instead of ("
                                                               << expected[0] << ' ' << expected[1] << ' ' << expected[2] << ")");
    }
}

Material unlit(const glm::vec4& color)
{
    Material material;
    material.unlit = true;
    material.baseColor = color;
    return material;
}

/// Returns an image of 2 x 2 pixels: red and green above blue and white. Blue has an alpha of 100 of 255.
Image fourColors()
{
    const support::Picture picture{2, 2, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 100, 255, 255, 255, 255}};
    const auto encoded = support::encodePng(picture);
    const auto bytes = std::as_bytes(std::span(encoded));
    return {"four", "image/png", {bytes.begin(), bytes.end()}};
}

Material textured(std::size_t image)
{
    Material material = unlit(glm::vec4(1.f));
    material.baseColorTexture = TextureReference{
        .image = image, .magnification = TextureFilter::Nearest, .minification = TextureFilter::Nearest, .offset = {0.f, 0.f}};
    return material;
}

support::Picture drawFlat(const GlFixture& gl, const Scene& scene, const DrawOptions& options = {})
{
    SkinRenderer renderer(gl.context);
    return drawPicture(gl, renderer, scene, flatCamera(), options, 64, 64);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(surface, *boost::unit_test::precondition(needsGl))

// IEC 61966-2-1: linear 0.5 is 187.52 of 255, 0.25 is 136.96, 0.002 is 6.59.
BOOST_AUTO_TEST_CASE(colours_are_written_as_srgb)
{
    const GlFixture gl;
    Scene scene;
    addPrimitive(scene, makeSquare({0.f, 0.f, 0.f}, 2.f), unlit({0.5f, 0.25f, 0.002f, 1.f}));
    checkColor(colorAt(drawFlat(gl, scene), 0.5, 0.5), {188, 137, 7});
    checkColor(colorAt(drawFlat(gl, scene, {.encodeSrgb = true}), 0.5, 0.5), {188, 137, 7});
}

BOOST_AUTO_TEST_CASE(the_background_is_written_as_srgb)
{
    const GlFixture gl;
    const Scene scene;
    const glm::vec4 background(0.5f, 0.25f, 0.002f, 1.f);
    checkColor(colorAt(drawFlat(gl, scene, {.background = background}), 0.5, 0.5), {188, 137, 7});
    checkColor(colorAt(drawFlat(gl, scene, {.background = background, .encodeSrgb = true}), 0.5, 0.5), {188, 137, 7});
}

// glTF 2.0, 3.8: the upper left of the image is at texture coordinates (0, 0).
BOOST_AUTO_TEST_CASE(textures_stand_upright)
{
    const GlFixture gl;
    Scene scene;
    addPrimitive(scene, makeSquare({0.f, 0.f, 0.f}, 1.f), textured(scene.addImage(fourColors())));
    const auto picture = drawFlat(gl, scene);
    checkColor(colorAt(picture, 0.25, 0.25), {255, 0, 0});
    checkColor(colorAt(picture, 0.75, 0.25), {0, 255, 0});
    checkColor(colorAt(picture, 0.25, 0.75), {0, 0, 255});
    checkColor(colorAt(picture, 0.75, 0.75), {255, 255, 255});
}

// KHR_texture_transform: an offset of (0.5, 0) shows what lies half an image to the right. A quarter turn about the origin maps the texture
// coordinates (u, v) to (v, -u), which repeat.
BOOST_AUTO_TEST_CASE(texture_transforms_shift_scale_and_turn)
{
    const GlFixture gl;
    const auto colorWith = [&](const glm::vec2& offset, float rotation, const glm::vec2& scale, double x, double y) {
        Scene scene;
        Material material = textured(scene.addImage(fourColors()));
        material.baseColorTexture->offset = offset;
        material.baseColorTexture->rotation = rotation;
        material.baseColorTexture->scale = scale;
        addPrimitive(scene, makeSquare({0.f, 0.f, 0.f}, 1.f), material);
        return colorAt(drawFlat(gl, scene), x, y);
    };
    checkColor(colorWith({0.5f, 0.f}, 0.f, {1.f, 1.f}, 0.25, 0.25), {0, 255, 0});
    checkColor(colorWith({0.f, 0.5f}, 0.f, {1.f, 1.f}, 0.25, 0.25), {0, 0, 255});
    checkColor(colorWith({0.f, 0.f}, 0.f, {0.5f, 0.5f}, 0.75, 0.75), {255, 0, 0});
    checkColor(colorWith({0.f, 0.f}, glm::radians(90.f), {1.f, 1.f}, 0.75, 0.75), {0, 255, 0});  // (0.75, -0.75) repeats as (0.75, 0.25)
    checkColor(colorWith({0.f, 0.f}, glm::radians(90.f), {1.f, 1.f}, 0.25, 0.25), {0, 0, 255});  // (0.25, -0.25) repeats as (0.25, 0.75)
}

BOOST_AUTO_TEST_CASE(an_image_that_cannot_be_decoded_is_white_and_said_once)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    Image broken = fourColors();
    broken.bytes.resize(broken.bytes.size() / 2);
    Scene scene;
    addPrimitive(scene, makeSquare({0.f, 0.f, 0.f}, 1.f), textured(scene.addImage(broken)));
    for (int frame = 0; frame < 3; ++frame) {
        checkColor(colorAt(drawPicture(gl, renderer, scene, flatCamera()), 0.25, 0.25), {255, 255, 255});
    }
    BOOST_REQUIRE(renderer.warnings().size() == 1u);
    BOOST_TEST(renderer.warnings()[0].find("image 0 \"four\"") != std::string::npos);
}

// A file of less than 200 bytes holds 512 x 512 = 262144 pixels of one colour. The limits allow 64 pixels per byte, plus a fixed number.
BOOST_AUTO_TEST_CASE(images_beyond_the_limits_are_white_and_said_once)
{
    const GlFixture gl;
    const Image red = imageFromHex(pictures::redWebp);
    constexpr std::size_t pixels = 512 * 512;
    const auto countRed = [&](const TextureLimits& limits) {
        SkinRenderer renderer(gl.context, limits);
        Scene scene;
        for (int square = 0; square < 3; ++square) {
            const std::size_t image = scene.addImage(red);
            addPrimitive(scene, makeSquare({-0.5f + 0.5f * static_cast<float>(square), 0.f, 0.f}, 0.2f), textured(image));
        }
        std::size_t count = 0;
        for (int frame = 0; frame < 2; ++frame) {
            const auto picture = drawPicture(gl, renderer, scene, flatCamera(), {}, 64, 64);
            count = 0;
            for (const double x : {0.25, 0.5, 0.75}) {
                count += colorAt(picture, x, 0.5) == Color{255, 0, 0} ? 1u : 0u;
            }
        }
        BOOST_TEST(renderer.warnings().size() == 3 - count);
        return count;
    };
    BOOST_TEST(countRed({}) == 3u);
    BOOST_TEST(countRed({.imagePixels = pixels}) == 3u);
    BOOST_TEST(countRed({.imagePixels = pixels - 1}) == 0u);
    BOOST_TEST(countRed({.scenePixels = 3 * pixels - 1}) == 2u);
    BOOST_TEST(countRed({.unbackedPixels = 0}) == 0u);
    BOOST_TEST(countRed({.unbackedPixels = 2 * pixels}) == 2u);
}

BOOST_AUTO_TEST_CASE(no_prefix_and_no_flipped_byte_of_an_image_does_harm)
{
    const GlFixture gl;
    const Image good = fourColors();
    SkinRenderer renderer(gl.context);
    std::size_t examined = 0;
    for (std::size_t i = 0; i < good.bytes.size(); ++i) {
        for (const bool cuts : {true, false}) {
            Image bad = good;
            if (cuts) {
                bad.bytes.resize(i);
            } else {
                bad.bytes[i] ^= std::byte{0xff};
            }
            Scene scene;
            addPrimitive(scene, makeSquare({0.f, 0.f, 0.f}, 1.f), textured(scene.addImage(bad)));
            (void)drawPicture(gl, renderer, scene, flatCamera(), {}, 4, 4);
            ++examined;
        }
    }
    BOOST_TEST(examined == 2 * good.bytes.size());
    BOOST_TEST(renderer.warnings().size() > examined / 4);
}

BOOST_AUTO_TEST_CASE(masked_surfaces_have_holes_where_alpha_is_below_the_cutoff)
{
    const GlFixture gl;
    Scene scene;
    Material material = textured(scene.addImage(fourColors()));
    material.alphaMode = AlphaMode::Mask;
    material.alphaCutoff = 0.5f;
    addPrimitive(scene, makeSquare({0.f, 0.f, 0.f}, 1.f), material);
    const auto picture = drawFlat(gl, scene);
    checkColor(colorAt(picture, 0.25, 0.75), {0, 0, 0});
    checkColor(colorAt(picture, 0.75, 0.75), {255, 255, 255});
}

// By hand, in linear light: half of white over half of red over black is (0.5 + 0.25, 0.5, 0.5). 0.75 is 224.9 of 255 in sRGB.
BOOST_AUTO_TEST_CASE(blended_surfaces_mix_as_light_from_back_to_front)
{
    const GlFixture gl;
    for (const bool isWhiteFirst : {true, false}) {
        Scene scene;
        Material white = unlit({1.f, 1.f, 1.f, 0.5f});
        Material red = unlit({1.f, 0.f, 0.f, 0.5f});
        white.alphaMode = AlphaMode::Blend;
        red.alphaMode = AlphaMode::Blend;
        for (const bool drawsWhite : {isWhiteFirst, !isWhiteFirst}) {
            addPrimitive(scene, makeSquare({0.f, 0.f, drawsWhite ? 1.f : 0.f}, 1.f), drawsWhite ? white : red);
        }
        checkColor(colorAt(drawFlat(gl, scene), 0.5, 0.5), {225, 188, 188});
    }
}

BOOST_AUTO_TEST_CASE(vertex_colours_and_emission_are_used)
{
    const GlFixture gl;
    Scene scene;
    Primitive square = makeSquare({0.f, 0.f, 0.f}, 1.f);
    square.colors.assign(4, glm::vec4(0.5f, 1.f, 0.f, 1.f));
    Material material = unlit({1.f, 0.25f, 1.f, 1.f});
    material.emissive = {0.f, 0.f, 0.25f};
    addPrimitive(scene, square, material);
    checkColor(colorAt(drawFlat(gl, scene), 0.5, 0.5), {188, 137, 137});
}

// A box without normals is drawn with its triangles' normals, which equal the vertex normals of the other box.
BOOST_AUTO_TEST_CASE(without_normals_surfaces_are_flat)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    Primitive box = makeBox(glm::vec3(0.5f));
    Scene withNormals;
    withNormals.addMeshInstance(makeMesh(box), withNormals.createTransformNode("box"));
    box.normals.clear();
    Scene without;
    without.addMeshInstance(makeMesh(box), without.createTransformNode("box"));
    const Camera camera = frameCamera({glm::vec3(-0.5f), glm::vec3(0.5f)}, 320.f / 240.f);
    const auto expected = drawPicture(gl, renderer, withNormals, camera);
    BOOST_TEST(countDifferent(drawPicture(gl, renderer, without, camera), expected, 3) <= 320u * 240u / 100);
}

BOOST_AUTO_TEST_CASE(only_double_sided_surfaces_have_a_back_and_it_is_lit_like_a_front)
{
    const GlFixture gl;
    const auto draw = [&](bool facesAway, bool isDoubleSided) {
        Scene scene;
        Primitive square = makeSquare({0.f, 0.f, 0.f}, 1.f);
        if (facesAway) {
            std::swap(square.indices[1], square.indices[2]);
            std::swap(square.indices[4], square.indices[5]);
            for (glm::vec3& normal : square.normals) {
                normal = -normal;
            }
        }
        Material material;
        material.doubleSided = isDoubleSided;
        addPrimitive(scene, square, material);
        return colorAt(drawFlat(gl, scene), 0.5, 0.5);
    };
    const Color front = draw(false, false);
    BOOST_TEST(front[1] > 100);
    checkColor(draw(true, false), {0, 0, 0});
    checkColor(draw(true, true), front);
    checkColor(draw(false, true), front);
}

BOOST_AUTO_TEST_CASE(points_and_lines_are_drawn)
{
    const GlFixture gl;
    using enum PrimitiveTopology;
    for (const auto topology : {Points, Lines, LineLoop, LineStrip, Triangles, TriangleStrip, TriangleFan}) {
        Scene scene;
        Primitive primitive = makeSquare({0.f, 0.f, 0.f}, 0.5f);
        primitive.topology = topology;
        primitive.normals.clear();
        primitive.indices = topology == Triangles ? std::vector<std::uint32_t>{0, 1, 2} : std::vector<std::uint32_t>{};
        Material material;
        material.doubleSided = true;
        addPrimitive(scene, primitive, material);
        const auto drawn = drawnPixels(drawFlat(gl, scene));
        const auto count = std::count(drawn.begin(), drawn.end(), true);
        BOOST_TEST(count >= 4, "topology " << static_cast<int>(topology) << ": " << count << " pixels");
        BOOST_TEST((count > 500) == (topology >= Triangles), "topology " << static_cast<int>(topology) << ": " << count << " pixels");
    }
}

// By hand: the square has its centre at x = -0.5 and half a side of 0.25. Its morph target moves it by 1, so at weight 1 it is at x = 0.5.
BOOST_AUTO_TEST_CASE(morph_targets_move_vertices_and_are_applied_on_the_cpu_only_when_weights_change)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    Scene scene;
    Primitive square = makeSquare({-0.5f, 0.f, 0.f}, 0.25f);
    square.morphTargets.push_back({.positions = std::vector<glm::vec3>(4, glm::vec3(1.f, 0.f, 0.f)), .normals = {}, .tangents = {}});
    square.material = scene.addMaterial(unlit(glm::vec4(1.f)));
    MeshInstance& instance =
        scene.addMeshInstance({.name = "square", .primitives = {square}, .morphWeights = {0.f}}, scene.createTransformNode("node"));

    const auto draw = [&](float weight) {
        instance.setMorphWeight(0, weight);
        return drawPicture(gl, renderer, scene, flatCamera(), {.morphsOnCpu = true});
    };
    checkColor(colorAt(draw(0.f), 0.25, 0.5), {255, 255, 255});
    BOOST_TEST(renderer.getStatistics().morphedPrimitives == 0u);
    const auto moved = draw(1.f);
    checkColor(colorAt(moved, 0.25, 0.5), {0, 0, 0});
    checkColor(colorAt(moved, 0.75, 0.5), {255, 255, 255});
    BOOST_TEST(renderer.getStatistics().morphedPrimitives == 1u);
    (void)draw(1.f);
    BOOST_TEST(renderer.getStatistics().morphedPrimitives == 0u);
    checkColor(colorAt(draw(0.5f), 0.5, 0.5), {255, 255, 255});
    BOOST_TEST(renderer.getStatistics().morphedPrimitives == 1u);
    checkColor(colorAt(draw(0.f), 0.25, 0.5), {255, 255, 255});
}

BOOST_AUTO_TEST_SUITE_END()
