#include <vector>

#include <armature/animation/graph_player.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/saved_state.hpp>

#include <animation/graph_stage.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

struct CrowdGraphStage : GraphStage {
    std::shared_ptr<const AnimationGraph> make()
    {
        GraphClip walk = graphClip("walk", 51, 1., 1.4f);
        walk.events = {{"step", 0.}, {"step", 0.5}};
        GraphDescription description{
            .parameters = {{"speed", ParameterKind::Number, 1.5f, 0.f, 3.f}, {"jump", ParameterKind::Trigger}},
            .clips = {walk, graphClip("run", 52, 0.7, 3.f, 0.3f), graphClip("jump", 53, 0.8)},
            .nodes = {{"move", BlendSpaceNode{.x = "speed", .points = {{"walk", {1, 0}}, {"run", {3, 0}}}}},
                      {"leap", ClipNode{.clip = "jump", .loop = false}},
                      {"body",
                       StateMachineNode{{{"move", "move"}, {"jump", "leap"}},
                                        {{.from = "move", .to = "jump", .conditions = {{"jump"}}, .blend = TransitionBlend::Inertialise},
                                         {.from = "jump", .to = "move", .exitPhase = 0.9}}}}},
            .root = "body"};
        return AnimationGraph::create(description, skeleton);
    }
    std::shared_ptr<const AnimationGraph> graph = make();
    Crowd crowd{skeleton};
    std::size_t index = crowd.addGraph(graph);
};

/// The largest distance between corresponding rows.
float farthest(std::span<const glm::mat3x4> a, std::span<const glm::mat3x4> b)
{
    float most = 0.f;
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (int row = 0; row < 3; ++row) {
            most = std::max(most, glm::length(a[i][row] - b[i][row]));
        }
    }
    return most;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(crowd_graph, CrowdGraphStage)

// Members have their own parameters and give the same bits as a player, with any number of threads.
BOOST_AUTO_TEST_CASE(members_do_what_players_do)
{
    for (const Threads threads : {Threads::Caller, Threads::All}) {
        constexpr std::size_t count = 40;
        Random random(1306);
        std::vector<CrowdInstance> members;
        std::vector<GraphPlayer> players;
        for (std::size_t i = 0; i < count; ++i) {
            members.push_back(crowd.add());
            crowd.playGraph(members.back(), index);
            players.emplace_back(graph);
        }
        std::size_t different = 0;
        std::size_t events = 0;
        for (int frame = 0; frame < 200; ++frame) {
            for (std::size_t i = 0; i < count; ++i) {
                if (random.chance(0.05)) {
                    const float speed = random.real(0.f, 3.f);
                    crowd.setParameter(members[i], "speed", speed);
                    players[i].setParameter("speed", speed);
                } else if (random.chance(0.01)) {
                    crowd.fire(members[i], "jump");
                    players[i].fire("jump");
                }
                players[i].advance(1. / 60);
            }
            crowd.update(1. / 60, threads);
            for (std::size_t i = 0; i < count; ++i) {
                different += crowd.getTravel(members[i]) == players[i].getTravel() ? 0u : 1u;
                different += crowd.firedEvents(members[i]).size() == players[i].firedEvents().size() ? 0u : 1u;
                different += crowd.getState(members[i], "body") == players[i].getState("body") ? 0u : 1u;
                events += crowd.firedEvents(members[i]).size();
                if (frame % 10 == 0) {
                    different += crowd.getPose(members[i]) == poseOf(players[i]) ? 0u : 1u;
                }
            }
        }
        BOOST_TEST(different == 0u);
        BOOST_TEST(events > count * 3);
    }
}

BOOST_AUTO_TEST_CASE(frozen_members_stand_still_and_culled_ones_travel)
{
    const CrowdInstance frozen = crowd.add();
    const CrowdInstance culled = crowd.add();
    crowd.playGraph(frozen, index);
    crowd.playGraph(culled, index);
    crowd.update(0.1);
    crowd.setFrozen(frozen, true);
    crowd.setCulled(culled, true);
    const Pose before = crowd.getPose(frozen);
    crowd.update(0.1);
    BOOST_TEST(crowd.getTravel(frozen).offset.z == 0.);
    BOOST_TEST(crowd.getTravel(culled).offset.z > 0.1);
    BOOST_TEST((crowd.getPose(frozen) == before));
}

