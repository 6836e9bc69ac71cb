#include <algorithm>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "fbx_model.hpp"
#include "vrm_asset.hpp"

// Skeletons of joints that belong to no skin, or to several. Expected bones and positions are those of the files written here.

using namespace armature;
using namespace armature::test;

namespace {

std::vector<std::string> namesOf(const Skeleton& skeleton)
{
    std::vector<std::string> names;
    for (const Bone* bone : skeleton.bones()) {
        names.push_back(bone->getName());
    }
    return names;
}

/// The rig without its skin and mesh: "upper" is moved and "lower" turned by the clip "wave".
Asset motion()
{
    Asset asset = Asset::rig();
    asset.remove("/skins").remove("/meshes").set("/nodes/3", R"({"name":"body"})");
    return asset;
}

const ImportOptions always{.bodySkeleton = BodySkeleton::Always};
const ImportOptions never{.bodySkeleton = BodySkeleton::Never};

}  // namespace

BOOST_AUTO_TEST_SUITE(body_skeleton)

BOOST_AUTO_TEST_CASE(bones_of_an_fbx_file_without_skin_are_a_skeleton)
{
    const auto scene = loadModels(
        {fbxModel(1, "character", "Null", {0, 1, 0}), fbxModel(2, "hips", "LimbNode", {0, 2, 0}), fbxModel(3, "pivot", "Null", {0, 3, 0}),
         fbxModel(4, "head", "LimbNode", {0, 4, 0}), fbxModel(5, "hat", "Mesh", {0, 5, 0})},
        {fbxConnection(1, 0), fbxConnection(2, 1), fbxConnection(3, 2), fbxConnection(4, 3), fbxConnection(5, 4)});
    BOOST_TEST_REQUIRE(scene->skeletons().size() == 1u);
    Skeleton& skeleton = *scene->skeletons().front();
    BOOST_TEST(namesOf(skeleton) == (std::vector<std::string>{"hips", "pivot", "head"}), boost::test_tools::per_element());
    BOOST_TEST(skeleton.getHostNode() == scene->findTransformNode("character"));
    BOOST_TEST(skeleton.getFinalMatrices().empty());
    skeleton.findBone("hips")->setRotation({0.f, 0.f, glm::radians(90.f)});
    BOOST_TEST(near(scene->findTransformNode("head")->getPosition(Space::World), glm::vec3(-7, 3, 0), 1e-5));
    skeleton.findBone("hips")->returnToRest();
    BOOST_TEST(near(scene->findTransformNode("head")->getPosition(Space::World), glm::vec3(0, 10, 0), 1e-5));
}

BOOST_AUTO_TEST_CASE(nodes_that_a_motion_moves_are_a_skeleton_unless_it_has_meshes)
{
    const auto scene = motion().load();
    BOOST_TEST_REQUIRE(scene->skeletons().size() == 1u);
    const Skeleton& skeleton = *scene->skeletons().front();
    BOOST_TEST(namesOf(skeleton) == (std::vector<std::string>{"upper", "lower"}), boost::test_tools::per_element());
    scene->animationGroups().front()->goTo(.5);  // "lower" turned by 90 degrees, "upper" moved to (0, 0, 1)
    BOOST_TEST(near(skeleton.findBone("lower")->getWorldMatrix() * glm::vec4(1, 0, 0, 1), glm::vec4(0, 2, 1, 1), 1e-5));
    BOOST_TEST(motion().load(never)->skeletons().empty());

    Asset robot = Asset::rig();
    robot.remove("/skins").set("/nodes/3", R"({"name":"body","mesh":0})");
    BOOST_TEST(robot.load()->skeletons().empty());
    BOOST_TEST(robot.load(always)->skeletons().size() == 1u);
}

BOOST_AUTO_TEST_CASE(humanoid_bones_of_a_vrm_file_without_skin_are_a_skeleton)
{
    VrmAsset asset = VrmAsset::version1();
    const auto scene = asset.load();
    BOOST_TEST_REQUIRE(scene->skeletons().size() == 1u);
    for (const std::string_view bone : vrmAssetBones) {
        BOOST_TEST(scene->skeletons().front()->findBone(bone) != nullptr, bone);
    }
    BOOST_TEST(scene->skeletons().front()->findBone("hairEnd") == nullptr);
}

BOOST_AUTO_TEST_CASE(parts_that_are_skinned_apart_have_a_whole_body_when_asked)
{
    Asset asset = Asset::rig();
    asset.set("/skins", R"([{"name":"top","joints":[1]},{"name":"bottom","joints":[2]}])");
    asset.remove("/meshes").set("/nodes/3", R"({"name":"body"})");
    const auto parts = asset.load();
    BOOST_TEST(parts->skeletons().size() == 2u);
    const auto scene = asset.load(always);
    BOOST_TEST_REQUIRE(scene->skeletons().size() == 3u);
    Skeleton& body = *scene->skeletons().back();
    BOOST_TEST(namesOf(body) == (std::vector<std::string>{"upper", "lower"}), boost::test_tools::per_element());
    // It also poses the joints that the skins are drawn with.
    body.findBone("upper")->setPosition({0, 0, 5});
    BOOST_TEST(near(scene->skeletons().front()->findBone("upper")->getWorldMatrix()[3], glm::vec4(0, 0, 5, 1), 1e-6));
    // No skin is written for it.
    const GltfFile file = writeGltf(*scene);
    BOOST_TEST(loadScene(file.bytes, "written")->skeletons().size() == 2u);
    // If a skin has all joints, it is the body.
    BOOST_TEST(Asset::rig().load(always)->skeletons().size() == 1u);
}

BOOST_AUTO_TEST_CASE(too_many_joints_make_no_skeleton_and_a_warning)
{
    ImportOptions options;
    options.limits.jointsPerSkin = 1;
    const auto scene = motion().load(options);
    BOOST_TEST(scene->skeletons().empty());
    BOOST_TEST(std::ranges::any_of(scene->warnings(), [](const std::string& warning) {
        return warning.find("have 2 joints without a skin in common, but the limit is 1 (ImportLimits::jointsPerSkin)")
               != std::string::npos;
    }));
}

BOOST_AUTO_TEST_CASE(a_mixamo_motion_without_skin_has_its_bones, *boost::unit_test::precondition(needsSharedData))
{
    const auto file = *sharedDirectory() / "outside" / "fbx" / "mixamo_walking_without_skin.fbx";
    if (!std::filesystem::exists(file)) {
        return;
    }
    const auto scene = loadScene(file);
    BOOST_TEST_REQUIRE(scene->skeletons().size() == 1u);
    BOOST_TEST(scene->skeletons().front()->bones().size() > 50u);
    reportExamined("bones of a motion without skin", scene->skeletons().front()->bones().size());
}

BOOST_AUTO_TEST_SUITE_END()
