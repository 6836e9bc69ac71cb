#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/retarget/retarget_clip.hpp>
#include <armature/retarget/retarget_quality.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/text.hpp>

#include <retarget/body_rigs.hpp>
#include <support/near.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// Returns a clip in which every bone turns about a random axis at a key every half second and the hips travel along +Z at one metre a
/// second.
std::shared_ptr<const AnimationClip> travellingMotion(const BodyRig& rig, Random& random)
{
    AnimationClipBuilder builder("motion");
    for (Bone* const bone : rig.skeleton->bones()) {
        for (int key = 0; key <= 4; ++key) {
            builder.rotation(*bone).addKey(0.5 * key,
                                           bone->getRotationQuaternion() * glm::angleAxis(random.real(-0.8f, 0.8f), random.direction()));
        }
    }
    Bone& hips = *rig.skeleton->findBone("hips");
    builder.translation(hips).addKey(0., hips.getPosition()).addKey(2., hips.getPosition() + glm::vec3(0.f, 0.f, 2.f));
    builder.curve("loudness").addKey(0., 0.f).addKey(1., 3.f);
    return builder.build();
}

void poseBy(const AnimationClip& clip, double seconds, Skeleton& skeleton)
{
    for (std::size_t i = 0; i < clip.channels().size(); ++i) {
        const AnimationChannel& channel = clip.channels()[i];
        if (channel.target.kind == ChannelTarget::Kind::Curve) {
            continue;
        }
        std::array<float, 4> value{};
        clip.sample(i, seconds, value);
        Bone& bone = *skeleton.findBone(channel.target.name);
        if (channel.path == ChannelPath::Rotation) {
            bone.setRotationQuaternion(glm::quat(value[3], value[0], value[1], value[2]));
        } else {
            bone.setPosition({value[0], value[1], value[2]});
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(retarget_clip)

// The baked clip equals the live result within the bound, at keys and between them.
BOOST_AUTO_TEST_CASE(a_baked_motion_stays_within_its_bound_of_the_live_one)
{
    Random random(14020);
    const BodyRig source = makeBody({.name = "A", .shape = RestShape::A, .hasTurnedAxes = true}, random);
    const BodyRig target = makeBody({.name = "T", .height = 2.f, .hasTurnedAxes = true}, random);
    const auto motion = travellingMotion(source, random);
    const Retargeter retargeter(*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.skeleton, *target.skeleton));
    for (const bool reduces : {false, true}) {
        const RetargetClipOptions options{.maxError = {.point = 0.002, .rotation = 0.01}, .reducesKeys = reduces};
        const RetargetedClip baked = retargetClip(*motion, *source.skeleton, *target.skeleton, retargeter, options);
        BOOST_TEST(baked.clip->getName() == "motion");
        BOOST_TEST(baked.clip->getDuration() == motion->getDuration());
        BOOST_TEST(baked.error.point <= 0.002);
        BOOST_TEST(baked.error.rotation <= 0.01);
        Pose live{std::vector<Transform>(retargeter.targetCount())};
        double farthest = 0.;
        for (int frame = 0; frame <= 331; ++frame) {
            const double seconds = 2. * frame / 331.;
            poseBy(*motion, seconds, *source.skeleton);
            poseBy(*baked.clip, seconds, *target.skeleton);
            retargeter.retarget(*source.skeleton, JointView(*target.skeleton, live));
            for (std::size_t joint = 0; joint < live.bones.size(); ++joint) {
                const glm::vec3 expected(JointView(*target.skeleton, live).getAbsoluteMatrix(joint)[3]);
                const glm::vec3 found(target.skeleton->bones()[joint]->getAbsoluteMatrix()[3]);
                farthest = std::max(farthest, static_cast<double>(glm::distance(expected, found)));
            }
        }
        BOOST_TEST(farthest < 1.05 * baked.error.position + 5e-6);  // rounding in floats, for a body of height 2
    }
}

// The target has one bone where the source has two that turn in their own ways, so the clip is off between keys. Expected: the greatest
// distance, and the greatest angle, between the poses of the clip and the live ones at the quarters of each interval.
BOOST_AUTO_TEST_CASE(the_error_is_that_of_the_poses_between_keys)
{
    Random random(14027);
    const BodyRig source = makeBody({.name = "A", .shape = RestShape::A, .hasTurnedAxes = true}, random);
    const BodyRig target = makeBody({.name = "few bones", .height = 2.f, .without = {"chest"}}, random);
    const auto motion = travellingMotion(source, random);
    const Retargeter retargeter(*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.skeleton, *target.skeleton));
    const RetargetClipOptions options{.framesPerSecond = 6., .reducesKeys = false};
    const RetargetedClip baked = retargetClip(*motion, *source.skeleton, *target.skeleton, retargeter, options);
    Pose live{std::vector<Transform>(retargeter.targetCount())};
    BakeError expected;
    for (int quarter = 0; quarter < 48; ++quarter) {
        const double seconds = quarter / 24.;
        poseBy(*motion, seconds, *source.skeleton);
        poseBy(*baked.clip, seconds, *target.skeleton);
        retargeter.retarget(*source.skeleton, JointView(*target.skeleton, live));
        for (std::size_t joint = 0; joint < live.bones.size(); ++joint) {
            const glm::dmat4 exact(JointView(*target.skeleton, live).getAbsoluteMatrix(joint));
            const glm::dmat4 found(target.skeleton->bones()[joint]->getAbsoluteMatrix());
            const glm::dquat turn = glm::conjugate(glm::quat_cast(exact)) * glm::quat_cast(found);
            const double sine = std::min(1., glm::length(glm::dvec3(turn.x, turn.y, turn.z)));
            const double distance = glm::distance(exact[3], found[3]);
            expected.position = std::max(expected.position, distance);
            expected.point = std::max(expected.point, distance + 0.1 * 2. * sine);
            expected.rotation = std::max(expected.rotation, 2. * std::asin(sine));
        }
    }
    BOOST_TEST_REQUIRE(expected.position > 0.01);
    BOOST_TEST(baked.error.position == expected.position, boost::test_tools::tolerance(1e-3));
    BOOST_TEST(baked.error.point == expected.point, boost::test_tools::tolerance(1e-3));
    BOOST_TEST(baked.error.rotation == expected.rotation, boost::test_tools::tolerance(1e-3));
}

BOOST_AUTO_TEST_CASE(a_bake_tells_how_far_it_is_and_can_be_ended)
{
    Random random(14026);
    const BodyRig rig = makeBody({.name = "T"}, random);
    const auto motion = travellingMotion(rig, random);
    const Retargeter retargeter(*rig.skeleton, *rig.skeleton, RetargetMap::ofHumanoids(*rig.skeleton, *rig.skeleton));
    std::vector<double> parts;
    const RetargetedClip told =
        retargetClip(*motion, *rig.skeleton, *rig.skeleton, retargeter, {.onProgress = [&](double part) { parts.push_back(part); }});
    BOOST_REQUIRE(parts.size() > 3u);
    BOOST_TEST(parts.front() == 0.);
    BOOST_TEST(parts.back() == 1.);
    BOOST_TEST(std::ranges::is_sorted(parts));
    BOOST_TEST(told.keyCount == retargetClip(*motion, *rig.skeleton, *rig.skeleton, retargeter).keyCount);

    struct Enough {};
    parts.clear();
    const auto endHalfway = [&](double part) {
        parts.push_back(part);
        if (part >= 0.5) {
            throw Enough();
        }
    };
    BOOST_CHECK_THROW(static_cast<void>(retargetClip(*motion, *rig.skeleton, *rig.skeleton, retargeter, {.onProgress = endHalfway})),
                      Enough);
    BOOST_TEST(parts.back() >= 0.5);
    BOOST_TEST(std::ranges::count_if(parts, [](double part) { return part >= 0.5; }) == 1);
}

BOOST_AUTO_TEST_CASE(steps_stay_jumps)
{
    Random random(14021);
    const BodyRig rig = makeBody({.name = "T"}, random);
    AnimationClipBuilder builder("jump");
    builder.rotation(*rig.skeleton->findBone("leftUpperArm"))
        .setInterpolation(Interpolation::Step)
        .addKey(0., turned({0.f, 0.f, 1.f}, 0.f))
        .addKey(0.5, turned({0.f, 0.f, 1.f}, 1.f))
        .addKey(1., turned({0.f, 0.f, 1.f}, 0.f));
    const Retargeter retargeter(*rig.skeleton, *rig.skeleton, RetargetMap::ofHumanoids(*rig.skeleton, *rig.skeleton));
    const RetargetedClip baked = retargetClip(*builder.build(), *rig.skeleton, *rig.skeleton, retargeter);
    for (const auto& [seconds, angle] : {std::pair{0.499, 0.f}, std::pair{0.501, 1.f}, std::pair{0.999, 1.f}}) {
        poseBy(*baked.clip, seconds, *rig.skeleton);
        BOOST_TEST(near(glm::mat4_cast(rig.skeleton->findBone("leftUpperArm")->getRotationQuaternion()),
                        glm::mat4_cast(turned({0.f, 0.f, 1.f}, angle)), 1e-5),
                   seconds);
    }
}

// By hand: legs 0.6 times as long travel 0.6 times as far; the curve is unchanged.
BOOST_AUTO_TEST_CASE(root_motion_and_curves_are_carried_over)
{
    Random random(14022);
    const BodyRig source = makeBody({.name = "long"}, random);
    const BodyRig target = makeBody({.name = "short", .legs = 0.6f, .hasTurnedAxes = true}, random);
    const auto motion = travellingMotion(source, random);
    const Retargeter retargeter(*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.skeleton, *target.skeleton));
    const RetargetedClip baked = retargetClip(*motion, *source.skeleton, *target.skeleton, retargeter);
    const RootMotionOptions options{.extractRotation = false};
    const auto from = RootMotion::create(motion, *source.skeleton->findBone("hips"), options);
    const auto to = RootMotion::create(baked.clip, *target.skeleton->findBone("hips"), options);
    BOOST_TEST(from->getCycle().offset.z == 2., boost::test_tools::tolerance(1e-5));
    BOOST_TEST(to->getCycle().offset.z == 2. * retargeter.getScale(), boost::test_tools::tolerance(1e-4));
    BOOST_TEST(baked.clip->channels().back().target.name == "loudness");
}

