#include <boost/test/unit_test.hpp>

#include <functional>
#include <limits>

#include <glm/gtc/matrix_transform.hpp>

#include <armature/ik/constraints.hpp>

#include <support/allocations/allocation_count.hpp>
#include <support/angles.hpp>
#include <support/near.hpp>

#include "constraint_stage.hpp"

using namespace armature;
using namespace armature::test;

namespace {

glm::vec3 originIn(const glm::mat4& matrix)
{
    return glm::vec3(matrix[3]);
}

/// A constraint applied to a stage's bone at a weight.
struct Constraint {
    const char* name;
    std::function<IkReport(ConstraintStage&, float)> apply;
    bool changesScale = false;
};

const std::vector<Constraint>& allConstraints()
{
    static const std::vector<Constraint> constraints{
        {"copyPosition", [](ConstraintStage& s, float weight) { return copyPosition(s.bone, s.source, {.weight = weight}); }},
        {"copyRotation", [](ConstraintStage& s, float weight) { return copyRotation(s.bone, s.source, {.weight = weight}); }},
        {"copyScale", [](ConstraintStage& s, float weight) { return copyScale(s.bone, s.source, {.weight = weight}); }, true},
        {"aimAt", [](ConstraintStage& s, float weight) { return aimAt(s.bone, s.source, glm::vec3(0.f), {.weight = weight}); }},
        {"stretchTo", [](ConstraintStage& s, float weight) { return stretchTo(s.bone, s.source, glm::vec3(0.f), {.weight = weight}); },
         true},
        {"stretchTo by moving",
         [](ConstraintStage& s, float weight) {
             return stretchTo(s.bone, s.source, glm::vec3(0.f), {.mode = StretchMode::MoveChildren, .weight = weight});
         }},
        {"limitJoint",
         [](ConstraintStage& s, float weight) {
             return limitJoint(s.bone, HingeJoint{{0.f, 1.f, 0.f}, -0.1f, 0.1f}, weight);
         }},
    };
    return constraints;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(constraints)

// --- promises -------------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(constraints_keep_the_bones_scale)
{
    Random random(21);
    for (const Constraint& constraint : allConstraints()) {
        onStages(random, [&](ConstraintStage& stage) {
            const glm::vec3 before = stage.bone.getTransform().scale;
            const glm::vec3 childBefore = stage.child.getTransform().scale;
            constraint.apply(stage, random.real(0.1f, 1.f));
            BOOST_TEST_CONTEXT(constraint.name)
            {
                BOOST_TEST((constraint.changesScale || stage.bone.getTransform().scale == before));
                BOOST_TEST((stage.child.getTransform().scale == childBefore));
            }
        });
    }
}

// Weight 0.5 leaves half: half of the distance for positions and scales, half of the angle for rotations (slerp).
BOOST_AUTO_TEST_CASE(constraints_have_a_weight)
{
    Random random(22);
    for (const Constraint& constraint : allConstraints()) {
        onStages(random, [&](ConstraintStage& stage) {
            const SkeletonSnapshot before(stage.skeleton);
            const glm::mat4 local = stage.bone.getLocalMatrix();
            constraint.apply(stage, 0.f);
            const auto child = stage.child.getLocalMatrix();
            BOOST_TEST_CONTEXT(constraint.name)
            {
                BOOST_TEST((stage.bone.getLocalMatrix() == local));
                const Transform start = stage.bone.getTransform();
                constraint.apply(stage, 0.5f);
                const Transform half = stage.bone.getTransform();
                const auto halfChild = stage.child.getLocalMatrix();
                before.restore(stage.skeleton);
                constraint.apply(stage, 1.f);
                const Transform whole = stage.bone.getTransform();
                BOOST_TEST(near(half.translation, 0.5f * (start.translation + whole.translation), 1e-5));
                BOOST_TEST(nearRotation(half.rotation, glm::slerp(start.rotation, whole.rotation, 0.5f), 1e-5));
                if (std::string_view(constraint.name) == "copyScale") {
                    BOOST_TEST(near(half.scale, 0.5f * (start.scale + whole.scale), 1e-5));
                }
                BOOST_TEST((constraint.changesScale || half.scale == start.scale));
                BOOST_TEST((halfChild[1] == child[1]));
            }
        });
    }
}

BOOST_AUTO_TEST_CASE(a_weight_outside_0_to_1_is_refused_and_changes_nothing)
{
    Random random(23);
    for (const Constraint& constraint : allConstraints()) {
        ConstraintStage stage(random, Above::Plain, false);
        const Pose before = capturePose(stage.skeleton);
        for (const float weight : {-0.1f, 1.1f, std::numeric_limits<float>::quiet_NaN()}) {
            BOOST_CHECK_EXCEPTION(constraint.apply(stage, weight), std::invalid_argument, says("root/bone"));
        }
        BOOST_TEST((capturePose(stage.skeleton) == before));
    }
}

BOOST_AUTO_TEST_CASE(nothing_changes_where_a_matrix_above_is_singular)
{
    Random random(24);
    for (const Constraint& constraint : allConstraints()) {
        if (std::string_view(constraint.name) == "limitJoint") {
            continue;  // uses the local pose only
        }
        for (const bool isHost : {false, true}) {
            ConstraintStage stage(random, Above::Plain, false);
            isHost ? stage.host.setScaling({1.f, 0.f, 1.f}) : stage.root.setScaling({1.f, 0.f, 1.f});
            const Pose before = capturePose(stage.skeleton);
            const auto report = constraint.apply(stage, 1.f);
            BOOST_TEST(!report.isReached);
            BOOST_TEST((report.status == IkStatus::Singular), constraint.name);
            BOOST_TEST((capturePose(stage.skeleton) == before));
        }
    }
}

BOOST_AUTO_TEST_CASE(no_constraint_allocates)
{
    Random random(25);
    for (const Constraint& constraint : allConstraints()) {
        ConstraintStage stage(random, Above::Uneven, true);
        constraint.apply(stage, 0.5f);
        const AllocationCount count;
        constraint.apply(stage, 0.5f);
        BOOST_TEST(count.sinceConstruction() == 0u);
    }
}

// --- copies ---------------------------------------------------------------------------------------------------------

// The source is a node elsewhere in the scene. Only the float rounding of the matrices between the two remains.
BOOST_AUTO_TEST_CASE(copy_position_comes_to_where_the_source_is)
{
    Random random(26);
    onStages(random, [&](ConstraintStage& stage) {
        const glm::mat4 before = stage.bone.getLocalMatrix();
        const auto report = copyPosition(stage.bone, stage.source);
        BOOST_TEST(report.isReached);
        BOOST_TEST(near(originIn(stage.bone.getWorldMatrix()), stage.source.getPosition(), 2e-5));
        BOOST_TEST((glm::mat3(stage.bone.getLocalMatrix()) == glm::mat3(before)));
    });
}

// By hand: copies only x and z, negates z, and adds the offset to each.
BOOST_AUTO_TEST_CASE(copy_position_takes_single_axes_signs_and_offsets)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    TransformNode& source = scene.createTransformNode("source");
    node.setPosition({1.f, 2.f, 3.f});
    source.setPosition({10.f, 20.f, 30.f});
    copyPosition(node, source, {.axes = {true, false, true}, .invert = {false, false, true}, .offset = {0.5f, 100.f, 2.f}});
    BOOST_TEST((node.getPosition() == glm::vec3(10.5f, 2.f, -28.f)));
    copyPosition(node, source, {.weight = 0.25f});
    BOOST_TEST((node.getPosition() == glm::vec3(10.375f, 6.5f, -13.5f)));
}

// By hand: the host is at (10, 0, 0), turned a quarter about Z, twice as large. The source at (10, 4, 0) is at (2, 0, 0) in the host.
BOOST_AUTO_TEST_CASE(copy_position_sees_the_source_in_the_skeleton_or_takes_it_as_it_is_in_its_parent)
{
    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    host.setTransform({{10.f, 0.f, 0.f}, turned({0.f, 0.f, 1.f}, pi / 2.f), glm::vec3(2.f)});
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    skeleton.setHostNode(&host);
    Bone& parent = skeleton.createBone("parent", {.bind = toMat4(Transform{{0.f, 5.f, 0.f}})});
    Bone& bone = skeleton.createBone("bone", {.parent = &parent});
    TransformNode& source = scene.createTransformNode("source");
    source.setPosition({10.f, 4.f, 0.f});
    copyPosition(bone, source, {.space = Space::Skeleton, .offset = {0.f, 1.f, 0.f}});
    BOOST_TEST(near(bone.getPosition(Space::Skeleton), glm::vec3(2.f, 1.f, 0.f), 1e-6));
    copyPosition(bone, source, {.space = Space::Local});
    BOOST_TEST(near(bone.getPosition(), glm::vec3(10.f, 4.f, 0.f), 1e-6));
}

BOOST_AUTO_TEST_CASE(copy_rotation_turns_as_the_source_is_turned)
{
    Random random(27);
    onStages(
        random,
        [&](ConstraintStage& stage) {
            for (const Space space : {Space::World, Space::Skeleton, Space::Local}) {
                const auto report = copyRotation(stage.bone, stage.source, {.space = space});
                BOOST_TEST(report.isReached);
                BOOST_TEST(report.jointChange >= 0.f);
                if (space == Space::Local) {
                    BOOST_TEST(nearRotation(stage.bone.getRotationQuaternion(space), stage.source.getRotationQuaternion(), 1e-5));
                } else {
                    BOOST_TEST(nearRotation(stage.bone.getRotationQuaternion(Space::World),
                                            stage.source.getRotationQuaternion(Space::World), 1e-5));
                }
            }
            copyRotation(stage.bone, stage.root, {.space = Space::Skeleton});
            BOOST_TEST(
                nearRotation(stage.bone.getRotationQuaternion(Space::Skeleton), stage.root.getRotationQuaternion(Space::Skeleton), 1e-5));
        },
        false);
}

// By hand: the hand is twisted by 0.8 about its own Y, then swung by 0.7 about X. The forearm's twist bone takes half of the twist and
// none of the swing, although both bones' rest rotations are turned.
BOOST_AUTO_TEST_CASE(a_twist_bone_takes_half_of_a_twist)
{
    Skeleton skeleton;
    const glm::quat rest = turned({1.f, 2.f, -1.f}, 1.f);
    const glm::quat handRest = turned({0.f, 1.f, 3.f}, 2.f);
    Bone& twist = skeleton.createBone("twist", {.bind = glm::mat4_cast(rest)});
    Bone& hand = skeleton.createBone("hand", {.bind = glm::mat4_cast(handRest)});
    hand.setRotationQuaternion(handRest * turned({1.f, 0.f, 0.f}, 0.7f) * turned({0.f, 1.f, 0.f}, 0.8f));
    copyRotation(twist, hand, {.space = Space::Local, .axes = {false, true, false}, .fromRest = true, .weight = 0.5f});
    BOOST_TEST(nearRotation(twist.getRotationQuaternion(), rest * turned({0.f, 1.f, 0.f}, 0.4f), 1e-6));
}

// By hand: copying two axes copies the swing about them. The bone keeps its own twist of 0.3 about the third.
BOOST_AUTO_TEST_CASE(copy_rotation_of_two_axes_leaves_the_twist_about_the_third)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    TransformNode& source = scene.createTransformNode("source");
    const glm::quat swing = turned({1.f, 0.f, 2.f}, 0.9f);
    node.setRotationQuaternion(turned({1.f, 0.f, 0.f}, 0.5f) * turned({0.f, 1.f, 0.f}, 0.3f));
    source.setRotationQuaternion(swing * turned({0.f, 1.f, 0.f}, -1.2f));
    copyRotation(node, source, {.axes = {true, false, true}});
    BOOST_TEST(nearRotation(node.getRotationQuaternion(), swing * turned({0.f, 1.f, 0.f}, 0.3f), 1e-6));
    const glm::quat before = node.getRotationQuaternion();
    copyRotation(node, source, {.axes = glm::bvec3(false)});
    BOOST_TEST((node.getRotationQuaternion() == before));
}

