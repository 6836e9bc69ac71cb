#include <animation/mixer_scene.hpp>
#include <animation/two_copies.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

// Checks that a copy shows the pose of makeRunner()'s linear clip after this fraction of its one second.
void requirePose(const SceneInstance& copy, float share)
{
    const glm::vec3 pose(TwoRunners::rootOf(copy), TwoRunners::hipsOf(copy), TwoRunners::spineOf(copy));
    BOOST_TEST(near(pose, share * glm::vec3(2.f, 1.f, 1.f), 2e-5));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(layers_of_groups)

BOOST_AUTO_TEST_CASE(a_layer_of_a_group_moves_what_the_group_moves_though_all_names_are_there_twice)
{
    TwoRunners stage;
    AnimationLayer& one = stage.world.createAnimationMixer().addLayer(*stage.first.findAnimationGroup("run"));
    AnimationLayer& other = stage.world.createAnimationMixer().addLayer(*stage.second.findAnimationGroup("run"));
    BOOST_TEST(one.unboundChannelCount() == 0u);
    BOOST_TEST(other.unboundChannelCount() == 0u);
    BOOST_TEST(one.getWarnings().empty());
    one.play();
    other.play({.from = 0.25});
    stage.world.animate(0.5);
    requirePose(stage.first, 0.5f);
    requirePose(stage.second, 0.75f);
}

BOOST_AUTO_TEST_CASE(with_the_skeleton_of_the_group_nodes_that_drive_no_bone_move_too)
{
    TwoRunners stage;
    for (const SceneInstance* copy : {&stage.first, &stage.second}) {
        AnimationLayer& layer =
            stage.world.createAnimationMixer().addLayer(*copy->findAnimationGroup("run"), {.skeleton = copy->getSkeletons()[0]});
        BOOST_TEST(layer.unboundChannelCount() == 0u);
        layer.play();
    }
    stage.world.animate(0.5);
    requirePose(stage.first, 0.5f);
    requirePose(stage.second, 0.5f);
}

// Tested with the first copy's group, and with the clip alone, which refers to neither copy.
BOOST_AUTO_TEST_CASE(with_the_skeleton_of_another_copy_its_nodes_move_and_no_others)
{
    for (const bool byClip : {false, true}) {
        TwoRunners stage;
        const AnimationGroup& group = *stage.first.findAnimationGroup("run");
        const LayerOptions onSecond{.skeleton = stage.second.getSkeletons()[0]};
        AnimationMixer& mixer = stage.world.createAnimationMixer();
        AnimationLayer& layer = byClip ? mixer.addLayer(group.shareClip(), onSecond) : mixer.addLayer(group, onSecond);
        BOOST_TEST(layer.unboundChannelCount() == 0u);
        layer.play();
        stage.world.animate(0.5);
        requirePose(stage.first, 0.f);
        requirePose(stage.second, 0.5f);
    }
}

BOOST_AUTO_TEST_CASE(sockets_and_faces_are_found_around_a_skeleton)
{
    Scene model;
    TransformNode& armature = model.createTransformNode("armature");
    Skeleton& skeleton = model.createSkeleton("rig");
    Bone& hand = skeleton.createBone("hand");
    skeleton.setHostNode(&armature);
    TransformNode& sword = model.createTransformNode("sword", &hand);
    TransformNode& stranger = model.createTransformNode("stranger");
    AnimationClipBuilder clip("swing");
    clip.translation(hand).addKey(0., glm::vec3(1.f, 0.f, 0.f));
    clip.translation(sword).addKey(0., glm::vec3(0.f, 1.f, 0.f));
    clip.translation(armature).addKey(0., glm::vec3(0.f, 0.f, 1.f));
    clip.translation(stranger).addKey(0., glm::vec3(5.f));
    model.createAnimationGroup(clip.build());

    Scene world;
    const SceneInstance first = world.instantiate(model);
    const SceneInstance second = world.instantiate(model);
    AnimationLayer& layer = world.createAnimationMixer().addLayer(*first.getAnimationGroups()[0], {.skeleton = second.getSkeletons()[0]});
    const std::vector<UnboundChannel> expected{{3, "stranger", UnboundReason::NotThere}};  // not attached to a skeleton
    BOOST_TEST((layer.getUnboundChannels() == expected));
    layer.play();
    world.animate(0.);
    BOOST_TEST(near(second.getNodes()[0]->getPosition(), glm::vec3(0.f, 0.f, 1.f), 0.));
    BOOST_TEST(near(second.getNodes()[1]->getPosition(), glm::vec3(0.f, 1.f, 0.f), 0.));
    BOOST_TEST(near(second.getSkeletons()[0]->bones()[0]->getPosition(), glm::vec3(1.f, 0.f, 0.f), 0.));
    for (const TransformNode* node : first.getNodes()) {
        BOOST_TEST(near(node->getPosition(), glm::vec3(0.f), 0.));
    }
}

BOOST_AUTO_TEST_CASE(the_clip_of_a_group_of_another_scene_is_looked_up_by_name)
{
    const auto model = makeRunner();
    Scene world;
    const SceneInstance copy = world.instantiate(*model);
    world.createAnimationMixer().addLayer(*model->animationGroups()[0]).play();
    world.animate(0.5);
    requirePose(copy, 0.5f);
}

BOOST_AUTO_TEST_SUITE_END()
