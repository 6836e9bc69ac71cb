#include <GL/glew.h>

#include <armature/render/crowd_renderer.hpp>
#include <armature/scene/skinned_bounds.hpp>

#include "feedback.hpp"
#include "pictures.hpp"
#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

using Path = DrawOptions::Path;
using Skinning = DrawOptions::Skinning;

constexpr std::size_t askedPictureWidth = 240;
constexpr std::size_t askedPictureHeight = 160;

/// Three tubes side by side on one skeleton, which is twisted and bent. One mesh asks for no skinning method, one for dual quaternions, one
/// for a blend of both.
struct Tubes {
    Tubes()
    {
        skeleton = &addChain(scene, 2, 2.f);
        skeleton->setHostNode(&scene.createTransformNode("host"));
        skeleton->bones()[1]->setRotation({0.3f, 1.9f, 0.8f});
        for (int number = 0; number < 3; ++number) {
            MeshDescription mesh = makeTube(2, 2.f, 0.25f, 2)->getDescription();
            mesh.name = std::string(1, static_cast<char>('a' + number));
            Primitive& primitive = mesh.primitives[0];
            for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
                primitive.positions[vertex].x += 0.9f * static_cast<float>(number - 1);
                if (number > 0) {
                    primitive.skin.dualQuaternionShares.push_back(number == 1 ? 1.f : static_cast<float>(vertex % 5) / 4.f);
                }
            }
            scene.addMeshInstance(Mesh::create(std::move(mesh)), *skeleton->getHostNode(), skeleton);
        }
        camera = frameCamera(computeBounds(scene), static_cast<float>(askedPictureWidth) / static_cast<float>(askedPictureHeight));
    }

    /// Draws the reference picture, with vertices posed in double. AsAsked poses each mesh by the method that it asks for.
    [[nodiscard]] support::Picture exactPicture(const GlFixture& gl, SkinRenderer& renderer, Skinning skinning) const
    {
        Scene posed;
        for (const MeshInstance* instance : scene.meshInstances()) {
            Primitive primitive = instance->getMesh()->primitives()[0];
            const auto exact = poseExactly(primitive, skeleton->getFinalMatrices(), identityAffine(), skinning);
            for (std::size_t vertex = 0; vertex < exact.size(); ++vertex) {
                primitive.positions[vertex] = glm::vec3(exact[vertex].position);
                primitive.normals[vertex] = glm::vec3(exact[vertex].normal);
            }
            primitive.skin = {};
            posed.addMeshInstance(makeMesh(std::move(primitive)), posed.createTransformNode("node"));
        }
        return drawPicture(gl, renderer, posed, camera, {}, askedPictureWidth, askedPictureHeight);
    }

    Scene scene;
    Skeleton* skeleton;
    Camera camera;
};

/// A plate at a height of 2 above its two bones, which turn by 80 degrees in opposite directions. The mesh asks for dual quaternions, which
/// keep the plate at 2; linear blending lowers it to 0.35.
struct Plate {
    Plate()
    {
        skeleton = &scene.createSkeleton("pair");
        for (const float angle : {80.f, -80.f}) {
            skeleton->createBone(angle > 0.f ? "left" : "right").setRotation({0.f, 0.f, glm::radians(angle)});
        }
        MeshDescription mesh;
        Primitive& plate = mesh.primitives.emplace_back(makeBox({0.3f, 0.1f, 0.1f}));
        plate.skin.influencesPerVertex = 2;
        plate.skin.dualQuaternionShares.assign(plate.positions.size(), 1.f);
        for (glm::vec3& position : plate.positions) {
            position.y += 2.f;
            plate.skin.joints.insert(plate.skin.joints.end(), {0, 1});
            plate.skin.weights.insert(plate.skin.weights.end(), {0.5f, 0.5f});
        }
        scene.addMeshInstance(Mesh::create(std::move(mesh)), scene.createTransformNode("node"), skeleton);
    }

    Scene scene;
    Skeleton* skeleton;
};

