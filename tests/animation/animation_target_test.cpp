#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <animation/clip_builder.hpp>
#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr auto step = Interpolation::Step;
const Transform start{{1, 2, 3}, glm::quat(sin45, sin45, 0, 0), {4, 5, 6}};

/// Adds one key for each of the three parts to the builder's target: translation (7 8 9), a half turn about z, scale (2 3 4).
ClipBuilder& addAllParts(ClipBuilder& builder)
{
    return builder.channel(ChannelPath::Translation, step, {0}, {7, 8, 9})
        .channel(ChannelPath::Rotation, step, {0}, {0, 0, 1, 0})
        .channel(ChannelPath::Scale, step, {0}, {2, 3, 4});
}

const Transform allParts{{7, 8, 9}, glm::quat(0, 0, 0, 1), {2, 3, 4}};

void apply(Scene& scene, const ClipBuilder& builder)
{
    scene.createAnimationGroup(builder.create()).apply();
}

std::shared_ptr<const Mesh> meshWithTargets(std::size_t count)
{
    MeshDescription mesh;
    mesh.primitives.resize(1);
    mesh.primitives[0].morphTargets.resize(count);
    mesh.morphWeights.assign(count, 0.f);
    return Mesh::create(std::move(mesh));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_targets)

BOOST_AUTO_TEST_CASE(parts_and_joints_without_animation_keep_their_transform)
{
    Scene scene;
    auto& moved = scene.createTransformNode("moved", nullptr, start);
    auto& turned = scene.createTransformNode("turned", &moved, start);
    auto& scaled = scene.createTransformNode("scaled", &turned, start);
    auto& untouched = scene.createTransformNode("untouched", &scaled, start);
    ClipBuilder builder;
    builder.node(0).channel(ChannelPath::Translation, step, {0}, {7, 8, 9});
    builder.node(1).channel(ChannelPath::Rotation, step, {0}, {0, 0, 1, 0});
    builder.node(2).channel(ChannelPath::Scale, step, {0}, {2, 3, 4});
    apply(scene, builder);
    BOOST_TEST((moved.getTransform() == Transform{{7, 8, 9}, start.rotation, start.scale}));
    BOOST_TEST((turned.getTransform() == Transform{start.translation, glm::quat(0, 0, 0, 1), start.scale}));
    BOOST_TEST((scaled.getTransform() == Transform{start.translation, start.rotation, {2, 3, 4}}));
    BOOST_TEST((untouched.getTransform() == start));
}

BOOST_AUTO_TEST_CASE(all_parts_of_a_node_are_written)
{
    Scene scene;
    auto& node = scene.createTransformNode("node", nullptr, start);
    ClipBuilder builder;
    apply(scene, addAllParts(builder.node(0)));
    BOOST_TEST((node.getTransform() == allParts));
    BOOST_TEST(near(node.getWorldMatrix(), toMat4(allParts), 0.));
}

BOOST_AUTO_TEST_CASE(what_hangs_below_an_animated_node_follows_at_once)
{
    Scene scene;
    auto& node = scene.createTransformNode("node");
    auto& child = scene.createTransformNode("child", &node, {{0, 1, 0}});
    BOOST_TEST(near(child.getPosition(Space::World), glm::vec3(0, 1, 0), 0.));
    ClipBuilder builder;
    builder.node(0).channel(ChannelPath::Translation, Interpolation::Linear, {0, 1}, {0, 0, 0, 4, 0, 0});
    auto& group = scene.createAnimationGroup(builder.create());
    group.goTo(0.5);
    BOOST_TEST(near(child.getPosition(Space::World), glm::vec3(2, 1, 0), 0.));
    group.goTo(1.);
    BOOST_TEST(near(child.getPosition(Space::World), glm::vec3(4, 1, 0), 0.));
}

BOOST_AUTO_TEST_CASE(bones_are_moved_like_nodes)
{
    Scene scene;
    scene.createSkeleton("first");
    Skeleton& skeleton = scene.createSkeleton("second");
    skeleton.createBone("root");
    Bone& bone = skeleton.createBone("bone", {.parent = skeleton.findBone("root")});
    ClipBuilder builder;
    apply(scene, addAllParts(builder.bone(1, 1)));
    BOOST_TEST((bone.getTransform() == allParts));
    BOOST_TEST(near(bone.getFinalMatrix(), toMat4(allParts), 0.));
}

BOOST_AUTO_TEST_CASE(a_linked_bone_obeys_its_link)
{
    Scene scene;
    auto& node = scene.createTransformNode("node", nullptr, start);
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    Bone& bone = skeleton.createBone("bone");
    bone.linkTransformNode(&node);
    ClipBuilder builder;
    addAllParts(builder.bone(0, 0));
    apply(scene, builder);
    BOOST_TEST((node.getTransform() == start));
    BOOST_TEST((bone.getTransform() == start));

    bone.linkTransformNode(&node, LinkMode::ForwardWrites);
    apply(scene, builder);
    BOOST_TEST((node.getTransform() == allParts));
    BOOST_TEST((bone.getTransform() == allParts));
}

