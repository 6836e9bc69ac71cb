#include <array>
#include <memory>
#include <utility>
#include <vector>

#include <armature/animation/baked_clip.hpp>
#include <armature/animation/clip_bounds.hpp>
#include <armature/animation/graph_player.hpp>
#include <armature/ik/node_constraints.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/retarget/foot_lock.hpp>
#include <armature/retarget/retarget_map.hpp>
#include <armature/retarget/retarget_quality.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/saved_state.hpp>
#include <armature/scene/picking.hpp>
#include <armature/text.hpp>
#include <armature/vrm/vrm_character.hpp>
#include <armature/vrm/vrm_model.hpp>

#include <animation/graph_stage.hpp>
#include <ik/limb_stage.hpp>
#include <support/moved_from.hpp>

using namespace armature;
using namespace armature::test;

// NOLINTBEGIN(bugprone-use-after-move): that is what is tested

BOOST_AUTO_TEST_SUITE(moved_from_players)

// No call may read through a null pointer.
BOOST_AUTO_TEST_CASE(a_graph_player_that_was_moved_from_refuses_every_call_and_can_be_assigned_to)
{
    GraphStage stage;
    const auto graph = AnimationGraph::create({.parameters = {{"speed"}, {"jump", ParameterKind::Trigger}},
                                               .clips = {stage.graphClip("walk", 1, 1.)},
                                               .nodes = {{"all", StateMachineNode{.states = {{"walking", "walk"}}}}},
                                               .root = "all"},
                                              stage.skeleton);
    SavedState saved;
    Pose pose;
    float value = 0.f;
    GraphPlayer player(graph);
    GraphPlayer taken = std::move(player);
    checkRefused<GraphPlayer>({[&] { static_cast<void>(player.getGraph()); },
                               [&] { player.setParameter("speed", 1.f); },
                               [&] { player.setParameter(0, 1.f); },
                               [&] { player.fire("jump"); },
                               [&] { static_cast<void>(player.getParameter("speed")); },
                               [&] { player.advance(0.1); },
                               [&] { player.restart(); },
                               [&] { static_cast<void>(player.getTravel()); },
                               [&] { static_cast<void>(player.firedEvents()); },
                               [&] { player.evaluate(pose); },
                               [&] { player.apply(stage.skeleton); },
                               [&] {
                                   player.sampleCurve("loudness", {&value, 1});
                               },
                               [&] { static_cast<void>(player.getCurve("loudness")); },
                               [&] {
                                   player.sampleMorphWeights("face", {&value, 1});
                               },
                               [&] { player.setModifier("all", [](const JointView&) {}); },
                               [&] { static_cast<void>(player.getState("all")); },
                               [&] { static_cast<void>(player.getTransitionProgress("all")); },
                               [&] { static_cast<void>(player.getActivity()); },
                               [&] { static_cast<void>(describeActivity(player)); },
                               [&] { static_cast<void>(toDot(player)); },
                               [&] { saved.save(player); }});
    player = std::move(taken);
    player.advance(0.1);
    BOOST_TEST((player.getGraph() == graph));
    BOOST_TEST((player.getState("all") == "walking"));
}

BOOST_AUTO_TEST_CASE(what_finds_meshes_and_was_moved_from_refuses_every_call_and_can_be_assigned_to)
{
    Limb limb;
    MeshDescription description;
    description.primitives.push_back({.positions = {{-1.f, -1.f, 0.f}, {1.f, -1.f, 0.f}, {0.f, 1.f, 0.f}}});
    const auto mesh = Mesh::create(std::move(description));
    const MeshInstance& instance = limb.scene.addMeshInstance(mesh, limb.host);
    const Ray ray{.origin = {0.f, 0.f, 5.f}};

    Picker picker;
    Picker taken = std::move(picker);
    checkRefused<Picker>({[&] { static_cast<void>(picker.intersect(instance, ray)); },
                          [&] { static_cast<void>(picker.intersect(limb.scene, ray)); }, [&] { static_cast<void>(picker.meshCount()); },
                          [&] { static_cast<void>(picker.testedTriangleCount()); }});
    picker = std::move(taken);
    BOOST_TEST(picker.intersect(limb.scene, ray).has_value());

    GraphStage stage;
    const auto clip = BakedClip::create(*stage.clip("walk", 1, 1.), stage.skeleton);
    ClipBounds bounds(*mesh, stage.skeleton);
    ClipBounds boundsTaken = std::move(bounds);
    checkRefused<ClipBounds>({[&] { static_cast<void>(bounds.enclose(*clip)); }, [&] { static_cast<void>(bounds.enclose(*clip, 0., 0.5)); },
                              [&] { static_cast<void>(bounds.boneCount()); }});
    bounds = std::move(boundsTaken);
    BOOST_TEST(bounds.boneCount() == stage.skeleton.bones().size());
}

