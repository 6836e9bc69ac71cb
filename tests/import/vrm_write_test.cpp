#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/text.hpp>

#include <support/near.hpp>

#include "vrm_asset.hpp"

// The VRM models that scenes have and files get, and how odd VRM 0.x files are read.

using namespace armature;
using namespace armature::test;

namespace {

bool hasNote(const std::vector<std::string>& warnings, std::string_view text)
{
    return std::ranges::any_of(warnings, [&](const std::string& each) { return each.find(text) != std::string::npos; });
}

const VrmExpression& expressionOf(const Scene& scene, std::string_view name)
{
    const VrmExpression* const found = vrmModels(scene)[0].findExpression(name);
    BOOST_REQUIRE_MESSAGE(found != nullptr, name);
    return *found;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(vrm_write)

BOOST_AUTO_TEST_CASE(the_first_model_whose_nodes_are_there_is_written)
{
    const auto model = VrmAsset::version1().load();
    Scene scene;
    const SceneInstance first = scene.instantiate(*model);
    const SceneInstance second = scene.instantiate(*model);
    const SceneInstance third = scene.instantiate(*model);
    BOOST_TEST(findVrmModel(scene, third).value() == 2u);
    BOOST_TEST(!findVrmModel(*model, third));
    scene.removeInstance(first);
    BOOST_TEST(!findVrmModel(scene, first));
    BOOST_TEST(findVrmModel(scene, second).value() == 1u);
    const GltfFile two = writeGltf(scene);
    BOOST_TEST(hasNote(two.warnings, "has 2 VRM models, of which a file can have one: number 1, \"Ada\": 20 bones"));
    BOOST_TEST(vrmModels(*loadScene(two.bytes, "two"))[0].humanoid.size() == 20u);
    scene.removeInstance(second);
    const GltfFile one = writeGltf(scene);
    BOOST_TEST(one.warnings.empty());
    BOOST_TEST(vrmModels(*loadScene(one.bytes, "one"))[0].springs.size() == 1u);
    scene.removeInstance(third);
    BOOST_TEST(vrmModels(*loadScene(writeGltf(scene).bytes, "none")).empty());
}

BOOST_AUTO_TEST_CASE(models_are_replaced_and_taken_away)
{
    const auto scene = VrmAsset::version1().load();
    VrmModel changed = vrmModels(*scene)[0];
    changed.meta.name = "Eve";
    scene->removeTransformNode(*scene->findTransformNode("leftThumb"));  // whose handle is null now
    setVrmModel(*scene, 0, changed);
    BOOST_TEST(vrmModels(*scene)[0].meta.name == "Eve");
    changed.meta.modification = "maybe";
    BOOST_CHECK_EXCEPTION(setVrmModel(*scene, 0, changed), std::invalid_argument,
                          says("meta: modification: \"maybe\" is none of: prohibited, allowModification"));
    BOOST_CHECK_EXCEPTION(setVrmModel(*scene, 1, {}), std::invalid_argument, says("there is no model 1, the scene has 1"));
    BOOST_TEST(vrmModels(*scene)[0].meta.modification == "allowModification");
    addVrmModel(*scene, {.meta = {.name = "without nodes yet"}});
    addVrmModel(*scene, {});
    BOOST_TEST(vrmModels(*scene).size() == 3u);
    removeVrmModel(*scene, 0);
    BOOST_TEST(vrmModels(*scene)[0].meta.name == "without nodes yet");
    BOOST_CHECK_EXCEPTION(removeVrmModel(*scene, 2), std::invalid_argument, says("there is no model 2, the scene has 2"));
    addVrmAnimation(*scene, {});
    addVrmAnimation(*scene, {.humanoid = {}, .offsetFromHeadBone = {1.f, 0.f, 0.f}});
    BOOST_TEST(hasNote(writeGltf(*scene).warnings, "has 2 VRM animations, of which a file can have one: number 0"));
    removeVrmAnimation(*scene, 0);
    BOOST_TEST(vrmAnimations(*scene)[0].offsetFromHeadBone.x == 1.f);
    BOOST_CHECK_EXCEPTION(removeVrmAnimation(*scene, 1), std::invalid_argument, says("there is no animation 1, the scene has 1"));
}

// Saving gives a second mesh at a node a node of its own, whose number comes after all others.
BOOST_AUTO_TEST_CASE(nodes_that_are_gone_are_not_taken_for_others)
{
    const auto scene = VrmAsset::version1().load();
    TransformNode& face = *scene->findTransformNode("face");
    scene->addMeshInstance(face.meshInstances()[0]->getMesh(), face);
    scene->removeTransformNode(*scene->findTransformNode("leftHand"));
    const GltfFile written = writeGltf(*scene);
    BOOST_TEST(hasNote(written.warnings, "the VRM model \"Ada\": lacks bones that VRM demands: leftHand"));
    BOOST_TEST(vrmModels(*loadScene(written.bytes, "written"))[0].find(HumanoidRole::LeftHand) == nullptr);
}

BOOST_AUTO_TEST_CASE(models_without_humanoid_or_author_are_written_with_a_warning)
{
    VrmAsset asset = VrmAsset::version1();
    asset.set("/extensions/VRMC_vrm/humanoid/humanBones", "{}");
    asset.set("/extensions/VRMC_vrm/meta/authors", "[]");
    const GltfFile written = writeGltf(*asset.load());
    BOOST_TEST(hasNote(written.warnings, "lacks bones that VRM demands: hips, spine, head"));
    BOOST_TEST(hasNote(written.warnings, "has no author, of whom VRM demands one"));
    const auto again = loadScene(written.bytes, "written");
    BOOST_TEST(vrmModels(*again)[0].expressions.size() == 4u);
    BOOST_TEST(vrmModels(*again)[0].lookAt.has_value());
    BOOST_TEST(vrmModels(*again)[0].meta.authors.size() == 1u);
}

BOOST_AUTO_TEST_CASE(clips_of_a_character_become_a_vrm_animation)
{
    VrmAsset asset = VrmAsset::version1();
    const std::size_t time = asset.addAccessor<float>("SCALAR", {0.f, 1.f}, R"(,"min":[0],"max":[1])");
    const std::size_t turn = asset.addAccessor<float>("VEC4", {0.f, 0.f, 0.f, 1.f, 0.6f, 0.f, 0.f, 0.8f});
    asset.set("/animations", asset.numbered(fmt::format(R"([{{"name":"nod","samplers":[{{"input":{},"output":{}}}],
        "channels":[{{"sampler":0,"target":{{"node":@head,"path":"rotation"}}}}]}}])",
                                                        time, turn)));
    const auto scene = asset.load();
    addVrmAnimation(*scene, {.nodes = vrmModels(*scene)[0].nodes, .humanoid = vrmModels(*scene)[0].humanoid});
    removeVrmModel(*scene, 0);
    while (!scene->meshInstances().empty()) {
        scene->removeMeshInstance(*scene->meshInstances()[0]);
    }
    const auto again = loadScene(writeGltf(*scene).bytes, "nod.vrma");
    BOOST_TEST(vrmModels(*again).empty());
    BOOST_REQUIRE(vrmAnimations(*again).size() == 1u);
    BOOST_TEST(vrmAnimations(*again)[0].humanoid.size() == 20u);
    BOOST_TEST(vrmAnimations(*again)[0].find(HumanoidRole::Head) == again->findTransformNode("head"));
    BOOST_TEST(again->animationGroups().size() == 1u);
}

