#include <cmath>
#include <cstddef>

#include <boost/test/unit_test.hpp>

#include <glm/gtc/matrix_transform.hpp>

#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/random.hpp>

#include "skeleton/posed_joint.hpp"

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(posed_joint)

namespace {

glm::dmat4 matrixOf(const Frame& frame)
{
    glm::dmat4 matrix(frame.linear);
    matrix[3] = glm::dvec4(frame.origin, 1.);
    return matrix;
}

/// Reads the node as a joint. The joint's local frame must be the node's local matrix, and writing it back must change no bit.
void checkRoundTrip(Node& node)
{
    const glm::mat4 before = node.getLocalMatrix();
    const PosedJoint joint = PosedJoint::read(node);
    BOOST_TEST(near(glm::mat4(matrixOf(joint.local())), before, 2e-6));
    joint.write(node);
    BOOST_TEST((node.getLocalMatrix() == before));
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_joint_is_the_local_matrix_and_writes_back_unchanged)
{
    Random random(5);
    Scene scene;
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone");
    Bone& linked = skeleton.createBone("linked");
    TransformNode& node = scene.createTransformNode("node");
    TransformNode& pivoted = scene.createTransformNode("pivoted");
    pivoted.setPivotPoint({0.5f, -1.f, 2.f});
    linked.linkTransformNode(&node);
    for (int round = 0; round < 100; ++round) {
        const Transform transform{random.vector(-2.f, 2.f), random.rotation(), random.vector(-2.f, 2.f)};
        bone.setTransform(transform);
        node.setTransform(transform);
        pivoted.setTransform(transform);
        checkRoundTrip(bone);
        checkRoundTrip(linked);
        checkRoundTrip(pivoted);
        bone.setLocalMatrix(toMat4(transform) * toMat4({{}, random.rotation(), random.vector(0.5f, 2.f)}));  // sheared
        checkRoundTrip(bone);
    }
}

BOOST_AUTO_TEST_CASE(a_turn_keeps_scale_shear_and_pivot)
{
    Random random(6);
    Scene scene;
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone");
    TransformNode& node = scene.createTransformNode("node");
    node.setPivotPoint({0.5f, -1.f, 2.f});
    for (int round = 0; round < 100; ++round) {
        const glm::quat turn = random.rotation();
        const Transform transform{random.vector(-2.f, 2.f), random.rotation(), random.vector(0.5f, 2.f)};
        const glm::mat4 sheared = toMat4(transform) * toMat4({{}, random.rotation(), random.vector(0.5f, 2.f)});
        bone.setLocalMatrix(sheared);
        PosedJoint joint = PosedJoint::read(bone);
        joint.rotation = glm::dquat(turn) * joint.rotation;
        joint.write(bone);
        const glm::vec3 origin(sheared[3]);
        const glm::mat4 expected =
            glm::translate(glm::mat4(1.f), origin) * glm::mat4_cast(turn) * glm::translate(glm::mat4(1.f), -origin) * sheared;
        BOOST_TEST(near(bone.getLocalMatrix(), expected, 3e-6));

        node.setTransform(transform);
        const glm::vec3 center(node.getLocalMatrix() * glm::vec4(0.5f, -1.f, 2.f, 1.f));
        const glm::mat4 before = node.getLocalMatrix();
        PosedJoint pivoted = PosedJoint::read(node);
        pivoted.rotation = glm::dquat(turn) * pivoted.rotation;
        pivoted.write(node);
        const glm::mat4 turned =
            glm::translate(glm::mat4(1.f), center) * glm::mat4_cast(turn) * glm::translate(glm::mat4(1.f), -center) * before;
        BOOST_TEST(near(node.getLocalMatrix(), turned, 3e-6));
        BOOST_TEST((node.getScaling() == transform.scale));
    }
}

// For plain parts, a rotation is stored at unit length, as floats. If that equals the previous rotation at unit length, no bit changes.
BOOST_AUTO_TEST_CASE(rotations_are_written_where_they_differ_and_else_keep_their_length)
{
    Random random(7);
    const auto stored = [](const glm::dquat& rotation) { return glm::quat(glm::normalize(rotation)); };
    std::size_t kept = 0;
    std::size_t written = 0;
    for (int round = 0; round < 400; ++round) {
        const float length = round % 3 == 0 ? 1.f : std::pow(10.f, random.real(-18.f, 18.f));
        const Transform before{random.vector(-2.f, 2.f), random.rotation() * length, random.vector(-2.f, 2.f)};
        const double angle = round % 4 == 0 ? 0. : std::pow(10., static_cast<double>(random.real(-10.f, 0.f)));
        PosedJoint joint = PosedJoint::of(before);
        joint.rotation = glm::angleAxis(angle, glm::dvec3(0., 0., 1.)) * joint.rotation;
        Transform after = before;
        joint.write(after);
        const bool isSame = stored(joint.rotation) == stored(glm::dquat(before.rotation));
        BOOST_TEST((after.rotation == (isSame ? before.rotation : stored(joint.rotation))), "angle " << angle << ", length " << length);
        BOOST_TEST((after.translation == before.translation && after.scale == before.scale));
        ++(isSame ? kept : written);
    }
    BOOST_TEST(kept > 100u);
    BOOST_TEST(written > 100u);
}

BOOST_AUTO_TEST_SUITE_END()
