#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/animation/clip_edits.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <animation/random_clips.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

glm::vec3 reflected(const glm::vec3& v)
{
    return {-v.x, v.y, v.z};
}

/// A body with two arms of three bones each. Rest positions are mirror images, but the bones' axes are not: each bone is turned at random.
struct TwoArms {
    explicit TwoArms(std::uint64_t seed) : random(seed), skeleton(scene.createSkeleton("two arms"))
    {
        add("hips", nullptr, {0, 1, 0.2f});
        add("spine", skeleton.findBone("hips"), {0, 2, -0.3f});
        const std::array<std::string, 3> parts{"Arm", "ForeArm", "Hand"};
        Bone* left = skeleton.findBone("spine");
        Bone* right = left;
        for (const std::string& part : parts) {
            const glm::vec3 place = random.vector(-3, 3);
            left = &add("rig:Left" + part, left, place);
            right = &add("rig:Right" + part, right, reflected(place));
        }
    }

    [[nodiscard]] MirrorMap sides() const { return mirrorMapByName(skeleton); }

    Bone& add(const std::string& name, Bone* parent, const glm::vec3& place)
    {
        const glm::mat4 absolute = toMat4({place, random.rotation(), {1, 1, 1}});
        const glm::mat4 local = parent != nullptr ? glm::inverse(parent->getAbsoluteMatrix()) * absolute : absolute;
        return skeleton.createBone(name, {.parent = parent, .bind = local});
    }

    /// A clip with random motion of every bone, in one interpolation.
    std::shared_ptr<const AnimationClip> motion(Interpolation interpolation)
    {
        AnimationClipBuilder builder("motion");
        for (Bone* const bone : skeleton.bones()) {
            builder.translation(*bone).setInterpolation(interpolation);
            builder.rotation(*bone).setInterpolation(interpolation);
            for (int key = 0; key < 4; ++key) {
                builder.translation(*bone).addKey(key, random.vector(-1, 1));
                builder.rotation(*bone).addKey(key, random.rotation());
            }
        }
        return builder.build();
    }

    void show(const std::shared_ptr<const AnimationClip>& clip, double seconds)
    {
        skeleton.returnToRest();
        AnimationGroup& group = scene.createAnimationGroup(clip);
        BOOST_TEST(group.unboundChannelCount() == 0u);
        group.goTo(seconds);
        scene.removeAnimationGroup(group);
    }
    Pose poseAt(const std::shared_ptr<const AnimationClip>& clip, double seconds)
    {
        show(clip, seconds);
        return capturePose(skeleton);
    }
    std::vector<glm::vec3> placesAt(const std::shared_ptr<const AnimationClip>& clip, double seconds)
    {
        show(clip, seconds);
        std::vector<glm::vec3> places;
        for (Bone* const bone : skeleton.bones()) {
            places.emplace_back(bone->getAbsoluteMatrix()[3]);
        }
        return places;
    }

    Scene scene;
    Random random;
    Skeleton& skeleton;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(mirror_clip)

// The definition of a mirror image: each bone's origin is the reflection of its counterpart's origin, at keys and between them.
BOOST_AUTO_TEST_CASE(the_pose_is_the_mirror_image_whatever_the_axes_of_bones)
{
    for (const Interpolation interpolation : everyInterpolation) {
        TwoArms rig(1320);
        const auto clip = rig.motion(interpolation);
        const auto mirrored = mirrorClip(*clip, rig.skeleton, rig.sides());
        for (const double seconds : {0., 0.3, 1., 1.71, 2.5}) {
            const auto before = rig.placesAt(clip, seconds);
            const Pose reflectedPose = mirrorPose(rig.skeleton, rig.poseAt(clip, seconds), rig.sides());
            const auto after = rig.placesAt(mirrored, seconds);
            const Pose pose = rig.poseAt(mirrored, seconds);
            for (std::size_t bone = 0; bone < before.size(); ++bone) {
                BOOST_TEST(near(after[bone], reflected(before[rig.sides()[bone]]), 1e-5));
                BOOST_TEST(nearRotation(pose.bones[bone].rotation, reflectedPose.bones[bone].rotation, 1e-5));
            }
        }
    }
}

// By hand: the arms lie along x, and their own axes are the skeleton's. A turn of 90 degrees about z lifts the left arm; the mirrored clip
// lifts the right arm, by -90 degrees about z, and leaves the left one alone.
BOOST_AUTO_TEST_CASE(a_lifted_left_arm_becomes_a_lifted_right_arm)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("character");
    Bone& left = skeleton.createBone("armLeft", {.bind = toMat4({{1, 0, 0}, {1, 0, 0, 0}, {1, 1, 1}})});
    Bone& right = skeleton.createBone("armRight", {.bind = toMat4({{-1, 0, 0}, {1, 0, 0, 0}, {1, 1, 1}})});
    AnimationClipBuilder builder("lift");
    builder.rotation(left).addKey(0, turned({0, 0, 1}, glm::half_pi<float>()));
    builder.scale(left).addKey(0, glm::vec3(1, 2, 3));
    builder.curve("leftHandClosed").addKey(0, 1.f);
    const auto mirrored = mirrorClip(*builder.build(), skeleton, mirrorMapByName(skeleton));
    BOOST_TEST(mirrored->channels()[2].target.name == "rightHandClosed");
    scene.createAnimationGroup(mirrored).goTo(0);
    BOOST_TEST(nearRotation(right.getRotationQuaternion(), turned({0, 0, 1}, -glm::half_pi<float>()), 1e-6));
    BOOST_TEST(right.getScaling() == glm::vec3(1, 2, 3));
    BOOST_TEST(left.getRotationQuaternion() == glm::quat(1, 0, 0, 0));
}

