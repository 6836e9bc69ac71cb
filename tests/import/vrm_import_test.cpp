#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/import/humanoid_mapping.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/scene/skeleton_of_nodes.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include <support/near.hpp>

#include "vrm_asset.hpp"

// VRM files, made here from the examples and schemas of github.com/vrm-c/vrm-specification, and files with false contents. Expected values
// of 0.x were worked out by hand from UniVRM's migration and three-vrm's reading of it.

using namespace armature;
using namespace armature::test;

namespace {

void requireEqual(const VrmModel& found, const VrmModel& expected)
{
    const VrmModel a = comparable(found);
    const VrmModel b = comparable(expected);
    BOOST_TEST((a.meta == b.meta), "meta");
    BOOST_TEST((a.humanoid == b.humanoid), "humanoid");
    BOOST_TEST((a.expressions == b.expressions), "expressions");
    BOOST_TEST((a.lookAt == b.lookAt), "lookAt");
    BOOST_TEST((a.firstPerson == b.firstPerson), "firstPerson");
    BOOST_TEST((a.colliders == b.colliders), "colliders");
    BOOST_TEST((a.colliderGroups == b.colliderGroups), "colliderGroups");
    BOOST_TEST((a.springs == b.springs), "springs");
    BOOST_TEST((a.constraints == b.constraints), "constraints");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(vrm_import)

BOOST_AUTO_TEST_CASE(every_field_of_1_0_is_read_and_written)
{
    const auto scene = VrmAsset::version1().load();
    for (const std::string& warning : scene->warnings()) {
        BOOST_TEST_MESSAGE(warning);
    }
    BOOST_TEST(scene->warnings().size() == 1u);
    BOOST_TEST(hasWarning(*scene, "/materials: 1 uses MToon, which is kept, but not drawn: 1 as unlit and 0 as lit surfaces"));
    BOOST_TEST(scene->getExtensions().empty());
    BOOST_TEST(scene->findTransformNode("twist")->getExtensions().empty());
    const GltfFile written = writeGltf(*scene);
    BOOST_TEST(written.warnings.empty());
    const auto again = loadScene(written.bytes, "written");
    for (const Scene* each : {scene.get(), again.get()}) {
        BOOST_REQUIRE(vrmModels(*each).size() == 1u);
        requireEqual(vrmModels(*each)[0], modelOfVersion1(*each));
        BOOST_TEST(vrmModels(*each)[0].find(HumanoidRole::Head) == each->findTransformNode("head"));
        BOOST_TEST(vrmModels(*each)[0].find(HumanoidRole::Jaw) == nullptr);
    }
    const std::string text = jsonOf(*scene);
    for (const char* const part : {R"("VRMC_springBone_extended_collider")", R"("rollAxis":"X")", R"("aimAxis":"NegativeZ")",
                                   R"("VRMC_materials_mtoon")", R"("shape":{"sphere":{"offset":[0,-10000,0],"radius":0}})"}) {
        BOOST_TEST(text.find(part) != std::string::npos, part);
    }
}

// By hand: everything below the file's root is below a node that makes half a turn about y, so that the eyes look along +Z.
BOOST_AUTO_TEST_CASE(every_field_of_0_x_is_read_in_the_form_of_1_0)
{
    const auto scene = VrmAsset::version0().load();
    for (const std::string& warning : scene->warnings()) {
        BOOST_TEST_MESSAGE(warning);
    }
    BOOST_TEST(hasWarning(*scene, "/extensions/VRM: is VRM 0.x, read as VRM 1.0"));
    BOOST_TEST(hasWarning(*scene, "/extensions/VRM/materialProperties: 1 material for MToon; the file's own is drawn: left out"));
    BOOST_TEST(scene->getExtensions().empty());
    const std::string text = jsonOf(*scene);
    BOOST_TEST(text.find(R"("VRM":)") == std::string::npos);
    const auto again = loadScene(writeGltf(*scene).bytes, "written");
    BOOST_TEST(!hasWarning(*again, "0.x"));
    for (const Scene* each : {scene.get(), again.get()}) {
        BOOST_REQUIRE(vrmModels(*each).size() == 1u);
        requireEqual(vrmModels(*each)[0], modelOfVersion0(*each));
        const auto placeOf = [&](std::string_view name) { return glm::vec3(each->findTransformNode(name)->getWorldMatrix()[3]); };
        BOOST_TEST(near(placeOf("leftEye"), glm::vec3(-0.03f, 1.63f, -0.07f), 1e-6));
        BOOST_TEST(near(placeOf("hairEnd_end") - placeOf("hairEnd"), glm::vec3(0.f, -0.07f, 0.f), 1e-6));
        BOOST_TEST(near(placeOf("side_end") - placeOf("side"), glm::vec3(-0.07f, 0.f, 0.f), 1e-6));
    }
}

BOOST_AUTO_TEST_CASE(models_follow_their_nodes_into_other_scenes)
{
    const auto model = VrmAsset::version1().load();
    Scene scene;
    scene.createTransformNode("own");
    scene.addMaterial({});
    scene.addImage({.name = "own"});
    const SceneInstance first = scene.instantiate(*model);
    const SceneInstance second = scene.instantiate(*model);
    BOOST_REQUIRE(vrmModels(scene).size() == 2u);
    BOOST_TEST(vrmModels(scene)[0].find(HumanoidRole::Hips) == first.getNodes()[1]);
    BOOST_TEST(vrmModels(scene)[1].find(HumanoidRole::Hips) == second.getNodes()[1]);
    BOOST_TEST(vrmModels(scene)[1].meta.thumbnailImage.value() == 1u);
    BOOST_TEST(vrmModels(scene)[1].findExpression("happy")->colors[1].material == 2u);
    BOOST_TEST(vrmModels(scene)[1].findExpression("happy")->textures[0].material == 1u);
    const GltfFile written = writeGltf(scene);
    BOOST_TEST(written.warnings.size() == 2u);  // the empty image, and the second model
    const auto again = loadScene(written.bytes, "written");
    BOOST_TEST(vrmModels(*again).size() == 1u);
    scene.removeInstance(first);
    scene.instantiate(*model);
    BOOST_TEST(vrmModels(scene).size() == 2u);  // the model whose nodes are gone is dropped
    BOOST_TEST(vrmModels(scene)[0].find(HumanoidRole::Hips) == second.getNodes()[1]);
    scene.removeInstance(second);
    addVrmModel(scene, VrmModel(vrmModels(scene)[1]));
    BOOST_TEST(vrmModels(scene).size() == 2u);  // likewise
}

BOOST_AUTO_TEST_CASE(what_refers_to_nodes_that_are_gone_is_not_written)
{
    const auto scene = VrmAsset::version1().load();
    for (const char* const gone : {"head", "leftHand", "bodyMesh"}) {
        scene->removeTransformNode(*scene->findTransformNode(gone));
    }
    const auto again = loadScene(writeGltf(*scene).bytes, "written");
    const VrmModel& model = vrmModels(*again)[0];
    BOOST_TEST(model.humanoid.size() == 15u);  // of 20, without head, eyes, hand and thumb
    BOOST_TEST(model.springs.empty());
    BOOST_TEST(model.colliders.size() == 3u);
    BOOST_TEST((model.colliderGroups[0].colliders == std::vector<std::size_t>{0}));
    BOOST_TEST((model.colliderGroups[1].colliders == std::vector<std::size_t>{1, 2}));
    BOOST_TEST(model.firstPerson.size() == 1u);
    BOOST_TEST(model.constraints.size() == 1u);
    BOOST_TEST(hasWarning(*again, "/extensions/VRMC_vrm: lacks bones that VRM demands: head, leftHand"));
}

// Roles come from the file, not from the bones' names.
BOOST_AUTO_TEST_CASE(humanoid_maps_are_what_the_file_says)
{
    const auto scene = VrmAsset::version1().load();
    Skeleton& skeleton = createSkeletonOfNodes(*scene->findTransformNode("root"), "body");
    for (Bone* bone : skeleton.bones()) {
        bone->setName("x");
    }
    const HumanoidMap map = findHumanoidMap(*scene, skeleton);
    BOOST_TEST(!map.isRefused());
    BOOST_REQUIRE(map.find(HumanoidRole::LeftHand) != nullptr);
    BOOST_TEST(skeleton.bones()[map.find(HumanoidRole::LeftHand)->bone]->getTransformNode() == scene->findTransformNode("leftHand"));
    BOOST_TEST(map.roleCount() == 20u);
}

BOOST_AUTO_TEST_CASE(an_animation_says_what_its_nodes_mean)
{
    VrmAsset asset;
    asset.set("/extensions", asset.numbered(R"({"VRMC_vrm_animation":{"specVersion":"1.0","humanoid":{"humanBones":{"hips":{"node":@hips},
        "head":{"node":@head}}},"expressions":{"preset":{"happy":{"node":@happyWeight}},"custom":{"Zzz":{"node":@copy}}},
        "lookAt":{"node":@look,"offsetFromHeadBone":[0,0.06,0.5]}}})"));
    const std::size_t time = asset.addAccessor<float>("SCALAR", {0.f, 1.f}, R"(,"min":[0],"max":[1])");
    const std::size_t weight = asset.addAccessor<float>("VEC3", {0.f, 0.f, 0.f, 1.f, 0.f, 0.f});
    asset.set("/animations", asset.numbered(fmt::format(R"([{{"name":"smile","samplers":[{{"input":{},"output":{}}}],
        "channels":[{{"sampler":0,"target":{{"node":@happyWeight,"path":"translation"}}}}]}}])",
                                                        time, weight)));
    const auto scene = asset.load();
    BOOST_TEST(scene->getExtensions().empty());
    const auto again = loadScene(writeGltf(*scene).bytes, "written");
    for (const Scene* each : {scene.get(), again.get()}) {
        BOOST_REQUIRE(vrmAnimations(*each).size() == 1u);
        const VrmAnimation& animation = vrmAnimations(*each)[0];
        const auto nodeAt = [&](std::size_t number) { return animation.nodes.at(number).get(); };
        BOOST_TEST(animation.humanoid.size() == 2u);
        BOOST_TEST(animation.find(HumanoidRole::Head) == each->findTransformNode("head"));
        BOOST_REQUIRE(animation.expressions.size() == 2u);
        BOOST_TEST(animation.expressions[0].name == "happy");
        BOOST_TEST(animation.expressions[0].isPreset);
        BOOST_TEST(nodeAt(animation.expressions[0].node) == each->findTransformNode("happyWeight"));
        BOOST_TEST(animation.expressions[1].name == "Zzz");
        BOOST_TEST(!animation.expressions[1].isPreset);
        BOOST_TEST(nodeAt(animation.lookAt.value()) == each->findTransformNode("look"));
        BOOST_TEST((animation.offsetFromHeadBone == glm::vec3(0.f, 0.06f, 0.5f)));
        BOOST_TEST(each->animationGroups().size() == 1u);
    }
    Scene other;
    const SceneInstance placed = other.instantiate(*scene);
    BOOST_TEST(vrmAnimations(other)[0].find(HumanoidRole::Hips) == placed.getNodes()[1]);
}

