#include <GL/glew.h>

#include <armature/scene/skinned_bounds.hpp>
#include <support/random.hpp>

#include "pictures.hpp"
#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

/// Adds forty bent tubes to a field of 20 metres, two of them with far-reaching morph targets, and twenty static tubes.
void plantTubes(Scene& scene, Random& random)
{
    for (int i = 0; i < 60; ++i) {
        const Transform place{random.vector(-10.f, 10.f), random.rotation(), random.vector(0.3f, 1.5f)};
        TransformNode& host = scene.createTransformNode("host", nullptr, place);
        Skeleton* skeleton = nullptr;
        if (i < 40) {
            skeleton = &addChain(scene, 12, 2.f);
            skeleton->setHostNode(&host);
            bend(*skeleton, random.real(-0.4f, 0.4f));
        }
        MeshDescription mesh = makeTube(12, 2.f, 0.12f, 4)->getDescription();
        if (i % 20 == 0) {
            MorphTarget& target = mesh.primitives[0].morphTargets.emplace_back();
            target.positions.assign(mesh.primitives[0].positions.size(), glm::vec3(3.f, 0.f, 0.f));
            mesh.morphWeights = {random.real(-1.f, 1.f)};
        }
        if (skeleton == nullptr) {
            mesh.primitives[0].skin = {};
        }
        scene.addMeshInstance(mesh, host, skeleton);
    }
}

Camera randomCamera(Random& random)
{
    const glm::vec3 position = random.vector(-12.f, 12.f);
    if (random.chance(0.3)) {
        return {glm::lookAt(position, random.vector(-3.f, 3.f), {0.f, 1.f, 0.f}), glm::ortho(-3.f, 3.f, -2.f, 2.f, 0.5f, 12.f)};
    }
    return perspectiveCamera(position, random.vector(-3.f, 3.f), 320.f / 240.f, 0.1f, random.chance(0.5) ? 8.f : 100.f,
                             random.real(0.3f, 1.5f));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(culling)

BOOST_AUTO_TEST_CASE(boxes_are_in_view_or_not)
{
    const Camera camera = perspectiveCamera({0.f, 0.f, 5.f}, {0.f, 0.f, 0.f}, 1.f, 1.f, 10.f, glm::radians(90.f));
    const auto unitAt = [](const glm::vec3& place) { return Aabb{place - 0.5f, place + 0.5f}; };
    BOOST_TEST(isInView(camera, unitAt({0.f, 0.f, 0.f})));
    BOOST_TEST(isInView(camera, unitAt({5.4f, 0.f, 0.f})));
    BOOST_TEST(!isInView(camera, unitAt({6.1f, 0.f, 0.f})));
    BOOST_TEST(!isInView(camera, unitAt({0.f, -6.1f, 0.f})));
    BOOST_TEST(isInView(camera, unitAt({0.f, 0.f, 4.f})));
    BOOST_TEST(!isInView(camera, unitAt({0.f, 0.f, 4.6f})));   // in front of the near plane
    BOOST_TEST(!isInView(camera, unitAt({0.f, 0.f, -5.6f})));  // beyond the far plane
    BOOST_TEST(isInView(camera, unitAt({0.f, 0.f, 0.f}), glm::translate(glm::mat4(1.f), glm::vec3(5.f, 0.f, 0.f))));
    BOOST_TEST(!isInView(camera, unitAt({0.f, 0.f, 0.f}), glm::translate(glm::mat4(1.f), glm::vec3(7.f, 0.f, 0.f))));
    BOOST_TEST(!isInView(camera, Aabb()));
    const float infinity = std::numeric_limits<float>::infinity();
    BOOST_TEST(isInView(camera, Aabb{glm::vec3(-infinity), glm::vec3(infinity)}));
}

BOOST_AUTO_TEST_CASE(what_is_culled_would_not_have_been_seen, *boost::unit_test::precondition(needsGl))
{
    const GlFixture gl;
    SkinRenderer renderer(gl.context);
    Random random(15);
    Scene scene;
    plantTubes(scene, random);
    std::uint64_t culled = 0;
    std::uint64_t drawn = 0;
    for (int view = 0; view < 60; ++view) {
        const Camera camera = randomCamera(random);
        const auto all = drawPicture(gl, renderer, scene, camera, {.cullsOutOfView = false});
        BOOST_TEST(renderer.getStatistics().drawCalls == 60u);
        BOOST_TEST(renderer.getStatistics().culledInstances == 0u);
        const auto seen = drawPicture(gl, renderer, scene, camera, {});
        BOOST_REQUIRE_EQUAL(countDifferent(seen, all, 0), 0u);
        culled += renderer.getStatistics().culledInstances;
        drawn += renderer.getStatistics().drawCalls;
        BOOST_TEST(renderer.getStatistics().drawCalls + renderer.getStatistics().culledInstances == 60u);
        BOOST_TEST(renderer.getStatistics().skeletons <= renderer.getStatistics().drawCalls);
    }
    BOOST_TEST(culled > 500u);
    BOOST_TEST(drawn > 100u);
}

BOOST_AUTO_TEST_SUITE_END()
