#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/ik/node_constraints.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>
#include <armature/vrm/vrm_character.hpp>
#include <armature/vrm/vrm_model.hpp>

#include <scene/vrm_stage.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(vrm_character)

namespace {

constexpr float degree = 0.017453292519943295f;

/// Returns the direction of a yaw to the character's left (+X) and an upward pitch, both in degrees.
glm::vec3 direction(float yaw, float pitch)
{
    return {std::sin(yaw * degree) * std::cos(pitch * degree), std::sin(pitch * degree), std::cos(yaw * degree) * std::cos(pitch * degree)};
}

}  // namespace

// By hand from VRM 1.0, "Look At": 45 degrees to the left turn the left eye outwards by 45 / 90 of 60 degrees and the right eye inwards by
// 45 / 90 of 30. 22.5 degrees up give half of 20; beyond 45 it stays at 20.
BOOST_AUTO_TEST_CASE(eyes_turn_by_their_range_maps_whatever_their_rest)
{
    VrmStage stage;
    const glm::quat left = VrmStage::worldRotation(stage.leftEye);
    const glm::quat right = VrmStage::worldRotation(stage.rightEye);
    VrmCharacter character = stage.make();
    const auto lookTo = [&](float yaw, float pitch) {
        character.lookAt(glm::vec3(0.f, 1.5f, 0.f) + 10.f * direction(yaw, pitch));
        character.update(0.);
        BOOST_TEST(near(glm::vec3(character.getLook().yaw, character.getLook().pitch, 0.f), glm::vec3(yaw, pitch, 0.f) * degree, 1e-5));
    };
    lookTo(45.f, 0.f);
    BOOST_TEST(near(VrmStage::aheadOf(stage.leftEye, left), direction(30.f, 0.f), 1e-5));
    BOOST_TEST(near(VrmStage::aheadOf(stage.rightEye, right), direction(15.f, 0.f), 1e-5));
    lookTo(-45.f, 0.f);
    BOOST_TEST(near(VrmStage::aheadOf(stage.leftEye, left), direction(-15.f, 0.f), 1e-5));
    BOOST_TEST(near(VrmStage::aheadOf(stage.rightEye, right), direction(-30.f, 0.f), 1e-5));
    lookTo(0.f, 22.5f);
    BOOST_TEST(near(VrmStage::aheadOf(stage.leftEye, left), direction(0.f, 10.f), 1e-5));
    lookTo(0.f, 80.f);
    BOOST_TEST(near(VrmStage::aheadOf(stage.leftEye, left), direction(0.f, 20.f), 1e-5));
    lookTo(0.f, -30.f);
    BOOST_TEST(near(VrmStage::aheadOf(stage.leftEye, left), direction(0.f, -15.f), 1e-5));
    character.lookAt(std::nullopt);
    character.update(0.);
    BOOST_TEST(near(VrmStage::aheadOf(stage.leftEye, left), direction(0.f, 0.f), 1e-5));
}

BOOST_AUTO_TEST_CASE(looks_follow_the_head_and_the_place_of_the_model)
{
    VrmStage stage;
    const glm::quat left = VrmStage::worldRotation(stage.leftEye);
    TransformNode& place = stage.scene.createTransformNode("place");
    place.setTransform({{3.f, 1.f, 2.f}, VrmStage::turn({0.f, 1.f, 0.f}, 2.f), glm::vec3(2.f)});
    stage.root.setParent(&place);
    VrmCharacter character = stage.make(&place);
    const glm::quat headTurn = VrmStage::turn({0.f, 0.f, 1.f}, 0.5f);
    stage.head.setRotationQuaternion(headTurn * stage.head.getRotationQuaternion());
    const glm::vec3 ahead = headTurn * direction(45.f, 0.f);  // in the character's axes
    character.lookAt(glm::vec3(place.getWorldMatrix() * glm::vec4(glm::vec3(0.f, 1.5f, 0.f) + ahead, 1.f)));
    character.update(0.);
    BOOST_TEST(near(glm::vec3(character.getLook().yaw), glm::vec3(45.f * degree), 1e-5));
    const glm::vec3 seen = VrmStage::aheadOf(stage.leftEye, left);
    BOOST_TEST(near(glm::conjugate(place.getRotationQuaternion()) * glm::normalize(seen), headTurn * direction(30.f, 0.f), 1e-5));
}