// By hand: a mirror at right angles to X reverses rotations about Y and Z; inverting all three axes inverts the rotation.
BOOST_AUTO_TEST_CASE(copy_rotation_inverts_and_offsets)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    TransformNode& source = scene.createTransformNode("source");
    const glm::quat turn = turned({1.f, 2.f, 3.f}, 1.1f);
    source.setRotationQuaternion(turn);
    copyRotation(node, source, {.invert = {false, true, true}});
    const glm::mat3 mirror(glm::scale(glm::mat4(1.f), {-1.f, 1.f, 1.f}));
    BOOST_TEST(near(glm::mat3_cast(node.getRotationQuaternion()), mirror * glm::mat3_cast(turn) * mirror, 1e-6));
    copyRotation(node, source, {.invert = glm::bvec3(true)});
    BOOST_TEST(nearRotation(node.getRotationQuaternion(), glm::conjugate(turn), 1e-6));
    const glm::quat offset = turned({0.f, 0.f, 1.f}, 0.5f);
    copyRotation(node, source, {.offset = 2.f * offset});
    BOOST_TEST(nearRotation(node.getRotationQuaternion(), turn * offset, 1e-6));
    BOOST_CHECK_EXCEPTION(copyRotation(node, source, {.offset = glm::quat(0.f, 0.f, 0.f, 0.f)}), std::invalid_argument, says("offset"));
    BOOST_CHECK_EXCEPTION(copyRotation(node, source, {.fromRest = true}), std::invalid_argument, says("Space::Local"));
}

