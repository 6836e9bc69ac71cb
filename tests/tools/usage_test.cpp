#include <algorithm>
#include <array>
#include <fstream>

#include <boost/test/unit_test.hpp>

#include <programs/armature/command_line.hpp>
#include <programs/armature/help_text.hpp>
#include <programs/armature/terminal.hpp>

#include "models.hpp"
#include "program.hpp"

#include <support/file_content.hpp>
#include <support/shared_data.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::array commands{"armature", "view",     "render", "inspect", "pose",    "clips", "cut",  "plot",       "graph",
                              "map",      "retarget", "bake",   "cook",    "convert", "diff",  "help", "completion", "manual"};

/// The words of an example up to a redirection or a pipe; double quotes hold a word together.
std::vector<std::string> wordsOf(std::string_view line)
{
    std::vector<std::string> words(1);
    bool isQuoted = false;
    for (const char letter : line) {
        if (letter == '"') {
            isQuoted = !isQuoted;
        } else if (!isQuoted && (letter == '>' || letter == '|')) {
            break;
        } else if (letter == ' ' && !isQuoted) {
            words.emplace_back();
        } else {
            words.back() += letter;
        }
    }
    std::erase(words, "");
    return words;
}

void checkError(const std::vector<std::string>& arguments, const std::string& line)
{
    const Outcome outcome = runArmature(arguments);
    BOOST_TEST(outcome.status == 2);
    BOOST_TEST(outcome.errors == "error: " + line + '\n');
}

/// What the program prints on a terminal: both its streams.
std::string onTerminal(const std::string& variables, const std::string& arguments)
{
    return runShell("TERM=xterm " + variables + " script -qec \"\\\"$ARMATURE\\\" " + arguments + "\" /dev/null < /dev/null").output;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(usage)

BOOST_AUTO_TEST_CASE(misspelt_commands_options_and_values_get_a_suggestion)
{
    checkError({"rendr", "a.glb", "-o", "b.png"}, "unknown command \"rendr\"; did you mean \"render\"? (see armature --help)");
    // What is missing only because of the misspelling is not what the message is about.
    checkError({"render", "a.glb", "--ouput", "b.png"},
               "armature render has no option --ouput; did you mean \"--output\"? (see armature render --help)");
    checkError({"render", "a.glb", "-o", "b.png", "--sise=10x10"},
               "armature render has no option --sise; did you mean \"--size\"? (see armature render --help)");
    checkError({"inspect", "a.glb", "--zzzzzz"}, "armature inspect has no option --zzzzzz (see armature inspect --help)");
    checkError({"inspect", "a.glb", "--fbx-reader", "asimp"},
               "--fbx-reader: \"asimp\" is not one of its values; did you mean \"assimp\"? (see armature inspect --help)");
    checkError({"convert", "a.glb", "-o", "b.glb", "--up", "W"},
               "--up: \"W\" is not one of its values; there are \"X\", \"Y\", \"Z\" (see armature convert --help)");
    checkError({"inspect", "a.glb", "b.glb"}, "armature inspect does not expect \"b.glb\" (see armature inspect --help)");
    checkError({"inspect", "--", "-a.glb", "--json"}, "armature inspect does not expect \"--json\" (see armature inspect --help)");
}

BOOST_AUTO_TEST_CASE(help_of_a_command_is_its_own)
{
    BOOST_TEST(runArmature({"help"}).output == runArmature({"--help"}).output);
    for (const std::string command : {"render", "completion", "help"}) {
        const Outcome help = runArmature({"help", command});
        BOOST_TEST(help.status == 0);
        BOOST_TEST(help.output == runArmature({command, "--help"}).output);
        BOOST_TEST(help.output.find("Usage: armature " + command) != std::string::npos, help.output);
    }
    BOOST_TEST(runArmature({"help", "rendr"}).status == 2);
}

BOOST_AUTO_TEST_CASE(each_example_of_a_help_is_understood)
{
    std::size_t count = 0;
    for (const std::string command : commands) {
        const std::string help =
            runArmature(command == "armature" ? std::vector<std::string>{"--help"} : std::vector<std::string>{command, "--help"}).output;
        const auto examples = tools::examplesOf(command);
        BOOST_TEST(examples.size() >= 2u, command);
        for (const tools::Example& example : examples) {
            BOOST_TEST(help.find("\n  " + std::string(example.line) + "\n      " + std::string(example.purpose)) != std::string::npos,
                       help);
            std::vector<std::string> words = wordsOf(example.line);
            BOOST_TEST(words.front() == "armature");
            std::vector<const char*> pointers;
            std::transform(words.begin(), words.end(), std::back_inserter(pointers), [](const std::string& word) { return word.c_str(); });
            BOOST_CHECK_NO_THROW(static_cast<void>(tools::parseCommandLine(static_cast<int>(pointers.size()), pointers.data())));
            ++count;
        }
    }
    BOOST_TEST(count > 40u);
}

// The examples of commands that take little time, with the project's character under all of their names.
BOOST_AUTO_TEST_CASE(examples_do_what_they_say)
{
    const auto folder = emptyOutputDirectory("usage");
    for (const std::string name : {"character.glb", "hero.glb", "before.glb", "after.glb", "walk.bvh"}) {
        std::filesystem::copy_file(buildDirectory() / "demos/character.glb", folder / name);
    }
    std::filesystem::copy_file(sourceDirectory() / "demos/character/locomotion.json", folder / "locomotion.json");
    std::size_t count = 0;
    for (const std::string command : {"inspect", "pose", "clips", "cut", "plot", "graph", "map", "cook", "help"}) {
        for (const tools::Example& example : tools::examplesOf(command)) {
            std::string line(example.line);
            line.replace(0, line.find(' '), "\"$ARMATURE\"");
            const Outcome outcome = runShell("cd '" + folder.string() + "' && " + line);
            BOOST_TEST(outcome.status == 0, example.line << ": " << outcome.errors);
            BOOST_TEST(outcome.output != "", example.line);
            ++count;
        }
    }
    BOOST_TEST(count > 15u);
}

BOOST_AUTO_TEST_CASE(colours_are_for_terminals_that_want_them)
{
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"help"}, {"rendr"}, {"--no-color", "help", "cut"}}) {
        const Outcome outcome = runArmature(arguments);
        BOOST_TEST((outcome.output + outcome.errors).find('\x1b') == std::string::npos);
    }
    if (runShell("command -v script").status != 0) {
        BOOST_TEST_MESSAGE("script (bsdutils) is not installed");
        return;
    }
    BOOST_TEST(onTerminal("NO_COLOR=", "help cut").find("\x1b[1mUsage:\x1b[m armature cut") != std::string::npos);
    BOOST_TEST(onTerminal("NO_COLOR=", "help cut").find("\x1b[1mExamples:\x1b[m") != std::string::npos);
    BOOST_TEST(onTerminal("NO_COLOR=", "rendr").find("\x1b[1;31merror:\x1b[m unknown") != std::string::npos);
    for (const auto& [variables, arguments] : {std::pair<std::string, std::string>{"NO_COLOR=1", "help cut"},
                                               {"NO_COLOR= TERM=dumb", "help cut"},
                                               {"NO_COLOR=1", "rendr"},
                                               {"NO_COLOR=", "help cut --no-color"},
                                               {"NO_COLOR=", "rendr --no-color"}}) {
        const std::string printed = onTerminal(variables, arguments);
        BOOST_TEST(printed.size() > 20u);
        BOOST_TEST(printed.find('\x1b') == std::string::npos, printed);
    }
}

