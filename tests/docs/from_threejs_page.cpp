#include "page.hpp"

// clang-format off
#include <armature/armature.hpp>
// clang-format on

#include <boost/test/unit_test.hpp>

using namespace armature::test::page;

// The examples of docs/from_threejs.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_from_threejs_page)
{
    armature::Scene scene;
    armature::TransformNode& node = scene.createTransformNode("turned");
    node.setRotation({0.1f, 0.2f, 0.3f});  // three.js: rotation.set(0.1, 0.2, 0.3, 'YXZ')
    const auto about = [](float angle, const glm::vec3& axis) { return glm::angleAxis(angle, axis); };
    check(near(node.getLocalMatrix(), glm::mat4_cast(about(0.2f, {0, 1, 0}) * about(0.1f, {1, 0, 0}) * about(0.3f, {0, 0, 1}))));

    armature::Skeleton& skeleton = scene.createSkeleton("rig");
    armature::Bone& hips = skeleton.createBone("hips");
    armature::Bone& arm = skeleton.createBone("arm", {.parent = &hips});
    const auto turn = [&](const char* name, float angle) {
        armature::AnimationClipBuilder builder(name);
        builder.rotation(hips).addKey(0., about(angle, {0, 1, 0}));
        builder.rotation(arm).addKey(0., about(angle, {0, 1, 0}));
        return builder.build();
    };
    armature::AnimationMixer& mixer = scene.createAnimationMixer();
    armature::AnimationLayer& walk = mixer.addLayer(turn("walk", 0.2f));
    armature::AnimationLayer& wave = mixer.addLayer(turn("wave", 0.6f));
    wave.setMask(0.f);               // nothing
    wave.setSubtreeMask(arm, 1.f);   // but the arm and what hangs on it
    walk.play();
    wave.play();
    scene.animate(1. / 60.);         // mixer.update(1 / 60)
    check(near(hips.getRotation().y, 0.2f) && near(arm.getRotation().y, 0.4f));
}
