#include <boost/test/unit_test.hpp>

#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>

#include "asset.hpp"

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(posing)

// By hand: a quarter turn about z brings the bone's own +x to its parent's +y. The node has the pose, since it drives the bone.
BOOST_AUTO_TEST_CASE(a_loaded_model_is_posed_through_its_bones)
{
    const auto scene = Asset::rig().load();
    Skeleton& skeleton = *scene->skeletons().front();
    Bone& lower = *skeleton.findBone("lower");
    BOOST_TEST((lower.getLinkMode() == LinkMode::ForwardWrites));
    const glm::mat4 before = lower.getFinalMatrix();
    lower.setRotation({0.f, 0.f, glm::radians(90.f)});
    const glm::quat quarter = glm::angleAxis(glm::radians(90.f), glm::vec3(0, 0, 1));
    BOOST_TEST(nearRotation(lower.getRotationQuaternion(), quarter, 1e-6));
    BOOST_TEST(nearRotation(lower.getTransformNode()->getTransform().rotation, quarter, 1e-6));
    BOOST_TEST(near(lower.getDirection({1, 0, 0}, Space::Local), glm::vec3(0, 1, 0), 1e-6));
    BOOST_TEST(!near(lower.getFinalMatrix(), before, 1e-3));
    lower.returnToRest();
    BOOST_TEST(near(lower.getFinalMatrix(), before, 1e-6));
}

BOOST_AUTO_TEST_CASE(links_that_leave_driving_to_the_nodes_are_an_option)
{
    const auto scene = Asset::rig().load({.linkMode = LinkMode::NodeDrives});
    Bone& lower = *scene->skeletons().front()->findBone("lower");
    BOOST_TEST((lower.getLinkMode() == LinkMode::NodeDrives));
    const glm::mat4 before = lower.getLocalMatrix();
    lower.setRotation({0.f, 0.f, glm::radians(90.f)});
    BOOST_TEST((lower.getLocalMatrix() == before));
}

BOOST_AUTO_TEST_SUITE_END()
