#include <algorithm>
#include <array>
#include <csignal>
#include <iterator>
#include <set>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/scene/scene.hpp>

#include <import/fbx_record.hpp>
#include <programs/armature/terminal.hpp>
#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "fbx_character.hpp"
#include "models.hpp"
#include "printed_json.hpp"
#include "program.hpp"

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

struct FolderOfMotions {
    fs::path folder = emptyOutputDirectory("convert_many");
    std::string in = (folder / "in").string();
    std::string out = (folder / "out").string();

    /// Two glTF models, an FBX model in a subfolder, a file that is not a model, and a broken model.
    FolderOfMotions()
    {
        fs::create_directories(folder / "in/more");
        writeFile(folder / "in/a.gltf", stripModel());
        writeFile(folder / "in/b.gltf", stripModel("other"));
        writeFbx("in/more/rig.FBX", fbxRig());
        writeFile(folder / "in/notes.txt", "no model");
        writeFile(folder / "in/broken.glb", "glTF");
    }

    std::string writeFbx(const fs::path& name, const std::vector<FbxRecord>& records) const
    {
        const std::vector<std::byte> bytes = fbxBinary(records);
        return writeFile(folder / name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }
};

/// Returns the paths of all files below a folder, relative to that folder.
std::set<std::string> filesIn(const fs::path& folder)
{
    std::set<std::string> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            files.insert(entry.path().lexically_relative(folder).string());
        }
    }
    return files;
}

