#include <algorithm>
#include <limits>

#include <animation/mixer_scene.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;
using boost::test_tools::tolerance;

namespace {

/// A clip that holds one random pose for each of the rig's bones.
std::shared_ptr<const AnimationClip> clipToMix(Random& random, std::size_t bones)
{
    ClipBuilder builder("random");
    for (std::size_t bone = 0; bone < bones; ++bone) {
        const glm::vec3 t = random.vector(-1, 1);
        const glm::quat r = random.rotation();
        const glm::vec3 s = random.vector(0.5f, 2);
        builder.bone(0, bone)
            .channel(ChannelPath::Translation, Interpolation::Step, {0}, {t.x, t.y, t.z})
            .channel(ChannelPath::Rotation, Interpolation::Step, {0}, {r.x, r.y, r.z, r.w})
            .channel(ChannelPath::Scale, Interpolation::Step, {0}, {s.x, s.y, s.z});
    }
    return builder.create();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_mixer)

BOOST_AUTO_TEST_CASE(a_mixer_without_active_layers_writes_nothing)
{
    MixerRig rig;
    rig.bones[1]->setPosition({9, 9, 9});
    rig.scene.animate(1.);
    AnimationLayer& layer = rig.mixer.addLayer(poseClip("pose", 1, at(4, 0, 0)));
    rig.scene.animate(1.);
    BOOST_TEST(near(rig.position(1), glm::vec3(9, 9, 9), 0.));
    BOOST_TEST(!layer.isActive());
    BOOST_TEST(!layer.isPlaying());
    BOOST_TEST(layer.getWeight() == 1.f);
    BOOST_TEST(layer.unboundChannelCount() == 0u);
}

// A single layer writes the same values as a group, except that its rotations are normalised.
BOOST_AUTO_TEST_CASE(one_layer_shows_its_clip)
{
    Random random(601);
    MixerRig rig;
    MixerRig played;
    const auto clip = clipToMix(random, 5);
    rig.mixer.addLayer(clip).play();
    played.scene.createAnimationGroup(clip).play();
    rig.scene.animate(0.1);
    played.scene.animate(0.1);
    for (std::size_t bone = 0; bone < 5; ++bone) {
        const Transform actual = rig.bones[bone]->getTransform();
        const Transform expected = played.bones[bone]->getTransform();
        BOOST_TEST((actual.translation == expected.translation));
        BOOST_TEST((actual.scale == expected.scale));
        BOOST_TEST(nearRotation(actual.rotation, expected.rotation, 2e-7));
    }
}

BOOST_AUTO_TEST_CASE(layers_play_each_at_its_own_time)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    AnimationMixer& mixer = scene.createAnimationMixer();
    AnimationLayer& slow = mixer.addLayer(movingClip("slow", 1), {.weight = 0.5f});
    AnimationLayer& fast = mixer.addLayer(movingClip("fast", 10), {.weight = 0.5f});
    slow.play();
    fast.play({.speedRatio = 0.5});
    scene.animate(1.);
    BOOST_TEST(slow.getCurrentTime() == 1.);
    BOOST_TEST(fast.getCurrentTime() == 0.5);
    BOOST_TEST(node.getPosition().x == (1.f + 5.f) / 2, tolerance(1e-6f));
    fast.pause();
    scene.animate(0.5);
    BOOST_TEST(node.getPosition().x == (1.5f + 5.f) / 2, tolerance(1e-6f));
    fast.goTo(1.);
    scene.animate(0.);
    BOOST_TEST(node.getPosition().x == (1.5f + 10.f) / 2, tolerance(1e-6f));
    BOOST_TEST(mixer.findLayer("fast") == &fast);
    BOOST_TEST(mixer.findLayer("none") == nullptr);
    BOOST_TEST(mixer.layers().size() == 2u);
}

