#include <limits>

#include <armature/math/decompose.hpp>

#include <skeleton/rigs.hpp>
#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

const glm::mat4 sheared(1, 0, 0, 0, 0.5f, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1);

}  // namespace

BOOST_AUTO_TEST_SUITE(bone_pose)

// Numbers by hand: 75 degrees of pose without the 30 degrees of bind leave 45 about the shoulder (Babylon.js, "Bone class internals", left
// arm). The shoulder is at (0.4 1.5 0): the body at height 1, the arm at (0.4 0.5 0) relative to it.
BOOST_AUTO_TEST_CASE(final_is_the_pose_without_the_bind)
{
    Skeleton skeleton("character");
    Bone& body = skeleton.createBone("body", {.bind = moved(0, 1, 0)});
    Bone& arm = skeleton.createBone("armLeft", {.parent = &body, .bind = moved(0.4f, 0.5f, 0) * turnedZ(30), .length = 1.2f});
    BOOST_TEST(near(arm.getFinalMatrix(), glm::mat4(1.f), 1e-7));
    arm.setRotation({0, 0, glm::radians(75.f)});
    BOOST_TEST(near(arm.getFinalMatrix(), moved(0.4f, 1.5f, 0) * turnedZ(45) * moved(-0.4f, -1.5f, 0), 1e-6));
    BOOST_TEST(near(body.getFinalMatrix(), glm::mat4(1.f), 1e-7));
    skeleton.returnToRest();
    BOOST_TEST(near(arm.getFinalMatrix(), glm::mat4(1.f), 1e-7));
}

BOOST_AUTO_TEST_CASE(a_new_bone_is_posed_as_it_is_bound)
{
    Skeleton skeleton;
    const Bone& plain = skeleton.createBone("plain");
    BOOST_TEST(near(plain.getLocalMatrix(), glm::mat4(1.f), 0.));
    const Bone& bound = skeleton.createBone("bound", {.bind = sheared});
    BOOST_TEST(sameBits(bound.getLocalMatrix(), sheared));
    BOOST_TEST(sameBits(bound.getRestMatrix(), sheared));
    const Bone& posed = skeleton.createBone("posed", {.local = sheared});
    BOOST_TEST(sameBits(posed.getBindMatrix(), sheared));
    BOOST_TEST(sameBits(posed.getLocalMatrix(), sheared));
    const Bone& all = skeleton.createBone("all", {.bind = moved(1, 0, 0), .local = moved(2, 0, 0), .rest = moved(3, 0, 0)});
    BOOST_TEST(sameBits(all.getBindMatrix(), moved(1, 0, 0)));
    BOOST_TEST(sameBits(all.getLocalMatrix(), moved(2, 0, 0)));
    BOOST_TEST(sameBits(all.getRestMatrix(), moved(3, 0, 0)));
}

BOOST_AUTO_TEST_CASE(parts_are_read_as_they_were_written)
{
    ThreeBones rig;
    rig.tip.setPosition({1, 2, 3});
    rig.tip.setRotationQuaternion(glm::quat(2, 0, 2, 0));
    rig.tip.setScaling({4, -5, 0});
    BOOST_TEST(near(rig.tip.getPosition(), glm::vec3(1, 2, 3), 0.));
    BOOST_TEST(near(rig.tip.getRotationQuaternion(), glm::quat(sin45, 0, sin45, 0), 1e-7));
    BOOST_TEST(near(rig.tip.getScaling(), glm::vec3(4, -5, 0), 0.));
    rig.tip.setRotation({0.1f, 0.2f, 0.3f});
    BOOST_TEST(near(rig.tip.getRotation(), glm::vec3(0.1f, 0.2f, 0.3f), 1e-6));
    const Transform whole{{7, 8, 9}, glm::quat(sin45, sin45, 0, 0), {1, 2, 3}};
    rig.tip.setTransform(whole);
    BOOST_TEST((rig.tip.getTransform() == whole));
    BOOST_TEST(near(rig.tip.getLocalMatrix(), toMat4(whole), 0.));
}

