#include <sstream>

#include <boost/test/unit_test.hpp>

#include "models.hpp"
#include "printed_json.hpp"
#include "program.hpp"

#include <support/file_content.hpp>
#include <support/near.hpp>
#include <support/shared_data.hpp>

using namespace armature::test;

namespace {

struct ModelToPose {
    std::filesystem::path folder = emptyOutputDirectory("pose");
    std::string file = writeFile(folder / "strip.gltf", stripModel());
};

PrintedJson pose(const std::vector<std::string>& arguments)
{
    std::vector<std::string> words{"pose", "--json"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const Outcome outcome = runArmature(words);
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.errors == "");
    return PrintedJson(outcome.output);
}

std::vector<std::string> readLines(const std::filesystem::path& file)
{
    return linesOf(contentOf(file));
}

// Returns the numbers on all lines that begin with `word`, line by line.
std::vector<double> numbersAfter(const std::vector<std::string>& lines, const std::string& word)
{
    std::vector<double> numbers;
    for (const std::string& line : lines) {
        std::istringstream words(line);
        std::string first;
        words >> first;
        for (double number = 0; first == word && words >> number;) {
            numbers.push_back(number);
        }
    }
    return numbers;
}

std::vector<std::string> linesWith(const std::vector<std::string>& lines, std::string_view beginning)
{
    std::vector<std::string> found;
    std::copy_if(lines.begin(), lines.end(), std::back_inserter(found), [&](const auto& line) { return line.starts_with(beginning); });
    return found;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(pose_command, ModelToPose)

BOOST_AUTO_TEST_CASE(members_are_those_of_the_contract)
{
    const PrintedJson json = pose({file});
    BOOST_TEST(json["file"].text() == file);
    BOOST_TEST(json["animation"].isNull());
    BOOST_TEST(json["time"].number() == 0.);
    const auto nodes = json["nodes"].items();
    BOOST_TEST_REQUIRE(nodes.size() == 4u);
    const std::array<const char*, 4> names{"root", "lower", "upper", "strip"};
    for (std::size_t index = 0; index < nodes.size(); ++index) {
        BOOST_TEST(nodes[index]["index"].index() == index);
        BOOST_TEST(nodes[index]["name"].text() == names[index]);
        BOOST_TEST(nodes[index]["world"].items().size() == 16u);
    }
    BOOST_TEST(nodes[0]["parent"].isNull());
    BOOST_TEST(nodes[1]["parent"].index() == 0u);
    BOOST_TEST(nodes[2]["parent"].index() == 1u);
    BOOST_TEST(nodes[3]["parent"].isNull());
    const auto skins = json["skins"].items();
    BOOST_TEST_REQUIRE(skins.size() == 1u);
    BOOST_TEST(skins[0]["index"].index() == 0u);
    BOOST_TEST(skins[0]["name"].text() == "stripSkin");
    BOOST_TEST((skins[0]["joints"].numbers() == std::vector<double>{1, 2}));
    BOOST_TEST(skins[0]["final"].items().size() == 2u);
    BOOST_TEST(skins[0]["world"].items().size() == 2u);
}

// By hand: T(10,0,0) * T(0,1,0) * R, where R is 90 degrees about +Z; and this product times the inverse bind T(0,-1,0).
BOOST_AUTO_TEST_CASE(matrices_are_joint_world_and_joint_world_times_inverse_bind)
{
    const PrintedJson json = pose({file, "--animation", "bend", "--time", "1"});
    BOOST_TEST(json["animation"].text() == "bend");
    BOOST_TEST(json["time"].number() == 1.);
    const std::vector<double> upper{0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 1, 0, 1};
    BOOST_TEST(nearNumbers(json["nodes"].items()[2]["world"].numbers(), upper, 1e-6));
    const std::vector<double> upperSkin{0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 11, 1, 0, 1};
    BOOST_TEST(nearNumbers(json["skins"].items()[0]["world"].items()[1].numbers(), upperSkin, 1e-6));
}

// The contract: world = the host's world matrix times the final matrix, which the shader gets.
BOOST_AUTO_TEST_CASE(world_is_host_world_times_final)
{
    const PrintedJson json = pose({file, "--animation", "bend", "--time", "0.3"});
    const Json skin = json["skins"].items()[0];
    const glm::dmat4 host = skin["host"].isNull() ? glm::dmat4(1.) : json["nodes"].items()[skin["host"].index()]["world"].matrix();
    for (std::size_t joint = 0; joint < 2; ++joint) {
        BOOST_TEST(near(host * skin["final"].items()[joint].matrix(), skin["world"].items()[joint].matrix(), 1e-6));
    }
}

BOOST_AUTO_TEST_CASE(a_number_is_a_name_first_and_an_index_second)
{
    BOOST_TEST(pose({file, "--animation", "0"})["animation"].text() == "0");  // the second clip has that name
    BOOST_TEST(pose({file, "--animation", "1"})["animation"].text() == "0");  // no clip is called "1"
    const std::string plain = stripModel();
    std::string renamed = plain;
    renamed.replace(renamed.find("\"name\": \"0\""), 11, "\"name\": \"slide\"");
    const std::string other = writeFile(folder / "renamed.gltf", renamed);
    BOOST_TEST(pose({other, "--animation", "0"})["animation"].text() == "bend");
    BOOST_TEST(pose({other, "--animation", "1"})["animation"].text() == "slide");
}

// STEP holds the first key until the second is reached (glTF 2.0, appendix C.3). After the last key, its value remains.
BOOST_AUTO_TEST_CASE(time_reaches_the_clip_to_the_last_bit)
{
    const auto z = [&](const std::string& time) {
        return pose({file, "--animation", "0", "--time", time})["nodes"].items()[1]["world"].numbers()[14];
    };
    BOOST_TEST(z("0") == 0.);
    BOOST_TEST(z("1.999999") == 0.);
    BOOST_TEST(z("2") == 4.);
    BOOST_TEST(z("1000") == 4.);
}

BOOST_AUTO_TEST_CASE(numbers_read_back_to_the_same_float)
{
    const std::string exact = writeFile(folder / "exact.gltf",
                                        R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0, 1]}], "nodes": [
        {"translation": [0.1, 1.1754944e-38, -123456.79]}, {"translation": [3.4e38, 1e-45, 16777215]}]})");
    const PrintedJson json = pose({exact});
    const std::array<float, 6> expected{0.1f, 1.1754944e-38f, -123456.79f, 3.4e38f, 1e-45f, 16777215.f};
    for (std::size_t index = 0; index < expected.size(); ++index) {
        const auto world = json["nodes"].items()[index / 3]["world"].numbers();
        BOOST_TEST(static_cast<float>(world[12 + index % 3]) == expected[index]);
    }
}

