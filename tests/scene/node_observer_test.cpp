#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// Counts the calls of an observer.
struct Counter {
    [[nodiscard]] NodeObserver observer()
    {
        return [this](Node& node) {
            ++calls;
            last = &node;
        };
    }

    int calls = 0;
    Node* last = nullptr;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(node_observer)

BOOST_AUTO_TEST_CASE(a_change_is_reported_once_until_it_is_read)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    Counter counter;
    const Subscription subscription = node.observeChange(counter.observer());
    BOOST_TEST(counter.calls == 0);
    node.setPosition({1, 0, 0});
    BOOST_TEST(counter.calls == 1);
    BOOST_TEST(counter.last == &node);
    node.setPosition({2, 0, 0});
    BOOST_TEST(counter.calls == 1);
    BOOST_TEST(near(node.getAbsolutePosition(), glm::vec3(2, 0, 0), 0.));
    node.setPosition({3, 0, 0});
    BOOST_TEST(counter.calls == 2);
}

// Lesson 1 by observers: whatever moves the node reports it, across hosts, bones, links and attachments.
BOOST_AUTO_TEST_CASE(changes_from_above_are_reported_across_skeletons)
{
    Scene scene;
    TransformNode& driver = scene.createTransformNode("driver");
    TransformNode& host = scene.createTransformNode("host");
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    skeleton.setHostNode(&host);
    Bone& bone = skeleton.createBone("bone");
    Bone& child = skeleton.createBone("child", {.parent = &bone});
    bone.linkTransformNode(&driver);
    TransformNode& sword = scene.createTransformNode("sword", &child);

    Counter bones;
    Counter nodes;
    const Subscription ofBone = child.observeChange(bones.observer());
    const Subscription ofNode = sword.observeChange(nodes.observer());
    driver.setPosition({1, 0, 0});
    BOOST_TEST(bones.calls == 1);
    BOOST_TEST(nodes.calls == 1);
    BOOST_TEST(near(sword.getAbsolutePosition(), glm::vec3(1, 0, 0), 0.));
    host.setPosition({0, 1, 0});
    BOOST_TEST(bones.calls == 1);  // where it was in the skeleton
    BOOST_TEST(nodes.calls == 2);
    BOOST_TEST(near(sword.getAbsolutePosition(), glm::vec3(1, 1, 0), 0.));
}

BOOST_AUTO_TEST_CASE(a_subscription_ends_with_its_object)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    Counter counter;
    {
        const Subscription subscription = node.observeChange(counter.observer());
        BOOST_TEST(subscription.isActive());
    }
    node.setPosition({1, 0, 0});
    BOOST_TEST(counter.calls == 0);

    Subscription first = node.observeChange(counter.observer());
    Subscription moved = std::move(first);
    BOOST_TEST(moved.isActive());
    node.setPosition({2, 0, 0});
    BOOST_TEST(counter.calls == 1);
    moved.cancel();
    BOOST_TEST(!moved.isActive());
    BOOST_TEST(near(node.getAbsolutePosition(), glm::vec3(2, 0, 0), 0.));
    node.setPosition({3, 0, 0});
    BOOST_TEST(counter.calls == 1);
}

BOOST_AUTO_TEST_CASE(observers_may_cancel_and_add_while_they_are_called)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    Counter late;
    Counter other;
    Subscription self;
    Subscription added;
    int calls = 0;
    self = node.observeChange([&](Node& observed) {
        ++calls;
        self.cancel();
        added = observed.observeDisposal(late.observer());
    });
    const Subscription second = node.observeChange(other.observer());
    for (float x = 1; x < 4; ++x) {
        node.setPosition({x, 0, 0});
        static_cast<void>(node.getAbsolutePosition());
    }
    BOOST_TEST(calls == 1);
    BOOST_TEST(other.calls == 3);
    scene.removeTransformNode(node);
    BOOST_TEST(late.calls == 1);
}

BOOST_AUTO_TEST_CASE(disposal_is_reported_however_the_node_goes)
{
    Counter counter;
    std::vector<Subscription> subscriptions;
    {
        Scene scene;
        TransformNode& root = scene.createTransformNode("root");
        TransformNode& child = scene.createTransformNode("child", &root);
        TransformNode& stays = scene.createTransformNode("stays");
        Skeleton& skeleton = scene.createSkeleton("skeleton");
        Bone& bone = skeleton.createBone("bone");
        Bone& leaf = skeleton.createBone("leaf", {.parent = &bone});
        Bone& other = skeleton.createBone("other");
        for (Node* node : {static_cast<Node*>(&root), static_cast<Node*>(&child), static_cast<Node*>(&stays), static_cast<Node*>(&bone),
                           static_cast<Node*>(&leaf), static_cast<Node*>(&other)}) {
            subscriptions.push_back(node->observeDisposal(counter.observer()));
        }
        scene.removeTransformNode(root);  // its child goes with it
        BOOST_TEST(counter.calls == 2);
        skeleton.removeBone(bone, Removal::Subtree);
        BOOST_TEST(counter.calls == 4);
        scene.removeSkeleton(skeleton);
        BOOST_TEST(counter.calls == 5);
        BOOST_TEST(counter.last == &other);
    }
    BOOST_TEST(counter.calls == 6);
    for (const Subscription& subscription : subscriptions) {
        BOOST_TEST(!subscription.isActive());
    }
}

BOOST_AUTO_TEST_CASE(a_walk_goes_depth_first_skips_and_stops)
{
    Scene scene;
    TransformNode& root = scene.createTransformNode("root");
    TransformNode& a = scene.createTransformNode("a", &root);
    scene.createTransformNode("a1", &a);
    scene.createTransformNode("a2", &a);
    TransformNode& b = scene.createTransformNode("b", &root);
    scene.createTransformNode("b1", &b);
    scene.createTransformNode("beside");

    std::string names;
    const auto collect = [&](const Node& node) { names += node.getName() + " "; };
    BOOST_TEST(root.forEachDescendant(collect));
    BOOST_TEST(names == "a a1 a2 b b1 ");

    names.clear();
    BOOST_TEST(root.forEachDescendant([&](Node& node) {
        collect(node);
        return node.getName() == "a" ? Visit::SkipChildren : Visit::Continue;
    }));
    BOOST_TEST(names == "a b b1 ");

    names.clear();
    const Node& constRoot = root;
    BOOST_TEST(!constRoot.forEachDescendant([&](const Node& node) {
        collect(node);
        return node.getName() == "a2" ? Visit::Stop : Visit::Continue;
    }));
    BOOST_TEST(names == "a a1 a2 ");
    BOOST_TEST(scene.findTransformNode("b1")->forEachDescendant(collect));
}

BOOST_AUTO_TEST_SUITE_END()
