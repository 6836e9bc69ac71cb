#include <stdexcept>
#include <thread>
#include <vector>

#include <armature/base/parallel_for.hpp>

#include <crowd/stage.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(crowd_updates)

namespace {

std::vector<glm::mat3x4> copyOf(std::span<const glm::mat3x4> matrices)
{
    return {matrices.begin(), matrices.end()};
}

/// Adds members of every kind.
void populate(Stage& stage, int count)
{
    for (int i = 0; i < count; ++i) {
        const CrowdInstance member = stage.crowd->add(
            {.clip = static_cast<std::size_t>(i % 2), .time = stage.random.real(0.f, 0.5f), .speedRatio = stage.random.real(-2.f, 2.f)});
        if (i % 3 == 0) {
            stage.crowd->setUpdateInterval(member, static_cast<std::size_t>(2 + i % 5));
        }
        if (i % 7 == 0) {
            stage.crowd->crossFade(member, {.clip = 1}, 0.3);
        }
        if (i % 11 == 0) {
            stage.crowd->setOverride(member, 0, randomTransform(stage.random));
        }
        stage.crowd->setFrozen(member, i % 13 == 0);
        stage.crowd->setCulled(member, i % 17 == 0);
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(one_and_many_threads_give_the_same_bits, *boost::unit_test::label("threads"))
{
    Stage one(40);
    Stage many(40);
    populate(one, 300);
    populate(many, 300);
    for (int frame = 0; frame < 10; ++frame) {
        one.crowd->update(0.03);
        many.crowd->update(0.03, Threads::All);
        BOOST_TEST_REQUIRE(sameBits(one.crowd->getPalettes(), many.crowd->getPalettes()));
    }
}

// In turn, the application starts a thread for each call, makes the calls on this thread, and makes no calls at all. update() itself makes
// the missing calls.
BOOST_AUTO_TEST_CASE(an_applications_threads_give_the_same_bits, *boost::unit_test::label("threads"))
{
    Stage one(40);
    Stage many(40);
    populate(one, 300);
    populate(many, 300);
    for (std::size_t frame = 0; frame < 9; ++frame) {
        const ParallelFor tasks{.workerCount = 3, .run = [frame](std::size_t count, const ParallelTask& task) {
                                    std::vector<std::thread> threads;
                                    for (std::size_t number = 0; number < count && frame % 3 == 0; ++number) {
                                        threads.emplace_back([&task, number] { task(number); });
                                    }
                                    for (std::size_t number = 0; number < count && frame % 3 == 1; ++number) {
                                        task(number);
                                    }
                                    for (std::thread& thread : threads) {
                                        thread.join();
                                    }
                                }};
        one.crowd->update(0.03);
        many.crowd->update(0.03, tasks);
        BOOST_TEST_REQUIRE(sameBits(one.crowd->getPalettes(), many.crowd->getPalettes()));
    }
    BOOST_CHECK_THROW(many.crowd->update(0.03, ParallelFor{}), std::invalid_argument);
    const ParallelFor broken{.workerCount = 2, .run = [](std::size_t, const ParallelTask&) { throw std::runtime_error("no threads"); }};
    one.crowd->update(0.03);
    BOOST_CHECK_THROW(many.crowd->update(0.03, broken), std::runtime_error);
    BOOST_TEST(sameBits(one.crowd->getPalettes(), many.crowd->getPalettes()));
}

BOOST_AUTO_TEST_CASE(memory_of_the_caller_gets_what_own_memory_gets)
{
    Stage own(20);
    Stage other(20);
    populate(own, 100);
    populate(other, 100);
    for (int frame = 0; frame < 10; ++frame) {
        own.crowd->update(0.03);
        // Different memory each time, as in a ring of buffers.
        std::vector<glm::mat3x4> memory(other.crowd->getCapacity() * other.crowd->getPaletteSize(), glm::mat3x4(7.f));
        other.crowd->update(0.03, memory);
        for (std::size_t member = 0; member < own.crowd->getCapacity(); ++member) {
            if (member % 17 != 0) {
                const std::size_t size = own.crowd->getPaletteSize();
                BOOST_TEST_REQUIRE(
                    sameBits(own.crowd->getPalettes().subspan(member * size, size), std::span(memory).subspan(member * size, size)),
                    "member " << member << ", frame " << frame);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_frozen_member_stands_still_and_a_culled_one_goes_on_unseen)
{
    Stage stage(10);
    Crowd& crowd = *stage.crowd;
    const CrowdInstance frozen = crowd.add({.clip = 0});
    const CrowdInstance culled = crowd.add({.clip = 0});
    const CrowdInstance twin = crowd.add({.clip = 0});
    crowd.update(0.1);
    const auto before = copyOf(crowd.getPalette(frozen));
    crowd.setFrozen(frozen, true);
    crowd.setCulled(culled, true);
    crowd.update(0.1);
    BOOST_TEST(sameBits(crowd.getPalette(frozen), before));
    BOOST_TEST(sameBits(crowd.getPalette(culled), before));
    BOOST_TEST(!sameBits(crowd.getPalette(twin), before));
    BOOST_TEST(crowd.getPlayback(frozen)->time == 0.1);
    BOOST_TEST(crowd.getPlayback(culled)->time == crowd.getPlayback(twin)->time);
    crowd.setCulled(culled, false);
    crowd.update(0.);
    BOOST_TEST(sameBits(crowd.getPalette(culled), crowd.getPalette(twin)));
}

BOOST_AUTO_TEST_CASE(an_override_of_a_frozen_member_is_shown)
{
    Stage stage(10);
    Crowd& crowd = *stage.crowd;
    const CrowdInstance member = crowd.add({.clip = 0, .time = 0.2});
    crowd.setFrozen(member, true);
    crowd.update(0.1);
    crowd.setOverride(member, 3, randomTransform(stage.random));
    crowd.update(0.1);
    BOOST_TEST(sameBits(crowd.getPalette(member), stage.paletteOf(crowd.getPose(member))));
}

// Every fourth update shows the exact pose. The updates between interpolate linearly between two exact poses.
BOOST_AUTO_TEST_CASE(a_member_with_an_interval_is_where_it_should_be)
{
    Stage stage(10);
    Crowd& crowd = *stage.crowd;
    constexpr std::size_t interval = 4;
    const CrowdPlayback slow{.clip = 0, .time = 0.05, .speedRatio = 0.3};
    const CrowdInstance far = crowd.add(slow);
    crowd.setUpdateInterval(far, interval);
    const CrowdInstance twin = crowd.add(slow);  // computed at every update
    std::vector<std::vector<glm::mat3x4>> exact;
    std::vector<std::vector<glm::mat3x4>> shown;
    for (int frame = 0; frame < 24; ++frame) {
        crowd.update(0.01);
        exact.push_back(copyOf(crowd.getPalette(twin)));
        shown.push_back(copyOf(crowd.getPalette(far)));
    }
    std::size_t first = 0;
    while (first < interval && difference(shown[first], exact[first]) > 1e-5f) {
        ++first;
    }
    BOOST_TEST_REQUIRE(first < interval);
    for (std::size_t frame = first; frame + interval < shown.size(); ++frame) {
        const std::size_t part = (frame - first) % interval;
        const auto& before = exact[frame - part];
        const auto& after = exact[frame - part + interval];
        std::vector<glm::mat3x4> expected = before;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            expected[i] += (after[i] - before[i]) * (static_cast<float>(part) / interval);
        }
        BOOST_TEST(difference(shown[frame], expected) < 1e-5f, "frame " << frame);
    }
}

BOOST_AUTO_TEST_CASE(members_with_an_interval_take_turns)
{
    Stage stage(10);
    Crowd& crowd = *stage.crowd;
    constexpr std::size_t interval = 4;
    for (int i = 0; i < 40; ++i) {
        crowd.setUpdateInterval(crowd.add({.clip = 0}), interval);
    }
    crowd.update(0.01);
    for (int frame = 0; frame < 8; ++frame) {
        const std::uint64_t before = crowd.computedPoseCount();
        crowd.update(0.01);
        BOOST_TEST(crowd.computedPoseCount() - before == 10u);
    }
}

BOOST_AUTO_TEST_CASE(frozen_and_culled_members_cost_no_pose)
{
    Stage stage(10);
    Crowd& crowd = *stage.crowd;
    for (int i = 0; i < 20; ++i) {
        const CrowdInstance member = crowd.add({.clip = 0});
        crowd.setFrozen(member, i < 5);
        crowd.setCulled(member, i >= 5 && i < 10);
    }
    crowd.update(0.01);
    BOOST_TEST(crowd.computedPoseCount() == 15u);  // frozen members once
    crowd.update(0.01);
    BOOST_TEST(crowd.computedPoseCount() == 25u);
}

BOOST_AUTO_TEST_CASE(a_frame_allocates_nothing)
{
    for (const Threads threads : {Threads::Caller, Threads::All}) {  // The counter covers all threads
        Stage stage(40);
        populate(stage, 200);
        std::vector<glm::mat3x4> memory(stage.crowd->getCapacity() * stage.crowd->getPaletteSize());
        Pose pose;
        const auto frame = [&] {
            stage.crowd->update(0.03, threads);
            stage.crowd->update(0.03, memory, threads);
            stage.crowd->getPose({1, 1}, pose);
            stage.crowd->setOverride({11, 1}, 0, pose.bones[0]);
        };
        // These frames cover the largest number of poses that are ever due at once.
        for (int i = 0; i < 60; ++i) {
            frame();
        }
        const AllocationCount allocations;
        for (int i = 0; i < 60; ++i) {
            frame();
        }
        BOOST_TEST(allocations.sinceConstruction() == 0u);
    }
}

BOOST_AUTO_TEST_CASE(palette_slots_without_bone_hold_the_identity)
{
    Skeleton rig("gaps");
    rig.createBone("only", {.index = 2});
    Crowd crowd(rig);
    const CrowdInstance member = crowd.add();
    std::vector<glm::mat3x4> memory(3, glm::mat3x4(7.f));
    crowd.update(0.1, memory);
    const std::vector<glm::mat3x4> identities(3, identityAffine());
    BOOST_TEST(sameBits(memory, identities));
    BOOST_TEST(crowd.getPaletteSize() == 3u);
    static_cast<void>(member);
}

BOOST_AUTO_TEST_SUITE_END()