BOOST_AUTO_TEST_CASE(curves_change_sides_where_a_side_is_a_word)
{
    TwoArms rig(1325);
    for (const auto& [name, other] : std::vector<std::pair<std::string, std::string>>{{"leftHandClosed", "rightHandClosed"},
                                                                                      {"hand_right", "hand_left"},
                                                                                      {"handR", "handL"},
                                                                                      {"brightness", "brightness"},
                                                                                      {"leftover", "leftover"},
                                                                                      {"LeftToRight", "LeftToRight"}}) {
        AnimationClipBuilder builder;
        builder.curve(name).addKey(0, 1.f);
        BOOST_TEST(mirrorClip(*builder.build(), rig.skeleton, rig.sides())->channels()[0].target.name == other);
    }
}

BOOST_AUTO_TEST_CASE(bones_that_follow_one_node_are_mirrored_once)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("character");
    TransformNode& node = scene.createTransformNode("hips");
    skeleton.createBone("hips").linkTransformNode(&node);
    skeleton.createBone("hips twist").linkTransformNode(&node);
    AnimationClipBuilder builder;
    builder.rotation(node).addKey(0, turned({0, 0, 1}, 0.5f));
    const auto mirrored = mirrorClip(*builder.build(), skeleton, mirrorMapByName(skeleton));
    BOOST_TEST_REQUIRE(mirrored->channels().size() == 1u);
    BOOST_TEST(nearNumbers(sampled(*mirrored, 0, 0), std::vector<double>{0, 0, std::sin(-0.25), std::cos(0.25)}, 1e-6));
}

// Two bones take the motion of one: the map is what mirrorMapByName() returns for repeated names.
BOOST_AUTO_TEST_CASE(one_motion_may_go_to_two_bones)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("character");
    for (const char* name : {"arm_L", "arm_L", "arm_R"}) {
        skeleton.createBone(name);
    }
    AnimationClipBuilder builder;
    for (Bone* const bone : skeleton.bones()) {
        builder.rotation(*bone).addKey(0, turned({0, 0, 1}, 0.1f * static_cast<float>(*bone->getIndex() + 1)));
    }
    const auto mirrored = mirrorClip(*builder.build(), skeleton, {2, 2, 0});
    BOOST_TEST_REQUIRE(mirrored->channels().size() == 3u);
    for (const auto& [channel, angle] : {std::pair{0u, -0.15}, std::pair{1u, -0.15}, std::pair{2u, -0.05}}) {
        BOOST_TEST(nearNumbers(sampled(*mirrored, channel, 0), std::vector<double>{0, 0, std::sin(angle), std::cos(angle)}, 1e-6));
    }
}

BOOST_AUTO_TEST_CASE(a_map_that_does_not_fit_is_refused)
{
    TwoArms rig(1323);
    const auto clip = rig.motion(Interpolation::Linear);
    BOOST_CHECK_EXCEPTION((void)mirrorClip(*clip, rig.skeleton, {0, 1}), std::invalid_argument, says("8 bones, but a mirror map of 2"));
    BOOST_CHECK_EXCEPTION((void)mirrorClip(*clip, rig.skeleton, {0, 1, 2, 3, 4, 5, 6, 8}), std::invalid_argument,
                          says("with a bone beyond them"));
}

BOOST_AUTO_TEST_CASE(mirroring_twice_gives_the_clip)
{
    for (const Interpolation interpolation : everyInterpolation) {
        TwoArms rig(1321);
        const auto clip = rig.motion(interpolation);
        const auto twice = mirrorClip(*mirrorClip(*clip, rig.skeleton, rig.sides()), rig.skeleton, rig.sides());
        for (const double seconds : {0., 0.4, 2.2}) {
            const auto before = rig.placesAt(clip, seconds);
            const auto after = rig.placesAt(twice, seconds);
            for (std::size_t bone = 0; bone < before.size(); ++bone) {
                BOOST_TEST(near(after[bone], before[bone], 1e-5));
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
