#include <animation/mixer_scene.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(animation_mixer)

// Two characters play one clip, each at its own time.
BOOST_AUTO_TEST_CASE(a_clone_plays_the_clip_of_its_original)
{
    MixerRig rig;
    Skeleton& clone = rig.scene.addSkeleton(rig.skeleton.clone());
    const auto walk =
        ClipBuilder("walk").bone(0, 2).channel(ChannelPath::Translation, Interpolation::Linear, {0, 2}, {0, 0, 0, 2, 0, 0}).create();
    AnimationLayer& first = rig.mixer.addLayer(walk);
    AnimationLayer& second = rig.mixer.addLayer(walk, {.weight = 0.5f, .skeleton = &clone});
    BOOST_TEST(second.unboundChannelCount() == 0u);
    first.play();
    second.play({.speedRatio = 0.5});
    rig.scene.animate(1.);
    BOOST_TEST(near(rig.position(2), glm::vec3(1, 0, 0), 0.));
    BOOST_TEST(near(clone.bones()[2]->getPosition(), glm::vec3(0.25f, 0.5f, 0), 1e-6));  // half of it is the clone's rest
    second.setMask(*rig.bones[2], 0);                                                    // no effect: this is the original's bone
    rig.scene.animate(0.);
    BOOST_TEST(clone.bones()[2]->getPosition().x == 0.25f);
    second.setMask(*clone.bones()[2], 0);
    rig.scene.animate(0.);
    BOOST_TEST(near(clone.bones()[2]->getPosition(), glm::vec3(0, 1, 0), 0.));
    rig.scene.removeSkeleton(clone);
    rig.scene.animate(0.5);
    BOOST_TEST(second.unboundChannelCount() == 1u);
    BOOST_TEST(near(rig.position(2), glm::vec3(1.5f, 0, 0), 0.));
}

// The bones of another skeleton have other rest and bind poses and are matched by name. Each frame shows the clip's own numbers, at times
// on keys and between them, and the skeleton's bind and rest data stay unchanged.
BOOST_AUTO_TEST_CASE(a_clip_on_another_skeleton_keeps_its_axes_and_is_exact_to_the_frame)
{
    MixerRig rig;
    Skeleton& other = rig.scene.createSkeleton("other");
    std::vector<glm::mat4> kept;
    for (const Bone* bone : rig.bones) {
        const glm::mat4 bind = glm::rotate(glm::translate(glm::mat4(1.f), {0.3f, 1.f, -0.2f}), 1.1f, {0.6f, 0.f, 0.8f});
        Bone& twin = other.createBone(bone->getName(), {.bind = bind});
        kept.insert(kept.end(), {twin.getBindMatrix(), twin.getRestMatrix(), twin.getAbsoluteInverseBindMatrix()});
    }
    ClipBuilder builder("walk");
    builder.bone(0, 2).channel(ChannelPath::Rotation, Interpolation::Linear, {0, 0.3f, 1.7f},
                               {0, 0, 0, 1, 0.6f, 0, 0, 0.8f, 0, 0.28f, 0, 0.96f});
    builder.description().channels[0].target = ChannelTarget::of(*rig.bones[2]);
    const auto clip = builder.create();
    AnimationLayer& layer = rig.mixer.addLayer(clip, {.skeleton = &other});
    layer.play();
    for (const double time : {0., 1. / 30., 0.3, 0.7, 1.7}) {
        layer.goTo(time);
        rig.mixer.apply();
        const auto value = sampled(*clip, 0, time);
        BOOST_TEST(near(other.bones()[2]->getRotationQuaternion(), glm::dquat(value[3], value[0], value[1], value[2]), 2e-7));
    }
    std::vector<glm::mat4> now;
    for (const Bone* bone : other.bones()) {
        now.insert(now.end(), {bone->getBindMatrix(), bone->getRestMatrix(), bone->getAbsoluteInverseBindMatrix()});
    }
    BOOST_TEST((now == kept));
}

// An imported clip moves nodes, and the clone of a linked skeleton is linked to none.
BOOST_AUTO_TEST_CASE(a_clone_plays_a_clip_of_nodes_that_drive_its_original)
{
    MixerRig rig;
    for (Bone* bone : rig.bones) {
        bone->linkTransformNode(&rig.scene.createTransformNode(bone->getName()));
    }
    rig.scene.createTransformNode("camera");  // drives no bone
    Skeleton& clone = rig.scene.addSkeleton(rig.skeleton.clone());
    AnimationLayer& layer = rig.mixer.addLayer(movingClip("walk", 1, {1, 3, 5}), {.skeleton = &clone});
    BOOST_TEST(layer.unboundChannelCount() == 1u);
    layer.play();
    rig.scene.animate(0.5);
    BOOST_TEST(near(clone.bones()[1]->getPosition(), glm::vec3(1.5f, 0, 0), 0.));
    BOOST_TEST(near(clone.bones()[3]->getPosition(), glm::vec3(3.5f, 0, 0), 0.));
    BOOST_TEST(near(rig.position(1), glm::vec3(0), 0.));
    BOOST_TEST(near(rig.scene.nodes()[5]->getPosition(), glm::vec3(0), 0.));
}

// A second skeleton for the same rig has its own node: the clip moves that node.
BOOST_AUTO_TEST_CASE(another_linked_skeleton_plays_through_its_own_nodes)
{
    MixerRig rig;
    Skeleton& other = rig.scene.createSkeleton("other");
    TransformNode& node = rig.scene.createTransformNode("node");
    other.createBone("hips");
    other.createBone("spine", {.parent = other.bones()[0]}).linkTransformNode(&node);
    AnimationLayer& spine = rig.mixer.addLayer(poseClip("spine", 1, at(4, 0, 0)), {.skeleton = &other});
    AnimationLayer& arm = rig.mixer.addLayer(poseClip("arm", 2, at(4, 0, 0)), {.skeleton = &other, .mayMoveNothing = true});
    spine.play();
    rig.scene.animate(0.);
    BOOST_TEST(near(node.getPosition(), glm::vec3(4, 0, 0), 0.));
    BOOST_TEST(near(other.bones()[1]->getPosition(), glm::vec3(4, 0, 0), 0.));
    BOOST_TEST(spine.unboundChannelCount() == 0u);
    BOOST_TEST(arm.unboundChannelCount() == 3u);  // the other skeleton has no third bone
    Skeleton outside("outside");
    BOOST_CHECK_EXCEPTION(rig.mixer.addLayer(poseClip("spine", 1, {}), {.skeleton = &outside}), std::invalid_argument,
                          says("the skeleton \"outside\" does not belong to the scene"));
}

BOOST_AUTO_TEST_SUITE_END()
