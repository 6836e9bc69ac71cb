#include "page.hpp"

// clang-format off
#include <vector>

#include <armature/armature.hpp>
// clang-format on

#include <boost/test/unit_test.hpp>

using namespace armature::test::page;

// The examples of docs/core.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_core_page)
{
    armature::Skeleton skeleton("arm");
    const auto at = [](float x, float y) { return glm::translate(glm::mat4(1.f), {x, y, 0.f}); };
    armature::Bone& upper = skeleton.createBone("upper arm", {.bind = at(0.2f, 1.4f)});
    armature::Bone& fore = skeleton.createBone("forearm", {.parent = &upper, .bind = at(0.3f, 0.f)});
    armature::Bone& hand = skeleton.createBone("hand", {.parent = &fore, .bind = at(0.25f, 0.f)});
    check(near(hand.getAbsoluteBindMatrix(), at(0.75f, 1.4f)));

    fore.setRotation({0.f, 0.f, glm::radians(90.f)});                                 // in its parent's axes: pitch, yaw, roll
    check(near(hand.getPosition(armature::Space::Skeleton), {0.5f, 1.65f, 0.f}));     // the forearm points up
    hand.setPosition({0.5f, 1.6f, 0.f}, armature::Space::Skeleton);                   // or say where, in any space
    check(near(hand.getPosition(), {0.2f, 0.f, 0.f}));
    skeleton.returnToRest();
    check(near(hand.getAbsoluteMatrix(), hand.getAbsoluteBindMatrix()));

    armature::Primitive sleeve;
    sleeve.positions = {{0.2f, 1.45f, 0.f}, {0.5f, 1.45f, 0.f}, {0.75f, 1.45f, 0.f}};
    sleeve.skin = {.influencesPerVertex = 2, .joints = {0, 0, 0, 1, 1, 2}, .weights = {1.f, 0.f, 0.5f, 0.5f, 0.5f, 0.5f}};

    upper.rotate({0.f, 0.f, 1.f}, glm::radians(90.f));
    std::vector<glm::vec3> posed(sleeve.positions.size());
    armature::skinVertices({.positions = sleeve.positions}, sleeve.skin, skeleton.getFinalMatrices(), {.positions = posed});
    check(near(posed[0], {0.15f, 1.4f, 0.f}));
    check(near(posed[2], {0.15f, 1.95f, 0.f}));

    armature::Scene scene;
    armature::Skeleton& arm = scene.addSkeleton(skeleton.clone());
    armature::AnimationClipBuilder builder("wave");
    const auto raised = [](float degrees) { return glm::angleAxis(glm::radians(degrees), glm::vec3(0.f, 0.f, 1.f)); };
    builder.rotation(arm.getBone("forearm")).addKey(0., raised(60.f)).addKey(0.5, raised(120.f)).addKey(1., raised(60.f));
    armature::AnimationGroup& wave = scene.createAnimationGroup(builder.build());
    wave.play();
    scene.animate(0.25);  // seconds since the last frame
    check(near(arm.getBone("forearm").getRotation().z, glm::radians(90.f)));

    armature::TransformNode& torch = scene.createTransformNode("torch", &arm.getBone("hand"));
    torch.setPosition({0.f, 0.1f, 0.f});
    const glm::vec3 flame = torch.getPosition(armature::Space::World);
    check(near(flame, arm.getBone("hand").getAbsolutePositionFromLocal({0.f, 0.1f, 0.f})));

    armature::BoneIkController reach(arm.getBone("forearm"));
    reach.setTarget(glm::vec3(0.4f, 1.7f, 0.1f));
    const armature::BoneIkReport report = reach.update();
    check(report.isReached);
    check(near(arm.getBone("hand").getPosition(armature::Space::World), {0.4f, 1.7f, 0.1f}));

    armature::Crowd crowd(arm);
    const std::size_t waving = crowd.addClip(armature::BakedClip::create(wave.getClip(), arm));
    for (int member = 0; member < 100; ++member) {
        crowd.add({.clip = waving, .time = 0.01 * member});
    }
    crowd.update(1. / 60.);
    check(crowd.getPalettes().size() >= 300);  // a hundred palettes of three matrices
}
