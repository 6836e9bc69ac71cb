#include <vector>

#include <armature/crowd/crowd.hpp>
#include <armature/skeleton/pose.hpp>

#include <ik/spring_stage.hpp>
#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(spring_bones)

namespace {

void hang(SpringBones& springs)
{
    for (int frame = 0; frame < 300; ++frame) {
        springs.update(1. / 60.);
    }
}

}  // namespace

// --- where springs are used -----------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(skeletons_poses_clones_and_crowds_get_the_same_bits)
{
    SpringStage stage;
    stage.skeleton.setHostNode(nullptr);
    SpringBones springs = stage.springs();
    const std::unique_ptr<Skeleton> clone = stage.skeleton.clone();
    Pose pose = capturePose(stage.skeleton);
    Crowd crowd(stage.skeleton);
    const CrowdInstance member = crowd.add();
    std::vector<double> ofClone;
    std::vector<double> ofPose;
    std::vector<double> ofMember;
    double seconds = 0.;
    crowd.setModifier(member, [&](JointView joints) {
        joints.setTransform(0, stage.body.getTransform());
        springs.solve(joints, seconds, ofMember);
    });
    for (int frame = 0; frame < 100; ++frame) {
        seconds = frame == 0 ? 0. : 1. / 50.;
        stage.throwAbout(frame / 50.);
        clone->bones()[0]->setTransform(stage.body.getTransform());
        pose.bones[0] = stage.body.getTransform();
        springs.update(seconds);
        springs.solve(*clone, seconds, ofClone);
        springs.solve(JointView(stage.skeleton, pose), seconds, ofPose);
        crowd.update(seconds);
    }
    seconds = 0.;  // getPose() calls the modifier again
    const Pose expected = capturePose(stage.skeleton);
    BOOST_TEST((capturePose(*clone) == expected));
    BOOST_TEST((pose == expected));
    BOOST_TEST((crowd.getPose(member) == expected));
    for (const std::vector<double>* memory : {&ofClone, &ofPose, &ofMember}) {
        BOOST_TEST((std::ranges::equal(*memory, springs.getMemory())));
    }

    Skeleton other("other");
    other.createBone("alone");
    BOOST_CHECK_EXCEPTION(springs.solve(other, 0., ofClone), std::invalid_argument, says("other has 1 bone, too few"));
    Skeleton bushy("bushy");
    for (std::size_t i = 0; i < expected.bones.size(); ++i) {
        bushy.createBone("twig");
    }
    BOOST_CHECK_EXCEPTION(springs.solve(bushy, 0., ofClone), std::invalid_argument, says("has another parent in bushy"));
    ofClone.pop_back();
    BOOST_CHECK_EXCEPTION(springs.solve(*clone, 0., ofClone), std::invalid_argument, says("the memory holds"));
}

BOOST_AUTO_TEST_CASE(linked_bones_swing_through_their_nodes)
{
    SpringStage stage;
    SpringStage linked;
    std::vector<TransformNode*> nodes;
    TransformNode* above = &linked.scene.createTransformNode("body", &linked.host, linked.body.getTransform());
    linked.body.linkTransformNode(above);
    for (Bone* bone : linked.strand) {
        above = &linked.scene.createTransformNode("node", above, bone->getTransform());
        bone->linkTransformNode(above);
        nodes.push_back(above);
    }
    SpringBones springs = stage.springs();
    SpringBones throughNodes = linked.springs();
    for (int frame = 0; frame < 60; ++frame) {
        stage.throwAbout(frame / 60.);
        nodes[0]->getParent()->asTransformNode()->setTransform(stage.body.getTransform());
        springs.update(1. / 60.);
        throughNodes.update(1. / 60.);
    }
    for (std::size_t i = 0; i < SpringStage::swinging; ++i) {
        BOOST_TEST(nearRotation(nodes[i]->getTransform().rotation, stage.rotations()[i], 1e-5));
    }
    BOOST_TEST((stage.rotations()[0] != glm::quat(1.f, 0.f, 0.f, 0.f)));
}

