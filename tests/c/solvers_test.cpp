#include <cmath>
#include <string>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/graph_player.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/import/graph_json.hpp>
#include <armature/retarget/retarget_clip.hpp>
#include <armature/retarget/retargeter.hpp>

#include "model.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::capi;

BOOST_AUTO_TEST_SUITE(c_solvers)

BOOST_AUTO_TEST_CASE(a_chain_is_solved_with_the_bits_of_cpp)
{
    const Character character;
    armature_chain* chain = nullptr;
    ok(armature_chain_create(character.skeleton, &chain));
    std::size_t effector = 7;
    ok(armature_chain_add_effector(chain, character.bone("upperArmLeft"), character.bone("handLeft"), nullptr, &effector));
    BOOST_TEST(effector == 0u);
    armature_joint_options joint;
    ok(armature_joint_options_default(&joint, sizeof joint));
    joint.kind = ARMATURE_JOINT_SWING_TWIST;
    joint.axis[0] = 1.f;
    joint.axis[1] = 0.f;
    joint.max_swing = 1.6f;
    joint.minimum = -1.f;
    joint.maximum = 1.f;
    ok(armature_chain_set_joint(chain, character.bone("upperArmLeft"), &joint));
    joint.kind = 5;
    fails(armature_chain_set_joint(chain, character.bone("handLeft"), &joint), ARMATURE_INVALID_ARGUMENT, "the kind of the joint is 5");
    armature_chain_solver* solver = nullptr;
    ok(armature_chain_solver_create(chain, nullptr, &solver));
    armature_ik_goal goal;
    ok(armature_ik_goal_default(&goal));
    goal.has_position = true;
    goal.position[0] = 0.4f;
    goal.position[1] = 1.2f;
    goal.position[2] = 0.3f;
    armature_ik_report report{};
    report.size = sizeof report;
    ok(armature_chain_solver_solve(solver, character.skeleton, &goal, 1, ARMATURE_SPACE_WORLD, &report));
    fails(armature_chain_solver_solve(solver, character.skeleton, &goal, 0, ARMATURE_SPACE_WORLD, nullptr), ARMATURE_INVALID_ARGUMENT,
          "needed are 1");

    Skeleton& skeleton = character.cppSkeleton();
    Chain inCpp(skeleton);
    inCpp.addEffector(*skeleton.findBone("upperArmLeft"), *skeleton.findBone("handLeft"));
    const SwingTwistJoint shoulder{.axis = {1.f, 0.f, 0.f}, .maxSwing = 1.6f, .minTwist = -1.f, .maxTwist = 1.f};
    inCpp.setJoint(*skeleton.findBone("upperArmLeft"), {.limit = shoulder});
    const ChainReport expected = ChainSolver(inCpp).solve(skeleton, {.position = glm::vec3(0.4f, 1.2f, 0.3f)});
    BOOST_TEST(report.distance == expected.distance);
    BOOST_TEST(report.iterations == expected.iterations);
    BOOST_TEST(report.is_limited == (expected.activeLimits != 0));
    character.comparePalettes();
}

BOOST_AUTO_TEST_CASE(feet_stand_with_the_bits_of_cpp)
{
    const Character character;
    armature_bone* const feet[2] = {character.bone("footLeft"), character.bone("footRight")};
    armature_foot_placement_options options;
    ok(armature_foot_placement_options_default(&options, sizeof options));
    options.pelvis = character.bone("hips");
    float height = 0.1f;
    const armature_ground_query query = [](void* user, const float* point, float* ground, float*) {
        ground[1] = point[0] > 0.f ? *static_cast<const float*>(user) : 0.f;
        return true;
    };
    armature_foot_placement* placement = nullptr;
    ok(armature_foot_placement_create(feet, 2, query, &height, &options, &placement));
    fails(armature_foot_placement_create(feet, 2, nullptr, nullptr, nullptr, &placement), ARMATURE_INVALID_ARGUMENT, "the query is null");
    fails(armature_foot_placement_create(nullptr, 0, query, nullptr, nullptr, &placement), ARMATURE_INVALID_ARGUMENT, "feet is null");
    float offset = 9.f;
    armature_ik_status status = ARMATURE_IK_UNDEFINED;
    ok(armature_foot_placement_update(placement, INFINITY, &offset, &status));
    BOOST_TEST(status == ARMATURE_IK_SOLVED);

    Skeleton& skeleton = character.cppSkeleton();
    const std::array<FootPlacementLeg, 2> legs{{{.foot = skeleton.findBone("footLeft")}, {.foot = skeleton.findBone("footRight")}}};
    const auto stairs = [](const glm::vec3& at) { return GroundPoint{{at.x, at.x > 0.f ? 0.1f : 0.f, at.z}}; };
    FootPlacement inCpp(legs, stairs, {.pelvis = skeleton.findBone("hips")});
    BOOST_TEST(offset == inCpp.update().pelvisOffset);
    character.comparePalettes();
    ok(armature_foot_placement_reset(placement));
}

