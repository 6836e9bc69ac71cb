#include <algorithm>
#include <cmath>

#include <glm/glm.hpp>
#include <glm/gtc/constants.hpp>

#include <armature/support/picture.hpp>

#include "pictures.hpp"
#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

using enum DrawOptions::ToneMapping;

constexpr glm::vec3 dark(0.f);
const Lighting darkness{.keyColor = dark, .skyColor = dark, .groundColor = dark, .softBoxes = 0.f};

Image oneColor(const std::array<std::uint8_t, 4>& color)
{
    const support::Picture picture{1, 1, {color.begin(), color.end()}};
    const auto encoded = support::encodePng(picture);
    const auto bytes = std::as_bytes(std::span(encoded));
    return {"one", "image/png", {bytes.begin(), bytes.end()}};
}

/// Returns a sphere with the texture wrapped around it.
Primitive makeSphere(float radius)
{
    constexpr std::uint32_t rings = 24;
    constexpr std::uint32_t sides = 48;
    Primitive sphere;
    for (std::uint32_t ring = 0; ring <= rings; ++ring) {
        for (std::uint32_t side = 0; side <= sides; ++side) {
            const float polar = glm::pi<float>() * static_cast<float>(ring) / rings;
            const float around = glm::two_pi<float>() * static_cast<float>(side) / sides;
            sphere.normals.emplace_back(std::sin(polar) * std::sin(around), std::cos(polar), std::sin(polar) * std::cos(around));
            sphere.positions.push_back(radius * sphere.normals.back());
        }
    }
    for (std::uint32_t ring = 0; ring < rings; ++ring) {
        for (std::uint32_t side = 0; side < sides; ++side) {
            const std::uint32_t a = ring * (sides + 1) + side;
            sphere.indices.insert(sphere.indices.end(), {a, a + sides + 1, a + sides + 2, a, a + sides + 2, a + 1});
        }
    }
    return sphere;
}

/// Draws a square that faces the camera and returns its central pixel, in bytes.
glm::ivec3 middleOf(Scene& scene, const DrawOptions& options)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    const auto picture = drawPicture(gl, renderer, scene, flatCamera(), options, 8, 8);
    BOOST_TEST(renderer.warnings().empty());
    const auto pixel = picture.at(4, 4);
    return {pixel[0], pixel[1], pixel[2]};
}

glm::ivec3 middleOf(const Material& material, const DrawOptions& options)
{
    Scene scene;
    addPrimitive(scene, makeSquare(glm::vec3(0.f), 1.f), material);
    return middleOf(scene, options);
}

// Encodes a linear value as an sRGB byte (IEC 61966-2-1).
int byteOf(double linear)
{
    const double clamped = std::clamp(linear, 0., 1.);
    return static_cast<int>(std::lround(255. * (clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * std::pow(clamped, 1. / 2.4) - 0.055)));
}

void checkNear(const glm::ivec3& actual, const glm::ivec3& expected, int levels = 1)
{
    const glm::ivec3 off = glm::abs(actual - expected);
    BOOST_TEST(std::max({off.x, off.y, off.z}) <= levels, "(" << actual.x << ' ' << actual.y << ' ' << actual.z << ") instead of ("
                                                              << expected.x << ' ' << expected.y << ' ' << expected.z << ")");
}