// A pose placed elsewhere swings like a skeleton with its host there. A mirrored host mirrors the swing; a larger host has a longer strand.
BOOST_AUTO_TEST_CASE(hosts_scale_and_mirror)
{
    SpringStage plain;
    SpringStage mirrored;
    SpringStage large;
    mirrored.host.setScaling({-1.f, 1.f, 1.f});
    large.host.setScaling(glm::vec3(2.f));
    SpringBones a = plain.springs();
    SpringBones b = mirrored.springs();
    SpringBones c = large.springs();
    Pose pose = capturePose(mirrored.skeleton);
    std::vector<double> memory;
    for (int frame = 0; frame < 60; ++frame) {
        for (SpringStage* stage : {&plain, &mirrored, &large}) {
            stage->throwAbout(frame / 60.);
        }
        pose.bones[0] = mirrored.body.getTransform();
        a.update(1. / 60.);
        b.update(1. / 60.);
        c.update(1. / 60.);
        b.solve(JointView(mirrored.skeleton, pose).placedAt(mirrored.host.getWorldMatrix()), 1. / 60., memory);
    }
    const std::vector<glm::dvec3> places = plain.places();
    const std::vector<glm::dvec3> reflected = mirrored.places();
    const std::vector<glm::dvec3> doubled = large.places();
    for (std::size_t i = 0; i < places.size(); ++i) {
        BOOST_TEST(near(reflected[i] * glm::dvec3(-1., 1., 1.), places[i], 1e-5));
        if (i > 0) {
            BOOST_TEST(std::abs(glm::distance(doubled[i], doubled[i - 1]) - 0.2) < 1e-6);
        }
    }
    BOOST_TEST((pose == capturePose(mirrored.skeleton)));
}

BOOST_AUTO_TEST_CASE(a_collapsed_host_and_poses_that_are_not_finite_change_nothing)
{
    SpringStage stage;
    SpringBones springs = stage.springs();
    stage.swing(springs, 20);
    const std::vector<glm::quat> before = stage.rotations();
    const std::vector<double> memory(springs.getMemory().begin(), springs.getMemory().end());
    stage.host.setScaling(glm::vec3(0.f));
    BOOST_TEST((springs.update(0.1) == IkStatus::Singular));
    stage.host.setScaling(glm::vec3(1.f));
    for (const std::size_t broken : {0u, 2u}) {
        for (const float value : {notANumber, infinity}) {
            Pose pose = capturePose(stage.skeleton);
            pose.bones[broken].translation.y = value;
            const std::vector<Transform> given = pose.bones;
            std::vector<double> its = memory;
            BOOST_TEST((springs.solve(JointView(stage.skeleton, pose), 0.1, its) == IkStatus::Undefined));
            BOOST_TEST((its == memory));
            BOOST_TEST(pose.bones[1].rotation == given[1].rotation);
        }
    }
    BOOST_TEST(stage.rotations() == before, boost::test_tools::per_element());
    BOOST_TEST((std::ranges::equal(springs.getMemory(), memory)));
    BOOST_TEST((springs.update(0.1) == IkStatus::Solved));
}

BOOST_AUTO_TEST_CASE(springs_survive_their_bones_and_nodes)
{
    SpringStage stage;
    SpringChain chain = stage.chain();
    TransformNode& ball = stage.scene.createTransformNode("ball");
    const SpringCollider collider{.node = &ball, .solid = {.radius = 0.1f}};
    chain.center = &stage.host;
    SpringBones springs({&chain, 1}, {&collider, 1});
    BOOST_TEST((springs.update(0.1) == IkStatus::Solved));
    stage.scene.removeTransformNode(ball);
    BOOST_TEST((springs.update(0.1) == IkStatus::Gone));
    BOOST_TEST(springs.getColliders()[0].node == nullptr);

    SpringBones others = stage.springs();
    BOOST_TEST((others.update(0.1) == IkStatus::Solved));
    stage.strand[2]->setParent(&stage.body);
    BOOST_TEST((others.update(0.1) == IkStatus::Gone));
    stage.strand[2]->setParent(stage.strand[1]);
    BOOST_TEST((others.update(0.1) == IkStatus::Solved));
    stage.skeleton.removeBone(*stage.strand[3]);
    BOOST_TEST((others.update(0.1) == IkStatus::Gone));
    BOOST_TEST(others.getChains()[0].joints[3].bone == nullptr);
    BOOST_TEST(others.getChains()[0].joints[0].bone == stage.strand[0]);
    stage.scene.removeSkeleton(stage.skeleton);
    BOOST_TEST((others.update(0.1) == IkStatus::Gone));
}

