#pragma once

#include <memory>

#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::test {

/// A character as in files: a node "root", below it "hips", below that "spine"; the last two drive the bones of a skeleton. Its clip "run"
/// moves the root 2 m along z and the hips 1 m along y within a second, and turns the spine by 1 radian.
[[nodiscard]] inline std::unique_ptr<Scene> makeRunner()
{
    auto model = std::make_unique<Scene>();
    TransformNode& root = model->createTransformNode("root");
    TransformNode& hips = model->createTransformNode("hips", &root);
    TransformNode& spine = model->createTransformNode("spine", &hips);
    Skeleton& skeleton = model->createSkeleton("runner");
    Bone& lower = skeleton.createBone("hips");
    lower.linkTransformNode(&hips, LinkMode::ForwardWrites);
    skeleton.createBone("spine", {.parent = &lower}).linkTransformNode(&spine, LinkMode::ForwardWrites);
    skeleton.setHostNode(&root);
    AnimationClipBuilder run("run");
    run.translation(root).addKey(0., glm::vec3(0.f)).addKey(1., glm::vec3(0.f, 0.f, 2.f));
    run.translation(hips).addKey(0., glm::vec3(0.f)).addKey(1., glm::vec3(0.f, 1.f, 0.f));
    run.rotation(spine).addKey(0., glm::quat(1.f, 0.f, 0.f, 0.f)).addKey(1., glm::angleAxis(1.f, glm::vec3(0.f, 1.f, 0.f)));
    model->createAnimationGroup(run.build());
    return model;
}

/// Two copies of the runner in one scene, so that all names exist twice.
struct TwoRunners {
    std::unique_ptr<Scene> model = makeRunner();
    Scene world;
    SceneInstance first = world.instantiate(*model, {.name = "first"});
    SceneInstance second = world.instantiate(*model, {.name = "second"});

    [[nodiscard]] static float rootOf(const SceneInstance& copy) { return copy.getNodes()[0]->getPosition().z; }
    [[nodiscard]] static float hipsOf(const SceneInstance& copy) { return copy.getNodes()[1]->getPosition().y; }
    [[nodiscard]] static float spineOf(const SceneInstance& copy) { return glm::angle(copy.getNodes()[2]->getRotationQuaternion()); }
};

}  // namespace armature::test
