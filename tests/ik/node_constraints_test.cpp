#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include <armature/animation/modifier_stack.hpp>
#include <armature/ik/node_constraints.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(node_constraints)

namespace {

/// A forearm with a hand and a twist bone that takes half of the hand's twist; an eye and a button on the chest; and a ball in the scene.
struct ArmStage {
    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    TransformNode& ball = scene.createTransformNode("ball");
    Skeleton& skeleton = scene.createSkeleton("body");
    Bone& chest = skeleton.createBone("chest");
    Bone& forearm = skeleton.createBone("forearm", {.parent = &chest, .bind = at({0.3f, 0.4f, 0.f})});
    Bone& twist = skeleton.createBone("twist", {.parent = &forearm, .bind = at({0.12f, 0.f, 0.f})});
    Bone& hand = skeleton.createBone("hand", {.parent = &forearm, .bind = at({0.25f, 0.f, 0.f})});
    Bone& eye = skeleton.createBone("eye", {.parent = &chest, .bind = at({0.f, 0.6f, 0.1f})});
    Bone& button = skeleton.createBone("button", {.parent = &chest, .bind = at({0.f, 0.1f, 0.2f})});

    ArmStage() { skeleton.setHostNode(&host); }

    static glm::mat4 at(const glm::vec3& place) { return toMat4(Transform{place}); }

    [[nodiscard]] NodeConstraint roll(float weight = 0.5f)
    {
        return {.node = &twist, .source = &hand, .rule = {.kind = NodeConstraintKind::Roll, .weight = weight}};
    }
    [[nodiscard]] NodeConstraint look()
    {
        return {.node = &eye, .source = &ball, .rule = {.kind = NodeConstraintKind::Aim, .axis = {0.f, 0.f, 1.f}}};
    }
    [[nodiscard]] NodeConstraint follow(Bone& node, const Node& source) const { return {.node = &node, .source = &source}; }
};

NodeConstraints one(const NodeConstraint& constraint)
{
    return NodeConstraints({&constraint, 1});
}

}  // namespace

// By hand: half of a turn of 1.2 about X is a turn of 0.6, whatever the hand does about the other axes.
BOOST_AUTO_TEST_CASE(a_twist_bone_takes_its_part_of_the_hands_roll)
{
    ArmStage stage;
    NodeConstraints constraints = one(stage.roll());
    stage.hand.setRotationQuaternion(turned({0.f, 1.f, 0.3f}, 0.9f) * turned({1.f, 0.f, 0.f}, 1.2f));
    BOOST_TEST((constraints.update() == IkStatus::Solved));
    BOOST_TEST(near(stage.twist.getRotationQuaternion(), turned({1.f, 0.f, 0.f}, 0.6f), 1e-6));
}

// By hand: the eye's +Z points at the ball under any host, including uneven and mirrored ones.
BOOST_AUTO_TEST_CASE(an_axis_points_at_its_source_whatever_is_above)
{
    for (const glm::vec3& scale : {glm::vec3(1.f), glm::vec3(2.f, 0.5f, 3.f), glm::vec3(-1.f, 2.f, 1.f)}) {
        ArmStage stage;
        NodeConstraints constraints = one(stage.look());
        stage.host.setTransform({{1.f, 2.f, 3.f}, turned({1.f, 2.f, 3.f}, 0.7f), scale});
        stage.chest.setRotationQuaternion(turned({0.f, 1.f, 0.f}, 0.4f));
        stage.ball.setPosition({-3.f, 1.f, 4.f});
        BOOST_TEST((constraints.update() == IkStatus::Solved));
        const glm::vec3 seen(glm::inverse(stage.eye.getWorldMatrix()) * glm::vec4(-3.f, 1.f, 4.f, 1.f));
        BOOST_TEST(near(glm::normalize(seen), glm::vec3(0.f, 0.f, 1.f), 1e-5));
    }
}

// Each node follows the next: given backwards, forwards or shuffled, all have the last one's turn after one update.
BOOST_AUTO_TEST_CASE(the_order_given_does_not_matter)
{
    ArmStage stage;
    std::vector<NodeConstraint> given{stage.follow(stage.twist, stage.hand), stage.follow(stage.eye, stage.twist),
                                      stage.follow(stage.button, stage.eye)};
    const auto isEarlier = [](const NodeConstraint& a, const NodeConstraint& b) { return a.node->getName() < b.node->getName(); };
    std::sort(given.begin(), given.end(), isEarlier);
    do {
        const glm::quat turn = turned({1.f, 2.f, 0.5f}, 0.8f);
        stage.skeleton.returnToRest();
        stage.hand.setRotationQuaternion(turn);
        NodeConstraints constraints(given);
        BOOST_TEST((constraints.update() == IkStatus::Solved));
        for (const Bone* bone : {&stage.twist, &stage.eye, &stage.button}) {
            BOOST_TEST(near(bone->getRotationQuaternion(), turn, 1e-6), bone->getName());
        }
    } while (std::next_permutation(given.begin(), given.end(), isEarlier));
}

