#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/ik/node_constraints.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/saved_state.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/vrm_character.hpp>
#include <armature/scene/vrm_model.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(vrm_character)

namespace {

constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();
constexpr float degree = 0.017453292519943295f;

/// A head with eyes, whose rest turns away from the world's axes, a strand of hair, and a face with three morph targets and two materials.
struct Stage {
    Scene scene;
    TransformNode& root = scene.createTransformNode("root");
    TransformNode& head = scene.createTransformNode("head", &root, {{0.f, 1.5f, 0.f}, turn({1.f, 1.f, 0.f}, 0.6f), glm::vec3(1.f)});
    TransformNode& leftEye = scene.createTransformNode("leftEye", &head, {{0.f, 0.f, 0.f}, turn({0.f, 1.f, 1.f}, 1.1f), glm::vec3(1.f)});
    TransformNode& rightEye = scene.createTransformNode("rightEye", &head, {{0.f, 0.f, 0.f}, turn({1.f, 0.f, 1.f}, 0.4f), glm::vec3(1.f)});
    TransformNode& hair0 = scene.createTransformNode("hair0", &head, {{0.f, 0.1f, -0.1f}});
    TransformNode& hair1 = scene.createTransformNode("hair1", &hair0, {{0.1f, 0.f, 0.f}});
    TransformNode& hair2 = scene.createTransformNode("hair2", &hair1, {{0.1f, 0.f, 0.f}});
    TransformNode& face = scene.createTransformNode("face", &root);
    TransformNode& hat = scene.createTransformNode("hat", &root);
    MeshInstance* mesh = nullptr;
    VrmModel model;

    Stage()
    {
        scene.addImage({.name = "picture"});
        scene.addMaterial({.name = "skin", .baseColor = {0.5f, 0.5f, 0.5f, 1.f}, .baseColorTexture = TextureReference{}});
        scene.addMaterial({.name = "glow"});
        Primitive triangle{.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {0.f, 1.f, 0.f}}, .morphTargets = {3, MorphTarget{}}};
        mesh = &scene.addMeshInstance({.name = "face", .primitives = {triangle}, .morphWeights = {0.f, 0.f, 0.25f}}, face);
        model.meta.name = "Ada";
        model.humanoid = {{HumanoidRole::Head, model.add(head)},
                          {HumanoidRole::LeftEye, model.add(leftEye)},
                          {HumanoidRole::RightEye, model.add(rightEye)}};
        model.lookAt = VrmLookAt{
            .horizontalInner = {90.f, 30.f}, .horizontalOuter = {90.f, 60.f}, .verticalDown = {90.f, 45.f}, .verticalUp = {45.f, 20.f}};
        const std::size_t faceNode = model.add(face);
        model.expressions = {
            {.name = "happy",
             .isPreset = true,
             .morphs = {{faceNode, 0, 0.5f}},
             .colors = {{0, VrmMaterialColor::Color, {1.f, 0.f, 0.5f, 1.f}}, {1, VrmMaterialColor::EmissionColor, {2.f, 0.f, 0.f, 1.f}}},
             .textures = {{0, {0.5f, 2.f}, {0.25f, 0.f}}}},
            {.name = "surprised",
             .isPreset = true,
             .isBinary = true,
             .morphs = {{faceNode, 0, 1.f}},
             .overrideBlink = VrmOverride::Block,
             .overrideMouth = VrmOverride::Blend},
            {.name = "sad", .isPreset = true, .overrideMouth = VrmOverride::Blend},
            {.name = "blink", .isPreset = true, .morphs = {{faceNode, 1, 1.f}}},
            {.name = "aa", .isPreset = true, .morphs = {{faceNode, 1, 0.5f}}},
            {.name = "lookLeft", .isPreset = true},
            {.name = "lookUp", .isPreset = true}};
        model.springs = {{"hair", {{model.add(hair0)}, {model.add(hair1)}, {model.add(hair2)}}}};
    }

    static glm::quat turn(const glm::vec3& axis, float angle) { return glm::angleAxis(angle, glm::normalize(axis)); }

    VrmCharacter make(const Node* space = nullptr)
    {
        scene.addVrmModel(model);
        return VrmCharacter(scene, scene.vrmModels().size() - 1, space);
    }