BOOST_AUTO_TEST_CASE(springs_and_constraints_that_were_moved_from_refuse_every_call_and_can_be_assigned_to)
{
    Limb limb;
    SavedState saved;
    std::vector<double> memory;
    const std::array chains{SpringChain{.joints = {{.bone = &limb.upper}, {.bone = &limb.lower}, {.bone = &limb.hand}}}};
    SpringBones springs(chains);
    SpringBones taken = std::move(springs);
    checkRefused<SpringBones>(
        {[&] { static_cast<void>(springs.getChains()); }, [&] { static_cast<void>(springs.getColliders()); },
         [&] { static_cast<void>(springs.hasCollider(0)); }, [&] { static_cast<void>(springs.getGroups()); },
         [&] { springs.setJoint({.bone = &limb.upper}); }, [&] { springs.update(0.1); }, [&] { springs.solve(limb.skeleton, 0.1, memory); },
         [&] { springs.reset(); }, [&] { springs.teleport(glm::mat4(1.f)); }, [&] { springs.teleport(glm::mat4(1.f), memory); },
         [&] { springs.jump(); }, [&] { springs.jump(limb.skeleton, memory); }, [&] { static_cast<void>(springs.getMemory()); },
         [&] { springs.setMemory({}); }, [&] { static_cast<void>(springs.getUpdater()); }, [&] { saved.save(springs); }});
    springs = std::move(taken);
    BOOST_TEST((springs.update(0.1) == IkStatus::Solved));

    const std::array fixed{NodeConstraint{.node = &limb.hand, .source = &limb.base}};
    NodeConstraints constraints(fixed);
    NodeConstraints constraintsTaken = std::move(constraints);
    checkRefused<NodeConstraints>({[&] { static_cast<void>(constraints.getConstraints()); }, [&] { constraints.setWeight(limb.hand, 1.f); },
                                   [&] { constraints.update(); }, [&] { constraints.solve(limb.skeleton); },
                                   [&] { static_cast<void>(constraints.getUpdater()); }});
    constraints = std::move(constraintsTaken);
    BOOST_TEST((constraints.update() == IkStatus::Solved));
}

BOOST_AUTO_TEST_CASE(a_vrm_character_that_was_moved_from_refuses_every_call_and_can_be_assigned_to)
{
    Scene scene;
    VrmModel model;
    model.humanoid = {{HumanoidRole::Head, model.add(scene.createTransformNode("head"))}};
    model.expressions = {{.name = "happy", .isPreset = true}};
    addVrmModel(scene, model);
    const VrmAnimation animation;
    VrmCharacter character(scene);
    VrmCharacter taken = std::move(character);
    checkRefused<VrmCharacter>(
        {[&] { static_cast<void>(character.getModel()); }, [&] { static_cast<void>(character.warnings()); },
         [&] { character.setExpression("happy", 1.f); }, [&] { static_cast<void>(character.getExpression("happy")); },
         [&] { static_cast<void>(character.getShownExpression("happy")); }, [&] { character.clearExpressions(); },
         [&] { character.lookAt(glm::vec3(1.f)); }, [&] { character.lookAlong({}); }, [&] { static_cast<void>(character.getLook()); },
         [&] { character.follow(animation); }, [&] { character.setFirstPerson(true); }, [&] { character.update(0.1); },
         [&] { character.reset(); }, [&] { character.teleport(glm::mat4(1.f)); }, [&] { character.jump(); },
         [&] { static_cast<void>(character.getSprings()); }, [&] { static_cast<void>(character.getConstraints()); },
         [&] { static_cast<void>(character.getUpdater()); }, [&] { SavedState().save(character); }});
    character = std::move(taken);
    character.setExpression("happy", 1.f);
    BOOST_TEST(character.getExpression("happy") == 1.f);
}

BOOST_AUTO_TEST_CASE(what_retargets_and_was_moved_from_refuses_every_call_and_can_be_assigned_to)
{
    GraphStage from;
    GraphStage to;
    RetargetMap map;
    const auto pair = [&](const char* bone, HumanoidRole role) {
        const std::size_t place = *JointView(from.skeleton).find(bone);
        map.pairs.push_back({.source = place, .target = place, .role = role});
    };
    pair("thigh_L", HumanoidRole::LeftUpperLeg);
    pair("shin_L", HumanoidRole::LeftLowerLeg);
    pair("foot_L", HumanoidRole::LeftFoot);
    std::vector<double> memory;

    Retargeter retargeter(from.skeleton, to.skeleton, map);
    RetargetMeter meter(retargeter, from.skeleton, to.skeleton);
    FootLock lock(retargeter, from.skeleton, to.skeleton);
    RetargetMeter meterTaken = std::move(meter);
    checkRefused<RetargetMeter>(
        {[&] { meter.add(from.skeleton, to.skeleton, 0.1); }, [&] { static_cast<void>(meter.getQuality()); }, [&] { meter.reset(); }});
    meter = std::move(meterTaken);
    meter.add(from.skeleton, to.skeleton, 0.1);
    BOOST_TEST(meter.getQuality().frameCount == 1u);

    FootLock lockTaken = std::move(lock);
    checkRefused<FootLock>({[&] { lock.solve(from.skeleton, to.skeleton, 0.1, memory); }, [&] { static_cast<void>(lock.legCount()); }});
    lock = std::move(lockTaken);
    BOOST_TEST(lock.legCount() == 1u);

    Retargeter taken = std::move(retargeter);
    checkRefused<Retargeter>({[&] { retargeter.retarget(from.skeleton, to.skeleton); },
                              [&] { static_cast<void>(retargeter.retarget(RootMotionDelta{})); },
                              [&] { static_cast<void>(retargeter.getMap()); }, [&] { static_cast<void>(retargeter.getScale()); },
                              [&] { static_cast<void>(retargeter.getOffset()); }, [&] { static_cast<void>(retargeter.sourceCount()); },
                              [&] { static_cast<void>(retargeter.targetCount()); },
                              [&] { const RetargetMeter another(retargeter, from.skeleton, to.skeleton); }});
    retargeter = std::move(taken);
    BOOST_TEST(retargeter.sourceCount() == from.skeleton.bones().size());
}

BOOST_AUTO_TEST_SUITE_END()

// NOLINTEND(bugprone-use-after-move)