Camera cameraAt(float place)
{
    return perspectiveCamera({0.f, place, 4.f}, {0.f, place, 0.f}, 1.f, 0.1f, 10.f, glm::radians(20.f));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(asked_skinning, *boost::unit_test::precondition(needsGl))

BOOST_AUTO_TEST_CASE(each_mesh_of_a_scene_is_drawn_as_it_asks_on_every_path)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    const Tubes tubes;
    const auto expected = tubes.exactPicture(gl, renderer, Skinning::AsAsked);
    for (const Path path : {Path::UniformBlock, Path::StorageBuffer, Path::BufferTexture, Path::Cpu}) {
        if (path == Path::StorageBuffer && gl.context.getCapabilities().storageBlockBytes == 0) {
            continue;
        }
        BOOST_TEST_CONTEXT("path " << static_cast<int>(path))
        {
            const auto picture =
                drawPicture(gl, renderer, tubes.scene, tubes.camera, {.path = path}, askedPictureWidth, askedPictureHeight);
            BOOST_TEST(countDifferent(picture, expected, 2) <= askedPictureWidth * askedPictureHeight / 1000);
            const auto routes = renderer.describe(tubes.scene);
            BOOST_TEST_REQUIRE(routes.size() == 3u);
            BOOST_TEST((routes[0].skinning == Skinning::Linear));
            BOOST_TEST((routes[1].skinning == Skinning::DualQuaternions));
            BOOST_TEST((routes[2].skinning == Skinning::AsAsked));
            BOOST_TEST(renderer.getStatistics().skeletons == 2u);  // one skeleton, with a palette for each of the two methods
        }
    }
    BOOST_TEST(renderer.warnings().empty());
}

BOOST_AUTO_TEST_CASE(what_the_options_say_wins)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    const Tubes tubes;
    const auto asked = tubes.exactPicture(gl, renderer, Skinning::AsAsked);
    for (const Skinning skinning : {Skinning::Linear, Skinning::DualQuaternions}) {
        const auto picture =
            drawPicture(gl, renderer, tubes.scene, tubes.camera, {.skinning = skinning}, askedPictureWidth, askedPictureHeight);
        BOOST_TEST(countDifferent(picture, tubes.exactPicture(gl, renderer, skinning), 2) <= askedPictureWidth * askedPictureHeight / 1000);
        BOOST_TEST(countDifferent(picture, asked, 2) > askedPictureWidth * askedPictureHeight / 200);  // visibly different from AsAsked
        for (const SkinRenderer::Route& route : renderer.describe(tubes.scene)) {
            BOOST_TEST((route.skinning == skinning));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_crowd_draws_each_mesh_as_it_asks)
{
    const GlFixture gl;
    SkinRenderer single(gl.context);
    CrowdRenderer renderer(gl.context);
    const Tubes tubes;
    const auto framebuffer = gl.makeFramebuffer(askedPictureWidth, askedPictureHeight);
    const std::vector<CrowdPlacement> one(1);
    const CrowdPalettes palettes{tubes.skeleton->getFinalMatrices(), 2};
    for (const Skinning skinning : {Skinning::AsAsked, Skinning::Linear, Skinning::DualQuaternions}) {
        framebuffer->bind();
        renderer.draw(tubes.scene, palettes, one, tubes.camera, {.background = glm::vec4(0.f, 0.f, 0.f, 1.f), .skinning = skinning});
        const auto picture = framebuffer->read();
        BOOST_TEST(countDifferent(picture, tubes.exactPicture(gl, single, skinning), 2) <= askedPictureWidth * askedPictureHeight / 1000);
    }
}

BOOST_AUTO_TEST_CASE(what_asks_for_dual_quaternions_is_culled_as_it_is_drawn)
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    CrowdRenderer crowds(gl.context);
    const Plate plate;
    const auto framebuffer = gl.makeFramebuffer(64, 64);
    const std::vector<CrowdPlacement> one(1);
    const CrowdPalettes palettes{plate.skeleton->getFinalMatrices(), 2};
    const auto pixels = [&] { return std::ranges::count(drawnPixels(framebuffer->read()), true); };
    const auto seen = [&](float place, Skinning skinning) {
        const DrawOptions options{.background = glm::vec4(0.f, 0.f, 0.f, 1.f), .skinning = skinning};
        framebuffer->bind();
        renderer.draw(plate.scene, cameraAt(place), options);
        const bool isSeen = pixels() > 3;
        BOOST_TEST((renderer.getStatistics().culledInstances == 0 || !isSeen));
        framebuffer->bind();
        crowds.draw(plate.scene, palettes, one, cameraAt(place), options);
        BOOST_TEST((pixels() > 3) == isSeen);
        BOOST_TEST((crowds.getStatistics().instances == 1 || !isSeen));
        return isSeen;
    };
    BOOST_TEST(seen(2.f, Skinning::AsAsked));
    BOOST_TEST(!seen(0.35f, Skinning::AsAsked));
    BOOST_TEST(!seen(2.f, Skinning::Linear));
    BOOST_TEST(renderer.getStatistics().culledInstances == 1u);
    BOOST_TEST(crowds.getStatistics().culledInstances == 1u);
    BOOST_TEST(seen(0.35f, Skinning::Linear));
}

BOOST_AUTO_TEST_SUITE_END()
