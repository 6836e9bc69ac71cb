#include <stdexcept>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/node/descendants.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/scene_camera.hpp>
#include <armature/scene/scene_light.hpp>
#include <armature/scene/skeleton_of_nodes.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

// tests/import places and clones files; these tests cover what only code can make: pivots, shear, hosts, connections between scenes.

BOOST_AUTO_TEST_SUITE(scene_copies)

BOOST_AUTO_TEST_CASE(a_copy_has_the_pivots_matrices_and_switches_of_its_model)
{
    Scene model;
    TransformNode& door = model.createTransformNode("door", nullptr, {.translation = {1.f, 2.f, 3.f}});
    door.setPivotPoint({0.5f, 0.f, 0.f});
    door.setRotation({0.f, 1.f, 0.f});
    TransformNode& sheared = model.createTransformNode("sheared", &door);
    glm::mat4 shear(1.f);
    shear[1][0] = 0.5f;
    sheared.setLocalMatrix(shear);
    sheared.setMetadata("{}");
    sheared.setEnabled(false);
    Scene scene;
    const SceneInstance copies = scene.instantiate(model);
    for (std::size_t i = 0; i < 2; ++i) {
        const TransformNode& copy = *copies.getNodes()[i];
        const TransformNode& original = *model.nodes()[i];
        BOOST_TEST((copy.getLocalMatrix() == original.getLocalMatrix()));
        BOOST_TEST((copy.getWorldMatrix() == original.getWorldMatrix()));
        BOOST_TEST((copy.getTransform() == original.getTransform()));
        BOOST_TEST((copy.getPivotPoint() == original.getPivotPoint()));
        BOOST_TEST(copy.getMetadata() == original.getMetadata());
        BOOST_TEST(copy.isSelfEnabled() == original.isSelfEnabled());
    }
}

// A skeleton without a host is relative to the world; its copy is relative to the instance.
BOOST_AUTO_TEST_CASE(a_skeleton_without_host_moves_with_its_instance)
{
    Scene model;
    Skeleton& skeleton = model.createSkeleton("rig");
    Bone& bone = skeleton.createBone("bone", {.bind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f})});
    TransformNode& sword = model.createTransformNode("sword", &bone);
    Scene scene;
    TransformNode& place = scene.createTransformNode("place", nullptr, {.translation = {10.f, 0.f, 0.f}});
    const SceneInstance copies = scene.instantiate(model, {.parent = &place, .transform = {.translation = {0.f, 0.f, 5.f}}});
    BOOST_TEST(near(glm::vec3(copies.getSkeletons()[0]->bones()[0]->getWorldMatrix()[3]), glm::vec3(10.f, 1.f, 5.f), 0.));
    BOOST_TEST(near(copies.getNodes()[0]->getPosition(Space::World), glm::vec3(10.f, 1.f, 5.f), 0.));
    BOOST_TEST(near(sword.getPosition(Space::World), glm::vec3(0.f, 1.f, 0.f), 0.));
}

// Objects of a third scene stay there, and the copy follows them as the original does.
BOOST_AUTO_TEST_CASE(ties_to_a_third_scene_are_kept)
{
    Scene third;
    TransformNode& host = third.createTransformNode("host", nullptr, {.translation = {0.f, 3.f, 0.f}});
    Skeleton& mount = third.createSkeleton("mount");
    Bone& saddle = mount.createBone("saddle", {.bind = glm::translate(glm::mat4(1.f), {0.f, 2.f, 0.f})});
    Scene model;
    model.createSkeleton("rig").createBone("bone");
    model.skeletons()[0]->setHostNode(&host);
    model.createTransformNode("rider", &saddle);
    Scene scene;
    const SceneInstance copies = scene.instantiate(model);
    BOOST_TEST(copies.getSkeletons()[0]->getHostNode() == &host);
    BOOST_TEST(copies.getNodes()[0]->getParent() == &saddle);
    saddle.setPosition({0.f, 7.f, 0.f});
    BOOST_TEST(copies.getNodes()[0]->getPosition(Space::World).y == 7.f);
}

BOOST_AUTO_TEST_CASE(a_deep_tree_is_copied_in_the_order_of_its_children)
{
    Random random(3);
    Scene model;
    for (int i = 0; i < 2000; ++i) {
        const auto count = static_cast<int>(model.nodes().size());
        TransformNode* parent =
            count == 0 || random.chance(0.1) ? nullptr : model.nodes()[static_cast<std::size_t>(random.integer(0, count - 1))];
        model.createTransformNode(std::to_string(i), parent, {.translation = random.vector(-1.f, 1.f), .rotation = random.rotation()});
    }
    for (int i = 0; i < 500; ++i) {  // so that some parents are created after their children
        TransformNode& node = *model.nodes()[static_cast<std::size_t>(random.integer(0, 1999))];
        TransformNode& parent = *model.nodes()[static_cast<std::size_t>(random.integer(0, 1999))];
        if (&node != &parent && !parent.isDescendantOf(node)) {
            node.setParent(&parent);
        }
    }
    Scene scene;
    const auto copies = scene.append(model).getNodes();
    for (std::size_t i = 0; i < copies.size(); ++i) {
        BOOST_REQUIRE(copies[i]->getPath() == model.nodes()[i]->getPath());
        BOOST_REQUIRE((copies[i]->getWorldMatrix() == model.nodes()[i]->getWorldMatrix()));
        const auto below = descendantsOf(*copies[i]);
        const auto expected = descendantsOf(*model.nodes()[i]);
        BOOST_REQUIRE(std::ranges::equal(below, expected, {}, &Node::getName, &Node::getName));
    }
}

