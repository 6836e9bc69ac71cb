#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

#include <support/near.hpp>

#include "../../demos/character/clips.hpp"

using character::indexOf;
using character::Joint;
using character::jointCount;

BOOST_AUTO_TEST_SUITE(character_rig)

BOOST_AUTO_TEST_CASE(parents_come_before_children_and_names_are_unique)
{
    const character::Rig rig = character::makeRig();
    std::set<std::string_view> names;
    for (std::size_t joint = 0; joint < jointCount; ++joint) {
        BOOST_TEST(names.insert(rig[joint].name).second, rig[joint].name << " is there twice");
        BOOST_TEST((joint == 0 || indexOf(rig[joint].parent) < joint), rig[joint].name << " comes before its parent");
    }
    BOOST_TEST(names.size() == 35u);
}

// By definition of a mirror image at x = 0, positions and directions change the sign of x, whichever joint they belong to.
BOOST_AUTO_TEST_CASE(both_sides_are_mirror_images)
{
    const character::Rig rig = character::makeRig();
    std::size_t pairs = 0;
    for (std::size_t joint = 0; joint < jointCount; ++joint) {
        const Joint other = mirrored(static_cast<Joint>(joint));
        if (indexOf(other) <= joint) {
            continue;
        }
        const character::JointRest& left = rig[joint];
        const character::JointRest& right = rig[indexOf(other)];
        BOOST_TEST((right.head == glm::vec3(-left.head.x, left.head.y, left.head.z)), left.name);
        BOOST_TEST((right.tail == glm::vec3(-left.tail.x, left.tail.y, left.tail.z)), left.name);
        BOOST_TEST((right.parent == left.parent ? mirrored(left.parent) == left.parent : right.parent == mirrored(left.parent)), left.name);
        for (const glm::vec3& own : {glm::vec3(0, 1, 0), glm::vec3(0, 0, 1)}) {
            const glm::vec3 there = left.orientation * own;
            BOOST_TEST(armature::test::near(right.orientation * own, glm::vec3(-there.x, there.y, there.z), 1e-6), left.name);
        }
        ++pairs;
    }
    BOOST_TEST(pairs == 10u);
}