// Two faces have the same name: the weights drive the face in the target's scene. Expected: weights halfway between the keys.
BOOST_AUTO_TEST_CASE(morph_weights_are_carried_over_to_the_face_of_the_target)
{
    Random random(14026);
    const BodyRig source = makeBody({.name = "long"}, random);
    const BodyRig target = makeBody({.name = "short", .legs = 0.6f}, random);
    const auto addFace = [](Scene& scene) -> MeshInstance& {
        Primitive triangle{.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {0.f, 1.f, 0.f}}, .morphTargets = {2, MorphTarget{}}};
        return scene.addMeshInstance({.name = "face", .primitives = {triangle}, .morphWeights = {0.f, 0.f}},
                                     scene.createTransformNode("face"));
    };
    Scene ofSource;
    Scene ofTarget;
    MeshInstance& sourceFace = addFace(ofSource);
    MeshInstance& face = addFace(ofTarget);
    AnimationClipBuilder builder("talk");
    builder.record(*source.skeleton, 0.);
    builder.weights(ChannelTarget::of(sourceFace.getNode()), 2).addKey(0., std::array{0.f, 1.f}).addKey(1., std::array{1.f, 0.5f});
    const Retargeter retargeter(*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.skeleton, *target.skeleton));
    const auto motion = builder.build();
    const RetargetedClip baked = retargetClip(*motion, *source.skeleton, *target.skeleton, retargeter);
    const RetargetedKeys byKeys = retargetKeys(*motion, *source.skeleton, *target.skeleton);
    for (const auto& clip : {baked.clip, byKeys.clip}) {
        ofTarget.createAnimationGroup(clip).goTo(0.5);
        BOOST_TEST(face.getMorphWeights()[0] == 0.5f);
        BOOST_TEST(face.getMorphWeights()[1] == 0.75f);
        BOOST_TEST(!clip->channels().back().target.identity.isSet());
    }
    BOOST_TEST(byKeys.removedChannels.empty());
    BOOST_TEST(sourceFace.getMorphWeights()[1] == 0.f);
}

