#include <array>
#include <cmath>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "corpus.hpp"
#include "fbx_model.hpp"

// Meshes of FBX files: polygons, layers, blend shapes, skins, materials. Expected values by hand.

using namespace armature;
using namespace armature::test;
namespace fs = std::filesystem;

namespace {

FbxRecord geometry(std::int64_t number, const Reals& points, const Integers& corners, std::vector<FbxRecord> layers = {})
{
    FbxRecord record{"Geometry",
                     {number, std::string("Geometry::shape"), std::string("Mesh")},
                     {{"Vertices", {points}, {}}, {"PolygonVertexIndex", {corners}, {}}}};
    record.children.insert(record.children.end(), layers.begin(), layers.end());
    return record;
}

FbxRecord layer(const std::string& type, const std::string& mapping, const std::string& reference, std::vector<FbxRecord> data)
{
    FbxRecord record{"LayerElement" + type,
                     {std::int64_t{0}},
                     {{"MappingInformationType", {mapping}, {}}, {"ReferenceInformationType", {reference}, {}}}};
    record.children.insert(record.children.end(), data.begin(), data.end());
    return record;
}

FbxRecord meshModel(std::int64_t number, const std::string& name)
{
    FbxRecord record = Placed().record(number, name);
    record.values[2] = std::string("Mesh");
    return record;
}

const Primitive& onlyPrimitive(const Scene& scene)
{
    BOOST_TEST_REQUIRE(scene.meshInstances().size() == 1u);
    BOOST_TEST_REQUIRE(scene.meshInstances().front()->getMesh()->primitives().size() == 1u);
    return scene.meshInstances().front()->getMesh()->primitives().front();
}

/// Areas of the triangles as seen along z: smaller if a triangle is tilted, negative if it faces away from +z.
std::vector<double> areas(const Primitive& primitive)
{
    std::vector<double> out;
    for (std::size_t first = 0; first < primitive.indices.size(); first += 3) {
        const glm::dvec3 a(primitive.positions[primitive.indices[first]]);
        const glm::dvec3 b(primitive.positions[primitive.indices[first + 1]]);
        const glm::dvec3 c(primitive.positions[primitive.indices[first + 2]]);
        out.push_back(glm::cross(b - a, c - a).z / 2.);
    }
    return out;
}

const Reals quad{0., 0., 0., 1., 0., 0., 1., 1., 0., 0., 1., 0.};

}  // namespace

BOOST_AUTO_TEST_SUITE(fbx_mesh)

// An L of area 3, begun at each of its corners: a fan from most of them would lie outside it.
BOOST_AUTO_TEST_CASE(concave_polygons_are_cut_inside_themselves)
{
    const Reals points{0., 0., 0., 2., 0., 0., 2., 1., 0., 1., 1., 0., 1., 2., 0., 0., 2., 0.};
    for (std::int64_t start = 0; start < 6; ++start) {
        Integers corners;
        for (std::int64_t corner = 0; corner < 6; ++corner) {
            corners.push_back((start + corner) % 6);
        }
        corners.back() = -corners.back() - 1;
        const auto scene = loadModels({meshModel(1, "L"), geometry(2, points, corners)}, {fbxConnection(1, 0), fbxConnection(2, 1)});
        const auto found = areas(onlyPrimitive(*scene));
        BOOST_TEST(found.size() == 4u);
        double sum = 0.;
        for (const double area : found) {
            BOOST_TEST(area > 0.);
            sum += area;
        }
        BOOST_TEST(sum == 3., boost::test_tools::tolerance(1e-9));
    }
}

BOOST_AUTO_TEST_CASE(corners_that_look_the_same_share_a_vertex)
{
    // Two triangles of a quad; the second has another texture coordinate at corner 2 of the first.
    const auto scene = loadModels(
        {meshModel(1, "quad"),
         geometry(2, quad, {0, 1, -3, 0, 2, -4},
                  {layer("UV", "ByPolygonVertex", "IndexToDirect",
                         {{"UV", {Reals{0., 0., 1., 0., 1., 1., 0., 1., .5, .5}}, {}}, {"UVIndex", {Integers{0, 1, 2, 0, 4, 3}}, {}}}),
                   layer("Normal", "AllSame", "Direct", {{"Normals", {Reals{0., 0., 2.}}, {}}})})},
        {fbxConnection(1, 0), fbxConnection(2, 1)});
    const Primitive& primitive = onlyPrimitive(*scene);
    BOOST_TEST(primitive.positions.size() == 5u);
    BOOST_TEST(primitive.indices == (std::vector<std::uint32_t>{0, 1, 2, 0, 3, 4}), boost::test_tools::per_element());
    BOOST_TEST((primitive.textureCoordinates[0][1] == glm::vec2(1.f, 1.f)));  // v points up in the file
    BOOST_TEST((primitive.textureCoordinates[0][3] == glm::vec2(.5f, .5f)));
    BOOST_TEST((primitive.normals[4] == glm::vec3(0.f, 0.f, 1.f)));
}

