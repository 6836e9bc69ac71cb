#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/root_motion.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/math/transform.hpp>
#include <armature/retarget/humanoid_map.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/text.hpp>

#include <retarget/body_rigs.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>
#include <support/shared_data.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// Returns the rest pose with all mapped bones rotated by up to one radian and the hips moved.
Pose randomPose(const BodyRig& rig, const HumanoidMap& map, Random& random)
{
    Pose pose = captureRestPose(*rig.skeleton);
    for (std::size_t role = 0; role < humanoidRoleCount; ++role) {
        if (const HumanoidMatch* const match = map.find(static_cast<HumanoidRole>(role))) {
            glm::quat& rotation = pose.bones[match->bone].rotation;
            rotation = rotation * glm::angleAxis(random.real(-1.f, 1.f), random.direction());
        }
    }
    glm::vec3& hips = pose.bones[map.find(HumanoidRole::Hips)->bone].translation;
    hips += 0.2f * glm::length(rig.skeleton->getDimensionsAtRest()) * random.direction();
    return pose;
}

glm::dmat3 jointAxes(const Skeleton& skeleton, Pose& pose, std::size_t joint)
{
    const glm::dmat4 matrix(JointView(skeleton, pose).getAbsoluteMatrix(joint));
    return {glm::normalize(glm::dvec3(matrix[0])), glm::normalize(glm::dvec3(matrix[1])), glm::normalize(glm::dvec3(matrix[2]))};
}

/// Returns the angle in radians.
double angleBetween(const glm::dmat3& a, const glm::dmat3& b)
{
    const glm::dmat3 turn = glm::transpose(a) * b;
    const glm::dvec3 sine(turn[1][2] - turn[2][1], turn[2][0] - turn[0][2], turn[0][1] - turn[1][0]);
    return std::atan2(glm::length(sine), turn[0][0] + turn[1][1] + turn[2][2] - 1.);
}

