#include <armature/animation/animation_group.hpp>
#include <armature/scene/import_notes.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <animation/clip_builder.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A mesh of one primitive, with one vertex for each joint.
std::shared_ptr<const Mesh> skinnedMesh(std::vector<std::uint16_t> joints)
{
    MeshDescription mesh;
    mesh.name = "body";
    Primitive& primitive = mesh.primitives.emplace_back();
    primitive.positions.resize(joints.size());
    primitive.skin = {1, std::move(joints), std::vector<float>(primitive.positions.size(), 1.f)};
    primitive.morphTargets.resize(1);
    mesh.morphWeights = {0.25f};
    return Mesh::create(std::move(mesh));
}

/// Begins a clip. With `times` and `positions`, its target moves from the origin to (2 0 0) in one second.
ClipBuilder moving()
{
    return ClipBuilder("move");
}

const std::vector<float> times{0, 1};
const std::vector<float> positions{0, 0, 0, 2, 0, 0};

}  // namespace

BOOST_AUTO_TEST_SUITE(scene_content)

// --- skeletons ------------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(skeletons_are_listed_and_found_by_name)
{
    Scene scene;
    Skeleton& first = scene.createSkeleton("same");
    Skeleton& second = scene.createSkeleton("same");
    Skeleton& third = scene.addSkeleton(first.clone());
    third.setName("third");
    BOOST_TEST(std::ranges::equal(scene.skeletons(), std::vector{&first, &second, &third}));
    const Scene& constant = scene;
    BOOST_TEST(constant.skeletons().size() == 3);
    BOOST_TEST(scene.findSkeleton("same") == &first);
    BOOST_TEST(scene.findSkeleton("third") == &third);
    BOOST_TEST(scene.findSkeleton("none") == nullptr);
    scene.removeSkeleton(first);
    BOOST_TEST(scene.findSkeleton("same") == &second);
}

BOOST_AUTO_TEST_CASE(no_skeleton_and_a_foreign_one_are_refused)
{
    Scene scene;
    Skeleton standalone("standalone");
    BOOST_CHECK_THROW(scene.addSkeleton(nullptr), std::invalid_argument);
    BOOST_CHECK_EXCEPTION(scene.removeSkeleton(standalone), std::invalid_argument, says("standalone"));
    BOOST_TEST(scene.skeletons().empty());
}

BOOST_AUTO_TEST_CASE(update_brings_skeletons_up_to_date_too)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    Bone& bone = skeleton.createBone("bone");
    bone.setPosition({1, 2, 3});
    scene.update();
    const auto before = skeleton.evaluatedBoneCount();
    BOOST_TEST(near(bone.getAbsoluteMatrix()[3], glm::vec4(1, 2, 3, 1), 0.));
    BOOST_TEST(skeleton.evaluatedBoneCount() == before);
}

// --- meshes ---------------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(a_mesh_instance_starts_with_the_weights_and_name_of_its_mesh)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    skeleton.createBone("a");
    skeleton.createBone("b");
    const auto mesh = skinnedMesh({0, 1, 0});
    const MeshInstance& instance = scene.addMeshInstance(mesh, node, &skeleton);
    BOOST_TEST(instance.getName() == "body");
    BOOST_TEST(&instance.getNode() == &node);
    BOOST_TEST(instance.getMesh() == mesh);
    BOOST_TEST(instance.getSkeleton() == &skeleton);
    BOOST_TEST(instance.getMorphWeights() == mesh->getMorphWeights(), boost::test_tools::per_element());
    BOOST_TEST(scene.meshInstances().size() == 1);
}

BOOST_AUTO_TEST_CASE(a_joint_without_a_palette_slot_is_refused_with_both_numbers)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    Skeleton& skeleton = scene.createSkeleton("rig");
    skeleton.createBone("only");
    BOOST_CHECK_EXCEPTION(scene.addMeshInstance(skinnedMesh({0, 7}), node, &skeleton), std::invalid_argument,
                          says("joint 7, but the skeleton \"rig\" has 1 palette slot"));
    BOOST_TEST(scene.meshInstances().empty());
}

BOOST_AUTO_TEST_CASE(no_mesh_and_a_node_of_another_scene_are_refused)
{
    Scene scene;
    Scene other;
    TransformNode& foreign = other.createTransformNode("foreign");
    BOOST_CHECK_THROW(scene.addMeshInstance(nullptr, scene.createTransformNode("node")), std::invalid_argument);
    BOOST_CHECK_EXCEPTION(scene.addMeshInstance(skinnedMesh({0}), foreign), std::invalid_argument, says("foreign"));
    BOOST_TEST(scene.meshInstances().empty());
}

// Such a skeleton could be destroyed at any time without the instance knowing.
BOOST_AUTO_TEST_CASE(a_skeleton_that_the_scene_does_not_own_is_refused_by_name)
{
    Scene scene;
    Scene other;
    TransformNode& node = scene.createTransformNode("node");
    Skeleton standalone("standalone");
    standalone.createBone("bone");
    Skeleton& foreign = other.addSkeleton(standalone.clone());
    foreign.setName("foreign");
    BOOST_CHECK_EXCEPTION(scene.addMeshInstance(skinnedMesh({0}), node, &standalone), std::invalid_argument, says("standalone"));
    BOOST_CHECK_EXCEPTION(scene.addMeshInstance(skinnedMesh({0}), node, &foreign), std::invalid_argument, says("foreign"));
    BOOST_TEST(scene.meshInstances().empty());
}

