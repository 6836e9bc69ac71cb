#include <cstddef>
#include <memory>
#include <string>

#include <boost/test/unit_test.hpp>

#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>

#include "asset.hpp"

// Extensions that the library does not read are kept as text and written again.

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::string_view ofRoot = R"({"STUDIO_stage":{"props":[{"kind":"lamp","height":0.7}]},)"
                                    R"("KHR_interactivity":{"graphs":[{"nodes":[{"declaration":0}]}],"graph":0}})";

/// Two pictures, which the textures show in the opposite order, and a texture without a picture.
Asset withTextures()
{
    auto asset = Asset::rig();
    const std::string view = std::to_string(asset.addView(bytesOf("\x89PNG\r\n\x1a\n.")));
    asset.set("/images", R"([{"name":"a","mimeType":"image/png","bufferView":)" + view
                             + R"(},{"name":"b","mimeType":"image/png","bufferView":)" + view + R"(}])");
    asset.set("/samplers", R"([{"wrapS":33071}])");
    asset.set("/textures", R"([{"source":1},{"source":0,"sampler":0},{}])");
    return asset;
}

std::unique_ptr<Scene> written(const Scene& scene)
{
    return loadScene(writeGltf(scene).bytes, "written");
}

/// The JSON without white space. No string in these tests contains a space.
std::string compact(std::string json)
{
    std::erase(json, ' ');
    return json;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(kept_extensions)

BOOST_AUTO_TEST_CASE(those_of_the_file_a_node_a_mesh_and_a_primitive_come_back_as_they_were)
{
    auto asset = Asset::rig();
    asset.set("/extensions", ofRoot);
    asset.set("/nodes/1/extensions", R"({"STUDIO_place":{"node":0},"KHR_node_visibility":{"visible":true}})");
    asset.set("/meshes/0/extensions", R"({"STUDIO_tags":["a","\u00e9",0.25,null]})");
    asset.set("/meshes/0/primitives/0/extensions", R"({"KHR_materials_variants":{"mappings":[]}})");
    const auto scene = asset.load();
    for (const auto& each : {asset.load(), written(*scene)}) {
        BOOST_TEST(compact(each->getExtensions()) == ofRoot);
        BOOST_TEST(compact(each->nodes()[1]->getExtensions()) == R"({"STUDIO_place":{"node":0}})");
        BOOST_TEST(each->nodes()[2]->getExtensions().empty());
        const Mesh& mesh = *each->meshInstances()[0]->getMesh();
        BOOST_TEST(compact(mesh.getExtensions()) == R"({"STUDIO_tags":["a","é",0.25,null]})");
        BOOST_TEST(compact(mesh.primitives()[0].extensions) == R"({"KHR_materials_variants":{"mappings":[]}})");
        BOOST_TEST(each->warnings().empty());
    }
    const std::string text = jsonOf(*scene);
    BOOST_TEST(text.find(R"("extensionsUsed":)") != std::string::npos);
    for (const char* const name : {"KHR_interactivity", "STUDIO_stage", "STUDIO_place", "KHR_materials_variants", "STUDIO_tags"}) {
        BOOST_TEST(text.find('"' + std::string(name) + '"', text.find("extensionsUsed")) != std::string::npos, name);
    }
}

BOOST_AUTO_TEST_CASE(textures_that_an_extension_of_a_material_names_follow_it)
{
    auto asset = withTextures();
    asset.set("/materials",
              R"([{"extensions":{"KHR_materials_clearcoat":{"clearcoatFactor":0.5,"clearcoatTexture":{"index":1,"texCoord":1,)"
              R"("extensions":{"KHR_texture_transform":{"scale":[2,2]}}},"clearcoatNormalTexture":{"index":0,"scale":0.25},)"
              R"("clearcoatRoughnessTexture":{"index":2}},"KHR_materials_unlit":{}},)"
              R"("pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}])");
    const auto scene = asset.load();
    Scene other;  // has a picture already
    other.addImage({.name = "own"});
    other.append(*written(*scene));
    const auto check = [](const Scene& each, std::size_t firstImage) {
        const Material& material = each.materials()[0];
        // By hand: the textures in the order in which the extension names them; the third has no picture.
        BOOST_TEST(compact(material.extensions)
                   == R"({"KHR_materials_clearcoat":{"clearcoatFactor":0.5,"clearcoatTexture":{"index":0,"texCoord":1,)"
                      R"("extensions":{"KHR_texture_transform":{"scale":[2,2]}}},"clearcoatNormalTexture":{"index":1,"scale":0.25}}})");
        BOOST_REQUIRE(material.extensionTextures.size() == 2u);
        BOOST_TEST(material.extensionTextures[0].image == firstImage);
        BOOST_TEST((material.extensionTextures[0].wrapS == TextureWrap::ClampToEdge));
        BOOST_TEST(material.extensionTextures[1].image == firstImage + 1);
        BOOST_TEST((material.extensionTextures[1].wrapS == TextureWrap::Repeat));
        BOOST_TEST(material.unlit);
        BOOST_TEST(material.baseColorTexture->image == firstImage + 1);
    };
    check(*scene, 0);
    check(*written(*scene), 0);
    check(other, 1);
    const std::string text = jsonOf(*scene);
    BOOST_TEST(text.find(R"("KHR_texture_transform")", text.find("extensionsUsed")) != std::string::npos);
}