BOOST_AUTO_TEST_CASE(a_row_of_too_many_constraints_is_refused)
{
    const auto make = [](std::size_t count) {
        Scene scene;
        std::vector<NodeConstraint> row;
        TransformNode* node = &scene.createTransformNode("n0");
        for (std::size_t i = 1; i <= count; ++i) {
            TransformNode& next = scene.createTransformNode("n" + std::to_string(i));
            row.push_back({.node = node, .source = &next});
            node = &next;
        }
        static_cast<void>(NodeConstraints(row));
    };
    make(1000);
    BOOST_CHECK_EXCEPTION(make(1001), std::invalid_argument, says("n1000: more than 1000 constraints depend on each other in a row"));
}

BOOST_AUTO_TEST_CASE(circles_are_refused_with_their_path)
{
    ArmStage stage;
    const std::vector<NodeConstraint> circle{stage.follow(stage.twist, stage.hand), stage.follow(stage.hand, stage.eye),
                                             stage.follow(stage.eye, stage.twist)};
    BOOST_CHECK_EXCEPTION(NodeConstraints{circle}, std::invalid_argument,
                          says("chest/forearm/twist -> chest/forearm/hand -> chest/eye -> chest/forearm/twist"));
    // The source of an aim must not depend on the aiming node, nor may the aiming node depend on a node that waits for it.
    NodeConstraint aim = stage.look();
    aim.node = &stage.forearm;
    aim.source = &stage.hand;
    BOOST_CHECK_EXCEPTION(one(aim), std::invalid_argument, says("in a circle"));
    const std::vector<NodeConstraint> throughParents{stage.follow(stage.chest, stage.eye), stage.look()};
    BOOST_CHECK_EXCEPTION(NodeConstraints{throughParents}, std::invalid_argument, says("in a circle"));
    // A copied rotation is relative to the source's own parent, which may depend on the copy.
    one(stage.follow(stage.forearm, stage.hand)).update();
}

BOOST_AUTO_TEST_CASE(what_makes_no_sense_is_refused_by_name)
{
    ArmStage stage;
    const auto refused = [](const NodeConstraint& constraint, std::string_view part) {
        BOOST_CHECK_EXCEPTION(one(constraint), std::invalid_argument, says(part));
    };
    refused({.source = &stage.hand}, "constraint 0 has no node");
    refused({.node = &stage.hand}, "chest/forearm/hand: its constraint has no source");
    refused(stage.roll(1.5f), "weight 1.5 must lie in [0, 1]");
    refused(stage.roll(notANumber), "weight");
    NodeConstraint flat = stage.roll();
    flat.rule.axis = glm::vec3(0.f);
    refused(flat, "axis (0, 0, 0) must be finite and not zero");
    NodeConstraint unrested = stage.roll();
    unrested.rest = glm::quat(0.f, 0.f, 0.f, 0.f);
    refused(unrested, "rest (0, 0, 0, 0)");
    refused(stage.follow(stage.hand, stage.hand), "in a circle");
    BOOST_CHECK_EXCEPTION((NodeConstraints(std::vector<NodeConstraint>{stage.roll(), stage.roll()})), std::invalid_argument,
                          says("has two constraints"));
    NodeConstraints constraints = one(stage.roll());
    BOOST_CHECK_EXCEPTION(constraints.setWeight(stage.hand, 0.5f), std::invalid_argument, says("has no constraint"));
    BOOST_CHECK_EXCEPTION(constraints.setWeight(stage.twist, -1.f), std::invalid_argument, says("weight -1 must lie in [0, 1]"));
    constraints.setWeight(stage.twist, 1.f);
    BOOST_TEST(constraints.getConstraints()[0].rule.weight == 1.f);
    NodeConstraints moved = std::move(constraints);
    BOOST_CHECK_EXCEPTION(constraints.update(), std::invalid_argument, says("was moved from"));  // NOLINT(bugprone-use-after-move)
}

BOOST_AUTO_TEST_CASE(what_cannot_be_computed_says_why)
{
    ArmStage stage;
    NodeConstraints constraints = one(stage.look());
    stage.ball.setPosition(stage.eye.getPosition(Space::World));
    BOOST_TEST((constraints.update() == IkStatus::Undefined));
    stage.ball.setPosition({0.f, 5.f, 0.f});
    stage.host.setScaling({1.f, 0.f, 1.f});
    const glm::quat before = stage.eye.getRotationQuaternion();
    BOOST_TEST((constraints.update() == IkStatus::Singular));
    BOOST_TEST((stage.eye.getRotationQuaternion() == before));
    stage.scene.removeTransformNode(stage.ball);
    BOOST_TEST((constraints.update() == IkStatus::Gone));
    BOOST_TEST((constraints.getConstraints()[0].source == nullptr));
}

