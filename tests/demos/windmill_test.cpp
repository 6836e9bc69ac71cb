#include <cmath>
#include <numbers>

#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/near.hpp>

#include "../../demos/windmill/wind.hpp"
#include "../../demos/windmill/windmill.hpp"

using armature::test::near;

BOOST_AUTO_TEST_SUITE(windmill_demo)

// By hand: a quarter of the clip's time turns the sails by a quarter turn clockwise, so that their +Y points to +X in the cap's axes.
BOOST_AUTO_TEST_CASE(sails_turn_clockwise_once)
{
    armature::Scene scene;
    armature::AnimationGroup& turn = windmill::addWindmill(scene);
    const armature::TransformNode& sails = *scene.findTransformNode("sails");
    const double seconds = static_cast<double>(windmill::turnSeconds);
    BOOST_TEST(turn.getClip().getDuration() == seconds);
    const glm::dmat4 rest = sails.getLocalMatrix();
    for (const auto& [part, up] :
         {std::pair(0., glm::dvec4(0, 1, 0, 0)), std::pair(0.25, glm::dvec4(1, 0, 0, 0)), std::pair(0.5, glm::dvec4(0, -1, 0, 0)),
          std::pair(0.75, glm::dvec4(-1, 0, 0, 0)), std::pair(1., glm::dvec4(0, 1, 0, 0))}) {
        turn.goTo(part * seconds);
        BOOST_TEST(near(sails.getLocalMatrix() * glm::vec4(0, 1, 0, 0), up, 1e-6), "part " << part);
        BOOST_TEST(near(sails.getLocalMatrix()[3], rest[3], 1e-7));
    }
}

// By hand: the cap is at 0 degrees halfway in time between its ends at -16 and +16. Its motion is symmetric about the middle key.
BOOST_AUTO_TEST_CASE(cap_carries_the_sails_and_ends_as_it_began)
{
    armature::Scene scene;
    armature::AnimationGroup& turn = windmill::addWindmill(scene);
    const armature::TransformNode& cap = *scene.findTransformNode("cap");
    const double seconds = static_cast<double>(windmill::turnSeconds);
    const auto headingAt = [&](double part) {
        turn.goTo(part * seconds);
        const glm::dvec4 forward = cap.getWorldMatrix() * glm::vec4(0, 0, 1, 0);
        return glm::degrees(std::atan2(forward.x, forward.z));
    };
    BOOST_TEST(std::abs(headingAt(0.) + 16.) < 1e-4);
    BOOST_TEST(std::abs(headingAt(0.25)) < 1e-4);
    BOOST_TEST(std::abs(headingAt(0.5) - 16.) < 1e-4);
    BOOST_TEST(std::abs(headingAt(0.75)) < 1e-4);
    BOOST_TEST(std::abs(headingAt(1.) + 16.) < 1e-4);

    // sails.world = tower * cap * sails: the hub is 2.2 m in front of the cap's axis.
    const glm::dvec4 hub = scene.findTransformNode("sails")->getWorldMatrix()[3];
    const double angle = glm::radians(-16.);
    BOOST_TEST(near(hub, glm::dvec4(2.2 * std::sin(angle), 6.4, 2.2 * std::cos(angle), 1.), 1e-6));
}

// Expected: the wind's strength summed over short steps, and the projection of a turned arm on the plane of the sails.
BOOST_AUTO_TEST_CASE(the_wind_turns_the_sails_and_bends_the_arms)
{
    double turned = 0.;
    for (int step = 0; step < 60'000; ++step) {
        turned += static_cast<double>(windmill::wind::strength((step + 0.5) * 1e-4)) * 2. * std::numbers::pi / 6. * 1e-4;
        if (step % 10'000 == 9'999) {
            BOOST_TEST(std::abs(static_cast<double>(windmill::wind::turned((step + 1) * 1e-4)) - turned) < 1e-5);
        }
    }
    armature::Scene scene;
    windmill::addWindmillInWind(scene, {3.f, 0.f, 0.f});
    const armature::Skeleton& mill = *scene.findSkeleton("windmill");
    scene.animate(1.7);
    const glm::mat4 arm = mill.findBone("arm")->getAbsoluteMatrix();
    const glm::mat4 cap = mill.findBone("cap in the wind")->getAbsoluteMatrix();
    const glm::vec3 along = glm::transpose(glm::mat3(cap)) * glm::vec3(arm[1]);  // in the cap's axes
    BOOST_TEST(std::abs(std::atan2(along.x, along.y) - std::remainder(windmill::wind::turned(1.7), 2. * std::numbers::pi)) < 1e-5);
    BOOST_TEST(std::abs(std::asin(-along.z) - windmill::wind::bend(1.7)) < 1e-6);
    BOOST_TEST(std::abs(std::atan2(cap[2].x, cap[2].z) - windmill::wind::heading(1.7)) < 1e-6);
}

BOOST_AUTO_TEST_CASE(the_wind_does_not_depend_on_the_length_of_frames)
{
    armature::Scene slow;
    armature::Scene fast;
    windmill::addWindmillInWind(slow, {});
    windmill::addWindmillInWind(fast, {});
    for (int frame = 0; frame < 7; ++frame) {
        slow.animate(1. / 7.);
    }
    for (int frame = 0; frame < 240; ++frame) {
        fast.animate(1. / 240.);
    }
    const armature::Bone& one = *slow.findSkeleton("windmill")->findBone("arm");
    const armature::Bone& other = *fast.findSkeleton("windmill")->findBone("arm");
    BOOST_TEST(near(one.getAbsoluteMatrix(), glm::dmat4(other.getAbsoluteMatrix()), 1e-6));
}

BOOST_AUTO_TEST_CASE(every_triangle_faces_the_way_of_its_normals)
{
    armature::Scene scene;
    windmill::addWindmill(scene);
    windmill::addWindmillInWind(scene, {12.f, 0.f, 0.f});
    std::size_t triangles = 0;
    for (const armature::MeshInstance* instance : scene.meshInstances()) {
        for (const armature::Primitive& primitive : instance->getMesh()->primitives()) {
            for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
                const auto at = [&](std::size_t corner) { return primitive.positions[primitive.indices[i + corner]]; };
                const glm::vec3 cross = glm::cross(at(1) - at(0), at(2) - at(0));
                // Where a profile meets the axis, one of a quad's two triangles has no area.
                BOOST_TEST((glm::length(cross) < 1e-6f || glm::dot(cross, primitive.normals[primitive.indices[i]]) > 0.f));
                ++triangles;
            }
        }
    }
    BOOST_TEST(triangles > 1000u);
}

BOOST_AUTO_TEST_SUITE_END()