/// Returns how much of a light of intensity pi from `light` a surface facing the viewer reflects to the viewer: glTF 2.0, appendix B.3,
/// with the height-correlated masking-shadowing function of E. Heitz, "Understanding the Masking-Shadowing Function in Microfacet-Based
/// BRDFs", 2014, (99).
double reflected(double baseColor, bool isMetal, double roughness, const glm::dvec3& light)
{
    const glm::dvec3 normal(0., 0., 1.);
    const glm::dvec3 view = normal;
    const glm::dvec3 halfway = glm::normalize(light + view);
    const double alpha = roughness * roughness;
    const double squared = alpha * alpha;
    const double cosHalf = glm::dot(normal, halfway);
    const double distribution = squared / (glm::pi<double>() * std::pow(cosHalf * cosHalf * (squared - 1.) + 1., 2.));
    const double cosLight = glm::dot(normal, light);
    const double visibility =
        0.5 / (cosLight * std::sqrt((1. - squared) + squared) + std::sqrt(cosLight * cosLight * (1. - squared) + squared));
    const double f0 = isMetal ? baseColor : 0.04;
    const double fresnel = f0 + (1. - f0) * std::pow(1. - glm::dot(view, halfway), 5.);
    const double diffuse = isMetal ? 0. : baseColor / glm::pi<double>();
    return glm::pi<double>() * cosLight * ((1. - fresnel) * diffuse + fresnel * visibility * distribution);
}