BOOST_AUTO_TEST_CASE(files_that_lie_lose_what_is_wrong_with_a_warning)
{
    struct Lie {
        std::string_view pointer, json, warning;
    };
    const std::vector<Lie> lies{
        {"/extensions/VRMC_vrm/specVersion", R"("0.9")", "specVersion: is \"0.9\": read as 1.0"},
        {"/extensions/VRMC_vrm/humanoid/humanBones/head", R"({"node":99})",
         "humanBones/head/node: names node 99, but there are 34: left out"},
        {"/extensions/VRMC_vrm/humanoid/humanBones/head", R"({})", "humanBones/head: has no node: left out"},
        {"/extensions/VRMC_vrm/humanoid/humanBones/tail", R"({"node":1})", "\"tail\" is no bone of VRM's humanoids"},
        {"/extensions/VRMC_vrm/humanoid/humanBones", R"({"hips":{"node":1}})", "lacks bones that VRM demands: spine, head, leftUpperArm"},
        {"/extensions/VRMC_vrm/meta/thumbnailImage", "7", "thumbnailImage: is image 7, but there are 1"},
        {"/extensions/VRMC_vrm/meta/modification", R"("maybe")", "is \"maybe\", which VRM 1.0 does not know: read as prohibited"},
        {"/extensions/VRMC_vrm/lookAt/rangeMapVerticalUp/inputMaxValue", "0", "inputMaxValue: is 0, but must be at least 0.01"},
        {"/extensions/VRMC_vrm/expressions/preset/happy/morphTargetBinds/0/index", "2",
         "names morph target 2 of node 29, whose mesh has 2"},
        {"/extensions/VRMC_vrm/expressions/preset/happy/materialColorBinds/0/material", "9", "names material 9, but there are 2"},
        {"/extensions/VRMC_vrm/expressions/preset/happy/materialColorBinds/0/type", R"("x")", "changes \"x\", which VRM 1.0 does not know"},
        {"/extensions/VRMC_vrm/expressions/preset/happy/overrideBlink", R"("x")", "overrideBlink: is \"x\""},
        {"/extensions/VRMC_vrm/expressions/preset/grin", "{}", "preset/grin: is no preset of VRM's"},
        {"/extensions/VRMC_vrm/expressions/custom/blink", "{}", "custom/blink: has the name of a preset, but is none"},
        {"/extensions/VRMC_springBone/colliders/0/shape", "{}", "colliders/0: has neither sphere, capsule nor plane"},
        {"/extensions/VRMC_springBone/colliderGroups/0/colliders/1", "8", "colliders/1: names 8, which is not there"},
        {"/extensions/VRMC_springBone/springs/0/colliderGroups/0", "8", "names 8, which is not there"},
        {"/extensions/VRMC_springBone/springs/0/joints/0/dragForce", "2", "dragForce: is 2, but must be in [0, 1]: read as 1"},
        {"/extensions/VRMC_springBone/springs/0/joints/0/hitRadius", "-1", "hitRadius: is -1, but must be at least 0"},
        {"/extensions/VRMC_springBone/springs/0/center", "77", "center: names node 77"},
        {"/nodes/25/extensions/VRMC_node_constraint/constraint", "{}", "constraint: is neither roll, aim nor rotation"},
        {"/nodes/25/extensions/VRMC_node_constraint/constraint/roll/source", "50", "its source is node 50, but there are 34"},
        {"/nodes/25/extensions/VRMC_node_constraint/constraint/roll/rollAxis", R"("W")", "rollAxis: is \"W\""},
        {"/nodes/25/extensions/VRMC_node_constraint/constraint/roll/weight", "3", "weight: is 3, but must be in [0, 1]"},
    };
    for (const Lie& lie : lies) {
        VrmAsset asset = VrmAsset::version1();
        asset.set(lie.pointer, lie.json);
        const auto scene = asset.load();
        BOOST_TEST(hasWarning(*scene, lie.warning),
                   lie.pointer << " " << lie.json << ": " << (scene->warnings().empty() ? "" : scene->warnings().back()));
        const auto again = loadScene(writeGltf(*scene).bytes, "written");
        BOOST_TEST(vrmModels(*again).size() == 1u);
    }
    BOOST_TEST_MESSAGE("examined " << lies.size() << " lies");
}