    /// Where what was straight ahead of a node at rest is now, in the character's axes.
    [[nodiscard]] static glm::vec3 aheadOf(const TransformNode& node, const glm::quat& restInWorld)
    {
        return glm::quat_cast(glm::mat3(node.getWorldMatrix()) / std::cbrt(glm::determinant(glm::mat3(node.getWorldMatrix()))))
               * glm::conjugate(restInWorld) * glm::vec3(0.f, 0.f, 1.f);
    }
    [[nodiscard]] static glm::quat worldRotation(const TransformNode& node)
    {
        return glm::quat_cast(glm::mat3(node.getWorldMatrix()) / std::cbrt(glm::determinant(glm::mat3(node.getWorldMatrix()))));
    }
};

/// A direction: yaw to the character's left, which is +X, and pitch upwards, in degrees.
glm::vec3 direction(float yaw, float pitch)
{
    return {std::sin(yaw * degree) * std::cos(pitch * degree), std::sin(pitch * degree), std::cos(yaw * degree) * std::cos(pitch * degree)};
}

}  // namespace

// By hand from VRM 1.0, "Look At": 45 degrees to the left are 45 / 90 of 60 outwards for the left eye, of 30 inwards for the right; 22.5 up
// are half of 20, and beyond 45 it stays at 20.
BOOST_AUTO_TEST_CASE(eyes_turn_by_their_range_maps_whatever_their_rest)
{
    Stage stage;
    const glm::quat left = Stage::worldRotation(stage.leftEye);
    const glm::quat right = Stage::worldRotation(stage.rightEye);
    VrmCharacter character = stage.make();
    const auto lookTo = [&](float yaw, float pitch) {
        character.lookAt(glm::vec3(0.f, 1.5f, 0.f) + 10.f * direction(yaw, pitch));
        character.update(0.);
        BOOST_TEST(near(glm::vec3(character.getLook().yaw, character.getLook().pitch, 0.f), glm::vec3(yaw, pitch, 0.f) * degree, 1e-5));
    };
    lookTo(45.f, 0.f);
    BOOST_TEST(near(Stage::aheadOf(stage.leftEye, left), direction(30.f, 0.f), 1e-5));
    BOOST_TEST(near(Stage::aheadOf(stage.rightEye, right), direction(15.f, 0.f), 1e-5));
    lookTo(-45.f, 0.f);
    BOOST_TEST(near(Stage::aheadOf(stage.leftEye, left), direction(-15.f, 0.f), 1e-5));
    BOOST_TEST(near(Stage::aheadOf(stage.rightEye, right), direction(-30.f, 0.f), 1e-5));
    lookTo(0.f, 22.5f);
    BOOST_TEST(near(Stage::aheadOf(stage.leftEye, left), direction(0.f, 10.f), 1e-5));
    lookTo(0.f, 80.f);
    BOOST_TEST(near(Stage::aheadOf(stage.leftEye, left), direction(0.f, 20.f), 1e-5));
    lookTo(0.f, -30.f);
    BOOST_TEST(near(Stage::aheadOf(stage.leftEye, left), direction(0.f, -15.f), 1e-5));
    character.lookAt(std::nullopt);
    character.update(0.);
    BOOST_TEST(near(Stage::aheadOf(stage.leftEye, left), direction(0.f, 0.f), 1e-5));
}

BOOST_AUTO_TEST_CASE(looks_follow_the_head_and_the_place_of_the_model)
{
    Stage stage;
    const glm::quat left = Stage::worldRotation(stage.leftEye);
    TransformNode& place = stage.scene.createTransformNode("place");
    place.setTransform({{3.f, 1.f, 2.f}, Stage::turn({0.f, 1.f, 0.f}, 2.f), glm::vec3(2.f)});
    stage.root.setParent(&place);
    VrmCharacter character = stage.make(&place);
    const glm::quat headTurn = Stage::turn({0.f, 0.f, 1.f}, 0.5f);
    stage.head.setRotationQuaternion(headTurn * stage.head.getRotationQuaternion());
    const glm::vec3 ahead = headTurn * direction(45.f, 0.f);  // in the character's axes
    character.lookAt(glm::vec3(place.getWorldMatrix() * glm::vec4(glm::vec3(0.f, 1.5f, 0.f) + ahead, 1.f)));
    character.update(0.);
    BOOST_TEST(near(glm::vec3(character.getLook().yaw), glm::vec3(45.f * degree), 1e-5));
    const glm::vec3 seen = Stage::aheadOf(stage.leftEye, left);
    BOOST_TEST(near(glm::conjugate(place.getRotationQuaternion()) * glm::normalize(seen), headTurn * direction(30.f, 0.f), 1e-5));
}