// By hand: middle turns a quarter about z, so the tip's (0 1 0) points to -x.
BOOST_AUTO_TEST_CASE(absolute_is_the_parents_absolute_times_local)
{
    ThreeBones rig;
    rig.middle.setRotationQuaternion(glm::quat(sin45, 0, 0, sin45));
    BOOST_TEST(near(glm::vec3(rig.tip.getAbsoluteMatrix()[3]), glm::vec3(-1, 2, 0), 1e-6));
    rig.root.setScaling({2, 2, 2});
    BOOST_TEST(near(glm::vec3(rig.tip.getAbsoluteMatrix()[3]), glm::vec3(-2, 3, 0), 1e-6));
    BOOST_TEST(near(rig.tip.getWorldMatrix(), rig.tip.getAbsoluteMatrix(), 0.));  // no host: the skeleton's axes are the world's
}

BOOST_AUTO_TEST_CASE(shear_in_a_bone_survives_until_it_is_split)
{
    ThreeBones rig;
    rig.middle.setLocalMatrix(sheared);
    BOOST_TEST(sameBits(rig.middle.getLocalMatrix(), sheared));
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(0, 1, 0) * sheared * moved(0, 1, 0), 1e-6));
    static_cast<void>(rig.middle.getTransform());
    static_cast<void>(rig.middle.getRotation());
    rig.skeleton.update();
    BOOST_TEST(sameBits(rig.middle.getLocalMatrix(), sheared));

    const Decomposition split = decompose(rig.middle.getLocalMatrix());
    BOOST_TEST(!split.isExact());
    BOOST_TEST(split.residual > 0.1f);
    rig.middle.setTransform(split.transform);
    BOOST_TEST(decompose(rig.middle.getLocalMatrix()).isExact());
}

// Shear also arises where a turned bone hangs on a stretched one. The expected value is the product in double.
BOOST_AUTO_TEST_CASE(shear_under_uneven_scale_reaches_the_final_matrix)
{
    ThreeBones rig;
    rig.root.setScaling({1, 3, 1});
    rig.middle.setRotationQuaternion(glm::quat(0.9f, 0, 0, 0.4f));
    const glm::dmat4 root = glm::dmat4(moved(0, 1, 0)) * glm::scale(glm::dmat4(1.), {1., 3., 1.});
    const glm::dmat4 middle = glm::dmat4(moved(0, 1, 0)) * glm::mat4_cast(glm::normalize(glm::dquat(0.9f, 0, 0, 0.4f)));
    BOOST_TEST(near(rig.middle.getAbsoluteMatrix(), root * middle, 1e-6));
    BOOST_TEST(near(rig.middle.getFinalMatrix(), root * middle * glm::dmat4(moved(0, -2, 0)), 1e-6));
    BOOST_TEST(!decompose(rig.middle.getAbsoluteMatrix()).isExact());
}

BOOST_AUTO_TEST_CASE(a_zero_scale_is_a_pose_like_any_other)
{
    ThreeBones rig;
    rig.middle.setScaling({0, 0, 0});
    BOOST_TEST(near(glm::vec3(rig.tip.getAbsoluteMatrix()[3]), glm::vec3(0, 2, 0), 0.));
    rig.middle.setScaling({1, 1, 1});
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(0, 3, 0), 0.));
}