BOOST_AUTO_TEST_CASE(lies_of_0_x_lose_what_is_wrong_with_a_warning)
{
    struct Lie {
        std::string_view pointer, json, warning;
    };
    for (const Lie& lie : {Lie{"/extensions/VRM/humanoid/humanBones/0/node", "99", "humanBones/0/node: names node 99"},
                           Lie{"/extensions/VRM/humanoid/humanBones/1/bone", R"("hips")", "hips has a node already"},
                           Lie{"/extensions/VRM/blendShapeMaster/blendShapeGroups/0/binds/0/mesh", "9", "names morph target 1 of mesh 9"},
                           Lie{"/extensions/VRM/blendShapeMaster/blendShapeGroups/0/materialValues/0/materialName", R"("x")",
                               "changes \"_Color\" of material \"x\", which is not there"},
                           Lie{"/extensions/VRM/blendShapeMaster/blendShapeGroups/1/presetName", R"("joy")", "is there twice"},
                           Lie{"/extensions/VRM/secondaryAnimation/boneGroups/0/bones/0", "40", "names node 40, but there are 34"},
                           Lie{"/extensions/VRM/secondaryAnimation/boneGroups/0/colliderGroups/0", "4", "names collider group 4"},
                           Lie{"/extensions/VRM/secondaryAnimation/boneGroups/0/dragForce", "-1", "dragForce: is -1"},
                           Lie{"/extensions/VRM/firstPerson/meshAnnotations/0/mesh", "5", "names no mesh of the file"},
                           Lie{"/extensions/VRM/firstPerson/lookAtHorizontalInner/curve", "[0,0,0,1,1,1,0.5,0]", "curve: is a curve"},
                           Lie{"/extensions/VRMC_springBone", R"({"specVersion":"1.0"})", "is VRM 0.x beside VRM 1.0"}}) {
        VrmAsset asset = VrmAsset::version0();
        asset.set(lie.pointer, lie.json);
        const auto scene = asset.load();
        BOOST_TEST(hasWarning(*scene, lie.warning), lie.pointer << " " << lie.json);
    }
}

