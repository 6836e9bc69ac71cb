#include <limits>
#include <vector>

#include <armature/animation/modifier_stack.hpp>
#include <armature/saved_state.hpp>

#include <ik/spring_stage.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(spring_frames)

namespace {

/// The strand's positions after ten seconds of being thrown about.
std::vector<glm::dvec3> afterTenSeconds(int rate, const SpringParameters& like)
{
    SpringStage stage;
    SpringBones springs = stage.springs(like);
    stage.throwAbout(0.);
    springs.update(0.);
    for (int frame = 1; frame <= 10 * rate; ++frame) {
        stage.throwAbout(static_cast<double>(frame) / rate);
        springs.update(1. / rate);
    }
    return stage.places();
}

}  // namespace

// Expected: the result at 60 frames a second, where nothing is interpolated; the oracle's cases use that rate. With linear instead of
// parabolic interpolation, 24 frames a second would be off by 2 %.
BOOST_AUTO_TEST_CASE(rates_of_24_to_240_frames_agree_within_1_percent_of_the_chain)
{
    for (const SpringParameters& like :
         {SpringParameters{}, SpringParameters{.stiffness = 0.5f, .gravityPower = 0.3f, .drag = 0.4f},
          SpringParameters{.stiffness = 0.f, .gravityPower = 0.5f, .drag = 0.2f}, SpringParameters{.stiffness = 2.f, .drag = 0.3f}}) {
        const std::vector<glm::dvec3> expected = afterTenSeconds(60, like);
        for (const int rate : {24, 30, 48, 50, 120, 144, 240}) {
            const double off = farthest(afterTenSeconds(rate, like), expected) / static_cast<double>(SpringStage::strandLength);
            BOOST_TEST(off < 0.01, rate << " frames a second, stiffness " << like.stiffness << ": off by " << 100. * off << " %");
        }
    }
}

// Frames of varying length, none in step with the springs.
BOOST_AUTO_TEST_CASE(uneven_frames_end_where_even_ones_do)
{
    const SpringParameters like{.stiffness = 1.f, .gravityPower = 0.3f, .drag = 0.4f};
    SpringStage stage;
    SpringBones springs = stage.springs(like);
    stage.throwAbout(0.);
    springs.update(0.);
    std::mt19937 random(7);
    double time = 0.;
    while (time < 10.) {
        const double seconds = std::min(10. - time, 0.004 + 0.03 * static_cast<double>(random()) / 4294967296.);
        time += seconds;
        stage.throwAbout(time);
        springs.update(seconds);
    }
    BOOST_TEST(farthest(stage.places(), afterTenSeconds(60, like)) < 0.01 * static_cast<double>(SpringStage::strandLength));
}

// A frame just before a step shows nearly the step's result; and over time all frames move, not only one in four.
BOOST_AUTO_TEST_CASE(frames_between_two_steps_show_the_step_under_way)
{
    SpringStage early;
    SpringStage exact;
    SpringBones a = early.springs();
    SpringBones b = exact.springs();
    early.swing(a, 39);
    early.throwAbout(39. / 60.);
    a.update(0.999 / 60.);
    exact.swing(b, 40);
    BOOST_TEST(farthest(early.places(), exact.places()) < 1e-4);
    BOOST_TEST((early.rotations() != exact.rotations()));

    SpringStage still({1.f, 0.f, 0.f});
    SpringBones falling = still.springs({.stiffness = 0.f, .gravityPower = 1.f, .drag = 0.4f});
    falling.update(0.1);
    double moved[8] = {};
    for (double& each : moved) {
        const std::vector<glm::dvec3> before = still.places();
        falling.update(1. / 240.);
        each = farthest(still.places(), before);
    }
    for (const double each : moved) {
        BOOST_TEST(each > 0.5 * moved[0]);
        BOOST_TEST(each < 2. * moved[0]);
    }
}

BOOST_AUTO_TEST_CASE(sixtieths_of_a_second_in_float_make_a_step_each)
{
    SpringStage stage;
    SpringStage exact;
    SpringBones springs = stage.springs();
    SpringBones expected = exact.springs();
    stage.swing(springs, 600, static_cast<double>(1.f / 60.f));
    exact.swing(expected, 600);
    BOOST_TEST(stage.rotations() == exact.rotations(), boost::test_tools::per_element());
}

