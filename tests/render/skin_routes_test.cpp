#include <GL/glew.h>

#include <armature/error.hpp>
#include <armature/render/render_text.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <support/near.hpp>

#include "feedback.hpp"
#include "pictures.hpp"
#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

using Path = DrawOptions::Path;
using Skinning = DrawOptions::Skinning;

constexpr std::size_t routePictureWidth = 160;
constexpr std::size_t routePictureHeight = 120;

/// A tube with twisted and bent joints. Its mesh has `targets` morph targets, each with a weight.
struct RoutedTube {
    explicit RoutedTube(std::size_t joints, std::size_t influences = 4, std::size_t targets = 0)
    {
        TransformNode& host = scene.createTransformNode("host");
        skeleton = &addChain(scene, joints, 2.f);
        skeleton->setHostNode(&host);
        for (Bone* bone : skeleton->bones()) {
            bone->setRotation({0.f, 5.f / static_cast<float>(joints), 1.f / static_cast<float>(joints)});
        }
        MeshDescription mesh = makeTube(joints, 2.f, 0.25f, influences)->getDescription();
        mesh.name = "tube";
        Primitive& primitive = mesh.primitives[0];
        for (std::size_t target = 0; target < targets; ++target) {
            mesh.morphWeights.push_back(1.f / static_cast<float>(targets));
            primitive.morphTargets.push_back({.positions = primitive.normals, .normals = primitive.positions});
        }
        instance = &scene.addMeshInstance(Mesh::create(std::move(mesh)), host, skeleton);
        camera = frameCamera(computeBounds(scene), static_cast<float>(routePictureWidth) / static_cast<float>(routePictureHeight));
    }

    Scene scene;
    Skeleton* skeleton;
    MeshInstance* instance;
    Camera camera;
};

support::Picture draw(const GlFixture& gl, SkinRenderer& renderer, const RoutedTube& tube, const DrawOptions& options = {})
{
    return drawPicture(gl, renderer, tube.scene, tube.camera, options, routePictureWidth, routePictureHeight);
}

/// Returns the text of the tube's only route.
std::string routeText(const SkinRenderer& renderer, const RoutedTube& tube)
{
    const auto routes = renderer.describe(tube.scene);
    BOOST_TEST_REQUIRE(routes.size() == 1u);
    return toString(routes[0]);
}

bool hasStorage(const GlFixture& gl)
{
    return gl.context.getCapabilities().storageBlockBytes > 0;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(skin_routes, *boost::unit_test::precondition(needsGl))

BOOST_AUTO_TEST_CASE(every_path_draws_the_same_picture)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    const RoutedTube tube(12, 4, 3);
    for (const Skinning skinning : {Skinning::Linear, Skinning::DualQuaternions}) {
        const auto expected = draw(gl, renderer, tube, {.skinning = skinning, .path = Path::Cpu});
        const auto covered = drawnPixels(expected);
        BOOST_TEST(std::count(covered.begin(), covered.end(), true)
                   > static_cast<std::ptrdiff_t>(routePictureWidth * routePictureHeight / 50));
        BOOST_TEST(renderer.getStatistics().cpuPrimitives == 1u);
        for (const Path path : {Path::UniformBlock, Path::StorageBuffer, Path::BufferTexture}) {
            if (path == Path::StorageBuffer && !hasStorage(gl)) {
                continue;
            }
            for (const bool morphsOnCpu : {false, true}) {
                BOOST_TEST_CONTEXT("path " << toString(path) << ", morphs on CPU " << morphsOnCpu)
                {
                    const auto picture = draw(gl, renderer, tube, {.skinning = skinning, .path = path, .morphsOnCpu = morphsOnCpu});
                    BOOST_TEST(countDifferent(picture, expected, 2) <= routePictureWidth * routePictureHeight / 1000);
                    const auto routes = renderer.describe(tube.scene);
                    BOOST_TEST_REQUIRE(routes.size() == 1u);
                    BOOST_TEST((routes[0].path == path));
                    BOOST_TEST((routes[0].skinning == skinning));
                    BOOST_TEST(routes[0].activeMorphs == 3u);
                    BOOST_TEST(routes[0].isMorphedOnCpu == morphsOnCpu);
                    BOOST_TEST(renderer.getStatistics().shaderMorphs == (morphsOnCpu ? 0u : 1u));
                }
            }
        }
    }
    BOOST_TEST(renderer.warnings().empty());
}

