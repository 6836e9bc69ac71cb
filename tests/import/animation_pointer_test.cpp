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

#include "asset.hpp"

// KHR_animation_pointer: what a clip can move becomes a channel, the rest is written again as it was.

using namespace armature;
using namespace armature::test;

namespace {

std::string pointerTo(const std::string& text)
{
    return R"({"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":")" + text + R"("}}})";
}

/// The rig with more animations: each of one channel for a pointer.
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

std::string jsonOf(const Scene& scene)
{
    const auto bytes = writeGltf(scene).bytes;
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    std::erase(text, ' ');
    return text;
}

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

// Each is read, written, and read and written again: the second file is the first, byte for byte.
BOOST_AUTO_TEST_CASE(what_does_not_move_here_is_written_again_as_it_was)
{
    Pointers pointers;
    pointers.add<float>("/materials/1/alphaCutoff", "SCALAR", {0.f, .25f, 1.f});
    pointers.add<std::uint8_t>("/nodes/2/extensions/KHR_node_visibility/visible", "SCALAR", {0, 1, 0}, "", "STEP");
    pointers.add<std::int16_t>("/materials/0/pbrMetallicRoughness/baseColorFactor", "VEC4",
                               {0, 32767, -32767, 5, 1, 2, 3, 4, -1, -2, -3, -4}, R"(,"normalized":true)");
    pointers.add<float>("/cameras/0/perspective/yfov", "SCALAR", {0.f, .5f, 0.f, 0.f, 1.f, 0.f, 0.f, .7f, 0.f}, "", "CUBICSPLINE");
    pointers.add<float>("/extensions/KHR_lights_punctual/lights/0/intensity", "SCALAR", {1.f, 2.f, 1e6f});
    pointers.add<float>("/materials/0/pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset", "VEC2",
                        {0.f, 0.f, .5f, .5f, 1.f, 1.f});
    const auto scene = pointers.asset().load();
    BOOST_TEST(scene->animationGroups().size() == 7u);
    BOOST_TEST(scene->warnings().size() == 6u);
    BOOST_TEST(hasWarning(*scene, "is \"/materials/1/alphaCutoff\", which does not move here: kept, to be written again"));
    const auto first = writeGltf(*scene);
    BOOST_TEST(first.warnings.empty());
    const auto again = loadScene(first.bytes, "written");
    BOOST_TEST((writeGltf(*again).bytes == first.bytes));
    const std::string json = jsonOf(*scene);
    for (const char* const part :
         {R"("/materials/1/alphaCutoff")", R"("/nodes/2/extensions/KHR_node_visibility/visible")",
          R"("componentType":5121,"count":3,"type":"SCALAR")", R"("componentType":5122,"count":3,"type":"VEC4","normalized":true)",
          R"("/cameras/0/perspective/yfov")", R"("count":9,"type":"SCALAR")", R"("interpolation":"CUBICSPLINE")",
          R"("/extensions/KHR_lights_punctual/lights/0/intensity")", R"("interpolation":"STEP")", R"("KHR_animation_pointer")"}) {
        BOOST_TEST(json.find(part) != std::string::npos, part);
    }
    // The bytes of the integers are those of the file: by hand, little-endian.
    const std::string_view colours("\x00\x00\xFF\x7F\x01\x80\x05\x00\x01\x00\x02\x00", 12);
    const std::string_view binary(reinterpret_cast<const char*>(first.bytes.data()), first.bytes.size());
    BOOST_TEST(binary.find(colours) != std::string_view::npos);
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
    BOOST_TEST(hasWarning(*scene, "is \"/nodes/3/weights/0\", which does not move here"));
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
    BOOST_TEST(json.find(R"("/nodes/3/extensions/STUDIO_heat/degrees")") != std::string::npos);
    BOOST_TEST(json.find(R"("/meshes/0/extensions/STUDIO_heat/degrees")") != std::string::npos);
    other.removeTransformNode(*other.findTransformNode("lower"));
    const auto written = writeGltf(other);
    const std::string left = jsonOf(other);
    BOOST_TEST(countOf(left, R"("pointer":")") == 2u);  // the material's and the mesh's
    BOOST_TEST(countOf(left, R"("channels":)") == 3u);  // and the rig's own clip; what moves nothing any more is not written
    BOOST_TEST(countOf(left, R"("channels":[])") == 0u);
    BOOST_REQUIRE(!written.warnings.empty());
    const bool isSaid = std::ranges::any_of(written.warnings, [](const std::string& warning) {
        return warning.find("moves \"/nodes/2/extensions/STUDIO_heat/degrees\", which is not in the scene: left out") != std::string::npos;
    });
    BOOST_TEST(isSaid);
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
    pointers.add<float>("/materials/1/alphaCutoff", "SCALAR", {0.f, .25f});
    const auto scene = pointers.asset().load();
    BOOST_TEST(hasWarning(*scene, "whose keys make no sense"));
    BOOST_TEST(jsonOf(*scene).find("alphaCutoff") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