BOOST_AUTO_TEST_CASE(names_with_any_characters_come_through)
{
    const std::string odd = writeFile(folder / "odd.gltf", stripModel(R"(q\"b\\c\u0001\n\t\u00e9\ud83d\ude00\u007f/)"));
    BOOST_TEST(pose({odd})["nodes"].items()[2]["name"].text() == "q\"b\\c\x01\n\t\xC3\xA9\xF0\x9F\x98\x80\x7F/");
    const std::string file2 = writeFile(folder / "not\xFFutf8\xE2\x82\".gltf", stripModel());
    const std::string shown = pose({file2})["file"].text();
    BOOST_TEST(shown.ends_with("not\xEF\xBF\xBDutf8\xEF\xBF\xBD\xEF\xBF\xBD\".gltf"), shown);
}

BOOST_AUTO_TEST_CASE(without_json_a_table_for_people)
{
    const Outcome outcome = runArmature({"pose", file, "--animation", "bend"});
    BOOST_TEST(outcome.status == 0);
    BOOST_TEST(outcome.output.find("stripSkin") != std::string::npos);
    BOOST_TEST(outcome.output.find("upper") != std::string::npos);
}

// By hand: at 90 degrees, the top edge (0,2)-(1,2) has turned about (0,1) to (-1,1)-(-1,2); then everything moves by 10 along +X.
BOOST_AUTO_TEST_CASE(obj_holds_the_posed_mesh_in_world_space)
{
    const std::string obj = (folder / "posed.obj").string();
    const Outcome outcome = runArmature({"pose", file, "--animation", "bend", "--time", "1", "--obj", obj});
    BOOST_TEST(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.output.starts_with("wrote " + obj + ": "), outcome.output);
    const auto lines = readLines(obj);
    const std::vector<double> positions{10, 0, 0, 11, 0, 0, 10, 1, 0, 11, 1, 0, 9, 1, 0, 9, 2, 0};
    BOOST_TEST(nearNumbers(numbersAfter(lines, "v"), positions, 1e-6));
    const std::vector<double> coordinates{0, 0, 1, 0, 0, 0.5, 1, 0.5, 0, 1, 1, 1};  // origin at the bottom
    BOOST_TEST(nearNumbers(numbersAfter(lines, "vt"), coordinates, 1e-6));
    const std::vector<double> normals{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
    BOOST_TEST(nearNumbers(numbersAfter(lines, "vn"), normals, 1e-6));
    const std::vector<std::string> faces{"f 1/1/1 2/2/2 3/3/3", "f 3/3/3 2/2/2 4/4/4", "f 3/3/3 4/4/4 5/5/5", "f 5/5/5 4/4/4 6/6/6"};
    BOOST_TEST(linesWith(lines, "f") == faces, boost::test_tools::per_element());
}

// glTF 2.0, sections 3.7.2.1 and 3.7.4: the elements of each topology; a mirroring node reverses the winding.
BOOST_AUTO_TEST_CASE(obj_knows_every_topology_and_mirrored_nodes)
{
    GltfText model;
    model.addFloats("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0});
    std::string primitives;
    for (int mode = 0; mode < 7; ++mode) {
        primitives += std::string(mode == 0 ? "" : ", ") + R"({"attributes": {"POSITION": 0}, "mode": )" + std::to_string(mode) + "}";
    }
    const std::string file2 = writeFile(
        folder / "topologies.gltf", model.text(R"("scenes": [{"nodes": [0, 1, 2]}], "nodes": [{"mesh": 0}, {"mesh": 1, "scale": [-2, 1, 1]},
        {"children": [3]}, {"mesh": 1}, {"mesh": 1}], "meshes": [{"primitives": [)"
                                               + primitives + R"(]}, {"primitives": [{"attributes": {"POSITION": 0}, "mode": 5}]}])"));
    const std::string obj = (folder / "topologies.obj").string();
    const Outcome outcome = runArmature({"pose", file2, "--obj", obj});
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    const auto lines = readLines(obj);
    const std::vector<std::string> points{"p 1", "p 2", "p 3", "p 4"};
    BOOST_TEST(linesWith(lines, "p") == points, boost::test_tools::per_element());
    const std::vector<std::string> segments{"l 5 6",   "l 7 8",                         // lines
                                            "l 9 10",  "l 10 11", "l 11 12", "l 12 9",  // loop
                                            "l 13 14", "l 14 15", "l 15 16"};           // strip
    BOOST_TEST(linesWith(lines, "l") == segments, boost::test_tools::per_element());
    const std::vector<std::string> faces{"f 17 18 19",                // triangles: the fourth vertex is unused
                                         "f 21 22 23", "f 22 24 23",  // strip
                                         "f 26 27 25", "f 27 28 25",  // fan
                                         "f 29 31 30", "f 30 31 32",  // mirrored strip
                                         "f 33 34 35", "f 34 36 35"};
    BOOST_TEST(linesWith(lines, "f") == faces, boost::test_tools::per_element());
    const auto positions = numbersAfter(lines, "v");
    BOOST_TEST_REQUIRE(positions.size() == 3u * 36u, "the mesh of a node outside the scene must not be there");
    BOOST_TEST(positions[3 * 29] == -2.);
}

BOOST_AUTO_TEST_SUITE_END()
