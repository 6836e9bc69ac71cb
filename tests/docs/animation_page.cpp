#include "page.hpp"

// clang-format off
#include <string>

#include <armature/armature.hpp>
// clang-format on

#include <memory>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace armature::test::page;

namespace {

/// A clip that turns a bone of skeleton 0 one way and back within `seconds`.
std::shared_ptr<const armature::AnimationClip> swinging(float seconds, std::size_t bone)
{
    armature::ClipDescription clip;
    clip.timeTracks = {{0.f, seconds / 2, seconds}};
    armature::ChannelDescription channel;
    channel.target = {armature::ChannelTarget::Kind::Bone, bone, 0, {}};
    channel.path = armature::ChannelPath::Rotation;
    channel.components = 4;
    channel.values = {0, 0, 0, 1, 0, 0.6f, 0, 0.8f, 0, 0, 0, 1};
    clip.channels.push_back(std::move(channel));
    return armature::AnimationClip::create(std::move(clip));
}

/// A clip for another rig: it moves that rig's tail and head.
std::shared_ptr<const armature::AnimationClip> wag()
{
    armature::ClipDescription clip;
    clip.timeTracks = {{0.f}};
    for (const char* name : {"tail", "head"}) {
        armature::ChannelDescription channel;
        channel.target.name = name;
        channel.values = {0, 0, 0};
        clip.channels.push_back(std::move(channel));
    }
    return armature::AnimationClip::create(std::move(clip));
}

}  // namespace