// VRMC_springBone: "colliders" of a group and "joints" of a spring have at least one item.
BOOST_AUTO_TEST_CASE(empty_groups_and_springs_are_left_out_with_a_warning)
{
    const auto scene = VrmAsset::version1().load();
    VrmModel model = vrmModels(*scene)[0];
    model.colliderGroups.insert(model.colliderGroups.begin(), SpringColliderGroup{"hole", {}});
    model.springs[0].colliderGroups = {0, 2};
    model.springs.insert(model.springs.begin(), VrmSpring{"bald"});
    setVrmModel(*scene, 0, model);
    const GltfFile written = writeGltf(*scene);
    BOOST_TEST(hasNote(written.warnings, "collider group 0 \"hole\": has no collider, of which VRM demands one: left out"));
    BOOST_TEST(hasNote(written.warnings, "spring 0 \"bald\": has no joint, of which VRM demands one: left out"));
    const auto again = loadScene(written.bytes, "written");
    BOOST_REQUIRE(vrmModels(*again)[0].springs.size() == 1u);
    BOOST_TEST((vrmModels(*again)[0].springs[0].colliderGroups == std::vector<std::size_t>{1}));
    BOOST_TEST(vrmModels(*again)[0].colliderGroups.size() == 2u);
}

BOOST_AUTO_TEST_CASE(words_and_enumerators_that_vrm_does_not_have_are_refused)
{
    const auto scene = VrmAsset::version1().load();
    const auto refused = [&](const auto& change, std::string_view part) {
        VrmModel model = vrmModels(*scene)[0];
        change(model);
        BOOST_CHECK_EXCEPTION(addVrmModel(*scene, std::move(model)), std::invalid_argument, says(part));
    };
    refused([](VrmModel& model) { model.meta.avatarPermission = "all"; }, "avatarPermission: \"all\" is none of: onlyAuthor, ");
    refused([](VrmModel& model) { model.meta.commercialUsage = ""; }, "commercialUsage: (no name) is none of: personalNonProfit");
    refused([](VrmModel& model) { model.meta.creditNotation = "x"; }, "creditNotation: \"x\" is none of: required, unnecessary");
    refused([](VrmModel& model) { model.humanoid[0].role = static_cast<HumanoidRole>(55); }, "role: 55 does not exist, there are 55");
    refused([](VrmModel& model) { model.expressions[0].overrideMouth = static_cast<VrmOverride>(3); },
            "override: 3 is none of: none, block, blend");
    refused([](VrmModel& model) { model.expressions[0].colors[0].type = static_cast<VrmMaterialColor>(6); }, "colour: 6 is none of: color");
    refused([](VrmModel& model) { model.lookAt->type = static_cast<VrmLookAtType>(2); }, "lookAt: type: 2 is none of: bone, expression");
    refused([](VrmModel& model) { model.firstPerson[0].type = static_cast<VrmFirstPersonType>(9); }, "type: 9 is none of: auto, both");
    refused([](VrmModel& model) { model.colliders[0].solid.shape = static_cast<SpringColliderShape>(3); }, "shape: 3 is none of: sphere");
    refused([](VrmModel& model) { model.constraints[0].rule.kind = static_cast<NodeConstraintKind>(3); }, "kind: 3 is none of: roll, aim");
}

