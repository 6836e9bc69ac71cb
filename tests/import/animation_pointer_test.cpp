#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/scene/scene_camera.hpp>
#include <armature/scene/scene_light.hpp>

#include "asset.hpp"

// KHR_animation_pointer: properties that a clip can move become channels; the rest is written again as it was.

using namespace armature;
using namespace armature::test;

namespace {

std::string pointerTo(const std::string& text)
{
    return R"({"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":")" + text + R"("}}})";
}

/// The rig with further animations, each with one channel for a pointer.
class Pointers {
public:
    Pointers() : asset_(Asset::rig())
    {
        asset_.set("/materials", R"([{"alphaMode":"MASK"},{}])");
        asset_.set("/cameras", R"([{"type":"perspective","perspective":{"yfov":1,"znear":1}}])");
        asset_.set("/extensions", R"({"KHR_lights_punctual":{"lights":[{"type":"point"}]}})");
        times_ = asset_.addAccessor<float>("SCALAR", {0.f, .5f, 2.f}, R"(,"min":[0],"max":[2])");
    }

    template <class Component>
    void add(const std::string& pointer, std::string_view type, const std::vector<Component>& values, std::string_view more = {},
             std::string_view interpolation = "LINEAR")
    {
        const std::size_t output = asset_.addAccessor(type, values, more);
        asset_.set("/animations/-", R"({"name":")" + pointer + R"(","samplers":[{"input":)" + std::to_string(times_) + R"(,"output":)"
                                        + std::to_string(output) + R"(,"interpolation":")" + std::string(interpolation)
                                        + R"("}],"channels":[{"sampler":0,"target":)" + pointerTo(pointer) + "}]}");
    }

    Asset& asset() { return asset_; }

private:
    Asset asset_;
    std::size_t times_ = 0;
};

std::size_t countOf(const std::string& text, const std::string& part)
{
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_pointer)

BOOST_AUTO_TEST_CASE(a_node_that_a_pointer_names_is_moved_and_one_that_there_is_not_is_left_out)
{
    auto asset = Asset::rig();
    const auto expected = asset.load();
    const std::size_t node = expected->animationGroups()[0]->getClip().channels()[0].target.index;
    const std::string path =
        expected->animationGroups()[0]->getClip().channels()[0].path == ChannelPath::Rotation ? "rotation" : "translation";
    const auto withPointer = [&](const std::string& text) {
        asset.set("/animations/0/channels/0/target", pointerTo(text));
        return asset.load();
    };
    const auto scene = withPointer("/nodes/" + std::to_string(node) + "/" + path);
    BOOST_TEST(scene->warnings().empty());
    const AnimationClip& clip = scene->animationGroups()[0]->getClip();
    BOOST_TEST(clip.channels().size() == expected->animationGroups()[0]->getClip().channels().size());
    BOOST_TEST(clip.channels()[0].target.index == node);
    BOOST_TEST((clip.channels()[0].values == expected->animationGroups()[0]->getClip().channels()[0].values));
    for (const char* const other : {"/nodes/99/rotation", "/nodes/", "/nodes/1x/rotation", "/nodes/1", "", "nodes/1/rotation"}) {
        const auto without = withPointer(other);
        BOOST_TEST(without->animationGroups()[0]->getClip().channels().size() + 1 == clip.channels().size(), other);
        BOOST_REQUIRE(without->warnings().size() == 1u);
        BOOST_TEST(without->warnings()[0].find("/animations/0/channels/0/target/extensions/KHR_animation_pointer/pointer")
                   != std::string::npos);
        BOOST_TEST(jsonOf(*without).find("KHR_animation_pointer") == std::string::npos);
    }
}

