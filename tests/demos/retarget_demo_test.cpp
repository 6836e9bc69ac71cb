#include <array>
#include <cmath>

#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>

#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "../../demos/retarget/people.hpp"
#include "../../demos/retarget/row.hpp"

using armature::test::near;

namespace {

struct Limb {
    const char* leader[2];
    const char* follower[2];
    const char* mocap[2];
};

// The limbs that must point the same way: upper and lower arms and legs of both sides.
constexpr std::array<Limb, 8> limbs{{
    {{"upperArmLeft", "forearmLeft"}, {"upperArmLeft", "forearmLeft"}, {"LeftArm", "LeftForeArm"}},
    {{"forearmLeft", "handLeft"}, {"forearmLeft", "handLeft"}, {"LeftForeArm", "LeftHand"}},
    {{"thighLeft", "shinLeft"}, {"thighLeft", "shinLeft"}, {"LeftUpLeg", "LeftLeg"}},
    {{"shinLeft", "footLeft"}, {"shinLeft", "footLeft"}, {"LeftLeg", "LeftFoot"}},
    {{"upperArmRight", "forearmRight"}, {"upperArmRight", "forearmRight"}, {"RightArm", "RightForeArm"}},
    {{"forearmRight", "handRight"}, {"forearmRight", "handRight"}, {"RightForeArm", "RightHand"}},
    {{"thighRight", "shinRight"}, {"thighRight", "shinRight"}, {"RightUpLeg", "RightLeg"}},
    {{"shinRight", "footRight"}, {"shinRight", "footRight"}, {"RightLeg", "RightFoot"}},
}};

glm::dvec3 placeOf(const armature::Skeleton& skeleton, const char* bone)
{
    return glm::dvec3(skeleton.getWorldMatrix() * skeleton.findBone(bone)->getAbsoluteMatrix()[3]);
}

glm::dvec3 between(const armature::Skeleton& skeleton, const char* const (&bones)[2])
{
    return placeOf(skeleton, bones[1]) - placeOf(skeleton, bones[0]);
}

retarget::Row makeRow()
{
    return retarget::Row(armature::test::buildDirectory() / "demos" / "character.glb");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(retarget_demo)

BOOST_AUTO_TEST_CASE(limbs_point_where_those_of_the_first_do_and_keep_their_lengths)
{
    retarget::Row row = makeRow();
    BOOST_REQUIRE(row.followers().size() == 3u);
    double worst = 0.;
    double stretched = 0.;
    std::array<std::array<double, 8>, 3> lengths{};
    for (int frame = 0; frame < 60; ++frame) {
        row.goTo(frame / 60.);
        for (std::size_t body = 0; body < 3; ++body) {
            const armature::Skeleton& skeleton = *row.followers()[body].skeleton;
            for (std::size_t i = 0; i < limbs.size(); ++i) {
                const glm::dvec3 wanted = glm::normalize(between(row.leader(), limbs[i].leader));
                const glm::dvec3 limb = between(skeleton, body == 2 ? limbs[i].mocap : limbs[i].follower);
                worst = std::max(worst, std::acos(std::min(1., glm::dot(wanted, glm::normalize(limb)))));
                double& length = lengths[body][i];
                length = frame == 0 ? glm::length(limb) : length;
                stretched = std::max(stretched, std::abs(glm::length(limb) - length));
            }
        }
    }
    BOOST_TEST_MESSAGE("at most " << glm::degrees(worst) << " degrees off, " << 1e3 * stretched << " mm longer or shorter");
    BOOST_TEST(glm::degrees(worst) < 1.);
    BOOST_TEST(stretched < 1e-5);
}

// By hand from demos/character/rig.cpp: the thigh measures 0.36 m, the shin 0.355 m.
BOOST_AUTO_TEST_CASE(bodies_have_the_proportions_that_they_should_have)
{
    const retarget::Row row = makeRow();
    const auto legOf = [](const armature::Skeleton& skeleton) {
        return glm::length(between(skeleton, {"thighLeft", "shinLeft"})) + glm::length(between(skeleton, {"shinLeft", "footLeft"}));
    };
    BOOST_TEST(std::abs(legOf(row.leader()) - 0.715) < 1e-5);
    BOOST_TEST(std::abs(legOf(*row.followers()[0].skeleton) - 1.3 * 0.715) < 1e-5);
    BOOST_TEST(std::abs(legOf(*row.followers()[1].skeleton) - 0.62 * 0.715) < 1e-5);
    const auto mocap = retarget::makeMocapPerson();
    for (const armature::Bone* const bone : mocap->skeletons().front()->bones()) {
        BOOST_TEST((bone->getRotationQuaternion() == glm::quat(1.f, 0.f, 0.f, 0.f)), bone->getName());
    }
}

// The walk is on level ground: whatever the length of the legs, each body's toes must be about as high as the leader's.
BOOST_AUTO_TEST_CASE(nobody_floats_or_sinks)
{
    retarget::Row row = makeRow();
    for (int frame = 0; frame < 60; ++frame) {
        row.goTo(frame / 60.);
        const auto lowest = [](const armature::Skeleton& skeleton, const char* left, const char* right) {
            return std::min(placeOf(skeleton, left).y, placeOf(skeleton, right).y);
        };
        const double wanted = lowest(row.leader(), "toesLeft", "toesRight");
        for (std::size_t body = 0; body < 3; ++body) {
            const armature::Skeleton& skeleton = *row.followers()[body].skeleton;
            const double toes = body == 2 ? lowest(skeleton, "LeftToeBase", "RightToeBase") : lowest(skeleton, "toesLeft", "toesRight");
            BOOST_TEST(std::abs(toes - wanted) < 0.03, "body " << body << ", frame " << frame << ": " << toes << " and " << wanted);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_body_without_bones_is_refused)
{
    armature::Scene scene;
    BOOST_CHECK_THROW(retarget::setProportions(scene, {}), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