// By hand: the rest position is (0 1 0). Weights of 0.25 and 0.5 leave a quarter to the rest; 1 and 3 normalise to a quarter and three
// quarters.
BOOST_AUTO_TEST_CASE(weights_are_shares_and_the_rest_pose_has_what_is_left)
{
    MixerRig rig;
    AnimationLayer& a = rig.mixer.addLayer(poseClip("a", 1, at(4, 0, 0)), {.weight = 0.25f});
    AnimationLayer& b = rig.mixer.addLayer(poseClip("b", 1, at(0, 0, 8)), {.weight = 0.5f});
    a.play();
    b.play();
    rig.scene.animate(0.);
    BOOST_TEST(near(rig.position(1), glm::vec3(1, 0.25f, 4), 1e-6));
    a.setWeight(1);
    b.setWeight(3);
    rig.scene.animate(0.);
    BOOST_TEST(near(rig.position(1), glm::vec3(1, 0, 6), 1e-6));
    a.setWeight(0);
    b.setWeight(0);
    rig.scene.animate(0.);
    BOOST_TEST(near(rig.position(1), glm::vec3(0, 1, 0), 0.));
}

BOOST_AUTO_TEST_CASE(the_order_of_layers_does_not_matter)
{
    Random random(602);
    std::vector<std::pair<std::shared_ptr<const AnimationClip>, float>> parts;
    parts.reserve(4);
    for (int i = 0; i < 4; ++i) {
        parts.emplace_back(clipToMix(random, 5), random.real(0.1f, 0.4f));
    }
    std::vector<Transform> first;
    for (int round = 0; round < 12; ++round) {
        MixerRig rig;
        for (const auto& [clip, weight] : parts) {
            rig.mixer.addLayer(clip, {.weight = weight}).play();
        }
        rig.scene.animate(0.);
        for (std::size_t bone = 0; bone < 5; ++bone) {
            const Transform pose = rig.bones[bone]->getTransform();
            if (round == 0) {
                first.push_back(pose);
            }
            BOOST_TEST(near(pose.translation, first[bone].translation, 1e-6));
            BOOST_TEST(nearRotation(pose.rotation, first[bone].rotation, 1e-6));
            BOOST_TEST(near(pose.scale, first[bone].scale, 1e-6));
        }
        std::ranges::shuffle(parts, random.engine());
    }
}

// A clip with only rotations does not affect translations, whatever its weight.
BOOST_AUTO_TEST_CASE(a_layer_counts_only_for_the_parts_that_its_clip_animates)
{
    MixerRig rig;
    const auto turn = ClipBuilder("turn").bone(0, 1).channel(ChannelPath::Rotation, Interpolation::Step, {0}, {0, 1, 0, 0}).create();
    rig.mixer.addLayer(poseClip("pose", 1, at(4, 0, 0))).play();
    rig.mixer.addLayer(turn, {.weight = 3}).play();
    rig.bones[2]->setPosition({7, 7, 7});
    rig.scene.animate(0.);
    BOOST_TEST(near(rig.position(1), glm::vec3(4, 0, 0), 0.));
    BOOST_TEST(near(rig.position(2), glm::vec3(7, 7, 7), 0.));  // no clip animates it: never written
    rig.bones[1]->setScaling({2, 2, 2});
    rig.mixer.layers()[0]->stop();
    rig.scene.animate(0.);
    BOOST_TEST(near(rig.position(1), glm::vec3(0, 1, 0), 0.));  // only a stopped layer animates it: at rest
    BOOST_TEST(nearRotation(rig.bones[1]->getRotationQuaternion(), glm::quat(0.f, 0.f, 1.f, 0.f), 1e-7));
}

BOOST_AUTO_TEST_CASE(a_clip_at_its_end_holds_until_it_is_stopped)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    AnimationMixer& mixer = scene.createAnimationMixer();
    AnimationLayer& layer = mixer.addLayer(movingClip("move", 1));
    layer.play({.loop = false});
    scene.animate(3.);
    BOOST_TEST(!layer.isPlaying());
    BOOST_TEST(layer.isActive());
    node.setPosition({9, 9, 9});
    scene.animate(1.);
    BOOST_TEST(near(node.getPosition(), glm::vec3(2, 0, 0), 0.));
    layer.stop();
    node.setPosition({9, 9, 9});
    scene.animate(1.);
    BOOST_TEST(near(node.getPosition(), glm::vec3(9, 9, 9), 0.));
}

