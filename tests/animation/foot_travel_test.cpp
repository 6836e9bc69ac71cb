#include <cmath>

#include <armature/animation/root_motion.hpp>

#include <animation/walking_clips.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(root_motion)

// By hand: each foot is on the ground half of the time, moving back at half a metre a second, and is lifted in between.
BOOST_AUTO_TEST_CASE(planted_feet_tell_how_far_a_walk_on_the_spot_goes)
{
    WalkingRig rig;
    Bone& other = rig.skeleton.createBone("other leg", {.parent = &rig.hips, .bind = glm::translate(glm::mat4(1.f), {0.f, -1.f, 0.f})});
    ClipBuilder builder("on the spot");
    builder.bone(0, 3).channel(ChannelPath::Translation, Interpolation::Linear, {0.f, 1.f, 1.25f, 1.75f, 2.f},
                               {0, -1, 0.25f, 0, -1, -0.25f, 0, -0.8f, -0.25f, 0, -0.8f, 0.25f, 0, -1, 0.25f});
    builder.bone(0, 4).channel(ChannelPath::Translation, Interpolation::Linear, {0.f, 0.25f, 0.75f, 1.f, 2.f},
                               {0, -1, -0.25f, 0, -0.8f, -0.25f, 0, -0.8f, 0.25f, 0, -1, 0.25f, 0, -1, -0.25f});
    const auto clip = builder.create();
    BOOST_TEST((RootMotion::create(clip, rig.hips)->getSource() == RootMotionSource::None));
    const auto motion = RootMotion::create(clip, rig.hips, {.feet = {&rig.leg, &other}});
    BOOST_TEST((motion->getSource() == RootMotionSource::Feet));
    BOOST_TEST(motion->getInPlaceClip() == clip);
    BOOST_TEST(near(motion->getCycle().offset, glm::dvec3(0., 0., 1.), 0.01));
    BOOST_TEST(near(motion->between(0.3, 0.7).offset, glm::dvec3(0., 0., 0.2), 1e-3));
    BOOST_TEST(near(motion->between(1.3, 2.7).offset, glm::dvec3(0., 0., 0.7), 0.01));
    BOOST_TEST(near(motion->getDirection(), glm::dvec3(0., 0., 1.), 1e-6));
}

// By hand: the foot is on the ground for half a second, moving back half a metre, then in the air for as long.
BOOST_AUTO_TEST_CASE(the_speed_goes_on_in_flight)
{
    WalkingRig rig;
    ClipBuilder builder("hop");
    builder.bone(0, 3).channel(ChannelPath::Translation, Interpolation::Linear, {0.f, 0.5f, 0.55f, 0.95f, 1.f},
                               {0, -1, 0.25f, 0, -1, -0.25f, 0, -0.6f, -0.2f, 0, -0.6f, 0.2f, 0, -1, 0.25f});
    const auto motion = RootMotion::create(builder.create(), rig.hips, {.feet = {&rig.leg}});
    BOOST_TEST(near(motion->getCycle().offset, glm::dvec3(0., 0., 1.), 0.01));
    BOOST_TEST(near(motion->between(0.6, 0.9).offset, glm::dvec3(0., 0., 0.3), 0.01));
}

// By hand: a chain of joints, each a metre above its parent at the clip's beginning. Twice the joints cost little more than twice the
// allocations.
BOOST_AUTO_TEST_CASE(a_characters_height_is_measured_in_time_linear_in_its_joints)
{
    const auto allocationsOf = [](std::size_t joints) {
        Scene scene;
        Skeleton& skeleton = scene.createSkeleton("chain");
        ClipBuilder builder("stand");
        Bone* above = nullptr;
        for (std::size_t i = 0; i < joints; ++i) {
            above = &skeleton.createBone("joint", {.parent = above, .bind = glm::translate(glm::mat4(1.f), {0.f, 2.f, 0.f})});
            builder.bone(0, i).channel(ChannelPath::Translation, Interpolation::CubicSpline, {0.f, 1.f},
                                       {0, 9, 0, 0, 1, 0, 0, 9, 0, 0, 9, 0, 0, 5, 0, 0, 9, 0});
        }
        const auto clip = builder.create();
        const AllocationCount count;
        const auto motion = RootMotion::create(clip, *skeleton.bones()[0]);
        const std::size_t allocations = count.sinceConstruction();
        BOOST_TEST(std::abs(motion->getCharacterHeight() - static_cast<double>(joints - 1)) < 1e-9);
        return allocations;
    };
    BOOST_TEST(static_cast<double>(allocationsOf(400)) < 2.2 * static_cast<double>(allocationsOf(200)));
}

BOOST_AUTO_TEST_SUITE_END()
