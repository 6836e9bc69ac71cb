#include <string>

#include <boost/test/unit_test.hpp>

#include <support/near.hpp>

#include "asset.hpp"

// Nodes, their hierarchy, and scenes.

using namespace armature;
using namespace armature::test;

namespace {

Asset withNodes(std::string_view nodes, std::string_view scenes = R"([{"nodes":[0]}])")
{
    Asset asset;
    asset.set("/nodes", nodes).set("/scenes", scenes);
    return asset;
}

/// A chain of `count` nodes as the text of a whole file: writing it through JsonText would take long.
std::vector<std::byte> lineOfNodes(std::size_t count)
{
    std::string text = R"({"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[)";
    for (std::size_t node = 0; node + 1 < count; ++node) {
        text += R"({"children":[)" + std::to_string(node + 1) + "]},";
    }
    return bytesOf(text + "{}]}");
}

std::vector<bool> shown(const Scene& scene)
{
    std::vector<bool> result;
    for (const TransformNode* node : scene.nodes()) {
        result.push_back(node->isEnabled());
    }
    return result;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(nodes)

BOOST_AUTO_TEST_CASE(nodes_keep_the_files_order_whatever_the_hierarchy)
{
    const auto scene =
        withNodes(R"([{"name":"leaf"},{"name":"root","children":[2]},{"name":"middle","children":[0]}])", R"([{"nodes":[1]}])").load();
    const auto nodes = scene->nodes();
    BOOST_TEST(nodes[0]->getPath() == "root/middle/leaf");
    BOOST_TEST(nodes[1]->getParent() == nullptr);
    BOOST_TEST(nodes[2]->getParent() == nodes[1]);
    BOOST_TEST(scene->warnings().empty());
}

BOOST_AUTO_TEST_CASE(a_matrix_is_kept_bit_for_bit_with_its_shear)
{
    const auto scene = withNodes(R"([{"matrix":[1,0.25,0,0, 0.5,2,0,0, 0,0,-3,0, 4,5,6,1]}])").load();
    BOOST_TEST((scene->nodes()[0]->getLocalMatrix() == glm::mat4(1, .25f, 0, 0, .5f, 2, 0, 0, 0, 0, -3, 0, 4, 5, 6, 1)));
}

// A turn by 90 degrees about Z of a scale by (2, 3, 4), moved by (5, 6, 7): columns (0 2 0), (-3 0 0), (0 0 4).
BOOST_AUTO_TEST_CASE(translation_rotation_and_scale_make_the_matrix)
{
    const auto scene = withNodes(R"([{"translation":[5,6,7],"rotation":[0,0,0.70710678,0.70710678],"scale":[2,3,4]}])").load();
    const glm::dmat4 expected(0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1);
    BOOST_TEST(near(scene->nodes()[0]->getLocalMatrix(), expected, 1e-6));
    BOOST_TEST((scene->nodes()[0]->getPosition() == glm::vec3(5, 6, 7)));
    BOOST_TEST((scene->nodes()[0]->getScaling() == glm::vec3(2, 3, 4)));
}

BOOST_AUTO_TEST_CASE(of_matrix_and_parts_the_matrix_counts)
{
    const auto scene = withNodes(R"([{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,7,8,9,1],"translation":[1,2,3]}])").load();
    BOOST_TEST((scene->nodes()[0]->getPosition() == glm::vec3(7, 8, 9)));
    BOOST_TEST(hasWarning(*scene, "/nodes/0: has a matrix and translation"));
}

BOOST_AUTO_TEST_CASE(a_rotation_off_unit_length_is_normalised_with_a_warning)
{
    const auto scene = withNodes(R"([{"rotation":[0,0,0,2]},{"rotation":[0.6,0,0,0.8001]}])").load();
    BOOST_TEST((scene->nodes()[0]->getRotationQuaternion() == glm::quat(1, 0, 0, 0)));
    BOOST_TEST(hasWarning(*scene, "/nodes/0/rotation: has length 2"));
    BOOST_TEST(!hasWarning(*scene, "/nodes/1/rotation"));
}

BOOST_AUTO_TEST_CASE(a_rotation_of_length_zero_is_refused)
{
    const auto error = withNodes(R"([{"rotation":[0,0,0,0]}])").refusal();
    BOOST_TEST(error.getPlace() == "/nodes/0/rotation");
    BOOST_TEST(error.getProblem().find("has length 0") == 0);
}

BOOST_AUTO_TEST_CASE(a_scale_of_zero_is_a_scale)
{
    BOOST_TEST((withNodes(R"([{"scale":[0,0,0]}])").load()->nodes()[0]->getScaling() == glm::vec3(0)));
}

BOOST_AUTO_TEST_CASE(a_fourth_row_that_is_not_0001_is_mended)
{
    const auto scene = withNodes(R"([{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0.5,7,8,9,0]}])").load();
    BOOST_TEST((scene->nodes()[0]->getLocalMatrix() == glm::mat4(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1)));
    BOOST_TEST(hasWarning(*scene, "/nodes/0/matrix: has the fourth row (0 0 0.5 0)"));
}

BOOST_AUTO_TEST_CASE(arrays_of_a_wrong_length_are_refused)
{
    BOOST_TEST(withNodes(R"([{"translation":[1,2]}])").refusal().getProblem() == "has 2 numbers, but must have 3");
    BOOST_TEST(withNodes(R"([{"rotation":[0,0,1]}])").refusal().getProblem() == "has 3 numbers, but must have 4");
    BOOST_TEST(withNodes(R"([{"matrix":[1]}])").refusal().getPlace() == "/nodes/0/matrix");
}

// Names are labels: they need not be unique, and they may be empty.
BOOST_AUTO_TEST_CASE(duplicate_empty_and_special_names_are_harmless)
{
    const auto scene = withNodes(R"([{"name":"same"},{"name":"same"},{"name":""},{},{"name":"a/b.c \u00e4 \ud83d\ude00"}])").load();
    const auto nodes = scene->nodes();
    BOOST_TEST(nodes.size() == 5);
    BOOST_TEST(nodes[1]->getName() == "same");
    BOOST_TEST(nodes[2]->getName() == "");
    BOOST_TEST(nodes[3]->getName() == "");
    BOOST_TEST(nodes[4]->getName() == "a/b.c \u00e4 \U0001F600");
}

BOOST_AUTO_TEST_CASE(an_absurdly_long_name_is_cut_between_characters)
{
    std::string name;
    for (int character = 0; character < 3000; ++character) {
        name += "\u00e4";
    }
    const auto scene = withNodes(R"([{"name":"x)" + name + R"("}])").load();
    BOOST_TEST(scene->nodes()[0]->getName() == "x" + name.substr(0, 4094));
    BOOST_TEST(hasWarning(*scene, "/nodes/0/name: has 6001 bytes"));
}

BOOST_AUTO_TEST_CASE(extras_are_kept_as_json_text)
{
    const auto scene = withNodes(R"([{"extras":{"tag": "x", "numbers": [1, 2.5, null]}},{"extras":7},{}])").load();
    BOOST_TEST(scene->nodes()[0]->getMetadata() == R"({"tag":"x","numbers":[1,2.5,null]})");
    BOOST_TEST(scene->nodes()[1]->getMetadata() == "7");
    BOOST_TEST(scene->nodes()[2]->getMetadata() == "");
}

BOOST_AUTO_TEST_CASE(a_child_of_two_parents_is_refused)
{
    const auto error = withNodes(R"([{"children":[2]},{"children":[2]},{}])").refusal();
    BOOST_TEST(error.getPlace() == "/nodes/1/children/0");
    BOOST_TEST(error.getProblem() == "is 2, but that is a child of node 0 already; a node has one parent");
}

BOOST_AUTO_TEST_CASE(a_graph_that_doubles_at_every_level_is_refused_at_once)
{
    Asset asset;
    asset.set("/nodes", "[]");
    for (int node = 0; node < 60; node += 2) {  // both nodes of a level have both of the next as children: 2^30 paths
        const std::string next = "[" + std::to_string(node + 2) + "," + std::to_string(node + 3) + "]";
        asset.set("/nodes/-", R"({"children":)" + next + "}").set("/nodes/-", R"({"children":)" + next + "}");
    }
    asset.set("/nodes/-", "{}").set("/nodes/-", "{}");
    BOOST_TEST(asset.refusal().getProblem().find("a node has one parent") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(cycles_are_refused_with_their_path)
{
    BOOST_TEST(withNodes(R"([{"children":[1]},{"children":[2]},{"children":[0]}])").refusal().getProblem()
               == "is its own ancestor: 0 -> 2 -> 1 -> 0");
    BOOST_TEST(withNodes(R"([{},{"children":[2]},{"children":[1]}])").refusal().getPlace() == "/nodes/1");
}

BOOST_AUTO_TEST_CASE(a_node_as_its_own_child_and_repeated_children_are_ignored)
{
    const auto scene = withNodes(R"([{"children":[0,1,1]},{}])").load();
    BOOST_TEST(scene->nodes()[0]->getParent() == nullptr);
    BOOST_TEST(scene->nodes()[1]->getParent() == scene->nodes()[0]);
    BOOST_TEST(hasWarning(*scene, "/nodes/0/children/0: names its own node"));
    BOOST_TEST(hasWarning(*scene, "/nodes/0/children/2: names node 1 a second time"));
}

BOOST_AUTO_TEST_CASE(children_that_are_not_there_are_refused)
{
    BOOST_TEST(withNodes(R"([{"children":[1]}])").refusal().getProblem() == "is 1, but the nodes end at 0");
}

BOOST_AUTO_TEST_CASE(hierarchies_are_as_deep_as_the_limit_and_no_deeper)
{
    const auto scene = loadExact(lineOfNodes(4096));
    scene->update();
    BOOST_TEST(scene->nodes()[4095]->getParent() == scene->nodes()[4094]);
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadExact(lineOfNodes(4097))), ImportError,
                          says("/nodes/4096: is 4097 nodes deep, but the limit is 4096 (ImportLimits::hierarchyDepth)"));
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadExact(lineOfNodes(20'000))), ImportError, says("but the limit is 4096"));
}

BOOST_AUTO_TEST_CASE(a_deeper_limit_is_obeyed)
{
    ImportOptions options;
    options.limits.hierarchyDepth = 20'000;
    const auto scene = loadExact(lineOfNodes(20'000), options);
    scene->update();
    BOOST_TEST(scene->nodes().size() == 20'000);
}

BOOST_AUTO_TEST_CASE(more_nodes_than_the_limit_are_refused_with_both_numbers)
{
    ImportOptions options;
    options.limits.nodes = 3;
    const auto error = Asset::rig().refusal(options);
    BOOST_TEST(error.getPlace() == "/nodes");
    BOOST_TEST(error.getProblem() == "has 4 nodes, but the limit is 3 (ImportLimits::nodes)");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(scenes)

constexpr std::string_view twoTrees = R"([{"children":[1]},{},{"children":[3]},{}])";

BOOST_AUTO_TEST_CASE(only_the_shown_scenes_nodes_are_enabled)
{
    const auto asset = withNodes(twoTrees, R"([{"nodes":[0]},{"nodes":[2]}])").set("/scene", "1");
    BOOST_TEST((shown(*asset.load()) == std::vector<bool>{false, false, true, true}));
    ImportOptions options;
    options.scene = 0;
    BOOST_TEST((shown(*asset.load(options)) == std::vector<bool>{true, true, false, false}));
}

BOOST_AUTO_TEST_CASE(nodes_outside_the_scene_are_there_but_disabled)
{
    const auto scene = withNodes(twoTrees, R"([{"nodes":[2]}])").load();
    BOOST_TEST((shown(*scene) == std::vector<bool>{false, false, true, true}));
    BOOST_TEST(!scene->nodes()[1]->isSelfEnabled());
    BOOST_TEST(scene->warnings().empty());
}

BOOST_AUTO_TEST_CASE(without_a_choice_the_first_of_several_scenes_is_shown_with_a_warning)
{
    const auto scene = withNodes(twoTrees, R"([{"nodes":[0]},{"nodes":[2]}])").load();
    BOOST_TEST((shown(*scene) == std::vector<bool>{true, true, false, false}));
    BOOST_TEST(hasWarning(*scene, "/scene: is missing, and the file has 2 scenes"));
}

BOOST_AUTO_TEST_CASE(without_scenes_everything_is_shown_with_a_warning)
{
    const auto scene = Asset().set("/nodes", twoTrees).load();
    BOOST_TEST((shown(*scene) == std::vector<bool>(4, true)));
    BOOST_TEST(hasWarning(*scene, "/scenes: is missing"));
}

BOOST_AUTO_TEST_CASE(a_scene_root_that_is_a_child_shows_its_whole_tree)
{
    const auto scene = withNodes(twoTrees, R"([{"nodes":[3]}])").load();
    BOOST_TEST((shown(*scene) == std::vector<bool>{false, false, true, true}));
    BOOST_TEST(hasWarning(*scene, "/scenes/0/nodes/0: is 3, which is a child of node 2"));
}

BOOST_AUTO_TEST_CASE(a_scene_that_is_not_there_is_refused)
{
    BOOST_TEST(withNodes(twoTrees).set("/scene", "1").refusal().getProblem() == "is 1, but the scenes end at 0");
    BOOST_TEST(withNodes(twoTrees, R"([{"nodes":[4]}])").refusal().getPlace() == "/scenes/0/nodes/0");
    ImportOptions options;
    options.scene = 5;
    BOOST_TEST(withNodes(twoTrees).refusal(options).getProblem() == "has 1 scenes, but number 5 was asked for (ImportOptions::scene)");
    BOOST_TEST(Asset().refusal(options).getProblem() == "is missing, but scene 5 was asked for (ImportOptions::scene)");
}

BOOST_AUTO_TEST_CASE(hidden_nodes_are_disabled_and_so_is_what_hangs_below_them)
{
    const auto scene = withNodes(R"([{"children":[1],"extensions":{"KHR_node_visibility":{"visible":false}}},{},
                                     {"extensions":{"KHR_node_visibility":{}}}])",
                                 R"([{"nodes":[0,2]}])")
                           .load();
    BOOST_TEST((shown(*scene) == std::vector<bool>{false, false, true}));
    BOOST_TEST(scene->nodes()[1]->isSelfEnabled());
}

BOOST_AUTO_TEST_SUITE_END()
