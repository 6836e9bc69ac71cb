#include <fstream>
#include <iterator>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/math/affine.hpp>

#include "golden_twin.hpp"

using namespace armature;
using namespace armature::test;
using namespace armature::test::capi;

namespace {

std::vector<char> bytesOfFile(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Loads a golden file through the C API, from memory.
armature_scene* loadGolden(armature_context* context, const std::filesystem::path& file)
{
    const std::vector<char> bytes = bytesOfFile(file);
    armature_scene* scene = nullptr;
    ok(armature_scene_load_memory(context, bytes.data(), bytes.size(), file.filename().string().c_str(), nullptr, &scene));
    return scene;
}

std::vector<glm::mat4> nodeWorldsOf(armature_scene* scene, const Json& nodes)
{
    std::vector<glm::mat4> worlds;
    for (const Json& index : nodes.items()) {
        armature_node* node = nullptr;
        ok(armature_scene_node(scene, index.index(), &node));
        worlds.push_back(capi::matrixOf(armature_node_world_matrix, static_cast<const armature_node*>(node)));
    }
    return worlds;
}

/// Returns world * final for each palette slot, from the palette and the world matrix of the C API.
std::vector<glm::dmat4> skinWorldOf(armature_skeleton* skeleton)
{
    const float* rows = nullptr;
    std::size_t count = 0;
    ok(armature_skeleton_palette(skeleton, 0, &rows, &count));
    const glm::dmat4 world(capi::matrixOf(armature_skeleton_world_matrix, static_cast<const armature_skeleton*>(skeleton)));
    std::vector<glm::dmat4> result;
    for (std::size_t i = 0; i < count; ++i) {
        glm::dmat4 matrix(1.);
        for (glm::length_t row = 0; row < 3; ++row) {
            for (glm::length_t column = 0; column < 4; ++column) {
                matrix[column][row] = static_cast<double>(rows[12 * i + static_cast<std::size_t>(4 * row + column)]);
            }
        }
        result.push_back(world * matrix);
    }
    return result;
}

void compareAnimation(const Json& golden, const Json& animation, std::size_t index, OracleTally& tally)
{
    const auto file = OracleFile::directory() / golden["file"].text();
    const glm::dmat4 root = golden["root"].matrix();
    const Context context;
    armature_scene* const scene = loadGolden(context, file);
    const auto inCpp = loadScene(file);
    armature_group* group = nullptr;
    ok(armature_scene_group(scene, index, &group));
    for (const Json& sample : animation["samples"].items()) {
        tally.examinedStep();
        ok(armature_group_go_to(group, sample["t"].number()));
        inCpp->animationGroups()[index]->goTo(sample["t"].number());
        const auto worlds = nodeWorldsOf(scene, golden["nodes"]);
        std::vector<glm::dmat4> rooted;
        std::size_t place = 0;
        for (const Json& node : golden["nodes"].items()) {
            BOOST_TEST((worlds[place] == inCpp->nodes()[node.index()]->getWorldMatrix()), golden["id"].text() << ": not the bits of C++");
            rooted.push_back(root * glm::dmat4(worlds[place++]));
        }
        const char* const mark = "as in C++, whose difference tests/oracle explains";
        agree(numbersOf(rooted), sample["nodeWorld"].numbers()) ? tally.equal() : tally.saneBecause(mark);
        if (!sample.has("skins")) {
            continue;
        }
        const auto skins = sample["skins"].items();
        for (std::size_t skin = 0; skin < skins.size(); ++skin) {
            armature_skeleton* skeleton = nullptr;
            ok(armature_scene_skeleton(scene, skin, &skeleton));
            std::vector<glm::dmat4> palette = skinWorldOf(skeleton);
            const auto expected = inCpp->skeletons()[skin]->getFinalMatrices();
            BOOST_TEST_REQUIRE(palette.size() == expected.size());
            const glm::dmat4 host(inCpp->skeletons()[skin]->getWorldMatrix());
            for (std::size_t slot = 0; slot < palette.size(); ++slot) {
                BOOST_TEST((palette[slot] == host * toDmat4(expected[slot])), golden["id"].text() << ": not the bits of C++");
                palette[slot] = root * palette[slot];
            }
            agree(numbersOf(palette), skins[skin]["skinWorld"].numbers(), paletteTolerance) ? tally.equal() : tally.saneBecause(mark);
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(c_oracle)

BOOST_AUTO_TEST_CASE(imported_files_are_golden_through_c)
{
    compareGolden("gltf", "c gltf", [](const Json& golden, OracleTally& tally) {
        const auto animations = golden["animations"].items();
        for (std::size_t i = 0; i < animations.size(); ++i) {
            compareAnimation(golden, animations[i], i, tally);
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