BOOST_AUTO_TEST_CASE(expressions_may_do_the_looking)
{
    VrmStage stage;
    stage.model.lookAt->type = VrmLookAtType::Expression;
    stage.model.lookAt->horizontalOuter = {90.f, 1.f};
    stage.model.lookAt->verticalUp = {45.f, 0.5f};
    VrmCharacter character = stage.make();
    const glm::quat before = stage.leftEye.getRotationQuaternion();
    character.lookAt(glm::vec3(0.f, 1.5f, 0.f) + direction(45.f, 0.f));
    character.update(0.);
    BOOST_TEST(near(glm::vec3(character.getShownExpression("lookLeft")), glm::vec3(0.5f), 1e-5));
    BOOST_TEST(character.getShownExpression("lookUp") == 0.f);
    character.lookAt(glm::vec3(0.f, 1.5f, 0.f) + direction(-10.f, 60.f));
    character.update(0.);
    BOOST_TEST(character.getShownExpression("lookLeft") == 0.f);
    BOOST_TEST(near(glm::vec3(character.getShownExpression("lookUp")), glm::vec3(0.5f), 1e-5));
    BOOST_TEST((stage.leftEye.getRotationQuaternion() == before));
    BOOST_TEST(character.getExpression("lookUp") == 0.f);
}

// By hand from VRMC_vrm_animation: a weight is a node's x; a look is the direction to which a node's rotation takes +Z.
BOOST_AUTO_TEST_CASE(expressions_and_looks_follow_an_animation)
{
    VrmStage stage;
    const glm::quat left = VrmStage::worldRotation(stage.leftEye);
    VrmCharacter character = stage.make();
    TransformNode& weight = stage.scene.createTransformNode("weight", nullptr, {{0.25f, 9.f, 9.f}});
    TransformNode& tooMuch = stage.scene.createTransformNode("tooMuch", nullptr, {{1.5f, 0.f, 0.f}});
    TransformNode& look = stage.scene.createTransformNode("look");
    look.setRotationQuaternion(VrmStage::turn({0.f, 1.f, 0.f}, 45.f * degree) * VrmStage::turn({1.f, 0.f, 0.f}, -22.5f * degree));
    VrmAnimation animation;
    animation.expressions = {
        {"happy", true, animation.add(weight)}, {"sad", true, animation.add(tooMuch)}, {"Other", false, animation.add(weight)}};
    animation.lookAt = animation.add(look);
    addVrmAnimation(stage.scene, animation);
    character.lookAt(glm::vec3(0.f, 0.f, -5.f));
    character.follow(vrmAnimations(stage.scene)[0]);
    character.update(0.);
    BOOST_TEST(character.getShownExpression("happy") == 0.25f);
    BOOST_TEST(character.getShownExpression("sad") == 1.f);
    BOOST_TEST(near(glm::vec3(character.getLook().yaw, character.getLook().pitch, 0.f), glm::vec3(45.f, 22.5f, 0.f) * degree, 1e-6));
    BOOST_TEST(near(VrmStage::aheadOf(stage.leftEye, left), direction(30.f, 10.f), 1e-5));
    stage.head.setRotationQuaternion(VrmStage::turn({0.f, 1.f, 0.f}, 1.f) * stage.head.getRotationQuaternion());
    character.update(0.);
    BOOST_TEST(near(VrmStage::aheadOf(stage.leftEye, left), VrmStage::turn({0.f, 1.f, 0.f}, 1.f) * direction(30.f, 10.f), 1e-5));
    BOOST_CHECK_EXCEPTION(character.lookAlong({notANumber, 0.f}), std::invalid_argument, says("must be finite"));
}

