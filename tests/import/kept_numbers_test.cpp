#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>

#include <armature/error.hpp>
#include <support/random.hpp>

#include "asset.hpp"
#include "mutants.hpp"

// Numbers in kept extensions that refer to materials, nodes and the like keep referring to the same objects.

using namespace armature;
using namespace armature::test;

namespace {

/// A rig whose mesh has a material for each of the named variants.
Asset withVariants(const std::vector<std::string>& names)
{
    auto asset = Asset::rig();
    std::string variants, materials, mappings;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string comma = i > 0 ? "," : "";
        variants += comma + R"({"name":")" + names[i] + R"("})";
        materials += comma + R"({"name":")" + names[i] + R"("})";
        mappings += comma + R"({"material":)" + std::to_string(i) + R"(,"variants":[)" + std::to_string(i) + "]}";
    }
    asset.set("/materials", "[" + materials + "]");
    asset.set("/meshes/0/primitives/0/material", "0");
    asset.set("/meshes/0/primitives/0/extensions", R"({"KHR_materials_variants":{"mappings":[)" + mappings + "]}}");
    asset.set("/extensions", R"({"KHR_materials_variants":{"variants":[)" + variants + "]}}");
    return asset;
}

bool writtenSays(const Scene& scene, std::string_view text)
{
    return jsonOf(scene).find(text) != std::string::npos;
}

bool warnsWhenWritten(const Scene& scene, std::string_view text)
{
    const auto warnings = writeGltf(scene).warnings;
    return std::ranges::any_of(warnings, [&](const std::string& warning) { return warning.find(text) != std::string::npos; });
}

}  // namespace

BOOST_AUTO_TEST_SUITE(kept_numbers)

// By hand: the materials of the second model come after the scene's own and the two of the first. Both models have the variant "red".
BOOST_AUTO_TEST_CASE(variants_of_models_that_are_put_together_name_their_own_materials)
{
    const auto first = withVariants({"red", "blue"}).load();
    const auto second = withVariants({"green", "red"}).load();
    Scene scene;
    scene.addMaterial({.name = "own"});
    scene.append(*first);
    scene.append(*second);
    scene.instantiate(*second);
    BOOST_TEST(writtenSays(scene, R"("KHR_materials_variants":{"variants":[{"name":"red"},{"name":"blue"},{"name":"green"}]})"));
    BOOST_TEST(writtenSays(scene, R"({"mappings":[{"material":1,"variants":[0]},{"material":2,"variants":[1]}]})"));
    BOOST_TEST(writtenSays(scene, R"({"mappings":[{"material":3,"variants":[2]},{"material":4,"variants":[0]}]})"));
    BOOST_TEST(writeGltf(scene).warnings.empty());
    // The same for a copy into another scene.
    Scene third;
    third.addMaterial({.name = "own"});
    third.append(scene);
    BOOST_TEST(writtenSays(third, R"({"mappings":[{"material":4,"variants":[2]},{"material":5,"variants":[0]}]})"));
    const auto read = loadScene(writeGltf(third).bytes, "written");
    BOOST_TEST(read->materials()[5].name == "red");
    BOOST_TEST(read->meshInstances().size() == third.meshInstances().size());
}

BOOST_AUTO_TEST_CASE(what_was_not_changed_is_written_as_it_was_read)
{
    const auto scene = withVariants({"red", "blue"}).load();
    Scene copy;
    copy.append(*scene);
    BOOST_TEST(jsonOf(copy) == jsonOf(*scene));
}

