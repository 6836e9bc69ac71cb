#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <armature/animation/modifier_stack.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/saved_state.hpp>

#include <support/precompiled.hpp>
#include <support/rounds.hpp>

#include "graph_stage.hpp"

using namespace armature;
using namespace armature::test;

namespace {

/// A character as in games: a graph with nested state machines, a two-dimensional blend space, a difference and a modifier, followed by a
/// stack of modifiers with memory.
struct Character : GraphStage {
    Character()
    {
        reach.setTarget(scene.createTransformNode("handle", nullptr, {.translation = {0.5f, 1.2f, 0.4f}}));
        look.setTarget({0.3f, 1.5f, 2.f});
        stack.add("reach", reach);
        stack.add("look", look);
        const std::size_t tail = *JointView(skeleton).find("toe_R");
        player.setModifier("stoop", [head = *JointView(skeleton).find("head"), tail](JointView joints) {
            joints.setPosition(head, joints.getTransform(tail).translation + glm::vec3(0.f, 0.2f, 0.f));
        });
    }

    GraphDescription description()
    {
        const auto stepping = [&](const char* name, std::uint64_t seed, double duration, float stride, float turn) {
            GraphClip clip = graphClip(name, seed, duration, stride, turn);
            clip.events = {{"left", 0.}, {"right", duration / 2}};
            return clip;
        };
        GraphClipOptions difference{.bake = {.framesPerSecond = 60.}};
        difference.isDifference = true;
        return {
            .parameters = {{"x", ParameterKind::Number, 0.f, -1.f, 1.f},
                           {"y", ParameterKind::Number, 0.f, -1.f, 1.f},
                           {"stoop", ParameterKind::Number, 0.f, 0.f, 1.f},
                           {"jump", ParameterKind::Trigger}},
            .clips = {stepping("idle", 31, 2., 0.f, 0.f), stepping("walk", 32, 1., 1.4f, 0.f), stepping("back", 33, 1.1, -1.f, 0.f),
                      stepping("left", 34, 0.9, 1.f, 0.5f), stepping("right", 35, 0.9, 1.f, -0.5f), stepping("jump", 36, 0.8, 1.f, 0.f),
                      makeGraphClip("lean", makeAdditiveClip(*clip("lean", 37, 1.)), skeleton, difference)},
            .nodes = {{"move",
                       BlendSpaceNode{
                           .x = "x",
                           .y = "y",
                           .points = {{"idle", {0, 0}}, {"walk", {0, 1}}, {"back", {0, -1}}, {"left", {-1, 0}}, {"right", {1, 0}}}}},
                      {"leaning", AdditiveNode{"move", "lean", {0.5f}}},
                      {"stoop", ModifierNode{"leaning", {1.f, "stoop"}}},
                      {"leap", ClipNode{.clip = "jump", .loop = false}},
                      {"inner", StateMachineNode{{{"up", "stoop"}, {"down", "back"}},
                                                 {{.from = "up", .to = "down", .conditions = {{"y", Comparison::Less, -0.8f}}},
                                                  {.from = "down", .to = "up", .conditions = {{"y", Comparison::Greater, -0.7f}}}}}},
                      {"body",
                       StateMachineNode{{{"move", "inner"}, {"jump", "leap"}},
                                        {{.to = "jump", .conditions = {{"jump"}}, .duration = 0.2, .blend = TransitionBlend::Inertialise},
                                         {.from = "jump", .to = "move", .exitPhase = 1.}}}}},
            .root = "body"};
    }

    struct Inputs {
        float x;
        float y;
        float stoop;
        bool isJump;
        float handle;
        double seconds;
    };
    /// The results of a frame.
    struct Outcome {
        std::vector<glm::mat3x4> palette;
        std::string events;
        Transform place;

        bool operator==(const Outcome&) const = default;
    };

