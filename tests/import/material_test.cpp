#include <string>

#include <boost/test/unit_test.hpp>

#include <support/near.hpp>

#include "asset.hpp"

// Materials, textures, samplers and images.

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::string_view png = "\x89PNG\r\n\x1a\n not really";

/// An asset with one image from a view, one texture and one material with `members`.
Asset withMaterial(std::string_view members)
{
    Asset asset;
    asset.addView(bytesOf(png));
    asset.set("/images", R"([{"bufferView":0,"name":"skin","mimeType":"image/png"}])").set("/textures", R"([{"source":0}])");
    return asset.set("/materials", "[{" + std::string(members) + "}]");
}

Material materialOf(const Asset& asset)
{
    return asset.load()->materials()[0];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(material)

// glTF 2.0, sections 5.19 and 5.22.
BOOST_AUTO_TEST_CASE(defaults_are_the_specifications)
{
    const Material material = materialOf(withMaterial(""));
    BOOST_TEST((material.baseColor == glm::vec4(1)));
    BOOST_TEST(material.metallic == 1.f);
    BOOST_TEST(material.roughness == 1.f);
    BOOST_TEST((material.emissive == glm::vec3(0)));
    BOOST_TEST((material.alphaMode == AlphaMode::Opaque));
    BOOST_TEST(material.alphaCutoff == .5f);
    BOOST_TEST(!material.doubleSided);
    BOOST_TEST(!material.unlit);
    BOOST_TEST(!material.baseColorTexture.has_value());
}

// VRM used this extension before KHR_materials_emissive_strength, which takes precedence if both are present.
BOOST_AUTO_TEST_CASE(the_emissive_multiplier_of_vrm_is_read_also_where_it_is_required)
{
    const std::string multiplier = R"("VRMC_materials_hdr_emissiveMultiplier":{"emissiveMultiplier":3})";
    Asset asset = withMaterial(R"("emissiveFactor":[1,1,1],"extensions":{)" + multiplier + "}");
    asset.set("/extensionsRequired", R"(["VRMC_materials_hdr_emissiveMultiplier"])");
    BOOST_TEST(materialOf(asset).emissiveStrength == 3.f);
    BOOST_TEST(materialOf(asset).extensions == "");
    BOOST_TEST(asset.load()->warnings().empty());
    const Material both =
        materialOf(withMaterial(R"("extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":2},)" + multiplier + "}"));
    BOOST_TEST(both.emissiveStrength == 2.f);
}

BOOST_AUTO_TEST_CASE(every_member_arrives)
{
    const Material material = materialOf(withMaterial(R"("name":"hide","pbrMetallicRoughness":{"baseColorFactor":[0.1,0.2,0.3,0.4],
        "baseColorTexture":{"index":0,"texCoord":1},"metallicFactor":0.5,"roughnessFactor":0.25},"emissiveFactor":[1,2,3],
        "emissiveTexture":{"index":0},"alphaMode":"MASK","alphaCutoff":0.75,"doubleSided":true,
        "extensions":{"KHR_materials_unlit":{},"KHR_materials_emissive_strength":{"emissiveStrength":2}})"));
    BOOST_TEST(material.name == "hide");
    BOOST_TEST((material.baseColor == glm::vec4(.1f, .2f, .3f, .4f)));
    BOOST_TEST(material.baseColorTexture->image == 0);
    BOOST_TEST(material.baseColorTexture->textureCoordinates == 1);
    BOOST_TEST(material.emissiveTexture->textureCoordinates == 0);
    BOOST_TEST(material.metallic == .5f);
    BOOST_TEST(material.roughness == .25f);
    BOOST_TEST((material.emissive == glm::vec3(1, 2, 3)));
    BOOST_TEST(material.emissiveStrength == 2.f);
    BOOST_TEST((material.alphaMode == AlphaMode::Mask));
    BOOST_TEST(material.alphaCutoff == .75f);
    BOOST_TEST(material.doubleSided);
    BOOST_TEST(material.unlit);
}

BOOST_AUTO_TEST_CASE(samplers_and_texture_transforms)
{
    auto asset = withMaterial(R"("pbrMetallicRoughness":{"baseColorTexture":{"index":0,"extensions":{"KHR_texture_transform":
        {"offset":[0.5,0.25],"rotation":1.5,"scale":[2,3],"texCoord":1}}}})");
    asset.set("/samplers", R"([{"wrapS":33071,"wrapT":33648,"magFilter":9728,"minFilter":9985}])").set("/textures/0/sampler", "0");
    const auto texture = materialOf(asset).baseColorTexture.value();
    BOOST_TEST((texture.wrapS == TextureWrap::ClampToEdge));
    BOOST_TEST((texture.wrapT == TextureWrap::MirroredRepeat));
    BOOST_TEST((texture.magnification == TextureFilter::Nearest));
    BOOST_TEST((texture.minification == TextureFilter::LinearMipmapNearest));
    BOOST_TEST((texture.offset == glm::vec2(.5f, .25f)));
    BOOST_TEST((texture.scale == glm::vec2(2, 3)));
    BOOST_TEST(texture.rotation == 1.5f);
    BOOST_TEST(texture.textureCoordinates == 1);
}

BOOST_AUTO_TEST_CASE(the_older_specular_model_gives_its_diffuse_colour)
{
    const Material material =
        materialOf(withMaterial(R"("extensions":{"KHR_materials_pbrSpecularGlossiness":{"diffuseFactor":[0.5,0.5,0.5,1],
        "diffuseTexture":{"index":0},"glossinessFactor":0.75}})"));
    BOOST_TEST((material.baseColor == glm::vec4(.5f, .5f, .5f, 1)));
    BOOST_TEST(material.baseColorTexture.has_value());
    BOOST_TEST(material.metallic == 0.f);
    BOOST_TEST(material.roughness == .25f);
}