BOOST_AUTO_TEST_CASE(numbers_of_nodes_and_animations_follow_them)
{
    auto asset = Asset::rig();
    asset.set("/extensions", R"({"KHR_character":{"rootNode":1},"KHR_character_expression":{"expressions":[)"
                             R"({"expression":"smile","animation":0},{"expression":"frown","animation":1}]},)"
                             R"("VRMC_vrm":{"humanoid":{"humanBones":{"hips":{"node":2}}}}})");
    asset.set("/animations/-", R"({"name":"frown","samplers":[{"input":0,"output":0}],"channels":[]})");
    asset.set("/nodes/2/extensions", R"({"MSFT_lod":{"ids":[0,3]}})");
    const auto scene = asset.load();
    TransformNode& gone = scene->createTransformNode("gone");
    scene->removeTransformNode(gone);
    Scene other;
    other.createTransformNode("own");
    other.append(*scene);
    BOOST_TEST(writtenSays(other, R"("KHR_character":{"rootNode":2})"));
    BOOST_TEST(writtenSays(other, R"("hips":{"node":3})"));
    BOOST_TEST(writtenSays(other, R"({"ids":[1,4]})"));
    // The second clip moves nothing and is not written.
    BOOST_TEST(writtenSays(other, R"({"expressions":[{"expression":"smile","animation":0}]})"));
    BOOST_TEST(warnsWhenWritten(
        other, "says by KHR_character_expression what refers to something that is not in the scene: 1 entry of it left out"));
    other.removeTransformNode(*other.findTransformNode("own"));
    BOOST_TEST(writtenSays(other, R"("KHR_character":{"rootNode":1})"));
    other.removeTransformNode(*other.findTransformNode("body"));
    BOOST_TEST(writtenSays(other, R"({"ids":[0]})"));
    other.removeTransformNode(*other.findTransformNode("upper"), Removal::KeepChildren);
    BOOST_TEST(!writtenSays(other, "KHR_character\":"));
    BOOST_TEST(warnsWhenWritten(other, "the scene: says by KHR_character what refers to something that is not in the scene: left out"));
}

BOOST_AUTO_TEST_CASE(what_is_unknown_stays_as_it_is_with_a_warning_where_numbers_have_changed)
{
    auto asset = Asset::rig();
    constexpr std::string_view graph = R"({"KHR_interactivity":{"graphs":[{"pointer":"/nodes/2/translation"}],"graph":0}})";
    asset.set("/extensions", graph);
    asset.set("/nodes/1/extensions", R"({"STUDIO_tag":{"word":"chair"},"STUDIO_link":{"node":3}})");
    const auto scene = asset.load();
    BOOST_TEST(writtenSays(*scene, graph));
    BOOST_TEST(writeGltf(*scene).warnings.empty());
    scene->createTransformNode("later");
    BOOST_TEST(writeGltf(*scene).warnings.empty());
    scene->removeTransformNode(*scene->findTransformNode("body"));
    BOOST_TEST(writtenSays(*scene, graph));
    BOOST_TEST(warnsWhenWritten(*scene, "the scene: says something by KHR_interactivity, which is kept as it was"));
    BOOST_TEST(warnsWhenWritten(*scene, "node \"upper\": says something by STUDIO_link, which is kept as it was"));
    BOOST_TEST(writeGltf(*scene).warnings.size() == 2u);

    const auto model = asset.load();
    Scene other;
    other.createTransformNode("own");
    other.append(*model);
    BOOST_TEST(!writtenSays(other, "KHR_interactivity"));
    BOOST_TEST(!writtenSays(other, "STUDIO_link"));
    BOOST_TEST(writtenSays(other, R"({"STUDIO_tag":{"word":"chair"}})"));
    BOOST_TEST(warnsWhenWritten(other, "node \"upper\": says something by STUDIO_link, whose numbers may be of another scene: left out"));
}

