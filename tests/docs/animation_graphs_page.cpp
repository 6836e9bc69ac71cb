#include "page.hpp"

#include <boost/test/unit_test.hpp>

#include <armature/armature.hpp>

#include <animation/graph_stage.hpp>

using namespace armature::test::page;

// The examples of docs/animation_graphs.md, in order and word for word; examples_test.cpp compares them with the page.
// clang-format off
BOOST_AUTO_TEST_CASE(examples_of_animation_graphs_page)
{
    armature::test::GraphStage stage;
    armature::Skeleton& skeleton = stage.skeleton;
    armature::TransformNode& character = stage.scene.createTransformNode("character");
    const auto walkClip = stage.clip("walk", 1, 1., 1.4f);
    const armature::GraphClip idle = stage.graphClip("idle", 2, 2.);
    const armature::GraphClip run = stage.graphClip("run", 3, 0.7, 2.5f);
    const armature::GraphClip jump = stage.graphClip("jump", 4, 0.8);

    const auto strides = armature::RootMotion::create(walkClip, *skeleton.findBone("hips"));
    armature::GraphClip walk = armature::makeGraphClip("walk", walkClip, skeleton, {.motion = strides});
    walk.events = {{"left foot", 0.}, {"right foot", 0.5}};  // seconds

    armature::GraphDescription description;
    description.parameters = {{"speed", armature::ParameterKind::Number, 0.f, 0.f, 4.f}, {"jump", armature::ParameterKind::Trigger}};
    description.clips = {idle, walk, run, jump};
    description.nodes = {
        {"move", armature::BlendSpaceNode{.x = "speed", .points = {{"walk", {1.4f, 0.f}}, {"run", {3.5f, 0.f}}}}},
        {"leap", armature::ClipNode{.clip = "jump", .loop = false}},
        {"body", armature::StateMachineNode{
            .states = {{"idle", "idle"}, {"moving", "move"}, {"jumping", "leap"}},
            .transitions = {
                {.from = "idle", .to = "moving", .conditions = {{"speed", armature::Comparison::Greater, 0.1f}}},
                {.from = "moving", .to = "idle", .conditions = {{"speed", armature::Comparison::Less, 0.1f}}},
                {.to = "jumping", .conditions = {{"jump"}}, .blend = armature::TransitionBlend::Inertialise},
                {.from = "jumping", .to = "idle", .exitPhase = 1.}}}}};
    description.root = "body";
    const auto graph = armature::AnimationGraph::create(description, skeleton);

    armature::GraphPlayer player(graph);
    player.setParameter("speed", 2.f);
    player.advance(0.5);  // every frame
    for (const armature::FiredEvent& event : player.firedEvents()) {
        check(event.name == "left foot" || event.name == "right foot");
    }
    character.setTransform(player.getTravel().moved(character.getTransform()));
    player.apply(skeleton);
    check(player.getState("body") == "moving");
    check(character.getPosition().z > 0.5f);

    armature::SavedState before;
    before.save(player);
    player.fire("jump");
    player.advance(0.1);
    before.restore(player);
    check(player.getState("body") == "moving");

    armature::Crowd crowd(skeleton);
    const std::size_t locomotion = crowd.addGraph(graph);
    const armature::CrowdInstance member = crowd.add();
    crowd.playGraph(member, locomotion);
    crowd.setParameter(member, "speed", 3.f);
    crowd.update(1. / 60.);
    check(crowd.getTravel(member).offset.z > 0.);
}
