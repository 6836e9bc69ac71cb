#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/ik/bone_ik_controller.hpp>
#include <armature/retarget/retarget_map.hpp>
#include <armature/retarget/retarget_quality.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <retarget/body_rigs.hpp>
#include <support/near.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::array<const char*, 2> sides{"left", "right"};

glm::vec3 placeOfBone(const Skeleton& skeleton, const std::string& bone)
{
    return glm::vec3(skeleton.findBone(bone)->getWorldMatrix()[3]);
}

/// Poses a body that turns a wheel in front of its chest.
void holdWheel(Skeleton& skeleton, float angle)
{
    skeleton.returnToRest();
    for (const char* const side : sides) {
        const float sign = *side == 'l' ? 1.f : -1.f;
        BoneIkController arm(*skeleton.findBone(std::string(side) + "LowerArm"));
        arm.setTarget({sign * 0.12f * std::cos(angle), 0.75f + sign * 0.12f * std::sin(angle), 0.2f});
        arm.setPole({0.f, 1.2f, 0.6f});  // elbows point away from the pole: down and outwards
        BOOST_TEST(arm.update().isReached);
    }
}

/// Moves the target's hands to the scaled positions of the source's hands, in the planes in which the arms are bent.
void reach(const Retargeter& retargeter, const Skeleton& source, Skeleton& target)
{
    for (const char* const side : sides) {
        const std::string elbow = std::string(side) + "LowerArm";
        const BoneIkController arm(*target.findBone(elbow));
        const glm::vec3 goal =
            static_cast<float>(retargeter.getScale()) * placeOfBone(source, std::string(side) + "Hand") + glm::vec3(retargeter.getOffset());
        // The elbow points away from the pole.
        const glm::vec3 pole = placeOfBone(target, std::string(side) + "UpperArm") + placeOfBone(target, std::string(side) + "Hand")
                               - placeOfBone(target, elbow);
        BOOST_TEST(arm.solve(target, goal, pole, Space::World).isReached);
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(retarget_hands)

// Hands that hold a wheel miss it on a body with other arm lengths, until IK moves them there. Elbows stay on their side, and all other
// bones stay unchanged.
BOOST_AUTO_TEST_CASE(hands_reach_what_those_of_the_source_hold)
{
    Random random(14050);
    const BodyRig source = makeBody({.name = "A", .shape = RestShape::A, .hasTurnedAxes = true}, random);
    const BodyRig target = makeBody({.name = "T", .legs = 0.8f, .arms = 1.25f, .hasTurnedAxes = true}, random);
    const Retargeter retargeter(*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.map, *target.map));
    RetargetMeter missing(retargeter, *source.skeleton, *target.skeleton);
    RetargetMeter reaching(retargeter, *source.skeleton, *target.skeleton);
    for (int frame = 0; frame <= 60; ++frame) {
        holdWheel(*source.skeleton, 0.8f * std::sin(0.1f * static_cast<float>(frame)));
        retargeter.retarget(*source.skeleton, *target.skeleton);
        missing.add(*source.skeleton, *target.skeleton, 1. / 60.);
        const std::vector<Transform> before = capturePose(*target.skeleton).bones;
        std::array<glm::vec3, 2> elbows{placeOfBone(*target.skeleton, "leftLowerArm"), placeOfBone(*target.skeleton, "rightLowerArm")};
        reach(retargeter, *source.skeleton, *target.skeleton);
        reaching.add(*source.skeleton, *target.skeleton, 1. / 60.);
        for (std::size_t side = 0; side < sides.size(); ++side) {
            const std::string name = sides[side];
            const glm::vec3 wanted = static_cast<float>(retargeter.getScale()) * placeOfBone(*source.skeleton, name + "Hand")
                                     + glm::vec3(retargeter.getOffset());
            BOOST_TEST(glm::distance(placeOfBone(*target.skeleton, name + "Hand"), wanted) < 1e-4f);
            const glm::vec3 shoulder = placeOfBone(*target.skeleton, name + "UpperArm");
            const glm::vec3 aside = elbows[side] - shoulder;
            BOOST_TEST(glm::dot(placeOfBone(*target.skeleton, name + "LowerArm") - shoulder, aside) > 0.5f * glm::dot(aside, aside));
        }
        const std::vector<Transform> after = capturePose(*target.skeleton).bones;
        for (std::size_t i = 0; i < after.size(); ++i) {
            const std::string& name = target.skeleton->bones()[i]->getName();
            BOOST_TEST((after[i] == before[i] || name.ends_with("UpperArm") || name.ends_with("LowerArm")), name);
        }
    }
    BOOST_TEST(missing.getQuality().meanHandError.value() > 0.05);
    BOOST_TEST(reaching.getQuality().largestHandError.value() < 2e-4);
}

BOOST_AUTO_TEST_SUITE_END()
