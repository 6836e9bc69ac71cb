#include <boost/test/unit_test.hpp>

#include <armature/support/picture.hpp>
#include <import/fbx_record.hpp>
#include <support/shared_data.hpp>

#include "fbx_character.hpp"
#include "models.hpp"
#include "printed_json.hpp"
#include "program.hpp"

using namespace armature;
using namespace armature::test;

namespace {

struct DiffModels {
    std::filesystem::path folder = emptyOutputDirectory("diff");
    std::string strip = writeFile(folder / "strip.gltf", stripModel());

    /// Writes the strip with a part of its text replaced. Returns the file's name.
    [[nodiscard]] std::string changed(const std::string& from, const std::string& to) const
    {
        std::string text = stripModel();
        const std::size_t place = text.find(from);
        BOOST_TEST_REQUIRE(place != std::string::npos, from);
        return writeFile(folder / "changed.gltf", text.replace(place, from.size(), to));
    }

    [[nodiscard]] std::string writeFbx(const char* name, const std::vector<FbxRecord>& records) const
    {
        const std::vector<std::byte> bytes = fbxBinary(records);
        return writeFile(folder / name, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(diff_command, DiffModels)

BOOST_AUTO_TEST_CASE(a_model_is_the_same_as_itself_and_as_what_is_converted)
{
    const Outcome same = runArmature({"diff", strip, strip});
    BOOST_TEST(same.status == 0, same.output);
    BOOST_TEST(same.errors == "");
    BOOST_TEST(same.output == strip + " and " + strip + ": 6 vertices and 2 bones compared in 19 poses, the same within 0.01 mm\n");
    const std::string rig = writeFbx("rig.fbx", fbxRig());
    const std::string glb = (folder / "rig.glb").string();
    BOOST_TEST(runArmature({"convert", rig, "-o", glb}).status == 0);
    const Outcome converted = runArmature({"diff", rig, glb});
    BOOST_TEST(converted.status == 0, converted.output);
    const PrintedJson json(runArmature({"diff", rig, glb, "--json"}).output);
    BOOST_TEST(json["same"].truth());
    BOOST_TEST(json["structure"].items().empty());
    BOOST_TEST(json["poses"].index() == 10u);
}

// models.hpp: "upper" is 1 above "lower" and turns by 90 degrees about z; the vertices at y = 2 follow it. If the joint moves by 0.25 in x,
// its vertices move too and are 250 mm off in every pose.
BOOST_AUTO_TEST_CASE(the_worst_come_first_in_millimetres)
{
    const std::string moved = changed("\"translation\": [0, 1, 0]", "\"translation\": [0.25, 1, 0]");
    const Outcome outcome = runArmature({"diff", strip, moved});
    BOOST_TEST(outcome.status == 1, outcome.errors);
    const auto lines = linesOf(outcome.output);
    BOOST_TEST_REQUIRE(lines.size() == 8u, outcome.output);
    BOOST_TEST(lines[0] == strip + " and " + moved + ": 6 vertices and 2 bones compared in 19 poses, at most 250 mm off");
    BOOST_TEST(lines[2] == " vertices mm     joint mm   degrees  bone");
    BOOST_TEST(lines[3].starts_with("         250          250         0  \"upper\", worst in "), lines[3]);
    BOOST_TEST(lines[5] == "          mm  vertex");
    BOOST_TEST(lines[6].starts_with("         250  4 of primitive 0 at node \"strip\", bone \"upper\", in "), lines[6]);
    const PrintedJson json(runArmature({"diff", strip, moved, "--json", "--worst", "1"}).output);
    BOOST_TEST(!json["same"].truth());
    BOOST_TEST(json["millimetres"].number() == 250., boost::test_tools::tolerance(1e-4));
    const auto bones = json["bones"].items();
    BOOST_TEST_REQUIRE(bones.size() == 2u);
    BOOST_TEST(bones[0]["name"].text() == "upper");
    BOOST_TEST(bones[0]["vertexMillimetres"].number() == 250., boost::test_tools::tolerance(1e-4));
    BOOST_TEST(bones[1]["name"].text() == "lower");
    BOOST_TEST(bones[1]["millimetres"].number() == 0.);
    BOOST_TEST_REQUIRE(json["vertices"].items().size() == 1u);
    BOOST_TEST(json["vertices"].items()[0]["vertex"].index() >= 4u);
    // With a large enough tolerance, the models count as equal.
    BOOST_TEST(runArmature({"diff", strip, moved, "--tolerance", "251"}).status == 0);
    BOOST_TEST(runArmature({"diff", strip, moved, "--tolerance", "249"}).status == 1);
}

BOOST_AUTO_TEST_CASE(what_only_one_has_is_told_by_name)
{
    const std::string other = writeFile(folder / "other.gltf", stripModel("tip"));
    const Outcome outcome = runArmature({"diff", strip, other});
    BOOST_TEST(outcome.status == 1);
    for (const char* line : {"node \"upper\": only in the first", "node \"tip\": only in the second", "joint \"upper\": only in the first",
                             "joint \"tip\": only in the second", "clip \"bend\": channel \"rotation of upper\": only in the first"}) {
        BOOST_TEST(outcome.output.find(line) != std::string::npos, line << " in " << outcome.output);
    }
    const std::string wave = writeFbx("wave.fbx", fbxMotion({{"Head", "X", {0., 10.}}}));
    const std::string character = writeFbx("character.fbx", fbxCharacter());
    const Outcome clips = runArmature({"diff", character, wave});
    BOOST_TEST(clips.status == 1);
    BOOST_TEST(clips.output.find("clip \"mixamo.com\": only in the second\n") != std::string::npos, clips.output);
    BOOST_TEST(clips.output.find("mesh at node \"Body\": only in the first\n") != std::string::npos, clips.output);
}

BOOST_AUTO_TEST_CASE(the_picture_shows_both_and_where_they_differ)
{
    const std::string moved = changed("\"translation\": [0, 1, 0]", "\"translation\": [0.25, 1, 0]");
    const std::string picture = (folder / "difference.png").string();
    BOOST_TEST(runArmature({"diff", strip, moved, "--picture", picture, "--size", "300x100"}).status == 1);
    const support::Picture drawn = support::readPng(picture);
    BOOST_TEST(drawn.width == 300u);
    BOOST_TEST(drawn.height == 100u);
    // The strip is orange. Only the third panel has red and blue, for vertices that differ and vertices that do not.
    const auto count = [&](std::size_t panel, std::size_t channel) {
        std::size_t pixels = 0;
        for (std::size_t y = 0; y < drawn.height; ++y) {
            for (std::size_t x = 100 * panel; x < 100 * (panel + 1); ++x) {
                const auto color = drawn.at(x, y);
                pixels += color[channel] > color[1] + 80 && color[channel] > color[2 - channel] + 60 ? 1u : 0u;
            }
        }
        return pixels;
    };
    for (const std::size_t channel : {0u, 2u}) {
        BOOST_TEST(count(0, channel) == 0u);
        BOOST_TEST(count(1, channel) == 0u);
        BOOST_TEST(count(2, channel) > 20u);
    }
    const Outcome over = runArmature({"diff", strip, moved, "--picture", moved});
    BOOST_TEST(over.status == 1);
    BOOST_TEST(over.errors.find("it is an input") != std::string::npos, over.errors);
}

BOOST_AUTO_TEST_CASE(wrong_use_is_status_2)
{
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{strip},
                                                      {strip, strip, strip},
                                                      {strip, strip, "--tolerance", "-1"},
                                                      {strip, strip, "--worst", "no"},
                                                      {strip, strip, "--size", "10x10"}}) {
        std::vector<std::string> command{"diff"};
        command.insert(command.end(), arguments.begin(), arguments.end());
        BOOST_TEST(runArmature(command).status == 2);
    }
    const Outcome missing = runArmature({"diff", strip, (folder / "none.glb").string()});
    BOOST_TEST(missing.status == 1);
    BOOST_TEST(missing.errors.starts_with("error: "), missing.errors);
}

BOOST_AUTO_TEST_SUITE_END()
