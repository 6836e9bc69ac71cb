#include <algorithm>

#include <boost/test/unit_test.hpp>

#include "models.hpp"
#include "program.hpp"

#include <support/shared_data.hpp>

using namespace armature::test;

namespace {

bool isInstalled(const std::string& program)
{
    const bool isThere = runShell("command -v " + program).status == 0;
    if (!isThere) {
        BOOST_TEST_MESSAGE(program << " is not installed");
    }
    return isThere;
}

struct Shells {
    std::filesystem::path folder = emptyOutputDirectory("completion");
    std::string begin = "cd '" + folder.string() + "' && ";

    Shells()
    {
        for (const std::string name : {"model.glb", "UPPER.FBX", "notes.txt", "graph.json", "two words.gltf"}) {
            writeFile(folder / name, "");
        }
        std::filesystem::create_directory(folder / "models");
        writeFile(folder / "models" / "inner.vrm", "");
        std::filesystem::create_directory(folder / "empty");
        writeFile(folder / "empty" / "readme", "");
        for (const std::string shell : {"bash", "zsh", "fish"}) {
            const Outcome script = runArmature({"completion", shell});
            BOOST_TEST_REQUIRE(script.status == 0, script.errors);
            writeFile(folder / ("armature." + shell), script.output);
        }
    }

    /// What bash offers for the last of `words`, which are in shell notation.
    [[nodiscard]] std::vector<std::string> inBash(const std::string& words) const
    {
        const Outcome outcome = runShell(begin + "bash --norc -c 'source ./armature.bash; COMP_WORDS=(" + words
                                         + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _armature; printf \"%s\\n\" \"${COMPREPLY[@]}\"'");
        BOOST_TEST(outcome.errors == "");
        std::vector<std::string> lines = linesOf(outcome.output);
        std::sort(lines.begin(), lines.end());
        return lines;
    }
};

using Offers = std::vector<std::string>;

}  // namespace

BOOST_FIXTURE_TEST_SUITE(completion, Shells)

BOOST_AUTO_TEST_CASE(bash_completes_commands_options_values_and_files)
{
    if (!isInstalled("bash")) {
        return;
    }
    BOOST_TEST(runShell(begin + "bash -n armature.bash").status == 0);
    BOOST_TEST((inBash("armature re") == Offers{"render", "retarget"}));
    BOOST_TEST((inBash("armature --v") == Offers{"--version"}));
    BOOST_TEST((inBash("armature help co") == Offers{"completion", "convert", "cook"}));
    BOOST_TEST((inBash("armature render model.glb --tr") == Offers{"--trail", "--transparent"}));
    BOOST_TEST((inBash("armature inspect --fbx-reader \"\"") == Offers{"assimp", "own"}));
    BOOST_TEST((inBash("armature convert --up = \"\"") == Offers{"X", "Y", "Z"}));
    BOOST_TEST((inBash("armature convert --up =") == Offers{"X", "Y", "Z"}));
    BOOST_TEST((inBash("armature render model.glb --size \"\"") == Offers{""}));
    BOOST_TEST((inBash("armature inspect \"\"") == Offers{"UPPER.FBX", "empty", "model.glb", "models", "two words.gltf"}));
    BOOST_TEST((inBash("armature inspect models/") == Offers{"models/inner.vrm"}));
    BOOST_TEST((inBash("armature inspect notes") == Offers{"notes.txt"}));  // no model has this name, but perhaps it is one
    BOOST_TEST((inBash("armature retarget --map \"\"") == Offers{"empty", "graph.json", "models"}));
    BOOST_TEST((inBash("armature cut model.glb -o no") == Offers{"notes.txt"}));
}