// The sizes are the lengths of the columns of the world matrices.
BOOST_AUTO_TEST_CASE(copy_scale_makes_the_axes_as_long_as_the_sources)
{
    Random random(28);
    onStages(random, [&](ConstraintStage& stage) {
        stage.source.setScaling({0.5f, -2.f, 3.f});
        const glm::quat rotation = stage.bone.getRotationQuaternion();
        const auto report = copyScale(stage.bone, stage.source, {.factor = {1.f, 2.f, 1.f}});
        const glm::mat4 world = stage.bone.getWorldMatrix();
        BOOST_TEST(near(glm::vec3(glm::length(world[0]), glm::length(world[1]), glm::length(world[2])), glm::vec3(0.5f, 4.f, 3.f), 1e-5));
        BOOST_TEST(report.isReached);
        BOOST_TEST((stage.bone.getRotationQuaternion() == rotation));
        BOOST_TEST(glm::all(glm::greaterThan(stage.bone.getTransform().scale, glm::vec3(0.f))));  // no mirror is copied
    });
}

BOOST_AUTO_TEST_CASE(copy_scale_keeps_shear_and_axes_that_are_not_meant)
{
    Scene scene;
    TransformNode& source = scene.createTransformNode("source");
    source.setScaling({3.f, 3.f, 3.f});
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone");
    glm::mat4 sheared(1.f);
    sheared[1] = {0.5f, 1.f, 0.f, 0.f};
    bone.setLocalMatrix(sheared);
    copyScale(bone, source, {.axes = {true, false, false}});
    glm::mat4 expected = sheared;
    expected[0].x = 3.f;
    BOOST_TEST(near(bone.getLocalMatrix(), expected, 1e-6));
    BOOST_CHECK_EXCEPTION(copyScale(bone, source, {.factor = {-1.f, 1.f, 1.f}}), std::invalid_argument, says("-1"));
    BOOST_CHECK_EXCEPTION(copyScale(bone, source, {.space = Space::Own}), std::invalid_argument, says("Space::Own"));
}

BOOST_AUTO_TEST_SUITE_END()
