#include <render/pictures.hpp>
#include <render/rigs.hpp>

#include "golden_picture.hpp"
#include "shapes.hpp"

// Each case draws a scene whose golden picture was inspected by eye. The comments say what to look for.

using namespace armature;
using namespace armature::test;

namespace {

Material painted(const glm::vec4& color, float metallic, float roughness)
{
    Material material;
    material.baseColor = color;
    material.metallic = metallic;
    material.roughness = roughness;
    return material;
}

MeshInstance& addAt(Scene& scene, const Primitive& primitive, const Material& material, const glm::vec3& place)
{
    MeshInstance& instance = addPrimitive(scene, primitive, material);
    instance.getNode().setPosition(place);
    return instance;
}

Camera ahead(float distance, float height = 0.f)
{
    return perspectiveCamera({0.f, height, distance}, glm::vec3(0.f), pictureAspect, 0.1f, 50.f, 0.5f);
}

// Adds a row of gold spheres above a row of red plastic ones, from smooth to rough.
void addSpheres(Scene& scene)
{
    const Primitive sphere = makeSphere(0.46f);
    for (int column = 0; column < 4; ++column) {
        const float roughness = 0.05f + 0.3f * static_cast<float>(column);
        const float x = static_cast<float>(column) - 1.5f;
        addAt(scene, sphere, painted({1.f, 0.77f, 0.34f, 1.f}, 1.f, roughness), {x, 0.5f, 0.f});
        addAt(scene, sphere, painted({0.6f, 0.04f, 0.03f, 1.f}, 0.f, roughness), {x, -0.5f, 0.f});
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(material_pictures, *boost::unit_test::precondition(needsGl))

// Smooth spheres reflect the sky, the ground and three soft boxes. To the right, highlights grow and fade. There are no speckles.
BOOST_AUTO_TEST_CASE(metals_and_dielectrics_from_smooth_to_rough)
{
    Scene scene;
    addSpheres(scene);
    checkPicture("spheres", scene, ahead(7.f));
    const Lighting keyAlone{.keyColor = glm::vec3(2.f), .skyColor = glm::vec3(0.f), .groundColor = glm::vec3(0.f)};
    checkPicture("spheres_key_light", scene, ahead(7.f), {.lighting = keyAlone});
    checkPicture("spheres_overexposed", scene, ahead(7.f), {.exposure = 3.f});
    checkPicture("spheres_clipped", scene, ahead(7.f), {.toneMapping = DrawOptions::ToneMapping::None, .exposure = 3.f});
}

// On all three spheres, bumps stand out towards the light at the upper left: with tangents, without tangents, and mirrored.
BOOST_AUTO_TEST_CASE(normal_maps)
{
    Scene scene;
    Material material = painted({0.5f, 0.5f, 0.55f, 1.f}, 0.f, 0.5f);
    material.normalTexture = TextureReference{.image = scene.addImage(bumps(8)), .scale = {2.f, 1.f}};
    Primitive sphere = makeSphere(0.7f);
    addAt(scene, sphere, material, {-1.5f, 0.f, 0.f});
    addAt(scene, sphere, material, {1.5f, 0.f, 0.f}).getNode().setScaling({-1.f, 1.f, 1.f});
    sphere.tangents.clear();
    addAt(scene, sphere, material, {0.f, 0.f, 0.f});
    checkPicture("normal_maps", scene, ahead(7.f));
    checkPicture("normal_maps_shown", scene, ahead(7.f), {.shown = DrawOptions::Shown::Normals});
}

// Left: squares of rough and smooth metal. Middle: dark squares without ambient light. Right: glowing squares.
BOOST_AUTO_TEST_CASE(maps_of_roughness_occlusion_and_emission)
{
    Scene scene;
    const Primitive sphere = makeSphere(0.7f);
    Material rough = painted({0.9f, 0.9f, 0.9f, 1.f}, 1.f, 1.f);
    rough.metallicRoughnessTexture = TextureReference{.image = scene.addImage(checkers({0, 40, 255, 255}, {0, 200, 255, 255}, 8))};
    addAt(scene, sphere, rough, {-1.5f, 0.f, 0.f});
    Material occluded = painted({0.7f, 0.7f, 0.7f, 1.f}, 0.f, 0.6f);
    occluded.occlusionTexture =
        TextureReference{.image = scene.addImage(checkers({0, 0, 0, 255}, {255, 0, 0, 255}, 4)), .textureCoordinates = 1};
    addAt(scene, sphere, occluded, {0.f, 0.f, 0.f});
    Material glowing = painted({0.05f, 0.05f, 0.05f, 1.f}, 0.f, 0.4f);
    glowing.emissive = {0.2f, 1.f, 0.9f};
    glowing.emissiveTexture = TextureReference{.image = scene.addImage(checkers({0, 0, 0, 255}, {255, 255, 255, 255}, 8))};
    addAt(scene, sphere, glowing, {1.5f, 0.f, 0.f});
    checkPicture("maps", scene, ahead(7.f));
}

// The same squares six times: unchanged, moved, turned, scaled down, clamped, and with the second set of texture coordinates.
BOOST_AUTO_TEST_CASE(texture_transforms_and_sets)
{
    Scene scene;
    const std::size_t image = scene.addImage(paint(64, [](float x, float y) {
        return (x < 0.5f) == (y < 0.5f) ? Texel{230, 60, 40, 255} : x < 0.5f ? Texel{40, 90, 220, 255} : Texel{240, 220, 60, 255};
    }));
    Primitive square = makeSquare(glm::vec3(0.f), 0.45f);
    for (const glm::vec2& place : square.textureCoordinates[0]) {
        square.textureCoordinates[1].push_back(4.f * place);
    }
    const std::array references{
        TextureReference{.image = image},
        TextureReference{.image = image, .offset = {0.25f, 0.f}},
        TextureReference{.image = image, .rotation = 0.5f},
        TextureReference{.image = image, .scale = {3.f, 2.f}},
        TextureReference{.image = image,
                         .wrapS = TextureWrap::ClampToEdge,
                         .wrapT = TextureWrap::MirroredRepeat,
                         .offset = {-1.f, -1.f},
                         .scale = {3.f, 3.f}},
        TextureReference{.image = image, .textureCoordinates = 1},
    };
    for (std::size_t i = 0; i < references.size(); ++i) {
        Material material = painted(glm::vec4(1.f), 0.f, 0.8f);
        material.baseColorTexture = references[i];
        addAt(scene, square, material, {static_cast<float>(i % 3) - 1.f, i < 3 ? 0.5f : -0.5f, 0.f});
    }
    checkPicture("texture_transforms", scene, ahead(5.f));
}

// Left: holes with sharp edges through which the inside is visible. Right: a red, a green and a blue sheet, blended from back to front.
BOOST_AUTO_TEST_CASE(alpha)
{
    Scene scene;
    Material holes = painted({0.8f, 0.5f, 0.2f, 1.f}, 0.f, 0.5f);
    holes.alphaMode = AlphaMode::Mask;
    holes.doubleSided = true;
    holes.baseColorTexture = TextureReference{.image = scene.addImage(checkers({255, 255, 255, 0}, {255, 255, 255, 255}, 8))};
    addAt(scene, makeSphere(0.8f), holes, {-1.1f, 0.f, 0.f});
    for (int sheet = 0; sheet < 3; ++sheet) {
        glm::vec4 color(0.1f, 0.1f, 0.1f, 0.5f);
        color[sheet] = 1.f;
        Material material = painted(color, 0.f, 0.3f);
        material.alphaMode = AlphaMode::Blend;
        const float step = static_cast<float>(sheet);
        addAt(scene, makeSquare(glm::vec3(0.f), 0.5f), material, {0.8f + 0.3f * step, -0.3f + 0.3f * step, 0.4f * step});
    }
    checkPicture("alpha", scene, ahead(6.f, 1.f));
}

// From left to right: flat faces without normals, vertex colours, an unlit surface, and a bowl whose inside is as bright as its outside.
BOOST_AUTO_TEST_CASE(normals_colours_and_sides)
{
    Scene scene;
    Primitive faceted = makeSphere(0.45f);
    faceted.normals.clear();
    faceted.tangents.clear();
    addAt(scene, faceted, painted({0.3f, 0.5f, 0.8f, 1.f}, 0.f, 0.5f), {-1.5f, 0.f, 0.f});
    Primitive colored = makeSphere(0.45f);
    for (const glm::vec3& normal : colored.normals) {
        colored.colors.emplace_back(0.5f + 0.5f * normal, 1.f);
    }
    addAt(scene, colored, painted(glm::vec4(1.f), 0.f, 0.6f), {-0.5f, 0.f, 0.f});
    Material unlit = painted({0.9f, 0.4f, 0.1f, 1.f}, 0.f, 1.f);
    unlit.unlit = true;
    addAt(scene, makeSphere(0.45f), unlit, {0.5f, 0.f, 0.f});
    Primitive bowl = makeSphere(0.45f);
    bowl.indices.erase(bowl.indices.begin(), bowl.indices.begin() + static_cast<std::ptrdiff_t>(bowl.indices.size() / 2));
    Material sided = painted({0.7f, 0.7f, 0.65f, 1.f}, 0.f, 0.4f);
    sided.doubleSided = true;
    addAt(scene, bowl, sided, {1.5f, 0.2f, 0.f});
    checkPicture("normals_colours_sides", scene, ahead(5.8f, 2.f));
}

BOOST_AUTO_TEST_SUITE_END()