// The file is read and written twice. The second file must equal the first byte for byte.
BOOST_AUTO_TEST_CASE(what_does_not_move_here_is_written_again_as_it_was)
{
    Pointers pointers;
    pointers.asset().set("/materials/0/extensions", R"({"KHR_materials_clearcoat":{"clearcoatFactor":1}})");
    pointers.add<float>("/materials/0/extensions/KHR_materials_clearcoat/clearcoatFactor", "SCALAR",
                        {0.f, .5f, 0.f, 0.f, 1.f, 0.f, 0.f, .7f, 0.f}, "", "CUBICSPLINE");
    pointers.add<std::uint8_t>("/nodes/2/extensions/STUDIO_heat/isHot", "SCALAR", {0, 1, 0}, "", "STEP");
    pointers.add<std::int16_t>("/materials/0/extensions/KHR_materials_sheen/sheenColorFactor", "VEC4",
                               {0, 32767, -32767, 5, 1, 2, 3, 4, -1, -2, -3, -4}, R"(,"normalized":true)");
    pointers.add<float>("/cameras/0/orthographic/xmag", "SCALAR", {1.f, 2.f, 3.f});  // the camera is perspective
    pointers.add<float>("/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset", "VEC2",
                        {0.f, 0.f, .5f, .5f, 1.f, 1.f});                            // the material has no texture
    pointers.add<float>("/materials/0/emissiveFactor", "SCALAR", {0.f, .5f, 1.f});  // the factor has three numbers
    const auto scene = pointers.asset().load();
    BOOST_TEST(scene->animationGroups().size() == 7u);
    BOOST_TEST(scene->warnings().size() == 6u);
    BOOST_TEST(hasWarning(*scene, "is \"/nodes/2/extensions/STUDIO_heat/isHot\", which is not animated here: kept for saving"));
    const auto first = writeGltf(*scene);
    BOOST_TEST(first.warnings.empty());
    const auto again = loadScene(first.bytes, "written");
    BOOST_TEST((writeGltf(*again).bytes == first.bytes));
    const std::string json = jsonOf(*scene);
    for (const char* const part : {R"("/nodes/2/extensions/STUDIO_heat/isHot")", R"("componentType":5121,"count":3,"type":"SCALAR")",
                                   R"("componentType":5122,"count":3,"type":"VEC4","normalized":true)",
                                   R"("/materials/0/extensions/KHR_materials_clearcoat/clearcoatFactor")", R"("count":9,"type":"SCALAR")",
                                   R"("interpolation":"CUBICSPLINE")", R"("/cameras/0/orthographic/xmag")", R"("interpolation":"STEP")",
                                   R"("KHR_animation_pointer")"}) {
        BOOST_TEST(json.find(part) != std::string::npos, part);
    }
    // The integers keep their bytes from the file: by hand, little-endian.
    const std::string_view colours("\x00\x00\xFF\x7F\x01\x80\x05\x00\x01\x00\x02\x00", 12);
    const std::string_view binary(reinterpret_cast<const char*>(first.bytes.data()), first.bytes.size());
    BOOST_TEST(binary.find(colours) != std::string_view::npos);
}