BOOST_AUTO_TEST_CASE(expressions_may_do_the_looking)
{
    Stage stage;
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

// By hand from VRMC_vrm_animation: a weight is a node's x, a look is where a node's rotation takes +Z.
BOOST_AUTO_TEST_CASE(expressions_and_looks_follow_an_animation)
{
    Stage stage;
    const glm::quat left = Stage::worldRotation(stage.leftEye);
    VrmCharacter character = stage.make();
    TransformNode& weight = stage.scene.createTransformNode("weight", nullptr, {{0.25f, 9.f, 9.f}});
    TransformNode& tooMuch = stage.scene.createTransformNode("tooMuch", nullptr, {{1.5f, 0.f, 0.f}});
    TransformNode& look = stage.scene.createTransformNode("look");
    look.setRotationQuaternion(Stage::turn({0.f, 1.f, 0.f}, 45.f * degree) * Stage::turn({1.f, 0.f, 0.f}, -22.5f * degree));
    VrmAnimation animation;
    animation.expressions = {
        {"happy", true, animation.add(weight)}, {"sad", true, animation.add(tooMuch)}, {"Other", false, animation.add(weight)}};
    animation.lookAt = animation.add(look);
    stage.scene.addVrmAnimation(animation);
    character.lookAt(glm::vec3(0.f, 0.f, -5.f));
    character.follow(stage.scene.vrmAnimations()[0]);
    character.update(0.);
    BOOST_TEST(character.getShownExpression("happy") == 0.25f);
    BOOST_TEST(character.getShownExpression("sad") == 1.f);
    BOOST_TEST(near(glm::vec3(character.getLook().yaw, character.getLook().pitch, 0.f), glm::vec3(45.f, 22.5f, 0.f) * degree, 1e-6));
    BOOST_TEST(near(Stage::aheadOf(stage.leftEye, left), direction(30.f, 10.f), 1e-5));
    stage.head.setRotationQuaternion(Stage::turn({0.f, 1.f, 0.f}, 1.f) * stage.head.getRotationQuaternion());
    character.update(0.);
    BOOST_TEST(near(Stage::aheadOf(stage.leftEye, left), Stage::turn({0.f, 1.f, 0.f}, 1.f) * direction(30.f, 10.f), 1e-5));
    BOOST_CHECK_EXCEPTION(character.lookAlong({notANumber, 0.f}), std::invalid_argument, says("must be finite"));
}

// By hand: 0.5 of the way from the materials' own values to those of the expression; targets that no expression has keep their weight.
BOOST_AUTO_TEST_CASE(expressions_change_morphs_colours_and_textures)
{
    Stage stage;
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
    BOOST_TEST(stage.mesh->getMorphWeights()[0] == 1.25f);  // both
    character.clearExpressions();
    character.update(0.);
    BOOST_TEST((stage.mesh->getMorphWeights() == std::vector<float>{0.f, 0.f, 0.25f}));
    BOOST_TEST((stage.scene.materials()[0].baseColor == glm::vec4(0.5f, 0.5f, 0.5f, 1.f)));
    BOOST_TEST((stage.scene.materials()[0].baseColorTexture->scale == glm::vec2(1.f)));
}

// By hand from VRM 1.0, "Expression Override".
BOOST_AUTO_TEST_CASE(overrides_block_or_leave_what_is_left)
{
    Stage stage;
    VrmCharacter character = stage.make();
    character.setExpression("blink", 1.f);
    character.setExpression("aa", 0.5f);
    character.setExpression("sad", 0.25f);
    character.update(0.);
    BOOST_TEST(character.getShownExpression("blink") == 1.f);
    BOOST_TEST(character.getShownExpression("aa") == 0.375f);
    character.setExpression("surprised", 0.5f);  // binary: not more than half counts as nothing
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

// The same numbers as SpringBones on bones that stand where the nodes do.
BOOST_AUTO_TEST_CASE(hair_swings_after_what_it_hangs_on_has_moved)
{
    Stage stage;
    stage.model.constraints = {{stage.model.add(stage.head), stage.model.add(stage.face)}};
    stage.model.springs[0].joints[0].gravityPower = 0.5f;
    VrmCharacter character = stage.make();
    Skeleton skeleton("same");
    std::vector<Bone*> bones;
    for (const TransformNode* node : {&stage.root, &stage.head, &stage.hair0, &stage.hair1, &stage.hair2}) {
        bones.push_back(
            &skeleton.createBone(node->getName(), {.parent = bones.empty() ? nullptr : bones.back(), .bind = node->getLocalMatrix()}));
    }
    const SpringChain chain{.joints = {{.bone = bones[2], .gravityPower = 0.5f}, {.bone = bones[3]}, {.bone = bones[4]}}};
    SpringBones springs({&chain, 1});
    for (int frame = 0; frame < 30; ++frame) {
        stage.face.setRotationQuaternion(Stage::turn({0.f, 1.f, 0.f}, 0.1f * static_cast<float>(frame)));
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

BOOST_AUTO_TEST_CASE(springs_that_do_not_hang_together_are_cut_with_a_warning)
{
    Stage stage;
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
    Stage stage;
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

// It read the freed scene.
BOOST_AUTO_TEST_CASE(a_character_whose_scene_is_gone_does_nothing_and_says_so)
{
    for (const bool wasFirstPerson : {false, true}) {
        auto stage = std::make_unique<Stage>();
        stage->model.firstPerson = {{stage->model.add(stage->face), VrmFirstPersonType::ThirdPersonOnly}};
        VrmCharacter character = stage->make();
        if (wasFirstPerson) {
            character.setFirstPerson(true);
        }
        character.setExpression("happy", 1.f);
        BOOST_TEST((character.update(1. / 60.) == IkStatus::Solved));
        stage.reset();
        character.setFirstPerson(!wasFirstPerson);
        character.lookAt(glm::vec3(1.f));
        BOOST_TEST((character.update(1. / 60.) == IkStatus::Gone));
        BOOST_TEST(character.getExpression("happy") == 1.f);
    }
}

namespace {

/// Random changes of expressions and looks, and what can be seen of each frame.
std::vector<float> playAtRandom(Stage& stage, VrmCharacter& character, Random& random, int frames)
{
    std::vector<float> seen;
    for (int frame = 0; frame < frames; ++frame) {
        switch (random.integer(0, 11)) {
        case 0: character.setExpression("happy", random.real(0.f, 1.f)); break;
        case 1: character.setExpression("aa", random.real(0.f, 1.f)); break;
        case 2: character.setExpression("surprised", random.real(0.f, 1.f)); break;
        case 3: character.lookAt(random.vector(-3.f, 3.f)); break;
        case 4: character.lookAlong({random.real(-1.f, 1.f), random.real(-1.f, 1.f)}); break;
        case 5: character.lookAt(std::nullopt); break;
        default: break;
        }
        stage.head.setPosition({random.real(-0.1f, 0.1f), 1.5f, 0.f});
        character.update(1. / 60.);
        for (const float weight : stage.mesh->getMorphWeights()) {
            seen.push_back(weight);
        }
        for (const TransformNode* node : {&stage.leftEye, &stage.rightEye, &stage.hair0, &stage.hair1}) {
            const glm::quat rotation = node->getRotationQuaternion();
            seen.insert(seen.end(), {rotation.x, rotation.y, rotation.z, rotation.w});
        }
        seen.insert(seen.end(), {character.getLook().yaw, character.getLook().pitch});
    }
    return seen;
}

std::vector<float> shownBy(const VrmCharacter& character)
{
    std::vector<float> shown{character.getLook().yaw, character.getLook().pitch};
    for (const char* name : {"happy", "aa", "surprised"}) {
        shown.insert(shown.end(), {character.getExpression(name), character.getShownExpression(name)});
    }
    return shown;
}

}  // namespace

// The expected values are those of the first time. Saved while it looks at a point, along a direction, and ahead.
BOOST_AUTO_TEST_CASE(expressions_gaze_and_springs_are_part_of_a_saved_state)
{
    Stage stage;
    VrmCharacter character = stage.make();
    std::size_t different = 0;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        Random before(1000 + seed);
        playAtRandom(stage, character, before, 10);
        SavedState state;
        state.save(stage.scene, character);
        const std::vector<float> shown = shownBy(character);
        Random first(2000 + seed);
        const std::vector<float> seen = playAtRandom(stage, character, first, 15);
        Random astray(3000 + seed);
        playAtRandom(stage, character, astray, 10);
        state.restore(stage.scene, character);
        SavedState again;
        again.save(stage.scene, character);
        BOOST_TEST((again == state), "seed " << seed);
        different += shownBy(character) == shown ? 0u : 1u;
        Random second(2000 + seed);
        different += playAtRandom(stage, character, second, 15) == seen ? 0u : 1u;
    }
    BOOST_TEST(different == 0u);
    SavedState state;
    state.save(character);
    Stage other;
    other.model.expressions.pop_back();
    VrmCharacter unlike = other.make();
    BOOST_CHECK_EXCEPTION(state.restore(unlike), std::invalid_argument, says("7 expressions when it was saved, 6 now"));
}

BOOST_AUTO_TEST_SUITE_END()
