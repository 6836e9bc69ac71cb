#include <skeleton/rigs.hpp>
#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// The bones of ThreeBones, each linked to a node; the nodes have a different hierarchy.
struct LinkedBones : ThreeBones {
    explicit LinkedBones(LinkMode mode = LinkMode::NodeDrives)
    {
        for (Bone* bone : skeleton.bones()) {
            TransformNode& node = scene.createTransformNode(bone->getName() + "Node", &flat);
            node.setTransform(bone->getTransform());
            bone->linkTransformNode(&node, mode);
            nodes.push_back(&node);
        }
    }

    Scene scene;
    TransformNode& flat = scene.createTransformNode("flat", nullptr, {{50, 50, 50}, glm::quat(0, 1, 0, 0), {3, 3, 3}});
    std::vector<TransformNode*> nodes;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(bone_link)

// By hand: the nodes' parents do not matter, only their local poses.
BOOST_AUTO_TEST_CASE(the_nodes_local_pose_is_the_bones_at_once)
{
    LinkedBones rig;
    BOOST_TEST(rig.tip.getTransformNode() == rig.nodes[2]);
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(0, 3, 0), 0.));
    rig.nodes[1]->setPosition({4, 0, 0});
    BOOST_TEST(near(rig.middle.getPosition(), glm::vec3(4, 0, 0), 0.));
    BOOST_TEST(near(rig.middle.getLocalMatrix(), moved(4, 0, 0), 0.));
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(4, 2, 0), 0.));
    BOOST_TEST(near(rig.tip.getFinalMatrix(), moved(4, -1, 0), 0.));
    rig.flat.setPosition({1, 1, 1});
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(4, 2, 0), 0.));
}

BOOST_AUTO_TEST_CASE(every_way_of_writing_a_node_reaches_the_bone)
{
    LinkedBones rig;
    TransformNode& node = *rig.nodes[1];
    const auto check = [&] {
        BOOST_TEST(sameBits(rig.middle.getLocalMatrix(), node.getLocalMatrix()));
        BOOST_TEST((rig.middle.getTransform() == node.getTransform()));
        BOOST_TEST(near(rig.middle.getAbsoluteMatrix(), moved(0, 1, 0) * node.getLocalMatrix(), 1e-6));
    };
    node.setRotationQuaternion(glm::quat(sin45, 0, 0, sin45));
    check();
    node.setRotation({0.1f, 0.2f, 0.3f});
    check();
    node.setScaling({1, 2, 3});
    check();
    node.setTransform({{1, 2, 3}, glm::quat(0, 0, 1, 0), {1, 1, 2}});
    check();
    node.setLocalMatrix(glm::mat4(1, 0, 0, 0, 0.5f, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1));
    check();
    node.setParent(nullptr, Keep::World);
    check();
}

BOOST_AUTO_TEST_CASE(writing_a_driven_bone_changes_nothing)
{
    LinkedBones rig;
    BOOST_TEST((rig.middle.getLinkMode() == LinkMode::NodeDrives));
    const auto before = snapshotOf(rig.skeleton);
    rig.middle.setPosition({9, 9, 9});
    rig.middle.setRotation({1, 1, 1});
    rig.middle.setRotationQuaternion(glm::quat(0, 1, 0, 0));
    rig.middle.setScaling({2, 2, 2});
    rig.middle.setTransform({{9, 9, 9}});
    rig.middle.setLocalMatrix(moved(9, 9, 9));
    BOOST_TEST((snapshotOf(rig.skeleton) == before));
    BOOST_TEST(near(rig.nodes[1]->getPosition(), glm::vec3(0, 1, 0), 0.));
    // Bad values are refused all the same.
    BOOST_CHECK_THROW(rig.middle.setRotationQuaternion(glm::quat(0, 0, 0, 0)), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(writes_are_forwarded_on_request)
{
    LinkedBones rig(LinkMode::ForwardWrites);
    TransformNode& node = *rig.nodes[1];
    rig.middle.setPosition({9, 8, 7});
    BOOST_TEST(near(node.getPosition(), glm::vec3(9, 8, 7), 0.));
    rig.middle.setScaling({2, 3, 4});
    BOOST_TEST(near(node.getScaling(), glm::vec3(2, 3, 4), 0.));
    rig.middle.setRotationQuaternion(glm::quat(0, 1, 0, 0));
    BOOST_TEST(near(node.getRotationQuaternion(), glm::quat(0, 1, 0, 0), 0.));
    rig.middle.setRotation({0, 0, 0});
    BOOST_TEST(nearRotation(node.getRotationQuaternion(), glm::quat(1, 0, 0, 0), 0.));
    rig.middle.setLocalMatrix(moved(1, 1, 1));
    BOOST_TEST(near(node.getLocalMatrix(), moved(1, 1, 1), 0.));
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(1, 3, 1), 0.));
}

