
#include <armature/math/decompose.hpp>
#include <armature/scene/scene.hpp>

#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

const glm::mat4 sheared(1, 0, 0, 0, 0.5f, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1);

}  // namespace

BOOST_AUTO_TEST_SUITE(transform_node)

BOOST_AUTO_TEST_CASE(parts_are_read_as_they_were_written)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    node.setPosition({1, 2, 3});
    node.setRotationQuaternion(glm::quat(sin45, 0, sin45, 0));
    node.setScaling({4, -5, 0});
    BOOST_TEST(near(node.getPosition(), glm::vec3(1, 2, 3), 0.));
    BOOST_TEST(near(node.getRotationQuaternion(), glm::quat(sin45, 0, sin45, 0), 0.));
    BOOST_TEST(near(node.getScaling(), glm::vec3(4, -5, 0), 0.));
}

// By hand: (1 1 1) scaled to (2 3 4), turned a quarter about y to (4 3 -2), moved to (14 23 28).
BOOST_AUTO_TEST_CASE(the_local_matrix_scales_turns_and_moves)
{
    Scene scene;
    const TransformNode& node = scene.createTransformNode("node", nullptr, {{10, 20, 30}, glm::quat(sin45, 0, sin45, 0), {2, 3, 4}});
    BOOST_TEST(near(node.getLocalMatrix() * glm::vec4(1, 1, 1, 1), glm::vec4(14, 23, 28, 1), 1e-7));
    BOOST_TEST(near(node.getWorldMatrix(), node.getLocalMatrix(), 0.));
}

// By hand: the child is at (0 2 0) of a parent that is doubled, turned a quarter about z and moved by (10 0 0): at (10-4, 0, 0).
BOOST_AUTO_TEST_CASE(the_world_matrix_goes_through_the_parents)
{
    Scene scene;
    TransformNode& parent = scene.createTransformNode("parent", nullptr, {{10, 0, 0}, glm::quat(sin45, 0, 0, sin45), {2, 2, 2}});
    TransformNode& child = scene.createTransformNode("child", &parent, {{0, 2, 0}});
    BOOST_TEST(near(child.getPosition(Space::World), glm::vec3(6, 0, 0), 1e-7));
    BOOST_TEST(near(child.getPosition(), glm::vec3(0, 2, 0), 0.));
    parent.setPosition({0, 0, 0});
    BOOST_TEST(near(child.getPosition(Space::World), glm::vec3(-4, 0, 0), 1e-7));
}

BOOST_AUTO_TEST_CASE(a_rotation_is_brought_to_unit_length)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    for (const float length : {1e-30f, 1e-3f, 2.f, 1e30f}) {
        node.setRotationQuaternion(glm::quat(length, 0, 0, length));
        BOOST_TEST(near(node.getRotationQuaternion(), glm::quat(sin45, 0, 0, sin45), 1e-7));
    }
    node.setTransform({{}, glm::quat(3, 0, 0, 0), {1, 1, 1}});
    BOOST_TEST(near(node.getRotationQuaternion(), glm::quat(1, 0, 0, 0), 0.));
}

// A rotation that was read may be written back any number of times without changing one bit.
BOOST_AUTO_TEST_CASE(a_rotation_that_was_read_is_written_back_unchanged)
{
    Random random(101);
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    for (int i = 0; i < 1000; ++i) {
        node.setRotationQuaternion(random.rotation() * random.real(0.5f, 2.f));
        const glm::quat read = node.getRotationQuaternion();
        node.setRotationQuaternion(read);
        BOOST_TEST((node.getRotationQuaternion() == read));
    }
}

// By hand: a pitch of 30 degrees only.
BOOST_AUTO_TEST_CASE(euler_angles_are_pitch_yaw_and_roll)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    node.setRotation({glm::radians(30.f), 0, 0});
    BOOST_TEST(near(node.getRotationQuaternion(), glm::quat(0.96592582628906831f, 0.25881904510252074f, 0, 0), 1e-7));
    node.setRotation({0.1f, 0.2f, 0.3f});
    BOOST_TEST(near(node.getRotation(), glm::vec3(0.1f, 0.2f, 0.3f), 1e-6));
}

// Shear under non-uniform scale survives in matrices; splitting it is explicit and reports what was lost.
BOOST_AUTO_TEST_CASE(shear_survives_until_a_rotation_or_scale_is_set)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    node.setLocalMatrix(sheared);
    BOOST_TEST(near(node.getLocalMatrix(), sheared, 0.));
    const Transform parts = node.getTransform();
    BOOST_TEST(near(node.getLocalMatrix(), sheared, 0.));  // reading the parts does not split the matrix
    BOOST_TEST(near(parts.scale, glm::vec3(1, std::sqrt(1.25f), 1), 1e-6));
    BOOST_TEST(!decompose(node.getLocalMatrix()).isExact());

    node.setPosition({7, 8, 9});
    BOOST_TEST(near(glm::mat3(node.getLocalMatrix()), glm::mat3(sheared), 0.));
    node.setScaling(parts.scale);
    const Decomposition split = decompose(node.getLocalMatrix());
    BOOST_TEST(split.isExact());
    BOOST_TEST(near(split.transform.translation, glm::vec3(7, 8, 9), 0.));
    BOOST_TEST(near(split.transform.scale, parts.scale, 1e-6));
    BOOST_TEST(nearRotation(split.transform.rotation, parts.rotation, 1e-6));
}