BOOST_AUTO_TEST_CASE(polygons_of_each_material_are_a_primitive)
{
    FbxRecord red{"Material",
                  {std::int64_t{3}, std::string("Material::red"), std::string()},
                  {{"Properties70",
                    {},
                    {fbxProperty("DiffuseColor", "Color", {1., 0., 0.}), fbxProperty("DiffuseFactor", "Number", {.5}),
                     fbxProperty("Opacity", "double", {.25})}}}};
    FbxRecord plain{"Material", {std::int64_t{4}, std::string("Material::plain"), std::string()}, {}};
    const auto scene = loadModels(
        {meshModel(1, "quad"),
         geometry(2, quad, {0, 1, -3, 0, 2, -4}, {layer("Material", "ByPolygon", "IndexToDirect", {{"Materials", {Integers{1, 0}}, {}}})}),
         red, plain},
        {fbxConnection(1, 0), fbxConnection(2, 1), fbxConnection(3, 1), fbxConnection(4, 1)});
    BOOST_TEST_REQUIRE(scene->meshInstances().size() == 1u);
    const auto& primitives = scene->meshInstances().front()->getMesh()->primitives();
    BOOST_TEST_REQUIRE(primitives.size() == 2u);
    const Material& first = scene->materials()[primitives[0].material.value()];
    BOOST_TEST(first.name == "red");
    BOOST_TEST((first.baseColor == glm::vec4(.5f, 0.f, 0.f, .25f)));
    BOOST_TEST((first.alphaMode == AlphaMode::Blend));
    BOOST_TEST((primitives[0].positions[2] == glm::vec3(0.f, 1.f, 0.f)));  // the second triangle of the file
    BOOST_TEST(scene->materials()[primitives[1].material.value()].name == "plain");
}

BOOST_AUTO_TEST_CASE(geometric_transforms_move_the_mesh_and_not_the_children)
{
    FbxRecord model = meshModel(1, "quad");
    model.child("Properties70").children.push_back(vectorProperty("GeometricTranslation", {5., 0., 0.}));
    model.child("Properties70").children.push_back(vectorProperty("GeometricScaling", {-1., 1., 1.}));
    const auto scene = loadModels({model, geometry(2, quad, {0, 1, 2, -4}), Placed().record(3, "child")},
                                  {fbxConnection(1, 0), fbxConnection(2, 1), fbxConnection(3, 1)});
    BOOST_TEST(near(worldOf(*scene, "child"), glm::dmat4(1.), 1e-6));
    const Primitive& primitive = onlyPrimitive(*scene);
    BOOST_TEST((primitive.positions[2] == glm::vec3(4.f, 0.f, 0.f)));
    for (const double area : areas(primitive)) {
        BOOST_TEST(area > 0.);  // mirrored, but facing the same way
    }
}

