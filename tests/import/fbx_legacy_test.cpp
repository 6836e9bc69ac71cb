#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <support/near.hpp>

#include "fbx_curves.hpp"

// Files of earlier FBX versions, and what Maya keeps of them in version 7. Expected values are worked out by hand.

using namespace armature;
using namespace armature::test;

namespace {

FbxRecord channel(const std::string& name, std::vector<FbxRecord> children)
{
    return {"Channel", {name}, std::move(children)};
}

/// A channel of one number: its default value and, optionally, keys as a list of words.
FbxRecord number(const std::string& name, double value, std::vector<FbxRecord::Value> keys = {})
{
    FbxRecord record = channel(name, {{"Default", {value}, {}}});
    if (!keys.empty()) {
        record.children.push_back({"KeyVer", {std::int64_t{4005}}, {}});
        record.children.push_back({"Key", std::move(keys), {}});
    }
    return record;
}

FbxRecord transform(const FbxRecord& x, const Vector& place, const Vector& turn)
{
    return channel("Transform", {channel("T", {x, number("Y", place.y), number("Z", place.z)}),
                                 channel("R", {number("X", turn.x), number("Y", turn.y), number("Z", turn.z)}),
                                 channel("S", {number("X", 1.), number("Y", 1.), number("Z", 1.)})});
}

FbxRecord take(const std::string& model, const std::vector<FbxRecord>& channels)
{
    return {"Takes",
            {},
            {{"Take", {std::string("take")}, {{"LocalTime", {std::int64_t{0}, 2 * fbxSecond}, {}}, {"Model", {model}, channels}}}}};
}

using Words = std::vector<FbxRecord::Value>;

std::int64_t ticks(double seconds)
{
    return static_cast<std::int64_t>(seconds * static_cast<double>(fbxSecond));
}

std::string word(const char* text)
{
    return text;
}

/// A model of version 6 that `keys` move along x.
std::unique_ptr<Scene> movedByKeys(const Words& keys)
{
    const FbxRecord objects{"Objects", {}, {{"Model", {word("Model::thing"), word("Null")}, {}}}};
    const FbxRecord connections{"Connections", {}, {{"Connect", {word("OO"), word("Model::thing"), word("Model::Scene")}, {}}}};
    const FbxRecord axes{
        "GlobalSettings", {}, {{"Properties60", {}, {{"Property", {word("UnitScaleFactor"), word("double"), word(""), 100.}, {}}}}}};
    return loadExact(
        fbxText({axes, objects, connections, take("Model::thing", {transform(number("X", 0., keys), Vector(0.), Vector(0.))})}, 6100));
}

const Reals triangleCorners{0., 0., 0., 1., 0., 0., 0., 1., 0.};

/// The current position of the first vertex whose unmorphed position is `point`.
glm::vec3 morphed(const Scene& scene, const glm::vec3& point)
{
    const MeshInstance& instance = *scene.meshInstances().front();
    const Primitive& primitive = instance.getMesh()->primitives().front();
    for (std::size_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
        if (glm::distance(primitive.positions[vertex], point) < 1e-5f) {
            glm::vec3 moved = primitive.positions[vertex];
            for (std::size_t target = 0; target < primitive.morphTargets.size(); ++target) {
                moved += instance.getMorphWeights()[target] * primitive.morphTargets[target].positions[vertex];
            }
            return moved;
        }
    }
    BOOST_TEST_REQUIRE(false, "no such vertex");
    return {};
}

/// A shape that moves point 1 by (0, 0, 2).
FbxRecord ownShape()
{
    return {"Shape", {word("tall")}, {{"Indexes", {std::int64_t{1}}, {}}, {"Vertices", {0., 0., 2.}, {}}, {"Normals", {0., 0., 0.}, {}}}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fbx_legacy)

BOOST_AUTO_TEST_CASE(keys_of_version_6_have_every_kind_of_tangent)
{
    const auto slopes = movedByKeys({ticks(0.), 0., word("U"), word("s"), 3., -1., word("n"), ticks(1.), 1., word("L")});
    BOOST_TEST(std::abs(xAt(*slopes, .25) - hermite(0., 3., 1., -1., .25)) < curvePrecision);
    // Automatic tangents are flat at the first and last key. At the middle one, the slope is that of the line between its neighbours.
    const Words a{ticks(0.), 0.,        word("U"), word("a"), word("n"), ticks(1.), 2.,       word("U"),
                  word("a"), word("n"), ticks(2.), 3.,        word("U"), word("a"), word("n")};
    const auto automatic = movedByKeys(a);
    BOOST_TEST(std::abs(xAt(*automatic, .5) - hermite(0., 0., 2., 1.5, .5)) < curvePrecision);
    BOOST_TEST(std::abs(xAt(*automatic, 1.5) - hermite(2., 1.5, 3., 0., .5)) < curvePrecision);
    Words p = a;
    for (const std::size_t at : {14u, 9u, 4u}) {
        p[at - 1] = word("p");
        p.insert(p.begin() + static_cast<std::ptrdiff_t>(at), {.25, -.5, word("n")});
    }
    BOOST_TEST(std::abs(xAt(*movedByKeys(p), 1.5) - hermite(2., 1.5, 3., 0., .5)) < curvePrecision);
    BOOST_CHECK_THROW(movedByKeys({ticks(0.), 0., word("U"), word("z"), 3.}), ImportError);
}

BOOST_AUTO_TEST_CASE(shapes_of_version_6_are_moved_by_channels_of_the_model)
{
    const FbxRecord model{"Model",
                          {word("Model::thing"), word("Mesh")},
                          {{"Properties60", {}, {{"Property", {word("tall"), word("Number"), word("A+"), 50.}, {}}}},
                           {"Vertices", {triangleCorners}, {}},
                           {"PolygonVertexIndex", {Integers{0, 1, -3}}, {}},
                           ownShape()}};
    const FbxRecord connections{"Connections", {}, {{"Connect", {word("OO"), word("Model::thing"), word("Model::Scene")}, {}}}};
    const Words keys{ticks(0.), 0., word("L"), ticks(1.), 100., word("L")};
    const auto scene = loadExact(fbxText({{"Objects", {}, {model}}, connections, take("Model::thing", {number("tall", 50., keys)})}, 6100));
    BOOST_TEST(near(morphed(*scene, {1.f, 0.f, 0.f}), glm::vec3(1.f, 0.f, 1.f), 1e-5));
    scene->animationGroups().front()->goTo(.75);
    BOOST_TEST(near(morphed(*scene, {1.f, 0.f, 0.f}), glm::vec3(1.f, 0.f, 1.5f), 1e-5));
}

BOOST_AUTO_TEST_CASE(shapes_of_a_geometry_of_version_7_are_moved_by_its_properties)
{
    Placed place;
    const FbxRecord geometry{"Geometry",
                             {std::int64_t{5}, word("Geometry::mesh"), word("Mesh")},
                             {{"Properties70", {}, {fbxProperty("tall", "Number", {25.})}},
                              {"Vertices", {triangleCorners}, {}},
                              {"PolygonVertexIndex", {Integers{0, 1, -3}}, {}},
                              ownShape()}};
    const auto scene =
        loadModels(std::vector{place.record(1, "thing"), geometry} + animation({0., 1.}, {0., 100.}, {isLine, isLine}, Reals(8, 0.)),
                   std::vector{fbxConnection(1, 0), fbxConnection(5, 1)} + animationConnections(5, "tall", "d|tall"));
    BOOST_TEST(near(morphed(*scene, {1.f, 0.f, 0.f}), glm::vec3(1.f, 0.f, .5f), 1e-5));
    scene->animationGroups().front()->goTo(.75);
    BOOST_TEST(near(morphed(*scene, {1.f, 0.f, 0.f}), glm::vec3(1.f, 0.f, 1.5f), 1e-5));
}

// A bone at (0, 1, 0) with a child "hand", and a mesh bound to the bone there. The take turns the bone about z.
BOOST_AUTO_TEST_CASE(files_before_version_6_have_models_that_contain_everything)
{
    const Reals identity{1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.};
    Reals bone = identity;
    bone[13] = 1.;
    Reals toBone = identity;
    toBone[13] = -1.;
    const std::vector<FbxRecord> models{
        {"Model",
         {word("Model::mesh")},
         {{"Link",
           {word("Model::bone")},
           {{"Indexes", {Integers{1}}, {}}, {"Weights", {Reals{1.}}, {}}, {"Transform", {toBone}, {}}, {"TransformLink", {bone}, {}}}},
          {"Material", {word("Material::red")}, {{"Diffuse", {1., 0., 0.}, {}}}},
          {"Vertices", {triangleCorners}, {}},
          {"Normals", {Reals{0., 0., 2., 0., 0., 2., 0., 0., 2.}}, {}},
          {"MaterialAssignation", {word("AllSame")}, {}},
          {"Materials", {std::int64_t{0}}, {}},
          {"PolygonVertexIndex", {Integers{0, 1, -3}}, {}}}},
        {"Model",
         {word("Model::bone")},
         {{"Type", {word("LimbNode")}, {}},
          transform(number("X", 0.), {0., 1., 0.}, {0., 0., 0.}),
          {"Children", {word("Model::hand")}, {}}}},
        {"Model", {word("Model::hand")}, {transform(number("X", 3.), {0., 0., 0.}, {0., 0., 0.})}}};
    const FbxRecord turned = channel("Transform", {channel("R", {number("X", 0.), number("Y", 0.), number("Z", 90.)})});
    for (const int version : {3000, 5000, 5800}) {
        auto records = models;
        records.push_back(take("Model::bone", {turned}));
        const auto scene = loadExact(fbxText(records, version));
        const glm::dmat4 toFile = glm::inverse(glm::dmat4(scene->nodes().front()->getWorldMatrix()));
        BOOST_TEST_REQUIRE(scene->findTransformNode("hand") != nullptr);
        const TransformNode& hand = *scene->findTransformNode("hand");
        BOOST_TEST(near(glm::dvec3((toFile * glm::dmat4(hand.getWorldMatrix()))[3]), glm::dvec3(3., 1., 0.), 1e-5));
        scene->animationGroups().front()->goTo(0.);
        BOOST_TEST(near(glm::dvec3((toFile * glm::dmat4(hand.getWorldMatrix()))[3]), glm::dvec3(0., 4., 0.), 1e-5));
        const MeshInstance& mesh = *scene->meshInstances().front();
        const Primitive& primitive = mesh.getMesh()->primitives().front();
        BOOST_TEST_REQUIRE(primitive.normals.size() == 3u);
        BOOST_TEST(near(primitive.normals[0], glm::vec3(0.f, 0.f, 1.f), 1e-6));
        BOOST_TEST_REQUIRE(scene->materials().size() == 1u);
        BOOST_TEST(near(glm::vec3(scene->materials()[0].baseColor), glm::vec3(1.f, 0.f, 0.f), 1e-6));
        // Point 1, at (1, -1, 0) in the bone's space, is (1, 1, 0) away from the bone after the turn.
        BOOST_TEST_REQUIRE(mesh.getSkeleton() != nullptr);
        std::vector<glm::vec3> skinned(3);
        skinVertices({.positions = primitive.positions}, primitive.skin, mesh.getSkeleton()->getFinalMatrices(), {.positions = skinned});
        const glm::dmat4 toPoints = toFile * glm::dmat4(mesh.getSkeleton()->getWorldMatrix());
        BOOST_TEST(near(glm::dvec3(toPoints * glm::dvec4(skinned[1], 1.)), glm::dvec3(1., 2., 0.), 1e-5));
    }
}

// The rig's root moves by 50 cm along x, and point 0 with it; the mesh moves by 40 cm along y.
BOOST_AUTO_TEST_CASE(skinned_meshes_of_maya_that_move_themselves_take_their_points_along)
{
    for (const bool isMaya : {false, true}) {
        auto rig = fbxRig();
        auto& objects = fbxTop(rig, "Objects").children;
        objects.push_back(fbxNamed("AnimationCurveNode", 16, "AnimCurveNode::T"));
        objects.push_back(fbxCurve(17, {0., 1.}, {0., 40.}));
        for (const FbxRecord& connection : {fbxConnection(16, 11), fbxConnection(16, 3, "Lcl Translation"), fbxConnection(17, 16, "d|Y")}) {
            fbxTop(rig, "Connections").children.push_back(connection);
        }
        const FbxRecord program = fbxProperty("LastSaved|ApplicationName", "KString", {word(isMaya ? "Maya" : "Another")});
        rig.insert(rig.begin(), {"FBXHeaderExtension", {}, {{"SceneInfo", {word("SceneInfo::it")}, {{"Properties70", {}, {program}}}}}});
        const auto scene = loadExact(fbxBinary(rig));
        scene->animationGroups().front()->goTo(1.);
        const MeshInstance& mesh = *scene->meshInstances().front();
        BOOST_TEST_REQUIRE(mesh.getSkeleton() != nullptr);
        const Primitive& primitive = mesh.getMesh()->primitives().front();
        std::vector<glm::vec3> skinned(3);
        skinVertices({.positions = primitive.positions}, primitive.skin, mesh.getSkeleton()->getFinalMatrices(), {.positions = skinned});
        const glm::dvec4 point = glm::dmat4(mesh.getSkeleton()->getWorldMatrix()) * glm::dvec4(skinned[0], 1.);
        BOOST_TEST(near(glm::dvec3(point), glm::dvec3(.5, isMaya ? .4 : 0., 0.), 1e-5));
    }
}

BOOST_AUTO_TEST_CASE(models_of_version_6_that_repeat_a_geometry_share_its_skin)
{
    const auto model = [](const char* name, const char* geometry, const Reals& points) {
        return FbxRecord{
            "Model",
            {word(name), word("Mesh")},
            {{"Vertices", {points}, {}}, {"PolygonVertexIndex", {Integers{0, 1, -3}}, {}}, {"NodeAttributeName", {word(geometry)}, {}}}};
    };
    FbxRecord cluster = fbxCluster(0, "cluster", {0, 1, 2}, {1., 1., 1.}, {0., 0., 0.});
    cluster.values = {word("SubDeformer::cluster"), word("Cluster")};
    const FbxRecord objects{"Objects",
                            {},
                            {model("Model::one", "Geometry::mesh", triangleCorners),
                             model("Model::two", "Geometry::mesh", triangleCorners),
                             model("Model::other", "Geometry::another", triangleCorners),
                             {"Model", {word("Model::bone"), word("LimbNode")}, {}},
                             {"Deformer", {word("Deformer::skin"), word("Skin")}, {}},
                             cluster}};
    const auto connect = [](const char* child, const char* parent) {
        return FbxRecord{"Connect", {word("OO"), word(child), word(parent)}, {}};
    };
    const FbxRecord connections{"Connections",
                                {},
                                {connect("Deformer::skin", "Model::one"), connect("SubDeformer::cluster", "Deformer::skin"),
                                 connect("Model::bone", "SubDeformer::cluster")}};
    const auto scene = loadExact(fbxText({objects, connections}, 6100));
    BOOST_TEST_REQUIRE(scene->meshInstances().size() == 3u);
    for (const MeshInstance* instance : scene->meshInstances()) {
        BOOST_TEST((instance->getSkeleton() != nullptr) == (instance->getNode().getName() != "other"));
    }
}

BOOST_AUTO_TEST_SUITE_END()
