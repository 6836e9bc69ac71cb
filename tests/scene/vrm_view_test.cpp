#include <memory>
#include <string>
#include <vector>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/ik/spring_bones.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skeleton_of_nodes.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>
#include <armature/vrm/vrm_character.hpp>
#include <armature/vrm/vrm_model.hpp>

#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

// What a VrmCharacter shows to its wearer and to others, and the parents of its springs.

BOOST_AUTO_TEST_SUITE(vrm_view)

namespace {

/// A neck, a head and hair on it as bones driven by nodes, and a skinned strip of five triangles from the neck up.
struct Bust {
    Scene scene;
    TransformNode& root = scene.createTransformNode("root");
    TransformNode& neck = scene.createTransformNode("neck", &root, {{0.f, 1.f, 0.f}});
    TransformNode& head = scene.createTransformNode("head", &neck, {{0.f, 0.2f, 0.f}});
    TransformNode& hair = scene.createTransformNode("hair", &head, {{0.f, 0.2f, 0.f}});
    TransformNode& body = scene.createTransformNode("body");
    Skeleton& skeleton = createSkeletonOfNodes(root, "bust");
    MeshInstance* skin = nullptr;
    VrmModel model;

    Bust()
    {
        scene.addMaterial({.name = "pale"});
        scene.addMaterial({.name = "brown"});
        skin = &scene.addMeshInstance({.name = "skin", .primitives = {strip()}, .morphWeights = {0.f}}, body, &skeleton);
        skin->setMaterial(0, 1);
        model.humanoid = {{HumanoidRole::Head, model.add(head)}};
    }

    /// Vertices 0 to 2 move with the neck (joint 1), 3 with the neck and a little with the head (2), 4 and 5 with the head, 6 with the
    /// hair.
    static Primitive strip()
    {
        Primitive primitive;
        primitive.topology = PrimitiveTopology::TriangleStrip;
        for (int i = 0; i < 7; ++i) {
            primitive.positions.push_back({static_cast<float>(i % 2), 0.1f * static_cast<float>(i), 0.f});
        }
        primitive.skin.influencesPerVertex = 2;
        primitive.skin.joints = {1, 0, 1, 0, 1, 2, 1, 2, 2, 0, 2, 0, 3, 0};
        primitive.skin.weights = {1.f, 0.f, 1.f, 0.f, 1.f, 0.f, 0.9f, 0.1f, 1.f, 0.f, 1.f, 0.f, 1.f, 0.f};
        primitive.morphTargets.resize(1);
        return primitive;
    }

    VrmCharacter make()
    {
        addVrmModel(scene, model);
        return VrmCharacter(scene);
    }
};

/// Twice the area of the visible triangles.
float shownOf(const MeshInstance& instance)
{
    float area = 0.f;
    for (const Primitive& primitive : instance.getMesh()->primitives()) {
        const std::size_t step = primitive.topology == PrimitiveTopology::TriangleStrip ? 1 : 3;
        std::vector<std::uint32_t> indices = primitive.indices;
        for (std::uint32_t i = 0; primitive.indices.empty() && i < primitive.positions.size(); ++i) {
            indices.push_back(i);
        }
        for (std::size_t i = 0; i + 2 < indices.size(); i += step) {
            const glm::vec3 a = primitive.positions[indices[i]];
            area += glm::length(glm::cross(primitive.positions[indices[i + 1]] - a, primitive.positions[indices[i + 2]] - a));
        }
    }
    return area;
}

std::vector<float> shownOf(const Scene& scene)
{
    std::vector<float> shown;
    for (const MeshInstance* const instance : scene.meshInstances()) {
        shown.push_back(shownOf(*instance));
    }
    return shown;
}

MeshDescription triangle()
{
    return {.name = "triangle", .primitives = {{.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {0.f, 1.f, 0.f}}}}};
}

}  // namespace