// By hand: values half way from the materials' own to the expression's. Targets that no expression uses keep their weight.
BOOST_AUTO_TEST_CASE(expressions_change_morphs_colours_and_textures)
{
    VrmStage stage;
    VrmCharacter character = stage.make();
    character.setExpression("happy", 0.5f);
    character.update(0.);
    BOOST_TEST((stage.mesh->getMorphWeights() == std::vector<float>{0.25f, 0.f, 0.25f}));
    const Material& skin = stage.scene.materials()[0];
    BOOST_TEST((skin.baseColor == glm::vec4(0.75f, 0.25f, 0.5f, 1.f)));
    BOOST_TEST((skin.baseColorTexture->scale == glm::vec2(0.75f, 1.5f)));
    BOOST_TEST((skin.baseColorTexture->offset == glm::vec2(0.125f, 0.f)));
    BOOST_TEST((stage.scene.materials()[1].emissive == glm::vec3(1.f, 0.f, 0.f)));
    character.setExpression("surprised", 0.6f);
    character.update(0.);
    BOOST_TEST(stage.mesh->getMorphWeights()[0] == 1.25f);  // the sum of both expressions
    character.clearExpressions();
    character.update(0.);
    BOOST_TEST((stage.mesh->getMorphWeights() == std::vector<float>{0.f, 0.f, 0.25f}));
    BOOST_TEST((stage.scene.materials()[0].baseColor == glm::vec4(0.5f, 0.5f, 0.5f, 1.f)));
    BOOST_TEST((stage.scene.materials()[0].baseColorTexture->scale == glm::vec2(1.f)));
}

// By hand from VRM 1.0, "Expression Override".
BOOST_AUTO_TEST_CASE(overrides_block_or_leave_what_is_left)
{
    VrmStage stage;
    VrmCharacter character = stage.make();
    character.setExpression("blink", 1.f);
    character.setExpression("aa", 0.5f);
    character.setExpression("sad", 0.25f);
    character.update(0.);
    BOOST_TEST(character.getShownExpression("blink") == 1.f);
    BOOST_TEST(character.getShownExpression("aa") == 0.375f);
    character.setExpression("surprised", 0.5f);  // binary: half or less counts as nothing
    character.update(0.);
    BOOST_TEST(character.getShownExpression("surprised") == 0.f);
    BOOST_TEST(character.getShownExpression("blink") == 1.f);
    character.setExpression("surprised", 0.51f);
    character.update(0.);
    BOOST_TEST(character.getShownExpression("surprised") == 1.f);
    BOOST_TEST(character.getShownExpression("blink") == 0.f);
    BOOST_TEST(character.getShownExpression("aa") == 0.f);  // 1 - 1 - 0.25, but not below 0
    BOOST_TEST(character.getExpression("aa") == 0.5f);
    BOOST_CHECK_EXCEPTION(character.setExpression("hapy", 1.f), std::invalid_argument,
                          says("no expression \"hapy\"; did you mean \"happy\"?"));
    BOOST_CHECK_EXCEPTION(character.setExpression("happy", 1.5f), std::invalid_argument, says("weight 1.5 is outside [0, 1]"));
    BOOST_CHECK_EXCEPTION(character.setExpression("happy", notANumber), std::invalid_argument, says("is outside [0, 1]"));
    BOOST_CHECK_EXCEPTION(character.lookAt(glm::vec3(notANumber)), std::invalid_argument, says("must be finite"));
    BOOST_TEST(toString(character)
               == "\"Ada\": 3 bones, 7 expressions, 1 spring, 0 constraints\n  surprised 0.51\n  sad 0.25\n  blink 1\n  aa 0.5");
}

// Expected: the same numbers as SpringBones on bones placed like the nodes.
BOOST_AUTO_TEST_CASE(hair_swings_after_what_it_hangs_on_has_moved)
{
    VrmStage stage;
    stage.model.constraints = {{stage.model.add(stage.head), stage.model.add(stage.face)}};
    stage.model.springs[0].joints[0].parameters.gravityPower = 0.5f;
    VrmCharacter character = stage.make();
    Skeleton skeleton("same");
    std::vector<Bone*> bones;
    for (const TransformNode* node : {&stage.root, &stage.head, &stage.hair0, &stage.hair1, &stage.hair2}) {
        bones.push_back(
            &skeleton.createBone(node->getName(), {.parent = bones.empty() ? nullptr : bones.back(), .bind = node->getLocalMatrix()}));
    }
    const SpringChain chain{.joints = {{bones[2], {.gravityPower = 0.5f}}, {.bone = bones[3]}, {.bone = bones[4]}}};
    SpringBones springs({&chain, 1});
    for (int frame = 0; frame < 30; ++frame) {
        stage.face.setRotationQuaternion(VrmStage::turn({0.f, 1.f, 0.f}, 0.1f * static_cast<float>(frame)));
        character.update(1. / 60.);
        bones[1]->setRotationQuaternion(stage.head.getRotationQuaternion());
        springs.update(1. / 60.);
    }
    BOOST_TEST(near(stage.hair2.getWorldMatrix(), bones[4]->getAbsoluteMatrix(), 1e-5));
    BOOST_TEST(!near(stage.hair0.getRotationQuaternion(), glm::quat(1.f, 0.f, 0.f, 0.f), 1e-2));
    BOOST_REQUIRE(character.getSprings() != nullptr);
    BOOST_REQUIRE(character.getConstraints() != nullptr);
    BOOST_TEST(!character.getSprings()->getMemory().empty());
    character.teleport(glm::translate(glm::mat4(1.f), {1.f, 0.f, 0.f}));
    character.reset();
    BOOST_TEST(character.getSprings()->getMemory().empty());
}