BOOST_AUTO_TEST_CASE(an_animated_node_moves_the_bone_that_is_linked_to_it)
{
    Scene scene;
    auto& node = scene.createTransformNode("node");
    Bone& bone = scene.createSkeleton("skeleton").createBone("bone");
    bone.linkTransformNode(&node);
    (void)bone.getFinalMatrix();
    ClipBuilder builder;
    apply(scene, addAllParts(builder.node(0)));
    BOOST_TEST(near(bone.getFinalMatrix(), toMat4(allParts), 0.));
}

BOOST_AUTO_TEST_CASE(weights_go_to_every_instance_at_the_node)
{
    Scene scene;
    auto& node = scene.createTransformNode("node");
    auto& other = scene.createTransformNode("other");
    MeshInstance& two = scene.addMeshInstance(meshWithTargets(2), node);
    MeshInstance& three = scene.addMeshInstance(meshWithTargets(3), node);
    MeshInstance& elsewhere = scene.addMeshInstance(meshWithTargets(2), other);
    ClipBuilder builder;
    builder.node(0).channel(ChannelPath::Weights, Interpolation::Linear, {0, 1}, {0, 0, 1, -1}, 2);
    auto& group = scene.createAnimationGroup(builder.create());
    three.setMorphWeight(2, 7.f);  // a target that the clip does not animate
    group.goTo(0.25);
    BOOST_TEST(two.getMorphWeights() == (std::vector<float>{0.25f, -0.25f}), boost::test_tools::per_element());
    BOOST_TEST(three.getMorphWeights() == (std::vector<float>{0.25f, -0.25f, 7.f}), boost::test_tools::per_element());
    BOOST_TEST(elsewhere.getMorphWeights() == (std::vector<float>{0.f, 0.f}), boost::test_tools::per_element());
    // An instance added later is written as well, and one with fewer targets takes as many weights as it has targets.
    MeshInstance& late = scene.addMeshInstance(meshWithTargets(1), node);
    group.goTo(1.);
    BOOST_TEST(late.getMorphWeights() == (std::vector<float>{1.f}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_name_finds_a_target_whatever_the_index)
{
    Scene scene;
    auto& first = scene.createTransformNode("a");
    auto& second = scene.createTransformNode("b");
    ClipBuilder builder;
    builder.channel(ChannelPath::Translation, step, {0}, {1, 1, 1}).channel(ChannelPath::Translation, step, {0}, {2, 2, 2});
    builder.description().channels[0].target = {ChannelTarget::Kind::Node, 0, 0, "b"};
    builder.description().channels[1].target = {ChannelTarget::Kind::Node, 99, 0, "b"};
    apply(scene, builder);
    BOOST_TEST(near(first.getPosition(), glm::vec3(0), 0.));
    BOOST_TEST(near(second.getPosition(), glm::vec3(2), 0.));  // the last channel's value
}

BOOST_AUTO_TEST_CASE(targets_that_are_not_there_are_left_out_and_counted)
{
    Scene scene;
    auto& node = scene.createTransformNode("");
    scene.createSkeleton("skeleton");
    ClipBuilder builder;
    addAllParts(builder.node(0));
    addAllParts(builder.node(1));
    addAllParts(builder.bone(0, 0));
    addAllParts(builder.bone(5, 0));
    auto& group = scene.createAnimationGroup(builder.create());
    BOOST_TEST(group.unboundChannelCount() == 9u);
    group.apply();
    BOOST_TEST((node.getTransform() == allParts));
}

BOOST_AUTO_TEST_CASE(a_removed_node_is_left_alone)
{
    Scene scene;
    auto& node = scene.createTransformNode("node");
    scene.createTransformNode("child", &node);
    auto& other = scene.createTransformNode("other");
    ClipBuilder builder;
    addAllParts(builder.node(0));
    addAllParts(builder.node(1));
    addAllParts(builder.node(2));
    builder.node(1).channel(ChannelPath::Weights, step, {0}, {1}, 1);
    auto& group = scene.createAnimationGroup(builder.create());
    group.play();
    scene.removeTransformNode(node, Removal::Subtree);
    BOOST_TEST(group.unboundChannelCount() == 7u);
    scene.animate(0.1);
    BOOST_TEST((other.getTransform() == allParts));
}

BOOST_AUTO_TEST_CASE(a_removed_bone_is_left_alone)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    Bone& root = skeleton.createBone("root");
    Bone& tip = skeleton.createBone("tip", {.parent = &root});
    ClipBuilder builder;
    addAllParts(builder.bone(0, 0));
    addAllParts(builder.bone(0, 1));
    auto& group = scene.createAnimationGroup(builder.create());
    group.play();
    skeleton.removeBone(root, Removal::KeepChildren);
    BOOST_TEST(group.unboundChannelCount() == 3u);
    scene.animate(0.1);
    BOOST_TEST((tip.getTransform() == allParts));
}

BOOST_AUTO_TEST_CASE(a_removed_skeleton_is_left_alone)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    skeleton.createBone("bone");
    auto& node = scene.createTransformNode("node");
    ClipBuilder builder;
    addAllParts(builder.bone(0, 0));
    addAllParts(builder.node(0));
    auto& group = scene.createAnimationGroup(builder.create());
    group.play();
    scene.removeSkeleton(skeleton);
    BOOST_TEST(group.unboundChannelCount() == 3u);
    scene.animate(0.1);
    BOOST_TEST((node.getTransform() == allParts));
}

BOOST_AUTO_TEST_SUITE_END()