// Two joints, one turned by a right angle about the tube's axis: between them, linear blending shrinks the tube to cos 45 degrees; dual
// quaternions do not.
BOOST_AUTO_TEST_CASE(dual_quaternions_keep_the_volume_of_what_is_twisted)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    RoutedTube tube(2, 2);
    tube.skeleton->returnToRest();
    const auto rest = draw(gl, renderer, tube);
    tube.skeleton->bones()[1]->setRotation({0.f, 1.5707964f, 0.f});
    const auto pixelsOf = [](const support::Picture& picture) {
        const auto drawn = drawnPixels(picture);
        return static_cast<double>(std::count(drawn.begin(), drawn.end(), true));
    };
    const double linear = pixelsOf(draw(gl, renderer, tube));
    const double dual = pixelsOf(draw(gl, renderer, tube, {.skinning = Skinning::DualQuaternions}));
    BOOST_TEST(linear < 0.95 * dual);
    BOOST_TEST(pixelsOf(rest) > 0.);
}

BOOST_AUTO_TEST_CASE(describe_says_how_and_why)
{
    const GlFixture gl({.uniformBlockBytes = 16384, .storageBlockBytes = 0});
    SkinRenderer renderer(gl.context);
    const RoutedTube small(20);
    BOOST_TEST(renderer.describe(small.scene).empty());  // not drawn yet
    (void)draw(gl, renderer, small);
    BOOST_TEST(routeText(renderer, small)
               == "tube, primitive 0: UniformBlock, Linear, 4 influences (20 joints, a uniform block holds 341)");
    (void)draw(gl, renderer, small, {.skinning = Skinning::DualQuaternions});
    BOOST_TEST(routeText(renderer, small)
               == "tube, primitive 0: UniformBlock, DualQuaternions, 4 influences (20 joints, a uniform block holds 204)");
    (void)draw(gl, renderer, small, {.path = Path::Cpu});
    BOOST_TEST(routeText(renderer, small) == "tube, primitive 0: Cpu, Linear (asked for)");
    const RoutedTube large(400, 8, 2);
    (void)draw(gl, renderer, large);
    BOOST_TEST(routeText(renderer, large)
               == "tube, primitive 0: BufferTexture, Linear, 8 influences, 2 morph targets in the shader"
                  " (400 joints, a uniform block holds 341; no shader storage buffers)");
    BOOST_TEST(renderer.describe(small.scene).empty());  // not drawn in the last frame
    BOOST_TEST(renderer.warnings().empty());
}

