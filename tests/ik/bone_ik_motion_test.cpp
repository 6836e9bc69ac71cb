#include <numbers>

#include <armature/ik/bone_ik_controller.hpp>

#include <ik/limb_stage.hpp>
#include <support/near.hpp>

using namespace armature;
using namespace armature::test;

// BoneIkController on many random limbs and along paths.
BOOST_AUTO_TEST_SUITE(bone_ik_motion)

namespace {

/// Measures the turns of both bones in one step along a path of targets; step() returns the larger one.
struct StepMeter {
    explicit StepMeter(Limb& measured)
        : limb(measured), upper(limb.upper.getRotationQuaternion()), lower(limb.lower.getRotationQuaternion())
    {}

    double step()
    {
        const double turned = std::max(angleBetweenRotations(upper, limb.upper.getRotationQuaternion()),
                                       angleBetweenRotations(lower, limb.lower.getRotationQuaternion()));
        upper = limb.upper.getRotationQuaternion();
        lower = limb.lower.getRotationQuaternion();
        return turned;
    }

    Limb& limb;
    glm::quat upper;
    glm::quat lower;
};

}  // namespace

// The target comes from posing the limb, so it can be reached at any scale. The elbow must end in the plane of pole and target, on the
// side away from the pole.
BOOST_AUTO_TEST_CASE(any_limb_reaches_what_it_can_reach_with_its_elbow_away_from_the_pole)
{
    Random random(31);
    Limb limb;
    for (int round = 0; round < 2000; ++round) {
        limb.randomise(random, static_cast<Above>(round % 4));
        BoneIkController controller(limb.lower);
        limb.upper.setRotationQuaternion(random.rotation());
        const glm::dvec3 start = Limb::place(limb.upper);
        limb.lower.setRotationQuaternion(random.rotation());
        const glm::dvec3 target = Limb::place(limb.hand);
        const glm::dvec3 pole = start + glm::dvec3(random.vector(-3.f, 3.f));
        controller.setTarget(glm::vec3(target));
        controller.setPole(glm::vec3(pole));
        const auto report = controller.update();

        const double size = glm::distance(start, Limb::place(limb.lower)) + glm::distance(Limb::place(limb.lower), Limb::place(limb.hand));
        BOOST_TEST_CONTEXT("round " << round)
        {
            BOOST_TEST(report.isReached);
            BOOST_TEST(glm::distance(Limb::place(limb.hand), target) < 1e-5 * (size + glm::length(start)));
            const glm::dvec3 line = glm::normalize(target - start);
            const glm::dvec3 toElbow = Limb::place(limb.lower) - start;
            const glm::dvec3 normal = glm::normalize(glm::cross(line, pole - start));
            BOOST_TEST(std::abs(glm::dot(toElbow, normal)) < 2e-4 * size);
            const glm::dvec3 away = glm::cross(normal, line);
            if (std::abs(glm::dot(toElbow, away)) > 1e-3 * size) {
                BOOST_TEST(glm::dot(toElbow, away) * glm::dot(pole - start, away) < 0.);
            }
        }
    }
}

// If the upper bone's own scale is uneven, the lower bone grows and shrinks as it bends. The target is the tip of the limb bent about its
// axis, so it can be reached in exactly one way, up to the turn of the upper bone.
BOOST_AUTO_TEST_CASE(an_uneven_scale_of_the_upper_bone_itself_is_solved_by_search)
{
    Random random(32);
    Limb limb;
    for (int round = 0; round < 500; ++round) {
        limb.randomise(random, static_cast<Above>(round % 4));
        limb.upper.setScaling(random.vector(0.7f, 1.4f));
        limb.lower.setTransform({{0.f, 1.f, 0.f}, {1.f, 0.f, 0.f, 0.f}, glm::vec3(1.f)});
        limb.hand.setPosition({0.f, random.real(0.6f, 1.4f), 0.f});
        limb.skeleton.setCurrentPoseAsRest();
        BoneIkController controller(limb.lower);  // bends about -Z
        limb.lower.setRotationQuaternion(glm::angleAxis(random.real(0.3f, 2.5f), glm::vec3(0.f, 0.f, 1.f)));
        limb.upper.setRotationQuaternion(random.rotation());
        controller.setTarget(glm::vec3(Limb::place(limb.hand)));
        limb.skeleton.returnToRest();
        BOOST_TEST_CONTEXT("round " << round)
        {
            BOOST_TEST(controller.update().isReached);
        }
    }
}

BOOST_AUTO_TEST_CASE(solving_again_changes_nothing)
{
    Random random(33);
    Limb limb;
    for (int round = 0; round < 200; ++round) {
        limb.randomise(random, static_cast<Above>(round % 4));
        BoneIkController controller(limb.lower);
        controller.setTarget(random.vector(-3.f, 3.f));
        static_cast<void>(controller.update());
        const glm::quat upper = limb.upper.getRotationQuaternion();
        const glm::quat lower = limb.lower.getRotationQuaternion();
        const auto again = controller.update();
        BOOST_TEST((limb.upper.getRotationQuaternion() == upper));
        BOOST_TEST((limb.lower.getRotationQuaternion() == lower));
        BOOST_TEST(again.jointChange < 1e-6f);
    }
}