    Outcome play(const Inputs& inputs)
    {
        player.setParameter("x", inputs.x);
        player.setParameter("y", inputs.y);
        player.setParameter("stoop", inputs.stoop);
        if (inputs.isJump) {
            player.fire("jump");
        }
        scene.findTransformNode("handle")->setPosition({0.5f, inputs.handle, 0.4f});
        player.advance(inputs.seconds);
        place = player.getTravel().moved(place);
        player.apply(skeleton);
        scene.animate(inputs.seconds);
        const auto palette = skeleton.getFinalMatrices();
        Outcome outcome{{palette.begin(), palette.end()}, {}, place};
        for (const FiredEvent& event : player.firedEvents()) {
            outcome.events += std::string(event.clip) + "." + std::string(event.name) + std::to_string(event.moment) + ",";
        }
        return outcome;
    }

    GraphPlayer player{AnimationGraph::create(description(), skeleton)};
    BoneIkController reach{*skeleton.findBone("arm_L"), {.halfLife = 0.1f, .maxPoleTurn = 1.f}};
    BoneLookController look{*skeleton.findBone("head"), {.halfLife = 0.2f}};
    ModifierStack& stack = scene.createModifierStack(skeleton);
    Transform place;
};

Character::Inputs randomInputs(Random& random, const Character::Inputs& before)
{
    Character::Inputs inputs = before;
    if (random.chance(0.03)) {
        inputs.x = random.real(-1.f, 1.f);
        inputs.y = random.real(-1.f, 1.f);
    }
    inputs.stoop = random.chance(0.02) ? random.real(0.f, 1.f) : inputs.stoop;
    inputs.handle = random.chance(0.1) ? random.real(0.8f, 1.6f) : inputs.handle;
    inputs.isJump = random.chance(0.01);
    inputs.seconds = random.chance(0.1) ? 0.1 : 1. / 60;
    return inputs;
}

/// Two state machines, for the upper and the lower body, with transitions of all kinds.
struct Moments : GraphStage {
    struct Inputs {
        std::string trigger;  // empty: none
        double seconds;
    };

    [[nodiscard]] StateMachineNode machine(const std::string& name) const
    {
        StateMachineNode made{.states = {{"a", name + "_a"}, {"b", name + "_b"}}};
        for (const auto& [from, to] : {std::pair("a", "b"), std::pair("b", "a")}) {
            made.transitions.push_back(
                {.from = from, .to = to, .conditions = {{name + "_soft"}}, .duration = 0.8, .blend = TransitionBlend::Inertialise});
            made.transitions.push_back({.from = from, .to = to, .conditions = {{name + "_fade"}}, .duration = 0.5});
            made.transitions.push_back({.from = from, .to = to, .conditions = {{name + "_cut"}}, .duration = 0.});
        }
        return made;
    }

    GraphDescription description()
    {
        GraphDescription made;
        for (const std::string name : {"upper", "lower"}) {
            for (const char* kind : {"_soft", "_fade", "_cut"}) {
                made.parameters.push_back({name + kind, ParameterKind::Trigger});
            }
            made.clips.push_back(graphClip(name + "_a", name == "upper" ? 41 : 42, 1.1, 0.8f, 0.2f));
            made.clips.push_back(graphClip(name + "_b", name == "upper" ? 43 : 44, 0.7, 1.5f, -0.3f));
            made.nodes.push_back({name, machine(name)});
        }
        made.nodes.push_back({"body", OverlayNode{.base = "lower", .overlay = "upper", .masks = {{"spine", 1.f}}, .weight = {1.f}}});
        made.root = "body";
        return made;
    }

    [[nodiscard]] Inputs randomInputs(Random& random) const
    {
        constexpr std::array triggers{"upper_soft", "upper_fade", "upper_cut", "lower_soft", "lower_fade", "lower_cut"};
        Inputs inputs{{}, random.chance(0.1) ? 0.1 : 1. / 30};
        if (random.chance(0.15)) {
            inputs.trigger = triggers[static_cast<std::size_t>(random.integer(0, 5))];
        }
        return inputs;
    }

    /// The pose, with the frame's travel appended as its last bone.
    Pose play(const Inputs& inputs)
    {
        if (!inputs.trigger.empty()) {
            player.fire(inputs.trigger);
            last[inputs.trigger.substr(0, 5)] = inputs.trigger.substr(6);
        }
        player.advance(inputs.seconds);
        Pose pose = poseOf(player);
        pose.bones.push_back(player.getTravel().moved(Transform{}));
        return pose;
    }

