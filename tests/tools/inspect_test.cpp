#include <boost/test/unit_test.hpp>

#include <armature/scene/scene.hpp>

#include <programs/armature/inspect.hpp>

#include "models.hpp"
#include "printed_json.hpp"
#include "program.hpp"

#include <support/near.hpp>
#include <support/shared_data.hpp>

using namespace armature::test;

namespace {

struct ModelToInspect {
    std::filesystem::path folder = emptyOutputDirectory("inspect");
    std::string file = writeFile(folder / "strip.gltf", stripModel());
};

Outcome inspect(const std::string& file, const std::vector<std::string>& options = {})
{
    std::vector<std::string> words{"inspect", file};
    words.insert(words.end(), options.begin(), options.end());
    Outcome outcome = runArmature(words);
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.errors == "");
    return outcome;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(inspect_command, ModelToInspect)

BOOST_AUTO_TEST_CASE(json_says_what_the_file_holds)
{
    const PrintedJson json(inspect(file, {"--json"}).output);
    BOOST_TEST(json["file"].text() == file);
    BOOST_TEST(json["nodes"].items().size() == 4u);
    BOOST_TEST((json["nodes"].items()[2]["translation"].numbers() == std::vector<double>{0, 1, 0}));

    const Json skeleton = json["skeletons"].items().at(0);
    BOOST_TEST(skeleton["name"].text() == "stripSkin");
    const auto bones = skeleton["bones"].items();
    BOOST_TEST_REQUIRE(bones.size() == 2u);
    BOOST_TEST(bones[1]["name"].text() == "upper");
    BOOST_TEST(bones[1]["slot"].index() == 1u);
    BOOST_TEST(bones[1]["node"].index() == 2u);
    BOOST_TEST(bones[1]["parent"].index() == 0u);
    BOOST_TEST((skeleton["roots"].numbers() == std::vector<double>{0}));
    // By hand: the inverse binds differ by (0, -1, 0), so "upper" is bound one unit above "lower". Its rest pose is the same.
    const std::vector<double> oneUp{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1};
    BOOST_TEST(nearNumbers(bones[1]["bind"].numbers(), oneUp, 1e-6));
    BOOST_TEST(nearNumbers(bones[1]["rest"].numbers(), oneUp, 1e-6));

    const Json mesh = json["meshes"].items().at(0);
    BOOST_TEST(mesh["node"].index() == 3u);
    BOOST_TEST(mesh["skeleton"].index() == 0u);
    const Json primitive = mesh["primitives"].items().at(0);
    BOOST_TEST(primitive["topology"].text() == "triangles");
    BOOST_TEST(primitive["vertices"].index() == 6u);
    BOOST_TEST(primitive["triangles"].index() == 4u);
    BOOST_TEST(primitive["influencesPerVertex"].index() == 4u);

    const auto clips = json["animations"].items();
    BOOST_TEST_REQUIRE(clips.size() == 2u);
    BOOST_TEST(clips[0]["name"].text() == "bend");
    BOOST_TEST(clips[0]["duration"].number() == 1.);
    const Json channel = clips[1]["channels"].items().at(0);
    BOOST_TEST(channel["node"].index() == 1u);
    BOOST_TEST(channel["path"].text() == "translation");
    BOOST_TEST(channel["interpolation"].text() == "STEP");
    BOOST_TEST(channel["keys"].index() == 2u);

    BOOST_TEST(json["materials"].items().at(0)["name"].text() == "paint");
    BOOST_TEST(json["warnings"].isArray());
}

BOOST_AUTO_TEST_CASE(text_draws_nodes_and_bones_as_trees)
{
    const std::string text = inspect(file).output;
    for (const std::string line : {"\n  0 \"root\"", "\n  └─ 1 \"lower\"", "\n     └─ 2 \"upper\"", "\n  3 \"strip\"  [mesh 0, skinned]"}) {
        BOOST_TEST(text.find(line) != std::string::npos, text << " lacks " << line);
    }
    BOOST_TEST(text.find("skeleton 0 \"stripSkin\": 2 bones, 1 root") != std::string::npos, text);
    BOOST_TEST(text.find("└─ 1 \"upper\"  node 2  bind t(0 1 0)  rest = bind") != std::string::npos, text);
    BOOST_TEST(text.find("triangles: 6 vertices, 4 triangles, 4 influences a vertex") != std::string::npos, text);
    BOOST_TEST(text.find("0 \"bend\": 1 s, 1 channel, 2 keys: 1 rotation LINEAR") != std::string::npos, text);
    BOOST_TEST(text.find("1 \"0\": 2 s, 1 channel, 2 keys: 1 translation STEP") != std::string::npos, text);
    BOOST_TEST(text.find("base colour (1 0.5 0.25 1)") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(the_material_is_the_instances_own)
{
    armature::Scene scene;
    scene.addMaterial({.name = "red"});
    scene.addMaterial({.name = "blue"});
    const auto mesh = armature::Mesh::create({.name = "box", .primitives = {{.positions = {glm::vec3(0.f)}, .material = 0}}});
    scene.addMeshInstance(mesh, scene.createTransformNode("first"));
    scene.addMeshInstance(mesh, scene.createTransformNode("second")).setMaterial(0, 1);
    const PrintedJson json(armature::tools::inspectAsJson("", scene));
    const auto materialOf = [&](std::size_t instance) {
        return json["meshes"].items().at(instance)["primitives"].items().at(0)["material"].index();
    };
    BOOST_TEST(materialOf(0) == 0u);
    BOOST_TEST(materialOf(1) == 1u);
    const std::string text = armature::tools::inspectAsText("", scene);
    BOOST_TEST(text.find("0 influences a vertex, material 0\n") != std::string::npos, text);
    BOOST_TEST(text.find("0 influences a vertex, material 1\n") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(names_cannot_control_the_terminal)
{
    const std::string odd = writeFile(folder / "odd.gltf", stripModel(R"(\u001b[2J\n\u0007\u009b)"));
    const std::string text = inspect(odd).output;
    BOOST_TEST(text.find("\"\\x1b[2J\\n\\x07\\x9b\"") != std::string::npos, text);
    BOOST_TEST(text.find('\x1b') == std::string::npos);
    BOOST_TEST(PrintedJson(inspect(odd, {"--json"}).output)["nodes"].items()[2]["name"].text() == "\x1b[2J\n\x07\xC2\x9B");
}

BOOST_AUTO_TEST_CASE(nodes_that_are_not_shown_are_marked)
{
    const std::string two = writeFile(folder / "two.gltf", R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "on"}, {"name": "off"}]})");
    BOOST_TEST(inspect(two).output.find("1 \"off\"  (not shown)") != std::string::npos);
    const PrintedJson json(inspect(two, {"--json"}).output);
    BOOST_TEST(json["nodes"].items()[0].flag("shown"));
    BOOST_TEST(!json["nodes"].items()[1].flag("shown"));
}

// The expected numbers are those of the file.
BOOST_AUTO_TEST_CASE(json_has_a_version_cameras_lights_springs_and_constraints)
{
    const std::string rich = writeFile(folder / "rich.gltf", R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "extensionsUsed": ["KHR_lights_punctual", "VRMC_springBone", "VRMC_node_constraint"],
        "nodes": [{"name": "head", "children": [1, 3], "camera": 0},
                  {"name": "hair", "children": [2], "extensions": {"KHR_lights_punctual": {"light": 0}}},
                  {"name": "tip"},
                  {"name": "eye", "extensions": {"VRMC_node_constraint": {"specVersion": "1.0", "constraint": {"rotation": {"source": 1, "weight": 0.5}}}}}],
        "cameras": [{"name": "wide", "type": "perspective", "perspective": {"yfov": 1.5, "znear": 0.25}}],
        "extensions": {"KHR_lights_punctual": {"lights": [{"name": "lamp", "type": "spot", "intensity": 3, "spot": {"outerConeAngle": 0.5}}]},
                       "VRMC_springBone": {"specVersion": "1.0", "colliders": [{"node": 0, "shape": {"sphere": {"radius": 0.125}}}],
                                           "colliderGroups": [{"colliders": [0]}],
                                           "springs": [{"name": "fringe", "joints": [{"node": 1, "stiffness": 2}, {"node": 2}], "colliderGroups": [0]}]}}})");
    const std::string text = inspect(rich).output;
    for (const std::string line :
         {"\nVRM springs and constraints\n", "\n  springs: 1 chain, 2 joints, 1 collider\n",
          "\n    \"fringe\": 2 joints from node 1 \"hair\" to node 2 \"tip\", 1 collider\n",
          "\n    collider at node 0 \"head\": ", "\n  1 constraint\n", "\n    node 3 \"eye\" follows node 1 \"hair\": "}) {
        BOOST_TEST(text.find(line) != std::string::npos, text << " lacks " << line);
    }
    const PrintedJson json(inspect(rich, {"--json"}).output);
    BOOST_TEST(json["version"].index() == 1u);
    BOOST_TEST(json["nodes"].items()[0]["camera"].index() == 0u);
    BOOST_TEST(json["nodes"].items()[1]["light"].index() == 0u);
    const Json camera = json["cameras"].items().at(0);
    BOOST_TEST(camera["name"].text() == "wide");
    BOOST_TEST(camera["verticalFieldOfView"].number() == 1.5);
    BOOST_TEST(camera["near"].number() == 0.25);
    const Json light = json["lights"].items().at(0);
    BOOST_TEST(light["name"].text() == "lamp");
    BOOST_TEST(light["intensity"].number() == 3.);
    BOOST_TEST(light["outerConeAngle"].number() == 0.5);
    const Json vrm = json["vrmModels"].items().at(0);
    BOOST_TEST(vrm["humanoid"].items().empty());
    BOOST_TEST(vrm["colliders"].items().at(0)["node"].index() == 0u);
    BOOST_TEST(vrm["colliders"].items().at(0)["radius"].number() == 0.125);
    const Json spring = vrm["springs"].items().at(0);
    BOOST_TEST(spring["name"].text() == "fringe");
    BOOST_TEST(spring["joints"].items().at(0)["node"].index() == 1u);
    BOOST_TEST(spring["joints"].items().at(0)["stiffness"].number() == 2.);
    BOOST_TEST((spring["colliders"].numbers() == std::vector<double>{0}));
    const Json constraint = vrm["constraints"].items().at(0);
    BOOST_TEST(constraint["node"].index() == 3u);
    BOOST_TEST(constraint["source"].index() == 1u);
    BOOST_TEST(constraint["weight"].number() == 0.5);
}

// The expected words are those of the files. VRM 0.x has other members for the same.
BOOST_AUTO_TEST_CASE(vrm_characters_are_described)
{
    const std::string nodes = R"("asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "Hips", "children": [1]}, {"name": "Spine"}])";
    const std::string file = writeFile(folder / "one.vrm", "{" + nodes + R"(, "extensionsUsed": ["VRMC_vrm"], "extensions": {"VRMC_vrm": {
        "specVersion": "1.0", "meta": {"name": "Ann", "version": "7", "authors": ["Bea", "Cy"], "licenseUrl": "https://vrm.dev/licenses/1.0/",
                                       "commercialUsage": "corporation", "allowRedistribution": true},
        "humanoid": {"humanBones": {"hips": {"node": 0}, "spine": {"node": 1}}},
        "expressions": {"preset": {"happy": {}, "blink": {}}, "custom": {"wink": {}}}, "lookAt": {"type": "bone"}}}})");
    const std::string text = runArmature({"inspect", file}).output;
    for (const std::string line :
         {"\nVRM 1.0 character \"Ann\"\n", "\n  version 7\n", "\n  by Bea, Cy\n", "\n  licence https://vrm.dev/licenses/1.0/\n",
          "commercial use corporation", "\n    redistribution allowed\n", "\n  humanoid: 2 of 55 roles\n",
          "\n    hips                     node 0 \"Hips\"\n", "\n  2 preset expressions: ", "\n  1 custom expression: \"wink\"\n",
          "\n  looks by its eyes' bones\n"}) {
        BOOST_TEST(text.find(line) != std::string::npos, text << " lacks " << line);
    }
    const PrintedJson json(runArmature({"inspect", file, "--json"}).output);
    const Json vrm = json["vrmModels"].items().at(0);
    BOOST_TEST(vrm["specVersion"].text() == "1.0");
    BOOST_TEST(vrm["meta"]["version"].text() == "7");
    BOOST_TEST(vrm["meta"]["authors"].items().size() == 2u);
    BOOST_TEST(vrm["meta"]["commercialUsage"].text() == "corporation");
    BOOST_TEST(vrm["meta"].flag("allowRedistribution"));

    const std::string earlier = writeFile(folder / "zero.vrm", "{" + nodes + R"(, "extensionsUsed": ["VRM"], "extensions": {"VRM": {
        "meta": {"title": "Old", "author": "Dee"}, "humanoid": {"humanBones": [{"bone": "hips", "node": 0}]}}}})");
    BOOST_TEST(runArmature({"inspect", earlier}).output.find("\nVRM 0.x character \"Old\"\n") != std::string::npos);
    BOOST_TEST(PrintedJson(runArmature({"inspect", earlier, "--json"}).output)["vrmModels"].items().at(0)["specVersion"].text() == "0.x");
}

BOOST_AUTO_TEST_CASE(deep_and_wide_trees_are_drawn_in_reasonable_space)
{
    std::string chain = R"({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"children": [1]})";
    for (int node = 1; node < 3000; ++node) {
        chain += R"(, {"children": [)" + std::to_string(node + 1) + "]}";
    }
    const std::string text = inspect(writeFile(folder / "chain.gltf", chain + ", {}]}")).output;
    BOOST_TEST(text.find("(depth 3000) └─ 3000 (no name)") != std::string::npos);
    BOOST_TEST(text.size() < 1'000'000u);
}

BOOST_AUTO_TEST_CASE(an_empty_scene_is_a_report_too)
{
    const std::string empty = writeFile(folder / "empty.gltf", R"({"asset": {"version": "2.0"}})");
    BOOST_TEST(inspect(empty).output.find("0 nodes, 0 skeletons, 0 meshes") != std::string::npos);
    BOOST_TEST(PrintedJson(inspect(empty, {"--json"}).output)["nodes"].items().empty());
}

BOOST_AUTO_TEST_SUITE_END()
