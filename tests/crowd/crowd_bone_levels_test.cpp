#include <cmath>
#include <limits>

#include <armature/crowd/rank_bones.hpp>
#include <armature/mesh/mesh.hpp>

#include <crowd/stage.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A crowd with bone levels and three clips. The rig is random, and its rest pose is not its bind pose. One clip is quantised. Two clips
/// are added before the levels are set, one after.
struct Levelled {
    explicit Levelled(std::size_t bones) : stage(bones, 7 + bones)
    {
        Random& random = stage.random;
        for (Bone* bone : stage.rig.bones()) {
            bone->setRestMatrix(toMat4(randomTransform(random)));
            levels.push_back(static_cast<std::uint8_t>(random.chance(0.6) ? 0 : random.integer(1, 3)));
        }
        rest = captureRestPose(stage.rig);
        crowd = std::make_unique<Crowd>(stage.rig);
        crowd->addClip(stage.clips[0]);
        crowd->addClip(BakedClip::create(*randomClip(bones, random), stage.rig, {.framesPerSecond = 30., .isQuantized = true}));
        crowd->setBoneLevels(levels);
        crowd->addClip(stage.clips[1]);
    }

    /// True if a bone is at rest at a level. By the documented rule, the level leaves out the bone itself or one of its ancestors; it never
    /// leaves out roots.
    [[nodiscard]] bool follows(std::size_t bone, std::size_t level) const
    {
        for (const Node* each = stage.rig.bones()[bone]; each->getParent() != nullptr; each = each->getParent()) {
            const auto place = static_cast<std::size_t>(std::ranges::find(stage.rig.bones(), each) - stage.rig.bones().begin());
            if (levels[place] != 0 && levels[place] <= level) {
                return true;
            }
        }
        return false;
    }

    /// The palette of a skeleton in the member's pose, with the bones that follows() selects at rest.
    [[nodiscard]] std::vector<glm::mat3x4> expected(CrowdInstance member, std::size_t level)
    {
        Pose pose = crowd->getPose(member);
        for (std::size_t bone = 0; bone < pose.bones.size(); ++bone) {
            if (follows(bone, level)) {
                pose.bones[bone] = rest.bones[bone];
                ++followers;
            }
        }
        return stage.paletteOf(pose);
    }

    Stage stage;
    std::vector<std::uint8_t> levels;
    Pose rest;
    std::unique_ptr<Crowd> crowd;
    std::size_t followers = 0;
};