// The model jumps elsewhere, and the face that the head follows is turned back, as when a clip restarts.
BOOST_AUTO_TEST_CASE(a_jump_of_the_model_and_of_what_constraints_follow_is_not_felt)
{
    const auto hairAfter = [](bool jumps, bool tells) {
        VrmStage stage;
        stage.model.springs[0].joints[0].parameters.gravityPower = 0.5f;
        VrmCharacter character = stage.make();
        for (int frame = 0; frame < 30; ++frame) {
            const bool isAfter = jumps && frame > 25;
            const auto pose = [&](int number, float back) {
                stage.face.setRotationQuaternion(VrmStage::turn({0.f, 1.f, 0.f}, 0.1f * static_cast<float>(number) - back));
            };
            if (jumps && frame == 26) {
                pose(25, 1.3f);
                stage.root.setPosition({2.f, 0.f, -3.f});
                if (tells) {
                    BOOST_TEST((character.jump() == IkStatus::Solved));
                }
            }
            pose(frame, isAfter ? 1.3f : 0.f);
            character.update(1. / 60.);
        }
        return stage.hair0.getRotationQuaternion();
    };
    const glm::quat expected = hairAfter(false, false);
    BOOST_TEST(near(hairAfter(true, true), expected, 1e-3));
    BOOST_TEST(!near(hairAfter(true, false), expected, 1e-2));
}

BOOST_AUTO_TEST_CASE(springs_that_do_not_hang_together_are_cut_with_a_warning)
{
    VrmStage stage;
    const auto joint = [&](const TransformNode& node) { return VrmSpringJoint{stage.model.add(node)}; };
    stage.model.springs.push_back({"again", {joint(stage.hair0), joint(stage.hair1)}});
    stage.model.springs.push_back({"across", {joint(stage.leftEye), joint(stage.rightEye)}});
    stage.model.springs.push_back({"none", {}});
    const VrmCharacter character = stage.make();
    BOOST_REQUIRE(character.warnings().size() == 2u);
    BOOST_TEST(character.warnings()[0].find("spring \"again\"") == 0u);
    BOOST_TEST(character.warnings()[0].find("swings already: left out") != std::string::npos);
    BOOST_TEST(character.warnings()[1].find("spring \"across\"") == 0u);
    BOOST_TEST(character.warnings()[1].find("is not below the joint before it: cut there") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_frame_allocates_nothing_and_survives_what_is_removed)
{
    VrmStage stage;
    stage.model.constraints = {{stage.model.add(stage.hat), stage.model.add(stage.head)}};
    VrmCharacter character = stage.make();
    character.setExpression("happy", 1.f);
    character.lookAt(glm::vec3(1.f, 1.f, 1.f));
    character.update(1. / 60.);
    const AllocationCount allocations;
    for (int frame = 0; frame < 10; ++frame) {
        character.update(1. / 60.);
    }
    BOOST_TEST(allocations.sinceConstruction() == 0u);
    stage.scene.removeTransformNode(stage.head);
    stage.scene.removeTransformNode(stage.face);
    stage.scene.removeTransformNode(stage.hat);
    character.update(1. / 60.);
    character.setFirstPerson(true);
    BOOST_CHECK_EXCEPTION(VrmCharacter(stage.scene, 7), std::invalid_argument, says("there is no VRM model 7, the scene has 1"));
    VrmCharacter moved = std::move(character);
    BOOST_CHECK_EXCEPTION(character.update(0.), std::invalid_argument, says("was moved from"));  // NOLINT(bugprone-use-after-move)
}

BOOST_AUTO_TEST_SUITE_END()
