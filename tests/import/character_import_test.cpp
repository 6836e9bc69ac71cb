#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/scene/scene_character.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "asset.hpp"

// Characters as draft extensions of Khronos describe them. The files follow the drafts' own examples.

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::string_view vocabulary =
    "https://github.com/vrm-c/vrm-specification/blob/70ae16e93abd6da727fdf641b67aa41010c6d933/specification/VRMC_vrm-1.0/humanoid.md";

Asset withRoles(const std::string& roles)
{
    auto asset = Asset::rig();
    asset.set("/extensions", R"({"KHR_character":{"rootNode":0},"KHR_character_skeleton_mapping":{"skeletalRigMappings":)" + roles + "}}");
    return asset;
}

/// The rig with an animation of one key that turns node 1 by half a turn about z.
Asset withPose(std::string_view extension, std::string_view type)
{
    auto asset = Asset::rig();
    const std::size_t time = asset.addAccessor<float>("SCALAR", {0.f}, R"(,"min":[0],"max":[0])");
    const std::size_t turn = asset.addAccessor<float>("VEC4", {0.f, 0.f, 1.f, 0.f});
    const std::string value = type.empty() ? "{}" : R"({"poseType":")" + std::string(type) + R"("})";
    asset.set("/animations/-", R"({"name":"pose","extensions":{")" + std::string(extension) + R"(":)" + value + R"(},"samplers":[{"input":)"
                                   + std::to_string(time) + R"(,"output":)" + std::to_string(turn)
                                   + R"(,"interpolation":"STEP"}],"channels":[{"sampler":0,"target":{"node":1,"path":"rotation"}}]})");
    return asset;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(character_import)

BOOST_AUTO_TEST_CASE(roles_name_their_nodes_in_both_forms_of_the_draft)
{
    const std::string numbered = R"({")" + std::string(vocabulary) + R"(":{"hips":{"node":1,"name":"upper"},"head":{"node":2}}})";
    const std::string named = R"({")" + std::string(vocabulary) + R"(":{"hips":"upper","head":"lower"}})";
    for (const std::string& roles : {numbered, named}) {
        const auto scene = withRoles(roles).load();
        BOOST_TEST(scene->warnings().empty());
        for (const auto& each : {withRoles(roles).load(), loadScene(writeGltf(*scene).bytes, "written")}) {
            BOOST_REQUIRE(jointMappings(*each).size() == 1u);
            const JointMapping* mapping = findJointMapping(*each, vocabulary);
            BOOST_REQUIRE(mapping != nullptr);
            BOOST_TEST(mapping->find("hips") == each->findTransformNode("upper"));
            BOOST_TEST(mapping->find("head") == each->findTransformNode("lower"));
            BOOST_TEST(mapping->find("tail") == nullptr);
        }
        BOOST_TEST(jsonOf(*scene).find(R"("hips":{"node":1,"name":"upper"},"head":{"node":2,"name":"lower"})") != std::string::npos);
        BOOST_TEST(jsonOf(*scene).find(R"("KHR_character":{"rootNode":0})") != std::string::npos);
    }
}

BOOST_AUTO_TEST_CASE(roles_follow_their_nodes)
{
    const auto model = withRoles(R"({"rig":{"hips":{"node":1},"head":{"node":2}}})").load();
    Scene scene;
    scene.createTransformNode("own");
    const SceneInstance placed = scene.instantiate(*model);
    scene.instantiate(*model);
    BOOST_REQUIRE(jointMappings(scene).size() == 1u);
    BOOST_TEST(findJointMapping(scene, "rig")->find("hips") == placed.getNodes()[1]);
    scene.removeTransformNode(*placed.getNodes()[2]);
    BOOST_TEST(findJointMapping(scene, "rig")->find("head") == nullptr);
    const auto again = loadScene(writeGltf(scene).bytes, "written");
    BOOST_TEST(findJointMapping(*again, "rig")->roles.size() == 1u);
    BOOST_TEST(findJointMapping(*again, "rig")->find("hips")->getName() == "upper");
}

BOOST_AUTO_TEST_CASE(roles_of_nothing_are_left_out_with_a_warning)
{
    const auto scene =
        withRoles(R"({"rig":{"hips":{"node":99},"head":"nobody","tail":7,"hand":{"node":1},"":{"node":1}},"":{},"b":[]})").load();
    BOOST_TEST(scene->warnings().size() == 6u);
    BOOST_TEST(hasWarning(*scene, "skeletalRigMappings/rig/hips: names node 99, but there are 4: the role is left out"));
    BOOST_TEST(hasWarning(*scene, "skeletalRigMappings/rig/head: is \"nobody\", but no node has that name"));
    BOOST_TEST(findJointMapping(*scene, "rig")->roles.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_mapping_that_cannot_be_is_refused)
{
    const auto scene = Asset::rig().load();
    Scene other;
    const TransformNode& foreign = other.createTransformNode("foreign");
    const Handle<const TransformNode> own(scene->nodes()[0]);
    BOOST_CHECK_THROW(addJointMapping(*scene, {"rig", {{"hips", Handle<const TransformNode>(foreign)}}}), std::invalid_argument);
    BOOST_CHECK_THROW(addJointMapping(*scene, {"rig", {{"hips", {}}}}), std::invalid_argument);
    BOOST_CHECK_THROW(addJointMapping(*scene, {"rig", {{"", own}}}), std::invalid_argument);
    BOOST_CHECK_THROW(addJointMapping(*scene, {"rig", {{"hips", own}, {"hips", own}}}), std::invalid_argument);
    BOOST_CHECK_THROW(addJointMapping(*scene, {"", {}}), std::invalid_argument);
    addJointMapping(*scene, {"rig", {{"hips", own}}});
    BOOST_CHECK_THROW(addJointMapping(*scene, {"rig", {}}), std::invalid_argument);
    BOOST_TEST(jointMappings(*scene).size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_reference_pose_is_offered_and_may_be_what_bones_rest_in)
{
    struct Form {
        std::string_view extension, type, expected;
    };
    for (const Form& form : {Form{"KHR_character_reference_pose", "TPose", "TPose"}, Form{"KHR_character_reference_pose", "", "TPose"},
                             Form{"KHR_animation_reference_pose", "", "rest"}}) {
        const Asset asset = withPose(form.extension, form.type);
        const auto scene = asset.load();
        for (const auto& each : {asset.load(), loadScene(writeGltf(*scene).bytes, "written")}) {
            BOOST_REQUIRE(referencePoses(*each).size() == 1u);
            BOOST_TEST(referencePoses(*each)[0].type == form.expected);
            BOOST_TEST(findReferencePose(*each, form.expected) == each->findAnimationGroup("pose"));
        }
        BOOST_TEST(jsonOf(*scene).find(form.extension) != std::string::npos);
        const auto rested = asset.load({.restPose = std::string(form.expected)});
        const Bone& bone = *rested->skeletons()[0]->findBone("upper");
        // By hand: after half a turn about z, x points along -x. The current pose is the file's.
        BOOST_TEST(bone.getRestMatrix()[0][0] == -1.f);
        BOOST_TEST((bone.getRestMatrix()[3] == scene->findTransformNode("upper")->getLocalMatrix()[3]));
        BOOST_TEST((rested->findTransformNode("upper")->getLocalMatrix() == scene->findTransformNode("upper")->getLocalMatrix()));
        BOOST_TEST((scene->skeletons()[0]->findBone("upper")->getRestMatrix() == scene->findTransformNode("upper")->getLocalMatrix()));
        BOOST_TEST(hasWarning(*asset.load({.restPose = "Sitting"}), "ImportOptions::restPose: is \"Sitting\", but the file has no"));
    }
}

BOOST_AUTO_TEST_CASE(a_pose_that_the_application_marks_is_written)
{
    const auto scene = Asset::rig().load();
    addReferencePose(*scene, "APose", *scene->animationGroups()[0]);
    Scene other;
    other.append(*scene);
    BOOST_TEST(findReferencePose(other, "APose") == other.animationGroups()[0]);
    const auto again = loadScene(writeGltf(other).bytes, "written");
    BOOST_TEST(findReferencePose(*again, "APose") == again->animationGroups()[0]);
    other.removeAnimationGroup(*other.animationGroups()[0]);
    BOOST_TEST(referencePoses(other).empty());
    BOOST_CHECK_THROW(addReferencePose(other, "APose", *scene->animationGroups()[0]), std::invalid_argument);
}

// KHR_skeleton_bone: `length` becomes the bone's length. Its other members are kept, and so is the extension on a node that is no joint.
BOOST_AUTO_TEST_CASE(what_is_said_of_bones_comes_back_whole)
{
    auto asset = Asset::rig();
    asset.set("/nodes/1/extensions", R"({"KHR_skeleton_bone":{"length":0.5}})");
    asset.set("/nodes/2/extensions", R"({"KHR_skeleton_bone":{"connected":true,"length":0.25},"STUDIO_tag":{"a":"b"}})");
    asset.set("/nodes/0/extensions", R"({"KHR_skeleton_bone":{}})");
    asset.set("/nodes/3/extensions", R"({"KHR_skeleton_bone":{"length":2}})");
    const auto scene = asset.load();
    for (const auto& each : {asset.load(), loadScene(writeGltf(*scene).bytes, "written")}) {
        BOOST_TEST(each->warnings().empty());
        BOOST_TEST(each->skeletons()[0]->findBone("upper")->getLength().value() == .5f);
        BOOST_TEST(each->skeletons()[0]->findBone("lower")->getLength().value() == .25f);
        BOOST_TEST(each->findTransformNode("upper")->getExtensions().empty());
        BOOST_TEST(each->findTransformNode("lower")->getExtensions().find(R"("connected": true)") != std::string::npos);
        BOOST_TEST(each->findTransformNode("lower")->getExtensions().find("length") == std::string::npos);
        BOOST_TEST(each->findTransformNode("root")->getExtensions().find("KHR_skeleton_bone") != std::string::npos);
    }
    const std::string json = jsonOf(*scene);
    for (const char* const part : {R"("KHR_skeleton_bone":{"length":0.5})", R"("KHR_skeleton_bone":{"length":0.25,"connected":true})",
                                   R"("KHR_skeleton_bone":{})", R"("KHR_skeleton_bone":{"length":2})"}) {
        BOOST_TEST(json.find(part) != std::string::npos, part);
    }
}

BOOST_AUTO_TEST_SUITE_END()
