#include <array>
#include <stdexcept>
#include <vector>

#include <armature/handle.hpp>
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

template <class T>
std::vector<Handle<T>> handles(std::span<T* const> objects)
{
    return {objects.begin(), objects.end()};
}

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
    BOOST_TEST(near(node.getPosition(Space::World), glm::vec3(2, 0, 0), 0.));
    node.setPosition({3, 0, 0});
    BOOST_TEST(counter.calls == 2);
}

// An observer is called whatever moves its node: a host, a bone, a link or an attachment.
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
    BOOST_TEST(near(sword.getPosition(Space::World), glm::vec3(1, 0, 0), 0.));
    host.setPosition({0, 1, 0});
    BOOST_TEST(bones.calls == 1);  // the bone did not move within the skeleton
    BOOST_TEST(nodes.calls == 2);
    BOOST_TEST(near(sword.getPosition(Space::World), glm::vec3(1, 1, 0), 0.));
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
    BOOST_TEST(near(node.getPosition(Space::World), glm::vec3(2, 0, 0), 0.));
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
        static_cast<void>(node.getPosition(Space::World));
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

// A removed node, and the list of nodes to remove, must outlive the other observers' calls; else freed memory would be read.
BOOST_AUTO_TEST_CASE(an_observer_of_a_disposal_may_remove_any_node)
{
    for (const int target : {0, 1, 2, 3}) {
        for (const Removal removal : {Removal::Subtree, Removal::KeepChildren}) {
            Scene scene;
            TransformNode& top = scene.createTransformNode("top");
            TransformNode& node = scene.createTransformNode("node", &top);
            TransformNode& child = scene.createTransformNode("child", &node);
            TransformNode& beside = scene.createTransformNode("beside");
            TransformNode* const doomed = std::array{&top, &node, &child, &beside}[static_cast<std::size_t>(target)];
            Counter second;
            Counter ofDoomed;
            const Subscription ofTarget = doomed->observeDisposal(ofDoomed.observer());
            const Subscription first = node.observeDisposal([&](Node& each) {
                scene.removeTransformNode(*doomed, removal);
                BOOST_TEST(scene.nodes().size() == 4u);  // removed only later
                BOOST_TEST(each.getPath() == "top/node");
            });
            const Subscription last = node.observeDisposal(second.observer());
            scene.removeTransformNode(node, Removal::KeepChildren);
            // Both nodes were removed. The first removal keeps the node's children; the second takes the subtree along if asked to.
            const bool tookChild = target == 0 && removal == Removal::Subtree;
            BOOST_TEST(scene.nodes().size() == (target == 1 ? 3u : tookChild ? 1u : 2u));
            BOOST_TEST(second.calls == 1);
            BOOST_TEST(ofDoomed.calls == 1);
            scene.update();
        }
    }
}

BOOST_AUTO_TEST_CASE(an_observer_of_a_disposal_may_remove_bones_and_their_skeleton)
{
    for (const int target : {0, 1, 2, 3}) {
        for (const Removal removal : {Removal::Subtree, Removal::KeepChildren}) {
            Scene scene;
            TransformNode& host = scene.createTransformNode("host");
            Skeleton& skeleton = scene.createSkeleton("skeleton");
            skeleton.setHostNode(&host);
            Bone& top = skeleton.createBone("top");
            Bone& bone = skeleton.createBone("bone", {.parent = &top});
            Bone& child = skeleton.createBone("child", {.parent = &bone});
            TransformNode& socket = scene.createTransformNode("socket", &bone);
            Bone* const doomed = std::array<Bone*, 4>{&top, &bone, &child, nullptr}[static_cast<std::size_t>(target)];
            Counter second;
            const Subscription first = bone.observeDisposal([&](Node& each) {
                scene.removeTransformNode(socket);  // belongs to another owner, so removed at once
                scene.removeTransformNode(host);
                doomed != nullptr ? skeleton.removeBone(*doomed, removal) : scene.removeSkeleton(skeleton);
                BOOST_TEST(each.getPath() == "top/bone");
            });
            const Subscription last = bone.observeDisposal(second.observer());
            skeleton.removeBone(bone, Removal::KeepChildren);
            BOOST_TEST(second.calls == 1);
            BOOST_TEST(scene.nodes().empty());
            if (doomed == nullptr) {
                BOOST_TEST(scene.skeletons().empty());
            } else {
                const bool tookChild = target == 0 && removal == Removal::Subtree;
                BOOST_TEST(skeleton.bones().size() == (target == 1 ? 2u : tookChild ? 0u : 1u));
            }
            scene.update();
        }
    }
}