Pose retargetedPose(const Retargeter& retargeter, const BodyRig& source, Pose& pose, const BodyRig& target)
{
    Pose result{std::vector<Transform>(retargeter.targetCount())};
    retargeter.retarget(JointView(*source.skeleton, pose), JointView(*target.skeleton, result));
    return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(retargeter)

// By definition: a rig retargeted to itself does not change.
BOOST_AUTO_TEST_CASE(a_rig_moves_itself_as_it_is)
{
    Random random(14001);
    for (const BodyRig& rig : bodyRigs(random)) {
        const HumanoidMap& map = *rig.map;
        const Retargeter retargeter(*rig.skeleton, *rig.skeleton, RetargetMap::ofHumanoids(map, map));
        BOOST_TEST(retargeter.getScale() == 1., boost::test_tools::tolerance(1e-9));
        const double size = static_cast<double>(glm::length(rig.skeleton->getDimensionsAtRest()));
        for (int round = 0; round < rounds(20); ++round) {
            Pose pose = randomPose(rig, map, random);
            Pose result = retargetedPose(retargeter, rig, pose, rig);
            for (std::size_t joint = 0; joint < pose.bones.size(); ++joint) {
                const glm::mat4 expected = JointView(*rig.skeleton, pose).getAbsoluteMatrix(joint);
                const glm::mat4 found = JointView(*rig.skeleton, result).getAbsoluteMatrix(joint);
                BOOST_TEST(angleBetween(jointAxes(*rig.skeleton, pose, joint), jointAxes(*rig.skeleton, result, joint)) < 1e-5,
                           rig.name << ", " << rig.skeleton->bones()[joint]->getName());
                BOOST_TEST(static_cast<double>(glm::distance(glm::vec3(expected[3]), glm::vec3(found[3]))) < 1e-5 * std::max(1., size),
                           rig.name << ", " << rig.skeleton->bones()[joint]->getName());
            }
        }
    }
}

// By definition: retargeting there and back restores every bone that both rigs have.
BOOST_AUTO_TEST_CASE(there_and_back_is_the_same_pose_for_all_pairs_of_rigs)
{
    Random random(14002);
    const std::vector<BodyRig> rigs = bodyRigs(random);
    BOOST_TEST(rigs.size() >= 12U);
    double worst = 0.;
    double farthest = 0.;
    std::size_t examined = 0;
    for (const BodyRig& a : rigs) {
        const HumanoidMap& map = *a.map;
        const double size = static_cast<double>(glm::length(a.skeleton->getDimensionsAtRest()));
        for (const BodyRig& b : rigs) {
            const RetargetMap there = RetargetMap::ofHumanoids(*a.map, *b.map);
            const Retargeter to(*a.skeleton, *b.skeleton, there);
            const Retargeter from(*b.skeleton, *a.skeleton, RetargetMap::ofHumanoids(*b.map, *a.map));
            const HumanoidMap& other = *b.map;
            for (int round = 0; round < rounds(5); ++round) {
                Pose pose = randomPose(a, map, random);
                Pose between = retargetedPose(to, a, pose, b);
                Pose result = retargetedPose(from, b, between, a);
                for (std::size_t role = 0; role < humanoidRoleCount; ++role) {
                    const HumanoidMatch* const match = map.find(static_cast<HumanoidRole>(role));
                    if (match == nullptr || other.find(static_cast<HumanoidRole>(role)) == nullptr) {
                        continue;
                    }
                    const double angle =
                        angleBetween(jointAxes(*a.skeleton, pose, match->bone), jointAxes(*a.skeleton, result, match->bone));
                    BOOST_TEST(angle < 0.1 * degree,
                               a.name << " to " << b.name << " and back, " << match->name << ": " << angle / degree << " degrees");
                    worst = std::max(worst, angle);
                    ++examined;
                }
                const std::size_t hips = map.find(HumanoidRole::Hips)->bone;
                const glm::vec3 expected(JointView(*a.skeleton, pose).getAbsoluteMatrix(hips)[3]);
                const glm::vec3 found(JointView(*a.skeleton, result).getAbsoluteMatrix(hips)[3]);
                const double distance = static_cast<double>(glm::distance(expected, found)) / size;
                // If two rest poses bend the legs differently, the height of the hips changes by the difference.
                const bool isExact = a.isMade && b.isMade;
                BOOST_TEST(distance < (isExact ? 1e-5 : 0.02), a.name << " to " << b.name << " and back: hips");
                farthest = std::max(farthest, isExact ? distance : 0.);
            }
        }
    }
    BOOST_TEST_MESSAGE("retargeting there and back: " << rigs.size() << " rigs, " << examined << " bones, at most " << worst / degree
                                                      << " degrees, hips " << farthest << " of the size");
}

// By definition: bones point the same way, after the bodies are turned to face the same way at rest.
BOOST_AUTO_TEST_CASE(limbs_point_the_same_way_whatever_the_rest_pose)
{
    Random random(14003);
    const BodyRig source = makeBody({.name = "T"}, random);
    const BodyRig target = makeBody({.name = "I", .shape = RestShape::I, .height = 2.f, .hasTurnedAxes = true}, random);
    const HumanoidMap& from = *source.map;
    const HumanoidMap& to = *target.map;
    const RetargetMap map = RetargetMap::ofHumanoids(from, to);
    const Retargeter aligned(*source.skeleton, *target.skeleton, map);
    const Retargeter exact(*source.skeleton, *target.skeleton, map, {.alignsRest = false});
    Pose pose = randomPose(source, from, random);
    const auto direction = [](const BodyRig& rig, Pose& posed, const HumanoidMap& roles, HumanoidRole role, HumanoidRole next) {
        const JointView joints(*rig.skeleton, posed);
        return glm::normalize(
            glm::vec3(joints.getAbsoluteMatrix(roles.find(next)->bone)[3] - joints.getAbsoluteMatrix(roles.find(role)->bone)[3]));
    };
    Pose result = retargetedPose(aligned, source, pose, target);
    Pose plain = retargetedPose(exact, source, pose, target);
    for (const auto& [role, next] : {std::pair{HumanoidRole::LeftUpperArm, HumanoidRole::LeftLowerArm},
                                     std::pair{HumanoidRole::RightLowerArm, HumanoidRole::RightHand},
                                     std::pair{HumanoidRole::LeftUpperLeg, HumanoidRole::LeftLowerLeg}}) {
        const glm::vec3 expected = direction(source, pose, from, role, next);
        BOOST_TEST(near(direction(target, result, to, role, next), expected, 1e-5), toString(role));
    }
    const float cosine = glm::dot(direction(source, pose, from, HumanoidRole::LeftUpperArm, HumanoidRole::LeftLowerArm),
                                  direction(target, plain, to, HumanoidRole::LeftUpperArm, HumanoidRole::LeftLowerArm));
    BOOST_TEST(cosine < 0.5f);  // without alignment, hanging arms are raised as far as those of a T pose
}

BOOST_AUTO_TEST_CASE(lengths_and_scales_of_the_target_stay)
{
    Random random(14004);
    const std::vector<BodyRig> rigs = bodyRigs(random);
    for (const BodyRig& target : rigs) {
        const RetargetMap map = RetargetMap::ofHumanoids(*rigs.front().map, *target.map);
        const Retargeter retargeter(*rigs.front().skeleton, *target.skeleton, map);
        Pose pose = randomPose(rigs.front(), *rigs.front().map, random);
        const Pose rest = captureRestPose(*target.skeleton);
        const Pose result = retargetedPose(retargeter, rigs.front(), pose, target);
        const std::size_t hips = map.find(HumanoidRole::Hips)->target;
        for (std::size_t joint = 0; joint < rest.bones.size(); ++joint) {
            BOOST_TEST((joint == hips || result.bones[joint].translation == rest.bones[joint].translation), target.name);
            BOOST_TEST((result.bones[joint].scale == rest.bones[joint].scale), target.name);
        }
    }
}

// By hand: the target's legs are 0.6 times as long, so 10 units of travel from the rest position become 6.
BOOST_AUTO_TEST_CASE(hips_travel_by_the_length_of_the_legs)
{
    Random random(14005);
    const BodyRig source = makeBody({.name = "long"}, random);
    const BodyRig target = makeBody({.name = "short", .legs = 0.6f}, random);
    const Retargeter retargeter(*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.skeleton, *target.skeleton));
    BOOST_TEST(retargeter.getScale() == 0.6, boost::test_tools::tolerance(0.01));
    Pose pose = captureRestPose(*source.skeleton);
    pose.bones[0].translation += glm::vec3(0.f, 0.f, 10.f);
    const Pose result = retargetedPose(retargeter, source, pose, target);
    const Pose rest = captureRestPose(*target.skeleton);
    const auto scale = static_cast<float>(retargeter.getScale());
    // Shorter legs of the same thickness lean slightly more, which lowers the hips accordingly.
    BOOST_TEST(near(result.bones[0].translation - rest.bones[0].translation, glm::vec3(0.f, 0.f, 10.f * scale), 3e-4));
    const RootMotionDelta travel = retargeter.retarget(RootMotionDelta{.offset = {1., 0., 2.}, .turn = 0.5});
    BOOST_TEST(near(glm::vec3(travel.offset), scale * glm::vec3(1.f, 0.f, 2.f), 1e-6));
    BOOST_TEST(travel.turn == 0.5);
}