BOOST_AUTO_TEST_CASE(bones_lie_along_their_own_y_axis)
{
    for (const character::JointRest& joint : character::makeRig()) {
        const glm::dvec3 direction = glm::normalize(glm::dvec3(joint.tail) - glm::dvec3(joint.head));
        BOOST_TEST(armature::test::near(joint.orientation * glm::vec3(0, 1, 0), direction, 1e-6), joint.name);
    }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(character_motions)

// All channels except the root's, which has travelled. The clips start and stop lead from one pose to another and are skipped.
BOOST_AUTO_TEST_CASE(clips_end_exactly_as_they_begin)
{
    std::size_t channels = 0;
    for (const character::Clip& clip : character::makeClips(character::makeRig())) {
        if (clip.name == "start" || clip.name == "stop") {
            continue;
        }
        for (const character::Channel& channel : clip.channels) {
            const std::size_t stride = (channel.isRotation ? 4u : 3u) * (channel.isCubic ? 3u : 1u);
            BOOST_REQUIRE(channel.values.size() == stride * channel.times.size());
            const std::size_t last = channel.values.size() - stride;
            for (std::size_t i = 0; i < stride && channel.joint != Joint::Root; ++i) {
                BOOST_TEST(channel.values[last + i] == channel.values[i], clip.name << ", joint " << indexOf(channel.joint));
            }
            channels += channel.joint != Joint::Root ? 1u : 0u;
        }
    }
    BOOST_TEST(channels == 9u * 29u);  // 28 joints turn and the hips move; six joints move only by springs
}

// Thirty keys a second, ten for the cubic clip. By hand from each clip's duration.
BOOST_AUTO_TEST_CASE(clips_have_the_keys_that_they_should_have)
{
    struct Expected {
        std::string_view name;
        std::size_t keys;
        std::size_t rootChannels;
    };
    const std::array<Expected, 11> expected{{{"walk", 31, 0},
                                             {"idle", 121, 0},
                                             {"wave", 31, 0},
                                             {"run", 22, 1},
                                             {"walkLeft", 31, 2},
                                             {"walkRight", 31, 2},
                                             {"turnLeft", 37, 1},
                                             {"turnRight", 37, 1},
                                             {"start", 22, 1},
                                             {"stop", 28, 1},
                                             {"jump", 43, 1}}};
    const std::vector<character::Clip> clips = character::makeClips(character::makeRig());
    BOOST_REQUIRE(clips.size() == expected.size());
    for (std::size_t i = 0; i < clips.size(); ++i) {
        std::size_t keys = 0;
        std::size_t rootChannels = 0;
        for (const character::Channel& channel : clips[i].channels) {
            keys = std::max(keys, channel.times.size());
            rootChannels += channel.joint == Joint::Root ? 1u : 0u;
            BOOST_TEST((channel.isCubic == (clips[i].name == "wave") || channel.times.size() == 1), clips[i].name);
        }
        BOOST_TEST(clips[i].name == expected[i].name);
        BOOST_TEST(keys == expected[i].keys, clips[i].name);
        BOOST_TEST(rootChannels == expected[i].rootChannels, clips[i].name);
    }
}

BOOST_AUTO_TEST_CASE(rotations_are_unit_and_take_small_steps)
{
    std::size_t steps = 0;
    for (const character::Clip& clip : character::makeClips(character::makeRig())) {
        for (const character::Channel& channel : clip.channels) {
            if (!channel.isRotation) {
                continue;
            }
            const std::size_t stride = channel.isCubic ? 12 : 4;
            const std::size_t value = channel.isCubic ? 4 : 0;
            glm::dvec4 before(0.);
            for (std::size_t key = 0; key < channel.times.size(); ++key) {
                const float* const q = &channel.values[key * stride + value];
                const glm::dvec4 now(q[0], q[1], q[2], q[3]);
                BOOST_TEST(std::abs(glm::length(now) - 1.) < 1e-6);
                // The dot product is the cosine of half the angle between two keys: its limit of 20 degrees also rules out the long way
                // round.
                BOOST_TEST((key == 0 || glm::dot(before, now) > std::cos(glm::radians(20.))),
                           clip.name << ", joint " << indexOf(channel.joint));
                before = now;
                ++steps;
            }
        }
    }
    BOOST_TEST(steps > 10000u);
}

// In one cycle, the ground moves back by the stride at constant speed. A foot flat on the ground must move with it, at its height in the
// bind pose.
BOOST_AUTO_TEST_CASE(a_standing_foot_stays_on_the_ground_that_moves_back)
{
    const character::Rig rig = character::makeRig();
    const double ankleHeight = static_cast<double>(rig[indexOf(Joint::FootLeft)].head.y);
    for (const auto& [foot, landing] : {std::pair(Joint::FootLeft, 0.), std::pair(Joint::FootRight, 0.5)}) {
        const auto ankleAt = [&, foot = foot, landing = landing](double phase) {
            const double inCycle = landing + phase - std::floor(landing + phase);
            return glm::dvec3(place(rig, character::walkPose(rig, static_cast<float>(inCycle)))[indexOf(foot)].position);
        };
        const glm::dvec3 first = ankleAt(0.12);
        for (double phase = 0.12; phase < 0.35; phase += 0.02) {
            const glm::dvec3 ankle = ankleAt(phase);
            BOOST_TEST(std::abs(ankle.y - ankleHeight) < 1e-4, "phase " << phase << ": height " << ankle.y);
            BOOST_TEST(std::abs(ankle.z - first.z + static_cast<double>(character::strideLength) * (phase - 0.12)) < 1e-4,
                       "phase " << phase);
        }
    }
}

BOOST_AUTO_TEST_CASE(legs_are_long_enough_for_every_step)
{
    const character::Rig rig = character::makeRig();
    for (int step = 0; step < 100; ++step) {
        const float phase = static_cast<float>(step) / 100.f;
        const auto placements = place(rig, character::walkPose(rig, phase));
        const glm::vec3 wanted = gaitFoot(rig, character::walkGait(), character::Side::Left, phase).ankle;
        BOOST_TEST(glm::distance(placements[indexOf(Joint::FootLeft)].position, wanted) < 1e-4f, "phase " << phase);
    }
}

BOOST_AUTO_TEST_SUITE_END()