// No limit causes a crash or is ignored silently.
BOOST_AUTO_TEST_CASE(every_limit_of_drawing_is_an_error_with_numbers_or_a_fallback_that_is_described)
{
    const GlFixture gl({.uniformBlockBytes = 16384, .textureBufferTexels = 65536, .storageBlockBytes = 0});
    SkinRenderer renderer(gl.context);

    // An impossible request causes one warning and the next best path.
    const RoutedTube large(400);
    for (int i = 0; i < 2; ++i) {
        (void)draw(gl, renderer, large, {.path = Path::UniformBlock});
        (void)draw(gl, renderer, large, {.path = Path::StorageBuffer});
        (void)draw(gl, renderer, large, {.path = Path::Static});
        BOOST_TEST(renderer.getStatistics().textureSkeletons == 1u);
    }
    BOOST_TEST_REQUIRE(renderer.warnings().size() == 3u);
    BOOST_TEST(renderer.warnings()[0]
               == "tube, primitive 0: not skinned by the uniform block, as asked, but by the buffer texture: "
                  "400 joints, a uniform block holds 341");
    BOOST_TEST(renderer.warnings()[1].ends_with("no shader storage buffers"), renderer.warnings()[1]);
    BOOST_TEST(renderer.warnings()[2].ends_with("it is skinned"), renderer.warnings()[2]);

    // More influences than a shader reads; more joints than any buffer holds.
    const RoutedTube many(20, 9);
    (void)draw(gl, renderer, many);
    BOOST_TEST(routeText(renderer, many) == "tube, primitive 0: Cpu, Linear (more than eight influences on a vertex)");
    RoutedTube huge(20, 1);
    huge.skeleton->createBone("unused", {.parent = huge.skeleton->bones().back(), .index = 21999});
    (void)draw(gl, renderer, huge);
    BOOST_TEST(routeText(renderer, huge)
               == "tube, primitive 0: Cpu, Linear (22000 joints, a uniform block holds 341; no shader storage buffers; "
                  "beyond the size of a buffer texture)");

    // 64 morph targets run in the shader, 65 on the CPU. Targets that exceed a buffer texture also run on the CPU.
    for (const std::size_t targets : {64u, 65u}) {
        const RoutedTube morphed(8, 4, targets);
        const auto picture = draw(gl, renderer, morphed);
        BOOST_TEST(renderer.describe(morphed.scene)[0].isMorphedOnCpu == (targets > 64));
        BOOST_TEST(countDifferent(picture, draw(gl, renderer, morphed, {.path = Path::Cpu}), 2)
                   <= routePictureWidth * routePictureHeight / 1000);
    }
    const RoutedTube detailed(340, 4, 50);  // 341 rings of 4 vertices, 2 texels each, 50 times: 136400
    (void)draw(gl, renderer, detailed);
    BOOST_TEST(
        routeText(renderer, detailed)
        == "tube, primitive 0: UniformBlock, Linear, 4 influences, 50 morph targets on the CPU (340 joints, a uniform block holds 341)");

    // A range longer than a block is refused, in release builds too: drivers would read past the block.
    PaletteBuffer palettes(gl.context);
    const std::vector<Affine> palette(342, identityAffine());
    palettes.beginFrame();
    const std::size_t range = palettes.add(palette);
    const std::size_t dual = palettes.addDualQuaternions(std::span(palette).first(205));
    palettes.upload();
    BOOST_TEST(!palettes.fitsBlock(range));
    BOOST_CHECK_EXCEPTION(palettes.bindRange(range, 0), std::invalid_argument, says("palette 0 has 16416 bytes, a block holds 16384"));
    BOOST_CHECK_EXCEPTION(palettes.bindRange(dual, 0), std::invalid_argument, says("palette 1 has 16400 bytes, a block holds 16384"));
    palettes.endFrame();
}

BOOST_AUTO_TEST_CASE(only_what_moves_something_counts_as_a_morph_target)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    RoutedTube tube(8, 4, 2);
    MeshDescription mesh = tube.instance->getMesh()->getDescription();
    mesh.primitives[0].morphTargets.insert(mesh.primitives[0].morphTargets.begin(), 200, MorphTarget());
    mesh.morphWeights.insert(mesh.morphWeights.begin(), 200, 1.f);
    const auto expected = draw(gl, renderer, tube);
    tube.instance->setMesh(Mesh::create(mesh));
    const auto picture = draw(gl, renderer, tube);
    BOOST_TEST(renderer.describe(tube.scene)[0].activeMorphs == 2u);
    BOOST_TEST(renderer.getStatistics().shaderMorphs == 1u);
    BOOST_TEST((picture.pixels == expected.pixels));
}

// The next draw in the same frame with the same program must not be morphed.
BOOST_AUTO_TEST_CASE(morph_targets_stay_with_their_primitive)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    RoutedTube tube(8, 4, 1);
    Skeleton& skeleton = addChain(tube.scene, 8, 2.f);
    tube.scene.addMeshInstance(makeTube(8, 2.f, 0.1f, 4), tube.scene.createTransformNode("plain"), &skeleton);
    const auto expected = draw(gl, renderer, tube, {.morphsOnCpu = true});
    BOOST_TEST(countDifferent(draw(gl, renderer, tube), expected, 2) <= routePictureWidth * routePictureHeight / 1000);
    BOOST_TEST(renderer.getStatistics().shaderMorphs == 1u);
    BOOST_TEST(renderer.getStatistics().drawCalls == 2u);
}

BOOST_AUTO_TEST_SUITE_END()