BOOST_AUTO_TEST_CASE(what_was_written_is_said_unless_it_should_be_quiet)
{
    const auto folder = emptyOutputDirectory("usage_written");
    const std::string file = writeFile(folder / "strip.gltf", stripModel());
    const std::string out = (folder / "out.").string();
    const auto last = [](const std::string& text) { return text.empty() ? std::string() : linesOf(text).back(); };
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
        {{"render", file, "-o", out + "png", "--size", "64x48"}, "wrote " + out + "png: 64x48, "},
        {{"render", file, "-o", out + "webp", "--size", "64x48", "--frames", "3"}, "wrote " + out + "webp: 64x48, 3 frames, 1 s, "},
        {{"render", file, "-o", out + "png", "--size", "200x100", "--sheet", "2x1"}, "wrote " + out + "png: 200x100, 2 pictures, "},
        {{"plot", file, "--bone", "upper", "-o", out + "svg"}, "wrote " + out + "svg: 1600x1000, "},
        {{"convert", file, "-o", out + "gltf"}, "wrote " + out + "bin: "},
        {{"cut", file, "-o", out + "glb", "--reverse"}, "wrote " + out + "glb: "},
        {{"cook", file, "-o", out + "cooked"}, "wrote " + out + "cooked: "},
        {{"pose", file, "--obj", out + "obj"}, "wrote " + out + "obj: "}};
    for (auto [arguments, line] : cases) {
        const Outcome outcome = runArmature(arguments);
        BOOST_TEST(outcome.status == 0, outcome.errors);
        BOOST_TEST(last(outcome.output).starts_with(line), outcome.output << " does not end with " << line);
        arguments.emplace_back("--quiet");
        BOOST_TEST(runArmature(arguments).output == "", arguments.front());
    }
    // Standard output under its other name holds the picture alone, and what reads a pipe gets no lines.
    const Outcome picture = runShell("\"$ARMATURE\" render '" + file + "' --size 64x48 -o /dev/stdout > '" + out + "stdout'");
    BOOST_TEST(picture.status == 0, picture.errors);
    BOOST_TEST(contentOf(out + "stdout").starts_with("\x89PNG"));
    BOOST_TEST(contentOf(out + "stdout").ends_with("IEND\xae\x42\x60\x82"));
    const Outcome piped =
        runShell("cd '" + folder.string() + "' && mkfifo pipe && { cat pipe > piped & } && \"$ARMATURE\" convert '" + file + "' -o pipe");
    BOOST_TEST(piped.status == 0, piped.errors);
    BOOST_TEST(piped.output == "");
}

BOOST_AUTO_TEST_SUITE_END()