// Motion files put the hips at the origin in the rest pose, while the motion has them above the ground. By hand: a standing source gives a
// standing target.
BOOST_AUTO_TEST_CASE(a_body_below_the_ground_at_rest_stands_on_it_in_motion)
{
    Random random(14006);
    const BodyRig source = makeBody({.name = "file"}, random);
    const BodyRig target = makeBody({.name = "target", .height = 2.f}, random);
    Bone& hips = *source.skeleton->findBone("hips");
    hips.setRestMatrix(glm::mat4(1.f));
    const Retargeter retargeter(*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.skeleton, *target.skeleton));
    Pose pose = captureRestPose(*source.skeleton);
    pose.bones[0].translation = {3.f, 0.53f, 0.f};
    const Pose result = retargetedPose(retargeter, source, pose, target);
    BOOST_TEST(near(result.bones[0].translation, glm::vec3(6.f, 1.06f, 0.f), 0.001));
}

// A skeleton, a pose and a member of a crowd get the same bits. The retargeter remembers nothing, so computing a frame again gives the same
// result.
BOOST_AUTO_TEST_CASE(all_kinds_of_joints_and_repeated_frames_give_the_same_bits)
{
    Random random(14007);
    const BodyRig source = makeBody({.name = "A", .shape = RestShape::A, .hasTurnedAxes = true}, random);
    const BodyRig target = makeBody({.name = "T", .hasTurnedAxes = true, .isMirrored = true}, random);
    const Retargeter retargeter(*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.skeleton, *target.skeleton));
    Pose pose = randomPose(source, *source.map, random);
    const Pose expected = retargetedPose(retargeter, source, pose, target);
    applyPose(*source.skeleton, pose);
    retargeter.retarget(*source.skeleton, *target.skeleton);
    BOOST_TEST((capturePose(*target.skeleton) == expected));

    Crowd crowd(*target.skeleton);
    const CrowdInstance member = crowd.add();
    crowd.setModifier(member, [&](JointView joints) { retargeter.retarget(JointView(*source.skeleton, pose), joints); });
    crowd.update(0.1);
    BOOST_TEST((crowd.getPose(member) == expected));
    BOOST_TEST((retargetedPose(retargeter, source, pose, target) == expected));
}

