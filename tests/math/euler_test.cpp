#include <numbers>

#include <glm/gtx/euler_angles.hpp>

#include <armature/math/transform.hpp>

#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr float pi = std::numbers::pi_v<float>;

/// The expected rotation, from GLM in double: yaw about Y, then pitch about the new X, then roll about the newest Z.
glm::dmat4 turned(const glm::dvec3& euler)
{
    return glm::eulerAngleYXZ(euler.y, euler.x, euler.z);
}

glm::dmat4 matrixOf(const glm::quat& rotation)
{
    return glm::mat4_cast(glm::normalize(glm::dquat(rotation)));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(euler)

// By hand: half of 30 degrees is 15, half of 90 is 45.
BOOST_AUTO_TEST_CASE(one_angle_turns_about_its_own_axis)
{
    const float s = 0.25881904510252074f;
    const float c = 0.96592582628906831f;
    BOOST_TEST(nearRotation(eulerToQuaternion({pi / 6, 0, 0}), glm::quat(c, s, 0, 0), 1e-7));
    BOOST_TEST(nearRotation(eulerToQuaternion({0, pi / 6, 0}), glm::quat(c, 0, s, 0), 1e-7));
    BOOST_TEST(nearRotation(eulerToQuaternion({0, 0, pi / 6}), glm::quat(c, 0, 0, s), 1e-7));
}

// By hand: roll takes x to y, pitch takes that to z, and yaw takes that to x. Roll takes y to -x, pitch leaves that, and yaw takes it to z.
BOOST_AUTO_TEST_CASE(roll_is_first_then_pitch_then_yaw)
{
    const glm::quat rotation = eulerToQuaternion({pi / 2, pi / 2, pi / 2});
    BOOST_TEST(near(rotation * glm::vec3(1, 0, 0), glm::vec3(1, 0, 0), 1e-6));
    BOOST_TEST(near(rotation * glm::vec3(0, 1, 0), glm::vec3(0, 0, 1), 1e-6));
}

BOOST_AUTO_TEST_CASE(any_angles_turn_as_glm_turns_them)
{
    Random random(41);
    for (int i = 0; i < 5000; ++i) {
        const glm::vec3 euler = random.vector(-4 * pi, 4 * pi);
        BOOST_TEST(near(matrixOf(eulerToQuaternion(euler)), turned(euler), 3e-7));
    }
}

BOOST_AUTO_TEST_CASE(angles_within_their_range_come_back)
{
    Random random(42);
    for (int i = 0; i < 5000; ++i) {
        const glm::vec3 euler(random.real(-1.5f, 1.5f), random.real(-3.1f, 3.1f), random.real(-3.1f, 3.1f));
        BOOST_TEST(near(quaternionToEuler(eulerToQuaternion(euler)), euler, 5e-6));
    }
}

BOOST_AUTO_TEST_CASE(any_rotation_survives_its_angles)
{
    Random random(43);
    for (int i = 0; i < 5000; ++i) {
        const glm::quat rotation = random.rotation();
        const glm::vec3 euler = quaternionToEuler(rotation);
        BOOST_TEST(std::abs(euler.x) <= pi / 2);
        BOOST_TEST(near(turned(euler), matrixOf(rotation), 1e-6));
        BOOST_TEST(near(turned(quaternionToEuler(-rotation)), matrixOf(rotation), 1e-6));
    }
}

// At +-90 degrees of pitch only yaw - roll (or yaw + roll) is determined. Roll reads as 0, and the rotation stays the same.
BOOST_AUTO_TEST_CASE(in_gimbal_lock_yaw_holds_both_turns)
{
    Random random(44);
    for (int i = 0; i < 1000; ++i) {
        const float sign = random.chance(0.5) ? 1.f : -1.f;
        const glm::vec3 euler(sign * pi / 2, random.real(-1.5f, 1.5f), random.real(-1.5f, 1.5f));
        const glm::vec3 read = quaternionToEuler(eulerToQuaternion(euler));
        BOOST_TEST(read.x == euler.x, boost::test_tools::tolerance(2e-6f));
        BOOST_TEST(read.z == 0.f);
        BOOST_TEST(read.y == euler.y - sign * euler.z, boost::test_tools::tolerance(1e-4f));
        BOOST_TEST(near(turned(read), turned(euler), 2e-6));
    }
}

// At any distance from gimbal lock, the angles describe the same rotation to float precision; nothing snaps.
BOOST_AUTO_TEST_CASE(near_gimbal_lock_the_rotation_is_kept)
{
    Random random(45);
    for (int i = 0; i < 5000; ++i) {
        const float distance = std::pow(10.f, random.real(-8.f, -1.f));
        const glm::vec3 euler((random.chance(0.5) ? 1.f : -1.f) * (pi / 2 - distance), random.real(-pi, pi), random.real(-pi, pi));
        const glm::quat rotation = eulerToQuaternion(euler);
        BOOST_TEST(near(turned(quaternionToEuler(rotation)), matrixOf(rotation), 3e-6), "distance " << distance);
    }
}

BOOST_AUTO_TEST_SUITE_END()