BOOST_AUTO_TEST_CASE(a_slider_fades_from_one_inbetween_to_the_next)
{
    const auto shape = [](std::int64_t number, const std::string& name, double x) {
        return FbxRecord{"Geometry",
                         {number, "Geometry::" + name, std::string("Shape")},
                         {{"Indexes", {Integers{2}}, {}}, {"Vertices", {Reals{x, 0., 0.}}, {}}}};
    };
    FbxRecord channel{"Deformer",
                      {std::int64_t{11}, std::string("SubDeformer::smile"), std::string("BlendShapeChannel")},
                      {{"DeformPercent", {25.}, {}}, {"FullWeights", {Reals{100., 50.}}, {}}}};
    std::vector<FbxRecord> objects{meshModel(1, "face"),
                                   geometry(2, quad, {0, 1, 2, -4}),
                                   {"Deformer", {std::int64_t{10}, std::string("Deformer::shapes"), std::string("BlendShape")}, {}},
                                   channel,
                                   shape(12, "full", 10.),
                                   shape(13, "half", 2.),
                                   {"AnimationStack", {std::int64_t{100}, std::string("AnimStack::take"), std::string()}, {}},
                                   {"AnimationLayer", {std::int64_t{101}, std::string("AnimLayer::layer"), std::string()}, {}},
                                   {"AnimationCurveNode", {std::int64_t{102}, std::string("AnimCurveNode::node"), std::string()}, {}},
                                   {"AnimationCurve",
                                    {std::int64_t{103}, std::string("AnimCurve::curve"), std::string()},
                                    {{"KeyTime", {Integers{0, fbxSecond}}, {}},
                                     {"KeyValueFloat", {Reals{0., 100.}}, {}},
                                     {"KeyAttrFlags", {Integers{4}}, {}},
                                     {"KeyAttrDataFloat", {Reals{0., 0., 0., 0.}}, {}},
                                     {"KeyAttrRefCount", {Integers{2}}, {}}}}};
    const auto scene = loadModels(objects, {fbxConnection(1, 0), fbxConnection(2, 1), fbxConnection(10, 2), fbxConnection(11, 10),
                                            fbxConnection(12, 11), fbxConnection(13, 11), fbxConnection(101, 100), fbxConnection(102, 101),
                                            fbxConnection(102, 11, "DeformPercent"), fbxConnection(103, 102, "d|DeformPercent")});
    const MeshInstance& face = *scene->meshInstances().front();
    const auto displacement = [&] {
        double sum = 0.;
        for (std::size_t target = 0; target < face.getMorphWeights().size(); ++target) {
            sum += static_cast<double>(face.getMorphWeights()[target])
                   * static_cast<double>(onlyPrimitive(*scene).morphTargets[target].positions[2].x);
        }
        return sum;
    };
    BOOST_TEST(face.getMorphWeights() == (std::vector<float>{.5f, 0.f}), boost::test_tools::per_element());
    BOOST_TEST(displacement() == 1., boost::test_tools::tolerance(1e-6));
    AnimationGroup& group = *scene->animationGroups().front();
    for (const auto& [time, expected] : {std::pair{.25, 1.}, std::pair{.5, 2.}, std::pair{.75, 6.}, std::pair{1., 10.}}) {
        group.goTo(time);
        BOOST_TEST(displacement() == expected, boost::test_tools::tolerance(1e-5));
    }
    BOOST_TEST(group.getClip().channels().front().values.size() == 6u);  // a key for each end and one where it bends
}

BOOST_AUTO_TEST_CASE(points_without_bones_follow_the_model)
{
    auto rig = fbxRig();
    fbxObject(rig, "hand cluster").child("Indexes").values = {Integers{2}};
    fbxObject(rig, "hand cluster").child("Weights").values = {Reals{.5}};
    const auto scene = loadExact(fbxBinary(rig, {.version = 7500}));
    const MeshInstance& body = *scene->meshInstances().front();
    const Primitive& primitive = onlyPrimitive(*scene);
    BOOST_TEST(primitive.skin.joints[4] == 2u);
    BOOST_TEST(primitive.skin.weights[4] == 1.f);
    const Bone* loose = nullptr;
    for (const Bone* bone : body.getSkeleton()->bones()) {
        loose = bone->getIndex() == 2 ? bone : loose;
    }
    BOOST_TEST_REQUIRE(loose != nullptr);
    BOOST_TEST(loose->getTransformNode() == &body.getNode());
}

BOOST_AUTO_TEST_CASE(embedded_pictures_become_textures)
{
    const std::string png = "\x89PNG\r\n\x1a\n and so on";
    const FbxRecord material{"Material", {std::int64_t{3}, std::string("Material::skin"), std::string()}, {}};
    const FbxRecord texture{"Texture",
                            {std::int64_t{4}, std::string("Texture::map"), std::string()},
                            {{"RelativeFilename", {std::string("..\\textures\\skin.png")}, {}}}};
    const FbxRecord video{"Video", {std::int64_t{5}, std::string("Video::map"), std::string("Clip")}, {{"Content", {png}, {}}}};
    const std::vector<FbxRecord> records{
        {"Objects", {}, {meshModel(1, "quad"), geometry(2, quad, {0, 1, 2, -4}), material, texture, video}},
        {"Connections",
         {},
         {fbxConnection(1, 0), fbxConnection(2, 1), fbxConnection(3, 1), fbxConnection(4, 3, "DiffuseColor"), fbxConnection(5, 4)}}};
    const auto scene = loadExact(fbxBinary(records));
    BOOST_TEST_REQUIRE(scene->images().size() == 1u);
    const Image& image = scene->images().front();
    BOOST_TEST(image.mimeType == "image/png");
    BOOST_TEST(image.name == "skin.png");
    BOOST_TEST(image.bytes.size() == png.size());
    BOOST_TEST_REQUIRE(scene->materials().size() == 1u);
    BOOST_TEST_REQUIRE(scene->materials().front().baseColorTexture.has_value());
    BOOST_TEST(scene->materials().front().baseColorTexture->image == 0u);
    BOOST_TEST((scene->materials().front().baseColorTexture->offset == glm::vec2(0.f, 0.f)));
}