BOOST_AUTO_TEST_CASE(springs_that_were_moved_from_refuse_every_call)
{
    SpringStage stage;
    SpringBones springs = stage.springs();
    SpringBones other = std::move(springs);
    BOOST_CHECK_EXCEPTION(springs.update(0.), std::invalid_argument,
                          says("a SpringBones was moved from"));  // NOLINT(bugprone-use-after-move)
    BOOST_CHECK_EXCEPTION(static_cast<void>(springs.getMemory()), std::invalid_argument, says("was moved from"));
    springs = std::move(other);
    BOOST_TEST((springs.update(0.) == IkStatus::Solved));
}

// --- forces and colliders -------------------------------------------------------------------------------------------

// By hand: without stiffness a strand hangs straight down.
BOOST_AUTO_TEST_CASE(a_loose_strand_hangs_down)
{
    SpringStage stage({1.f, 0.f, 0.f});
    SpringBones springs = stage.springs(loose);
    hang(springs);
    const std::vector<glm::dvec3> places = stage.places();
    BOOST_TEST(near(places.back() - places.front(), glm::dvec3(0., -0.4, 0.), 1e-4));
}

// A bone's rest direction is relative to its swinging parent: a stiff strand is straight, whatever rotations its bones are animated with.
BOOST_AUTO_TEST_CASE(stiffness_pulls_towards_the_rest_rotation)
{
    SpringStage stage({1.f, 0.f, 0.f});
    SpringBones springs = stage.springs({.stiffness = 4.f, .drag = 0.5f});
    stage.strand[1]->setRotation({0.f, 0.f, 1.f});
    hang(springs);
    BOOST_TEST(near(stage.places().back() - stage.places().front(), glm::dvec3(0.4, 0., 0.), 1e-5));
}

BOOST_AUTO_TEST_CASE(a_strand_that_is_centred_on_its_host_does_not_feel_it_move)
{
    for (const bool isCentred : {true, false}) {
        SpringStage stage;
        SpringChain chain = stage.chain({.stiffness = 1.f, .drag = 0.4f});
        chain.center = isCentred ? &stage.host : nullptr;
        SpringBones springs({&chain, 1});
        springs.update(0.);
        double most = 0.;
        for (int frame = 1; frame < 60; ++frame) {
            stage.host.setPosition({0.1f * static_cast<float>(frame), 0.f, 0.f});
            springs.update(1. / 60.);
            most = std::max(most, angleBetweenRotations(stage.rotations()[0], glm::quat(1.f, 0.f, 0.f, 0.f)));
        }
        BOOST_TEST((isCentred ? most < 1e-5 : most > 0.5), most);
    }
}

BOOST_AUTO_TEST_CASE(tails_stay_outside_or_inside_of_colliders)
{
    const float radius = 0.02f;
    SpringParameters like = loose;
    like.hitRadius = radius;
    const auto settled = [&](const SpringSolid& solid) {
        const SpringCollider collider{.solid = solid};
        SpringStage stage({1.f, 0.f, 0.f});
        SpringChain chain = stage.chain(like);
        chain.colliderGroups = {0};
        const SpringColliderGroup group{.name = "all", .colliders = {0}};
        SpringBones springs({&chain, 1}, {&collider, 1}, {&group, 1});
        hang(springs);
        std::vector<glm::dvec3> places = stage.places();
        places.erase(places.begin());  // the first bone's origin is not a tail
        return places;
    };
    // The strand begins at (0.1, 1.2, 0).
    const double slack = 0.015;  // restoring the length after a push takes some of the push back
    for (const glm::dvec3& tail : settled({.shape = SpringColliderShape::Plane, .offset = {0.f, 1.1f, 0.f}, .normal = {0.f, 3.f, 0.f}})) {
        BOOST_TEST(tail.y > 1.12 - slack);
    }
    const glm::dvec3 ball(0.2, 1.05, 0.);
    for (const glm::dvec3& tail : settled({.offset = glm::vec3(ball), .radius = 0.1f})) {
        BOOST_TEST(glm::distance(tail, ball) > 0.12 - slack);
    }
    for (const glm::dvec3& tail : settled({.offset = {0.1f, 1.2f, 0.f}, .radius = 0.25f, .isInside = true})) {
        BOOST_TEST(glm::distance(tail, glm::dvec3(0.1, 1.2, 0.)) < 0.23 + slack);
    }
    for (const glm::dvec3& tail :
         settled({.shape = SpringColliderShape::Capsule, .offset = {0.f, 1.f, 0.f}, .tail = {1.f, 1.f, 0.f}, .radius = 0.1f})) {
        BOOST_TEST(tail.y > 1.12 - slack);
    }
}