BOOST_AUTO_TEST_CASE(a_matrix_of_parts_keeps_the_others_when_one_is_set)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    const Transform parts{{1, 2, 3}, glm::quat(sin45, sin45, 0, 0), {2, 3, 4}};
    const auto check = [&](const Transform& expected) {
        BOOST_TEST(near(node.getPosition(), expected.translation, 1e-6));
        BOOST_TEST(nearRotation(node.getRotationQuaternion(), expected.rotation, 1e-6));
        BOOST_TEST(near(node.getScaling(), expected.scale, 1e-6));
        BOOST_TEST(near(node.getLocalMatrix(), toMat4(expected), 1e-6));
    };
    node.setLocalMatrix(toMat4(parts));
    check(parts);
    node.setScaling({5, 6, 7});
    check({parts.translation, parts.rotation, {5, 6, 7}});
    node.setLocalMatrix(toMat4(parts));
    node.setRotationQuaternion(glm::quat(1, 0, 0, 0));
    check({parts.translation, glm::quat(1, 0, 0, 0), parts.scale});
    node.setLocalMatrix(toMat4(parts));
    node.setRotation({0, 0, 0});
    check({parts.translation, glm::quat(1, 0, 0, 0), parts.scale});
    node.setLocalMatrix(toMat4(parts));
    node.setTransform({});
    check({});
}

// Moving a flat matrix (a shadow on the floor) must not turn it inside out.
BOOST_AUTO_TEST_CASE(moving_a_flattened_node_leaves_it_flat_and_upright)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("shadow");
    for (int axis = 0; axis < 3; ++axis) {
        glm::vec3 flat(1.f);
        flat[axis] = 0.f;
        node.setLocalMatrix(glm::scale(glm::mat4(1.f), flat));
        node.setPosition({1, 2, 3});
        BOOST_TEST(near(node.getLocalMatrix(), glm::translate(glm::mat4(1.f), {1, 2, 3}) * glm::scale(glm::mat4(1.f), flat), 0.));
    }
}

BOOST_AUTO_TEST_CASE(bad_values_are_refused_by_name_and_change_nothing)
{
    Scene scene;
    TransformNode& parent = scene.createTransformNode("parent");
    TransformNode& node = scene.createTransformNode("node", &parent, {{1, 2, 3}, glm::quat(sin45, 0, sin45, 0), {4, 5, 6}});
    const glm::mat4 before = node.getLocalMatrix();
    for (const float bad : {infinity, -infinity, notANumber}) {
        for (int axis = 0; axis < 3; ++axis) {
            glm::vec3 vector(1.f);
            vector[axis] = bad;
            BOOST_CHECK_EXCEPTION(node.setPosition(vector), std::invalid_argument, says("parent/node: position"));
            BOOST_CHECK_EXCEPTION(node.setRotation(vector), std::invalid_argument, says("parent/node: rotation"));
            BOOST_CHECK_EXCEPTION(node.setScaling(vector), std::invalid_argument, says("parent/node: scaling"));
            BOOST_CHECK_THROW(node.setTransform({vector, glm::quat(1, 0, 0, 0), {1, 1, 1}}), std::invalid_argument);
            BOOST_CHECK_THROW(node.setTransform({{}, glm::quat(1, 0, 0, 0), vector}), std::invalid_argument);
        }
        for (int component = 0; component < 4; ++component) {
            glm::quat rotation(1, 0, 0, 0);
            rotation[component] = bad;
            BOOST_CHECK_EXCEPTION(node.setRotationQuaternion(rotation), std::invalid_argument, says("must be finite"));
            BOOST_CHECK_THROW(node.setTransform({{}, rotation, {1, 1, 1}}), std::invalid_argument);
        }
        for (int column = 0; column < 4; ++column) {
            for (int row = 0; row < 4; ++row) {
                glm::mat4 matrix(1.f);
                matrix[column][row] = bad;
                BOOST_CHECK_EXCEPTION(node.setLocalMatrix(matrix), std::invalid_argument, says("node: the local matrix"));
            }
        }
    }
    BOOST_CHECK_EXCEPTION(node.setRotationQuaternion(glm::quat(0, 0, 0, 0)), std::invalid_argument, says("zero length"));
    glm::mat4 projective(1.f);
    projective[0][3] = 0.5f;
    BOOST_CHECK_EXCEPTION(node.setLocalMatrix(projective), std::invalid_argument, says("not (0.5 0 0 1)"));
    BOOST_TEST(near(node.getLocalMatrix(), before, 0.));
    BOOST_TEST(near(node.getScaling(), glm::vec3(4, 5, 6), 0.));
}

