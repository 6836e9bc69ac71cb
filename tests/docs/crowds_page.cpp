#include "page.hpp"

#include <memory>
#include <span>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/animation/clip_bounds.hpp>
#include <armature/base/parallel_for.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/crowd/rank_bones.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/render/camera.hpp>
#include <armature/render/crowd_renderer.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

using namespace armature::test::page;

namespace {

// A clip of one second that moves a bone up by `height`.
std::shared_ptr<const armature::AnimationClip> riseOfBone(float height)
{
    armature::ClipDescription clip;
    clip.name = "rise";
    clip.timeTracks = {{0.f, 1.f}};
    armature::ChannelDescription channel;
    channel.target.kind = armature::ChannelTarget::Kind::Bone;
    channel.values = {0.f, 0.f, 0.f, 0.f, height, 0.f};
    clip.channels.push_back(std::move(channel));
    return armature::AnimationClip::create(std::move(clip));
}

/// The simplest form of an application's own scheduler.
struct Scheduler {
    template <class Task>
    void forEach(std::size_t count, const Task& task)
    {
        for (std::size_t number = 0; number < count; ++number) {
            task(number);
        }
    }
};

}  // namespace

// The examples of docs/crowds.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_crowds_page)
{
    armature::Skeleton skeleton("walker");
    armature::Bone& body = skeleton.createBone("body");
    skeleton.createBone("head", {.parent = &body});
    const auto walkClipOwner = riseOfBone(1.f);
    const auto runClipOwner = riseOfBone(2.f);
    const armature::AnimationClip& walkClip = *walkClipOwner;
    const armature::AnimationClip& runClip = *runClipOwner;

    Scheduler scheduler;

    const auto walk = armature::BakedClip::create(walkClip, skeleton);  // model.findAnimationGroup("walk")->getClip(), for instance
    check(walk->getError().position < 1e-3);  // skeleton units, over the whole clip

    armature::Crowd crowd(skeleton);
    const std::size_t walking = crowd.addClip(walk);
    const std::size_t running = crowd.addClip(armature::BakedClip::create(runClip, skeleton));

    const armature::CrowdInstance first = crowd.add({.clip = walking, .time = 0.2, .speedRatio = 1.1});
    const armature::CrowdInstance second = crowd.add({.clip = walking});
    crowd.crossFade(second, {.clip = running}, 0.25);  // seconds

    crowd.update(1. / 60.);
    const std::span<const glm::mat3x4> palette = crowd.getPalette(first);
    check(near(palette[0][1][3], 0.2f + 1.1f / 60.f));  // row y, translation

    const armature::ParallelFor jobs{.workerCount = 4, .run = [&](std::size_t count, const armature::ParallelTask& task) {
        scheduler.forEach(count, [&](std::size_t number) { task(number); });
    }};
    crowd.update(1. / 60., jobs);

    crowd.setModifier(second, [](armature::JointView joints) {
        joints.setRotationQuaternion(1, glm::angleAxis(0.5f, glm::vec3(0.f, 1.f, 0.f)) * joints.getTransform(1).rotation);
    });
    check(near(crowd.getPose(second).bones[1].rotation.y, glm::sin(0.25f)));

    armature::Pose pose = crowd.getPose(first);  // in the order of skeleton.bones()
    armature::Transform head = pose.bones[1];
    head.rotation = glm::angleAxis(0.5f, glm::vec3(0.f, 1.f, 0.f)) * head.rotation;
    crowd.setOverride(first, 1, head);
    check(near(crowd.getPose(first).bones[1].rotation.y, glm::sin(0.25f)));

    crowd.setUpdateInterval(second, 4);
    crowd.setCulled(second, true);
    crowd.setFrozen(first, true);
    crowd.update(1.);
    check(near(crowd.getPalette(first)[0][1][3], 0.2f + 2.2f / 60.f));

    armature::Primitive point;
    point.topology = armature::PrimitiveTopology::Points;
    point.positions = {{0.f, 0.f, 0.f}};
    point.skin = {1, {0}, {1.f}};
    const auto mesh = armature::Mesh::create({.name = "walker", .primitives = {point}});
    const auto camera = armature::perspectiveCamera({0.f, 0.f, 0.f}, {0.f, 0.f, -1.f}, 1.f, 0.1f, 100.f);
    const std::vector<armature::CrowdInstance> members{first, second};
    const std::vector<glm::mat4> worlds{glm::translate(glm::mat4(1.f), {0.f, 0.f, 5.f}), glm::translate(glm::mat4(1.f), {0.f, 0.f, -20.f})};

    const armature::ClipBounds meshBounds(*mesh, skeleton);           // once
    const armature::Aabb walkBox = meshBounds.enclose(*walk);         // the whole clip
    const armature::Aabb step = meshBounds.enclose(*walk, 0.1, 0.3);  // seconds
    check(step.maximum.y < walkBox.maximum.y);
    for (std::size_t i = 0; i < members.size(); ++i) {
        const float distance = glm::length(glm::vec3(worlds[i][3]) - camera.getPosition());
        crowd.setCulled(members[i], !armature::isInView(camera, walkBox, worlds[i]));
        crowd.setUpdateInterval(members[i], distance < 10.f ? 1 : distance < 30.f ? 2 : 4);
    }
    const std::uint64_t computed = crowd.computedPoseCount();
    crowd.setFrozen(first, false);
    crowd.update(0.1);
    check(crowd.computedPoseCount() - computed == 2);  // of the one in view, before and after now

    const std::vector<const armature::Mesh*> meshes{mesh.get()};
    crowd.setBoneLevels(armature::rankBones(skeleton, meshes));  // once
    armature::CrowdRenderer::Levels levels;
    const std::vector<armature::CrowdRenderer::Levels::Member> seen{{worlds[0], walkBox}, {worlds[1], walkBox}};
    const auto chosen = levels.choose(seen, camera);  // before each update
    for (std::size_t i = 0; i < members.size(); ++i) {
        crowd.setCulled(members[i], !chosen[i].isDrawn);
        crowd.setUpdateInterval(members[i], chosen[i].interval);
        crowd.setBoneLevel(members[i], chosen[i].boneLevel);
    }
    check(!chosen[0].isDrawn && chosen[1].isDrawn);  // place only these for the renderer
}