// A collider moves with its node, but its radius does not grow with the node's scale.
BOOST_AUTO_TEST_CASE(colliders_move_with_their_nodes_and_keep_their_radius)
{
    SpringStage stage;
    TransformNode& hand =
        stage.scene.createTransformNode("hand", nullptr, {{0.f, 1.f, 0.f}, glm::quat(1.f, 0.f, 0.f, 0.f), glm::vec3(3.f)});
    SpringChain chain = stage.chain({.stiffness = 0.1f, .gravityPower = 1.f});
    chain.colliderGroups = {0};
    const SpringCollider collider{.node = &hand, .solid = {.radius = 0.1f}};
    const SpringColliderGroup group{.colliders = {0}};
    SpringBones springs({&chain, 1}, {&collider, 1}, {&group, 1});
    for (int frame = 0; frame < 200; ++frame) {
        hand.setPosition({0.0005f * static_cast<float>(frame), 1.f, 0.f});
        springs.update(1. / 60.);
    }
    const glm::dvec3 tail = stage.places()[2];
    const double distance = glm::distance(tail, glm::dvec3(glm::vec3(hand.getWorldMatrix()[3])));
    BOOST_TEST(distance > 0.09);
    BOOST_TEST(distance < 0.15);
}

// A second strand hangs on the first one, and a collider is on a bone of the first. The order in which the strands are given does not
// matter.
BOOST_AUTO_TEST_CASE(chains_that_hang_on_chains_follow_without_lag)
{
    const auto play = [](bool isReversed) {
        SpringStage stage;
        Bone& knot = stage.skeleton.createBone("knot", {.parent = stage.strand[2], .bind = SpringStage::at({0.05f, 0.f, 0.f})});
        Bone& ribbon = stage.skeleton.createBone("ribbon", {.parent = &knot, .bind = SpringStage::at({0.05f, 0.f, 0.f})});
        std::vector<SpringChain> chains{stage.chain()};
        chains.push_back({.joints = {{.bone = &ribbon}}, .end = glm::vec3(0.1f, 0.f, 0.f), .colliderGroups = {0}});
        if (isReversed) {
            std::swap(chains[0], chains[1]);
        }
        const SpringCollider collider{.node = stage.strand[3], .solid = {.radius = 0.05f}};
        const SpringColliderGroup group{.colliders = {0}};
        SpringBones springs(chains, {&collider, 1}, {&group, 1});
        stage.swing(springs, 60);
        return capturePose(stage.skeleton);
    };
    BOOST_TEST((play(false) == play(true)));
}

BOOST_AUTO_TEST_CASE(bones_without_length_keep_their_rest)
{
    SpringStage stage(glm::vec3(0.f));
    SpringBones springs = stage.springs();
    stage.swing(springs, 30);
    for (const glm::quat& rotation : stage.rotations()) {
        BOOST_TEST(rotation == glm::quat(1.f, 0.f, 0.f, 0.f));
    }
    SpringStage flat;
    flat.body.setScaling({1.f, 0.f, 1.f});
    SpringBones squashed = flat.springs();
    BOOST_TEST((squashed.update(0.1) == IkStatus::Solved));
    for (const double number : squashed.getMemory()) {
        BOOST_TEST(std::isfinite(number));
    }
}

BOOST_AUTO_TEST_CASE(a_collapsed_centre_forgets_all_movement)
{
    SpringStage stage;
    SpringChain chain = stage.chain();
    chain.center = &stage.scene.createTransformNode("center");
    SpringBones springs({&chain, 1});
    stage.swing(springs, 20);
    const std::vector<glm::quat> before = stage.rotations();
    const auto scale = [&](float factor) { stage.scene.findTransformNode("center")->setScaling(glm::vec3(factor)); };
    scale(0.f);
    BOOST_TEST((springs.update(0.1) == IkStatus::Undefined));
    BOOST_TEST(springs.getMemory().empty());
    BOOST_TEST(stage.rotations() == before, boost::test_tools::per_element());
    scale(1.f);
    BOOST_TEST((springs.update(0.1) == IkStatus::Solved));
}

BOOST_AUTO_TEST_CASE(huge_and_tiny_characters_stay_finite)
{
    for (const float scale : {1e-30f, 1e30f}) {
        SpringStage stage;
        stage.body.setScaling(glm::vec3(scale));
        SpringBones springs = stage.springs();
        for (int frame = 0; frame < 10; ++frame) {
            springs.update(0.02);
            for (const glm::quat& rotation : stage.rotations()) {
                BOOST_TEST(std::abs(glm::length(rotation) - 1.f) < 1e-5f);
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