// The shipped character travels by a node above its skeleton. Expected travel: from the clip's first to its last key.
BOOST_AUTO_TEST_CASE(a_motion_that_travels_above_the_skeleton_travels_in_the_hips)
{
    Random random(14025);
    const BodyRig source = shippedCharacter();
    const BodyRig target = makeBody({.name = "short", .height = 1.7f, .legs = 0.7f}, random);
    const AnimationClip& motion = source.scene->findAnimationGroup("run")->getClip();
    glm::dvec3 travel(0.);
    for (const AnimationChannel& channel : motion.channels()) {
        const std::size_t last = channel.values.size() / channel.components - 1;
        if (channel.path == ChannelPath::Translation && channel.target.name == source.skeleton->getHostNode()->getName()) {
            for (int axis = 0; axis < 3; ++axis) {
                const auto component = static_cast<std::size_t>(axis);
                travel[axis] = static_cast<double>(channel.values.at(last, component) - channel.values.at(0, component));
            }
        }
    }
    BOOST_TEST_REQUIRE(glm::length(travel) > 0.5);
    const Retargeter retargeter(*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.map, *target.map));
    const RetargetedClip baked = retargetClip(motion, *source.skeleton, *target.skeleton, retargeter);
    poseBy(*baked.clip, 0., *target.skeleton);
    const glm::vec3 first = target.skeleton->findBone("hips")->getPosition();
    poseBy(*baked.clip, baked.clip->getDuration(), *target.skeleton);
    BOOST_TEST(near(target.skeleton->findBone("hips")->getPosition() - first, glm::vec3(retargeter.getScale() * travel), 1e-3));
}

