#include <atomic>
#include <stdexcept>

#include <armature/ik/bone_look_controller.hpp>
#include <armature/saved_state.hpp>

#include <support/allocations/allocation_count.hpp>
#include <support/precompiled.hpp>

#include <crowd/stage.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(crowd_modifiers)

namespace {

/// A modifier that moves one joint by a step along x.
CrowdModifier moved(std::size_t joint, float step)
{
    return [=](JointView joints) {
        const glm::vec3 place = joints.getTransform(joint).translation;
        joints.setPosition(joint, place + glm::vec3(step, 0.f, 0.f));
    };
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_a_modifier_does_shows_in_the_same_frame_after_clips_and_overrides)
{
    Stage stage(20);
    Crowd& crowd = *stage.crowd;
    const CrowdInstance member = crowd.add({.clip = 0});
    const CrowdInstance twin = crowd.add({.clip = 0});
    crowd.setOverride(member, 3, {});
    crowd.setModifier(member, moved(3, 2.f));
    for (int frame = 0; frame < 3; ++frame) {
        crowd.update(0.1);
        Pose expected = crowd.getPose(twin);
        expected.bones[3] = {{2.f, 0.f, 0.f}};
        BOOST_TEST((crowd.getPose(member) == expected));
        BOOST_TEST(sameBits(crowd.getPalette(member), stage.paletteOf(expected)));
        static_cast<void>(stage.paletteOf(expected));
        BOOST_TEST((crowd.getAbsoluteMatrix(member, 3) == stage.rig.bones()[3]->getAbsoluteMatrix()));
    }
    crowd.setModifier(member, nullptr);
    crowd.clearOverrides(member);
    crowd.update(0.1);
    BOOST_TEST((crowd.getPose(member) == crowd.getPose(twin)));
}

BOOST_AUTO_TEST_CASE(modifiers_of_many_members_run_on_all_threads_with_the_same_bits)
{
    Stage stage(24, 5);
    Crowd& crowd = *stage.crowd;
    const BoneLookController look(*stage.rig.bones()[7]);
    std::vector<CrowdInstance> members;
    for (std::size_t i = 0; i < 100; ++i) {
        members.push_back(crowd.add({.clip = i % 2, .time = stage.random.real(0.f, 0.5f)}));
        const glm::vec3 target = stage.random.vector(-3.f, 3.f);
        crowd.setModifier(members.back(), [&look, target](JointView joints) { look.solve(joints, target); });
        if (i % 3 == 0) {
            crowd.setUpdateInterval(members.back(), 4);
        }
    }
    std::vector<glm::mat3x4> one;
    for (int frame = 0; frame < 5; ++frame) {
        crowd.update(0.03, Threads::All);
        const auto all = crowd.getPalettes();
        one.assign(all.begin(), all.end());
    }
    Stage again(24, 5);
    for (std::size_t i = 0; i < 100; ++i) {
        const CrowdInstance member = again.crowd->add({.clip = i % 2, .time = again.random.real(0.f, 0.5f)});
        const glm::vec3 target = again.random.vector(-3.f, 3.f);
        again.crowd->setModifier(member, [&look, target](JointView joints) { look.solve(joints, target); });
        if (i % 3 == 0) {
            again.crowd->setUpdateInterval(member, 4);
        }
    }
    for (int frame = 0; frame < 5; ++frame) {
        again.crowd->update(0.03);
    }
    BOOST_TEST(sameBits(one, again.crowd->getPalettes()));
}

BOOST_AUTO_TEST_CASE(a_modifier_is_called_for_poses_that_are_computed_and_never_twice_at_once)
{
    Stage stage(6);
    Crowd& crowd = *stage.crowd;
    struct Calls {
        std::atomic<int> all = 0;
        std::atomic<int> now = 0;
        std::atomic<bool> overlapped = false;
    };
    std::vector<std::unique_ptr<Calls>> calls;
    std::vector<CrowdInstance> members;
    for (std::size_t i = 0; i < 70; ++i) {
        calls.push_back(std::make_unique<Calls>());
        members.push_back(crowd.add({.clip = 0}));
        crowd.setModifier(members.back(), [&own = *calls.back()](JointView) {
            own.overlapped = own.now++ != 0 || own.overlapped;
            ++own.all;
            --own.now;
        });
    }
    for (std::size_t i = 0; i < 70; i += 2) {
        crowd.setUpdateInterval(members[i], 3);  // two poses at first
    }
    crowd.setCulled(members[1], true);
    crowd.setFrozen(members[3], true);
    for (int frame = 0; frame < 6; ++frame) {
        crowd.update(0.01, Threads::All);
    }
    int all = 0;
    for (const auto& own : calls) {
        all += own->all;
        BOOST_TEST(!own->overlapped);
    }
    BOOST_TEST(static_cast<std::uint64_t>(all) == crowd.computedPoseCount());
    BOOST_TEST(calls[1]->all == 0);
    BOOST_TEST(calls[3]->all == 1);
    BOOST_TEST(calls[5]->all == 6);
    crowd.setModifier(members[3], moved(0, 1.f));  // the kept pose is computed anew
    crowd.update(0.01);
    BOOST_TEST(sameBits(crowd.getPalette(members[3]), stage.paletteOf(crowd.getPose(members[3]))));
}

BOOST_AUTO_TEST_CASE(what_a_modifier_throws_comes_out_of_update_and_the_next_one_is_whole)
{
    for (const Threads threads : {Threads::Caller, Threads::All}) {
        Stage stage(9);
        Crowd& crowd = *stage.crowd;
        bool isBroken = true;
        std::vector<CrowdInstance> members;
        for (int i = 0; i < 40; ++i) {
            members.push_back(crowd.add({.clip = 1}));
        }
        crowd.setFrozen(members[4], true);
        crowd.setUpdateInterval(members[5], 2);
        for (const CrowdInstance member : {members[4], members[5], members[30]}) {
            crowd.setModifier(member, [&isBroken](JointView joints) {
                if (isBroken) {
                    joints.setPosition(9, {});
                }
            });
        }
        BOOST_CHECK_THROW(crowd.update(0.1, threads), std::invalid_argument);
        BOOST_CHECK_THROW(static_cast<void>(crowd.getPose(members[30])), std::invalid_argument);
        isBroken = false;
        crowd.update(0.1, threads);
        for (const CrowdInstance member : {members[0], members[4], members[30]}) {
            BOOST_TEST(sameBits(crowd.getPalette(member), stage.paletteOf(crowd.getPose(member))));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_modifier_goes_with_its_member_and_is_no_part_of_a_saved_state)
{
    Stage stage(5);
    Crowd& crowd = *stage.crowd;
    const auto alive = std::make_shared<int>(0);
    const CrowdInstance first = crowd.add({.clip = 0});
    SavedState state;
    state.save(crowd);
    crowd.setModifier(first, [alive](JointView joints) { joints.setPosition(0, {9.f, 9.f, 9.f}); });
    BOOST_TEST(alive.use_count() == 2);
    state.restore(crowd);
    BOOST_TEST(crowd.getPose(first).bones[0].translation.x == 9.f);
    crowd.remove(first);
    BOOST_TEST(alive.use_count() == 1);
    const CrowdInstance second = crowd.add({.clip = 0});
    BOOST_TEST(crowd.getPose(second).bones[0].translation.x != 9.f);
    crowd.setModifier(second, [alive](JointView) {});
    state.restore(crowd);  // the first member is back, without the second member's modifier
    BOOST_TEST(alive.use_count() == 1);
    BOOST_CHECK_THROW(crowd.setModifier(second, nullptr), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(an_update_with_modifiers_allocates_nothing_after_the_first)
{
    Stage stage(30);
    Crowd& crowd = *stage.crowd;
    const BoneLookController look(*stage.rig.bones()[9]);
    for (std::size_t i = 0; i < 20; ++i) {
        const CrowdInstance member = crowd.add({.clip = 1});
        crowd.setModifier(member, [&look](JointView joints) { look.solve(joints, {1.f, 2.f, 3.f}); });
    }
    crowd.update(0.1);
    const AllocationCount allocations;
    crowd.update(0.1);
    BOOST_TEST(allocations.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
