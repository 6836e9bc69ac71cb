#include "page.hpp"

// clang-format off
#include <armature/armature.hpp>
// clang-format on

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/trigonometric.hpp>

using namespace armature::test::page;

namespace {

armature::ChannelDescription moving(std::size_t bone, std::size_t timeTrack, std::vector<float> places)
{
    armature::ChannelDescription channel;
    channel.target = {armature::ChannelTarget::Kind::Bone, bone, 0, {}};
    channel.timeTrack = timeTrack;
    channel.values = std::move(places);
    return channel;
}

/// A clip of one second in which the hips move by `way`.
std::shared_ptr<const armature::AnimationClip> going(const std::string& name, const glm::vec3& way)
{
    armature::ClipDescription clip{.name = name, .timeTracks = {{0.f, 1.f}}};
    clip.channels.push_back(moving(0, 0, {0.f, 1.f, 0.f, way.x, 1.f + way.y, way.z}));
    return armature::AnimationClip::create(std::move(clip));
}

/// A clip in which the feet take turns to move back at half a metre a second, below hips at rest.
std::shared_ptr<const armature::AnimationClip> treading()
{
    armature::ClipDescription clip{.name = "treading", .timeTracks = {{0.f, 1.f, 1.1f, 1.9f, 2.f}, {0.f, 0.1f, 0.9f, 1.f, 2.f}}};
    clip.channels.push_back(moving(1, 0, {0.1f, -1, 0.25f, 0.1f, -1, -0.25f, 0.1f, -0.8f, -0.3f, 0.1f, -0.8f, 0.3f, 0.1f, -1, 0.25f}));
    clip.channels.push_back(
        moving(2, 1, {-0.1f, -1, -0.25f, -0.1f, -0.8f, -0.3f, -0.1f, -0.8f, 0.3f, -0.1f, -1, 0.25f, -0.1f, -1, -0.25f}));
    return armature::AnimationClip::create(std::move(clip));
}

}  // namespace

// The examples of docs/root_motion.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_root_motion_page)
{
    armature::Scene scene;
    armature::Skeleton& skeleton = scene.createSkeleton("character");
    armature::Bone& hips = skeleton.createBone("hips", {.bind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f})});
    for (const char* foot : {"toesLeft", "toesRight"}) {
        skeleton.createBone(foot, {.parent = &hips, .bind = glm::translate(glm::mat4(1.f), {0.f, -1.f, 0.f})});
    }
    armature::TransformNode& character = scene.createTransformNode("character");
    skeleton.setHostNode(&character);
    const auto walkClip = going("walk", {0.f, 0.f, 1.2f});
    const auto runClip = going("run", {0.f, 0.f, 3.f});
    const auto driftingClip = going("drifting", {0.1f, 0.f, 1.f});
    const auto onTheSpot = treading();

    const auto walk = armature::RootMotion::create(walkClip, *skeleton.findBone("hips"));
    check(near(glm::vec3(walk->getCycle().offset), {0.f, 0.f, 1.2f}));  // what a round travels
    check(walk->getSource() == armature::RootMotionSource::Root);

    armature::AnimationGroup& group = scene.createAnimationGroup(walk->getInPlaceClip());
    group.play();
    double time = 0.;
    for (int frame = 0; frame < 90; ++frame) {  // a second and a half of a clip that lasts a second
        scene.animate(1. / 60.);
        const armature::RootMotionDelta step = walk->between(time, time + 1. / 60.);
        character.setTransform(step.moved(character.getTransform()));
        time += 1. / 60.;
    }
    check(near(character.getPosition(), {0.f, 0.f, 1.8f}));

    const armature::PlayOptions secondHalf{.from = 0.5, .to = 1.};
    check(near(glm::vec3(walk->between(0.5, 2., secondHalf).offset), {0.f, 0.f, 1.8f}));  // three rounds of 0.6
    check(near(glm::vec3(walk->between(0.2, -0.3).offset), {0.f, 0.f, -0.6f}));
    check(near(glm::vec3(walk->between(0., 2., {.loopMode = armature::LoopMode::PingPong}).offset), {0.f, 0.f, 0.f}));

    const auto run = armature::RootMotion::create(runClip, *skeleton.findBone("hips"));
    armature::AnimationMixer& mixer = scene.createAnimationMixer();
    armature::AnimationLayer& walking = mixer.addLayer(walk->getInPlaceClip(), {.weight = 0.8f});
    armature::AnimationLayer& running = mixer.addLayer(run->getInPlaceClip(), {.weight = 0.8f});
    walking.setRootMotion(walk);  // 1.2 metres a second
    running.setRootMotion(run);   // 3 metres a second
    mixer.setRootMotionNode(&character);
    group.stop();

    walking.play();
    running.play();
    scene.animate(0.1);
    check(near(glm::vec3(mixer.getRootMotion().offset), {0.f, 0.f, 0.21f}));  // a half of each

    const auto straight = armature::RootMotion::create(driftingClip, *skeleton.findBone("hips"), {.directionSnapAngle = glm::radians(10.)});
    check(near(glm::vec3(straight->getDirection()), {0.f, 0.f, 1.f}));

    const auto treadmill = armature::RootMotion::create(onTheSpot, *skeleton.findBone("hips"),
                                                        {.feet = {skeleton.findBone("toesLeft"), skeleton.findBone("toesRight")}});
    check(treadmill->getSource() == armature::RootMotionSource::Feet);
    check(std::abs(treadmill->getCycle().offset.z - 1.) < 0.01);
}
// clang-format on