// VRM 1.0, "MeshAnnotation.Auto": triangles with a vertex weighted to the head or a bone below it are hidden from the wearer. By hand: of
// five triangles, only the first has no such vertex; weights of 0 do not count.
BOOST_AUTO_TEST_CASE(the_wearer_does_not_see_what_the_head_moves)
{
    Bust bust;
    VrmCharacter character = bust.make();
    const auto whole = bust.skin->getMesh();
    const float all = shownOf(*bust.skin);
    bust.skin->setMorphWeight(0, 0.5f);
    character.setFirstPerson(true);
    BOOST_TEST(near(glm::vec3(shownOf(*bust.skin)), glm::vec3(all / 5.f), 1e-6));
    BOOST_TEST((bust.skin->getMesh()->primitives()[0].indices == std::vector<std::uint32_t>{0, 1, 2}));
    BOOST_TEST(bust.skin->getMaterial(0).value() == 1u);
    BOOST_TEST(bust.skin->getMorphWeights()[0] == 0.5f);
    character.setFirstPerson(true);
    BOOST_TEST(near(glm::vec3(shownOf(*bust.skin)), glm::vec3(all / 5.f), 1e-6));
    character.setFirstPerson(false);
    BOOST_TEST((bust.skin->getMesh() == whole));
    BOOST_TEST(bust.skin->getMaterial(0).value() == 1u);
    {
        VrmCharacter passing = std::move(character);
        passing.setFirstPerson(true);
        BOOST_TEST((bust.skin->getMesh() != whole));
    }
    BOOST_TEST((bust.skin->getMesh() == whole));
}

BOOST_AUTO_TEST_CASE(triangles_keep_their_sides_when_a_strip_is_cut)
{
    Bust bust;
    Primitive strip = Bust::strip();
    strip.skin.joints[4] = strip.skin.joints[6] = strip.skin.joints[7] = 1;  // vertices 0 to 3 move with the neck
    bust.skin->setMesh(Mesh::create({.primitives = {strip}, .morphWeights = {0.f}}));
    VrmCharacter character = bust.make();
    character.setFirstPerson(true);
    BOOST_TEST((bust.skin->getMesh()->primitives()[0].indices == std::vector<std::uint32_t>{0, 1, 2, 2, 1, 3}));
}

// Annotations apply to the meshes at a node, not to nodes below it. They do not show nodes that the user hides.
BOOST_AUTO_TEST_CASE(annotations_hide_the_meshes_that_they_name)
{
    Bust bust;
    TransformNode& mask = bust.scene.createTransformNode("mask", &bust.neck);
    TransformNode& below = bust.scene.createTransformNode("below", &mask);
    TransformNode& hud = bust.scene.createTransformNode("hud");
    TransformNode& hat = bust.scene.createTransformNode("hat", &bust.head);
    TransformNode& ring = bust.scene.createTransformNode("ring", &bust.head);
    for (TransformNode* const node : {&mask, &below, &hud, &hat, &ring}) {
        bust.scene.addMeshInstance(triangle(), *node);
    }
    mask.setEnabled(false);
    bust.model.firstPerson = {{bust.model.add(bust.body), VrmFirstPersonType::Both},
                              {bust.model.add(mask), VrmFirstPersonType::ThirdPersonOnly},
                              {bust.model.add(hud), VrmFirstPersonType::FirstPersonOnly},
                              {bust.model.add(ring), VrmFirstPersonType::Both}};
    VrmCharacter character = bust.make();
    const float skin = shownOf(*bust.skin);
    character.setFirstPerson(true);
    BOOST_TEST((shownOf(bust.scene) == std::vector<float>{skin, 0.f, 1.f, 1.f, 0.f, 1.f}));
    character.setFirstPerson(false);
    BOOST_TEST((shownOf(bust.scene) == std::vector<float>{skin, 1.f, 1.f, 0.f, 1.f, 1.f}));
    BOOST_TEST(!mask.isSelfEnabled());
    BOOST_TEST(hud.isSelfEnabled());
    const auto other = Mesh::create(triangle());
    character.setFirstPerson(true);
    bust.skin->setMesh(other);
    character.setFirstPerson(false);
    BOOST_TEST((bust.skin->getMesh() == other));
}

// --- expressions ----------------------------------------------------------------------------------------------------