// A member that a third-party extension calls a texture need not be one.
BOOST_AUTO_TEST_CASE(a_texture_whose_number_is_none_is_kept_as_it_is)
{
    constexpr std::string_view odd = R"({"STUDIO_look":{"paintTexture":{"index":"wood"},"backTexture":{"index":-1},"gridTexture":7}})";
    auto asset = withTextures();
    asset.set("/materials", R"([{"extensions":)" + std::string(odd) + R"(}])");
    const auto scene = asset.load();
    for (const auto& each : {asset.load(), written(*scene)}) {
        BOOST_TEST(compact(each->materials()[0].extensions) == odd);
        BOOST_TEST(each->materials()[0].extensionTextures.empty());
    }
}

BOOST_AUTO_TEST_CASE(one_that_refers_to_binary_data_is_left_out_with_a_warning)
{
    auto asset = Asset::rig();
    asset.set("/nodes/1/extensions", R"({"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":0}},"STUDIO_note":{"x":1}})");
    const auto scene = asset.load();
    BOOST_TEST(compact(scene->nodes()[1]->getExtensions()) == R"({"STUDIO_note":{"x":1}})");
    BOOST_REQUIRE(scene->warnings().size() == 1u);
    BOOST_TEST(scene->warnings()[0].find("/nodes/1/extensions/EXT_mesh_gpu_instancing") != std::string::npos, scene->warnings()[0]);
}

BOOST_AUTO_TEST_CASE(what_is_no_json_object_is_left_out_with_a_warning_when_it_is_saved)
{
    const auto scene = Asset::rig().load();
    scene->nodes()[1]->setExtensions("[1]");
    scene->setExtensions("not JSON");
    const auto result = writeGltf(*scene);
    BOOST_TEST(result.warnings.size() == 2u);
    BOOST_TEST(loadScene(result.bytes, "written")->getExtensions().empty());
}

BOOST_AUTO_TEST_CASE(copies_keep_them)
{
    auto asset = Asset::rig();
    asset.set("/nodes/0/extensions", R"({"STUDIO_tag":{"word":"chair"}})");
    const auto scene = asset.load();
    BOOST_TEST(scene->nodes()[0]->clone().getExtensions() == scene->nodes()[0]->getExtensions());
    Scene other;
    other.append(*scene);
    BOOST_TEST(other.nodes()[0]->getExtensions() == scene->nodes()[0]->getExtensions());
}

BOOST_AUTO_TEST_SUITE_END()