BOOST_AUTO_TEST_CASE(an_observer_of_a_disposal_may_remove_what_goes_with_the_whole)
{
    Counter counter;
    std::vector<Subscription> subscriptions;
    {
        Scene scene;
        Scene other;
        for (Scene* each : {&scene, &other}) {
            Skeleton& first = each->createSkeleton("first");
            Skeleton& second = each->createSkeleton("second");
            Bone& root = first.createBone("root");
            first.createBone("tip", {.parent = &root});
            second.createBone("root");
            TransformNode& node = each->createTransformNode("node");
            each->createTransformNode("child", &node);
        }
        const auto removeAll = [&](Node&) {
            while (!other.skeletons().empty()) {
                other.removeSkeleton(*other.skeletons()[0]);
            }
            for (Skeleton* skeleton : scene.skeletons()) {
                for (const Handle<Bone>& bone : handles(skeleton->bones())) {
                    if (bone) {
                        skeleton->removeBone(*bone.get(), Removal::KeepChildren);
                    }
                }
            }
            for (Scene* each : {&scene, &other}) {
                for (const Handle<TransformNode>& node : handles(each->nodes())) {
                    if (node) {
                        each->removeTransformNode(*node.get(), Removal::KeepChildren);
                    }
                }
            }
        };
        for (Bone* bone : scene.skeletons()[0]->bones()) {
            subscriptions.push_back(bone->observeDisposal(removeAll));
            subscriptions.push_back(bone->observeDisposal(counter.observer()));
        }
        for (TransformNode* node : scene.nodes()) {
            subscriptions.push_back(node->observeDisposal(removeAll));
            subscriptions.push_back(node->observeDisposal(counter.observer()));
        }
        scene.removeSkeleton(*scene.skeletons()[0]);
        BOOST_TEST(counter.calls == 4);
        BOOST_TEST(scene.nodes().empty());
        BOOST_TEST(other.nodes().empty());
        BOOST_TEST(other.skeletons().empty());
        for (Scene* each : {&scene, &other}) {
            TransformNode& node = each->createTransformNode("node");
            subscriptions.push_back(node.observeDisposal(removeAll));
            subscriptions.push_back(node.observeDisposal(counter.observer()));
        }
    }
    BOOST_TEST(counter.calls == 6);
}

BOOST_AUTO_TEST_CASE(what_an_observer_hangs_on_a_doomed_node_goes_with_it)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    Counter late;
    std::vector<Subscription> subscriptions;
    subscriptions.push_back(node.observeDisposal([&](Node& each) {
        subscriptions.push_back(scene.createTransformNode("late", &each).observeDisposal(late.observer()));
        subscriptions.push_back(each.observeDisposal(late.observer()));  // too late to be called
    }));
    scene.removeTransformNode(node);
    BOOST_TEST(scene.nodes().empty());
    BOOST_TEST(late.calls == 1);

    Skeleton skeleton;
    Bone& bone = skeleton.createBone("bone");
    const Subscription ofBone = bone.observeDisposal([&](Node&) { skeleton.createBone("late", {.parent = &bone}); });
    skeleton.removeBone(bone, Removal::Subtree);
    BOOST_TEST(skeleton.bones().empty());
}

// Observers must not throw, but a throw does no harm.
BOOST_AUTO_TEST_CASE(an_observer_that_throws_stops_a_removal_before_anything_has_changed)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    TransformNode& child = scene.createTransformNode("child", &node);
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    Bone& bone = skeleton.createBone("bone");
    Bone& tip = skeleton.createBone("tip", {.parent = &bone});
    const auto refuse = [](Node&) { throw std::runtime_error("no"); };
    {
        const Subscription ofNode = node.observeDisposal(refuse);
        const Subscription ofBone = bone.observeDisposal(refuse);
        for (const Removal removal : {Removal::Subtree, Removal::KeepChildren}) {
            BOOST_CHECK_EXCEPTION(scene.removeTransformNode(node, removal), std::runtime_error, says("no"));
            BOOST_CHECK_EXCEPTION(skeleton.removeBone(bone, removal), std::runtime_error, says("no"));
        }
        BOOST_TEST((child.getParent() == &node));
        BOOST_TEST((tip.getParent() == &bone));
    }
    scene.removeTransformNode(node);
    skeleton.removeBone(bone, Removal::KeepChildren);
    BOOST_TEST(scene.nodes().empty());
    BOOST_TEST(skeleton.bones().size() == 1u);
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