BOOST_AUTO_TEST_CASE(a_mask_limits_a_layer_to_some_bones)
{
    MixerRig rig;
    ClipBuilder builder("all");
    for (std::size_t bone = 0; bone < 5; ++bone) {
        builder.bone(0, bone).channel(ChannelPath::Translation, Interpolation::Step, {0}, {8, 0, 0});
    }
    AnimationLayer& layer = rig.mixer.addLayer(builder.create());
    layer.play();
    layer.setMask(0);
    layer.setSubtreeMask(*rig.bones[1], 1);  // spine, arm, hand
    layer.setMask(*rig.bones[3], 0.25f);     // hand
    rig.scene.animate(0.);
    const float expected[] = {0, 8, 8, 2, 0};  // x; the rest position has 0
    for (std::size_t bone = 0; bone < 5; ++bone) {
        BOOST_TEST(rig.position(bone).x == expected[bone], tolerance(1e-6f));
        BOOST_TEST(layer.getMask(*rig.bones[bone]) == expected[bone] / 8);
    }
    AnimationLayer& other = rig.mixer.addLayer(poseClip("leg", 4, at(5, 0, 0)));  // masks survive changes of the mixer
    other.play();
    rig.scene.animate(0.);
    BOOST_TEST(rig.position(3).x == 2.f, tolerance(1e-6f));
    BOOST_TEST(rig.position(4).x == 5.f, tolerance(1e-6f));
    layer.setMask(1);
    rig.scene.animate(0.);
    BOOST_TEST(rig.position(0).x == 8.f, tolerance(1e-6f));
    BOOST_TEST(rig.position(4).x == 6.5f, tolerance(1e-6f));
}

// As in glTF: the clip moves nodes, and the bones are linked to them.
BOOST_AUTO_TEST_CASE(masks_and_rest_of_linked_bones_are_those_of_the_nodes_that_drive_them)
{
    MixerRig rig;
    for (Bone* bone : rig.bones) {
        bone->linkTransformNode(&rig.scene.createTransformNode(bone->getName(), nullptr, at(50, 0, 0)));
    }
    AnimationLayer& layer = rig.mixer.addLayer(movingClip("nodes", 1, {0, 1, 2, 3, 4}), {.weight = 0.5f});
    layer.play();
    layer.setMask(0);
    layer.setSubtreeMask(*rig.bones[2], 1);  // arm, hand
    rig.scene.animate(0.);
    // The nodes were elsewhere when the layer was added, but the bones rest at (0 1 0). The rest counts half, or fully where the mask is 0.
    const glm::vec3 expected[] = {{0, 1, 0}, {0, 1, 0}, {1, 0.5f, 0}, {1.5f, 0.5f, 0}, {0, 1, 0}};
    for (std::size_t bone = 0; bone < 5; ++bone) {
        BOOST_TEST(near(rig.position(bone), expected[bone], 1e-6));
    }
}