Material surfaceOf(float metallic, float roughness)
{
    Material material;
    material.metallic = metallic;
    material.roughness = roughness;
    return material;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(surface_light, *boost::unit_test::precondition(needsGl))

// The furnace test: a white surface, rough or smooth, metal or not, reflects all light, so it is invisible under the same light from
// everywhere. Linear 0.5 is 188.
BOOST_AUTO_TEST_CASE(a_white_sphere_in_uniform_light_vanishes)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    DrawOptions options;
    options.lighting = darkness;
    options.lighting.skyColor = options.lighting.groundColor = glm::vec3(0.5f);
    options.background = glm::vec4(0.5f, 0.5f, 0.5f, 1.f);
    options.toneMapping = None;
    for (const float metallic : {0.f, 0.5f, 1.f}) {
        for (const float roughness : {0.f, 0.3f, 0.7f, 1.f}) {
            Scene scene;
            addPrimitive(scene, makeSphere(0.9f), surfaceOf(metallic, roughness));
            const auto picture = drawPicture(gl, renderer, scene, flatCamera(), options, 48, 48);
            int most = 0;
            for (std::size_t i = 0; i < picture.pixels.size(); i += 4) {
                most = std::max(most, std::abs(picture.pixels[i] - 188));
            }
            BOOST_TEST(most <= 1, "metallic " << metallic << ", roughness " << roughness << ": off by " << most);
            BOOST_TEST(renderer.getStatistics().drawCalls == 1u);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_key_light_is_reflected_as_gltf_defines)
{
    for (const bool isMetal : {false, true}) {
        for (const float roughness : {0.25f, 0.5f, 1.f}) {
            for (const glm::vec3& towards : {glm::vec3(0.f, 0.f, 1.f), glm::vec3(0.6f, 0.f, 0.8f), glm::vec3(0.f, 0.8f, 0.6f)}) {
                const float strength = isMetal && towards.z == 1.f && roughness < 0.5f ? 0.004f : 0.5f;
                Material material = surfaceOf(isMetal ? 1.f : 0.f, roughness);
                material.baseColor = {0.8f, 0.4f, 0.1f, 1.f};
                DrawOptions options;
                options.lighting = darkness;
                options.lighting.keyDirection = towards;
                options.lighting.keyColor = glm::vec3(strength);
                options.toneMapping = None;
                glm::ivec3 expected;
                for (glm::length_t i = 0; i < 3; ++i) {
                    const auto base = static_cast<double>(material.baseColor[i]);
                    const double light = reflected(base, isMetal, static_cast<double>(roughness), glm::dvec3(towards));
                    expected[i] = byteOf(static_cast<double>(strength) * light);
                }
                checkNear(middleOf(material, options), expected);
            }
        }
    }
}

// 128 of 255 is 0.502 if read as a linear value, but 0.216 if read as sRGB.
BOOST_AUTO_TEST_CASE(roughness_and_metal_are_read_as_numbers_from_green_and_blue)
{
    const DrawOptions options;
    Scene scene;
    Material textured;
    textured.baseColor = {0.8f, 0.4f, 0.1f, 1.f};
    textured.metallicRoughnessTexture = TextureReference{.image = scene.addImage(oneColor({7, 128, 190, 255}))};
    addPrimitive(scene, makeSquare(glm::vec3(0.f), 1.f), textured);
    Material plain = surfaceOf(190.f / 255.f, 128.f / 255.f);
    plain.baseColor = textured.baseColor;
    checkNear(middleOf(scene, options), middleOf(plain, options));
}

// 51 of 255 is 0.2. Occlusion multiplies all ambient light by 1 + strength * (0.2 - 1). Here, light of 0.5 falls on white.
BOOST_AUTO_TEST_CASE(occlusion_keeps_out_light_from_around)
{
    DrawOptions options;
    options.lighting = darkness;
    options.lighting.skyColor = options.lighting.groundColor = glm::vec3(0.5f);
    options.toneMapping = None;
    for (const float strength : {0.f, 0.5f, 1.f}) {
        Scene scene;
        Material material = surfaceOf(0.f, 1.f);
        material.occlusionTexture = TextureReference{.image = scene.addImage(oneColor({51, 255, 255, 255}))};
        material.occlusionStrength = strength;
        addPrimitive(scene, makeSquare(glm::vec3(0.f), 1.f), material);
        const int expected = byteOf(0.5 * (1. - 0.8 * static_cast<double>(strength)));
        checkNear(middleOf(scene, options), glm::ivec3(expected), 4);  // tolerance: reflections are occluded a little more or less
    }
}

// By hand: a texel (0.6, 0, 0.8) tilts the normal to the texture's right, (0, 0.6, 0.8) to its top; glTF 2.0, 3.9.3. Shown as 0.5 + 0.5 *
// x, 0.6 becomes 204 of 255, 0.8 becomes 230 and -0.6 becomes 51.
BOOST_AUTO_TEST_CASE(normal_maps_lean_with_the_texture_or_the_tangents)
{
    const auto shownOf = [](const std::array<std::uint8_t, 4>& texel, const glm::vec2& scale, float rotation, const glm::vec4& tangent,
                            bool isSeenFromBehind) {
        Scene scene;
        Material material;
        material.doubleSided = true;
        material.normalTexture = TextureReference{.image = scene.addImage(oneColor(texel)), .rotation = rotation, .scale = scale};
        Primitive square = makeSquare(glm::vec3(0.f), 1.f);
        if (tangent.w != 0.f) {
            square.tangents.assign(square.positions.size(), tangent);
        }
        MeshInstance& instance = addPrimitive(scene, square, material);
        if (isSeenFromBehind) {
            instance.getNode().setRotation({0.f, glm::pi<float>(), 0.f});
        }
        return middleOf(scene, {.shown = DrawOptions::Shown::Normals});
    };
    constexpr std::array<std::uint8_t, 4> right{204, 128, 230, 255};
    constexpr std::array<std::uint8_t, 4> up{128, 204, 230, 255};
    constexpr glm::vec4 none(0.f);
    checkNear(shownOf(right, {1.f, 1.f}, 0.f, none, false), {204, 128, 230});
    checkNear(shownOf(up, {1.f, 1.f}, 0.f, none, false), {128, 204, 230});
    // The texture mirrored, then turned by a quarter: the texture coordinates become (v, -u), so the texture's right points down.
    checkNear(shownOf(right, {-1.f, 1.f}, 0.f, none, false), {51, 128, 230});
    checkNear(shownOf(up, {-1.f, 1.f}, 0.f, none, false), {128, 204, 230});
    checkNear(shownOf(right, {1.f, 1.f}, glm::half_pi<float>(), none, false), {128, 51, 230});
    // Tangents of the mesh take precedence. The texture's top is the cross product of normal and tangent, times w.
    checkNear(shownOf(right, {1.f, 1.f}, 0.f, {0.f, 1.f, 0.f, 1.f}, false), {128, 204, 230});
    checkNear(shownOf(up, {1.f, 1.f}, 0.f, {0.f, 1.f, 0.f, 1.f}, false), {51, 128, 230});
    checkNear(shownOf(up, {1.f, 1.f}, 0.f, {0.f, 1.f, 0.f, -1.f}, false), {204, 128, 230});
    // Seen from behind, with the square turned about +Y: its right is -X, and the normal is flipped towards the viewer.
    checkNear(shownOf(right, {1.f, 1.f}, 0.f, none, true), {204, 128, 230});
    checkNear(shownOf(right, {1.f, 1.f}, 0.f, {1.f, 0.f, 0.f, 1.f}, true), {204, 128, 230});
    checkNear(shownOf(up, {1.f, 1.f}, 0.f, none, true), {128, 51, 230});
}

// The formula of github.com/KhronosGroup/ToneMapping, by hand: 0.5 loses 0.04. For (4, 1, 0.5), the peak 3.96 becomes 1 - 0.24^2 / (3.96 +
// 0.24 - 0.76) = 0.98326, the other channels keep their ratios, and the share of white is 1 - 1 / (0.15 * 2.97674 + 1) = 0.30871.
BOOST_AUTO_TEST_CASE(highlights_are_compressed_as_khronos_pbr_neutral_does)
{
    DrawOptions options;
    options.lighting = darkness;
    Material material;
    material.baseColor = {0.f, 0.f, 0.f, 1.f};
    material.emissive = {0.5f, 0.5f, 0.5f};
    checkNear(middleOf(material, options), glm::ivec3(byteOf(0.46)));
    const auto channel = [](double value) { return byteOf((value - 0.04) * 0.98326 / 3.96 * (1. - 0.30871) + 0.98326 * 0.30871); };
    material.emissive = {1.f, 0.25f, 0.125f};
    options.exposure = 4.f;
    checkNear(middleOf(material, options), {channel(4.), channel(1.), channel(0.5)});
    options.toneMapping = None;
    checkNear(middleOf(material, options), {255, 255, byteOf(0.5)});
}

BOOST_AUTO_TEST_CASE(base_colours_are_shown_as_they_are)
{
    Material material = surfaceOf(1.f, 0.f);
    material.baseColor = {0.5f, 0.25f, 0.002f, 1.f};
    checkNear(middleOf(material, {.shown = DrawOptions::Shown::BaseColor, .exposure = 3.f}), {188, 137, 7});
}

// Joints 0 and 1 have the hues 0 and 0.618 turns: red, and (0, 0.292, 1). By hand: |fract(0.618 + 2 / 3) * 6 - 3| - 1 = 0.292. The colours
// are the same wherever the square is skinned.
BOOST_AUTO_TEST_CASE(joints_are_shown_by_colours_mixed_by_weights)
{
    const auto shownOf = [](float weight) {
        Scene scene;
        Skeleton& skeleton = addChain(scene, 2, 1.f);
        Primitive square = makeSquare(glm::vec3(0.f), 1.f);
        square.skin.influencesPerVertex = 2;
        for (std::size_t i = 0; i < square.positions.size(); ++i) {
            square.skin.joints.insert(square.skin.joints.end(), {0, 1});
            square.skin.weights.insert(square.skin.weights.end(), {weight, 1.f - weight});
        }
        scene.addMeshInstance(makeMesh(square), scene.createTransformNode("square"), &skeleton);
        const auto color = middleOf(scene, {.shown = DrawOptions::Shown::Joints});
        checkNear(middleOf(scene, {.path = DrawOptions::Path::Cpu, .shown = DrawOptions::Shown::Joints}), color);
        return color;
    };
    checkNear(shownOf(1.f), {255, 0, 0});
    checkNear(shownOf(0.f), {0, byteOf(0.292), 255});
    checkNear(shownOf(0.5f), {byteOf(0.5), byteOf(0.146), byteOf(0.5)});
}

BOOST_AUTO_TEST_SUITE_END()
