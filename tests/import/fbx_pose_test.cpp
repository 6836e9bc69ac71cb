#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/type_ptr.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "fbx_model.hpp"

// Poses that FBX files store apart from their animations, and the skinning that FBX skins ask for.

using namespace armature;
using namespace armature::test;

namespace {

FbxRecord poseNode(std::int64_t model, const glm::dmat4& world)
{
    const Reals numbers(glm::value_ptr(world), glm::value_ptr(world) + 16);
    return {"PoseNode", {}, {{"Node", {model}, {}}, {"Matrix", {numbers}, {}}}};
}

FbxRecord pose(std::int64_t number, const std::string& name, std::vector<FbxRecord> nodes)
{
    return {"Pose", {number, "Pose::" + name, std::string("BindPose")}, std::move(nodes)};
}

FbxRecord skin(std::vector<FbxRecord> says)
{
    return {"Deformer", {std::int64_t{11}, std::string("Deformer::skin"), std::string("Skin")}, std::move(says)};
}

/// A triangle at model 1 whose three points follow bone 2 with full weight; objects 10 to 12.
std::vector<FbxRecord> skinned(std::vector<FbxRecord> skinSays, std::vector<FbxRecord> clusterSays)
{
    Placed place;
    FbxRecord mesh = place.record(1, "mesh");
    mesh.values[2] = std::string("Mesh");
    std::vector<FbxRecord> cluster{{"Indexes", {Integers{0, 1, 2}}, {}}, {"Weights", {Reals{1., 1., 1.}}, {}}};
    cluster.insert(cluster.end(), clusterSays.begin(), clusterSays.end());
    return {mesh, place.record(2, "bone"),
            FbxRecord{"Geometry",
                      {std::int64_t{10}, std::string("Geometry::shape"), std::string("Mesh")},
                      {{"Vertices", {Reals{0., 0., 0., 1., 0., 0., 0., 1., 0.}}, {}}, {"PolygonVertexIndex", {Integers{0, 1, -3}}, {}}}},
            skin(std::move(skinSays)),
            FbxRecord{"Deformer", {std::int64_t{12}, std::string("SubDeformer::cluster"), std::string("Cluster")}, cluster}};
}

const std::vector<FbxRecord> skinnedConnections{fbxConnection(1, 0),   fbxConnection(2, 0),   fbxConnection(10, 1),
                                                fbxConnection(11, 10), fbxConnection(12, 11), fbxConnection(2, 12)};

std::vector<std::byte> file(std::vector<FbxRecord> objects, const std::vector<FbxRecord>& connections)
{
    return fbxText({fbxUnit(100.), {"Objects", {}, std::move(objects)}, {"Connections", {}, connections}});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fbx_pose)

// Nodes get the world matrices that the file names, whatever transforms lie between them.
BOOST_AUTO_TEST_CASE(a_stored_pose_puts_models_where_it_says)
{
    Random random(31);
    for (const std::int64_t inherit : {0, 1, 2}) {
        Placed above = randomPlace(random);
        above.scaling = Vector(1.5);
        Placed below = randomPlace(random);
        below.scaling = Vector(0.5);
        below.inherit = inherit;
        const glm::dmat4 aboveWorld = move({5., 0., 0.}) * aboutAxis(2, 90.) * glm::scale(glm::dmat4(1.), Vector(2.));
        const glm::dmat4 belowWorld = move({5., 2., 1.}) * aboutAxis(0, 30.) * glm::scale(glm::dmat4(1.), Vector(3., 3., 3.));
        const auto bytes = file(
            {above.record(1, "above"), below.record(2, "below"), pose(50, "bound", {poseNode(1, aboveWorld), poseNode(2, belowWorld)})},
            {fbxConnection(1, 0), fbxConnection(2, 1)});
        const auto scene = loadExact(bytes);
        BOOST_TEST(scene->animationGroups().empty());
        const auto poses = loadPoses(bytes, "file");
        BOOST_TEST_REQUIRE(poses.size() == 1u);
        BOOST_TEST(poses.front()->getName() == "bound");
        BOOST_TEST(poses.front()->getDuration() == 0.);
        scene->createAnimationGroup(poses.front()).goTo(0.);
        BOOST_TEST(near(worldOf(*scene, "above"), aboveWorld, 1e-5));
        BOOST_TEST(near(worldOf(*scene, "below"), belowWorld, 1e-5));
    }
}

BOOST_AUTO_TEST_CASE(models_that_a_pose_lacks_stay_as_they_are_below_their_parents)
{
    Placed place;
    place.translation = {1., 0., 0.};
    const auto bytes = file({place.record(1, "above"), place.record(2, "below"), pose(50, "bound", {poseNode(1, aboutAxis(2, 90.))}),
                             pose(51, "of nothing", {poseNode(99, glm::dmat4(1.))})},
                            {fbxConnection(1, 0), fbxConnection(2, 1)});
    const auto scene = loadExact(bytes);
    const auto poses = loadPoses(bytes, "file");
    BOOST_TEST_REQUIRE(poses.size() == 1u);
    scene->createAnimationGroup(poses.front()).goTo(0.);
    BOOST_TEST(near(worldOf(*scene, "below"), aboutAxis(2, 90.) * move({1., 0., 0.}), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_pose_with_numbers_that_are_none_is_refused)
{
    glm::dmat4 broken(1.);
    broken[3][0] = std::numeric_limits<double>::infinity();
    Placed place;
    const auto bytes = file({place.record(1, "thing"), pose(50, "bound", {poseNode(1, broken)})}, {fbxConnection(1, 0)});
    BOOST_CHECK_THROW(static_cast<void>(loadPoses(bytes, "file")), ImportError);
}

// The mesh was bound at (0 3 0), the bone at (1 0 0), so the transform from mesh to bone is (-1 3 0).
BOOST_AUTO_TEST_CASE(a_cluster_that_says_nothing_of_its_binding_has_it_from_the_pose)
{
    auto objects = skinned({}, {});
    objects.push_back(pose(50, "bound", {poseNode(1, move({0., 3., 0.})), poseNode(2, move({1., 0., 0.}))}));
    const auto scene = loadExact(file(objects, skinnedConnections));
    BOOST_TEST_REQUIRE(scene->skeletons().size() == 1u);
    const auto palette = scene->skeletons().front()->getFinalMatrices();
    // The bone is at the origin now.
    BOOST_TEST(near(toDmat4(palette[0]), move({-1., 3., 0.}), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_skin_says_how_far_dual_quaternions_place_each_point)
{
    const auto sharesOf = [](std::vector<FbxRecord> says) {
        const auto scene = loadExact(file(skinned(std::move(says), {}), skinnedConnections));
        return scene->meshInstances().front()->getMesh()->primitives().front().skin.dualQuaternionShares;
    };
    BOOST_TEST(sharesOf({{"SkinningType", {std::string("Linear")}, {}}}).empty());
    BOOST_TEST(sharesOf({{"SkinningType", {std::string("DualQuaternion")}, {}}}) == (std::vector<float>{1.f, 1.f, 1.f}),
               boost::test_tools::per_element());
    BOOST_TEST(
        sharesOf({{"SkinningType", {std::string("Blend")}, {}}, {"Indexes", {Integers{2, 1}}, {}}, {"BlendWeights", {Reals{0.25, 7.}}, {}}})
            == (std::vector<float>{0.f, 1.f, 0.25f}),
        boost::test_tools::per_element());
    BOOST_TEST(sharesOf({{"SkinningType", {std::string("Blend")}, {}}}).empty());
    BOOST_TEST(sharesOf({{"SkinningType", {std::string("Blend")}, {}}, {"Indexes", {Integers{2}}, {}}, {"BlendWeights", {Reals{0.}}, {}}})
                   .empty());
    BOOST_CHECK_THROW(
        static_cast<void>(
            sharesOf({{"SkinningType", {std::string("Blend")}, {}}, {"Indexes", {Integers{3}}, {}}, {"BlendWeights", {Reals{1.}}, {}}})),
        ImportError);
}

// The library skins with the method that the file selects, so reading gives no warning. A written file loses the method, so writing gives
// one.
BOOST_AUTO_TEST_CASE(dual_quaternions_are_read_without_a_warning_and_written_with_one)
{
    const auto warnsOf = [](std::span<const std::string> warnings) {
        return std::ranges::any_of(warnings, [](const std::string& each) { return each.find("dual quaternion") != std::string::npos; });
    };
    for (const bool isDual : {true, false}) {
        const std::vector<FbxRecord> says{{"SkinningType", {std::string(isDual ? "DualQuaternion" : "Linear")}, {}}};
        const auto scene = loadExact(file(skinned(says, {}), skinnedConnections));
        BOOST_TEST(!warnsOf(scene->warnings()));
        BOOST_TEST(warnsOf(saveGltf(*scene, emptyOutputDirectory("import_fbx_dual") / "out.glb")) == isDual);
    }
}

BOOST_AUTO_TEST_SUITE_END()