// At half a second the second key applies, either directly or with the meaning that the extension defines.
BOOST_AUTO_TEST_CASE(pointers_move_what_they_point_at)
{
    Pointers pointers;
    Asset& asset = pointers.asset();
    asset.set("/images", R"([{"uri":"data:image/png;base64,iVBORw0KGgo="}])");
    asset.set("/textures", R"([{"source":0}])");
    asset.set("/materials/0/emissiveTexture", R"({"index":0})");
    asset.set("/cameras/1", R"({"type":"orthographic","orthographic":{"xmag":1,"ymag":1,"znear":0,"zfar":9}})");
    asset.set("/extensions/KHR_lights_punctual/lights/0", R"({"type":"spot","spot":{}})");
    pointers.add<float>("/materials/1/alphaCutoff", "SCALAR", {0.f, .25f, 1.f});
    pointers.add<std::uint8_t>("/nodes/2/extensions/KHR_node_visibility/visible", "SCALAR", {1, 0, 1}, "", "STEP");
    pointers.add<std::uint8_t>("/materials/0/pbrMetallicRoughness/baseColorFactor", "VEC4", {0, 0, 0, 0, 255, 0, 51, 255, 0, 0, 0, 0},
                               R"(,"normalized":true)");
    pointers.add<float>("/materials/0/pbrMetallicRoughness/metallicFactor", "SCALAR", {0.f, .25f, 1.f});
    pointers.add<float>("/materials/0/emissiveFactor", "VEC3", {0, 0, 0, .5f, .25f, 1, 0, 0, 0});
    pointers.add<float>("/materials/0/extensions/KHR_materials_emissive_strength/emissiveStrength", "SCALAR", {1, 5, 1});
    pointers.add<float>("/materials/0/emissiveTexture/extensions/KHR_texture_transform/rotation", "SCALAR", {0, 3, 0});
    pointers.add<float>("/cameras/0/perspective/yfov", "SCALAR", {0.f, .5f, 0.f, 0.f, 1.f, 0.f, 0.f, .7f, 0.f}, "", "CUBICSPLINE");
    pointers.add<float>("/cameras/1/orthographic/ymag", "SCALAR", {1, 4, 1});
    pointers.add<float>("/extensions/KHR_lights_punctual/lights/0/intensity", "SCALAR", {1.f, 2.f, 1e6f});
    pointers.add<float>("/extensions/KHR_lights_punctual/lights/0/spot/outerConeAngle", "SCALAR", {1.f, .5f, 1.f});
    const auto scene = asset.load();
    BOOST_TEST(scene->warnings().empty(), scene->warnings().front());
    for (AnimationGroup* group : scene->animationGroups()) {
        BOOST_TEST(group->unboundChannelCount() == 0u, group->getName());
        group->goTo(.5);
    }
    const Material& first = scene->materials()[0];
    BOOST_TEST(scene->materials()[1].alphaCutoff == .25f);
    BOOST_TEST(!scene->nodes()[2]->isSelfEnabled());
    BOOST_TEST((first.baseColor == glm::vec4(1.f, 0.f, .2f, 1.f)));
    BOOST_TEST(first.metallic == .25f);
    BOOST_TEST((first.emissive == glm::vec3(.5f, .25f, 1.f)));
    BOOST_TEST(first.emissiveStrength == 5.f);
    BOOST_TEST(first.emissiveTexture->rotation == 3.f);
    BOOST_TEST(scene->cameras()[0].verticalFieldOfView == 1.f);
    BOOST_TEST(scene->cameras()[1].halfSize.y == 4.f);
    BOOST_TEST(scene->lights()[0].intensity == 2.f);
    BOOST_TEST(scene->lights()[0].outerConeAngle == .5f);
}