BOOST_AUTO_TEST_CASE(images_keep_their_bytes)
{
    const auto scene = withMaterial("").load();
    BOOST_TEST(scene->images()[0].name == "skin");
    BOOST_TEST(scene->images()[0].mimeType == "image/png");
    BOOST_TEST((scene->images()[0].bytes == bytesOf(png)));
}

BOOST_AUTO_TEST_CASE(images_from_data_uris_are_recognised_by_content)
{
    Asset asset;
    asset.set("/images", R"([{"uri":"data:image/png;base64,/9j/4AAQ"},{"uri":"data:text/plain,a%20b"}])");
    const auto scene = asset.load();
    BOOST_TEST(scene->images()[0].mimeType == "image/jpeg");  // begins with FF D8 FF, whatever the URI says
    BOOST_TEST(scene->images()[0].bytes.size() == 6);
    BOOST_TEST((scene->images()[1].bytes == bytesOf("a b")));
}

BOOST_AUTO_TEST_CASE(a_picture_that_cannot_be_had_is_a_warning)
{
    Asset asset;
    asset.set("/images", R"([{"uri":"missing.png"},{"uri":"data:image/png;base64,!!!!"},{},{"uri":"../up.png"}])");
    const auto scene = asset.load();
    BOOST_TEST(scene->images().size() == 4);
    BOOST_TEST(scene->images()[0].name == "missing.png");
    for (std::size_t image = 0; image < 4; ++image) {
        BOOST_TEST(scene->images()[image].bytes.empty());
        BOOST_TEST(hasWarning(*scene, "/images/" + std::to_string(image)));
    }
}

BOOST_AUTO_TEST_CASE(a_texture_without_image_is_left_out)
{
    auto asset = withMaterial(R"("pbrMetallicRoughness":{"baseColorTexture":{"index":0}})").remove("/textures/0/source");
    const auto scene = asset.load();
    BOOST_TEST(!scene->materials()[0].baseColorTexture.has_value());
    BOOST_TEST(hasWarning(*scene, "/textures/0: has no image"));
    asset.set("/textures/0/extensions", R"({"EXT_texture_webp":{"source":0}})");
    BOOST_TEST(asset.load()->materials()[0].baseColorTexture.has_value());
}

// EXT_texture_webp: the extension's source is the picture; the texture's own source is for readers without WebP. With Basis Universal the
// texture's own source is preferred, because the library does not draw such pictures.
BOOST_AUTO_TEST_CASE(a_picture_as_webp_is_preferred_and_one_that_is_not_drawn_is_the_last_choice)
{
    auto asset = withMaterial(R"("pbrMetallicRoughness":{"baseColorTexture":{"index":0}})");
    asset.set("/images", R"([{"uri":"data:image/png;base64,aaaa"},{"uri":"data:image/webp;base64,aaaa"}])");
    asset.set("/extensionsRequired", R"(["EXT_texture_webp"])");
    asset.set("/textures/0/extensions", R"({"EXT_texture_webp":{"source":1}})");
    const auto scene = asset.load();
    BOOST_TEST(scene->materials()[0].baseColorTexture.value().image == 1u);
    BOOST_TEST(!hasWarning(*scene, "/extensionsRequired/0"));
    asset.set("/textures/0/extensions", R"({"KHR_texture_basisu":{"source":1}})");
    BOOST_TEST(asset.load()->materials()[0].baseColorTexture.value().image == 0u);
}

BOOST_AUTO_TEST_CASE(a_third_set_of_texture_coordinates_is_left_out)
{
    const auto scene = withMaterial(R"("pbrMetallicRoughness":{"baseColorTexture":{"index":0,"texCoord":2}})").load();
    BOOST_TEST(!scene->materials()[0].baseColorTexture.has_value());
    BOOST_TEST(hasWarning(*scene, "uses TEXCOORD_2"));
}

BOOST_AUTO_TEST_CASE(unknown_modes_fall_back_with_a_warning)
{
    auto asset = withMaterial(R"("alphaMode":"GLOW")");
    const auto scene = asset.set("/samplers", R"([{"wrapS":1,"minFilter":2}])").load();
    BOOST_TEST((scene->materials()[0].alphaMode == AlphaMode::Opaque));
    BOOST_TEST(hasWarning(*scene, "/materials/0/alphaMode: is \"GLOW\""));
    BOOST_TEST(hasWarning(*scene, "/samplers/0/wrapS: is 1"));
    BOOST_TEST(hasWarning(*scene, "/samplers/0/minFilter: is 2"));
}

BOOST_AUTO_TEST_CASE(references_to_nothing_are_refused)
{
    BOOST_TEST(withMaterial(R"("pbrMetallicRoughness":{"baseColorTexture":{"index":1}})").refusal().getProblem()
               == "is 1, but the textures end at 0");
    BOOST_TEST(withMaterial("").set("/textures/0/source", "1").refusal().getPlace() == "/textures/0/source");
    BOOST_TEST(withMaterial("").set("/textures/0/sampler", "0").refusal().getProblem() == "is 0, but there are no samplers");
    BOOST_TEST(withMaterial("").set("/images/0/bufferView", "1").refusal().getProblem() == "is 1, but the bufferViews end at 0");
    BOOST_TEST(withMaterial(R"("pbrMetallicRoughness":{"baseColorFactor":[1,1,1]})").refusal().getProblem()
               == "has 3 numbers, but must have 4");
}

BOOST_AUTO_TEST_SUITE_END()
