#include "page.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/crowd/crowd.hpp>
#include <armature/ik/aim_chain.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/ik_debug_lines.hpp>
#include <armature/ik/spline_chain.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

using namespace armature::test::page;

// The examples of docs/ik.md, in order and word for word; examples_test.cpp compares them with the page. The body stands in a T-pose, 1.6 m
// tall. All its axes are those of the world.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_ik_page)
{
    armature::Scene scene;
    armature::Skeleton& skeleton = scene.createSkeleton("body");
    armature::Bone& pelvis = addBone(skeleton, "pelvis", nullptr, {0.f, 0.95f, 0.f});
    armature::Bone& spine = addBone(skeleton, "spine", &pelvis, {0.f, 0.15f, 0.f});
    armature::Bone& chest = addBone(skeleton, "chest", &spine, {0.f, 0.2f, 0.f});
    armature::Bone& head = addBone(skeleton, "head", &chest, {0.f, 0.3f, 0.f});
    armature::Bone& upperArm = addBone(skeleton, "upperArm", &chest, {0.2f, 0.1f, 0.f});
    armature::Bone& forearm = addBone(skeleton, "forearm", &upperArm, {0.28f, 0.f, 0.f});
    armature::Bone& hand = addBone(skeleton, "hand", &forearm, {0.26f, 0.f, 0.f});
    armature::Bone& twist = addBone(skeleton, "twist", &forearm, {0.2f, 0.f, 0.f});
    armature::Bone& otherUpperArm = addBone(skeleton, "otherUpperArm", &chest, {-0.2f, 0.1f, 0.f});
    armature::Bone& otherForearm = addBone(skeleton, "otherForearm", &otherUpperArm, {-0.28f, 0.f, 0.f});
    armature::Bone& otherHand = addBone(skeleton, "otherHand", &otherForearm, {-0.26f, 0.f, 0.f});
    const auto addLeg = [&](float side) -> armature::Bone& {
        armature::Bone& thigh = addBone(skeleton, "thigh", &pelvis, {side, -0.05f, 0.f});
        armature::Bone& foot = addBone(skeleton, "foot", &addBone(skeleton, "shin", &thigh, {0.f, -0.41f, 0.02f}), {0.f, -0.41f, -0.02f});
        addBone(skeleton, "toes", &foot, {0.f, -0.08f, 0.12f});
        return foot;
    };
    armature::Bone& leftFoot = addLeg(0.1f);
    armature::Bone& rightFoot = addLeg(-0.1f);
    armature::Bone& tailRoot = addBone(skeleton, "tail", &pelvis, {0.f, -0.05f, -0.1f});
    armature::Bone* tailBone = &tailRoot;
    for (int i = 0; i < 5; ++i) {
        tailBone = &addBone(skeleton, "tail", tailBone, {0.f, 0.f, -0.13f});
    }
    armature::Bone& tailTip = *tailBone;
    armature::TransformNode& lamp = scene.createTransformNode("lamp", nullptr, {.translation = {0.6f, 1.8f, 1.f}});

    armature::BoneIkController reach(forearm);  // and the bone above
    reach.setTarget({0.45f, 1.5f, 0.25f});      // world
    reach.setPole({0.4f, 2.5f, -0.5f});         // the elbow turns away from it
    const armature::BoneIkReport report = reach.update();
    check(report.isReached);
    check(near(hand.getPosition(armature::Space::World), glm::vec3(0.45f, 1.5f, 0.25f)));

    reach.setTarget({1.2f, 1.4f, 0.f});  // the shoulder is at (0.2, 1.4, 0), the arm 0.54 long
    const armature::BoneIkReport stretched = reach.update();
    check(!stretched.isReached);
    check(near(stretched.beyondReach, 0.46f));

    skeleton.returnToRest();
    forearm.setRotation({0.f, -0.8f, 0.f});  // as an animation would
    const glm::vec3 shoulderPoint = upperArm.getPosition(armature::Space::World);
    const glm::vec3 elbow = forearm.getPosition(armature::Space::World);
    const glm::vec3 wrist = hand.getPosition(armature::Space::World);
    reach.setPole(shoulderPoint + wrist - elbow);  // opposite the elbow: the arm stays in the plane in which it is bent
    reach.setTarget(glm::mix(shoulderPoint, wrist, 0.8f));
    check(reach.update().isReached);
    hand.setRotationQuaternion({1.f, 0.f, 0.f, 0.f}, armature::Space::World);  // the hand's own rotation comes last
    const glm::vec3 aside = glm::normalize(glm::cross(wrist - shoulderPoint, elbow - shoulderPoint));
    check(near(glm::dot(aside, forearm.getPosition(armature::Space::World) - shoulderPoint), 0.f));
    check(glm::dot(forearm.getPosition(armature::Space::World) - shoulderPoint, elbow - 0.5f * (shoulderPoint + wrist)) > 0.f);
    reach.clearPole();

    armature::BoneLookController look(head, {.minYaw = -1.2f, .maxYaw = 1.2f, .minPitch = -0.6f, .maxPitch = 0.6f, .halfLife = 0.1f});
    look.setTarget(lamp);  // a node
    look.update(1. / 60.);

    armature::Chain back = armature::Chain::between(spine, head);
    back.setJoint(spine, {.stiffness = 0.7f});  // turns less
    back.setJoint(chest, {.stiffness = 0.5f});
    armature::AimChain glance(back);
    check(glance.solve(skeleton, {1.f, 1.6f, 1.f}).isReached);

    skeleton.returnToRest();
    armature::Chain chain = armature::Chain::between(upperArm, hand);
    const armature::SwingTwistJoint shoulder{.axis = {1.f, 0.f, 0.f}, .maxSwing = 1.6f, .minTwist = -1.f, .maxTwist = 1.f};
    chain.setJoint(upperArm, {.limit = shoulder});
    chain.setJoint(forearm, {.limit = armature::HingeJoint{.axis = {0.f, 1.f, 0.f}, .minAngle = -2.6f, .maxAngle = 0.f}});
    chain.setJoint(hand, {.stiffness = 0.8f});

    armature::ChainSolver solver(chain);
    check(solver.solve(skeleton, {.position = glm::vec3(0.5f, 1.3f, 0.3f)}).isReached);

    armature::Chain body(skeleton);
    body.addEffector(pelvis, hand);
    body.addEffector(pelvis, otherHand);
    armature::ChainSolver bothHands(body);
    const std::array<armature::IkGoal, 2> goals{{
        {.position = glm::vec3(0.3f, 1.2f, 0.4f)},
        {.position = glm::vec3(-0.3f, 1.2f, 0.4f), .priority = 1},  // as far as the first one leaves freedom
    }};
    check(bothHands.solve(skeleton, goals).isReached);
    check(bothHands.effectorReports().size() == 2);

    skeleton.returnToRest();
    armature::SplineChain tail(tailRoot, tailTip, {.minStretch = 0.9f, .maxStretch = 1.1f});
    const std::array<glm::vec3, 4> points{{{0.f, 0.9f, -0.1f}, {0.f, 0.8f, -0.3f}, {0.1f, 0.9f, -0.5f}, {0.1f, 1.1f, -0.6f}}};
    const armature::SplineReport laid = tail.solve(skeleton, points);
    check(near(tailRoot.getPosition(armature::Space::World), points[0]));
    check(laid.chainLength > 0.5f);

    const std::array<armature::FootPlacementLeg, 2> legs{{{.foot = &leftFoot}, {.foot = &rightFoot}}};
    const auto stairs = [](const glm::vec3& at) { return armature::GroundPoint{{at.x, at.x > 0.f ? 0.2f : 0.f, at.z}}; };
    armature::FootPlacement feet(legs, stairs, {.pelvis = &pelvis, .footHalfLife = 0.03f, .pelvisHalfLife = 0.1f});
    const armature::FootPlacementReport standing = feet.update(1. / 60.);
    check(standing.pelvisOffset == 0.f);  // where the lower foot needs it
    check(standing.feet[0].ik.isReached);
    check(near(leftFoot.getPosition(armature::Space::World), glm::vec3(0.1f, 0.28f, 0.f)));

    armature::copyRotation(twist, hand, {.space = armature::Space::Local, .axes = {true, false, false}, .fromRest = true, .weight = 0.5f});
    armature::aimAt(lamp, head, {}, {.axis = {0.f, 0.f, 1.f}});
    armature::limitJoint(forearm, armature::HingeJoint{.axis = {0.f, 1.f, 0.f}, .minAngle = -2.6f, .maxAngle = 0.f});
    check(near(lamp.getDirection({0.f, 0.f, 1.f}), glm::normalize(head.getPosition(armature::Space::World) - lamp.getPosition(armature::Space::World))));

    const auto bones = skeleton.bones();
    const auto headNumber = static_cast<std::size_t>(std::ranges::find(bones, &head) - bones.begin());
    armature::Crowd crowd(skeleton);
    const armature::CrowdInstance member = crowd.add();

    crowd.setModifier(member, [&look](armature::JointView joints) { look.solve(joints, {0.5f, 1.7f, 2.f}); });
    crowd.update(1. / 60.);
    const glm::vec3 forward = crowd.getAbsoluteMatrix(member, headNumber)[2];
    check(near(forward, glm::normalize(glm::vec3(0.5f, 1.7f, 2.f) - glm::vec3(0.f, 1.6f, 0.f))));

    const armature::BoneLookController slow(head, {.halfLife = 0.1f});
    armature::IkMemory memory;  // of this member
    double seconds = 1. / 60.;
    crowd.setModifier(member, [&](armature::JointView joints) {
        slow.solve(joints, {0.5f, 1.7f, 2.f}, armature::Space::World, &memory, seconds);
    });
    crowd.update(seconds);
    seconds = 0.;  // should anything ask for the pose again before the next update
    check(!memory.empty());

    const auto otherUpperArmNumber = static_cast<std::size_t>(std::ranges::find(bones, &otherUpperArm) - bones.begin());
    const auto hang = [](armature::JointView joints, std::size_t joint) {
        const glm::mat4 own = joints.getAbsoluteMatrix(joint);
        const glm::vec3 bone = joints.getTransform(*joints.getFirstChild(joint)).translation;  // in the joint's own axes
        const glm::vec3 down = glm::inverse(glm::mat3(own)) * glm::vec3(0.f, -1.f, 0.f);
        const glm::quat turn = glm::quat(glm::normalize(bone), glm::normalize(down));
        joints.setRotationQuaternion(joint, joints.getTransform(joint).rotation * turn);
    };
    hang(skeleton, otherUpperArmNumber);
    check(near(otherForearm.getPosition(armature::Space::World) - otherUpperArm.getPosition(armature::Space::World), glm::vec3(0.f, -0.28f, 0.f)));
    crowd.setModifier(member, [&](armature::JointView joints) { hang(joints, otherUpperArmNumber); });
    check(near(glm::vec3(crowd.getAbsoluteMatrix(member, otherUpperArmNumber + 1)[3] - crowd.getAbsoluteMatrix(member, otherUpperArmNumber)[3]),
               glm::vec3(0.f, -0.28f, 0.f)));

    std::vector<armature::DebugLine> lines;
    const armature::IkGoal goal{.position = glm::vec3(0.5f, 1.3f, 0.3f)};
    armature::appendChainLines(lines, chain, skeleton, {&goal, 1});
    armature::appendLimitLines(lines, chain, skeleton);  // red where a limit holds
    check(!lines.empty());
}