// The target moves out along a ray to 1.5 times the limb's length and back. Near the end the elbow opens as the square root of the
// remaining distance: with bones of 1 the angle is 2 sqrt(2 - distance), so a step of h turns it by at most 2 sqrt(h).
BOOST_AUTO_TEST_CASE(full_extension_is_passed_without_a_jump)
{
    constexpr double h = 1e-3;
    for (const float softness : {0.f, 0.1f}) {
        Limb limb;
        BoneIkOptions options;
        options.softness = softness;
        BoneIkController controller(limb.lower, options);
        controller.setPole({0.f, 0.f, 4.f});
        const glm::dvec3 ray = glm::normalize(glm::dvec3(1., 1., 0.2));
        const auto aim = [&](double distance) {
            controller.setTarget(glm::vec3(ray * distance));
            return controller.update();
        };
        static_cast<void>(aim(1.));
        StepMeter meter(limb);
        double largest = 0.;
        for (int i = 1; i <= 4000; ++i) {
            const double distance = 1. + h * (i <= 2000 ? i : 4000 - i);
            static_cast<void>(aim(distance));
            largest = std::max(largest, meter.step());
        }
        BOOST_TEST(largest < (softness == 0.f ? 2.1 * std::sqrt(h) : 3. * h));  // with softness it is as smooth as the path
    }
}

// The target passes exactly through the direction of the pole, or close by. For each radian of the target's movement, the bend may turn by
// maxPoleTurn on top of the turn to the target.
BOOST_AUTO_TEST_CASE(the_pole_is_passed_without_a_jump)
{
    constexpr double h = 0.01;
    for (const double offset : {0., 1e-4, 0.02, 0.2}) {
        Limb limb;
        BoneIkController controller(limb.lower);
        const double maxPoleTurn = controller.getOptions().maxPoleTurn;
        controller.setPole({0.f, 0.f, 4.f});
        const auto aim = [&](double angle) {
            controller.setTarget(glm::vec3(1.5 * glm::normalize(glm::dvec3(std::sin(angle), offset, std::cos(angle)))));
            return controller.update();
        };
        static_cast<void>(aim(-1.5));
        StepMeter meter(limb);
        double largest = 0.;
        for (double angle = -1.5; angle < 1.5; angle += h) {
            BOOST_TEST(aim(angle).isReached);
            largest = std::max(largest, meter.step());
        }
        BOOST_TEST(largest < (1. + maxPoleTurn) * h + 0.021);
        const glm::dvec3 elbow = Limb::place(limb.lower);
        BOOST_TEST(elbow.z < 0.);  // away from the pole again
        BOOST_TEST(std::abs(elbow.y - offset * elbow.x) < 0.2);
    }
}

BOOST_AUTO_TEST_CASE(without_the_limit_on_its_turn_the_bend_jumps_over_the_pole)
{
    Limb limb;
    BoneIkOptions options;
    options.maxPoleTurn = std::numeric_limits<float>::infinity();
    BoneIkController controller(limb.lower, options);
    controller.setPole({0.f, 0.f, 4.f});
    controller.setTarget({-0.015f, 0.f, 1.5f});
    static_cast<void>(controller.update());
    StepMeter meter(limb);
    controller.setTarget({0.015f, 0.f, 1.5f});
    static_cast<void>(controller.update());
    BOOST_TEST(meter.step() > 3.);
}

// Without a pole, the target circles the limb twice. Only straight behind, where the shortest turn from rest flips, the bend must turn
// fast.
BOOST_AUTO_TEST_CASE(without_a_pole_no_path_makes_it_jump)
{
    constexpr double h = 0.01;
    Limb limb;
    BoneIkController controller(limb.lower);
    const double maxPoleTurn = controller.getOptions().maxPoleTurn;
    const auto aim = [&](double angle) {
        controller.setTarget(glm::vec3(1.3 * glm::dvec3(std::sin(angle), std::cos(angle), 0.)));  // from up through down and around again
        return controller.update();
    };
    static_cast<void>(aim(0.));
    StepMeter meter(limb);
    double largest = 0.;
    for (double angle = 0.; angle < 4. * std::numbers::pi; angle += h) {
        BOOST_TEST(aim(angle).isReached);
        largest = std::max(largest, meter.step());
    }
    BOOST_TEST(largest < (1. + maxPoleTurn) * h + 0.021);
}

// A straight limb aimed straight ahead and hardly bent: no bone turns about its own length.
BOOST_AUTO_TEST_CASE(no_roll_or_twist_appears_and_a_straight_limb_does_not_flip)
{
    Limb limb;
    BoneIkController controller(limb.lower);
    for (const float distance : {2.f, 1.9999f, 1.999f, 2.5f, 2.f, 1.99999f}) {
        controller.setTarget({0.f, distance, 0.f});
        static_cast<void>(controller.update());
        const glm::vec3 across = limb.upper.getDirection({0.f, 0.f, 1.f});
        BOOST_TEST(near(across, glm::vec3(0.f, 0.f, 1.f), 1e-6));  // +-Z is the bend axis; no other turn is allowed
        BOOST_TEST(near(limb.lower.getDirection({0.f, 0.f, 1.f}), glm::vec3(0.f, 0.f, 1.f), 1e-6));
    }
    // To the side: the shortest turn from rest has no component about the limb's own direction.
    Random random(34);
    for (int round = 0; round < 200; ++round) {
        const glm::vec3 direction = random.direction();
        if (direction.y < -0.9f) {
            continue;
        }
        controller.reset();
        controller.setTarget(direction * 2.1f);
        static_cast<void>(controller.update());
        const glm::quat rotation = limb.upper.getRotationQuaternion();
        BOOST_TEST(std::abs(rotation.y) < 1e-4f);  // the twist about +Y
    }
}

BOOST_AUTO_TEST_SUITE_END()