// VRM 1.0, "Procedural override": an expression that overrides looking weakens any look; blink does not override blinking.
BOOST_AUTO_TEST_CASE(overrides_leave_less_of_what_bones_look)
{
    Scene scene;
    TransformNode& head = scene.createTransformNode("head");
    TransformNode& eye = scene.createTransformNode("eye", &head);
    VrmModel model;
    model.humanoid = {{HumanoidRole::Head, model.add(head)}, {HumanoidRole::LeftEye, model.add(eye)}};
    model.lookAt = VrmLookAt{.horizontalOuter = {90.f, 60.f}};
    model.expressions = {{.name = "sad", .isPreset = true, .overrideLookAt = VrmOverride::Blend},
                         {.name = "angry", .isPreset = true, .overrideLookAt = VrmOverride::Block},
                         {.name = "blink", .isPreset = true, .overrideBlink = VrmOverride::Block}};
    addVrmModel(scene, model);
    VrmCharacter character(scene);
    const auto turned = [&] { return glm::degrees(glm::angle(eye.getRotationQuaternion())); };
    character.lookAt(glm::vec3(1.f, 0.f, 1.f));
    character.update(0.);
    BOOST_TEST(near(glm::vec3(turned()), glm::vec3(30.f), 1e-4));
    character.setExpression("sad", 0.25f);
    character.update(0.);
    BOOST_TEST(near(glm::vec3(turned()), glm::vec3(22.5f), 1e-4));
    character.setExpression("angry", 0.5f);
    character.setExpression("blink", 1.f);
    character.update(0.);
    BOOST_TEST(near(glm::vec3(turned()), glm::vec3(0.f), 1e-4));
    BOOST_TEST(character.getShownExpression("blink") == 1.f);
    character.clearExpressions();
    character.update(0.);
    BOOST_TEST(near(glm::vec3(turned()), glm::vec3(30.f), 1e-4));
}

// A second character, in the same scene or in one that the scene is copied to, does not take the shown face for the material's own values.
BOOST_AUTO_TEST_CASE(a_face_that_is_shown_is_nobodys_rest)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    scene.addMaterial({.name = "skin", .baseColor = {0.5f, 0.5f, 0.5f, 1.f}, .emissive = {0.25f, 0.f, 0.f}});
    VrmModel model;
    model.add(node);
    model.expressions = {
        {.name = "happy",
         .isPreset = true,
         .colors = {{0, VrmMaterialColor::Color, {1.f, 0.f, 0.f, 1.f}}, {0, VrmMaterialColor::EmissionColor, {1.f, 1.f, 1.f, 1.f}}}}};
    addVrmModel(scene, model);
    VrmCharacter first(scene);
    first.setExpression("happy", 1.f);
    first.update(0.);
    BOOST_TEST((scene.materials()[0].baseColor == glm::vec4(1.f, 0.f, 0.f, 1.f)));
    VrmCharacter second(scene);
    second.update(0.);
    BOOST_TEST((scene.materials()[0].baseColor == glm::vec4(0.5f, 0.5f, 0.5f, 1.f)));
    first.update(0.);
    Scene other;
    other.addMaterial({});
    other.instantiate(scene);
    BOOST_TEST((other.materials()[1].baseColor == glm::vec4(0.5f, 0.5f, 0.5f, 1.f)));
    BOOST_TEST((other.materials()[1].emissive == glm::vec3(0.25f, 0.f, 0.f)));
}

// --- springs and constraints ----------------------------------------------------------------------------------------

namespace {

/// Two strands, each a tree of its own or both below one node.
struct Strands {
    Scene scene;
    std::vector<TransformNode*> tops;
    std::vector<TransformNode*> tips;
    std::optional<VrmCharacter> character;

    explicit Strands(TransformNode* (*parentIn)(Scene&))
    {
        VrmModel model;
        TransformNode* const parent = parentIn(scene);
        for (const float x : {0.f, 1.f}) {
            TransformNode& top = scene.createTransformNode("top", parent, {{x, 1.f, 0.f}});
            TransformNode& middle = scene.createTransformNode("middle", &top, {{0.f, 0.f, 0.2f}});
            TransformNode& tip = scene.createTransformNode("tip", &middle, {{0.f, 0.f, 0.2f}});
            const auto joint = [&](const TransformNode& node) {
                return VrmSpringJoint{model.add(node), {.stiffness = 0.5f, .gravityPower = 0.3f}};
            };
            model.springs.push_back({"strand", {joint(top), joint(middle), joint(tip)}});
            tops.push_back(&top);
            tips.push_back(&tip);
        }
        addVrmModel(scene, model);
        character.emplace(scene);
    }

