#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include <armature/ik/joint_limits.hpp>

#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(joint_limits)

namespace {

glm::quat about(const glm::vec3& axis, double angle)
{
    return glm::quat(glm::angleAxis(angle, glm::normalize(glm::dvec3(axis))));
}

double angleFrom(const glm::quat& a, const glm::quat& b)
{
    const glm::dquat turn = glm::conjugate(glm::normalize(glm::dquat(a))) * glm::normalize(glm::dquat(b));
    return 2. * std::atan2(std::hypot(turn.x, turn.y, turn.z), std::abs(turn.w));
}

/// A random limit with a range of any width, some beyond half a turn.
JointLimit anyLimit(Random& random)
{
    const glm::vec3 axis = random.direction() * random.real(0.1f, 3.f);
    const float from = random.real(-7.f, 7.f);
    const float to = from + random.real(0.f, 7.f);
    switch (random.integer(0, 4)) {
    case 0: return BallJoint{};
    case 1: return SwingTwistJoint{axis, random.real(0.f, pi), from, to};
    case 2: return HingeJoint{axis, from, to};
    case 3: return PrismaticJoint{axis, -1.f, 1.f};
    default: return FixedJoint{};
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_turn_is_its_swing_times_its_twist)
{
    // By hand: a quarter turn about x after a turn of 60 degrees about y.
    const glm::quat turn = about({1, 0, 0}, pi / 2.) * about({0, 1, 0}, pi / 3.);
    const SwingTwist parts = splitSwingTwist(turn, {0, 1, 0});
    BOOST_TEST(nearRotation(parts.swing, about({1, 0, 0}, pi / 2.), 1e-6));
    BOOST_TEST(nearRotation(parts.twist, about({0, 1, 0}, pi / 3.), 1e-6));
    BOOST_TEST(parts.twistAngle == pi / 3.f, boost::test_tools::tolerance(1e-5f));

    Random random(11);
    for (int i = 0; i < 10000; ++i) {
        const glm::quat any = random.rotation();
        const glm::vec3 axis = random.direction();
        const SwingTwist split = splitSwingTwist(any, axis);
        BOOST_TEST(nearRotation(split.swing * split.twist, any, 1e-6));
        BOOST_TEST(std::abs(glm::dot(glm::vec3(split.swing.x, split.swing.y, split.swing.z), axis)) < 1e-6f);
        BOOST_TEST(glm::length(glm::cross(glm::vec3(split.twist.x, split.twist.y, split.twist.z), axis)) < 1e-6f);
        BOOST_TEST(std::abs(split.twistAngle) <= pi);
    }
}

BOOST_AUTO_TEST_CASE(a_swing_of_half_a_turn_has_no_twist)
{
    const SwingTwist parts = splitSwingTwist(about({1, 0, 0}, std::numbers::pi), {0, 1, 0});
    BOOST_TEST(std::abs(parts.twistAngle) < 1e-6f);
    BOOST_TEST(nearRotation(parts.swing, about({1, 0, 0}, std::numbers::pi), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_cone_and_a_twist_hold_what_exceeds_them)
{
    // By hand: swings about x, twists about y.
    const SwingTwistJoint joint{{0, 2, 0}, 0.5f, -0.25f, 0.75f};
    const auto turn = [](double swing, double twist) { return about({1, 0, 0}, swing) * about({0, 1, 0}, twist); };
    struct Case {
        double swing, twist, allowedSwing, allowedTwist;
    };
    const std::array cases{Case{0.4, 0.5, 0.4, 0.5}, Case{0.9, 0.5, 0.5, 0.5}, Case{-0.9, -1., -0.5, -0.25}, Case{0.1, 2., 0.1, 0.75},
                           // The range's middle is 0.25: beyond 0.25 + pi the lower end is nearer.
                           Case{0., 3.3, 0., 0.75}, Case{0., 3.5, 0., -0.25}};
    for (const Case& each : cases) {
        const LimitedTurn limited = limitTurn(joint, turn(each.swing, each.twist));
        BOOST_TEST(nearRotation(limited.turn, turn(each.allowedSwing, each.allowedTwist), 1e-6));
        BOOST_TEST(limited.isActive == (each.swing != each.allowedSwing || each.twist != each.allowedTwist));
    }
    BOOST_TEST(limitViolation(joint, turn(0.4, 0.5)) == 0.f);
    BOOST_TEST(limitViolation(joint, turn(0.9, 0.5)) == 0.4f, boost::test_tools::tolerance(1e-5f));
    BOOST_TEST(limitViolation(joint, turn(0., 1.)) == 0.25f, boost::test_tools::tolerance(1e-5f));
}

BOOST_AUTO_TEST_CASE(a_hinge_keeps_its_axis_and_range)
{
    const HingeJoint hinge{{0, 0, 3}, 0.f, 2.f};
    BOOST_TEST(nearRotation(limitTurn(hinge, about({0, 0, 1}, 1.)).turn, about({0, 0, 1}, 1.), 1e-6));
    BOOST_TEST(nearRotation(limitTurn(hinge, about({0, 0, 1}, 2.5)).turn, about({0, 0, 1}, 2.), 1e-6));
    BOOST_TEST(nearRotation(limitTurn(hinge, about({0, 0, 1}, -0.5)).turn, about({0, 0, 1}, 0.), 1e-6));
    // Turns about other axes are dropped.
    BOOST_TEST(nearRotation(limitTurn(hinge, about({1, 0, 0}, 0.7) * about({0, 0, 1}, 1.)).turn, about({0, 0, 1}, 1.), 1e-6));
    BOOST_TEST(limitViolation(hinge, about({1, 0, 0}, 0.7) * about({0, 0, 1}, 1.)) == 0.7f, boost::test_tools::tolerance(1e-5f));
    // No other allowed turn is nearer: tries all angles of the range in small steps.
    Random random(12);
    for (int i = 0; i < 300; ++i) {
        const glm::quat turn = random.rotation();
        const double distance = angleFrom(limitTurn(hinge, turn).turn, turn);
        BOOST_TEST(std::abs(distance - static_cast<double>(limitViolation(hinge, turn))) < 2e-6);
        for (int step = 0; step <= 100; ++step) {
            BOOST_TEST(angleFrom(about({0, 0, 1}, 0.02 * step), turn) > distance - 2e-6);
        }
    }
}

// No allowed turn is nearer than limitViolation() says, and one is just as near: a search over swings and twists in small steps.
BOOST_AUTO_TEST_CASE(the_violation_of_a_cone_is_the_angle_to_the_nearest_allowed_turn)
{
    Random random(13);
    const SwingTwistJoint joint{{0, 1, 0}, 1.2f, -0.5f, 1.f};
    for (int i = 0; i < rounds(20); ++i) {
        const glm::quat turn = random.rotation();
        double nearest = 10.;
        for (int way = 0; way < 210; ++way) {
            const glm::vec3 axis(std::cos(0.03 * way), 0., std::sin(0.03 * way));
            for (int swing = 0; swing <= 20; ++swing) {
                for (int twist = 0; twist <= 30; ++twist) {
                    nearest = std::min(nearest, angleFrom(about(axis, 0.06 * swing) * about({0, 1, 0}, 0.05 * twist - 0.5), turn));
                }
            }
        }
        const auto violation = static_cast<double>(limitViolation(joint, turn));
        BOOST_TEST(nearest > violation - 1e-5);
        BOOST_TEST(nearest < violation + 0.07);  // half a step in each of the three parameters
    }
}

BOOST_AUTO_TEST_CASE(limits_hold_beyond_half_a_turn)
{
    // The range [3, 4] is 1 wide about 3.5, through half a turn.
    const HingeJoint hinge{{0, 0, 1}, 3.f, 4.f};
    const auto angle = [&](double turned) { return limitTurn(hinge, about({0, 0, 1}, turned)).turn; };
    BOOST_TEST(nearRotation(angle(3.2), about({0, 0, 1}, 3.2), 1e-6));
    BOOST_TEST(nearRotation(angle(3.9), about({0, 0, 1}, 3.9), 1e-6));
    BOOST_TEST(nearRotation(angle(3.9 - 2. * std::numbers::pi), about({0, 0, 1}, 3.9), 1e-6));
    BOOST_TEST(nearRotation(angle(4.5), about({0, 0, 1}, 4.), 1e-6));
    BOOST_TEST(nearRotation(angle(2.), about({0, 0, 1}, 3.), 1e-6));
    BOOST_TEST(nearRotation(angle(0.4), about({0, 0, 1}, 3.), 1e-6));  // 3.1 before the middle
    BOOST_TEST(nearRotation(angle(0.3), about({0, 0, 1}, 4.), 1e-6));  // 3.2 before the middle, 3.08 behind it the other way round
    // A range wider than half a turn, that does not contain 0: [1, 5].
    const SwingTwistJoint wide{{0, 1, 0}, pi, 1.f, 5.f};
    const auto twist = [&](double turned) { return limitTurn(wide, about({0, 1, 0}, turned)).turn; };
    BOOST_TEST(nearRotation(twist(4.9), about({0, 1, 0}, 4.9), 1e-6));
    BOOST_TEST(nearRotation(twist(0.9), about({0, 1, 0}, 1.), 1e-6));
    BOOST_TEST(nearRotation(twist(-0.9), about({0, 1, 0}, 5.), 1e-6));
    // A whole turn limits nothing, wherever it begins.
    BOOST_TEST(!limitTurn(HingeJoint{{0, 1, 0}, 2.f, 9.f}, about({0, 1, 0}, 1.9)).isActive);
}

BOOST_AUTO_TEST_CASE(what_was_limited_is_allowed_and_what_is_allowed_stays)
{
    Random random(14);
    const int turns = rounds(100000);
    int active = 0;
    for (int i = 0; i < turns; ++i) {
        const JointLimit limit = anyLimit(random);
        const glm::quat turn = random.rotation();
        const LimitedTurn limited = limitTurn(limit, turn);
        const float before = limitViolation(limit, turn);
        BOOST_REQUIRE(limitViolation(limit, limited.turn) <= 1e-6f);
        BOOST_REQUIRE(limited.isActive == (before > 1e-6f));
        BOOST_REQUIRE((limited.isActive || limited.turn == turn));
        BOOST_REQUIRE(angleFrom(limited.turn, turn) >= static_cast<double>(before) - 1e-5);  // no turn is nearer than the nearest
        const LimitedTurn again = limitTurn(limit, limited.turn);
        BOOST_REQUIRE(!again.isActive);
        BOOST_REQUIRE((again.turn == limited.turn));
        BOOST_REQUIRE(nearRotation(limitTurn(limit, -turn).turn, limited.turn, 2e-6));  // both signs are the same turn
        active += limited.isActive ? 1 : 0;
    }
    BOOST_TEST(active > turns / 2);
    BOOST_TEST(active < turns / 10 * 9);
}

BOOST_AUTO_TEST_CASE(refusals_name_the_joint_and_the_number)
{
    const glm::quat turn(1.f, 0.f, 0.f, 0.f);
    const auto refuses = [&](const JointLimit& limit, std::string_view part) {
        BOOST_CHECK_EXCEPTION(static_cast<void>(limitTurn(limit, turn)), std::invalid_argument, says(part));
        BOOST_CHECK_THROW(static_cast<void>(limitViolation(limit, turn)), std::invalid_argument);
    };
    refuses(HingeJoint{{0, 0, 0}}, "hinge joint: the axis (0, 0, 0) must be finite and not zero");
    refuses(HingeJoint{{notANumber, 0, 0}}, "hinge joint: the axis");
    refuses(HingeJoint{{1, 0, 0}, 1.f, 0.5f}, "hinge joint: the angle ends at 0.5, before it begins at 1");
    refuses(HingeJoint{{1, 0, 0}, -infinity, 0.5f}, "hinge joint: the angle from -inf to 0.5 is not finite");
    refuses(SwingTwistJoint{{0, 0, 0}}, "swing-twist joint: the axis");
    refuses(SwingTwistJoint{{0, 1, 0}, -0.1f}, "the maximum swing -0.1 is not within [0, pi]");
    refuses(SwingTwistJoint{{0, 1, 0}, 3.2f}, "the maximum swing 3.2");
    refuses(SwingTwistJoint{{0, 1, 0}, notANumber}, "the maximum swing nan");
    refuses(SwingTwistJoint{{0, 1, 0}, 1.f, 2.f, 1.f}, "the twist ends at 1");
    refuses(PrismaticJoint{{0, 0, infinity}}, "prismatic joint: the axis");
    refuses(PrismaticJoint{{0, 0, 1}, 1.f, 0.f}, "prismatic joint: the distance ends at 0");
    BOOST_CHECK_EXCEPTION(static_cast<void>(limitTurn(BallJoint{}, glm::quat(0.f, 0.f, 0.f, 0.f))), std::invalid_argument,
                          says("a turn (0, 0, 0, 0) has no direction"));
}

BOOST_AUTO_TEST_SUITE_END()
