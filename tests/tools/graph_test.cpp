#include <algorithm>
#include <filesystem>

#include <boost/test/unit_test.hpp>

#include <armature/support/picture.hpp>

#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "models.hpp"
#include "program.hpp"

using namespace armature::test;

namespace {

/// Plays the strip's "bend" on request; until then, the strip stands still.
constexpr std::string_view bendGraph = R"({
    "format": "armature graph", "version": 1,
    "parameters": [{"name": "amount", "minimum": 0, "maximum": 1}, {"name": "go", "kind": "Trigger"}],
    "clips": [{"name": "bend"}, {"name": "slide", "clip": "0", "motion": {"root": "lower", "source": "Root"}}],
    "nodes": [
        {"name": "stand", "kind": "Clip", "clip": "bend", "speed": 0},
        {"name": "machine", "kind": "StateMachine", "states": [{"name": "standing", "node": "stand"}, {"name": "bending", "node": "bend"}],
         "transitions": [{"to": "bending", "conditions": [{"parameter": "go"}], "duration": 0}]}
    ],
    "root": "machine"
})";

struct GraphToPlay {
    std::filesystem::path folder = emptyOutputDirectory("graph");
    std::string model = writeFile(folder / "strip.gltf", stripModel());
    std::string file = writeFile(folder / "graph.json", bendGraph);

    Outcome play(const std::string& script, const std::vector<std::string>& more = {"--text"}) const
    {
        std::vector<std::string> arguments{"graph", file, model, "--script", script};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return runArmature(arguments);
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(graph_command, GraphToPlay)

// By hand: "go" is fired at 1 s, so at 1.5 s, "bend" has played for half a second. The strip's skeleton hangs below the node at (10, 0, 0).
BOOST_AUTO_TEST_CASE(what_is_active_is_printed_for_each_moment)
{
    const Outcome outcome = play("0; 1 amount=0.5 fire go # a comment\n1.5 end");
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.output
               == "0 s, at (10.000 0.000 0.000)\n  machine 100 %\n    standing: stand 100 %\n"
                  "1 s, at (10.000 0.000 0.000)\n  machine 100 %\n    standing: stand 100 %\n"
                  "1.5 s, at (10.000 0.000 0.000)\n  machine 100 %\n    bending: bend 100 % at 0.50 s\n");
}

BOOST_AUTO_TEST_CASE(the_script_may_be_a_file)
{
    const std::string script = writeFile(folder / "run.txt", "0 # begins\n1 fire go\n1.5 end\n");
    const Outcome outcome = runArmature({"graph", file, model, "--script-file", script, "--text"});
    BOOST_TEST(outcome.output == play("0; 1 fire go; 1.5 end").output);
    BOOST_TEST(outcome.output != "");
}

// A strip of four pictures: the first two are equal, the last one differs.
BOOST_AUTO_TEST_CASE(a_strip_of_pictures_is_drawn)
{
    const std::string strip = folder / "strip.png";
    const std::string dot = folder / "graph.dot";
    const Outcome outcome = play("0; 1 fire go; 1.5 end", {"-o", strip, "--pictures", "4", "--size", "398x100", "--dot", dot});
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.output.starts_with("wrote " + strip + ": 398x100, 4 pictures, "), outcome.output);
    BOOST_TEST(outcome.output.find("\nwrote " + dot + ": ") != std::string::npos, outcome.output);
    const auto picture = armature::support::readPng(strip);
    BOOST_TEST_REQUIRE(picture.width == 398u);
    BOOST_TEST_REQUIRE(picture.height == 100u);
    std::size_t differences[4] = {};
    std::size_t written = 0;  // pixels of the captions: times on white, below the pictures
    for (std::size_t panel = 0; panel < 4; ++panel) {
        for (std::size_t y = 84; y < 100; ++y) {
            for (std::size_t x = 0; x < 98; ++x) {
                written += picture.at(100 * panel + x, y)[0] < 128 ? 1u : 0u;
            }
        }
        for (std::size_t y = 0; y < 84; ++y) {
            for (std::size_t x = 0; x < 98; ++x) {
                const auto first = picture.at(x, y);
                const auto other = picture.at(100 * panel + x, y);
                differences[panel] += std::ranges::equal(first, other) ? 0u : 1u;
            }
        }
    }
    BOOST_TEST(written > 4u * 20u);
    BOOST_TEST(differences[1] == 0u);
    BOOST_TEST(differences[2] == 0u);
    BOOST_TEST(differences[3] > 100u);
    BOOST_TEST(std::filesystem::file_size(dot) > 100u);
}