BOOST_AUTO_TEST_CASE(a_picture_that_several_textures_show_is_read_once)
{
    const auto texture = [](std::int64_t number, const std::string& file) {
        return FbxRecord{"Texture", {number, std::string("Texture::map"), std::string()}, {{"RelativeFilename", {file}, {}}}};
    };
    const auto material = [](std::int64_t number) {
        return FbxRecord{"Material", {number, std::string("Material::skin"), std::string()}, {}};
    };
    const fs::path folder = emptyOutputDirectory("import_fbx_pictures");
    const std::string png = "\x89PNG\r\n\x1a\n and so on";
    writeAll(folder / "skin.png", std::as_bytes(std::span(png)));
    const FbxRecord video{"Video", {std::int64_t{5}, std::string("Video::map"), std::string("Clip")}, {{"Content", {png}, {}}}};
    // Two textures name one file in two ways, and two share one video.
    const std::vector<FbxRecord> records{
        {"Objects",
         {},
         {meshModel(1, "quad"), geometry(2, quad, {0, 1, 2, -4}), material(11), material(12), material(13), material(14),
          texture(21, "skin.png"), texture(22, "./skin.png"), texture(23, "one.png"), texture(24, "other.png"), video}},
        {"Connections",
         {},
         {fbxConnection(1, 0), fbxConnection(2, 1), fbxConnection(11, 1), fbxConnection(12, 1), fbxConnection(13, 1), fbxConnection(14, 1),
          fbxConnection(21, 11, "DiffuseColor"), fbxConnection(22, 12, "DiffuseColor"), fbxConnection(23, 13, "DiffuseColor"),
          fbxConnection(24, 14, "DiffuseColor"), fbxConnection(5, 23), fbxConnection(5, 24)}}};
    const std::vector<std::byte> bytes = fbxBinary(records);
    writeAll(folder / "model.fbx", bytes);
    const auto scene = loadScene(folder / "model.fbx");
    BOOST_TEST(scene->images().size() == 2u);
    BOOST_TEST_REQUIRE(scene->materials().size() == 4u);
    const auto imageOf = [&](std::size_t number) { return scene->materials()[number].baseColorTexture.value().image; };
    BOOST_TEST(imageOf(0) == imageOf(1));
    BOOST_TEST(imageOf(2) == imageOf(3));
    BOOST_TEST(imageOf(0) != imageOf(2));
    for (const Image& image : scene->images()) {
        BOOST_TEST(image.bytes.size() == png.size());
    }
}

BOOST_AUTO_TEST_CASE(names_of_shapes_are_as_long_as_those_of_nodes)
{
    auto shapes = std::vector<FbxRecord>{meshModel(1, "face"),
                                         geometry(2, quad, {0, 1, 2, -4}),
                                         {"Deformer", {std::int64_t{10}, std::string("Deformer::shapes"), std::string("BlendShape")}, {}}};
    std::vector<FbxRecord> connections{fbxConnection(1, 0), fbxConnection(2, 1), fbxConnection(10, 2)};
    for (std::int64_t number = 0; number < 3; ++number) {
        shapes.push_back({"Deformer",
                          {20 + number, "SubDeformer::" + std::string(100'000, 'n'), std::string("BlendShapeChannel")},
                          {{"DeformPercent", {25.}, {}}, {"FullWeights", {Reals{100.}}, {}}}});
        shapes.push_back({"Geometry",
                          {30 + number, "Geometry::" + std::string(100'000, 'm'), std::string("Shape")},
                          {{"Indexes", {Integers{2}}, {}}, {"Vertices", {Reals{1., 0., 0.}}, {}}}});
        connections.push_back(fbxConnection(20 + number, 10));
        connections.push_back(fbxConnection(30 + number, 20 + number));
    }
    const auto scene = loadModels(shapes, connections);
    const auto& names = scene->meshInstances().front()->getMesh()->morphTargetNames();
    BOOST_TEST_REQUIRE(names.size() == 3u);
    for (const std::string& name : names) {
        BOOST_TEST(name == std::string(1024, 'n'));
    }
}

BOOST_AUTO_TEST_SUITE_END()
