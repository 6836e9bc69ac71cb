#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/saved_state.hpp>
#include <armature/scene/scene_light.hpp>

#include "asset.hpp"

// Lights of a file (KHR_lights_punctual): read, placed, copied, written.

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::string_view lights =
    R"([{"name":"sun","type":"directional","color":[1,0.5,0.25],"intensity":50000},)"
    R"({"type":"point","range":3,"extras":{"bulb":7}},)"
    R"({"name":"lamp","type":"spot","intensity":12.5,"spot":{"innerConeAngle":0.1,"outerConeAngle":0.7}},{"type":"spot","spot":{}}])";

Asset withLights(std::string_view list = lights)
{
    auto asset = Asset::rig();
    asset.set("/extensions", R"({"KHR_lights_punctual":{"lights":)" + std::string(list) + "}}");
    asset.set("/nodes/1/extensions", R"({"KHR_lights_punctual":{"light":2}})");
    asset.set("/nodes/2/extensions", R"({"KHR_lights_punctual":{"light":0}})");
    return asset;
}

void checkLights(const Scene& scene, std::size_t first = 0)
{
    BOOST_REQUIRE(scene.lights().size() == first + 4);
    const SceneLight& sun = scene.lights()[first];
    BOOST_TEST(sun.name == "sun");
    BOOST_TEST((sun.type == LightType::Directional));
    BOOST_TEST((sun.color == glm::vec3(1.f, .5f, .25f)));
    BOOST_TEST(sun.intensity == 50000.f);
    BOOST_TEST(!sun.range.has_value());
    const SceneLight& bulb = scene.lights()[first + 1];
    BOOST_TEST((bulb.type == LightType::Point));
    BOOST_TEST((bulb.color == glm::vec3(1.f)));
    BOOST_TEST(bulb.intensity == 1.f);
    BOOST_TEST(bulb.range.value() == 3.f);
    BOOST_TEST(bulb.extras == R"({"bulb":7})");
    const SceneLight& lamp = scene.lights()[first + 2];
    BOOST_TEST((lamp.type == LightType::Spot));
    BOOST_TEST(lamp.intensity == 12.5f);
    BOOST_TEST(lamp.innerConeAngle == .1f);
    BOOST_TEST(lamp.outerConeAngle == .7f);
    BOOST_TEST(scene.lights()[first + 3].outerConeAngle == 0.7853981633974483f);  // the extension's default, pi / 4
    BOOST_TEST(scene.findTransformNode("upper")->getLight().value() == first + 2);
    BOOST_TEST(scene.findTransformNode("lower")->getLight().value() == first);
    BOOST_TEST(!scene.findTransformNode("root")->getLight().has_value());
    BOOST_TEST(scene.findTransformNode("upper")->getExtensions().empty());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(light_import)

BOOST_AUTO_TEST_CASE(lights_arrive_and_are_written_again)
{
    const auto scene = withLights().load();
    BOOST_TEST(scene->warnings().empty());
    BOOST_TEST(scene->getExtensions().empty());
    checkLights(*scene);
    const auto written = writeGltf(*scene);
    BOOST_TEST(written.warnings.empty());
    checkLights(*loadScene(written.bytes, "written"));
    const std::string text(reinterpret_cast<const char*>(written.bytes.data()), written.bytes.size());
    BOOST_TEST(text.find(R"("KHR_lights_punctual")", text.find("extensionsUsed")) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(copies_of_nodes_shine_the_same_and_other_scenes_get_the_lights_once)
{
    const auto scene = withLights().load();
    BOOST_TEST(scene->findTransformNode("upper")->clone().getLight().value() == 2u);
    const auto model = withLights().load();
    Scene other;
    other.addLight({.name = "own"});
    other.append(*model);
    checkLights(other, 1);
    other.instantiate(*model);
    BOOST_TEST(other.lights().size() == 5u);
    checkLights(*loadScene(writeGltf(other).bytes, "written"), 1);
}

BOOST_AUTO_TEST_CASE(a_light_goes_with_its_node_and_a_saved_state_brings_it_back)
{
    const auto scene = withLights().load();
    TransformNode& upper = *scene->findTransformNode("upper");
    SavedState state;
    state.save(*scene);
    upper.setLight(std::nullopt);
    BOOST_TEST(!upper.getLight().has_value());
    state.restore(*scene);
    BOOST_TEST(upper.getLight().value() == 2u);
    scene->removeTransformNode(upper);
    const auto again = loadScene(writeGltf(*scene).bytes, "written");
    BOOST_TEST(again->lights().size() == 4u);
    for (const TransformNode* node : again->nodes()) {
        BOOST_TEST(!node->getLight().has_value());
    }
}

BOOST_AUTO_TEST_CASE(numbers_out_of_their_range_are_replaced_with_a_warning)
{
    const auto warningOf = [](const std::string& light) {
        const auto scene = withLights("[" + light + R"(,{"type":"point"},{"type":"point"}])").load();
        BOOST_REQUIRE(scene->warnings().size() == 1u);
        return scene->warnings()[0];
    };
    const std::string list = "/extensions/KHR_lights_punctual/lights/0";
    BOOST_TEST(warningOf(R"({"type":"neon"})").find(list + "/type: is \"neon\"") == 0u);
    BOOST_TEST(warningOf(R"({"type":"point","intensity":-1})").find(list + "/intensity: is -1") == 0u);
    BOOST_TEST(warningOf(R"({"type":"point","range":0})").find(list + "/range: is 0, but must be more than 0") == 0u);
    BOOST_TEST(warningOf(R"({"type":"point","color":[1,-1,0]})").find(list + "/color: has a part") == 0u);
    BOOST_TEST(warningOf(R"({"type":"spot","spot":{"innerConeAngle":0.8}})").find(list + "/spot: has a cone from 0.8") == 0u);
    const auto without = withLights("[]").load();
    BOOST_TEST(without->warnings().size() == 2u);
    BOOST_TEST(without->warnings()[0].find("/nodes/1/extensions/KHR_lights_punctual/light: is 2, but the file has 0 lights") == 0u);
}

BOOST_AUTO_TEST_CASE(a_light_that_cannot_be_and_a_number_of_none_are_refused)
{
    Scene scene;
    BOOST_CHECK_THROW(scene.addLight({.color = {0.f, 0.f, -1.f}}), std::invalid_argument);
    BOOST_CHECK_THROW(scene.addLight({.intensity = -1.f}), std::invalid_argument);
    BOOST_CHECK_THROW(scene.addLight({.range = 0.f}), std::invalid_argument);
    BOOST_CHECK_THROW(scene.addLight({.type = LightType::Spot, .innerConeAngle = 1.f}), std::invalid_argument);
    BOOST_CHECK_THROW(scene.addLight({.type = LightType::Spot, .outerConeAngle = 1.6f}), std::invalid_argument);
    BOOST_TEST(scene.lights().empty());
    TransformNode& node = scene.createTransformNode("shade");
    BOOST_CHECK_THROW(node.setLight(0), std::invalid_argument);
    node.setLight(std::nullopt);
}

BOOST_AUTO_TEST_SUITE_END()