BOOST_AUTO_TEST_CASE(unlinking_keeps_the_pose)
{
    LinkedBones rig;
    const Transform pose{{1, 2, 3}, glm::quat(sin45, 0, sin45, 0), {-1, 2, 3}};
    rig.nodes[1]->setTransform(pose);
    const glm::mat4 sheared(1, 0, 0, 0, 0.5f, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1);
    rig.nodes[2]->setLocalMatrix(sheared);
    rig.middle.linkTransformNode(nullptr);
    rig.tip.linkTransformNode(nullptr);
    BOOST_TEST(rig.middle.getTransformNode() == nullptr);
    BOOST_TEST((rig.middle.getTransform() == pose));
    BOOST_TEST(sameBits(rig.tip.getLocalMatrix(), sheared));
    rig.nodes[1]->setPosition({99, 0, 0});
    BOOST_TEST((rig.middle.getTransform() == pose));
    rig.middle.setPosition({5, 5, 5});  // writable again
    BOOST_TEST(near(rig.middle.getPosition(), glm::vec3(5, 5, 5), 0.));
    BOOST_TEST(near(rig.nodes[1]->getPosition(), glm::vec3(99, 0, 0), 0.));
}

BOOST_AUTO_TEST_CASE(a_bone_can_be_linked_to_another_node_and_in_another_mode)
{
    LinkedBones rig;
    rig.middle.linkTransformNode(rig.nodes[0]);
    BOOST_TEST(rig.skeleton.findBoneFromLinkedTransformNode(*rig.nodes[1]) == nullptr);
    rig.nodes[1]->setPosition({9, 9, 9});
    BOOST_TEST(near(rig.middle.getLocalMatrix(), moved(0, 1, 0), 0.));
    rig.middle.linkTransformNode(rig.nodes[1], LinkMode::ForwardWrites);
    BOOST_TEST((rig.middle.getLinkMode() == LinkMode::ForwardWrites));
    BOOST_TEST(near(rig.middle.getPosition(), glm::vec3(9, 9, 9), 0.));
    rig.middle.linkTransformNode(rig.nodes[1], LinkMode::NodeDrives);
    rig.middle.setPosition({1, 1, 1});
    BOOST_TEST(near(rig.middle.getPosition(), glm::vec3(9, 9, 9), 0.));
}

BOOST_AUTO_TEST_CASE(one_node_may_drive_several_bones_of_several_skeletons)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node", nullptr, {{1, 0, 0}});
    ThreeBones first;
    ThreeBones second;
    for (Bone* bone : {&first.root, &first.tip, &second.middle}) {
        bone->linkTransformNode(&node);
    }
    BOOST_TEST(near(first.tip.getAbsoluteMatrix(), moved(2, 1, 0), 0.));
    BOOST_TEST(near(second.tip.getAbsoluteMatrix(), moved(1, 2, 0), 0.));
    node.setPosition({5, 0, 0});
    BOOST_TEST(near(first.tip.getAbsoluteMatrix(), moved(10, 1, 0), 0.));
    BOOST_TEST(near(second.tip.getAbsoluteMatrix(), moved(5, 2, 0), 0.));
    BOOST_TEST(first.skeleton.findBoneFromLinkedTransformNode(node) == &first.root);
    BOOST_TEST(second.skeleton.findBoneFromLinkedTransformNode(node) == &second.middle);
    first.root.linkTransformNode(nullptr);
    BOOST_TEST(first.skeleton.findBoneFromLinkedTransformNode(node) == &first.tip);
    const TransformNode& unlinked = scene.createTransformNode("unlinked");
    BOOST_TEST(first.skeleton.findBoneFromLinkedTransformNode(unlinked) == nullptr);
}

// Links come and go in any order between two nodes. Lists kept by the test say which bone was linked first and which bones follow a node.
BOOST_AUTO_TEST_CASE(a_node_drives_exactly_the_bones_that_are_linked_to_it)
{
    Random random(1210);
    Scene scene;
    const std::array nodes{&scene.createTransformNode("a"), &scene.createTransformNode("b")};
    Skeleton skeleton;
    addRandomBones(skeleton, 12, random);
    std::array<std::vector<Bone*>, 2> linked;
    for (int step = 0; step < 400; ++step) {
        Bone* const bone = skeleton.bones()[static_cast<std::size_t>(random.integer(0, 11))];
        const int to = random.integer(0, 2);
        for (auto& list : linked) {
            std::erase(list, bone);
        }
        bone->linkTransformNode(to < 2 ? nodes[static_cast<std::size_t>(to)] : nullptr);
        if (to < 2) {
            linked[static_cast<std::size_t>(to)].push_back(bone);
        }
        skeleton.update();
        const glm::mat4 before = bone->getLocalMatrix();
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            nodes[i]->setPosition({static_cast<float>(step), static_cast<float>(i), 0.f});
            BOOST_TEST(skeleton.findBoneFromLinkedTransformNode(*nodes[i]) == (linked[i].empty() ? nullptr : linked[i].front()));
            for (const Bone* driven : linked[i]) {
                BOOST_TEST(near(driven->getPosition(), nodes[i]->getPosition(), 0.));
                BOOST_TEST(sameBits(driven->getLocalMatrix(), nodes[i]->getLocalMatrix()));
            }
        }
        BOOST_TEST((to < 2 || sameBits(bone->getLocalMatrix(), before)));  // nothing drives it any more
    }
}