BOOST_AUTO_TEST_CASE(wrong_types_are_refused_with_their_place)
{
    for (const std::string_view pointer :
         {"/extensions/VRMC_vrm", "/extensions/VRMC_vrm/meta", "/extensions/VRMC_vrm/meta/authors",
          "/extensions/VRMC_vrm/humanoid/humanBones/hips", "/extensions/VRMC_vrm/expressions/preset",
          "/extensions/VRMC_vrm/expressions/preset/happy/textureTransformBinds/0/scale", "/extensions/VRMC_vrm/lookAt/offsetFromHeadBone",
          "/extensions/VRMC_springBone/springs", "/extensions/VRMC_springBone/springs/0/joints/0/gravityDir",
          "/extensions/VRMC_springBone/colliders/0/shape/sphere", "/nodes/25/extensions/VRMC_node_constraint/constraint/roll"}) {
        VrmAsset asset = VrmAsset::version1();
        asset.set(pointer, "true");
        const ImportError error = asset.refusal();
        BOOST_TEST(std::string_view(error.what()).find(pointer) != std::string_view::npos, pointer << ": " << error.what());
    }
}

// A 0.x tree of bones that is named over and over swings only once.
BOOST_AUTO_TEST_CASE(bones_named_over_and_over_swing_once)
{
    VrmAsset asset = VrmAsset::version0();
    std::string bones;
    for (int i = 0; i < 1000; ++i) {
        bones += asset.numbered(i == 0 ? "@root" : ",@hips");
    }
    asset.set("/extensions/VRM/secondaryAnimation/boneGroups/0/bones", "[" + bones + "]");
    const auto scene = asset.load();
    std::size_t joints = 0;
    for (const VrmSpring& spring : vrmModels(*scene)[0].springs) {
        joints += spring.joints.size();
    }
    BOOST_TEST(joints < 100u);
}

