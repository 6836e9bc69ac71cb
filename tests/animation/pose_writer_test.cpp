#include <cstddef>
#include <memory>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <skeleton/rigs.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/same_bits.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::size_t posedBones = 40;

/// A skeleton of random bones, and a clip of translations and scales for the first `animated` of them. Steps hold their values, so the
/// expected numbers are those of the clip.
struct Stage {
    Stage(Random& random, std::size_t animated)
    {
        addRandomBones(skeleton, static_cast<int>(posedBones), random);
        for (Bone* bone : skeleton.bones()) {
            bone->setTransform(randomPose(random));  // parts instead of the matrices of the binds
        }
        ClipDescription description{.name = "steps", .timeTracks = {{0.f, 1.f}}};
        for (std::size_t bone = 0; bone < animated; ++bone) {
            for (const ChannelPath path : {ChannelPath::Translation, ChannelPath::Scale}) {
                ChannelDescription channel{.target = ChannelTarget::of(*skeleton.bones()[bone])};
                channel.path = path;
                channel.interpolation = Interpolation::Step;
                for (int number = 0; number < 6; ++number) {
                    channel.values.push_back(random.real(0.5f, 2.f));
                }
                description.channels.push_back(channel);
            }
        }
        clip = AnimationClip::create(description);
        for (const Bone* bone : skeleton.bones()) {
            before.push_back(bone->getTransform());
        }
    }

    /// Whether each animated bone has the clip's values of its key `key`, each other bone what it had, and the final matrices follow.
    [[nodiscard]] bool shows(std::size_t key, std::size_t animated) const
    {
        std::vector<Transform> transforms = before;
        for (std::size_t bone = 0; bone < animated; ++bone) {
            const auto at = [&](std::size_t channel, std::size_t i) { return clip->channels()[2 * bone + channel].values.at(key, i); };
            transforms[bone].translation = {at(0, 0), at(0, 1), at(0, 2)};
            transforms[bone].scale = {at(1, 0), at(1, 1), at(1, 2)};
        }
        const std::unique_ptr<Skeleton> other = skeleton.clone();
        for (std::size_t bone = 0; bone < posedBones; ++bone) {
            if (skeleton.bones()[bone]->getTransform() != transforms[bone]) {
                return false;
            }
            other->bones()[bone]->setTransform(transforms[bone]);
        }
        return sameBits(skeleton.getFinalMatrices(), other->getFinalMatrices());
    }

    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("rig");
    std::shared_ptr<const AnimationClip> clip;
    std::vector<Transform> before;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(pose_writer)

BOOST_AUTO_TEST_CASE(bones_get_the_values_of_the_clip_and_their_matrices_follow)
{
    Random random(811);
    for (const std::size_t animated : {posedBones, posedBones - 7, std::size_t{2}}) {
        Stage stage(random, animated);
        AnimationGroup& group = stage.scene.createAnimationGroup(stage.clip);
        group.goTo(0.5);
        BOOST_TEST(stage.shows(0, animated));
        group.goTo(1.);
        BOOST_TEST(stage.shows(1, animated));
    }
}

BOOST_AUTO_TEST_CASE(a_bone_that_is_set_as_a_matrix_gets_the_same_values)
{
    Random random(812);
    Stage stage(random, posedBones);
    AnimationGroup& group = stage.scene.createAnimationGroup(stage.clip);
    group.goTo(0.5);
    stage.skeleton.bones()[5]->setLocalMatrix(stage.skeleton.bones()[5]->getLocalMatrix());
    group.goTo(1.);
    for (std::size_t bone = 0; bone < posedBones; ++bone) {
        if (bone != 5) {  // its rotation is split from the matrix
            BOOST_TEST((stage.skeleton.bones()[bone]->getTransform().translation.x == stage.clip->channels()[2 * bone].values.at(1, 0)));
        }
    }
    BOOST_TEST(stage.skeleton.bones()[5]->getTransform().translation.x == stage.clip->channels()[10].values.at(1, 0));
}

BOOST_AUTO_TEST_CASE(removed_bones_are_left_out_and_the_others_go_on)
{
    Random random(813);
    Stage stage(random, posedBones);
    AnimationGroup& group = stage.scene.createAnimationGroup(stage.clip);
    group.goTo(0.5);
    Bone* const last = stage.skeleton.bones()[posedBones - 1];
    stage.skeleton.removeBone(*last);
    group.goTo(1.);
    for (std::size_t bone = 0; bone + 1 < posedBones; ++bone) {
        BOOST_TEST(stage.skeleton.bones()[bone]->getTransform().translation.y == stage.clip->channels()[2 * bone].values.at(1, 1));
    }
}

BOOST_AUTO_TEST_SUITE_END()