BOOST_AUTO_TEST_CASE(impossible_options_are_refused)
{
    Random random(14023);
    const BodyRig rig = makeBody({.name = "T"}, random);
    const BodyRig other = makeBody({.name = "other", .without = {"chest"}}, random);
    const auto motion = travellingMotion(rig, random);
    const Retargeter retargeter(*rig.skeleton, *rig.skeleton, RetargetMap::ofHumanoids(*rig.skeleton, *rig.skeleton));
    const auto bake = [&](Skeleton& target, const RetargetClipOptions& options) {
        static_cast<void>(retargetClip(*motion, *rig.skeleton, target, retargeter, options));
    };
    BOOST_CHECK_THROW(bake(*other.skeleton, {}), std::invalid_argument);
    BOOST_CHECK_THROW(bake(*rig.skeleton, {.maxError = {.point = 0.}}), std::invalid_argument);
    BOOST_CHECK_THROW(bake(*rig.skeleton, {.framesPerSecond = 0.}), std::invalid_argument);
    BOOST_CHECK_THROW(bake(*rig.skeleton, {.framesPerSecond = 1e9}), std::invalid_argument);
    BOOST_CHECK_THROW(bake(*rig.skeleton, {.feet = FootLockOptions{.plantSpeed = -1.}}), std::invalid_argument);
}