BOOST_AUTO_TEST_CASE(a_model_that_cannot_be_is_refused)
{
    const auto scene = VrmAsset::version1().load();
    Scene other;
    const auto refused = [&](const auto& change, std::string_view part) {
        VrmModel model = vrmModels(*scene)[0];
        change(model);
        BOOST_CHECK_EXCEPTION(addVrmModel(*scene, std::move(model)), std::invalid_argument, says(part));
    };
    refused([&](VrmModel& model) { model.nodes[0] = Handle<const TransformNode>(other.createTransformNode("foreign")); },
            "VRM: node 0: does not belong to the scene");
    refused([](VrmModel& model) { model.humanoid[0].node = 99; }, "humanoid: node: 99 does not exist, there are");
    refused([](VrmModel& model) { model.humanoid[1].role = model.humanoid[0].role; }, "a role has two nodes");
    refused([](VrmModel& model) { model.expressions[1].name = "happy"; }, "expression \"happy\": is there twice");
    refused([](VrmModel& model) { model.expressions[0].isPreset = false; }, "has the name of a preset, but is none");
    refused([](VrmModel& model) { model.expressions[0].morphs[0].target = 2; }, "morph target: 2 does not exist, there are 2");
    refused([](VrmModel& model) { model.expressions[0].colors[0].material = 2; }, "material: 2 does not exist");
    refused([](VrmModel& model) { model.lookAt->verticalUp.inputMax = 0.f; }, "inputMax 0 must be above 0");
    refused([](VrmModel& model) { model.colliders[0].solid.radius = -1.f; }, "radius: -1 is negative");
    refused([](VrmModel& model) { model.colliders[2].solid.normal = glm::vec3(0.f); }, "normal: is zero");
    refused([](VrmModel& model) { model.colliderGroups[0].colliders[0] = 4; }, "collider: 4 does not exist");
    refused([](VrmModel& model) { model.springs[0].joints[0].parameters.drag = 1.5f; }, "drag: 1.5 is outside [0, 1]");
    refused([](VrmModel& model) { model.springs[0].colliderGroups[0] = 2; }, "collider group: 2 does not exist");
    refused([](VrmModel& model) { model.constraints[0].rule.axis = {-1.f, 0.f, 0.f}; }, "must be x, y or z, not backwards");
    refused([](VrmModel& model) { model.constraints[0].rule.axis = {1.f, 1.f, 0.f}; }, "axis (1, 1, 0)");
    refused([](VrmModel& model) { model.constraints[1].node = model.constraints[0].node; }, "has two");
    refused([](VrmModel& model) { model.meta.thumbnailImage = 1; }, "thumbnailImage: 1 does not exist");
    BOOST_TEST(vrmModels(*scene).size() == 1u);
    BOOST_TEST(toString(vrmModels(*scene)[0]) == "\"Ada\": 20 bones, 4 expressions, 1 spring, 3 constraints");
}