    /// The transitions that are under way, by the latest trigger of each state machine.
    [[nodiscard]] std::string kind() const
    {
        std::string kind;
        for (const char* name : {"upper", "lower"}) {
            if (player.getTransitionProgress(name) < 1.f) {
                kind += (kind.empty() ? "" : ", ") + std::string(last.at(name) == "soft" ? "inertial " : "fading ") + name;
            }
        }
        return kind.empty() ? "rest" : kind;
    }

    GraphPlayer player{AnimationGraph::create(description(), skeleton)};
    std::map<std::string, std::string> last{{"upper", ""}, {"lower", ""}};
};

}  // namespace

BOOST_AUTO_TEST_SUITE(graph_rollback)

// Replays sixty frames again and again: all palettes must have equal bits, and events must be equal.
BOOST_AUTO_TEST_CASE(a_character_with_modifiers_plays_the_same_frames_again)
{
    Character character;
    Random random(1306);
    SavedState saved;
    Transform savedPlace;
    std::vector<Character::Inputs> inputs;
    std::vector<Character::Outcome> outcomes;
    std::size_t different = 0;
    std::size_t events = 0;
    Character::Inputs last{0.f, 0.f, 0.f, false, 1.2f, 1. / 60};
    const int frames = rounds(10000);
    for (int frame = 0; frame < frames; ++frame) {
        if (frame % 60 == 0) {
            if (frame > 0) {
                saved.restore(character.scene, character.player, character.reach, character.look);
                character.place = savedPlace;
                for (std::size_t i = 0; i < inputs.size(); ++i) {
                    different += character.play(inputs[i]) == outcomes[i] ? 0u : 1u;
                }
            }
            saved.save(character.scene, character.player, character.reach, character.look);
            savedPlace = character.place;
            inputs.clear();
            outcomes.clear();
        }
        last = randomInputs(random, last);
        inputs.push_back(last);
        outcomes.push_back(character.play(last));
        events += outcomes.back().events.empty() ? 0u : 1u;
    }
    BOOST_TEST(different == 0u);
    BOOST_TEST(events > static_cast<std::size_t>(frames) / 50);
    // Without the controllers' memory the same frames differ, so the controllers do remember something.
    saved.restore(character.scene, character.player, character.reach, character.look);
    character.reach.reset();
    character.look.reset();
    character.place = savedPlace;
    BOOST_TEST((character.play(inputs.front()) != outcomes.front()));
}

// Transitions interrupted by other transitions, and cuts that end them, need all of a graph's saved state.
BOOST_AUTO_TEST_CASE(frames_play_again_from_every_kind_of_moment)
{
    Moments moments;
    Random random(2206);
    SavedState saved;
    std::map<std::string, int> kinds;
    std::size_t different = 0;
    const int trials = rounds(400);
    for (int trial = 0; trial < trials; ++trial) {
        for (int frame = random.integer(0, 20); frame >= 0; --frame) {
            moments.play(moments.randomInputs(random));
        }
        saved.save(moments.player);
        ++kinds[moments.kind()];
        std::vector<Moments::Inputs> inputs;
        std::vector<Pose> poses;
        for (int frame = 0; frame < 25; ++frame) {
            inputs.push_back(moments.randomInputs(random));
            poses.push_back(moments.play(inputs.back()));
        }
        for (int frame = random.integer(0, 20); frame >= 0; --frame) {  // frames that restoring discards
            moments.play(moments.randomInputs(random));
        }
        saved.restore(moments.player);
        for (std::size_t frame = 0; frame < inputs.size(); ++frame) {
            different += moments.play(inputs[frame]) == poses[frame] ? 0u : 1u;
        }
    }
    BOOST_TEST(different == 0u);
    for (const char* kind : {"rest", "inertial upper", "inertial lower", "fading upper", "fading lower", "fading upper, fading lower",
                             "inertial upper, inertial lower", "inertial upper, fading lower", "fading upper, inertial lower"}) {
        BOOST_TEST(kinds[kind] > 0, "saved while " << kind);
    }
}

BOOST_AUTO_TEST_SUITE_END()
