#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/saved_state.hpp>

#include <animation/graph_stage.hpp>
#include <support/precompiled.hpp>
#include <support/rounds.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A crowd whose members fade between clips, play graphs, are frozen, out of sight or far away.
struct Troupe : GraphStage {
    /// What the program itself knows about a member.
    struct Known {
        CrowdInstance instance;
        bool isCulled = false;
        bool isFrozen = false;
        bool playsGraph = false;
        bool isFar = false;
        double fade = 0.;  // seconds left
    };
    /// The results of a frame.
    struct Outcome {
        std::vector<glm::mat3x4> palettes;
        std::vector<double> numbers;
        std::string told;

        bool operator==(const Outcome&) const = default;
    };

    Troupe()
    {
        for (const std::uint64_t seed : {61u, 62u, 63u}) {
            crowd.addClip(BakedClip::create(*clip("clip", seed, 0.01 * static_cast<double>(seed)), skeleton, {.framesPerSecond = 60.}));
        }
        crowd.addGraph(graph("first", 64));
        crowd.addGraph(graph("second", 74));
        for (Known& member : members) {
            member.instance = crowd.add();
        }
    }

    std::shared_ptr<const AnimationGraph> graph(const std::string& name, std::uint64_t seed)
    {
        GraphClip walk = graphClip(name + "_walk", seed, 0.9, 1.4f);
        walk.events = {{"step", 0.}, {"step", 0.4}};
        return AnimationGraph::create(
            {.parameters = {{"go", ParameterKind::Trigger}},
             .clips = {walk, graphClip(name + "_jump", seed + 1, 0.5)},
             .nodes = {{"body", StateMachineNode{{{"walk", name + "_walk"}, {"jump", name + "_jump"}},
                                                 {{.from = "walk", .to = "jump", .conditions = {{"go"}}, .duration = 0.2},
                                                  {.from = "jump", .to = "walk", .exitPhase = 0.9, .duration = 0.1}}}}},
             .root = "body"},
            skeleton);
    }

    void play(Known& member, Random& random)
    {
        const CrowdPlayback playback{static_cast<std::size_t>(random.integer(0, 2)), static_cast<double>(random.real(0.f, 0.4f)),
                                     static_cast<double>(random.real(-2.f, 2.f)), random.chance(0.7)};
        const double seconds = static_cast<double>(random.real(0.2f, 1.f));
        if (random.chance(0.3)) {
            crowd.play(member.instance, playback);
            member.fade = 0.;
        } else {
            member.fade = crowd.getPlayback(member.instance) ? seconds : 0.;
            crowd.crossFade(member.instance, playback, seconds);
        }
        member.playsGraph = false;
    }

    void change(Random& random)
    {
        Known& member = random.pick(members);
        const CrowdInstance instance = member.instance;
        switch (random.integer(0, 9)) {
        case 0: crowd.setFrozen(instance, member.isFrozen = random.chance(0.3)); break;
        case 1: crowd.setCulled(instance, member.isCulled = random.chance(0.4)); break;
        case 2:
            member.isFar = random.chance(0.7);
            crowd.setUpdateInterval(instance, member.isFar ? static_cast<std::size_t>(random.integer(2, 5)) : 1);
            break;
        case 3: crowd.setOverride(instance, static_cast<std::size_t>(random.integer(0, 18)), {random.vector(-1.f, 1.f)}); break;
        case 4:
        case 5:
            if (member.playsGraph && random.chance(0.7)) {
                crowd.fire(instance, "go");
            } else {
                crowd.playGraph(instance, random.chance(0.5) ? 1 : 0);
                member.playsGraph = true;
                member.fade = 0.;
            }
            break;
        default: play(member, random); break;
        }
    }

    Outcome frame(std::uint64_t seed)
    {
        Random random(seed);
        if (random.chance(0.3)) {
            change(random);
        }
        const double seconds = random.chance(0.1) ? 0.1 : 1. / 30;
        crowd.update(seconds);
        Outcome outcome;
        for (Known& member : members) {
            member.fade = member.isFrozen ? member.fade : std::max(0., member.fade - seconds);
            if (!member.isCulled) {
                const auto palette = crowd.getPalette(member.instance);
                outcome.palettes.insert(outcome.palettes.end(), palette.begin(), palette.end());
            }
            if (member.playsGraph) {
                outcome.told += crowd.getState(member.instance, "body");
                outcome.numbers.push_back(crowd.getTravel(member.instance).offset.z);
                outcome.numbers.push_back(static_cast<double>(crowd.firedEvents(member.instance).size()));
            } else if (const std::optional<CrowdPlayback> playback = crowd.getPlayback(member.instance)) {
                outcome.numbers.push_back(playback->time);
            }
        }
        return outcome;
    }

    void count(std::map<std::string, int>& kinds) const
    {
        for (const Known& member : members) {
            const std::string where = member.isCulled ? "out of sight" : member.isFrozen ? "frozen" : member.isFar ? "far away" : "near";
            ++kinds[where + (member.playsGraph ? ", in a graph" : member.fade > 0. ? ", fading" : ", in a clip")];
        }
    }

    Crowd crowd{skeleton};
    std::array<Known, 7> members;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(crowd_rollback)

// Expected frames: the same frames when first played.
BOOST_AUTO_TEST_CASE(frames_play_again_from_every_kind_of_moment)
{
    Troupe troupe;
    Random random(2306);
    SavedState saved;
    std::map<std::string, int> kinds;
    std::size_t different = 0;
    const int trials = rounds(200);
    for (int trial = 0; trial < trials; ++trial) {
        for (int frame = random.integer(0, 15); frame >= 0; --frame) {
            troupe.frame(random.engine()());
        }
        if (random.chance(0.5)) {
            troupe.change(random);  // a change that no frame has seen yet
        }
        saved.save(troupe.crowd);
        const auto members = troupe.members;
        troupe.count(kinds);
        std::vector<std::uint64_t> seeds(20);
        std::vector<Troupe::Outcome> outcomes;
        for (std::uint64_t& seed : seeds) {
            seed = random.engine()();
            outcomes.push_back(troupe.frame(seed));
        }
        for (int frame = random.integer(0, 15); frame >= 0; --frame) {  // frames that restoring discards
            troupe.frame(random.engine()());
        }
        saved.restore(troupe.crowd);
        troupe.members = members;
        for (std::size_t frame = 0; frame < seeds.size(); ++frame) {
            different += troupe.frame(seeds[frame]) == outcomes[frame] ? 0u : 1u;
        }
    }
    BOOST_TEST(different == 0u);
    for (const char* where : {"out of sight", "frozen", "far away", "near"}) {
        for (const char* what : {", in a graph", ", fading", ", in a clip"}) {
            BOOST_TEST(kinds[std::string(where) + what] > 0, "saved while a member was " << where << what);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
