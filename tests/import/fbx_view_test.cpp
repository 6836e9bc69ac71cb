#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/scene/scene_camera.hpp>
#include <armature/scene/scene_light.hpp>
#include <support/near.hpp>

#include "fbx_model.hpp"

// Cameras, lights and surfaces of FBX files. FBX cameras look along +X and its lights shine along -Y; expected angles by trigonometry.

using namespace armature;
using namespace armature::test;

namespace {

FbxRecord attribute(const std::string& kind, const std::vector<FbxRecord>& properties)
{
    return {"NodeAttribute", {std::int64_t{5}, std::string("NodeAttribute::it"), kind}, {{"Properties70", {}, properties}}};
}

std::unique_ptr<Scene> seen(const Placed& place, const FbxRecord& object)
{
    return loadModels({place.record(1, "thing"), object}, {fbxConnection(1, 0), fbxConnection(5, 1)});
}

/// The direction in which a node looks, in the world.
glm::dvec3 aimOf(const Scene& scene, const std::string& name)
{
    BOOST_TEST_REQUIRE(scene.findTransformNode(name) != nullptr);
    return glm::normalize(glm::dvec3(-glm::dmat4(scene.findTransformNode(name)->getWorldMatrix())[2]));
}

constexpr double degree = 3.14159265358979323846 / 180.;

}  // namespace

BOOST_AUTO_TEST_SUITE(fbx_view)

BOOST_AUTO_TEST_CASE(cameras_look_along_x_with_their_film_and_focal_length)
{
    Placed place;
    place.rotation = {0., 30., 0.};
    place.translation = {1., 2., 3.};
    const auto scene =
        seen(place, attribute("Camera", {fbxProperty("AspectWidth", "double", {960.}), fbxProperty("AspectHeight", "double", {540.}),
                                         fbxProperty("FilmWidth", "Number", {1.6}), fbxProperty("FilmHeight", "Number", {1.}),
                                         fbxProperty("ApertureMode", "enum", {std::int64_t{3}}),
                                         fbxProperty("GateFit", "enum", {std::int64_t{2}}), fbxProperty("FocalLength", "Number", {35.}),
                                         fbxProperty("NearPlane", "double", {.25}), fbxProperty("FarPlane", "double", {500.})}));
    BOOST_TEST_REQUIRE(scene->cameras().size() == 1u);
    const SceneCamera& camera = scene->cameras()[0];
    BOOST_TEST(!camera.isOrthographic);
    BOOST_TEST(std::abs(*camera.aspectRatio - 960.f / 540.f) < 1e-5f);
    // The film's whole width of 1.6 inches is shown; the picture's height is 540 / 960 of that.
    const double expected = 2. * std::atan(1.6 * 540. / 960. * 25.4 / 2. / 35.);
    BOOST_TEST(std::abs(static_cast<double>(camera.verticalFieldOfView) - expected) < 1e-5);
    BOOST_TEST(std::abs(camera.nearPlane - .25f) < 1e-6f);
    BOOST_TEST(std::abs(*camera.farPlane - 500.f) < 1e-3f);
    const TransformNode& node = *scene->findTransformNode("thing:camera");
    BOOST_TEST((node.getCamera() == std::optional<std::size_t>(0)));
    BOOST_TEST(near(glm::dvec3(node.getWorldMatrix()[3]), glm::dvec3(1., 2., 3.), 1e-5));
    BOOST_TEST(near(aimOf(*scene, "thing:camera"), glm::dvec3(std::cos(30. * degree), 0., -std::sin(30. * degree)), 1e-5));
    BOOST_TEST(near(glm::normalize(glm::dvec3(glm::dmat4(node.getWorldMatrix())[1])), glm::dvec3(0., 1., 0.), 1e-5));
}

BOOST_AUTO_TEST_CASE(cameras_have_the_angle_that_the_file_names)
{
    const auto angle = [](std::int64_t mode, const std::string& name) {
        const auto scene =
            seen({}, attribute("Camera", {fbxProperty("AspectWidth", "double", {2.}), fbxProperty("AspectHeight", "double", {1.}),
                                          fbxProperty("ApertureMode", "enum", {mode}), fbxProperty(name, "Number", {60.})}));
        return static_cast<double>(scene->cameras()[0].verticalFieldOfView);
    };
    BOOST_TEST(std::abs(angle(2, "FieldOfView") - 60. * degree) < 1e-5);
    BOOST_TEST(std::abs(angle(0, "FieldOfViewY") - 60. * degree) < 1e-5);
    BOOST_TEST(std::abs(angle(1, "FieldOfView") - 2. * std::atan(std::tan(30. * degree) / 2.)) < 1e-5);
}