BOOST_AUTO_TEST_CASE(the_character_travels)
{
    writeFile(folder / "graph.json", R"({"format": "armature graph", "version": 1, "clips": [{"name": "slide", "clip": "0",
        "motion": {"root": "lower", "source": "Root"}}], "root": "slide"})");
    const Outcome outcome = play("0; 3 end");
    BOOST_TEST(says(outcome.output, "3 s, at (10.000 0.000 4.000)\n"), outcome.output + outcome.errors);
}

BOOST_AUTO_TEST_CASE(wrong_scripts_are_refused)
{
    const auto refuses = [&](const std::string& script, std::string_view message) {
        const Outcome outcome = play(script);
        BOOST_TEST(outcome.status == 2);
        BOOST_TEST(outcome.output == "");
        BOOST_TEST(says(outcome.errors, message), outcome.errors);
    };
    refuses("0 amont=1; 1 end", R"(--script: at 0 s: the graph has no parameter "amont"; did you mean "amount"?)");
    refuses("0 go=1; 1 end", R"("go" is a trigger, which is fired: fire go)");
    refuses("0 fire amount; 1 end", R"("amount" is no trigger, it is set: amount=NUMBER)");
    refuses("0 amount=1", R"(has no end; the last moment says when, such as "5 end")");
    refuses("0 amount=nan; 1 end", R"(moment 1: "amount=nan" sets a parameter to what is not a number)");
    refuses("2; 1 end", "moment 2: 1 s does not come after 2 s");
    refuses("0; -1 end", "moment 2: -1 is outside 0 to");
    refuses("soon end", R"(moment 1: "soon" is not a number of seconds)");
    refuses("0 jump; 1 end", R"("jump" is none of NAME=NUMBER, fire NAME and end)");
    refuses("1e5 end", "at most 10000 moments and 3600 s");
    refuses("1 end; 2", "moment 2: comes after the end");
}

BOOST_AUTO_TEST_CASE(wrong_arguments_are_refused)
{
    const auto refuses = [](const Outcome& outcome, int status, std::string_view message) {
        BOOST_TEST(outcome.status == status);
        BOOST_TEST(says(outcome.errors, message), outcome.errors);
        BOOST_TEST(linesOf(outcome.errors).size() == 1u);
    };
    refuses(play("0 end", {}), 2, "nothing to make: needs -o OUT.png, --dot OUT.dot or --text");
    refuses(runArmature({"graph", file, model, "--text"}), 2, "needs --script or --script-file");
    refuses(runArmature({"graph", file, model, "--text", "--script-file", "no script"}), 1, "no script: does not exist");
    refuses(runArmature({"graph", "no graph", model, "--text", "--script", "0 end"}), 1, "no graph: does not exist");
    refuses(play("0 end", {"-o", file}), 1, "cannot be written");
    refuses(play("0 end", {"-o", model}), 1, "cannot be written");
    refuses(play("0 end", {"--text", "--pictures", "0"}), 2, "--pictures");
    writeFile(folder / "graph.json", R"({"format": "armature graph", "version": 1, "clips": [{"name": "bent"}], "root": "bent"})");
    refuses(play("0 end"), 1, R"(graph.json: /clips/0: "bent" is no clip of the model; did you mean "bend"?)");
}

BOOST_AUTO_TEST_SUITE_END()