BOOST_AUTO_TEST_CASE(a_removed_node_leaves_its_bones_with_their_pose)
{
    LinkedBones rig;
    rig.nodes[1]->setPosition({4, 5, 6});
    rig.scene.removeTransformNode(*rig.nodes[1]);
    BOOST_TEST(rig.middle.getTransformNode() == nullptr);
    BOOST_TEST(near(rig.middle.getPosition(), glm::vec3(4, 5, 6), 0.));
    rig.middle.setPosition({1, 0, 0});
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(1, 2, 0), 0.));
    rig.scene.removeTransformNode(rig.flat);  // and all the others below it
    for (const Bone* bone : rig.skeleton.bones()) {
        BOOST_TEST(bone->getTransformNode() == nullptr);
    }
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(1, 2, 0), 0.));
}

BOOST_AUTO_TEST_CASE(a_removed_bone_is_no_longer_told)
{
    LinkedBones rig;
    rig.skeleton.removeBone(rig.middle, Removal::KeepChildren);
    rig.nodes[1]->setPosition({9, 9, 9});
    BOOST_TEST(near(rig.tip.getLocalMatrix(), moved(0, 1, 0), 0.));
    BOOST_TEST(rig.skeleton.findBoneFromLinkedTransformNode(*rig.nodes[1]) == nullptr);
}

// A node may be attached to the very bone it drives, or below it: only its local pose is used, so there is no cycle.
BOOST_AUTO_TEST_CASE(a_node_may_hang_on_the_bone_that_it_drives)
{
    Scene scene;
    ThreeBones rig;
    TransformNode& node = scene.createTransformNode("node", &rig.middle, {{1, 0, 0}});
    const TransformNode& beside = scene.createTransformNode("beside", &rig.middle, {{0, 0, 1}});
    rig.middle.linkTransformNode(&node);
    BOOST_TEST(near(node.getPosition(Space::World), glm::vec3(2, 1, 0), 0.));
    node.setPosition({3, 0, 0});
    BOOST_TEST(near(node.getPosition(Space::World), glm::vec3(6, 1, 0), 0.));
    BOOST_TEST(near(beside.getPosition(Space::World), glm::vec3(3, 1, 1), 0.));
    // When the bone is removed, everything stays in place. Moving the node then must not move the bone that it drives.
    rig.skeleton.removeBone(rig.middle, Removal::KeepChildren);
    BOOST_TEST(near(node.getPosition(Space::World), glm::vec3(6, 1, 0), 0.));
    BOOST_TEST(near(beside.getPosition(Space::World), glm::vec3(3, 1, 1), 0.));
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(3, 2, 0), 0.));
}

// returnToRest() works on linked skeletons, such as imported ones: it moves the nodes.
BOOST_AUTO_TEST_CASE(return_to_rest_moves_the_nodes_of_linked_bones)
{
    for (const LinkMode mode : {LinkMode::NodeDrives, LinkMode::ForwardWrites}) {
        LinkedBones rig(mode);
        const auto atRest = snapshotOf(rig.skeleton);
        const auto disturb = [&] {
            for (TransformNode* node : rig.nodes) {
                node->setTransform({{7, 8, 9}, glm::quat(0, 1, 0, 0), {2, 2, 2}});
            }
        };
        disturb();
        rig.middle.returnToRest();
        BOOST_TEST(near(rig.nodes[1]->getLocalMatrix(), moved(0, 1, 0), 0.));
        BOOST_TEST(near(rig.nodes[2]->getPosition(), glm::vec3(7, 8, 9), 0.));
        disturb();
        rig.skeleton.returnToRest();
        BOOST_TEST((snapshotOf(rig.skeleton) == atRest));
        for (std::size_t i = 0; i < rig.nodes.size(); ++i) {
            BOOST_TEST(sameBits(rig.nodes[i]->getLocalMatrix(), rig.skeleton.bones()[i]->getRestMatrix()));
        }
    }
}

BOOST_AUTO_TEST_CASE(the_pose_of_a_linked_bone_can_become_its_rest)
{
    LinkedBones rig;
    rig.nodes[2]->setPosition({1, 2, 3});
    rig.skeleton.setCurrentPoseAsRest();
    rig.nodes[2]->setPosition({0, 0, 0});
    rig.skeleton.returnToRest();
    BOOST_TEST(near(rig.nodes[2]->getPosition(), glm::vec3(1, 2, 3), 0.));
}

BOOST_AUTO_TEST_SUITE_END()