BOOST_AUTO_TEST_CASE(a_graph_plays_with_the_bits_of_cpp)
{
    const Character character;
    const std::string file = (sourceDirectory() / "demos/character/locomotion.json").string();
    armature_graph* graph = nullptr;
    ok(armature_graph_load(character.scene, character.skeleton, file.c_str(), &graph));
    const std::string broken = R"({"format": "armature graph", "version": 9})";
    armature_graph* none = nullptr;
    fails(armature_graph_load_memory(character.scene, character.skeleton, broken.data(), broken.size(), "broken.json", &none),
          ARMATURE_BAD_FILE, "broken.json");
    armature_graph_player* player = nullptr;
    ok(armature_graph_player_create(graph, &player));
    GraphPlayer inCpp(loadGraphJson(std::filesystem::path(file), *character.inCpp, character.cppSkeleton()).graph);
    std::size_t speed = 9;
    ok(armature_graph_find_parameter(graph, "speed", &speed));
    fails(armature_graph_find_parameter(graph, "sped", &speed), ARMATURE_NOT_FOUND, "sped");
    ok(armature_graph_player_set_parameter_at(player, speed, 1.5f));
    inCpp.setParameter("speed", 1.5f);
    std::size_t events = 0;
    for (int frame = 0; frame < 90; ++frame) {
        if (frame == 50) {
            ok(armature_graph_player_fire(player, "jump"));
            inCpp.fire("jump");
        }
        ok(armature_graph_player_advance(player, 1. / 30.));
        ok(armature_graph_player_apply(player, character.skeleton));
        inCpp.advance(1. / 30.);
        inCpp.apply(character.cppSkeleton());
        character.comparePalettes();
        armature_root_motion travel{};
        ok(armature_graph_player_travel(player, &travel));
        BOOST_TEST(travel.offset[2] == inCpp.getTravel().offset.z);
        const char* state = nullptr;
        ok(armature_graph_player_state(player, "locomotion", &state));
        BOOST_TEST(std::string(state) == inCpp.getState("locomotion"));
        std::size_t count = 0;
        ok(armature_graph_player_event_count(player, &count));
        BOOST_TEST_REQUIRE(count == inCpp.firedEvents().size());
        for (std::size_t i = 0; i < count; ++i) {
            armature_graph_event event{};
            event.size = sizeof event;
            ok(armature_graph_player_event(player, i, &event));
            BOOST_TEST(std::string(event.name) == inCpp.firedEvents()[i].name);
            BOOST_TEST(std::string(event.clip) == inCpp.firedEvents()[i].clip);
            ++events;
        }
    }
    BOOST_TEST(events > 0u);
    armature_root_motion ahead{{0., 0., 2.}, 0., {0., 1., 0.}};
    armature_transform place{{1.f, 0.f, 0.f}, {0.f, 0.f, 0.f, 1.f}, {1.f, 1.f, 1.f}};
    ok(armature_root_motion_apply(&ahead, &place));
    BOOST_TEST(place.translation[2] == 2.f);
    fails(armature_graph_player_state(player, "no machine", nullptr), ARMATURE_INVALID_ARGUMENT, "");
}