// Once the parent has shrunk, the second child's scale or shear does not fit a float; the first child's would.
BOOST_AUTO_TEST_CASE(a_refused_scale_of_a_subtree_changes_nothing)
{
    for (const ChildScaling children : {ChildScaling::Compensate, ChildScaling::Propagate}) {
        Scene scene;
        TransformNode& parent = scene.createTransformNode("parent");
        TransformNode& first = scene.createTransformNode("first", &parent, {{1, 2, 3}});
        TransformNode& second = scene.createTransformNode("second", &parent);
        glm::mat4 sheared(1.f);
        sheared[1][0] = 1e30f;
        second.setLocalMatrix(sheared);
        BOOST_CHECK_EXCEPTION(parent.scale({1e-20f, 1, 1}, children), std::invalid_argument, says("parent/second: the resulting matrix"));
        BOOST_TEST((parent.getLocalMatrix() == glm::mat4(1.f)));
        BOOST_TEST((first.getLocalMatrix() == glm::translate(glm::mat4(1.f), {1, 2, 3})));
        BOOST_TEST((second.getLocalMatrix() == sheared));
    }
}

// With a scale of 2 about so distant a pivot, the position or the origin would not fit a float.
BOOST_AUTO_TEST_CASE(a_refused_pivot_changes_nothing)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node", nullptr, {{3e38f, 0, 0}, glm::quat(1, 0, 0, 0), {2, 2, 2}});
    const glm::mat4 before = node.getLocalMatrix();
    BOOST_CHECK_THROW(node.setPivotPoint({3e38f, 0, 0}, Space::Own, Keep::World), std::invalid_argument);
    BOOST_CHECK_THROW(node.setPivotPoint({-3e38f, 0, 0}, Space::Own, Keep::Local), std::invalid_argument);
    BOOST_TEST((node.getPivotPoint() == glm::vec3(0.f)));
    BOOST_TEST((node.getPosition() == glm::vec3(3e38f, 0, 0)));
    BOOST_TEST((node.getLocalMatrix() == before));
}

// local = T(position) T(pivot) R S T(-pivot), so its translation is position + pivot - R S pivot. Floats end at 3.4e38. By hand: a pivot
// at 2.5 along x and y and a scale of 1e38 shift by -2.5e38 along both axes; turned by 45 degrees, by -3.5e38 along y.
BOOST_AUTO_TEST_CASE(setters_refuse_what_a_pivot_makes_infinite)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node", nullptr, {{0, 0, 0}, glm::quat(1, 0, 0, 0), {1e38f, 1e38f, 1}});
    node.setPivotPoint({2.5f, 2.5f, 0});
    const glm::mat4 before = node.getLocalMatrix();
    BOOST_TEST_REQUIRE(std::abs(before[3][1] + 2.5e38f) < 1e32f);
    const auto refused = says("node: the resulting matrix must be finite");
    const glm::quat turn = glm::angleAxis(glm::radians(45.f), glm::vec3(0, 0, 1));
    BOOST_CHECK_EXCEPTION(node.setScaling({2e38f, 1, 1}), std::invalid_argument, refused);
    BOOST_CHECK_EXCEPTION(node.setScaling({2e38f, 1, 1}, Space::World), std::invalid_argument, refused);
    BOOST_CHECK_EXCEPTION(node.setRotationQuaternion(turn), std::invalid_argument, refused);
    BOOST_CHECK_EXCEPTION(node.setRotation({0, 0, glm::radians(45.f)}), std::invalid_argument, refused);
    BOOST_CHECK_EXCEPTION(node.setRotationQuaternion(turn, Space::World), std::invalid_argument, refused);
    BOOST_CHECK_EXCEPTION(node.setTransform({{0, 0, 0}, turn, {1e38f, 1e38f, 1}}), std::invalid_argument, refused);
    BOOST_CHECK_EXCEPTION(node.setPosition({0, -2e38f, 0}), std::invalid_argument, says("node: resulting position"));
    BOOST_TEST((node.getLocalMatrix() == before));
    BOOST_TEST((node.getScaling() == glm::vec3(1e38f, 1e38f, 1)));
    node.setPosition({0, 2e38f, 0});
    BOOST_TEST(std::abs(node.getLocalMatrix()[3][1] + 0.5e38f) < 1e32f);
}

BOOST_AUTO_TEST_SUITE_END()