// The expected matrices come from a skeleton in the member's pose, with the last bone at rest.
BOOST_AUTO_TEST_CASE(a_graph_plays_the_same_on_fewer_bones)
{
    const CrowdInstance all = crowd.add();
    const CrowdInstance few = crowd.add();
    std::vector<std::uint8_t> levels(skeleton.bones().size(), 0);
    levels.back() = 1;
    crowd.setBoneLevels(levels);
    crowd.setBoneLevel(few, 1);
    const Pose rest = captureRestPose(skeleton);
    float change = 0.f;
    for (const CrowdInstance member : {all, few}) {
        crowd.playGraph(member, index);
    }
    for (int frame = 0; frame < 40; ++frame) {
        crowd.update(1. / 60);
        BOOST_TEST((crowd.getTravel(few) == crowd.getTravel(all)));
        BOOST_TEST(crowd.firedEvents(few).size() == crowd.firedEvents(all).size());
        Pose pose = crowd.getPose(few);
        BOOST_TEST((pose == crowd.getPose(all)));
        pose.bones.back() = rest.bones.back();
        applyPose(skeleton, pose);
        BOOST_TEST(farthest(crowd.getPalette(few), skeleton.getFinalMatrices()) < 1e-5f);
        change = std::max(change, farthest(crowd.getPalette(few), crowd.getPalette(all)));
    }
    BOOST_TEST(change > 0.01f);
}

// Between computed poses, a distant member deviates only by the motion's curvature over 4 frames. A pose one frame late would deviate by
// 0.3.
BOOST_AUTO_TEST_CASE(distant_members_follow)
{
    const CrowdInstance near = crowd.add();
    const CrowdInstance distant = crowd.add();
    crowd.playGraph(near, index);
    crowd.playGraph(distant, index);
    crowd.setUpdateInterval(distant, 4);
    double most = 0.;
    for (int frame = 0; frame < 100; ++frame) {
        crowd.update(1. / 60);
        for (std::size_t i = 0; i < crowd.getPaletteSize(); ++i) {
            for (int row = 0; row < 3; ++row) {
                const glm::vec4 gap = crowd.getPalette(near)[i][row] - crowd.getPalette(distant)[i][row];
                most = std::max(most, static_cast<double>(glm::length(gap)));
            }
        }
    }
    BOOST_TEST(most < 0.12);
    BOOST_TEST(crowd.computedPoseCount() < 160u);
}