// Half a second is 30 steps; a longer frame makes no more.
BOOST_AUTO_TEST_CASE(a_long_frame_makes_as_many_steps_as_half_a_second)
{
    const auto after = [](double seconds) {
        SpringStage stage({1.f, 0.f, 0.f});
        SpringBones springs = stage.springs({.stiffness = 0.f, .gravityPower = 0.2f, .drag = 0.1f});
        springs.update(0.);
        BOOST_TEST((springs.update(seconds) == IkStatus::Solved));
        return stage.rotations();
    };
    BOOST_TEST((after(0.5) != after(0.4)));
    for (const double seconds : {10., 1e9, 1e300}) {
        BOOST_TEST(after(seconds) == after(0.5), boost::test_tools::per_element());
    }
    for (const double seconds : {-1., std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
        BOOST_TEST(after(seconds) == after(0.), boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(reset_returns_to_rest_where_the_character_is)
{
    SpringStage stage;
    SpringBones springs = stage.springs({.stiffness = 1.f, .drag = 0.2f});
    const std::vector<glm::quat> rest = stage.rotations();
    stage.swing(springs, 50);
    BOOST_TEST((stage.rotations() != rest));
    stage.host.setPosition({100.f, 0.f, 0.f});
    springs.reset();
    BOOST_TEST(springs.getMemory().empty());
    springs.update(0.);
    for (std::size_t i = 0; i < rest.size(); ++i) {
        BOOST_TEST(nearRotation(stage.rotations()[i], rest[i], 1e-6));
    }
}

// A strand that is teleported over 72 units and turned about the vertical swings as if it had stayed.
BOOST_AUTO_TEST_CASE(a_teleport_is_not_felt)
{
    const glm::mat4 motion = glm::rotate(glm::translate(glm::mat4(1.f), {64.f, 0.f, -32.f}), 1.2f, glm::vec3(0.f, 1.f, 0.f));
    const auto after = [&](bool moves, bool tells) {
        SpringStage stage;
        SpringBones springs = stage.springs();
        for (int frame = 0; frame < 90; ++frame) {
            stage.throwAbout(frame / 48.);
            if (frame == 40 && moves) {
                stage.host.setTransform({glm::vec3(motion[3]), glm::quat_cast(motion), glm::vec3(1.f)});
                if (tells) {
                    springs.teleport(motion);
                }
            }
            springs.update(1. / 48.);
            if (frame == 41) {
                break;
            }
        }
        return stage.rotations();
    };
    const std::vector<glm::quat> expected = after(false, false);
    const std::vector<glm::quat> told = after(true, true);
    const std::vector<glm::quat> untold = after(true, false);
    double worst = 0.;
    for (std::size_t i = 0; i < SpringStage::swinging; ++i) {
        BOOST_TEST(nearRotation(told[i], expected[i], 2e-5));
        worst = std::max(worst, angleBetweenRotations(untold[i], expected[i]));
    }
    BOOST_TEST(worst > 0.3);
}

BOOST_AUTO_TEST_CASE(a_saved_state_brings_back_the_same_bits)
{
    SpringStage stage;
    SpringBones springs = stage.springs();
    const auto play = [&](int from, int to) {
        std::vector<std::vector<glm::quat>> seen;
        for (int frame = from; frame < to; ++frame) {
            stage.throwAbout(frame / 50.);
            springs.update(1. / 50.);
            seen.push_back(stage.rotations());
        }
        return seen;
    };
    play(0, 33);
    SavedState before;
    before.save(stage.scene, springs);
    const auto seen = play(33, 60);
    SavedState after;
    after.save(stage.scene, springs);
    BOOST_TEST(before.hash() != after.hash());
    before.restore(stage.scene, springs);
    BOOST_TEST((play(33, 60) == seen));
    SavedState again;
    again.save(stage.scene, springs);
    BOOST_TEST((again == after));
    BOOST_TEST(again.hash() == after.hash());

    const SpringChain one{.joints = {{.bone = stage.strand[0]}, {.bone = stage.strand[1]}}};
    SpringBones shorter({&one, 1});
    BOOST_CHECK_EXCEPTION(before.restore(stage.scene, shorter), std::invalid_argument, says("the memory holds"));
    BOOST_TEST(shorter.getMemory().empty());
}

BOOST_AUTO_TEST_CASE(a_modifier_stack_weighs_and_masks_springs)
{
    SpringStage full;
    SpringBones fullSprings = full.springs();
    SpringStage half;
    SpringBones halfSprings = half.springs();
    ModifierStack& stack = half.scene.createModifierStack(half.skeleton);
    ModifierStack::Modifier& modifier = stack.add("springs", halfSprings, {.weight = 0.5f});
    modifier.setMask(*half.strand[1], 0.f);
    for (int frame = 0; frame < 30; ++frame) {
        full.throwAbout(frame / 60.);
        half.throwAbout(frame / 60.);
        fullSprings.update(1. / 60.);
        half.scene.animate(1. / 60.);
    }
    BOOST_TEST((std::ranges::equal(fullSprings.getMemory(), halfSprings.getMemory())));
    const glm::quat rest(1.f, 0.f, 0.f, 0.f);
    for (const std::size_t i : {0u, 2u, 3u}) {
        const glm::quat whole = full.rotations()[i];
        BOOST_TEST(angleBetweenRotations(rest, whole) > 0.01);
        BOOST_TEST(nearRotation(half.rotations()[i], glm::slerp(rest, whole.w < 0.f ? -whole : whole, 0.5f), 1e-6));
    }
    BOOST_TEST(half.rotations()[1] == rest);
}

BOOST_AUTO_TEST_CASE(nothing_is_allocated_after_the_first_update)
{
    SpringStage stage;
    SpringBones springs = stage.springs();
    springs.update(0.1);
    stage.throwAbout(0.3);
    springs.update(0.02);
    const AllocationCount count;
    for (int frame = 0; frame < 20; ++frame) {
        springs.update(0.013 * frame);
    }
    springs.reset();
    springs.update(0.1);
    BOOST_TEST(count.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