// The reverse: the clip moves a bone whose link forwards the pose to a node.
BOOST_AUTO_TEST_CASE(masks_hold_for_linked_bones_that_a_clip_moves_themselves)
{
    MixerRig rig;
    rig.bones[1]->linkTransformNode(&rig.scene.createTransformNode("driver"), LinkMode::ForwardWrites);
    AnimationLayer& layer = rig.mixer.addLayer(poseClip("pose", 1, at(4, 0, 0)));
    layer.play();
    layer.setMask(*rig.bones[1], 0.25f);
    rig.scene.animate(0.);
    BOOST_TEST(layer.getMask(*rig.bones[1]) == 0.25f);
    BOOST_TEST(near(rig.position(1), glm::vec3(1, 0.75f, 0), 1e-6));
    BOOST_TEST(near(rig.scene.nodes()[0]->getPosition(), glm::vec3(1, 0.75f, 0), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_node_rests_where_it_was_when_it_was_first_animated)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node", nullptr, at(0, 0, 6));
    AnimationMixer& mixer = scene.createAnimationMixer();
    AnimationLayer& layer = mixer.addLayer(movingClip("move", 1), {.weight = 0.5f});
    layer.play();
    node.setPosition({100, 0, 0});
    scene.animate(1.);
    BOOST_TEST(near(node.getPosition(), glm::vec3(0.5f, 0, 3), 1e-6));
    mixer.addLayer(movingClip("more", 1));  // the rest is not captured again
    scene.animate(0.);
    BOOST_TEST(near(node.getPosition(), glm::vec3(0.5f, 0, 3), 1e-6));
}

BOOST_AUTO_TEST_CASE(morph_weights_are_blended)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("face");
    MeshDescription mesh;
    mesh.morphWeights = {0.5f, 0.25f, 0.125f};
    const MeshInstance& instance = scene.addMeshInstance(mesh, node);
    AnimationMixer& mixer = scene.createAnimationMixer();
    const auto face = [](std::vector<float> values) {
        const std::size_t count = values.size();
        return ClipBuilder("face").node(0).channel(ChannelPath::Weights, Interpolation::Step, {0}, std::move(values), count).create();
    };
    mixer.addLayer(face({1, 0}), {.weight = 0.5f}).play();
    mixer.addLayer(face({0, 1}), {.weight = 0.25f}).play();
    mixer.addLayer(face({0.125f, 0}), {.weight = 2, .isAdditive = true}).play();
    scene.animate(0.);
    // By hand: 0.5 * 1 + 0.25 * 0 + 0.25 * 0.5 + 2 * 0.125, and 0.5 * 0 + 0.25 * 1 + 0.25 * 0.25; no clip animates the third weight.
    BOOST_TEST(instance.getMorphWeights()[0] == 0.875f, tolerance(1e-6f));
    BOOST_TEST(instance.getMorphWeights()[1] == 0.3125f, tolerance(1e-6f));
    BOOST_TEST(instance.getMorphWeights()[2] == 0.125f);
}

BOOST_AUTO_TEST_CASE(layers_nodes_and_bones_may_go)
{
    MixerRig rig;
    TransformNode& node = rig.scene.createTransformNode("node");
    rig.scene.createTransformNode("other");
    AnimationLayer& pose = rig.mixer.addLayer(poseClip("pose", 3, at(4, 0, 0)));
    AnimationLayer& move = rig.mixer.addLayer(movingClip("move", 1, {0, 1}));
    pose.play();
    move.play();
    rig.scene.animate(1.);
    rig.scene.removeTransformNode(node);
    rig.skeleton.removeBone(*rig.bones[3], Removal::KeepChildren);
    BOOST_TEST(pose.unboundChannelCount() == 3u);
    BOOST_TEST(move.unboundChannelCount() == 1u);
    rig.scene.animate(0.5);
    BOOST_TEST(near(rig.scene.nodes()[0]->getPosition(), glm::vec3(2.5f, 0, 0), 1e-6));  // the other node keeps its channel
    AnimationLayer& late = rig.mixer.addLayer(poseClip("late", 1, at(5, 0, 0)));
    late.play();
    rig.scene.animate(0.);
    BOOST_TEST(near(rig.scene.nodes()[0]->getPosition(), glm::vec3(2.5f, 0, 0), 1e-6));
    BOOST_TEST(near(rig.position(1), glm::vec3(5, 0, 0), 0.));
    rig.mixer.removeLayer(move);
    rig.mixer.removeLayer(pose);
    BOOST_TEST(rig.mixer.layers().size() == 1u);
    rig.scene.animate(0.);
    BOOST_TEST(near(rig.position(1), glm::vec3(5, 0, 0), 0.));
    AnimationMixer other(rig.scene);
    BOOST_CHECK_EXCEPTION(other.removeLayer(late), std::invalid_argument, says("\"late\": cannot be removed"));
    rig.scene.removeSkeleton(rig.skeleton);
    rig.scene.animate(0.);
    rig.scene.removeAnimationMixer(rig.mixer);
    BOOST_CHECK_EXCEPTION(rig.scene.removeAnimationMixer(other), std::invalid_argument, says("does not belong to the scene"));
}

