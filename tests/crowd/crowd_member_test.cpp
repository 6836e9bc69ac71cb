#include <algorithm>
#include <limits>

#include <crowd/stage.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(crowd_members)

BOOST_AUTO_TEST_CASE(numbers_of_removed_members_are_used_again_and_their_handles_are_refused)
{
    Stage stage(5);
    Crowd& crowd = *stage.crowd;
    const CrowdInstance first = crowd.add();
    const CrowdInstance second = crowd.add();
    BOOST_TEST(crowd.size() == 2u);
    crowd.remove(first);
    BOOST_TEST(crowd.size() == 1u);
    BOOST_TEST(!crowd.contains(first));
    BOOST_TEST(crowd.contains(second));
    const CrowdInstance third = crowd.add();
    BOOST_TEST(third.index == first.index);
    BOOST_TEST((third != first));
    BOOST_TEST(crowd.getCapacity() == 2u);
    BOOST_CHECK_THROW(crowd.play(first, {}), std::invalid_argument);
    BOOST_CHECK_THROW(crowd.setFrozen(first, true), std::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(crowd.getPose(first)), std::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(crowd.getPalette(first)), std::invalid_argument);
    BOOST_CHECK_THROW(crowd.remove(first), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_member_that_takes_the_place_of_another_takes_nothing_of_it_over)
{
    Stage stage(5);
    Crowd& crowd = *stage.crowd;
    const CrowdInstance first = crowd.add({.clip = 1});
    crowd.setOverride(first, 0, Transform{{9.f, 9.f, 9.f}, glm::quat(1, 0, 0, 0), {1, 1, 1}});
    crowd.setFrozen(first, true);
    crowd.setUpdateInterval(first, 3);
    crowd.remove(first);
    const CrowdInstance second = crowd.add();
    crowd.update(0.1);
    BOOST_TEST((!crowd.getPlayback(second)));
    BOOST_TEST((crowd.getPose(second) == captureRestPose(stage.rig)));
    BOOST_TEST(sameBits(crowd.getPalette(second), stage.paletteOf(crowd.getPose(second))));
}

BOOST_AUTO_TEST_CASE(what_is_not_there_or_not_a_number_is_refused)
{
    Stage stage(5);
    Crowd& crowd = *stage.crowd;
    const CrowdInstance member = crowd.add();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const float infinite = std::numeric_limits<float>::infinity();
    BOOST_CHECK_THROW(crowd.play(member, {.clip = 2}), std::invalid_argument);
    BOOST_CHECK_THROW(crowd.play(member, {.time = nan}), std::invalid_argument);
    BOOST_CHECK_THROW(crowd.play(member, {.speedRatio = nan}), std::invalid_argument);
    BOOST_CHECK_THROW(crowd.crossFade(member, {}, -1.), std::invalid_argument);
    BOOST_CHECK_THROW(crowd.setUpdateInterval(member, 0), std::invalid_argument);
    BOOST_CHECK_THROW(crowd.setOverride(member, 5, {}), std::invalid_argument);
    BOOST_CHECK_THROW(crowd.setOverride(member, 0, Transform{{infinite, 0, 0}, glm::quat(1, 0, 0, 0), {1, 1, 1}}), std::invalid_argument);
    BOOST_CHECK_THROW(crowd.setOverride(member, 0, Transform{{}, glm::quat(0, 0, 0, 0), {1, 1, 1}}), std::invalid_argument);
    BOOST_CHECK_NO_THROW(crowd.setOverride(member, 0, Transform{{3e38f, 3e38f, 0}, glm::quat(1, 0, 0, 0), {1, 1, 1}}));
    BOOST_CHECK_THROW(crowd.update(nan), std::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(crowd.getAbsoluteMatrix(member, 5)), std::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(crowd.add({.clip = 7})), std::invalid_argument);
    BOOST_TEST(crowd.size() == 1u);
    std::vector<glm::mat3x4> small(crowd.getPaletteSize() - 1);
    BOOST_CHECK_THROW(crowd.update(0.1, small), std::invalid_argument);
    BOOST_CHECK_THROW(Crowd(Skeleton("empty")), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(a_clip_of_another_number_of_bones_is_refused)
{
    Stage stage(5);
    Stage other(6);
    BOOST_CHECK_THROW(stage.crowd->addClip(other.clips[0]), std::invalid_argument);
    BOOST_CHECK_THROW(stage.crowd->addClip(nullptr), std::invalid_argument);
}

// Expected times by hand; the clip lasts half a second.
BOOST_AUTO_TEST_CASE(time_runs_wraps_and_ends)
{
    Stage stage(3);
    Crowd& crowd = *stage.crowd;
    const CrowdInstance looping = crowd.add({.time = 0.4});
    const CrowdInstance backwards = crowd.add({.time = 0.1, .speedRatio = -2.});
    const CrowdInstance once = crowd.add({.time = 0.4, .loop = false});
    crowd.update(0.2);
    const double tolerance = 1e-6;
    BOOST_CHECK_SMALL(crowd.getPlayback(looping)->time - 0.1, tolerance);
    BOOST_CHECK_SMALL(crowd.getPlayback(backwards)->time - 0.2, tolerance);
    BOOST_CHECK_SMALL(crowd.getPlayback(once)->time - 0.5, tolerance);
}

BOOST_AUTO_TEST_CASE(memory_of_an_instance_is_its_palette_and_little_more)
{
    Stage stage(64);
    const std::size_t palette = stage.crowd->getPaletteSize() * sizeof(glm::mat3x4);
    BOOST_TEST(stage.crowd->getBytesPerInstance() >= palette);
    BOOST_TEST(stage.crowd->getBytesPerInstance() < palette + 512);
}

// By hand: palettes that were never written are identities. 256 palettes would take half as much again as what is allowed here.
BOOST_AUTO_TEST_CASE(a_crowd_that_writes_elsewhere_has_no_memory_for_palettes)
{
    constexpr std::size_t members = 256;
    Stage stage(64);
    Crowd& crowd = *stage.crowd;
    std::vector<glm::mat3x4> elsewhere(members * crowd.getPaletteSize());
    const std::size_t bytes = elsewhere.size() * sizeof(glm::mat3x4);
    const MemoryPeak peak;
    for (std::size_t i = 0; i < members; ++i) {
        crowd.add({.time = 0.001 * static_cast<double>(i)});
    }
    crowd.update(0.1, elsewhere, Threads::Caller);
    BOOST_TEST(peak.growth() < static_cast<std::ptrdiff_t>(bytes * 2 / 3));
    BOOST_TEST(crowd.getPalettes().size() == elsewhere.size());
    BOOST_TEST(std::ranges::all_of(crowd.getPalettes(), [](const glm::mat3x4& matrix) { return matrix == identityAffine(); }));
    BOOST_TEST(peak.growth() >= static_cast<std::ptrdiff_t>(bytes));
    const CrowdInstance frozen = crowd.add();
    crowd.setFrozen(frozen, true);
    elsewhere.resize(elsewhere.size() + crowd.getPaletteSize());
    crowd.update(0., elsewhere, Threads::Caller);
    crowd.update(0., Threads::Caller);
    BOOST_TEST(sameBits(crowd.getPalettes(), elsewhere));
}

// By hand: the pose is the rig's rest pose, and there are no matrices for skinning.
BOOST_AUTO_TEST_CASE(a_rig_of_helpers_alone_has_poses_and_no_palette)
{
    Skeleton rig;
    rig.createBone("helper", {.local = toMat4(Transform{{1, 2, 3}}), .isHelper = true});
    Crowd crowd(rig);
    const CrowdInstance member = crowd.add();
    const CrowdInstance frozen = crowd.add();
    const CrowdInstance seldom = crowd.add();
    crowd.setFrozen(frozen, true);
    crowd.setUpdateInterval(seldom, 3);
    for (const Threads threads : {Threads::Caller, Threads::All}) {
        crowd.update(0.1, threads);
        crowd.update(0.1, std::span<glm::mat3x4>(), threads);
    }
    BOOST_TEST(crowd.getPaletteSize() == 0u);
    BOOST_TEST(crowd.getPalettes().empty());
    BOOST_TEST(crowd.getPalette(seldom).empty());
    BOOST_TEST((crowd.getAbsoluteMatrix(member, 0) == toMat4(Transform{{1, 2, 3}})));
}

BOOST_AUTO_TEST_SUITE_END()