// --- VRM 0.x --------------------------------------------------------------------------------------------------------

// By hand: _S is the horizontal half of _MainTex_ST, _T the vertical one, y being 1 - offset - scale; the rest stays the material's.
BOOST_AUTO_TEST_CASE(halves_of_texture_transforms_of_0_x_are_read)
{
    VrmAsset asset = VrmAsset::version0();
    const auto value = [](std::string_view property, std::string_view target) {
        return fmt::format(R"({{"materialName":"skin","propertyName":"{}","targetValue":[{}]}})", property, target);
    };
    const std::string s = value("_MainTex_ST_S", "2,9,0.5,9");
    const std::string t = value("_MainTex_ST_T", "9,4,9,0.25");
    asset.set("/materials/0/pbrMetallicRoughness/baseColorTexture/extensions",
              R"({"KHR_texture_transform":{"scale":[3,5],"offset":[0.125,0.75]}})");
    asset.set("/extensions/VRM/blendShapeMaster/blendShapeGroups",
              fmt::format(R"([{{"name":"S","materialValues":[{0}]}},{{"name":"T","materialValues":[{1}]}},
                  {{"name":"Both","materialValues":[{0},{1}]}}])",
                          s, t));
    const auto scene = asset.load();
    BOOST_TEST((expressionOf(*scene, "S").textures == std::vector<VrmTextureBind>{{0, {2.f, 5.f}, {0.5f, 0.75f}}}));
    BOOST_TEST((expressionOf(*scene, "T").textures == std::vector<VrmTextureBind>{{0, {3.f, 4.f}, {0.125f, -3.25f}}}));
    BOOST_TEST((expressionOf(*scene, "Both").textures == std::vector<VrmTextureBind>{{0, {2.f, 4.f}, {0.5f, -3.25f}}}));
}