    /// The tips' positions after one second in which `stand` is turned about x.
    std::vector<glm::vec3> swing(TransformNode& stand)
    {
        for (int frame = 0; frame < 60; ++frame) {
            stand.setRotation({0.02f * static_cast<float>(frame), 0.f, 0.f});
            BOOST_TEST((character->update(1. / 60.) == IkStatus::Solved));
        }
        std::vector<glm::vec3> places;
        for (const TransformNode* const tip : tips) {
            places.emplace_back(tip->getWorldMatrix()[3]);
        }
        return places;
    }
};

}  // namespace

// Strands that are attached to a node after the character was made swing like those attached from the start.
BOOST_AUTO_TEST_CASE(springs_follow_the_model_to_a_new_parent)
{
    const auto hung = [](Scene& scene) { return &scene.createTransformNode("stand"); };
    Strands expected(hung);
    const std::vector<glm::vec3> places = expected.swing(*expected.scene.findTransformNode("stand"));
    BOOST_TEST(!near(places[0], glm::vec3(0.f, 1.f, 0.4f), 0.1));

    Strands loose([](Scene&) { return static_cast<TransformNode*>(nullptr); });
    TransformNode& stand = loose.scene.createTransformNode("stand");
    for (TransformNode* const top : loose.tops) {
        top->setParent(&stand);
    }
    const std::vector<glm::vec3> moved = loose.swing(stand);
    Strands rooted([](Scene& scene) { return &scene.createTransformNode("root"); });
    TransformNode& above = rooted.scene.createTransformNode("above");
    rooted.scene.findTransformNode("root")->setParent(&above);
    const std::vector<glm::vec3> carried = rooted.swing(above);
    for (std::size_t i = 0; i < 2; ++i) {
        BOOST_TEST(near(moved[i], places[i], 1e-5));
        BOOST_TEST(near(carried[i], places[i], 1e-5));
    }
    loose.tops[0]->setParent(nullptr);
    BOOST_TEST((loose.character->update(1. / 60.) == IkStatus::Gone));
    loose.tops[1]->setParent(nullptr);
    BOOST_TEST((loose.character->update(1. / 60.) == IkStatus::Solved));
}

BOOST_AUTO_TEST_CASE(springs_hang_on_one_bone_of_another_skeleton_but_not_on_several)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("rig");
    VrmModel model;
    for (const char* const side : {"left", "right"}) {
        TransformNode& carrier = scene.createTransformNode("carrier", &skeleton.createBone(side));
        TransformNode& top = scene.createTransformNode("top", &carrier);
        TransformNode& tip = scene.createTransformNode("tip", &top, {{0.f, 0.f, 0.2f}});
        model.springs.push_back({side, {{model.add(top), {.gravityPower = 1.f}}, {.node = model.add(tip)}}});
        addVrmModel(scene, model);
    }
    VrmCharacter one(scene, 0);
    BOOST_TEST(one.warnings().empty());
    BOOST_TEST((one.update(0.1) == IkStatus::Solved));
    BOOST_TEST(scene.findTransformNode("top")->getRotationQuaternion().x > 0.1f);
    VrmCharacter both(scene, 1);
    BOOST_TEST(both.warnings().size() == 4u);
    BOOST_TEST(both.warnings()[0].find("spring \"left\": ") == 0u);
    BOOST_TEST(both.warnings()[0].find("hangs on a bone: left out") != std::string::npos);
    BOOST_TEST(both.getSprings() == nullptr);
    BOOST_TEST((both.update(0.1) == IkStatus::Solved));
}

BOOST_AUTO_TEST_CASE(a_removed_node_stops_its_own_constraint_and_is_reported)
{
    Scene scene;
    TransformNode& root = scene.createTransformNode("root");
    TransformNode& lamp = scene.createTransformNode("lamp");
    TransformNode& aimer = scene.createTransformNode("aimer", &root);
    TransformNode& copy = scene.createTransformNode("copy", &root);
    VrmModel model;
    model.constraints = {{model.add(aimer), model.add(lamp), {NodeConstraintKind::Aim, {0.f, 0.f, 1.f}}},
                         {model.add(copy), model.add(root)}};
    addVrmModel(scene, model);
    VrmCharacter character(scene);
    scene.removeTransformNode(lamp);
    root.setRotation({0.f, 1.f, 0.f});
    BOOST_TEST((character.update(0.) == IkStatus::Gone));
    BOOST_TEST(near(copy.getRotationQuaternion(), root.getRotationQuaternion(), 1e-6));
}

BOOST_AUTO_TEST_SUITE_END()
