#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
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

// Sources whose rest pose differs from how they stand. Limbs are compared in the world by joint positions.

namespace {

glm::quat about(const glm::vec3& axis, float angle)
{
    return glm::angleAxis(angle, axis);
}

/// Returns the rest pose once as it is, standing, and twice with limbs, hips and neck turned.
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

/// Turns the body about the origin in all poses.
void turnBody(const BodyRig& rig, const glm::quat& turn, std::vector<Pose>& poses)
{
    for (Pose& pose : poses) {
        Transform& hips = pose.bones[rig.map->find(HumanoidRole::Hips)->bone];
        hips.rotation = turn * hips.rotation;
        hips.translation = turn * hips.translation;
    }
}

std::shared_ptr<const AnimationClip> clipThrough(const BodyRig& rig, const std::vector<Pose>& poses)
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

/// Removes all rotations from the rest pose, like programs that store only bone lengths.
void forgetRotations(const BodyRig& rig)
{
    for (Bone* const bone : rig.skeleton->bones()) {
        bone->setRestMatrix(glm::translate(glm::mat4(1.f), glm::vec3(bone->getRestMatrix()[3])));
    }
}

glm::vec3 placeOfRole(const BodyRig& rig, Pose& pose, HumanoidRole role)
{
    return glm::vec3(JointView(*rig.skeleton, pose).getAbsoluteMatrix(rig.map->find(role)->bone)[3]);
}

double angleOf(const glm::vec3& a, const glm::vec3& b)
{
    return std::acos(std::min(1., std::max(-1., static_cast<double>(glm::dot(glm::normalize(a), glm::normalize(b))))));
}

/// Checks that arms and legs of both bodies point the same way, within 0.5 degrees, and trunks and hips roughly so, within 12 degrees.
void compare(const BodyRig& source, Pose& from, const BodyRig& target, Pose& to, const glm::quat& worlds = {1.f, 0.f, 0.f, 0.f})
{
    using enum HumanoidRole;
    for (const auto& [above, below] : std::vector<std::array<HumanoidRole, 2>>{{LeftUpperArm, LeftLowerArm},
                                                                               {LeftLowerArm, LeftHand},
                                                                               {RightUpperArm, RightLowerArm},
                                                                               {LeftUpperLeg, LeftLowerLeg},
                                                                               {LeftLowerLeg, LeftFoot},
                                                                               {RightUpperLeg, RightLowerLeg}}) {
        const glm::vec3 expected = worlds * (placeOfRole(source, from, below) - placeOfRole(source, from, above));
        BOOST_TEST(angleOf(expected, placeOfRole(target, to, below) - placeOfRole(target, to, above)) < 0.5 * degree, toString(above));
    }
    const auto across = [&](const BodyRig& rig, Pose& pose, HumanoidRole a, HumanoidRole b) {
        return placeOfRole(rig, pose, b) - placeOfRole(rig, pose, a);
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

Moved retargetedPoses(const BodyRig& source, const std::vector<Pose>& poses, const BodyRig& target, bool asksMotion = true)
{
    const auto clip = clipThrough(source, poses);
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
            Moved moved = retargetedPoses(source, poses, target);
            BOOST_TEST(moved.options.sourceStance.has_value());
            BOOST_TEST(
                moved.options.stanceReason.starts_with("does not stand at rest: trunk and legs are not in one line; it stands as at "),
                moved.options.stanceReason);
            for (std::size_t pose = 0; pose < poses.size(); ++pose) {
                compare(source, poses[pose], target, moved.poses[pose]);
            }
            Pose rest = captureRestPose(*target.skeleton);
            BOOST_TEST(std::abs(placeOfRole(target, moved.poses[0], HumanoidRole::LeftToes).y
                                - placeOfRole(target, rest, HumanoidRole::LeftToes).y)
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
    Moved moved = retargetedPoses(source, poses, target);
    BOOST_TEST(moved.options.stanceReason == "lies along +X at rest, but stands along +Y in its motion: +Y is up");
    for (std::size_t pose = 0; pose < poses.size(); ++pose) {
        compare(source, poses[pose], target, moved.poses[pose]);
    }
    BOOST_TEST(moved.quality.faults.empty(), toString(moved.quality));
}

// The measure of quality does not depend on the chosen stance: with the rest pose alone, the same motion lies on its side, and the measure
// reports that.
BOOST_AUTO_TEST_CASE(quality_tells_a_character_that_lies_where_its_source_stands)
{
    Random random(31011);
    const glm::quat lying = about({0.f, 0.f, 1.f}, -1.5707964f);
    const BodyRig source = makeBody({.name = "source", .hasTurnedAxes = true, .facing = lying}, random);
    const BodyRig target = targetBody(random);
    std::vector<Pose> poses = posesOf(source, random);
    turnBody(source, glm::conjugate(lying), poses);
    const Moved moved = retargetedPoses(source, poses, target, false);
    BOOST_TEST(moved.quality.largestDirectionError.value() < 1. * degree);  // relative to the body, all directions are right
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
    Moved moved = retargetedPoses(source, poses, target);
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
    Moved moved = retargetedPoses(source, poses, target);
    BOOST_TEST(moved.options.stanceReason == "stands along +Y at rest, but along -Z in most of its motion: taken as lying down");
    for (std::size_t pose = 0; pose < poses.size(); ++pose) {
        compare(source, poses[pose], target, moved.poses[pose]);
    }
}

// The rest pose faces 40 degrees aside, as in the first frame of a recording: the world is not turned, and the target's hips face where the
// source's hips do.
BOOST_AUTO_TEST_CASE(a_rest_that_looks_between_two_axes_is_turned_ahead)
{
    Random random(31014);
    const BodyRig source = makeBody({.name = "source", .hasTurnedAxes = true, .facing = about({0.f, 1.f, 0.f}, 0.7f)}, random);
    const BodyRig target = targetBody(random);
    std::vector<Pose> poses = posesOf(source, random);
    Moved moved = retargetedPoses(source, poses, target);
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
    BOOST_TEST(retargetedPoses(source, poses, target).quality.faults.empty());
    const std::size_t hips = source.map->find(HumanoidRole::Hips)->bone;
    for (Pose& pose : poses) {
        pose.bones[hips].translation.y += 0.45f;  // the source's legs are 0.45 long
    }
    const RetargetQuality floating = retargetedPoses(source, poses, target).quality;
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

// In some files, the rest pose has the hips where they are in some other motion, for instance in mid-jump.
BOOST_AUTO_TEST_CASE(a_rest_above_the_ground_of_its_motion_says_nothing_about_heights)
{
    for (const float height : {0.45f, 0.06f, -0.06f}) {
        BOOST_TEST_CONTEXT("rest lifted by " << height)
        {
            Random random(31017);
            const BodyRig source = makeBody({.name = "source", .hasTurnedAxes = true}, random);
            const BodyRig target = targetBody(random);
            std::vector<Pose> poses(3, captureRestPose(*source.skeleton));
            Bone& hips = *source.skeleton->bones()[source.map->find(HumanoidRole::Hips)->bone];
            hips.setRestMatrix(glm::translate(glm::mat4(1.f), glm::vec3(0.f, height, 0.f)) * hips.getRestMatrix());
            Moved moved = retargetedPoses(source, poses, target);
            BOOST_TEST(moved.options.stanceReason.starts_with("has feet "), moved.options.stanceReason);
            Pose rest = captureRestPose(*target.skeleton);
            const float expected = placeOfRole(target, rest, HumanoidRole::LeftToes).y;
            BOOST_TEST(std::abs(placeOfRole(target, moved.poses[0], HumanoidRole::LeftToes).y - expected) < 0.02f);
            BOOST_TEST(moved.quality.faults.empty(), toString(moved.quality));
        }
    }
}

// As above, but the motion is as high as the rest pose: the source stands on a stage.
BOOST_AUTO_TEST_CASE(a_rest_as_high_as_its_motion_stays)
{
    Random random(31018);
    const BodyRig source = makeBody({.name = "source", .hasTurnedAxes = true}, random);
    const BodyRig target = targetBody(random);
    Bone& hips = *source.skeleton->bones()[source.map->find(HumanoidRole::Hips)->bone];
    hips.setRestMatrix(glm::translate(glm::mat4(1.f), glm::vec3(0.f, 0.45f, 0.f)) * hips.getRestMatrix());
    const std::vector<Pose> poses(3, captureRestPose(*source.skeleton));
    BOOST_TEST(retargetedPoses(source, poses, target).options.stanceReason.empty());
}

BOOST_AUTO_TEST_CASE(a_body_on_the_ground_of_another_axis_stands_though_its_rest_is_upright)
{
    Random random(31019);
    const glm::quat zUp = about({1.f, 0.f, 0.f}, 1.5707964f);
    const BodyRig source = makeBody({.name = "source", .hasTurnedAxes = true}, random);
    const BodyRig target = targetBody(random);
    std::vector<Pose> poses = posesOf(source, random);
    turnBody(source, zUp, poses);
    Moved moved = retargetedPoses(source, poses, target);
    BOOST_TEST(moved.options.stanceReason
               == "stands along +Y at rest, but along +Z in its motion, on the ground of +Z and half below that of +Y: +Z is up");
    for (std::size_t pose = 0; pose < poses.size(); ++pose) {
        compare(source, poses[pose], target, moved.poses[pose], glm::conjugate(zUp));
    }
    BOOST_TEST(moved.quality.faults.empty(), toString(moved.quality));
}

namespace {

/// Returns the rest pose at six positions, three frames at each; consecutive positions differ by `step`.
std::vector<Pose> stepsOf(const BodyRig& rig, const glm::vec3& step)
{
    std::vector<Pose> poses;
    for (int place = 0; place < 6; ++place) {
        for (int frame = 0; frame < 3; ++frame) {
            Pose& pose = poses.emplace_back(captureRestPose(*rig.skeleton));
            pose.bones[rig.map->find(HumanoidRole::Hips)->bone].translation += static_cast<float>(place) * step;
        }
    }
    return poses;
}

bool tellsUp(const RetargetQuality& quality)
{
    return std::ranges::any_of(quality.faults,
                               [](const std::string& fault) { return fault.find(" is taken for up in the source's world") != fault.npos; });
}

RetargetQuality qualityOf(const BodyRig& source, const std::vector<Pose>& poses, const BodyRig& target, const glm::dvec3& up)
{
    const Retargeter retargeter(*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.map, *target.map), {.sourceUp = up});
    RetargetMeter meter(retargeter, *source.skeleton, *target.skeleton);
    for (Pose pose : poses) {
        Pose made{std::vector<Transform>(retargeter.targetCount())};
        retargeter.retarget(JointView(*source.skeleton, pose), JointView(*target.skeleton, made));
        meter.add(JointView(*source.skeleton, pose), JointView(*target.skeleton, made), 0.1);
    }
    return meter.getQuality();
}

}  // namespace

BOOST_AUTO_TEST_CASE(quality_tells_an_up_that_feet_at_rest_contradict)
{
    Random random(31020);
    const BodyRig source = makeBody({.name = "source", .hasTurnedAxes = true}, random);
    const BodyRig target = targetBody(random);
    const std::vector<Pose> walk = stepsOf(source, {0.1f, 0.f, 0.3f});
    BOOST_TEST(!tellsUp(qualityOf(source, walk, target, {0., 1., 0.})));
    for (const glm::dvec3& up : {glm::dvec3(0., 0., 1.), glm::dvec3(0., 0., -1.), glm::dvec3(1., 0., 0.)}) {
        const RetargetQuality quality = qualityOf(source, walk, target, up);
        BOOST_TEST_REQUIRE(tellsUp(quality), toString(quality));
        BOOST_TEST(quality.faults.back().ends_with("they are at one height along +Y, with the hips above them"), toString(quality));
    }
    RetargetMeter meter(Retargeter(*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.map, *target.map),
                                   {.sourceUp = glm::dvec3(0., 0., 1.)}),
                        *source.skeleton, *target.skeleton);
    meter.reset();
    BOOST_TEST(!tellsUp(meter.getQuality()));
}

BOOST_AUTO_TEST_CASE(feet_that_climb_stay_or_lie_contradict_nothing)
{
    Random random(31021);
    const BodyRig source = makeBody({.name = "source", .hasTurnedAxes = true}, random);
    const BodyRig target = targetBody(random);
    const glm::dvec3 up(0., 1., 0.);
    BOOST_TEST(!tellsUp(qualityOf(source, stepsOf(source, {0.f, 0.15f, 0.2f}), target, up)));  // stairs
    BOOST_TEST(!tellsUp(qualityOf(source, stepsOf(source, {0.f, 0.3f, 0.f}), target, up)));    // a ladder
    BOOST_TEST(!tellsUp(qualityOf(source, stepsOf(source, {0.f, 0.f, 0.f}), target, {0., 0., 1.})));
    std::vector<Pose> lying = stepsOf(source, {0.3f, 0.f, 0.f});
    turnBody(source, about({1.f, 0.f, 0.f}, -1.5707964f), lying);
    BOOST_TEST(!tellsUp(qualityOf(source, lying, target, up)));
}

// Hip joints turn in recordings whose bones were fitted one by one. The thighs below them then start elsewhere, and so they must in the
// target.
BOOST_AUTO_TEST_CASE(hip_joints_that_turn_take_the_thighs_along)
{
    using enum HumanoidRole;
    Random random(31022);
    const BodyRig source = makeBody({.name = "source", .hasHipJoints = true}, random);
    const BodyRig target = targetBody(random);  // 1.3 times the source's size
    for (const auto& [left, right] : std::vector<std::array<float, 2>>{{0.f, 0.f}, {1.2f, 1.2f}, {1.2f, -1.2f}, {-0.9f, 0.2f}}) {
        BOOST_TEST_CONTEXT("hip joints turned by " << left << " and " << right)
        {
            Pose pose = captureRestPose(*source.skeleton);
            for (const auto& [name, upper, angle] : std::vector<std::tuple<std::string, HumanoidRole, float>>{
                     {"leftHip", LeftUpperLeg, left}, {"rightHip", RightUpperLeg, right}}) {
                const glm::quat turn = about({0.f, 0.f, 1.f}, angle);
                const auto bones = source.skeleton->bones();
                const auto hip = std::ranges::find(bones, name, [](const Bone* bone) -> const std::string& { return bone->getName(); });
                pose.bones[static_cast<std::size_t>(hip - bones.begin())].rotation *= turn;
                glm::quat& thigh = pose.bones[source.map->find(upper)->bone].rotation;
                thigh = glm::conjugate(turn) * thigh;  // the legs hang down as before
            }
            Moved moved = retargetedPoses(source, {pose}, target, false);
            for (const auto& [leftRole, rightRole] :
                 std::vector<std::array<HumanoidRole, 2>>{{LeftUpperLeg, RightUpperLeg}, {LeftFoot, RightFoot}, {LeftToes, RightToes}}) {
                const glm::vec3 expectedLeft = 1.3f * placeOfRole(source, pose, leftRole);
                const glm::vec3 expectedRight = 1.3f * placeOfRole(source, pose, rightRole);
                const glm::vec3 madeLeft = placeOfRole(target, moved.poses[0], leftRole);
                const glm::vec3 madeRight = placeOfRole(target, moved.poses[0], rightRole);
                BOOST_TEST(glm::distance(madeLeft + madeRight, expectedLeft + expectedRight) < 1e-3f, toString(leftRole));
                if (left == right) {  // otherwise, the thighs start farther apart or closer together than the target's thighs can
                    BOOST_TEST(glm::distance(madeLeft, expectedLeft) < 1e-3f, toString(leftRole));
                }
            }
            BOOST_TEST(angleOf(placeOfRole(source, pose, Head) - placeOfRole(source, pose, Spine),
                               placeOfRole(target, moved.poses[0], Head) - placeOfRole(target, moved.poses[0], Spine))
                       < 0.1 * degree);
        }
    }
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