// By definition: after retargeting, limbs point in the source's directions, with no baking error.
BOOST_AUTO_TEST_CASE(quality_tells_directions_and_what_is_wrong_with_them)
{
    Random random(14024);
    const BodyRig source = makeBody({.name = "A", .shape = RestShape::A}, random);
    const BodyRig target = makeBody({.name = "I", .shape = RestShape::I, .height = 2.f, .hasTurnedAxes = true}, random);
    const Retargeter retargeter(*source.skeleton, *target.skeleton, RetargetMap::ofHumanoids(*source.skeleton, *target.skeleton));
    RetargetMeter meter(retargeter, *source.skeleton, *target.skeleton);
    retargeter.retarget(*source.skeleton, *target.skeleton);
    meter.add(*source.skeleton, *target.skeleton, 0.);
    BOOST_TEST(meter.getQuality().largestDirectionError.value() < 1e-4);
    BOOST_TEST(meter.getQuality().groundPenetration.value() < 1e-4);
    Bone& arm = *target.skeleton->findBone("leftUpperArm");
    const glm::vec3 line = glm::normalize(target.skeleton->findBone("leftLowerArm")->getPosition());
    const glm::vec3 across = glm::normalize(glm::cross(line, glm::vec3(0.3f, 0.5f, 0.7f)));
    arm.setRotationQuaternion(arm.getRotationQuaternion() * glm::angleAxis(0.3f, across));
    meter.reset();
    meter.add(*source.skeleton, *target.skeleton, 0.);
    const RetargetQuality quality = meter.getQuality();
    BOOST_TEST(quality.largestDirectionError.value() == 0.3, boost::test_tools::tolerance(1e-3));
    BOOST_TEST(quality.frameCount == 1U);
    for (const RetargetBoneQuality& bone : quality.bones) {
        if (bone.target == "leftUpperArm") {
            BOOST_TEST(bone.meanDirectionError == 0.3, boost::test_tools::tolerance(1e-3));
        }
    }
    Bone& hips = *target.skeleton->findBone("hips");
    hips.setPosition(hips.getPosition() - glm::vec3(0.f, 0.1f, 0.f));
    meter.add(*source.skeleton, *target.skeleton, 0.);
    BOOST_TEST(meter.getQuality().groundPenetration.value() == 0.1, boost::test_tools::tolerance(1e-3));
}

// Figures that were not measured are absent, not 0: nothing before the first frame, and no feet or hands for a tail.
BOOST_AUTO_TEST_CASE(quality_is_none_where_nothing_was_measured)
{
    TwoTails tails;
    RetargetMeter meter(tails.retargeter, tails.source, tails.target);
    BOOST_TEST(!meter.getQuality().meanDirectionError);
    BOOST_TEST(meter.getQuality().bones.empty());
    meter.add(tails.source, tails.target, 0.);
    const RetargetQuality quality = meter.getQuality();
    BOOST_TEST(quality.meanDirectionError.value() < 1e-6);
    for (const std::optional<double>& figure : {quality.meanFootSlide, quality.largestFootSlide, quality.sourceFootSlide,
                                                quality.groundPenetration, quality.meanHandError, quality.largestHandError}) {
        BOOST_TEST(!figure);
    }
    BOOST_TEST(toString(quality).find("feet slide none mm, at most none (source none); ground penetration none") != std::string::npos);
}

// By definition: a chain that bends like its source has no error, and a bone turned aside has an error of that angle.
BOOST_AUTO_TEST_CASE(quality_measures_chains)
{
    for (const int count : {3, 7}) {
        Skeleton source("source");
        Skeleton target("target");
        addTail(source, 3, 1.f);
        addTail(target, count, 1.f);
        RetargetMap map = RetargetMap::ofNames(source, target);
        map.addChain(source, "tail0", "tail2", target, "tail0", "tail" + std::to_string(count - 1));
        const Retargeter retargeter(source, target, map);
        RetargetMeter meter(retargeter, source, target);
        for (Bone* const bone : source.bones()) {
            bone->setRotationQuaternion(turned({1.f, 0.3f, 0.2f}, 0.3f));
        }
        retargeter.retarget(source, target);
        meter.add(source, target, 0.);
        BOOST_TEST(meter.getQuality().bones.size() == static_cast<std::size_t>(count));
        BOOST_TEST(meter.getQuality().largestDirectionError.value() < 1e-5, toString(meter));
        Bone& last = *target.bones().back();
        last.setRotationQuaternion(last.getRotationQuaternion() * turned({1.f, 0.f, 0.f}, 0.2f));
        meter.add(source, target, 0.);
        BOOST_TEST(meter.getQuality().bones.back().target == last.getName());
        BOOST_TEST(meter.getQuality().bones.back().largestDirectionError == 0.2, boost::test_tools::tolerance(1e-3));
    }
}

BOOST_AUTO_TEST_SUITE_END()