BOOST_AUTO_TEST_CASE(mesh_instances_go_with_their_node)
{
    Scene scene;
    TransformNode& top = scene.createTransformNode("top");
    TransformNode& below = scene.createTransformNode("below", &top);
    TransformNode& beside = scene.createTransformNode("beside");
    const auto mesh = skinnedMesh({0});
    scene.addMeshInstance(mesh, top);
    scene.addMeshInstance(mesh, below);
    MeshInstance& kept = scene.addMeshInstance(mesh, beside);
    scene.removeTransformNode(top);
    BOOST_TEST(std::ranges::equal(scene.meshInstances(), std::vector{&kept}));
}

BOOST_AUTO_TEST_CASE(mesh_instances_become_static_without_their_skeleton)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    skeleton.createBone("bone");
    const MeshInstance& instance = scene.addMeshInstance(skinnedMesh({0}), node, &skeleton);
    scene.removeSkeleton(skeleton);
    BOOST_TEST(instance.getSkeleton() == nullptr);
    BOOST_TEST(&instance.getNode() == &node);
}

BOOST_AUTO_TEST_CASE(materials_images_and_warnings_keep_their_order)
{
    Scene scene;
    Material material;
    material.name = "skin";
    BOOST_TEST(scene.addMaterial({}) == 0);
    BOOST_TEST(scene.addMaterial(material) == 1);
    BOOST_TEST(scene.materials()[1].name == "skin");
    Image image;
    image.name = "face";
    BOOST_TEST(scene.addImage(image) == 0);
    BOOST_TEST(scene.images()[0].name == "face");
    addImportWarning(scene, "first");
    addImportWarning(scene, "second");
    BOOST_TEST(scene.warnings()[0] == "first");
    BOOST_TEST(scene.warnings()[1] == "second");
}

// --- animation ------------------------------------------------------------------------------------------------------

// By hand: after half a second, the node is half way. The group that was made later wins.
BOOST_AUTO_TEST_CASE(groups_apply_in_the_order_in_which_they_were_made)
{
    Scene scene;
    const TransformNode& node = scene.createTransformNode("node");
    const auto move = moving().node(0).channel(ChannelPath::Translation, Interpolation::Linear, times, positions).create();
    const auto stay =
        ClipBuilder("stay").node(0).channel(ChannelPath::Translation, Interpolation::Step, times, {9, 9, 9, 9, 9, 9}).create();
    scene.createAnimationGroup(move).play();
    scene.animate(0.5);
    BOOST_TEST(near(node.getPosition(), glm::vec3(1, 0, 0), 1e-6));
    scene.createAnimationGroup(stay).play();
    scene.animate(0.25);
    BOOST_TEST(near(node.getPosition(), glm::vec3(9, 9, 9), 0.));
    BOOST_TEST(scene.animationGroups().size() == 2);
    BOOST_TEST(scene.findAnimationGroup("stay") == scene.animationGroups()[1]);
    BOOST_TEST(scene.findAnimationGroup("none") == nullptr);
}

BOOST_AUTO_TEST_CASE(groups_leave_removed_nodes_alone)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    const auto clip = moving().node(0).channel(ChannelPath::Translation, Interpolation::Linear, times, positions).create();
    AnimationGroup& group = scene.createAnimationGroup(clip);
    group.play();
    scene.removeTransformNode(node);
    scene.animate(0.5);
    BOOST_TEST(group.unboundChannelCount() == 1);
}

BOOST_AUTO_TEST_CASE(groups_leave_removed_bones_and_skeletons_alone)
{
    for (const Removal removal : {Removal::KeepChildren, Removal::Subtree}) {
        Scene scene;
        Skeleton& skeleton = scene.createSkeleton("skeleton");
        Bone& root = skeleton.createBone("root");
        Bone& tip = skeleton.createBone("tip", {.parent = &root});
        const auto clip = moving()
                              .bone(0, 0)
                              .channel(ChannelPath::Translation, Interpolation::Linear, times, positions)
                              .bone(0, 1)
                              .channel(ChannelPath::Translation, Interpolation::Linear, times, positions)
                              .create();
        AnimationGroup& group = scene.createAnimationGroup(clip);
        group.play();
        skeleton.removeBone(root, removal);
        scene.animate(0.5);
        const bool tipIsThere = removal == Removal::KeepChildren;
        BOOST_TEST(group.unboundChannelCount() == (tipIsThere ? 1 : 2));
        if (tipIsThere) {
            BOOST_TEST(near(tip.getPosition(), glm::vec3(1, 0, 0), 1e-6));
        }
        scene.removeSkeleton(skeleton);
        scene.animate(0.1);
        BOOST_TEST(group.unboundChannelCount() == 2);
    }
}

BOOST_AUTO_TEST_SUITE_END()
