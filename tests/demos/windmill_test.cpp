#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>

#include <armature/animation/animation_group.hpp>
#include <support/near.hpp>

#include "../../demos/windmill/windmill.hpp"

using armature::test::near;

BOOST_AUTO_TEST_SUITE(windmill_demo)

// By hand: a quarter of the time turns the sails by a quarter clockwise, so that their +Y comes to +X, in the cap's axes.
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

// By hand: the cap has turned to 0 degrees half-way between its ends at -16 and +16, symmetric about its middle key.
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

    // sails.world = tower * cap * sails: their hub is 2.2 m in front of the cap's axis.
    const glm::dvec4 hub = scene.findTransformNode("sails")->getWorldMatrix()[3];
    const double angle = glm::radians(-16.);
    BOOST_TEST(near(hub, glm::dvec4(2.2 * std::sin(angle), 6.4, 2.2 * std::cos(angle), 1.), 1e-6));
}

BOOST_AUTO_TEST_CASE(every_triangle_faces_the_way_of_its_normals)
{
    armature::Scene scene;
    windmill::addWindmill(scene);
    std::size_t triangles = 0;
    for (const armature::MeshInstance* instance : scene.meshInstances()) {
        for (const armature::Primitive& primitive : instance->getMesh()->primitives()) {
            for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
                const auto at = [&](std::size_t corner) { return primitive.positions[primitive.indices[i + corner]]; };
                const glm::vec3 cross = glm::cross(at(1) - at(0), at(2) - at(0));
                // Where a profile meets the axis one of the two triangles of a quad has no area.
                BOOST_TEST((glm::length(cross) < 1e-6f || glm::dot(cross, primitive.normals[primitive.indices[i]]) > 0.f));
                ++triangles;
            }
        }
    }
    BOOST_TEST(triangles > 1000u);
}

BOOST_AUTO_TEST_SUITE_END()