// The examples of docs/animation.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_animation_page)
{
    armature::Scene scene;
    armature::Skeleton& skeleton = scene.createSkeleton("character");
    armature::Bone& spine = skeleton.createBone("spine");
    skeleton.createBone("head", {.parent = &spine});
    const auto walkClip = swinging(2.f, 0);
    const auto runClip = swinging(1.f, 0);
    const auto breatheClip = swinging(3.f, 1);
    const auto clipOfAnotherRig = wag();

    armature::AnimationGroup& walk = scene.createAnimationGroup(walkClip);
    walk.play({.loop = true, .speedRatio = 1.5});
    scene.animate(0.1);
    check(near(static_cast<float>(walk.getCurrentTime()), 0.15f));

    walk.play();
    walk.goTo(1.);  // plays on from here: copies that begin at different moments do not march in step
    walk.pause();
    scene.animate(0.1);
    check(near(static_cast<float>(walk.getCurrentTime()), 1.f));
    walk.play({.speedRatio = -1.});  // from where it is, backwards
    scene.animate(0.25);
    check(near(static_cast<float>(walk.getCurrentTime()), 0.75f));

    std::string heard;
    armature::AnimationGroup& swing = scene.createAnimationGroup(runClip);
    const armature::Subscription rounds = swing.observeLoop([&] { heard += "turned, "; });
    const armature::Subscription end = swing.observeEnd([&] { heard += "done"; });
    swing.play({.loopMode = armature::LoopMode::PingPong});
    scene.animate(1.5);  // there and half the way back
    swing.setLooping(false);
    scene.animate(1.);  // to the end of the range, as without a loop
    check(heard == "turned, done");

    armature::AnimationGroup& borrowed = scene.createAnimationGroup(clipOfAnotherRig);  // of loadClips("walk.glb"), for instance
    for (const armature::UnboundChannel& unbound : borrowed.getUnboundChannels()) {
        check(unbound.target == "tail" && unbound.reason == armature::UnboundReason::NotThere);
    }
    check(borrowed.getWarnings().size() == 1);  // one text about all of them, with names that are like theirs
    check(borrowed.unboundChannelCount() == 1);

    const glm::quat left = glm::angleAxis(glm::radians(30.f), glm::vec3(0.f, 1.f, 0.f));
    armature::AnimationClipBuilder builder("nod");
    builder.rotation(*skeleton.findBone("head")).addKey(0, glm::quat(1, 0, 0, 0)).addKey(0.5, left).addKey(1, glm::quat(1, 0, 0, 0));
    builder.curve("loudness").addKey(0, 0.f).addKey(1, 10.f);  // for the application
    armature::AnimationGroup& nods = scene.createAnimationGroup(builder.build());
    nods.goTo(0.5);
    check(near(skeleton.findBone("head")->getRotation().y, glm::radians(30.f)) && nods.getCurve("loudness")[0] == 5.f);

    armature::ClipDescription nod;
    nod.name = "nod";
    nod.timeTracks = {{0.f, 0.5f, 1.f}};  // seconds
    nod.channels.push_back({
        .target = armature::ChannelTarget::of(*skeleton.findBone("head")),
        .path = armature::ChannelPath::Rotation,
        .timeTrack = 0,
        .components = 4,
        .values = {0.f, 0.f, 0.f, 1.f, left.x, left.y, left.z, left.w, 0.f, 0.f, 0.f, 1.f},  // x y z w
    });
    const auto described = armature::AnimationClip::create(nod);
    check(described->getDuration() == 1.);

    const std::size_t lamp = scene.addMaterial({.name = "lamp"});
    armature::ClipDescription glow{.name = "glow", .timeTracks = {{0.f, 1.f}}};
    glow.channels.push_back({.target = armature::ChannelTarget::of(scene, armature::ChannelTarget::Kind::Material, lamp, "emissive"),
                             .path = armature::ChannelPath::Property,
                             .components = 3,
                             .values = {0, 0, 0, 1, .5f, 0}});
    glow.channels.push_back({.target = armature::ChannelTarget::curve("alarm"), .path = armature::ChannelPath::Property, .components = 1, .values = {0, 10}});
    armature::AnimationGroup& glowing = scene.createAnimationGroup(armature::AnimationClip::create(glow));
    glowing.goTo(.5);
    check(scene.materials()[lamp].emissive.x == .5f && glowing.getCurve("alarm")[0] == 5.f);

    const auto step = armature::trimClip(*walkClip, 0., walkClip->getDuration() / 2.);
    const auto otherStep = armature::mirrorClip(*step, skeleton, armature::mirrorMapByName(skeleton));
    const auto bothSteps = armature::concatenateClips("walk", std::vector{step, otherStep});
    check(near(static_cast<float>(bothSteps->getDuration()), static_cast<float>(walkClip->getDuration())));

    const armature::ReducedClip reduced = armature::reduceKeys(*armature::resampleClip(*walkClip, 60.), skeleton, {.maxError = {.point = 0.001}});
    check(reduced.keysAfter < reduced.keysBefore && reduced.error.point <= 0.001);  // metres

    walk.stop();  // or it would go on writing what the mixer writes
    armature::AnimationMixer& mixer = scene.createAnimationMixer();
    armature::AnimationLayer& walking = mixer.addLayer(walk);  // on what the group moves; or a clip, on what it names
    armature::AnimationLayer& running = mixer.addLayer(runClip);

    walking.play();
    scene.animate(0.1);  // moves mixers on as well

    walking.setWeight(0.25f);
    running.setWeight(0.5f);  // a quarter stays with the rest pose
    running.play();
    scene.animate(0.);

    walking.setWeight(1.f);
    running.setWeight(1.f);
    running.stop();
    walking.crossFadeTo(running, 0.5);
    scene.animate(0.125);
    check(near(walking.getWeight(), 0.75f));
    check(near(running.getWeight(), 0.25f));
    scene.animate(0.5);
    check(!walking.isActive());

    const armature::Pose shownBefore = armature::capturePose(skeleton);
    scene.animate(1. / 60.);
    const armature::Pose shown = armature::capturePose(skeleton);
    armature::Pose motion = armature::captureRestPose(skeleton);  // where the new motion begins; here it stands still
    armature::Inertialization transition(skeleton.bones().size());
    transition.start(shownBefore, shown, motion, motion, 1. / 60., 0.3);
    transition.apply(motion);  // what is shown does not jump
    check(near(motion.bones[0].rotation.y, shown.bones[0].rotation.y));
    transition.advance(0.3);
    check(!transition.isActive());

    running.synchronizeWith(&walking);
    walking.fadeIn(0.5);  // falls in with the run
    check(near(static_cast<float>(walking.getCurrentTime()), static_cast<float>(2. * running.getCurrentTime())));

    running.setMask(0.f);                                      // nowhere
    running.setSubtreeMask(*skeleton.findBone("spine"), 1.f);  // but from the spine up
    running.setMask(*skeleton.findBone("head"), 0.5f);         // the head half

    armature::Skeleton& twin = scene.addSkeleton(skeleton.clone());
    mixer.addLayer(walk, {.skeleton = &twin}).play({.speedRatio = 1.1});

    const auto breathe = armature::makeAdditiveClip(*breatheClip);
    armature::AnimationLayer& breathing = mixer.addLayer(breathe, {.weight = 0.5f, .isAdditive = true});
    breathing.play();

    int steps = 0;
    const armature::Subscription leftStep = walking.addEvent(0.5, [&] { ++steps; });
    const armature::Subscription rightStep = walking.addEvent(1.5, [&] { ++steps; });
    walking.synchronizeWith(nullptr);
    walking.goTo(0.);
    scene.animate(4.);
    check(steps == 4);  // two rounds
}
