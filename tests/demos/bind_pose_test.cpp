#include <array>

#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>

#include <armature/skeleton/skeleton.hpp>
#include <support/near.hpp>

#include "../../demos/bind_pose/character.hpp"

using armature::test::near;
using bind_pose::ArmBind;

namespace {

constexpr std::array<ArmBind, 3> binds{ArmBind::TurnedAtShoulder, ArmBind::AtShoulder, ArmBind::Identity};

// A turn by 45 degrees about Z through the shoulder s = (0.25, 1.375, 0), by hand. With c = sqrt(1/2):
//   x' = c (x - sx) - c (y - sy) + sx = c x - c y + sx - c (sx - sy),   sx - sy = -1.125
//   y' = c (x - sx) + c (y - sy) + sy = c x + c y + sy - c (sx + sy),   sx + sy =  1.625
glm::dmat4 raisedBy45()
{
    const double c = 0.70710678118654752440;
    return {c, c, 0, 0, -c, c, 0, 0, 0, 0, 1, 0, 0.25 + c * 1.125, 1.375 - c * 1.625, 0, 1};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bind_pose_demo)

BOOST_AUTO_TEST_CASE(final_matrices_are_the_raised_arm_whatever_the_bind)
{
    for (const ArmBind bind : binds) {
        armature::Scene scene;
        armature::Skeleton& skeleton = addCharacter(scene, bind);
        raiseLeftArm(skeleton, bind);
        BOOST_TEST(near(skeleton.findBone("armLeft")->getFinalMatrix(), raisedBy45(), 2e-7), "bind " << static_cast<int>(bind));
        BOOST_TEST(near(skeleton.findBone("body")->getFinalMatrix(), glm::dmat4(1.), 1e-7));
        BOOST_TEST(near(skeleton.findBone("armRight")->getFinalMatrix(), glm::dmat4(1.), 1e-7));
    }
}

BOOST_AUTO_TEST_CASE(nothing_moves_before_the_arm_is_raised)
{
    for (const ArmBind bind : binds) {
        armature::Scene scene;
        for (const armature::Bone* bone : addCharacter(scene, bind).bones()) {
            BOOST_TEST(near(bone->getFinalMatrix(), glm::dmat4(1.), 1e-7), bone->getName());
        }
    }
}

// The angles are those in the text of the demo's page: 75 degrees, 45 degrees, and 45 degrees with a translation.
BOOST_AUTO_TEST_CASE(local_poses_differ_as_the_binds_do)
{
    const std::array<float, 3> degrees{75.f, 45.f, 45.f};
    for (std::size_t i = 0; i < binds.size(); ++i) {
        armature::Scene scene;
        armature::Skeleton& skeleton = addCharacter(scene, binds[i]);
        raiseLeftArm(skeleton, binds[i]);
        const armature::Bone& arm = *skeleton.findBone("armLeft");
        BOOST_TEST(std::abs(glm::degrees(arm.getRotation().z) - degrees[i]) < 1e-4f);
        // s - R s for the shoulder s = (0.25, 0.375, 0), relative to the body's bone: (0.25 + c 0.125, 0.375 - c 0.625, 0).
        const glm::dvec3 costs(0.25 + 0.70710678118654752440 * 0.125, 0.375 - 0.70710678118654752440 * 0.625, 0.);
        BOOST_TEST(near(arm.getPosition(), binds[i] == ArmBind::Identity ? costs : glm::dvec3(0.25, 0.375, 0.), 1e-7));
    }
}

BOOST_AUTO_TEST_CASE(the_mesh_is_three_boxes_of_one_bone_each)
{
    armature::Scene scene;
    addCharacter(scene, ArmBind::AtShoulder);
    BOOST_REQUIRE(scene.meshInstances().size() == 1u);
    BOOST_REQUIRE(scene.meshInstances()[0]->getMesh()->primitives().size() == 1u);
    const armature::Primitive& primitive = scene.meshInstances()[0]->getMesh()->primitives()[0];
    BOOST_TEST(primitive.positions.size() == 3u * 24u);
    BOOST_TEST(primitive.indices.size() == 3u * 36u);
    for (std::size_t v = 0; v < primitive.positions.size(); ++v) {
        BOOST_TEST(primitive.skin.joints[v] == v / 24);
        BOOST_TEST(primitive.skin.weights[v] == 1.f);
    }
    for (std::size_t i = 0; i < primitive.indices.size(); i += 3) {
        const auto at = [&](std::size_t corner) { return primitive.positions[primitive.indices[i + corner]]; };
        BOOST_TEST(glm::dot(glm::cross(at(1) - at(0), at(2) - at(0)), primitive.normals[primitive.indices[i]]) > 0.f);
    }
}

BOOST_AUTO_TEST_SUITE_END()