// --- skeletons for trees of nodes -----------------------------------------------------------------------------------

// Expected: a bone is at its node, whichever of the two was moved.
BOOST_AUTO_TEST_CASE(a_tree_of_nodes_gets_a_skeleton_that_drives_it)
{
    Random random(12);
    Scene scene;
    TransformNode& stage = scene.createTransformNode("stage", nullptr, {.translation = {1.f, 0.f, 2.f}, .rotation = random.rotation()});
    TransformNode& hips = scene.createTransformNode("hips", &stage, {.translation = {0.f, 1.f, 0.f}});
    std::vector<TransformNode*> nodes{&hips};
    for (int i = 0; i < 20; ++i) {
        TransformNode* parent = nodes[static_cast<std::size_t>(random.integer(0, i))];
        nodes.push_back(&scene.createTransformNode(std::to_string(i), parent,
                                                   {.translation = random.vector(-1.f, 1.f), .rotation = random.rotation()}));
    }
    Skeleton& skeleton = createSkeletonOfNodes(hips, "captured");
    BOOST_TEST(scene.skeletons().size() == 1u);
    BOOST_TEST(skeleton.getHostNode() == &stage);
    BOOST_REQUIRE(skeleton.bones().size() == nodes.size());
    const auto check = [&] {
        for (Bone* bone : skeleton.bones()) {
            BOOST_REQUIRE(bone->getName() == bone->getTransformNode()->getName());
            BOOST_REQUIRE(near(bone->getWorldMatrix(), bone->getTransformNode()->getWorldMatrix(), 1e-5));
        }
    };
    check();
    for (const glm::mat3x4& final : skeleton.getFinalMatrices()) {
        BOOST_REQUIRE(near(toMat4(final), glm::mat4(1.f), 1e-5));  // bound in its current pose
    }
    nodes[5]->setRotationQuaternion(random.rotation());
    check();
    skeleton.bones()[3]->setRotationQuaternion(random.rotation());
    skeleton.bones()[0]->setPosition({3.f, 2.f, 1.f});
    check();
    BOOST_TEST(near(hips.getPosition(), glm::vec3(3.f, 2.f, 1.f), 0.));
    skeleton.returnToRest();
    check();
    BOOST_TEST(near(hips.getPosition(), glm::vec3(0.f, 1.f, 0.f), 0.));
    const auto copy = descendantsOf(scene.nodes()[1]->clone({.name = "twin"}));
    BOOST_TEST(scene.skeletons().size() == 2u);
    BOOST_TEST(copy.size() == 20u);
}

BOOST_AUTO_TEST_CASE(a_tree_that_cannot_have_a_skeleton_is_refused)
{
    Scene scene;
    Bone& bone = scene.createSkeleton("rig").createBone("bone");
    TransformNode& socket = scene.createTransformNode("socket", &bone);
    BOOST_CHECK_EXCEPTION(createSkeletonOfNodes(socket, "s"), std::invalid_argument, says("hangs on a bone"));
    TransformNode& flat = scene.createTransformNode("flat", nullptr, {.scale = {1.f, 0.f, 1.f}});
    BOOST_CHECK_NO_THROW(createSkeletonOfNodes(flat, "flat"));
    BOOST_TEST(scene.skeletons().size() == 2u);
}

// Indices in extensions refer to the scene they come from.
BOOST_AUTO_TEST_CASE(extensions_of_cameras_and_lights_are_left_out_of_copies_and_it_is_said_once)
{
    Scene model;
    model.addCamera({.name = "eye", .extensions = R"({"STUDIO_lens":{"node":3}})"});
    model.addCamera({.name = "plain"});
    model.addLight({.name = "sun", .extensions = R"({"STUDIO_glare":{"node":3}})"});
    Scene scene;
    scene.instantiate(model);
    scene.instantiate(model);
    BOOST_REQUIRE(scene.warnings().size() == 2u);
    BOOST_TEST(scene.warnings()[0].starts_with("camera \"eye\": its extensions are left out of the copy"));
    BOOST_TEST(scene.warnings()[1].starts_with("light \"sun\": its extensions are left out of the copy"));
    BOOST_TEST(scene.cameras()[0].extensions == "");
}

BOOST_AUTO_TEST_SUITE_END()