BOOST_AUTO_TEST_CASE(zsh_knows_the_function)
{
    if (!isInstalled("zsh")) {
        return;
    }
    BOOST_TEST(runShell(begin + "zsh -n armature.zsh").status == 0);
    // zpty gives the shell a terminal, on which Tab completes.
    const Outcome outcome = runShell(begin + R"zsh(zsh -fc 'zmodload zsh/zpty
zpty shell zsh -f
zpty -w shell "PS1=; setopt noautomenu; autoload -U compinit; compinit -u -D; source ./armature.zsh; clear"
sleep 2
for words in "armature rend" "armature inspect --fbx-reader ass" "armature help compl" "armature inspect UPP"; do
    zpty -w -n shell "$words"$'"'\t'"'
    sleep 1
    zpty -w shell " ; #"
done
zpty -w shell "exit"
while zpty -r shell line; do print -r -- $line; done')zsh");
    for (const std::string whole : {"armature render", "--fbx-reader assimp", "armature help completion", "armature inspect UPPER.FBX"}) {
        BOOST_TEST(outcome.output.find(whole) != std::string::npos, outcome.output << outcome.errors);
    }
}

BOOST_AUTO_TEST_CASE(fish_completes_commands_options_values_and_files)
{
    if (!isInstalled("fish")) {
        return;
    }
    const auto offers = [&](const std::string& words) {
        const Outcome outcome =
            runShell(begin + "HOME='" + folder.string() + "' fish --no-config -c 'source armature.fish; complete -C \"" + words + "\"'");
        BOOST_TEST(outcome.errors == "");
        Offers lines;
        for (const std::string& line : linesOf(outcome.output)) {
            lines.push_back(line.substr(0, line.find('\t')));
        }
        std::sort(lines.begin(), lines.end());
        return lines;
    };
    BOOST_TEST(runShell(begin + "fish --no-config -n armature.fish").status == 0);
    BOOST_TEST((offers("armature re") == Offers{"render", "retarget"}));
    BOOST_TEST((offers("armature render model.glb --tr") == Offers{"--trail", "--transparent"}));
    BOOST_TEST((offers("armature inspect --fbx-reader ") == Offers{"assimp", "own"}));
    BOOST_TEST((offers("armature completion f") == Offers{"fish"}));
    BOOST_TEST((offers("armature inspect models/") == Offers{"models/inner.vrm"}));
    BOOST_TEST((offers("armature inspect UPP") == Offers{"UPPER.FBX"}));
    BOOST_TEST((offers("armature retarget --map gr") == Offers{"graph.json"}));
}

BOOST_AUTO_TEST_CASE(the_manual_has_no_faults)
{
    const Outcome manual = runArmature({"manual"});
    BOOST_TEST_REQUIRE(manual.status == 0, manual.errors);
    writeFile(folder / "armature.1", manual.output);
    for (const std::string command : {"view", "render", "completion"}) {
        BOOST_TEST(manual.output.find("\n.SS " + command + "\n") != std::string::npos);
    }
    BOOST_TEST(manual.output.find("\\-\\-in\\-place") != std::string::npos);
    const std::vector<std::pair<std::string, std::string>> readers{{"groff", "groff -ww -man -Tutf8 armature.1"},
                                                                   {"mandoc", "mandoc -Tlint -Wwarning armature.1"},
                                                                   {"man", "man --warnings -E UTF-8 -l -Tutf8 -Z ./armature.1"}};
    for (const auto& [reader, command] : readers) {
        if (isInstalled(reader)) {
            const Outcome outcome = runShell(begin + command);
            BOOST_TEST(outcome.status == 0);
            BOOST_TEST((reader == "mandoc" ? outcome.output : outcome.errors) == "");
        }
    }
}

BOOST_AUTO_TEST_CASE(the_desktop_entry_is_valid)
{
    if (isInstalled("desktop-file-validate")) {
        const Outcome outcome =
            runShell("desktop-file-validate '" + (sourceDirectory() / "source/programs/desktop/armature.desktop").string() + "'");
        BOOST_TEST(outcome.status == 0, outcome.output);
        BOOST_TEST(outcome.output + outcome.errors == "");
    }
}

BOOST_AUTO_TEST_SUITE_END()
