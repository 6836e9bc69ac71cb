#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/scene/mesh_instance.hpp>
#include <support/near.hpp>

#include "fbx_model.hpp"

// What only files of version 6 have.

using namespace armature;
using namespace armature::test;

namespace {

FbxRecord shape(const std::string& name, std::int64_t point, const Reals& by)
{
    return {"Shape", {name}, {{"Indexes", {point}, {}}, {"Vertices", {by[0], by[1], by[2]}, {}}, {"Normals", {0., 0., 0.}, {}}}};
}

FbxRecord slider(const std::string& name, double percent)
{
    return {"Property", {name, std::string("Number"), std::string("A+N"), percent}, {}};
}

/// A triangle with two blend shapes, of which one is animated from 0 to 100 % in a second.
std::vector<FbxRecord> face(std::int64_t movedPoint = 2)
{
    FbxRecord model{"Model",
                    {std::string("Model::face"), std::string("Mesh")},
                    {{"Properties60", {}, {slider("smile", 50.), slider("frown", 0.)}},
                     {"Vertices", {0., 0., 0., 1., 0., 0., 0., 1., 0.}, {}},
                     {"PolygonVertexIndex", {std::int64_t{0}, std::int64_t{1}, std::int64_t{-3}}, {}},
                     shape("smile", movedPoint, {0., 2., 0.}),
                     shape("frown", 1, {4., 0., 0.})}};
    FbxRecord frown{"Channel",
                    {std::string("frown")},
                    {{"Default", {0.}, {}},
                     {"KeyVer", {std::int64_t{4005}}, {}},
                     {"KeyCount", {std::int64_t{2}}, {}},
                     {"Key", {std::int64_t{0}, 0., std::string("L"), fbxSecond, 100., std::string("L")}, {}}}};
    return {{"Objects", {}, {model}},
            {"Connections", {}, {{"Connect", {std::string("OO"), std::string("Model::face"), std::string("Model::Scene")}, {}}}},
            {"Takes", {}, {{"Take", {std::string("talk")}, {{"Model", {std::string("Model::face")}, {frown}}}}}}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fbx_version6)

BOOST_AUTO_TEST_CASE(truth_10_blend_shapes_in_models_are_morph_targets_with_their_sliders)
{
    const auto scene = loadExact(fbxText(face(), 6100));
    BOOST_TEST_REQUIRE(scene->meshInstances().size() == 1u);
    const MeshInstance& instance = *scene->meshInstances().front();
    const Mesh& mesh = *instance.getMesh();
    BOOST_TEST(mesh.getMorphTargetNames() == (std::vector<std::string>{"smile", "frown"}), boost::test_tools::per_element());
    BOOST_TEST(instance.getMorphWeights() == (std::vector<float>{0.5f, 0.f}), boost::test_tools::per_element());
    const Primitive& primitive = mesh.primitives().front();
    for (std::size_t vertex = 0; vertex < 3; ++vertex) {
        const bool isThird = primitive.positions[vertex].y == 1.f;
        const bool isSecond = primitive.positions[vertex].x == 1.f;
        BOOST_TEST((primitive.morphTargets[0].positions[vertex] == (isThird ? glm::vec3(0.f, 2.f, 0.f) : glm::vec3(0.f))));
        BOOST_TEST((primitive.morphTargets[1].positions[vertex] == (isSecond ? glm::vec3(4.f, 0.f, 0.f) : glm::vec3(0.f))));
    }
    BOOST_TEST_REQUIRE(scene->animationGroups().size() == 1u);
    BOOST_TEST(scene->animationGroups().front()->getName() == "talk");
    scene->animationGroups().front()->goTo(0.25);
    BOOST_TEST(instance.getMorphWeights()[0] == 0.5f);
    BOOST_TEST(std::abs(instance.getMorphWeights()[1] - 0.25f) < 1e-6f);
}

BOOST_AUTO_TEST_CASE(a_shape_that_moves_a_point_that_is_not_there_is_refused)
{
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadExact(fbxText(face(3), 6100))), ImportError, [](const ImportError& error) {
        return error.problem() == "names point 3 as number 0, but the mesh has 3 points";
    });
}

BOOST_AUTO_TEST_SUITE_END()