BOOST_AUTO_TEST_CASE(groups_give_their_clips_to_layers)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    const AnimationGroup& group = scene.createAnimationGroup(movingClip("move", 1));
    AnimationLayer& layer = scene.createAnimationMixer().addLayer(group);
    BOOST_TEST(&layer.getClip() == &group.getClip());
    BOOST_TEST(layer.getName() == "move");
    layer.play();
    scene.animate(1.5);
    BOOST_TEST(node.getPosition().x == 1.5f, tolerance(1e-6f));
    BOOST_TEST(scene.animationMixers().size() == 1u);
}

BOOST_AUTO_TEST_CASE(bad_numbers_are_refused_and_change_nothing)
{
    MixerRig rig;
    AnimationLayer& layer = rig.mixer.addLayer(poseClip("pose", 1, at(4, 0, 0)), {.weight = 0.5f});
    layer.play();
    const float infinity = std::numeric_limits<float>::infinity();
    for (const float bad : {-1.f, infinity, std::numeric_limits<float>::quiet_NaN()}) {
        BOOST_CHECK_EXCEPTION(layer.setWeight(bad), std::invalid_argument, says("animation layer \"pose\": weight"));
        BOOST_CHECK_EXCEPTION(layer.setMask(bad), std::invalid_argument, says("\"pose\": mask weight"));
        BOOST_CHECK_EXCEPTION(layer.setMask(*rig.bones[1], bad), std::invalid_argument, says("\"pose\": mask weight"));
        BOOST_CHECK_EXCEPTION(layer.setSubtreeMask(*rig.bones[1], bad), std::invalid_argument, says("\"pose\": mask weight"));
        BOOST_CHECK_EXCEPTION(layer.fadeIn(static_cast<double>(bad)), std::invalid_argument, says("\"pose\": fade time"));
        BOOST_CHECK_EXCEPTION(layer.fadeOut(static_cast<double>(bad)), std::invalid_argument, says("\"pose\": fade time"));
        BOOST_CHECK_EXCEPTION(rig.mixer.addLayer(poseClip("bad", 1, {}), {.weight = bad}), std::invalid_argument, says("\"bad\": weight"));
    }
    const double notANumber = std::numeric_limits<double>::quiet_NaN();
    BOOST_CHECK_EXCEPTION(rig.mixer.advance(notANumber), std::invalid_argument, says("nan s are not finite"));
    BOOST_CHECK_EXCEPTION(layer.goTo(notANumber), std::invalid_argument, says("time nan"));
    BOOST_CHECK_EXCEPTION(layer.setSpeedRatio(notANumber), std::invalid_argument, says("\"pose\": speed ratio nan"));
    BOOST_CHECK_EXCEPTION(layer.play({.from = 1., .to = 2.}), std::invalid_argument, says("animation layer \"pose\": range"));
    BOOST_CHECK_EXCEPTION(rig.mixer.addLayer(nullptr), std::invalid_argument, says("animation layer: the clip is null"));
    BOOST_TEST(rig.mixer.layers().size() == 1u);
    rig.scene.animate(0.);
    BOOST_TEST(near(rig.position(1), glm::vec3(2, 0.5f, 0), 0.));
}

BOOST_AUTO_TEST_CASE(a_frame_allocates_nothing)
{
    Random random(603);
    MixerRig rig;
    rig.mixer.addLayer(clipToMix(random, 5), {.weight = 0.5f}).play();
    AnimationLayer& masked = rig.mixer.addLayer(clipToMix(random, 5));
    AnimationLayer& added = rig.mixer.addLayer(clipToMix(random, 5), {.isAdditive = true});
    masked.setSubtreeMask(*rig.bones[1], 0.5f);
    int calls = 0;
    masked.addEvent(0., [&] { ++calls; }).release();
    added.synchronizeWith(&masked);
    masked.play();
    added.play();
    rig.scene.animate(0.01);
    rig.scene.update();
    const AllocationCount count;
    for (int frame = 0; frame < 50; ++frame) {
        if (frame == 10) {
            masked.crossFadeTo(*rig.mixer.layers()[0], 0.2);
            masked.play();
        }
        rig.scene.animate(0.01);
        rig.scene.update();
    }
    BOOST_TEST(count.sinceConstruction() == 0u);
    BOOST_TEST(calls == 2);
}

BOOST_AUTO_TEST_SUITE_END()