glm::vec3 placeOf(const Scene& scene, const std::string& node)
{
    return scene.findTransformNode(node)->getPosition(Space::World);
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(convert_many, FolderOfMotions)

BOOST_AUTO_TEST_CASE(a_folder_becomes_a_folder_and_one_bad_file_does_not_stop_the_rest)
{
    for (const char* jobs : {"1", "3"}) {
        fs::remove_all(out);
        const Outcome outcome = runArmature({"convert", in, "-o", out, "--jobs", jobs});
        BOOST_TEST(outcome.status == 1);
        BOOST_TEST((filesIn(out) == std::set<std::string>{"a.glb", "b.glb", "more/rig.glb"}));
        const auto errors = linesOf(outcome.errors);
        BOOST_TEST_REQUIRE(errors.size() == 1u, outcome.errors);
        BOOST_TEST(errors[0].starts_with("error: " + in + "/broken.glb: "));
        const auto lines = linesOf(outcome.output);
        BOOST_TEST(lines.size() == 7u);
        BOOST_TEST(lines.back().starts_with("3 of 4 files written, 1 failed; posed vertices are at most "), lines.back());
        BOOST_TEST(std::ranges::count(lines, out + "/a.glb: 4 nodes, 1 skin, 1 mesh, 6 vertices, 2 clips") == 1);
        BOOST_TEST(loadScene(out + "/more/rig.glb")->skeletons().size() == 1u);
    }
    fs::remove(folder / "in/broken.glb");
    BOOST_TEST(runArmature({"convert", in, "-o", out}).status == 0);
}

// VRM models and VRM animations are glTF files with another extension.
BOOST_AUTO_TEST_CASE(folders_give_every_file_that_can_be_read)
{
    fs::create_directories(folder / "names");
    for (const std::string ending : {"vrm", "vrma", "VRM", "gltf"}) {
        writeFile(folder / "names" / ("model_" + std::to_string(ending.size()) + ending.front() + "." + ending), stripModel());
    }
    writeFile(folder / "names/triangle.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    writeFile(folder / "names/notes.txt", "no model");
    const Outcome outcome = runArmature({"convert", (folder / "names").string(), "-o", out});
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.output.find("5 of 5 files written") != std::string::npos, outcome.output);
}

BOOST_AUTO_TEST_CASE(the_report_is_for_programs)
{
    const Outcome outcome = runArmature({"convert", in, "-o", out, "--json"});
    BOOST_TEST(outcome.status == 1);
    const PrintedJson report(outcome.output);
    BOOST_TEST(report["written"].index() == 3u);
    BOOST_TEST(report["failed"].index() == 1u);
    const auto files = report["files"].items();
    BOOST_TEST_REQUIRE(files.size() == 4u);  // in alphabetical order
    BOOST_TEST(files[0]["inputs"].items()[0].text() == in + "/a.gltf");
    BOOST_TEST(files[0]["output"].text() == out + "/a.glb");
    BOOST_TEST(files[0]["status"].text() == "written");
    BOOST_TEST(files[0]["error"].isNull());
    BOOST_TEST(files[0]["vertices"].index() == 6u);
    BOOST_TEST(files[0]["clips"].items()[0].text() == "bend");
    BOOST_TEST(files[0]["poses"].index() == 19u);
    BOOST_TEST(files[0]["millimetres"].number() == 0.);
    BOOST_TEST(files[2]["status"].text() == "failed");
    BOOST_TEST(files[2]["error"].text().starts_with(in + "/broken.glb: "));
    BOOST_TEST(files[3]["inputs"].items()[0].text() == in + "/more/rig.FBX");

    const Outcome one = runArmature({"convert", in + "/a.gltf", "-o", out + ".glb", "--json"});
    BOOST_TEST(one.status == 0);
    BOOST_TEST(PrintedJson(one.output)["files"].items()[0]["nodes"].index() == 4u);
}

BOOST_AUTO_TEST_CASE(models_of_one_name_keep_their_endings)
{
    writeFbx("in/a.fbx", fbxRig());
    fs::create_directories(out);
    const Outcome outcome = runArmature({"convert", in + "/a.gltf", in + "/a.fbx", in + "/b.gltf", "-o", out});
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST((filesIn(out) == std::set<std::string>{"a.gltf.glb", "a.fbx.glb", "b.glb"}));
    const Outcome same = runArmature({"convert", in + "/a.gltf", in + "/a.gltf", "-o", out});
    BOOST_TEST(same.status == 2);
    BOOST_TEST(same.errors.find("would both become") != std::string::npos, same.errors);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_meant_is_refused)
{
    const std::string a = in + "/a.gltf";
    const std::string b = in + "/b.gltf";
    const std::string file = writeFile(folder / "file", "content");
    fs::create_directories(folder / "empty");
    const std::vector<std::pair<std::vector<std::string>, std::string>> refused{
        {{a, b, "-o", file}, "is a file; to convert several a folder is needed"},
        {{(folder / "empty").string(), "-o", out}, "there is no model in it"},
        {{a, b, "-o", folder.string(), "--merge"}, "is a folder; --merge writes one file"},
        {{a, "-o", out, "--up", "up"}, "--up: \"up\" is not one of its values; there are \"X\", \"Y\", \"Z\""},
        {{a, "-o", out, "--scale", "0"}, "\"0\" is not a number above 0"},
        {{a, "-o", out, "--fps", "many"}, "\"many\" is not a number above 0"},
        {{a, "-o", out, "--jobs", "0"}, "--jobs"},
        {{a, b, "-o", out, "--merge", "--jobs", "2"}, "--jobs"}};
    for (const auto& [arguments, message] : refused) {
        std::vector<std::string> command{"convert"};
        command.insert(command.end(), arguments.begin(), arguments.end());
        const Outcome outcome = runArmature(command);
        BOOST_TEST(outcome.status == 2, outcome.errors);
        BOOST_TEST(outcome.errors.find(message) != std::string::npos, outcome.errors);
    }
    BOOST_TEST(!fs::exists(out));
}

// By hand: at 1 s, the rig's "hand" is at (0.8, 0.1, 0) metres.
BOOST_AUTO_TEST_CASE(size_axes_and_rate_change_only_when_asked_for)
{
    const std::string rig = in + "/more/rig.FBX";
    const std::string changed = (folder / "changed.glb").string();
    BOOST_TEST(runArmature({"convert", rig, "-o", changed, "--scale", "2", "--up", "Z", "--fps", "10"}).status == 0);
    const auto before = loadScene(rig);
    const auto after = loadScene(changed);
    BOOST_TEST(after->nodes().size() == before->nodes().size() + 1);
    after->animationGroups()[0]->goTo(1.);
    before->animationGroups()[0]->goTo(1.);
    BOOST_TEST(near(placeOf(*before, "hand"), glm::vec3(0.8f, 0.1f, 0.f), 1e-6f));
    BOOST_TEST(near(placeOf(*after, "hand"), glm::vec3(1.6f, 0.f, -0.2f), 1e-6f));  // the old up coordinate y is now z; the old z is now -y
    for (const AnimationChannel& channel : after->animationGroups()[0]->getClip().channels()) {
        BOOST_TEST(after->animationGroups()[0]->getClip().timeTrack(channel.timeTrack).size() == 11u);
    }
    // The strip has a clip of one second and one of two.
    const std::string strip = (folder / "strip.glb").string();
    BOOST_TEST(runArmature({"convert", in + "/a.gltf", "-o", strip, "--fps", "7.5"}).status == 0);
    const auto sampled = loadScene(strip);
    const AnimationClip& bend = sampled->animationGroups()[0]->getClip();
    BOOST_TEST(bend.timeTrack(0).size() == 9u);  // nine keys: at 7.5 keys per second, eight intervals come closest
    BOOST_TEST(bend.getDuration() == 1.);
    BOOST_TEST((sampled->animationGroups()[1]->getClip().channels()[0].interpolation == Interpolation::Step));
    for (const double time : {0.1, 0.5, 0.93}) {
        const auto original = loadScene(in + "/a.gltf");
        original->animationGroups()[0]->goTo(time);
        sampled->animationGroups()[0]->goTo(time);
        const glm::quat expected = original->findTransformNode("upper")->getRotationQuaternion();
        BOOST_TEST(std::abs(glm::dot(expected, sampled->findTransformNode("upper")->getRotationQuaternion())) > 1.f - 1e-6f);
    }
}

BOOST_AUTO_TEST_CASE(clips_of_other_files_are_merged_by_name)
{
    const std::string character = writeFbx("character.fbx", fbxCharacter());
    const std::string wave = writeFbx("wave.fbx", fbxMotion({{"RightArm", "Z", {0., -60., 0.}}}));
    const std::string nod = writeFbx("nod.fbx", fbxMotion({{"Head", "X", {0., 30.}}}));
    const std::string merged = (folder / "merged.glb").string();
    const Outcome outcome = runArmature({"convert", "--merge", character, wave, nod, in + "/a.gltf", "-o", merged});
    BOOST_TEST(outcome.status == 0, outcome.errors);
    const auto warnings = linesOf(outcome.errors);
    BOOST_TEST_REQUIRE(warnings.size() == 3u, outcome.errors);  // the strip's clips move nothing of the character
    BOOST_TEST(warnings[0] == "warning: " + in + "/a.gltf: has another unit or other axes than the character");
    BOOST_TEST(warnings[1] == "warning: " + in + "/a.gltf: the clip \"bend\" moves nothing of the character and is left out: upper");
    BOOST_TEST(warnings[2] == "warning: " + in + "/a.gltf: the clip \"0\" moves nothing of the character and is left out: lower");
    const auto scene = loadScene(merged);
    const std::vector<std::string> expected{"wave", "nod"};
    BOOST_TEST(clipNames(*scene) == expected, boost::test_tools::per_element());
    BOOST_TEST(scene->skeletons().size() == 1u);
    // "wave" by hand: after half a second, the arm has turned by -60 degrees about z. The forearm's joint is 30 cm from the arm's, to the
    // right.
    scene->findAnimationGroup("wave")->goTo(0.5);
    const glm::vec3 elbow(-0.18f - 0.3f * 0.5f, 0.95f + 0.1f + 0.38f + 0.3f * 0.8660254f, 0.f);
    BOOST_TEST(near(placeOf(*scene, "mixamorig:RightForeArm"), elbow, 1e-5f));
    // Overwriting one of the inputs is refused.
    const Outcome over = runArmature({"convert", "--merge", character, wave, "-o", wave});
    BOOST_TEST(over.status == 1);
    BOOST_TEST(over.errors.find("it is an input") != std::string::npos, over.errors);
}

// In an FBX file, a joint that scales without its child gets an extra node for the scale. A character that does not scale has no such node.
BOOST_AUTO_TEST_CASE(a_motion_that_scales_a_node_of_a_joint_scales_the_joint)
{
    Scene motion;
    TransformNode& joint = motion.createTransformNode("upper");
    TransformNode& scaled = motion.createTransformNode("upper:scale", &joint);
    ClipDescription clip{.name = "grow", .timeTracks = {{0.f, 1.f}}};
    clip.channels.push_back({.target = ChannelTarget::of(scaled), .path = ChannelPath::Scale, .values = {1, 1, 1, 2, 3, 4}});
    motion.createAnimationGroup(AnimationClip::create(std::move(clip)));
    const std::string grow = (folder / "grow.glb").string();
    static_cast<void>(saveGltf(motion, grow));
    const std::string merged = (folder / "grown.glb").string();
    const Outcome outcome = runArmature({"convert", "--merge", in + "/a.gltf", grow, "-o", merged});
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.errors.find("the clip \"grow\" scales upper, and with them what hangs on them") != std::string::npos,
               outcome.errors);
    const auto scene = loadScene(merged);
    scene->findAnimationGroup("grow")->goTo(1.);
    BOOST_TEST((scene->findTransformNode("upper")->getScaling() == glm::vec3(2, 3, 4)));
}