BOOST_AUTO_TEST_CASE(what_is_gone_stops_its_own_constraint_only)
{
    ArmStage stage;
    const std::vector<NodeConstraint> given{stage.look(), stage.roll()};
    NodeConstraints constraints(given);
    NodeConstraints alone = one(stage.roll());
    stage.scene.removeTransformNode(stage.ball);
    stage.hand.setRotation({0.5f, 0.25f, 0.f});
    alone.update();
    const glm::quat expected = stage.twist.getRotationQuaternion();
    stage.twist.setRotationQuaternion({1.f, 0.f, 0.f, 0.f});
    BOOST_TEST((constraints.update() == IkStatus::Gone));
    BOOST_TEST((stage.twist.getRotationQuaternion() == expected));
    stage.twist.setRotationQuaternion({1.f, 0.f, 0.f, 0.f});
    stage.skeleton.removeBone(stage.eye);
    Pose pose = capturePose(stage.skeleton);
    BOOST_TEST((constraints.solve(JointView(stage.skeleton, pose)) == IkStatus::Gone));
    constraints.update();
    BOOST_TEST((capturePose(stage.skeleton) == pose));
}

// A skeleton's bones, a pose, and a linked skeleton with constraints on its driving nodes give the same bits.
BOOST_AUTO_TEST_CASE(poses_and_links_give_the_same_bits)
{
    ArmStage stage;
    const std::vector<NodeConstraint> given{stage.roll(), stage.look(), stage.follow(stage.button, stage.twist)};
    NodeConstraints constraints(given);
    stage.host.setPosition({1.f, 2.f, 3.f});
    stage.hand.setRotationQuaternion(turned({3.f, 1.f, 0.f}, 1.f));
    stage.ball.setPosition({4.f, 0.f, -2.f});
    Pose pose = capturePose(stage.skeleton);
    constraints.update();
    constraints.solve(JointView(stage.skeleton, pose).placedAt(stage.host.getWorldMatrix()));
    BOOST_TEST((capturePose(stage.skeleton) == pose));

    ArmStage linked;
    std::vector<TransformNode*> drivers;
    for (Bone* bone : linked.skeleton.bones()) {
        Node* const above = bone->getParentBone() != nullptr ? bone->getParentBone()->getTransformNode() : &linked.host;
        drivers.push_back(&linked.scene.createTransformNode(bone->getName(), above, bone->getTransform()));
        bone->linkTransformNode(drivers.back());
    }
    linked.host.setPosition({1.f, 2.f, 3.f});
    linked.ball.setPosition({4.f, 0.f, -2.f});
    NodeConstraints ofNodes(std::vector<NodeConstraint>{
        {.node = drivers[2], .source = drivers[3], .rule = {.kind = NodeConstraintKind::Roll, .weight = 0.5f}},
        {.node = drivers[4], .source = &linked.ball, .rule = {.kind = NodeConstraintKind::Aim, .axis = {0.f, 0.f, 1.f}}},
        {.node = drivers[5], .source = drivers[2]}});
    drivers[3]->setRotationQuaternion(turned({3.f, 1.f, 0.f}, 1.f));
    Pose posed = capturePose(linked.skeleton);
    ofNodes.update();
    ofNodes.solve(JointView(linked.skeleton, posed).placedAt(linked.host.getWorldMatrix()));
    BOOST_TEST((capturePose(linked.skeleton) == posed));
    for (std::size_t bone = 0; bone < posed.bones.size(); ++bone) {
        BOOST_TEST(near(posed.bones[bone].rotation, pose.bones[bone].rotation, 1e-6), bone);
    }
}

BOOST_AUTO_TEST_CASE(nodes_that_are_no_joints_need_update)
{
    ArmStage stage;
    const NodeConstraints constraints = one({.node = &stage.ball, .source = &stage.hand});
    BOOST_CHECK_EXCEPTION(constraints.solve(stage.skeleton), std::invalid_argument, says("update() turns it"));
    Skeleton other("other");
    Bone& only = other.createBone("only");
    Pose pose = capturePose(other);
    BOOST_CHECK_EXCEPTION(one(stage.roll()).solve(JointView(other, pose)), std::invalid_argument, says("too few for"));
    static_cast<void>(only);
}

BOOST_AUTO_TEST_CASE(they_work_in_a_modifier_stack_and_allocate_nothing)
{
    ArmStage stage;
    NodeConstraints constraints(std::vector<NodeConstraint>{stage.roll(1.f), stage.look()});
    ModifierStack& stack = stage.scene.createModifierStack(stage.skeleton);
    stack.add("constraints", constraints, {.weight = 0.5f});
    stage.ball.setPosition({0.f, 0.f, 9.f});
    stage.hand.setRotationQuaternion(turned({1.f, 0.f, 0.f}, 1.f));
    stage.scene.animate(1. / 60.);
    BOOST_TEST(near(stage.twist.getRotationQuaternion(), turned({1.f, 0.f, 0.f}, 0.5f), 1e-6));
    const AllocationCount allocations;
    constraints.update();
    stage.scene.animate(1. / 60.);
    BOOST_TEST(allocations.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_CASE(their_text_names_nodes_and_kinds)
{
    ArmStage stage;
    BOOST_TEST(
        toString(one(stage.roll()))
        == "1 node constraint\n  node chest/forearm/twist, source chest/forearm/hand, kind Roll, axis (1, 0, 0), weight 0.5, rest none, "
           "sourceRest none");
}

BOOST_AUTO_TEST_SUITE_END()
