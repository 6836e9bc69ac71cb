#include <string>

#include <boost/test/unit_test.hpp>

#include <support/near.hpp>
#include <support/not_finite.hpp>

#include "asset.hpp"

// Meshes: attributes, indices, influences, morph targets, and how imperfect ones are mended or refused.

using namespace armature;
using namespace armature::test;

namespace {

const std::string attributes = "/meshes/0/primitives/0/attributes";

const Mesh& meshOf(const Scene& scene)
{
    return *scene.meshInstances()[0]->getMesh();
}

const SkinWeights& skinOf(const Scene& scene)
{
    return meshOf(scene).primitives().at(0).skin;
}

/// The rig with other weights: four for each of four vertices.
Asset rigWithWeights(const std::vector<float>& weights)
{
    auto asset = Asset::rig();
    const auto accessor = asset.addAccessor<float>("VEC4", weights);
    return asset.set(attributes + "/WEIGHTS_0", std::to_string(accessor));
}

Asset withAttribute(Asset asset, std::string_view name, std::size_t accessor)
{
    return asset.set(attributes + "/" + std::string(name), std::to_string(accessor));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mesh)

// The numbers of Asset::rig().
BOOST_AUTO_TEST_CASE(every_attribute_arrives)
{
    const auto scene = Asset::rig().load();
    const Primitive& quad = meshOf(*scene).primitives().at(0);
    BOOST_TEST(meshOf(*scene).getName() == "quad");
    BOOST_TEST((quad.topology == PrimitiveTopology::Triangles));
    BOOST_TEST((quad.positions == std::vector{glm::vec3(0, 0, 0), glm::vec3(1, 0, 0), glm::vec3(0, 2, 0), glm::vec3(1, 2, 0)}));
    BOOST_TEST((quad.normals == std::vector<glm::vec3>(4, glm::vec3(0, 0, 1))));
    BOOST_TEST((quad.textureCoordinates[0] == std::vector{glm::vec2(0, 1), glm::vec2(1, 1), glm::vec2(0, 0), glm::vec2(1, 0)}));
    BOOST_TEST((quad.indices == std::vector<std::uint32_t>{0, 1, 2, 2, 1, 3}));
    BOOST_TEST(quad.skin.influencesPerVertex == 4);
    BOOST_TEST((quad.skin.joints == std::vector<std::uint16_t>{0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}));
    BOOST_TEST((quad.skin.weights == std::vector<float>{1, 0, 0, 0, .5f, .5f, 0, 0, 1, 0, 0, 0, .75f, .25f, 0, 0}));
    BOOST_TEST(!quad.material.has_value());
    BOOST_TEST(scene->warnings().empty());
}

BOOST_AUTO_TEST_CASE(every_mode_is_a_topology)
{
    using enum PrimitiveTopology;
    const PrimitiveTopology modes[] = {Points, Lines, LineLoop, LineStrip, Triangles, TriangleStrip, TriangleFan};
    for (int mode = 0; mode < 7; ++mode) {
        const auto scene = Asset::rig().set("/meshes/0/primitives/0/mode", std::to_string(mode)).load();
        BOOST_TEST((meshOf(*scene).primitives()[0].topology == modes[mode]));
    }
    BOOST_TEST(Asset::rig().set("/meshes/0/primitives/0/mode", "7").refusal().getProblem() == "is 7, but must be from 0 to 6");
}

BOOST_AUTO_TEST_CASE(indices_of_one_two_and_four_bytes)
{
    const std::vector<std::uint32_t> wanted{3, 2, 1, 0};
    auto bytes = Asset::rig();
    bytes.set("/meshes/0/primitives/0/indices", std::to_string(bytes.addAccessor<std::uint8_t>("SCALAR", {3, 2, 1, 0})));
    BOOST_TEST((meshOf(*bytes.load()).primitives()[0].indices == wanted));
    auto words = Asset::rig();
    words.set("/meshes/0/primitives/0/indices", std::to_string(words.addAccessor<std::uint32_t>("SCALAR", {3, 2, 1, 0})));
    BOOST_TEST((meshOf(*words.load()).primitives()[0].indices == wanted));
    BOOST_TEST(meshOf(*Asset::rig().remove("/meshes/0/primitives/0/indices").load()).primitives()[0].indices.empty());
}

BOOST_AUTO_TEST_CASE(an_index_beyond_the_vertices_is_refused_with_the_numbers)
{
    auto asset = Asset::rig();
    asset.set("/meshes/0/primitives/0/indices", std::to_string(asset.addAccessor<std::uint16_t>("SCALAR", {0, 1, 4})));
    const auto error = asset.refusal();
    BOOST_TEST(error.getPlace() == "/meshes/0/primitives/0/indices");
    BOOST_TEST(error.getProblem() == "names vertex 4 as number 2, but there are 4 vertices");
}

BOOST_AUTO_TEST_CASE(attributes_of_another_length_than_the_positions_are_refused)
{
    for (const std::string_view name : {"NORMAL", "TEXCOORD_1", "COLOR_0", "TANGENT", "WEIGHTS_0"}) {
        auto asset = Asset::rig();
        const std::string_view type = name == "NORMAL" ? "VEC3" : name == "TEXCOORD_1" ? "VEC2" : "VEC4";
        const std::size_t components = type == "VEC2" ? 2 : type == "VEC3" ? 3 : 4;
        const auto accessor = asset.addAccessor<float>(type, std::vector<float>(3 * components, 1.f));
        const auto error = withAttribute(asset, name, accessor).refusal();
        BOOST_TEST(error.getPlace() == attributes + "/" + std::string(name));
        BOOST_TEST(error.getProblem() == "has 3 elements, but POSITION has 4");
    }
}

BOOST_AUTO_TEST_CASE(a_primitive_without_positions_is_left_out_with_a_warning)
{
    const auto scene = Asset::rig().remove(attributes + "/POSITION").load();
    BOOST_TEST(meshOf(*scene).primitives().empty());
    BOOST_TEST(hasWarning(*scene, "/meshes/0/primitives/0: has no vertices"));
}

BOOST_AUTO_TEST_CASE(positions_that_are_not_numbers_are_refused_with_the_vertex)
{
    for (const float bad : {notANumber, infinity, -infinity}) {
        auto asset = Asset::rig();
        const auto accessor = asset.addAccessor<float>("VEC3", {0, 0, 0, 1, 0, 0, 0, bad, 0, 1, 2, 0});
        const auto error = withAttribute(asset, "POSITION", accessor).refusal();
        BOOST_TEST(error.getPlace() == attributes + "/POSITION");
        BOOST_TEST(error.getProblem().find("at vertex 2, but must be finite") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(directions_become_unit_length)
{
    auto asset = Asset::rig();
    const auto normals = asset.addAccessor<float>("VEC3", {0, 3, 0, 0, 0, 1, notANumber, 0, 0, 0, 0, 0});
    const auto tangents = asset.addAccessor<float>("VEC4", {2, 0, 0, -3, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1});
    const auto scene = withAttribute(withAttribute(asset, "NORMAL", normals), "TANGENT", tangents).load();
    const Primitive& quad = meshOf(*scene).primitives()[0];
    BOOST_TEST((quad.normals == std::vector{glm::vec3(0, 1, 0), glm::vec3(0, 0, 1), glm::vec3(0, 0, 1), glm::vec3(0, 0, 1)}));
    BOOST_TEST((quad.tangents == std::vector{glm::vec4(1, 0, 0, -1), glm::vec4(1, 0, 0, 1), glm::vec4(1, 0, 0, 1), glm::vec4(1, 0, 0, 1)}));
    BOOST_TEST(hasWarning(*scene, "NORMAL: has 1 number not finite"));
    BOOST_TEST(hasWarning(*scene, "NORMAL: has 2 directions of length 0"));
    BOOST_TEST(hasWarning(*scene, "NORMAL: has lengths up to 2 away from 1"));
}

// Weights that do not sum to 1 are normalised, and the warning states the largest deviation. Vertex 0: 2 + 2 = 4.
BOOST_AUTO_TEST_CASE(weights_are_normalised_with_a_warning_that_says_how_far_off_they_were)
{
    const auto scene = rigWithWeights({2, 2, 0, 0, .5f, .5f, 0, 0, .25f, 0, 0, 0, 1, 0, 0, 0}).load();
    BOOST_TEST((skinOf(*scene).weights == std::vector<float>{.5f, .5f, 0, 0, .5f, .5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}));
    BOOST_TEST(hasWarning(*scene, "/meshes/0: has skin weights whose sum is up to 3 away from 1"));
}

BOOST_AUTO_TEST_CASE(weights_off_by_rounding_are_kept_or_normalised_in_silence)
{
    const auto scene = rigWithWeights({.3333333f, .3333333f, .3333334f, 0, .5f, .4999f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}).load();
    const auto& weights = skinOf(*scene).weights;
    BOOST_TEST(weights[0] == .3333333f);
    BOOST_TEST(std::abs(weights[4] + weights[5] - 1.f) <= 1e-7f);
    BOOST_TEST(scene->warnings().empty());
}

BOOST_AUTO_TEST_CASE(normalised_integer_weights_sum_to_one)
{
    auto asset = Asset::rig();
    const auto accessor =
        asset.addAccessor<std::uint8_t>("VEC4", {255, 0, 0, 0, 128, 127, 0, 0, 85, 85, 85, 0, 255, 0, 0, 0}, R"(,"normalized":true)");
    const auto scene = withAttribute(asset, "WEIGHTS_0", accessor).load();
    const auto& weights = skinOf(*scene).weights;
    BOOST_TEST(weights[4] == 128.f / 255.f);
    BOOST_TEST(weights[5] == 127.f / 255.f);
    BOOST_TEST(weights[8] == 1.f / 3.f);
    BOOST_TEST(scene->warnings().empty());
}

BOOST_AUTO_TEST_CASE(negative_weights_count_as_zero_with_a_warning)
{
    const auto scene = rigWithWeights({1, -.5f, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}).load();
    BOOST_TEST(skinOf(*scene).weights[1] == 0.f);
    BOOST_TEST(skinOf(*scene).weights[0] == 1.f);
    BOOST_TEST(hasWarning(*scene, "has 1 negative skin weights"));
}

BOOST_AUTO_TEST_CASE(a_vertex_without_weights_stays_without_and_is_reported)
{
    const auto scene = rigWithWeights({0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}).load();
    BOOST_TEST(skinOf(*scene).weights[0] == 0.f);
    BOOST_TEST(hasWarning(*scene, "has 1 vertex without any skin weight"));
}

BOOST_AUTO_TEST_CASE(weights_that_are_not_numbers_are_refused)
{
    for (const float bad : {notANumber, infinity}) {
        const auto error = rigWithWeights({1, 0, 0, 0, 1, 0, bad, 0, 1, 0, 0, 0, 1, 0, 0, 0}).refusal();
        BOOST_TEST(error.getPlace() == attributes + "/WEIGHTS_0");
        BOOST_TEST(error.getProblem().find("at vertex 1, but must be finite") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(any_number_of_influence_sets_is_concatenated)
{
    auto asset = Asset::rig();
    const auto joints = asset.addAccessor<std::uint16_t>("VEC4", {1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0});
    const auto weights = asset.addAccessor<float>("VEC4", {1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0});
    asset = withAttribute(withAttribute(asset, "JOINTS_1", joints), "WEIGHTS_1", weights);
    const auto scene = withAttribute(withAttribute(asset, "JOINTS_2", joints), "WEIGHTS_2", weights).load();
    const SkinWeights& skin = skinOf(*scene);
    BOOST_TEST(skin.influencesPerVertex == 12);
    const float third = 1.f / 3.f;  // vertex 0: joint 0 once, joint 1 twice
    BOOST_TEST((std::vector(skin.weights.begin(), skin.weights.begin() + 12)
                == std::vector<float>{third, 0, 0, 0, third, 0, 0, 0, third, 0, 0, 0}));
    BOOST_TEST(
        (std::vector(skin.joints.begin(), skin.joints.begin() + 12) == std::vector<std::uint16_t>{0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}));
}

BOOST_AUTO_TEST_CASE(absurdly_many_influence_sets_are_refused)
{
    auto asset = Asset::rig();
    for (int set = 1; set <= 256; ++set) {
        asset.set(attributes + "/JOINTS_" + std::to_string(set), "3").set(attributes + "/WEIGHTS_" + std::to_string(set), "4");
    }
    const auto error = asset.refusal();
    BOOST_TEST(error.getPlace() == attributes + "/JOINTS_256");
    BOOST_TEST(error.getProblem() == "is one set of joints more than the limit of 256");
}

BOOST_AUTO_TEST_CASE(joints_without_weights_and_weights_without_joints_are_refused)
{
    BOOST_TEST(Asset::rig().remove(attributes + "/WEIGHTS_0").refusal().getPlace() == attributes + "/JOINTS_0");
    BOOST_TEST(Asset::rig().remove(attributes + "/JOINTS_0").refusal().getPlace() == attributes + "/WEIGHTS_0");
    BOOST_TEST(Asset::rig().set(attributes + "/WEIGHTS_1", "4").refusal().getProblem()
               == "has no JOINTS_1 beside it; joints and weights come in pairs");
}

BOOST_AUTO_TEST_CASE(a_joint_that_the_skin_lacks_is_refused_with_the_vertex)
{
    auto asset = Asset::rig();
    const auto joints = asset.addAccessor<std::uint8_t>("VEC4", {0, 0, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    const auto error = withAttribute(asset, "JOINTS_0", joints).refusal();
    BOOST_TEST(error.getPlace() == attributes + "/JOINTS_0");
    BOOST_TEST(error.getProblem() == "names joint 2 at vertex 1, but skin 0 at node 3 has 2 joints");
}

BOOST_AUTO_TEST_CASE(a_joint_without_weight_may_be_anything)
{
    auto asset = Asset::rig();
    const auto joints = asset.addAccessor<std::uint8_t>("VEC4", {0, 255, 0, 0, 0, 1, 0, 200, 1, 0, 0, 0, 1, 0, 0, 0});
    const auto scene = withAttribute(asset, "JOINTS_0", joints).load();
    BOOST_TEST(skinOf(*scene).joints[1] == 0);
}

BOOST_AUTO_TEST_CASE(a_joint_beyond_16_bits_is_refused)
{
    auto asset = Asset::rig();
    const auto joints = asset.addAccessor<std::uint32_t>("VEC4", {0, 65536, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    BOOST_TEST(withAttribute(asset, "JOINTS_0", joints).refusal().getProblem() == "names joint 65536 at vertex 0, but the limit is 65535");
}

BOOST_AUTO_TEST_CASE(morph_targets_with_names_and_weights)
{
    auto asset = Asset::rig();
    const auto moves = asset.addAccessor<float>("VEC3", {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1});
    asset.set("/meshes/0/primitives/0/targets",
              R"([{"POSITION":)" + std::to_string(moves) + R"(},{"NORMAL":)" + std::to_string(moves) + "}]");
    asset.set("/meshes/0/weights", "[0.25,0.75]").set("/meshes/0/extras", R"({"targetNames":["smile","blink"]})");
    asset.set("/nodes/3/weights", "[1,0]");
    const auto scene = asset.load();
    const Mesh& mesh = meshOf(*scene);
    BOOST_TEST(mesh.primitives()[0].morphTargets.size() == 2);
    BOOST_TEST((mesh.primitives()[0].morphTargets[0].positions == std::vector<glm::vec3>(4, glm::vec3(0, 0, 1))));
    BOOST_TEST(mesh.primitives()[0].morphTargets[0].normals.empty());
    BOOST_TEST((mesh.primitives()[0].morphTargets[1].normals == std::vector<glm::vec3>(4, glm::vec3(0, 0, 1))));
    BOOST_TEST((mesh.getMorphWeights() == std::vector<float>{.25f, .75f}));
    BOOST_TEST((mesh.morphTargetNames() == std::vector<std::string>{"smile", "blink"}));
    BOOST_TEST(mesh.getExtras() == R"({"targetNames":["smile","blink"]})");
    BOOST_TEST((scene->meshInstances()[0]->getMorphWeights() == std::vector<float>{1, 0}));
}

BOOST_AUTO_TEST_CASE(morph_weights_of_a_wrong_number_are_mended)
{
    auto asset = Asset::rig();
    asset.set("/meshes/0/primitives/0/targets", R"([{"POSITION":0},{"POSITION":0}])").set("/meshes/0/weights", "[0.5]");
    const auto scene = asset.load();
    BOOST_TEST((meshOf(*scene).getMorphWeights() == std::vector<float>{.5f, 0}));
    BOOST_TEST(hasWarning(*scene, "/meshes/0/weights: has 1 weight for 2 morph targets"));
}

BOOST_AUTO_TEST_CASE(primitives_with_different_numbers_of_targets_are_refused)
{
    auto asset = Asset::rig();
    asset.set("/meshes/0/primitives/0/targets", R"([{"POSITION":0}])").set("/meshes/0/primitives/-", R"({"attributes":{"POSITION":0}})");
    const auto error = asset.refusal();
    BOOST_TEST(error.getPlace() == "/meshes/0/primitives/1/targets");
    BOOST_TEST(error.getProblem() == "has 0 morph targets, but the mesh has 1");
}

BOOST_AUTO_TEST_CASE(a_morph_target_without_a_base_is_left_out)
{
    auto asset = Asset::rig().remove(attributes + "/NORMAL").set("/meshes/0/primitives/0/targets", R"([{"POSITION":0,"NORMAL":1}])");
    const auto scene = asset.load();
    BOOST_TEST(meshOf(*scene).primitives()[0].morphTargets[0].normals.empty());
    BOOST_TEST(hasWarning(*scene, "targets/0/NORMAL: moves an attribute that the primitive lacks"));
}

BOOST_AUTO_TEST_CASE(references_to_nothing_are_refused)
{
    BOOST_TEST(Asset::rig().set(attributes + "/POSITION", "99").refusal().getProblem() == "is 99, but the accessors end at 9");
    BOOST_TEST(Asset::rig().set("/meshes/0/primitives/0/material", "0").refusal().getProblem() == "is 0, but there are no materials");
    BOOST_TEST(Asset::rig().set("/nodes/3/mesh", "1").refusal().getProblem() == "is 1, but the meshes end at 0");
    BOOST_TEST(Asset::rig().set("/nodes/3/skin", "1").refusal().getProblem() == "is 1, but the skins end at 0");
    BOOST_TEST(Asset::rig().remove("/meshes/0/primitives").refusal().getPlace() == "/meshes/0/primitives");
}

BOOST_AUTO_TEST_SUITE_END()