BOOST_AUTO_TEST_CASE(retargeting_does_not_allocate)
{
    Random random(14008);
    const BodyRig source = makeBody({.name = "A", .shape = RestShape::A}, random);
    const BodyRig target = makeBody({.name = "T", .hasTurnedAxes = true, .hasRoot = true}, random);
    const Retargeter retargeter(*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.skeleton, *target.skeleton));
    Pose pose = captureRestPose(*source.skeleton);
    Pose result = captureRestPose(*target.skeleton);
    const AllocationCount count;
    for (int round = 0; round < 10; ++round) {
        retargeter.retarget(JointView(*source.skeleton, pose), JointView(*target.skeleton, result));
    }
    BOOST_TEST(count.sinceConstruction() == 0U);
}

// By hand: half of the chain's turn is reached at half of its length. A chain of the same length gets the same rotations.
BOOST_AUTO_TEST_CASE(chains_of_other_lengths_bend_by_arc_length)
{
    Skeleton source("four");
    Skeleton target("eight");
    addTail(source, 4, 1.f);
    addTail(target, 8, 3.f);
    RetargetMap map;
    map.addChain(source, "tail0", "tail3", target, "tail0", "tail7");
    const Retargeter retargeter(source, target, map);
    for (int i = 0; i < 4; ++i) {
        source.findBone("tail" + std::to_string(i))->setRotationQuaternion(turned({1.f, 0.f, 0.f}, 0.2f));
    }
    retargeter.retarget(source, target);
    // The source's bones have turned by 0.2, 0.4, 0.6 and 0.8 at their middles, which are at 1/8, 3/8, 5/8 and 7/8 of the chain.
    const double turns[] = {0.2, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.8};
    for (int i = 0; i < 8; ++i) {
        const glm::mat4 matrix = target.findBone("tail" + std::to_string(i))->getAbsoluteMatrix();
        BOOST_TEST(std::atan2(static_cast<double>(matrix[1].z), static_cast<double>(matrix[1].y)) == turns[i],
                   boost::test_tools::tolerance(1e-5));
    }
    Skeleton same("same");
    addTail(same, 4, 1.f);
    RetargetMap alike;
    alike.addChain(source, "tail0", "tail3", same, "tail0", "tail3");
    Retargeter(source, same, alike).retarget(source, same);
    for (int i = 0; i < 4; ++i) {
        const std::string name = "tail" + std::to_string(i);
        BOOST_TEST(near(same.findBone(name)->getAbsoluteMatrix(), source.findBone(name)->getAbsoluteMatrix(), 1e-6), name);
    }
}

