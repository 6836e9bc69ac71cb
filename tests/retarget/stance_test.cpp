#include <array>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/retarget/retarget_clip.hpp>
#include <armature/retarget/retarget_quality.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/text.hpp>

#include <retarget/body_rigs.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

// Sources whose rest is not how they stand. Limbs are compared in the world by the places of joints.

namespace {

constexpr double degree = 3.14159265358979 / 180.;

glm::quat about(const glm::vec3& axis, float angle)
{
    return glm::angleAxis(angle, axis);
}

/// The rest, once standing and twice with limbs, hips and neck turned.
std::vector<Pose> posesOf(const BodyRig& rig, Random& random)
{
    std::vector<Pose> poses(3, captureRestPose(*rig.skeleton));
    for (std::size_t pose = 1; pose < poses.size(); ++pose) {
        for (const HumanoidRole role :
             {HumanoidRole::LeftUpperArm, HumanoidRole::LeftLowerArm, HumanoidRole::RightUpperArm, HumanoidRole::LeftUpperLeg,
              HumanoidRole::LeftLowerLeg, HumanoidRole::RightUpperLeg, HumanoidRole::Spine, HumanoidRole::Neck, HumanoidRole::Hips}) {
            glm::quat& rotation = poses[pose].bones[rig.map->find(role)->bone].rotation;
            rotation = rotation * about(random.direction(), role == HumanoidRole::Hips ? 0.2f : 0.5f);
        }
    }
    return poses;
}

/// Turns the body about the origin.
void turnBody(const BodyRig& rig, const glm::quat& turn, std::vector<Pose>& poses)
{
    for (Pose& pose : poses) {
        Transform& hips = pose.bones[rig.map->find(HumanoidRole::Hips)->bone];
        hips.rotation = turn * hips.rotation;
        hips.translation = turn * hips.translation;
    }
}

std::shared_ptr<const AnimationClip> clipOf(const BodyRig& rig, const std::vector<Pose>& poses)
{
    AnimationClipBuilder builder("motion");
    for (std::size_t joint = 0; joint < rig.skeleton->bones().size(); ++joint) {
        for (std::size_t key = 0; key < poses.size(); ++key) {
            builder.rotation(*rig.skeleton->bones()[joint]).addKey(static_cast<double>(key), poses[key].bones[joint].rotation);
        }
    }
    const std::size_t hips = rig.map->find(HumanoidRole::Hips)->bone;
    for (std::size_t key = 0; key < poses.size(); ++key) {
        builder.translation(*rig.skeleton->bones()[hips]).addKey(static_cast<double>(key), poses[key].bones[hips].translation);
    }
    return builder.build();
}

/// What programs write that know no rest but lengths: no bone is turned.
void forgetRotations(const BodyRig& rig)
{
    for (Bone* const bone : rig.skeleton->bones()) {
        bone->setRestMatrix(glm::translate(glm::mat4(1.f), glm::vec3(bone->getRestMatrix()[3])));
    }
}

glm::vec3 placeOf(const BodyRig& rig, Pose& pose, HumanoidRole role)
{
    return glm::vec3(JointView(*rig.skeleton, pose).getAbsoluteMatrix(rig.map->find(role)->bone)[3]);
}

double angleOf(const glm::vec3& a, const glm::vec3& b)
{
    return std::acos(std::min(1., std::max(-1., static_cast<double>(glm::dot(glm::normalize(a), glm::normalize(b))))));
}

/// The largest angle between arms and legs of both, and whether trunks and hips go the same way.
void compare(const BodyRig& source, Pose& from, const BodyRig& target, Pose& to, const glm::quat& worlds = {1.f, 0.f, 0.f, 0.f})
{
    using enum HumanoidRole;
    for (const auto& [above, below] : std::vector<std::array<HumanoidRole, 2>>{{LeftUpperArm, LeftLowerArm},
                                                                               {LeftLowerArm, LeftHand},
                                                                               {RightUpperArm, RightLowerArm},
                                                                               {LeftUpperLeg, LeftLowerLeg},
                                                                               {LeftLowerLeg, LeftFoot},
                                                                               {RightUpperLeg, RightLowerLeg}}) {
        const glm::vec3 expected = worlds * (placeOf(source, from, below) - placeOf(source, from, above));
        BOOST_TEST(angleOf(expected, placeOf(target, to, below) - placeOf(target, to, above)) < 0.5 * degree, toString(above));
    }
    const auto across = [&](const BodyRig& rig, Pose& pose, HumanoidRole a, HumanoidRole b) {
        return placeOf(rig, pose, b) - placeOf(rig, pose, a);
    };
    BOOST_TEST(angleOf(worlds * across(source, from, Hips, Head), across(target, to, Hips, Head)) < 12. * degree);
    BOOST_TEST(angleOf(worlds * across(source, from, RightUpperLeg, LeftUpperLeg), across(target, to, RightUpperLeg, LeftUpperLeg))
               < 12. * degree);
}

RetargetOptions stanceOf(const BodyRig& source, const RetargetMap& map, const AnimationClip& clip)
{
    const std::array<const AnimationClip*, 2> clips{&clip, nullptr};
    return RetargetOptions::ofMotions(clips, *source.skeleton, map);
}

struct Moved {
    RetargetOptions options;
    std::vector<Pose> poses;
    RetargetQuality quality;
};

Moved retargeted(const BodyRig& source, const std::vector<Pose>& poses, const BodyRig& target, bool asksMotion = true)
{
    const auto clip = clipOf(source, poses);
    const RetargetMap map = RetargetMap::ofHumanoids(*source.map, *target.map);
    Moved moved{asksMotion ? stanceOf(source, map, *clip) : RetargetOptions{}, {}, {}};
    const Retargeter retargeter(*source.skeleton, *target.skeleton, map, moved.options);
    RetargetMeter meter(retargeter, *source.skeleton, *target.skeleton);
    for (Pose pose : poses) {
        Pose& made = moved.poses.emplace_back(Pose{std::vector<Transform>(retargeter.targetCount())});
        retargeter.retarget(JointView(*source.skeleton, pose), JointView(*target.skeleton, made));
        meter.add(JointView(*source.skeleton, pose), JointView(*target.skeleton, made), 0.1);
    }
    moved.quality = meter.getQuality();
    return moved;
}

BodyRig targetBody(Random& random)
{
    return makeBody({.name = "target", .height = 1.3f, .hasTurnedAxes = true}, random);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(retarget_stance)

BOOST_AUTO_TEST_CASE(a_rest_that_no_body_can_take_gives_way_to_a_pose_of_the_motion)
{
    for (unsigned seed = 31001; seed < 31006; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed)
        {
            Random random(seed);
            const BodyRig source = makeBody({.name = "source", .shape = RestShape::A, .height = 1.8f, .hasTurnedAxes = true}, random);
            const BodyRig target = targetBody(random);
            std::vector<Pose> poses = posesOf(source, random);
            turnBody(source, about({0.f, 1.f, 0.f}, 0.7f), poses);
            forgetRotations(source);
            Moved moved = retargeted(source, poses, target);
            BOOST_TEST(moved.options.sourceStance.has_value());
            BOOST_TEST(
                moved.options.stanceReason.starts_with("does not stand at rest: trunk and legs are not in one line; it stands as at "),
                moved.options.stanceReason);
            for (std::size_t pose = 0; pose < poses.size(); ++pose) {
                compare(source, poses[pose], target, moved.poses[pose]);
            }
            Pose rest = captureRestPose(*target.skeleton);
            BOOST_TEST(std::abs(placeOf(target, moved.poses[0], HumanoidRole::LeftToes).y - placeOf(target, rest, HumanoidRole::LeftToes).y)
                       < 0.05f);
            BOOST_TEST(moved.quality.largestLimbError.value() < 15. * degree, toString(moved.quality));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_rest_that_lies_where_its_motion_stands_is_stood_up)
{
    Random random(31011);
    const glm::quat lying = about({0.f, 0.f, 1.f}, -1.5707964f);
    const BodyRig source = makeBody({.name = "source", .hasTurnedAxes = true, .facing = lying}, random);
    const BodyRig target = targetBody(random);
    std::vector<Pose> poses = posesOf(source, random);
    turnBody(source, glm::conjugate(lying), poses);
    Moved moved = retargeted(source, poses, target);
    BOOST_TEST(moved.options.stanceReason == "lies along +X at rest, but stands along +Y in its motion: +Y is up");
    for (std::size_t pose = 0; pose < poses.size(); ++pose) {
        compare(source, poses[pose], target, moved.poses[pose]);
    }
    BOOST_TEST(moved.quality.faults.empty(), toString(moved.quality));
}

// The measure of quality does not take over what was decided: the same motion by the rest alone lies on its side, and it says so.
BOOST_AUTO_TEST_CASE(quality_tells_a_character_that_lies_where_its_source_stands)
{
    Random random(31011);
    const glm::quat lying = about({0.f, 0.f, 1.f}, -1.5707964f);
    const BodyRig source = makeBody({.name = "source", .hasTurnedAxes = true, .facing = lying}, random);
    const BodyRig target = targetBody(random);
    std::vector<Pose> poses = posesOf(source, random);
    turnBody(source, glm::conjugate(lying), poses);
    const Moved moved = retargeted(source, poses, target, false);
    BOOST_TEST(moved.quality.largestDirectionError.value() < 1. * degree);  // seen from the body, all is well
    BOOST_TEST(moved.quality.meanLimbError.value() > 60. * degree, toString(moved.quality));
    BOOST_TEST_REQUIRE(!moved.quality.faults.empty());
    BOOST_TEST(moved.quality.faults.front().starts_with("limbs point elsewhere in the world than the source's: "), toString(moved.quality));
}

BOOST_AUTO_TEST_CASE(a_file_with_another_axis_upwards_stands_up_as_its_rest_does)
{
    Random random(31012);
    const glm::quat zUp = about({1.f, 0.f, 0.f}, 1.5707964f);
    const BodyRig source = makeBody({.name = "source", .hasTurnedAxes = true, .facing = zUp}, random);
    const BodyRig target = targetBody(random);
    std::vector<Pose> poses = posesOf(source, random);
    Moved moved = retargeted(source, poses, target);
    BOOST_TEST(moved.options.stanceReason == "stands along +Z at rest and in its motion: +Z is up");
    for (std::size_t pose = 0; pose < poses.size(); ++pose) {
        compare(source, poses[pose], target, moved.poses[pose], glm::conjugate(zUp));
    }
    BOOST_TEST(moved.quality.faults.empty(), toString(moved.quality));
}

BOOST_AUTO_TEST_CASE(a_body_that_lies_down_in_its_motion_stays_lying)
{
    Random random(31013);
    const BodyRig source = makeBody({.name = "source", .hasTurnedAxes = true}, random);
    const BodyRig target = targetBody(random);
    std::vector<Pose> poses = posesOf(source, random);
    turnBody(source, about({1.f, 0.f, 0.f}, -1.5707964f), poses);
    Moved moved = retargeted(source, poses, target);
    BOOST_TEST(moved.options.stanceReason == "stands along +Y at rest, but along -Z in most of its motion: taken as lying down");
    for (std::size_t pose = 0; pose < poses.size(); ++pose) {
        compare(source, poses[pose], target, moved.poses[pose]);
    }
}

// The hips' joints look aside by 40 degrees, as in the first frame of a recording: the world is not turned, and hips look where they do.
BOOST_AUTO_TEST_CASE(a_rest_that_looks_between_two_axes_is_turned_ahead)
{
    Random random(31014);
    const BodyRig source = makeBody({.name = "source", .hasTurnedAxes = true, .facing = about({0.f, 1.f, 0.f}, 0.7f)}, random);
    const BodyRig target = targetBody(random);
    std::vector<Pose> poses = posesOf(source, random);
    Moved moved = retargeted(source, poses, target);
    BOOST_TEST(moved.options.stanceReason.empty());
    for (std::size_t pose = 0; pose < poses.size(); ++pose) {
        compare(source, poses[pose], target, moved.poses[pose]);
    }
}

BOOST_AUTO_TEST_CASE(quality_tells_a_source_that_floats_and_a_character_that_does_not_stand_where_it_stands)
{
    Random random(31015);
    const BodyRig source = makeBody({.name = "source"}, random);
    const BodyRig target = targetBody(random);
    std::vector<Pose> poses(3, captureRestPose(*source.skeleton));
    BOOST_TEST(retargeted(source, poses, target).quality.faults.empty());
    const std::size_t hips = source.map->find(HumanoidRole::Hips)->bone;
    for (Pose& pose : poses) {
        pose.bones[hips].translation.y += 0.45f;  // of a body whose legs are 0.45 long
    }
    const RetargetQuality floating = retargeted(source, poses, target).quality;
    BOOST_TEST_REQUIRE(floating.faults.size() == 1U, toString(floating));
    BOOST_TEST(floating.faults.front().starts_with("the source does not stand on the ground, height 0 of its world: "), toString(floating));

    const RetargetMap map = RetargetMap::ofHumanoids(*source.map, *target.map);
    const Retargeter retargeter(*source.skeleton, *target.skeleton, map);
    RetargetMeter meter(retargeter, *source.skeleton, *target.skeleton);
    Pose rest = captureRestPose(*source.skeleton);
    Pose lifted = captureRestPose(*target.skeleton);
    lifted.bones[target.map->find(HumanoidRole::Hips)->bone].translation += glm::vec3(0.f, 0.3f, 2.f);
    for (int frame = 0; frame < 3; ++frame) {
        meter.add(JointView(*source.skeleton, rest), JointView(*target.skeleton, lifted), 0.1);
    }
    const RetargetQuality quality = meter.getQuality();
    BOOST_TEST(quality.clearance.value() - quality.sourceClearance.value() == 0.3, boost::test_tools::tolerance(1e-3));
    BOOST_TEST(quality.contactCount == 2U);
    BOOST_TEST(quality.targetContactCount == 0U);
    const auto has = [&](std::string_view begin) {
        return std::ranges::any_of(quality.faults, [&](const std::string& fault) { return fault.starts_with(begin); });
    };
    BOOST_TEST(has("the character does not stand where the source stands: "), toString(quality));
    BOOST_TEST(has("the character is "), toString(quality));
    BOOST_TEST(has("feet stand 2 times in the source, and never on the character"), toString(quality));
}

BOOST_AUTO_TEST_CASE(a_stance_that_does_not_fit_is_refused)
{
    Random random(31016);
    const BodyRig source = makeBody({.name = "source"}, random);
    const RetargetMap map = RetargetMap::ofHumanoids(*source.map, *source.map);
    const auto make = [&](const RetargetOptions& options) { return Retargeter(*source.skeleton, *source.skeleton, map, options); };
    BOOST_CHECK_THROW(make({.sourceUp = glm::dvec3(0., 2., 0.)}), std::invalid_argument);
    BOOST_CHECK_THROW(make({.sourceStance = Pose{std::vector<Transform>(3)}}), std::invalid_argument);
    BOOST_CHECK_THROW(static_cast<void>(RetargetOptions::ofMotions({}, *source.skeleton, {.pairs = {{99, 0}}})), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