// Whenever the program is interrupted, the output folder contains only complete files.
BOOST_AUTO_TEST_CASE(an_interrupt_leaves_whole_files)
{
    fs::remove(folder / "in/broken.glb");
    for (int i = 0; i < 60; ++i) {
        writeFbx("in/more/rig" + std::to_string(i) + ".fbx", fbxRig());
    }
    bool wasInterrupted = false;
    const std::string untilThereIsAFile = "until [ -n \"$(ls -A '" + out + "')\" ] || ! kill -0 $pid; do sleep 0.002; done 2> /dev/null";
    // The machine's speed decides what each pause interrupts. The last pause is repeated until it interrupts in time.
    const std::array<std::string, 4> pauses{"sleep 0.005", "sleep 0.02", "sleep 0.08", untilThereIsAFile};
    for (std::size_t attempt = 0; attempt < pauses.size() || (!wasInterrupted && attempt < 40); ++attempt) {
        const std::string& pause = pauses[std::min(attempt, pauses.size() - 1)];
        fs::remove_all(out);
        const Outcome outcome =
            runShell("\"$ARMATURE\" convert '" + in + "' -o '" + out + "' --jobs 2 & pid=$!; " + pause + "; kill -INT $pid; wait $pid");
        wasInterrupted = wasInterrupted || outcome.status == 130;
        BOOST_TEST((outcome.status == 130 || outcome.status == 0), outcome.errors);
        for (const std::string& file : fs::exists(out) ? filesIn(out) : std::set<std::string>()) {
            BOOST_TEST(file.ends_with(".glb"));
            BOOST_CHECK_NO_THROW(static_cast<void>(loadScene(fs::path(out) / file)));
        }
    }
    BOOST_TEST(wasInterrupted);
}