// By hand: a hand turned by 1.2 about the forearm turns a bone halfway along the forearm by 0.6. A bone halfway along the upper arm lags
// behind by half of the upper arm's own turn.
BOOST_AUTO_TEST_CASE(twist_bones_share_the_twist)
{
    Random random(14009);
    const BodyRig source = makeBody({.name = "source"}, random);
    const BodyRig target = makeBody({.name = "target"}, random);
    Bone& lower = *target.skeleton->findBone("leftLowerArm");
    Bone& upper = *target.skeleton->findBone("leftUpperArm");
    const glm::mat4 halfWay = glm::translate(glm::mat4(1.f), glm::vec3(0.08f, 0.f, 0.005f));
    Bone& lowerTwist = target.skeleton->createBone("lowerTwist", {.parent = &lower, .bind = halfWay});
    Bone& upperTwist = target.skeleton->createBone("upperTwist", {.parent = &upper, .bind = halfWay});
    const RetargetMap map = RetargetMap::ofHumanoids(*source.skeleton, *target.skeleton);
    BOOST_TEST_REQUIRE(map.twists.size() == 2U);
    const Retargeter retargeter(*source.skeleton, *target.skeleton, map);
    const auto along = [](const Bone& bone, const Bone& next) { return next.getPosition() + 0.f * bone.getPosition(); };
    const Bone& sourceHand = *source.skeleton->findBone("leftHand");
    source.skeleton->findBone("leftHand")
        ->setRotationQuaternion(turned(along(*source.skeleton->findBone("leftLowerArm"), sourceHand), 1.2f));
    source.skeleton->findBone("leftUpperArm")->setRotationQuaternion(turned({1.f, 0.f, 0.f}, 0.8f));
    retargeter.retarget(*source.skeleton, *target.skeleton);
    const auto angleOf = [](const Bone& bone) {
        return 2. * std::acos(std::min(1., std::abs(static_cast<double>(bone.getRotationQuaternion().w))));
    };
    BOOST_TEST(angleOf(lowerTwist) == 0.6, boost::test_tools::tolerance(0.02));
    BOOST_TEST(angleOf(upperTwist) == 0.4, boost::test_tools::tolerance(0.02));
    BOOST_TEST(upperTwist.getRotationQuaternion().x < 0.f);
}

// By hand: a bone twice as long moves twice as far, in its own parent's axes.
BOOST_AUTO_TEST_CASE(a_bone_stretches_only_where_it_is_asked_to)
{
    Skeleton source("source");
    Skeleton target("target");
    Bone& sourceRoot = source.createBone("root");
    Bone& sourceArm = source.createBone("arm", {.parent = &sourceRoot, .bind = glm::translate(glm::mat4(1.f), glm::vec3(1.f, 0.f, 0.f))});
    Bone& targetRoot = target.createBone("root", {.bind = glm::mat4_cast(turned({0.f, 0.f, 1.f}, 1.5707964f))});
    Bone& targetArm = target.createBone("arm", {.parent = &targetRoot, .bind = glm::translate(glm::mat4(1.f), glm::vec3(0.f, -2.f, 0.f))});
    RetargetMap map = RetargetMap::ofNames(source, target);
    sourceArm.setPosition({1.5f, 0.f, 0.25f});
    Retargeter(source, target, map).retarget(source, target);
    BOOST_TEST(near(targetArm.getPosition(), glm::vec3(0.f, -2.f, 0.f), 1e-6));
    map.pairs[1].translation = RetargetTranslation::Stretch;
    Retargeter(source, target, map).retarget(source, target);
    BOOST_TEST(near(targetArm.getPosition(), glm::vec3(0.f, -3.f, 0.5f), 1e-6));
}

BOOST_AUTO_TEST_CASE(names_without_their_namespace_and_given_names_are_found)
{
    Skeleton source("source");
    Bone& root = source.createBone("rig:root");
    source.createBone("rig:tail", {.parent = &root});
    source.createBone("wing", {.parent = &root});
    Skeleton target("target");
    Bone& targetRoot = target.createBone("root");
    target.createBone("flügel", {.parent = &targetRoot});
    target.createBone("tail", {.parent = &targetRoot});
    const std::vector<std::pair<std::string, std::string>> names{{"wing", "flügel"}};
    const RetargetMap map = RetargetMap::ofNames(source, target, names);
    const RetargetMap expected{.pairs = {{2, 1}, {0, 0, RetargetTranslation::Travel}, {1, 2}}};
    BOOST_TEST((map == expected), toString(map));
    const std::vector<std::pair<std::string, std::string>> wrong{{"fin", "tail"}};
    BOOST_CHECK_THROW(static_cast<void>(RetargetMap::ofNames(source, target, wrong)), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