float largest(std::span<const glm::mat3x4> matrices)
{
    const std::vector<glm::mat3x4> zeros(matrices.size(), glm::mat3x4(0.f));
    return difference(matrices, zeros);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(crowd_bone_levels)

// The expected matrices come from a skeleton. The crowd has members that play, fade or rest, some of them with overrides or modifiers.
BOOST_AUTO_TEST_CASE(bones_that_are_not_computed_move_as_at_rest)
{
    std::size_t followers = 0;
    for (const std::size_t bones : {1u, 2u, 7u, 16u, 17u, 33u, 50u}) {
        Levelled levelled(bones);
        Crowd& crowd = *levelled.crowd;
        Random& random = levelled.stage.random;
        std::vector<std::pair<CrowdInstance, std::size_t>> members;
        for (int i = 0; i < 60; ++i) {
            const CrowdInstance member = i % 5 == 4 ? crowd.add() : crowd.add({.clip = static_cast<std::size_t>(i % 3), .time = 0.01 * i});
            if (i % 7 == 0) {
                crowd.crossFade(member, {.clip = 2, .time = 0.2}, 0.4);
            }
            if (i % 3 == 1) {
                crowd.setOverride(member, static_cast<std::size_t>(random.integer(0, static_cast<int>(bones) - 1)),
                                  randomTransform(random));
            }
            if (i % 11 == 0) {
                crowd.setModifier(
                    member, [bone = bones / 2](JointView joints) { joints.setRotationQuaternion(bone, glm::quat(0.6f, 0.8f, 0.f, 0.f)); });
            }
            const std::size_t level = i % 6 == 5 ? 200u : static_cast<std::size_t>(i % 6);
            crowd.setBoneLevel(member, level);
            members.emplace_back(member, level);
        }
        crowd.update(0.07);
        for (const auto& [member, level] : members) {
            const auto expected = levelled.expected(member, level);
            const float error = difference(crowd.getPalette(member), expected) / std::max(1.f, largest(expected));
            BOOST_TEST(error <= 3e-5f, bones << " bones, level " << level << ", member " << member.index);
        }
        followers += levelled.followers;
    }
    BOOST_TEST(followers > 1000u);
}

BOOST_AUTO_TEST_CASE(members_with_all_bones_have_the_same_bits_beside_others_with_fewer, *boost::unit_test::label("threads"))
{
    Levelled levelled(40);
    Stage& stage = levelled.stage;
    Crowd plain(stage.rig);
    Crowd& crowd = *levelled.crowd;
    for (std::size_t i = 0; i < 2; ++i) {
        plain.addClip(stage.clips[i]);
    }
    for (int i = 0; i < 200; ++i) {
        const CrowdPlayback playback{.clip = static_cast<std::size_t>(i % 2), .time = 0.003 * i};
        plain.setUpdateInterval(plain.add(playback), i % 8 == 0 ? 3 : 1);
        const CrowdInstance member = crowd.add({.clip = playback.clip * 2, .time = playback.time});
        crowd.setUpdateInterval(member, i % 8 == 0 ? 3 : 1);
        crowd.setBoneLevel(member, i % 4 == 0 ? 0 : static_cast<std::size_t>(i % 4));
    }
    for (int frame = 0; frame < 5; ++frame) {
        plain.update(0.03);
        crowd.update(0.03, frame % 2 == 0 ? Threads::All : Threads::Caller);
        for (std::uint32_t i = 0; i < 200; i += 4) {
            BOOST_TEST(sameBits(crowd.getPalette({i, 1}), plain.getPalette({i, 1})));
        }
    }
    BOOST_TEST(crowd.computedPoseCount() == plain.computedPoseCount());
}

// A member's playback does not depend on its bone level.
BOOST_AUTO_TEST_CASE(a_level_can_change_at_any_time)
{
    Levelled levelled(20);
    Crowd& crowd = *levelled.crowd;
    const CrowdInstance member = crowd.add({.clip = 0});
    const CrowdInstance frozen = crowd.add({.clip = 0, .time = 0.2});
    crowd.setFrozen(frozen, true);
    for (const std::size_t level : {0u, 3u, 1u, 2u, 0u}) {
        crowd.setBoneLevel(member, level);
        crowd.setBoneLevel(frozen, level);
        crowd.update(0.03);
        for (const CrowdInstance each : {member, frozen}) {
            const auto expected = levelled.expected(each, level);
            BOOST_TEST(difference(crowd.getPalette(each), expected) <= 3e-5f * std::max(1.f, largest(expected)), "level " << level);
        }
    }
    BOOST_TEST(std::abs(crowd.getPlayback(member)->time - 0.15) < 1e-12);
    crowd.setBoneLevel(frozen, 3);
    crowd.setBoneLevels(std::vector<std::uint8_t>(20, 0));
    crowd.update(0.);
    BOOST_TEST(sameBits(crowd.getPalette(frozen), levelled.stage.paletteOf(crowd.getPose(frozen))));
}

BOOST_AUTO_TEST_CASE(a_member_that_takes_the_place_of_another_has_all_bones)
{
    Levelled levelled(20);
    Crowd& crowd = *levelled.crowd;
    const CrowdInstance first = crowd.add({.clip = 0});
    crowd.setBoneLevel(first, 3);
    crowd.remove(first);
    const CrowdInstance second = crowd.add({.clip = 0, .time = 0.1});
    crowd.update(0.03);
    BOOST_TEST(sameBits(crowd.getPalette(second), levelled.stage.paletteOf(crowd.getPose(second))));
}

BOOST_AUTO_TEST_CASE(changing_levels_allocates_nothing)
{
    Levelled levelled(30);
    Crowd& crowd = *levelled.crowd;
    std::vector<CrowdInstance> members;
    for (int i = 0; i < 100; ++i) {
        members.push_back(crowd.add({.clip = 0, .time = 0.01 * i}));
    }
    crowd.update(0.03);
    const AllocationCount allocations;
    for (std::size_t frame = 0; frame < 8; ++frame) {
        for (std::size_t i = 0; i < members.size(); ++i) {
            crowd.setBoneLevel(members[i], (i * frame) % 4);
        }
        crowd.update(0.03);
    }
    BOOST_TEST(allocations.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_CASE(levels_that_do_not_fit_are_refused_and_nothing_changes)
{
    Levelled levelled(20);
    Crowd& crowd = *levelled.crowd;
    const CrowdInstance member = crowd.add({.clip = 0});
    crowd.setBoneLevel(member, 2);
    const std::vector<std::uint8_t> few(19, 1);
    BOOST_CHECK_EXCEPTION(crowd.setBoneLevels(few), std::invalid_argument, says("19 bone levels given, the rig has 20 bones"));
    BOOST_CHECK_EXCEPTION(crowd.setBoneLevel(member, 256), std::invalid_argument, says("a bone level of 256 is not between 0 and 255"));
    crowd.update(0.1);
    const auto expected = levelled.expected(member, 2);
    BOOST_TEST(difference(crowd.getPalette(member), expected) <= 3e-5f * std::max(1.f, largest(expected)));
}

// By hand, for a body of height 2: the distance from a bone to the farthest point that it moves, times the point's weight; in parentheses,
// as a fraction of the height. Body: 2. Arm: 0.6 (0.3: always computed). Hand: 0.3 (0.15). Palm: 0.16 (0.08). Finger: 0.08 (0.04). The tail
// has a weight of 1/11.9 on a point 1.2 away: 0.1 (just above 0.05). The eye moves nothing.
BOOST_AUTO_TEST_CASE(bones_rank_by_how_far_the_surface_goes_with_them)
{
    Skeleton rig("body");
    const auto at = [](float x, float y) { return toMat4(Transform{.translation = {x, y, 0.f}}); };
    Bone& body = rig.createBone("body");
    Bone& arm = rig.createBone("arm", {.parent = &body, .bind = at(0.2f, 1.f)});
    Bone& hand = rig.createBone("hand", {.parent = &arm, .bind = at(0.3f, 0.f)});
    Bone& palm = rig.createBone("palm", {.parent = &hand, .bind = at(0.14f, 0.f)});
    rig.createBone("finger", {.parent = &palm, .bind = at(0.08f, 0.f)});
    rig.createBone("tail", {.parent = &body, .bind = at(0.f, 0.7f)});
    rig.createBone("eye", {.parent = &body, .bind = at(0.f, 1.9f)});
    Primitive points;
    points.topology = PrimitiveTopology::Points;
    points.positions = {{0.f, 0.f, 0.f}, {0.f, 2.f, 0.f}, {0.8f, 1.f, 0.f}};
    points.skin = {.influencesPerVertex = 1, .joints = {0, 0, 4}, .weights = {1.f, 1.f, 1.f}};
    Primitive blended;
    blended.topology = PrimitiveTopology::Points;
    blended.positions = {{0.f, 1.9f, 0.f}};
    blended.skin = {.influencesPerVertex = 2, .joints = {0, 5}, .weights = {1.f - 1.f / 11.9f, 1.f / 11.9f}};
    const auto mesh = Mesh::create({.name = "body", .primitives = {points}});
    const auto more = Mesh::create({.name = "more", .primitives = {blended}});
    const std::vector<const Mesh*> both{mesh.get(), more.get()};
    const std::vector<std::uint8_t> expected{0, 0, 3, 2, 1, 2, 1};
    BOOST_TEST(rankBones(rig, both) == expected, boost::test_tools::per_element());
    BOOST_TEST(rankBones(rig, {})[0] == 0u);

    Skeleton small("small");
    small.createBone("body");
    BOOST_CHECK_EXCEPTION(static_cast<void>(rankBones(small, both)), std::invalid_argument,
                          says("body uses joint 4, which the rig does not have, of 1 joint"));
}

BOOST_AUTO_TEST_SUITE_END()