// Read, written and read again: the channels have the same bits, and the file contains the pointers.
BOOST_AUTO_TEST_CASE(pointers_that_move_come_back_bit_for_bit)
{
    Pointers pointers;
    const std::vector<std::pair<std::string, std::vector<float>>> curves{
        {"/materials/1/alphaCutoff", {0.f, .1f, 1.f}},
        {"/materials/0/pbrMetallicRoughness/roughnessFactor", {.3f, .1f, 1.f}},
        {"/materials/0/extensions/KHR_materials_emissive_strength/emissiveStrength", {1.f, 1e-30f, 7.3f}},
        {"/cameras/0/perspective/znear", {.1f, .7f, .3f}},
        {"/extensions/KHR_lights_punctual/lights/0/range", {.1f, 1e6f, .3f}}};
    for (const auto& [pointer, values] : curves) {
        pointers.add<float>(pointer, "SCALAR", values);
    }
    pointers.add<std::uint8_t>("/nodes/2/extensions/KHR_node_visibility/visible", "SCALAR", {1, 0, 1}, "", "STEP");
    const auto written = writeGltf(*pointers.asset().load());
    BOOST_TEST(written.warnings.empty());
    const auto again = loadScene(written.bytes, "written");
    BOOST_TEST(again->warnings().empty());
    BOOST_TEST((writeGltf(*again).bytes == written.bytes));
    const std::string json = jsonOf(*again);
    BOOST_REQUIRE(again->animationGroups().size() == curves.size() + 2);
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const AnimationChannel& channel = again->animationGroups()[i + 1]->getClip().channels()[0];
        BOOST_TEST(json.find("\"" + curves[i].first + "\"") != std::string::npos, curves[i].first);
        BOOST_TEST(channel.values.toVector() == curves[i].second, boost::test_tools::per_element());
    }
    BOOST_TEST(json.find(R"("/nodes/2/extensions/KHR_node_visibility/visible")") != std::string::npos);
    BOOST_TEST(json.find(R"("KHR_node_visibility":{"visible":true})") != std::string::npos);
    BOOST_TEST(json.find(R"("componentType":5121,"count":3,"type":"SCALAR")") != std::string::npos);
    BOOST_TEST(json.find(R"("KHR_materials_emissive_strength":{"emissiveStrength":1})") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(one_animation_moves_any_number_of_properties)
{
    Pointers pointers;
    Asset& asset = pointers.asset();
    pointers.add<float>("/materials/1/alphaCutoff", "SCALAR", {0.f, .25f, 1.f});
    for (const char* const more : {"/materials/0/alphaCutoff", "/materials/1/pbrMetallicRoughness/metallicFactor",
                                   "/extensions/KHR_lights_punctual/lights/0/intensity"}) {
        asset.set("/animations/1/channels/-", R"({"sampler":0,"target":)" + pointerTo(more) + "}");
    }
    const auto scene = asset.load();
    scene->animationGroups()[1]->goTo(.5);
    BOOST_TEST(scene->materials()[0].alphaCutoff == .25f);
    BOOST_TEST(scene->materials()[1].alphaCutoff == .25f);
    BOOST_TEST(scene->materials()[1].metallic == .25f);
    BOOST_TEST(scene->lights()[0].intensity == .25f);
    asset.set("/animations/1/channels/-", R"({"sampler":0,"target":)" + pointerTo("/materials/0/alphaCutoff") + "}");
    BOOST_TEST(hasWarning(*asset.load(), "alphaCutoff of material 0 is moved by two channels: the first is played"));
}

// Materials are identified within the loaded file's own list; elsewhere they are found by name.
BOOST_AUTO_TEST_CASE(clips_alone_move_materials_by_name)
{
    Pointers pointers;
    pointers.asset().set("/materials/1/name", R"("lamp")");
    pointers.add<float>("/materials/1/alphaCutoff", "SCALAR", {0.f, .25f, 1.f});
    pointers.add<float>("/materials/0/alphaCutoff", "SCALAR", {0.f, .25f, 1.f});
    const auto clips = loadClips(pointers.asset().gltf(), "asset");
    Scene scene;
    scene.addMaterial({.name = "lamp"});
    AnimationGroup& group = scene.createAnimationGroup(clips[1]);
    group.goTo(.5);
    BOOST_TEST(scene.materials()[0].alphaCutoff == .25f);
    BOOST_TEST(scene.createAnimationGroup(clips[2], {.mayMoveNothing = true}).unboundChannelCount() == 1u);
}

// glTF's emissive factor is at most 1. A power of two as the emissive strength takes the excess, and the curve is divided by it as well.
BOOST_AUTO_TEST_CASE(light_beyond_one_is_written_as_strength_for_curves_too)
{
    Scene scene;
    scene.addMaterial({.name = "lamp", .emissive = {3.f, 0.f, 0.f}});
    ClipDescription clip{.name = "glow", .timeTracks = {{0.f, 1.f}}};
    clip.channels.push_back({ChannelTarget::of(scene, ChannelTarget::Kind::Material, 0, "emissive"),
                             ChannelPath::Property,
                             Interpolation::Linear,
                             0,
                             3,
                             {3, 0, 0, .5f, 1, 1}});
    clip.channels.push_back({ChannelTarget::curve("mood"), ChannelPath::Property, Interpolation::Linear, 0, 1, {0, 1}});
    scene.createAnimationGroup(AnimationClip::create(std::move(clip)));
    const auto written = writeGltf(scene);
    BOOST_REQUIRE(written.warnings.size() == 1u);
    BOOST_TEST(written.warnings[0].find("has a curve \"mood\", for which glTF has no place: left out") != std::string::npos);
    const auto again = loadScene(written.bytes, "written");
    BOOST_TEST(again->materials()[0].emissiveStrength == 4.f);
    BOOST_TEST((again->materials()[0].emissive == glm::vec3(.75f, 0.f, 0.f)));
    again->animationGroups()[0]->goTo(1.);
    BOOST_TEST((again->materials()[0].emissive * again->materials()[0].emissiveStrength == glm::vec3(.5f, 1.f, 1.f)));
}

BOOST_AUTO_TEST_CASE(weights_of_a_mesh_move_its_nodes)
{
    Pointers pointers;
    Asset& asset = pointers.asset();
    const std::size_t offsets = asset.addAccessor<float>("VEC3", {0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0}, R"(,"min":[0,1,0],"max":[0,1,0])");
    asset.set("/meshes/0/primitives/0/targets", R"([{"POSITION":)" + std::to_string(offsets) + "}]");
    asset.set("/nodes/-", R"({"name":"twin","mesh":0})");
    asset.set("/nodes/-", R"({"name":"stubborn","mesh":0,"weights":[0.75]})");
    pointers.add<float>("/meshes/0/weights", "SCALAR", {0.f, 1.f, .5f});
    pointers.add<float>("/nodes/3/weights", "SCALAR", {0.f, 1.f, .5f});
    pointers.add<float>("/nodes/3/weights/0", "SCALAR", {0.f, 1.f, .5f});
    const auto scene = asset.load();
    BOOST_REQUIRE(scene->animationGroups().size() == 4u);
    scene->animationGroups()[1]->goTo(.25);
    BOOST_TEST(scene->nodes()[3]->meshInstances()[0]->getMorphWeights()[0] == .5f);
    BOOST_TEST(scene->findTransformNode("twin")->meshInstances()[0]->getMorphWeights()[0] == .5f);
    BOOST_TEST(scene->findTransformNode("stubborn")->meshInstances()[0]->getMorphWeights()[0] == .75f);
    scene->animationGroups()[2]->goTo(2.);
    BOOST_TEST(scene->nodes()[3]->meshInstances()[0]->getMorphWeights()[0] == .5f);
    BOOST_TEST(hasWarning(*scene, "is \"/nodes/3/weights/0\", which is not animated here"));
}

BOOST_AUTO_TEST_CASE(weights_that_a_node_has_of_its_own_go_before_those_of_its_mesh)
{
    Pointers pointers;
    Asset& asset = pointers.asset();
    const std::size_t offsets = asset.addAccessor<float>("VEC3", {0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0}, R"(,"min":[0,1,0],"max":[0,1,0])");
    asset.set("/meshes/0/primitives/0/targets", R"([{"POSITION":)" + std::to_string(offsets) + "}]");
    asset.set("/nodes/-", R"({"name":"twin","mesh":0})");
    pointers.add<float>("/meshes/0/weights", "SCALAR", {0.f, 1.f, .5f});
    const std::size_t still = asset.addAccessor<float>("SCALAR", {.25f, .25f, .25f});
    asset.set("/animations/1/samplers/-", R"({"input":)" + std::to_string(still - 3) + R"(,"output":)" + std::to_string(still) + "}");
    asset.set("/animations/1/channels/-", R"({"sampler":1,"target":{"node":3,"path":"weights"}})");
    const auto scene = asset.load();
    scene->animationGroups()[1]->goTo(.5);
    BOOST_TEST(scene->nodes()[3]->meshInstances()[0]->getMorphWeights()[0] == .25f);
    BOOST_TEST(scene->findTransformNode("twin")->meshInstances()[0]->getMorphWeights()[0] == 1.f);
}

BOOST_AUTO_TEST_CASE(pointers_follow_what_they_mean_when_numbers_change)
{
    Pointers pointers;
    pointers.add<float>("/materials/1/extensions/STUDIO_heat/degrees", "SCALAR", {0.f, .25f, 1.f});
    pointers.add<float>("/materials/1/alphaCutoff", "SCALAR", {0.f, .25f, 1.f});
    pointers.add<float>("/nodes/2/extensions/STUDIO_heat/degrees", "SCALAR", {0.f, .25f, 1.f});
    pointers.add<float>("/meshes/0/extensions/STUDIO_heat/degrees", "SCALAR", {0.f, .25f, 1.f});
    const auto scene = pointers.asset().load();
    Scene other;
    other.createTransformNode("own");
    other.addMaterial({.name = "own"});
    other.append(*scene);
    const std::string json = jsonOf(other);
    BOOST_TEST(json.find(R"("/materials/2/alphaCutoff")") != std::string::npos);
    BOOST_TEST(json.find(R"("/materials/2/extensions/STUDIO_heat/degrees")") != std::string::npos);
    BOOST_TEST(json.find(R"("/nodes/3/extensions/STUDIO_heat/degrees")") != std::string::npos);
    BOOST_TEST(json.find(R"("/meshes/0/extensions/STUDIO_heat/degrees")") != std::string::npos);
    other.removeTransformNode(*other.findTransformNode("lower"));
    const auto written = writeGltf(other);
    const std::string left = jsonOf(other);
    BOOST_TEST(countOf(left, R"("pointer":")") == 3u);  // two of the material, one of the mesh
    BOOST_TEST(countOf(left, R"("channels":)") == 4u);  // those and the rig's own clip; a clip that moves nothing any more is not written
    BOOST_TEST(countOf(left, R"("channels":[])") == 0u);
    BOOST_REQUIRE(!written.warnings.empty());
    const bool isSaid = std::ranges::any_of(written.warnings, [](const std::string& warning) {
        return warning.find("moves \"/nodes/2/extensions/STUDIO_heat/degrees\", which is not in the scene: left out") != std::string::npos;
    });
    BOOST_TEST(isSaid);
}

// The fifth node, which undoes the quantisation, takes over the mesh and its weights.
BOOST_AUTO_TEST_CASE(a_kept_pointer_to_weights_names_the_node_that_shows_the_quantized_mesh)
{
    Pointers pointers;
    Asset& asset = pointers.asset();
    asset.remove("/nodes/3/skin");
    const std::size_t offsets = asset.addAccessor<float>("VEC3", {0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0}, R"(,"min":[0,1,0],"max":[0,1,0])");
    asset.set("/meshes/0/primitives/0/targets", R"([{"POSITION":)" + std::to_string(offsets) + "}]");
    pointers.add<float>("/nodes/3/weights/0", "SCALAR", {0.f, 1.f, .5f});
    pointers.add<float>("/nodes/3/extensions/STUDIO_heat/degrees", "SCALAR", {0.f, 1.f, .5f});
    const auto bytes = writeGltf(*asset.load(), {.quantizePositions = true}).bytes;
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::erase(text, ' ');
    BOOST_TEST(text.find(R"("pointer":"/nodes/4/weights/0")") != std::string_view::npos);
    BOOST_TEST(text.find(R"("pointer":"/nodes/3/weights/0")") == std::string_view::npos);
    BOOST_TEST(text.find(R"("/nodes/3/extensions/STUDIO_heat/degrees")") != std::string_view::npos);
    BOOST_TEST(loadScene(bytes, "written")->nodes()[4]->getName() == "body:mesh");
}

BOOST_AUTO_TEST_CASE(extras_and_extensions_of_an_animation_come_back)
{
    auto asset = Asset::rig();
    asset.set("/animations/0/extras", R"({"take":3})");
    asset.set("/animations/0/extensions", R"({"STUDIO_mood":{"word":"calm"}})");
    const std::string json = jsonOf(*asset.load());
    BOOST_TEST(json.find(R"("extensions":{"STUDIO_mood":{"word":"calm"}},"extras":{"take":3})") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(keys_that_make_no_sense_are_left_out)
{
    Pointers pointers;
    pointers.add<float>("/materials/1/extensions/STUDIO_heat/degrees", "SCALAR", {0.f, .25f});
    const auto scene = pointers.asset().load();
    BOOST_TEST(hasWarning(*scene, "whose keys make no sense"));
    BOOST_TEST(jsonOf(*scene).find("STUDIO_heat") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