BOOST_AUTO_TEST_CASE(a_crowd_plays_a_graph)
{
    const Character character;
    const std::string file = (sourceDirectory() / "demos/character/locomotion.json").string();
    armature_graph* graph = nullptr;
    ok(armature_graph_load(character.scene, character.skeleton, file.c_str(), &graph));
    armature_crowd* crowd = nullptr;
    ok(armature_crowd_create(character.skeleton, &crowd));
    std::size_t index = 9;
    ok(armature_crowd_add_graph(crowd, graph, &index));
    armature_crowd_member member{};
    ok(armature_crowd_add(crowd, nullptr, &member));
    ok(armature_crowd_play_graph(crowd, member, index));
    ok(armature_crowd_set_parameter(crowd, member, "speed", 2.f));
    ok(armature_crowd_fire(crowd, member, "jump"));
    ok(armature_crowd_update(crowd, 0.5, ARMATURE_THREADS_CALLER));
    armature_root_motion travel{};
    ok(armature_crowd_travel(crowd, member, &travel));
    BOOST_TEST(travel.offset[2] > 0.);
}

BOOST_AUTO_TEST_CASE(retargeting_gives_the_bits_of_cpp)
{
    const Character source;
    const Character target;
    armature_humanoid_map* humanoid = nullptr;
    ok(armature_humanoid_map_create(source.skeleton, &humanoid));
    const char* refusal = nullptr;
    ok(armature_humanoid_map_refusal(humanoid, &refusal));
    BOOST_TEST(std::string(refusal) == "");
    std::size_t bone = 0;
    float confidence = 0.f;
    ok(armature_humanoid_map_find(humanoid, "head", &bone, &confidence));
    BOOST_TEST(confidence >= 0.5f);
    BOOST_TEST(source.cppSkeleton().bones()[bone]->getName() == "head");
    fails(armature_humanoid_map_find(humanoid, "tail", &bone, nullptr), ARMATURE_NOT_FOUND, "there is no role named \"tail\"");
    ok(armature_humanoid_map_clear(humanoid, "head"));
    fails(armature_humanoid_map_find(humanoid, "head", &bone, nullptr), ARMATURE_NOT_FOUND, "no bone has the role head");
    ok(armature_humanoid_map_set(humanoid, "head", bone));

    armature_retarget_map* map = nullptr;
    ok(armature_retarget_map_of_humanoids(source.skeleton, humanoid, target.skeleton, nullptr, &map));
    std::size_t pairs = 0;
    ok(armature_retarget_map_pair_count(map, &pairs));
    armature_retargeter* retargeter = nullptr;
    ok(armature_retargeter_create(source.skeleton, target.skeleton, map, nullptr, &retargeter));

    HumanoidMap cppHumanoid = HumanoidMap::create(source.cppSkeleton());
    cppHumanoid.set(HumanoidRole::Head, bone);
    RetargetMap cppMap = RetargetMap::ofHumanoids(cppHumanoid, HumanoidMap::create(target.cppSkeleton()));
    cppMap.addTwists(target.cppSkeleton());
    BOOST_TEST(pairs == cppMap.pairs.size());
    const Retargeter inCpp(source.cppSkeleton(), target.cppSkeleton(), cppMap);
    double scale = 0.;
    double offset[3] = {};
    ok(armature_retargeter_travel(retargeter, &scale, offset));
    BOOST_TEST(scale == inCpp.getScale());

    ok(armature_group_go_to(source.group("run"), 0.3));
    source.inCpp->findAnimationGroup("run")->goTo(0.3);
    ok(armature_retargeter_retarget(retargeter, source.skeleton, target.skeleton));
    inCpp.retarget(source.cppSkeleton(), target.cppSkeleton());
    target.comparePalettes();

    armature_clip* converted = nullptr;
    ok(armature_retargeter_convert_clip(retargeter, source.clip("walk"), source.skeleton, target.skeleton, false, &converted));
    std::size_t channels = 0;
    ok(armature_clip_channel_count(converted, &channels));
    const AnimationClip& walk = source.inCpp->findAnimationGroup("walk")->getClip();
    BOOST_TEST(channels == retargetClip(walk, source.cppSkeleton(), target.cppSkeleton(), inCpp).clip->channels().size());

    const armature_bone_names names[1] = {{"hips", "hips"}};
    ok(armature_retarget_map_of_names(source.skeleton, target.skeleton, names, 1, &map));
    ok(armature_retarget_map_add_chain(map, source.skeleton, "upperArmLeft", "handLeft", target.skeleton, "upperArmLeft", "handLeft"));
    fails(armature_retarget_map_add_chain(map, source.skeleton, "x", "handLeft", target.skeleton, "upperArmLeft", "handLeft"),
          ARMATURE_INVALID_ARGUMENT, "x");
}

BOOST_AUTO_TEST_SUITE_END()