// The member comes into view just after a transition begins. The poses that it could interpolate from are older than the transition.
BOOST_AUTO_TEST_CASE(a_distant_member_seen_in_a_transition_stays_whole)
{
    const CrowdInstance member = crowd.add();
    crowd.playGraph(member, index);
    crowd.setUpdateInterval(member, 64);
    crowd.setCulled(member, true);
    crowd.update(0.5);
    crowd.fire(member, "jump");
    crowd.update(1. / 60);
    crowd.setCulled(member, false);
    for (int frame = 0; frame < 30; ++frame) {
        crowd.update(1. / 60);
        for (const glm::mat3x4& matrix : crowd.getPalette(member)) {
            for (int row = 0; row < 3; ++row) {
                BOOST_TEST(glm::length(matrix[row]) < 5.f);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_not_there_is_refused)
{
    const CrowdInstance member = crowd.add();
    BOOST_CHECK_THROW(crowd.setParameter(member, "speed", 1.f), std::invalid_argument);
    BOOST_CHECK_THROW((void)crowd.getTravel(member), std::invalid_argument);
    BOOST_CHECK_THROW(crowd.playGraph(member, 7), std::invalid_argument);
    BOOST_CHECK_THROW((void)crowd.addGraph(nullptr), std::invalid_argument);
    crowd.update(-0.1);
    crowd.playGraph(member, index);
    BOOST_CHECK_THROW(crowd.update(-0.1), std::invalid_argument);
    BOOST_CHECK_THROW(crowd.setParameter(member, "sped", 1.f), std::invalid_argument);
    BOOST_CHECK_THROW(crowd.fire(member, "speed"), std::invalid_argument);
    Skeleton& other = scene.createSkeleton("other");
    other.createBone("root");
    BOOST_CHECK_THROW((void)Crowd(other).addGraph(graph), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(graphs_are_part_of_a_saved_state)
{
    const CrowdInstance member = crowd.add();
    const CrowdInstance other = crowd.add();
    crowd.playGraph(member, index);
    crowd.update(0.3);
    crowd.fire(member, "jump");
    crowd.update(0.1);
    SavedState saved;
    saved.save(crowd);
    crowd.update(0.2);
    const Pose expected = crowd.getPose(member);
    crowd.playGraph(member, index);
    crowd.playGraph(other, index);
    crowd.update(0.5);
    saved.restore(crowd);
    crowd.update(0.2);
    BOOST_TEST((crowd.getPose(member) == expected));
    BOOST_CHECK_THROW((void)crowd.getTravel(other), std::invalid_argument);
    SavedState again;
    saved.restore(crowd);
    again.save(crowd);
    BOOST_TEST((saved == again));
}

BOOST_AUTO_TEST_CASE(updates_do_not_allocate)
{
    for (int i = 0; i < 50; ++i) {
        crowd.playGraph(crowd.add(), index);
    }
    const auto update = [&](int frames) {
        for (int frame = 0; frame < frames; ++frame) {
            if (frame % 40 == 0) {
                crowd.fire({static_cast<std::uint32_t>(frame % 50), 1}, "jump");
            }
            crowd.update(1. / 60);
        }
    };
    update(100);
    const AllocationCount allocations;
    update(100);
    BOOST_TEST(allocations.sinceConstruction() == 0u);
}

// As with a player, each member has its own functions for modifier nodes and its own curves.
BOOST_AUTO_TEST_CASE(members_have_modifiers_and_curves_of_their_own)
{
    AnimationClipBuilder builder("walk");
    builder.rotation(*skeleton.findBone("head")).addKey(0., glm::quat(1, 0, 0, 0)).addKey(1., glm::angleAxis(1.f, glm::vec3(1, 0, 0)));
    builder.curve("breath").addKey(0., 1.f).addKey(1., 3.f);
    const auto breathing = AnimationGraph::create({.parameters = {{"hold", ParameterKind::Number, 0.5f}},
                                                   .clips = {makeGraphClip("walk", builder.build(), skeleton)},
                                                   .nodes = {{"hold", ModifierNode{"walk", {1.f, "hold"}}}},
                                                   .root = "hold"},
                                                  skeleton);
    const std::size_t breathingIndex = crowd.addGraph(breathing);
    const std::size_t hips = *JointView(skeleton).find("hips");
    for (const std::size_t interval : {1u, 3u}) {
        const CrowdInstance held = crowd.add();
        const CrowdInstance free = crowd.add();
        GraphPlayer player(breathing);
        const auto lift = [&](JointView joints) { joints.setPosition(hips, joints.getTransform(hips).translation + glm::vec3(0, 1, 0)); };
        player.setModifier("hold", lift);
        for (const CrowdInstance member : {held, free}) {
            crowd.playGraph(member, breathingIndex);
            crowd.setUpdateInterval(member, interval);
        }
        crowd.setModifier(held, "hold", lift);
        BOOST_CHECK_EXCEPTION(crowd.setModifier(held, "heldd", lift), std::invalid_argument, says("no modifier node \"heldd\""));
        for (int frame = 0; frame < 7; ++frame) {
            crowd.update(0.1);
            player.advance(0.1);
        }
        BOOST_TEST((crowd.getPose(held).bones[hips] == poseOf(player).bones[hips]));
        BOOST_TEST(crowd.getPose(held).bones[hips].translation.y - crowd.getPose(free).bones[hips].translation.y == 0.5f);
        float breath = 0.f;
        crowd.sampleCurve(held, "breath", {&breath, 1});
        BOOST_TEST(breath == player.getCurve("breath"));
        BOOST_TEST(breath == 2.4f, boost::test_tools::tolerance(1e-5f));
    }
}

// update() calls a modifier below a mirror when a transition begins. The modifier's exception passes through update(), but the other
// members have advanced.
BOOST_AUTO_TEST_CASE(a_modifier_that_throws_stops_nobody_else)
{
    const auto turning = AnimationGraph::create(
        {.parameters = {{"go", ParameterKind::Trigger}},
         .clips = {graphClip("a", 57, 1.), graphClip("b", 58, 1.)},
         .nodes = {{"body",
                    StateMachineNode{{{"first", "a"}, {"second", "b"}},
                                     {{.from = "first", .to = "second", .conditions = {{"go"}}, .blend = TransitionBlend::Inertialise}}}},
                   {"fragile", ModifierNode{"body"}},
                   {"mirrored", MirrorNode{"fragile"}}},
         .root = "mirrored"},
        skeleton);
    const std::size_t turningIndex = crowd.addGraph(turning);
    std::vector<CrowdInstance> members;
    for (int i = 0; i < 3; ++i) {
        members.push_back(crowd.add());
        crowd.playGraph(members.back(), turningIndex);
        crowd.fire(members.back(), "go");
    }
    crowd.setModifier(members[0], "fragile", [](JointView) { throw std::runtime_error("fragile"); });
    BOOST_CHECK_EXCEPTION(crowd.update(0.25), std::runtime_error, says("fragile"));
    GraphPlayer player(turning);
    player.fire("go");
    player.advance(0.25);
    for (const CrowdInstance member : {members[1], members[2]}) {
        BOOST_TEST(crowd.getState(member, "body") == "second");
        BOOST_TEST((crowd.getPose(member).bones == poseOf(player).bones));
    }
}

BOOST_AUTO_TEST_SUITE_END()