// Unity's curves have four numbers a key: time, value, and the slopes before and after it. From (0, 0) to (1, 1), a curve is straight if it
// has slope 1 there. Slopes before the first key and after the last do not count.
BOOST_AUTO_TEST_CASE(a_straight_line_is_no_curve_however_its_numbers_are_written)
{
    const auto isCurve = [](std::string_view json) {
        VrmAsset asset = VrmAsset::version0();
        asset.set("/extensions/VRM/firstPerson/lookAtHorizontalInner/curve", json);
        return hasWarning(*asset.load(), "is a curve");
    };
    for (const std::string_view straight : {"[0.0,0.0,0.0,1.0,1.0,1.0,1.0,0.0]", "[0,0,0,1,1,1,1,0.0]", "[0,0,5,1,1,1,1,7]", "[]",
                                            "[0,0,0,1,0.5,0.5,1,1,1,1,1,0]", "[0,0,0,1.000001,1,1,0.999999,0]"}) {
        BOOST_TEST(!isCurve(straight), straight);
    }
    for (const std::string_view curve : {"[0,0,0,0,1,1,0,0]", "[0,0,0,1,0.5,0.2,1,1,1,1,1,0]", "[0,0,0,1,0.5,0.5,1,1]", "[0,0,0]", "7"}) {
        BOOST_TEST(isCurve(curve), curve);
    }
}

// Two joints, and a group of a thousand colliders: 2 * 1000 collision tests in each update, for each spring that names the group.
BOOST_AUTO_TEST_CASE(colliders_count_for_each_spring_that_they_stop)
{
    const auto limitOf = [](std::size_t springs) {
        VrmAsset asset = VrmAsset::version1();
        std::string colliders;
        std::string numbers;
        std::string list;
        for (std::size_t i = 0; i < 1000; ++i) {
            colliders += std::string(i > 0 ? "," : "") + R"({"node":0,"shape":{"sphere":{"radius":1}}})";
            numbers += (i > 0 ? "," : "") + std::to_string(i);
        }
        for (std::size_t i = 0; i < springs; ++i) {
            list += std::string(i > 0 ? "," : "") + R"({"joints":[{"node":1},{"node":2}],"colliderGroups":[0]})";
        }
        asset.set("/extensions/VRMC_springBone", R"({"specVersion":"1.0","colliders":[)" + colliders
                                                     + R"(],"colliderGroups":[{"colliders":[)" + numbers + R"(]}],"springs":[)" + list
                                                     + "]}");
        return asset.load({.limits = {.unbackedBytes = 8u << 20u}}) != nullptr;
    };
    BOOST_TEST(limitOf(10));
    BOOST_CHECK_EXCEPTION(static_cast<void>(limitOf(100)), ImportError, [](const ImportError& error) {
        return error.getPlace() == "/extensions/VRMC_springBone"
               && error.getProblem().find("ImportLimits::unbackedBytes") != std::string::npos;
    });
}

BOOST_AUTO_TEST_SUITE_END()