// Whatever the extensions say, the file is refused or loads into a scene that can be copied, cut down, written and read once more.
BOOST_AUTO_TEST_CASE(spoilt_extensions_are_refused_or_written)
{
    auto asset = withVariants({"red", "blue"});
    asset.set("/extensions/KHR_lights_punctual", R"({"lights":[{"type":"spot","range":3,"spot":{"innerConeAngle":0.1}}]})");
    asset.set("/extensions/KHR_character", R"({"rootNode":1})");
    asset.set("/extensions/KHR_character_skeleton_mapping", R"({"skeletalRigMappings":{"rig":{"hips":{"node":1},"head":"lower"}}})");
    asset.set("/extensions/KHR_character_expression", R"({"expressions":[{"expression":"smile","animation":0}]})");
    asset.set("/nodes/1/extensions", R"({"KHR_lights_punctual":{"light":0},"MSFT_lod":{"ids":[0,2]},"STUDIO_link":{"node":3}})");
    asset.set("/nodes/2/extensions", R"({"KHR_skeleton_bone":{"length":0.5,"connected":true}})");
    const std::size_t times = asset.addAccessor<float>("SCALAR", {0.f, 1.f}, R"(,"min":[0],"max":[1])");
    const std::size_t values = asset.addAccessor<std::uint8_t>("SCALAR", {0, 255}, R"(,"normalized":true)");
    asset.set("/animations/-", R"({"extensions":{"KHR_character_reference_pose":{}},"samplers":[{"input":)" + std::to_string(times)
                                   + R"(,"output":)" + std::to_string(values)
                                   + R"(}],"channels":[{"sampler":0,"target":{"path":"pointer","extensions":)"
                                     R"({"KHR_animation_pointer":{"pointer":"/materials/1/alphaCutoff"}}}}]})");
    const std::vector<std::byte> whole = asset.gltf();
    Random random(17);
    std::size_t refused = 0, written = 0;
    for (int round = 0; round < 1500; ++round) {
        const std::vector<std::byte> spoilt = round == 0 ? whole : withSpoiltNumbers(whole, random);
        try {
            const auto scene = loadExact(spoilt, {.restPose = "TPose"});
            Scene other;
            other.createTransformNode("own");
            other.append(*scene);
            scene->removeTransformNode(*scene->nodes()[static_cast<std::size_t>(round) % scene->nodes().size()]);
            other.instantiate(*scene);
            for (const Scene* each : {static_cast<const Scene*>(scene.get()), static_cast<const Scene*>(&other)}) {
                const GltfFile file = writeGltf(*each, {.quantizePositions = round % 2 == 1});
                BOOST_TEST(loadExact(file.bytes)->lights().size() == each->lights().size());
                ++written;
            }
        } catch (const ImportError&) {
            ++refused;
        }
    }
    BOOST_TEST(refused > 0u);
    BOOST_TEST(written > 150u);
}

// The first model is gone, with the materials 0 and 1 and all of its variants.
BOOST_AUTO_TEST_CASE(places_of_materials_that_have_left_are_not_written_and_variants_go_on_meaning_theirs)
{
    Scene world;
    const SceneInstance first = world.instantiate(*withVariants({"gone", "goneToo"}).load());
    world.instantiate(*withVariants({"red", "blue"}).load());
    world.removeInstance(first);
    BOOST_TEST(!world.materials().contains(0));
    BOOST_TEST(world.materials().size() == 4u);
    const auto read = loadExact(writeGltf(world).bytes);
    BOOST_REQUIRE(read->materials().size() == 2u);
    BOOST_TEST(read->materials()[0].name == "red");
    BOOST_TEST(read->materials()[1].name == "blue");
    BOOST_TEST(read->meshInstances()[0]->getMaterial(0).value() == 0u);
    BOOST_TEST(writtenSays(world, R"({"material":1,"variants":[1]})"));
    BOOST_TEST(!writtenSays(world, "gone"));
    // A new material takes a free index. Materials are written in the order of their indices, not of their creation.
    world.addMaterial({.name = "late"});
    BOOST_TEST(world.materials()[0].name == "late");
    const auto again = loadExact(writeGltf(world).bytes);
    BOOST_REQUIRE(again->materials().size() == 3u);
    BOOST_TEST(again->materials()[0].name == "late");
    BOOST_TEST(again->materials()[1].name == "red");
    BOOST_TEST(again->meshInstances()[0]->getMaterial(0).value() == 1u);
    BOOST_TEST(writtenSays(world, R"({"material":2,"variants":[1]})"));
}

BOOST_AUTO_TEST_SUITE_END()