BOOST_AUTO_TEST_CASE(lights_shine_down_with_their_colour_and_cone)
{
    Placed place;
    place.rotation = {0., 0., 90.};
    const auto scene =
        seen(place, attribute("Light", {fbxProperty("LightType", "enum", {std::int64_t{2}}), fbxProperty("Color", "Color", {1., .5, .25}),
                                        fbxProperty("Intensity", "Number", {250.}), fbxProperty("InnerAngle", "Number", {20.}),
                                        fbxProperty("OuterAngle", "Number", {50.})}));
    BOOST_TEST_REQUIRE(scene->lights().size() == 1u);
    const SceneLight& light = scene->lights()[0];
    BOOST_TEST((light.type == LightType::Spot));
    BOOST_TEST(near(light.color, glm::vec3(1.f, .5f, .25f), 1e-6));
    BOOST_TEST(std::abs(light.intensity - 2.5f) < 1e-6f);
    BOOST_TEST(std::abs(static_cast<double>(light.outerConeAngle) - 25. * degree) < 1e-6);
    BOOST_TEST(std::abs(static_cast<double>(light.innerConeAngle) - 10. * degree) < 1e-6);
    // Down is -Y, which the model turns to +X.
    BOOST_TEST(near(aimOf(*scene, "thing:light"), glm::dvec3(1., 0., 0.), 1e-5));
    const auto sun = seen({}, attribute("Light", {fbxProperty("LightType", "enum", {std::int64_t{1}})}));
    BOOST_TEST((sun->lights()[0].type == LightType::Directional));
    BOOST_TEST(sun->lights()[0].intensity == 1.f);
}

BOOST_AUTO_TEST_CASE(models_without_a_rotation_space_turn_about_x_y_and_z)
{
    Placed place;
    place.rotation = {10., 20., 30.};
    place.preRotation = {40., 50., 60.};
    place.postRotation = {70., 80., 90.};
    place.order = 3;
    for (const std::string& name : {std::string("RotationActive"), std::string("RotationSpaceForLimitOnly")}) {
        for (const std::int64_t value : {0, 1}) {
            FbxRecord record = place.record(1, "thing");
            record.children[0].children.push_back(fbxProperty(name, "bool", {value}));
            const auto scene = loadModels({record}, {fbxConnection(1, 0)});
            const bool hasSpace = (name == "RotationActive") == (value == 1);
            BOOST_TEST(near(worldOf(*scene, "thing"), hasSpace ? place.turned() : turn(place.rotation, 0), 1e-5), name << ' ' << value);
        }
    }
}

BOOST_AUTO_TEST_CASE(of_a_property_that_is_there_twice_the_last_counts)
{
    FbxRecord record = Placed{}.record(1, "thing");
    record.children[0].children.push_back(vectorProperty("Lcl Translation", {4., 5., 6.}));
    const auto scene = loadModels({record}, {fbxConnection(1, 0)});
    BOOST_TEST(near(glm::dvec3(worldOf(*scene, "thing")[3]), glm::dvec3(4., 5., 6.), 1e-6));
}

BOOST_AUTO_TEST_CASE(curves_subdivision_and_caches_are_warned_about)
{
    const Reals triangle{0., 0., 0., 1., 0., 0., 0., 1., 0.};
    const FbxRecord curve{
        "Geometry", {std::int64_t{5}, std::string("Geometry::it"), std::string("NurbsCurve")}, {{"KnotVector", {Reals{0., 1.}}, {}}}};
    BOOST_TEST(hasWarning(*seen({}, curve), "\"thing\" is a curve or a NURBS surface: left out"));
    FbxRecord mesh{"Geometry",
                   {std::int64_t{5}, std::string("Geometry::it"), std::string("Mesh")},
                   {{"Vertices", {triangle}, {}}, {"PolygonVertexIndex", {Integers{0, 1, -3}}, {}}}};
    BOOST_TEST(seen({}, mesh)->warnings().empty());
    mesh.children.push_back({"Smoothness", {std::int64_t{3}}, {}});
    BOOST_TEST(hasWarning(*seen({}, mesh), "\"thing\" is to be smoothed by subdivision"));
    const auto cached = loadModels({Placed{}.record(1, "thing"), mesh, fbxNamed("Deformer", 6, "Deformer::cache", "VertexCacheDeformer")},
                                   {fbxConnection(1, 0), fbxConnection(5, 1), fbxConnection(6, 5)});
    BOOST_TEST(hasWarning(*cached, "\"thing\" has its motion in a geometry cache"));
}

BOOST_AUTO_TEST_SUITE_END()