BOOST_AUTO_TEST_CASE(a_bar_says_how_far_it_is)
{
    BOOST_TEST(tools::progressBar(0, 4) == "[                                        ] 0 of 4");
    BOOST_TEST(tools::progressBar(3, 4) == "[##############################          ] 3 of 4");
    BOOST_TEST(tools::progressBar(4, 4) == "[########################################] 4 of 4");
    // By hand: a quarter took 10 s, so the other three take 30 s.
    BOOST_TEST(tools::progressBar(1, 4, 10.) == "[##########                              ] 1 of 4, 30 s left");
    BOOST_TEST(tools::progressBar(1, 4, 100.) == "[##########                              ] 1 of 4, 5 min left");
    BOOST_TEST(tools::progressBar(1, 4, 4800.) == "[##########                              ] 1 of 4, 4 h left");
    BOOST_TEST(tools::progressBar(1, 4, 0.5) == "[##########                              ] 1 of 4");
    BOOST_TEST(tools::progressBar(0, 4, 10.) == "[                                        ] 0 of 4");
    BOOST_TEST(tools::progressBar(4, 4, 10.) == "[########################################] 4 of 4");
}

// `script` gives the program a terminal.
BOOST_AUTO_TEST_CASE(on_a_terminal_the_bar_replaces_the_lines)
{
    if (runShell("command -v script").status != 0) {
        return;
    }
    fs::remove(folder / "in/broken.glb");
    const Outcome outcome =
        runShell("TERM=xterm script -qec \"\\\"$ARMATURE\\\" convert '" + in + "' -o '" + out + "'\" /dev/null < /dev/null");
    BOOST_TEST(outcome.status == 0, outcome.output);
    BOOST_TEST(outcome.output.find("0 of 3\r\x1b[K") != std::string::npos, outcome.output);
    BOOST_TEST(outcome.output.find("3 of 3\r\x1b[K3 of 3 files written; posed vertices are at most ") != std::string::npos, outcome.output);
    BOOST_TEST(outcome.output.find("4 nodes") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