BOOST_AUTO_TEST_CASE(bad_values_are_refused_and_nothing_changes)
{
    ThreeBones rig;
    rig.middle.setTransform({{1, 2, 3}, glm::quat(sin45, 0, 0, sin45), {1, 2, 3}});
    const auto before = snapshotOf(rig.skeleton);
    for (const float bad : {std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
        const glm::vec3 vector(1, bad, 1);
        BOOST_CHECK_EXCEPTION(rig.middle.setPosition(vector), std::invalid_argument, says("middle"));
        BOOST_CHECK_EXCEPTION(rig.middle.setRotation(vector), std::invalid_argument, says("middle"));
        BOOST_CHECK_EXCEPTION(rig.middle.setScaling(vector), std::invalid_argument, says("middle"));
        BOOST_CHECK_EXCEPTION(rig.middle.setRotationQuaternion(glm::quat(1, bad, 0, 0)), std::invalid_argument, says("middle"));
        BOOST_CHECK_EXCEPTION(rig.middle.setTransform({vector, glm::quat(1, 0, 0, 0), {1, 1, 1}}), std::invalid_argument, says("middle"));
        glm::mat4 matrix(1.f);
        matrix[2][1] = bad;
        BOOST_CHECK_EXCEPTION(rig.middle.setLocalMatrix(matrix), std::invalid_argument, says("middle"));
        BOOST_CHECK_EXCEPTION(rig.middle.setRestMatrix(matrix), std::invalid_argument, says("middle"));
        BOOST_CHECK_EXCEPTION(rig.middle.setBindMatrix(matrix), std::invalid_argument, says("middle"));
        BOOST_CHECK_EXCEPTION(rig.middle.setAbsoluteInverseBindMatrix(matrix), std::invalid_argument, says("middle"));
    }
    BOOST_CHECK_EXCEPTION(rig.middle.setRotationQuaternion(glm::quat(0, 0, 0, 0)), std::invalid_argument, says("zero length"));
    glm::mat4 projective(1.f);
    projective[3][3] = 2.f;
    BOOST_CHECK_EXCEPTION(rig.middle.setLocalMatrix(projective), std::invalid_argument, says("fourth row"));
    BOOST_CHECK_EXCEPTION(rig.middle.setRestMatrix(projective), std::invalid_argument, says("fourth row"));
    BOOST_TEST((snapshotOf(rig.skeleton) == before));
}

BOOST_AUTO_TEST_CASE(length_is_given_or_measured_to_the_first_child_or_unknown)
{
    Skeleton skeleton;
    Bone& root = skeleton.createBone("root", {.bind = moved(0, 1, 0)});
    BOOST_TEST(!root.getLength().has_value());
    skeleton.createBone("child", {.parent = &root, .bind = moved(3, 4, 0), .local = moved(9, 9, 9)});
    skeleton.createBone("second", {.parent = &root, .bind = moved(1, 0, 0)});
    BOOST_TEST(root.getLength().value() == 5.f);  // 3-4-5, at bind
    root.setLength(7.5f);
    BOOST_TEST(root.getLength().value() == 7.5f);
    root.setLength(0.f);
    BOOST_TEST(root.getLength().value() == 0.f);
    root.setLength(std::nullopt);
    BOOST_TEST(root.getLength().value() == 5.f);
    for (const float bad : {-1.f, std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()}) {
        BOOST_CHECK_EXCEPTION(root.setLength(bad), std::invalid_argument, says("root: length"));
        BOOST_CHECK_EXCEPTION(skeleton.createBone("bad", {.length = bad}), std::invalid_argument, says("bad: length"));
    }
    BOOST_TEST(root.getLength().value() == 5.f);
    BOOST_TEST(skeleton.bones().size() == 3);
}

// A column of (3e38 3e38 0) is 4.2e38 long, more than a float holds: the matrix is kept, but has no scale to combine with a new rotation.
BOOST_AUTO_TEST_CASE(a_matrix_is_not_split_into_an_infinite_scale)
{
    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone");
    glm::mat4 matrix(1.f);
    matrix[0] = {3e38f, 3e38f, 0, 0};
    bone.setLocalMatrix(matrix);
    const auto refused = says("bone: resulting scale (inf, 1, 1) must be finite");
    BOOST_CHECK_EXCEPTION(bone.setRotationQuaternion(glm::quat(1, 0, 0, 0)), std::invalid_argument, refused);
    BOOST_CHECK_EXCEPTION(bone.setRotation({0, 0, 0}), std::invalid_argument, refused);
    BOOST_CHECK_EXCEPTION(bone.setRotationQuaternion(glm::angleAxis(1.f, glm::vec3(0, 0, 1)), Space::Local), std::invalid_argument,
                          refused);
    BOOST_TEST(sameBits(bone.getLocalMatrix(), matrix));
    bone.setPosition({1, 2, 3});
    matrix[3] = {1, 2, 3, 1};
    BOOST_TEST(sameBits(bone.getLocalMatrix(), matrix));
    bone.setScaling({1, 1, 1});
    BOOST_TEST((bone.getScaling() == glm::vec3(1.f)));
}

BOOST_AUTO_TEST_SUITE_END()