// As in UniVRM, presets are recognised in any case. An "unknown" one is the preset of its name, unless another group is that preset.
BOOST_AUTO_TEST_CASE(presets_of_0_x_are_known_by_any_case_and_by_name)
{
    VrmAsset asset = VrmAsset::version0();
    asset.set("/extensions/VRM/blendShapeMaster/blendShapeGroups",
              R"([{"name":"Fun","presetName":"unknown"},{"name":"1","presetName":"Joy"},{"name":"2","presetName":"FUN"},
                  {"name":"Surprised","presetName":"unknown"},{"name":"happy","presetName":"unknown"},{"name":"BLINK_L","presetName":""}])");
    const auto scene = asset.load();
    BOOST_TEST(expressionOf(*scene, "happy").isPreset);
    BOOST_TEST(expressionOf(*scene, "relaxed").isPreset);
    BOOST_TEST(expressionOf(*scene, "surprised").isPreset);
    BOOST_TEST(expressionOf(*scene, "blinkLeft").isPreset);
    BOOST_TEST(!expressionOf(*scene, "Fun").isPreset);
    BOOST_TEST(!expressionOf(*scene, "happy_").isPreset);
    BOOST_TEST(hasWarning(*scene, "blendShapeGroups/4/name: is that of a preset of VRM 1.0: read as \"happy_\""));
}

// UniVRM, "VRMSpringBone": a leaf's tail continues the direction from its parent in world space, however the leaf is turned.
BOOST_AUTO_TEST_CASE(tails_of_turned_leaves_of_0_x_go_on_in_the_world)
{
    VrmAsset asset = VrmAsset::version0();
    asset.set(asset.numbered("/nodes/@hairEnd/rotation"), "[0.6,0,0,0.8]");
    asset.set(asset.numbered("/nodes/@hair1/rotation"), "[0,0,0.6,0.8]");
    asset.set(asset.numbered("/nodes/@hairEnd/scale"), "[2,2,2]");
    const auto scene = asset.load();
    const auto placeOf = [&](std::string_view name) { return glm::vec3(scene->findTransformNode(name)->getWorldMatrix()[3]); };
    const glm::vec3 onwards = glm::normalize(placeOf("hairEnd") - placeOf("hair2"));
    BOOST_TEST(near(placeOf("hairEnd_end") - placeOf("hairEnd"), 0.14f * onwards, 1e-6));
}

// A bind's target is found by look-up, without a linear search.
BOOST_AUTO_TEST_CASE(binds_of_0_x_are_found_among_many_meshes_and_materials)
{
    VrmAsset asset = VrmAsset::version0();
    std::string materials = R"({"name":"skin"})";
    for (int i = 0; i < 20000; ++i) {
        materials += fmt::format(R"(,{{"name":"m{}"}})", i);
    }
    asset.set("/materials", "[" + materials + "]");
    std::string values;
    for (int i = 0; i < 20000; ++i) {
        values += fmt::format(R"({}{{"materialName":"m{}","propertyName":"_Color","targetValue":[1,0,0,1]}})", i == 0 ? "" : ",", i);
    }
    asset.set("/extensions/VRM/blendShapeMaster/blendShapeGroups", fmt::format(R"([{{"name":"All","materialValues":[{}]}}])", values));
    const auto scene = asset.load();
    BOOST_TEST(expressionOf(*scene, "All").colors.size() == 20000u);
    BOOST_TEST(expressionOf(*scene, "All").colors[19999].material == 20000u);
}

BOOST_AUTO_TEST_SUITE_END()
