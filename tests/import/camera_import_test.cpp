#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/scene/scene_camera.hpp>

#include "asset.hpp"

// Cameras of a file: read, placed, copied, written.

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::string_view cameras =
    R"([{"name":"portrait","type":"perspective","perspective":{"yfov":0.5,"aspectRatio":1.5,"znear":0.25,"zfar":80},"extras":{"lens":50}},)"
    R"({"type":"perspective","perspective":{"yfov":1,"znear":0.5}},)"
    R"({"name":"plan","type":"orthographic","orthographic":{"xmag":3,"ymag":-2,"znear":0,"zfar":10}}])";

Asset withCameras(std::string_view list = cameras)
{
    auto asset = Asset::rig();
    asset.set("/cameras", list);
    asset.set("/nodes/1/camera", "2");
    asset.set("/nodes/2/camera", "0");
    return asset;
}

void checkCameras(const Scene& scene, std::size_t first = 0)
{
    BOOST_REQUIRE(scene.cameras().size() == first + 3);
    const SceneCamera& portrait = scene.cameras()[first];
    BOOST_TEST(portrait.name == "portrait");
    BOOST_TEST(portrait.extras == R"({"lens":50})");
    BOOST_TEST(!portrait.isOrthographic);
    BOOST_TEST(portrait.verticalFieldOfView == 0.5f);
    BOOST_TEST(portrait.aspectRatio.value() == 1.5f);
    BOOST_TEST(portrait.nearPlane == 0.25f);
    BOOST_TEST(portrait.farPlane.value() == 80.f);
    BOOST_TEST(!scene.cameras()[first + 1].aspectRatio.has_value());
    BOOST_TEST(!scene.cameras()[first + 1].farPlane.has_value());
    const SceneCamera& plan = scene.cameras()[first + 2];
    BOOST_TEST(plan.isOrthographic);
    BOOST_TEST(plan.halfSize.x == 3.f);
    BOOST_TEST(plan.halfSize.y == -2.f);
    BOOST_TEST(scene.findTransformNode("upper")->getCamera().value() == first + 2);
    BOOST_TEST(scene.findTransformNode("lower")->getCamera().value() == first);
    BOOST_TEST(!scene.findTransformNode("root")->getCamera().has_value());
}

std::string warningOf(std::string_view list)
{
    const auto scene = withCameras(list).load();
    BOOST_REQUIRE(scene->warnings().size() == 1u);
    return scene->warnings()[0];
}

}  // namespace

BOOST_AUTO_TEST_SUITE(camera_import)

BOOST_AUTO_TEST_CASE(cameras_arrive_and_are_written_again)
{
    const auto scene = withCameras().load();
    checkCameras(*scene);
    const auto written = writeGltf(*scene);
    BOOST_TEST(written.warnings.empty());
    checkCameras(*loadScene(written.bytes, "written"));
}

BOOST_AUTO_TEST_CASE(copies_of_nodes_see_the_same_and_other_scenes_get_the_cameras_once)
{
    const auto scene = withCameras().load();
    BOOST_TEST(scene->findTransformNode("upper")->clone().getCamera().value() == 2u);
    const auto model = withCameras().load();
    Scene other;
    other.addCamera({.name = "own"});
    other.append(*model);
    checkCameras(other, 1);
    other.instantiate(*model);
    BOOST_TEST(other.cameras().size() == 4u);
    BOOST_TEST(other.nodes().back()->getScene().cameras()[*other.findTransformNode("upper")->getCamera()].name == "plan");
}

BOOST_AUTO_TEST_CASE(numbers_out_of_their_range_are_replaced_with_a_warning)
{
    const auto perspective = [](const std::string& members) {
        return R"([{"type":"perspective","perspective":{)" + members + R"(}},{"type":"perspective","perspective":{"yfov":1,"znear":1}},)"
               + R"({"type":"perspective","perspective":{"yfov":1,"znear":1}}])";
    };
    BOOST_TEST(warningOf(perspective(R"("yfov":0,"znear":1)")).find("/cameras/0/perspective/yfov: is 0, but must be more than 0") == 0u);
    BOOST_TEST(warningOf(perspective(R"("yfov":4,"znear":1)")).find("/cameras/0/perspective/yfov: is 4") == 0u);
    BOOST_TEST(warningOf(perspective(R"("yfov":1,"znear":-1)")).find("/cameras/0/perspective/znear: is -1") == 0u);
    BOOST_TEST(
        warningOf(perspective(R"("yfov":1,"znear":1,"zfar":1)")).find("/cameras/0/perspective/zfar: is 1, but must be more than znear, 1")
        == 0u);
    BOOST_TEST(warningOf(perspective(R"("yfov":1,"znear":1,"aspectRatio":0)")).find("/cameras/0/perspective/aspectRatio: is 0") == 0u);
    BOOST_TEST(
        withCameras(R"([{"type":"fisheye"},{},{"type":"orthographic","orthographic":{"xmag":0,"znear":-1}}])").load()->warnings().size()
        == 4u);
}

BOOST_AUTO_TEST_CASE(a_camera_that_cannot_be_and_a_number_of_none_are_refused)
{
    Scene scene;
    BOOST_CHECK_THROW(scene.addCamera({.verticalFieldOfView = 0.f}), std::invalid_argument);
    BOOST_CHECK_THROW(scene.addCamera({.nearPlane = 0.f}), std::invalid_argument);
    BOOST_CHECK_THROW(scene.addCamera({.nearPlane = 1.f, .farPlane = 1.f}), std::invalid_argument);
    BOOST_CHECK_THROW(scene.addCamera({.isOrthographic = true}), std::invalid_argument);
    BOOST_TEST(scene.cameras().empty());
    TransformNode& node = scene.createTransformNode("eye");
    BOOST_CHECK_THROW(node.setCamera(0), std::invalid_argument);
    node.setCamera(std::nullopt);
    BOOST_TEST(withCameras("[]").refusal().getPlace() == "/nodes/1/camera");
}

BOOST_AUTO_TEST_SUITE_END()
