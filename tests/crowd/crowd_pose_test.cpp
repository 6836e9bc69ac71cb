#include <crowd/stage.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(crowd_poses)

BOOST_AUTO_TEST_CASE(a_crowd_computes_the_bits_of_a_skeleton_in_the_same_pose)
{
    for (const std::size_t bones : {1u, 2u, 15u, 16u, 17u, 40u, 64u, 100u}) {
        Stage stage(bones, bones);
        Crowd& crowd = *stage.crowd;
        std::vector<CrowdInstance> members;
        for (int i = 0; i < 37; ++i) {  // two groups of sixteen and a part of a third
            members.push_back(crowd.add({.clip = static_cast<std::size_t>(i % 2), .time = stage.random.real(0.f, 0.5f)}));
        }
        for (int frame = 0; frame < 3; ++frame) {
            crowd.update(0.07);
            for (const CrowdInstance member : members) {
                BOOST_TEST_REQUIRE(sameBits(crowd.getPalette(member), stage.paletteOf(crowd.getPose(member))),
                                   bones << " bones, member " << member.index << ", frame " << frame);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(a_member_shows_its_clip_at_its_time)
{
    Stage stage(20);
    Crowd& crowd = *stage.crowd;
    const CrowdInstance member = crowd.add({.clip = 1, .time = 0.1, .speedRatio = 0.5});
    crowd.update(0.22);
    std::vector<Transform> expected(20);
    stage.clips[1]->sample(crowd.getPlayback(member)->time, expected);
    BOOST_CHECK_SMALL(crowd.getPlayback(member)->time - 0.21, 1e-12);
    const Pose pose = crowd.getPose(member);
    BOOST_TEST((pose.bones == expected));
}

BOOST_AUTO_TEST_CASE(without_clip_a_member_rests)
{
    Stage stage(10);
    const CrowdInstance member = stage.crowd->add();
    stage.crowd->update(0.1);
    BOOST_TEST((stage.crowd->getPose(member) == captureRestPose(stage.rig)));
}

// Halfway through the fade, the pose is halfway between the two. blendPoses() interpolates rotations by slerp, a crowd linearly; the two
// agree at the midpoint.
BOOST_AUTO_TEST_CASE(a_cross_fade_goes_from_one_clip_to_the_other)
{
    Stage stage(12);
    Crowd& crowd = *stage.crowd;
    const CrowdInstance fading = crowd.add({.clip = 0, .speedRatio = 0.});
    const CrowdInstance from = crowd.add({.clip = 0, .speedRatio = 0.});
    const CrowdInstance to = crowd.add({.clip = 1, .time = 0.3, .speedRatio = 0.});
    crowd.crossFade(fading, {.clip = 1, .time = 0.3, .speedRatio = 0.}, 1.);
    crowd.update(0.5);
    const Pose half = blendPoses(crowd.getPose(from), crowd.getPose(to), 0.5f);
    const Pose pose = crowd.getPose(fading);
    for (std::size_t bone = 0; bone < pose.bones.size(); ++bone) {
        const glm::mat4 expected = toMat4(half.bones[bone]);
        BOOST_TEST(near(toMat4(pose.bones[bone]), expected, 1e-5));
    }
    crowd.update(0.6);
    BOOST_TEST((crowd.getPose(fading) == crowd.getPose(to)));
}

BOOST_AUTO_TEST_CASE(a_clip_that_fades_out_goes_on_meanwhile)
{
    Stage stage(4);
    Crowd& crowd = *stage.crowd;
    const CrowdInstance fading = crowd.add({.clip = 0});
    const CrowdInstance other = crowd.add({.clip = 0});
    crowd.crossFade(fading, {.clip = 1, .speedRatio = 0.}, 100.);
    crowd.update(0.15);
    const Pose pose = crowd.getPose(fading);
    const Pose expected = crowd.getPose(other);
    for (std::size_t bone = 0; bone < pose.bones.size(); ++bone) {
        BOOST_TEST(near(toMat4(pose.bones[bone]), toMat4(expected.bones[bone]), 0.01));
    }
}

BOOST_AUTO_TEST_CASE(an_override_replaces_one_bone_until_it_is_cleared)
{
    Stage stage(18);
    Crowd& crowd = *stage.crowd;
    const CrowdInstance member = crowd.add({.clip = 0});
    const CrowdInstance twin = crowd.add({.clip = 0});
    const Transform mine{{1.f, 2.f, 3.f}, glm::quat(0.f, 0.f, 2.f, 0.f), {1.f, 2.f, 1.f}};
    crowd.setOverride(member, 17, Transform{});
    crowd.setOverride(member, 17, mine);
    crowd.update(0.1);
    Pose expected = crowd.getPose(twin);
    expected.bones[17] = {mine.translation, glm::quat(0.f, 0.f, 1.f, 0.f), mine.scale};
    BOOST_TEST((crowd.getPose(member) == expected));
    BOOST_TEST(sameBits(crowd.getPalette(member), stage.paletteOf(expected)));
    crowd.clearOverrides(member);
    crowd.update(0.1);
    BOOST_TEST((crowd.getPose(member) == crowd.getPose(twin)));
}

BOOST_AUTO_TEST_CASE(the_absolute_matrix_of_a_bone_is_that_of_a_skeleton)
{
    Stage stage(30);
    const CrowdInstance member = stage.crowd->add({.clip = 1, .time = 0.2});
    stage.crowd->update(0.);
    static_cast<void>(stage.paletteOf(stage.crowd->getPose(member)));
    for (std::size_t bone = 0; bone < 30; ++bone) {
        BOOST_TEST(near(stage.crowd->getAbsoluteMatrix(member, bone), stage.rig.bones()[bone]->getAbsoluteMatrix(), 1e-5));
    }
}

BOOST_AUTO_TEST_SUITE_END()
