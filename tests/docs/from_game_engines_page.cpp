#include "page.hpp"

// clang-format off
#include <armature/armature.hpp>
// clang-format on

#include <boost/test/unit_test.hpp>

using namespace armature::test::page;

// The examples of docs/from_game_engines.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_from_game_engines_page)
{
    armature::Scene scene;
    armature::Skeleton& skeleton = scene.createSkeleton("rig");
    armature::Bone& hips = skeleton.createBone("hips");
    skeleton.createBone("arm", {.parent = &hips});

    const auto standClip = clipOf("stand", hips);
    const auto walkClip = clipOf("walk", hips);
    const auto jumpClip = clipOf("jump", *skeleton.findBone("arm"));

    const auto fromUnity = [](const glm::vec3& p) { return glm::vec3(-p.x, p.y, p.z); };
    const auto turnFromUnity = [](const glm::quat& q) { return glm::quat(q.w, q.x, -q.y, -q.z); };
    const auto fromUnreal = [](const glm::vec3& p) { return glm::vec3(-p.y, p.z, p.x) / 100.f; };
    check(near(fromUnity({1.f, 0.f, 0.f}), {-1.f, 0.f, 0.f}));         // a character's right
    check(near(fromUnreal({0.f, 100.f, 0.f}), {-1.f, 0.f, 0.f}));      // the same
    check(near(fromUnreal({100.f, 0.f, 180.f}), {0.f, 1.8f, 1.f}));    // ahead, above the head
    const glm::quat unityTurn = glm::angleAxis(glm::radians(90.f), glm::vec3(0.f, 1.f, 0.f));  // Unity: clockwise from above, +Z to +X
    check(near(turnFromUnity(unityTurn) * glm::vec3(0.f, 0.f, 1.f), fromUnity({1.f, 0.f, 0.f})));

    armature::GraphDescription description;
    description.parameters = {{"speed", armature::ParameterKind::Number, 0.f, 0.f, 2.f}, {"jump", armature::ParameterKind::Trigger}};
    description.clips = {armature::makeGraphClip("stand", standClip, skeleton), armature::makeGraphClip("walk", walkClip, skeleton),
                         armature::makeGraphClip("jump", jumpClip, skeleton)};
    description.nodes = {
        {"move", armature::BlendSpaceNode{.x = "speed", .points = {{"stand", {0.f, 0.f}}, {"walk", {1.4f, 0.f}}}}},
        {"leap", armature::ClipNode{.clip = "jump", .loop = false}},
        {"body", armature::StateMachineNode{
            .states = {{"moving", "move"}, {"jumping", "leap"}},
            .transitions = {{.to = "jumping", .conditions = {{"jump"}}, .blend = armature::TransitionBlend::Inertialise},
                            {.from = "jumping", .to = "moving", .exitPhase = 1.}}}}};
    description.root = "body";
    armature::GraphPlayer animator(armature::AnimationGraph::create(description, skeleton));

    animator.setParameter("speed", 1.f);  // Animator.SetFloat
    animator.fire("jump");                // Animator.SetTrigger
    animator.advance(1. / 60.);
    animator.apply(skeleton);
    check(animator.getState("body") == "jumping");
}
