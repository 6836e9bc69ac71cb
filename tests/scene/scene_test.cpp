#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(scene)

BOOST_AUTO_TEST_CASE(nodes_are_listed_in_order_of_creation_whatever_the_tree)
{
    Scene scene;
    TransformNode& first = scene.createTransformNode("first");
    TransformNode& second = scene.createTransformNode("second");
    TransformNode& third = scene.createTransformNode("third", &first);
    first.setParent(&second);
    scene.update();
    const std::vector<TransformNode*> expected{&first, &second, &third};
    BOOST_TEST(std::ranges::equal(scene.nodes(), expected));
    const Scene& constant = scene;
    BOOST_TEST(std::ranges::equal(constant.nodes(), expected));
    BOOST_TEST(&first.getScene() == &scene);
}

BOOST_AUTO_TEST_CASE(a_name_finds_the_first_of_its_kind)
{
    Scene scene;
    TransformNode& first = scene.createTransformNode("same");
    TransformNode& second = scene.createTransformNode("same");
    BOOST_TEST(scene.findTransformNode("same") == &first);
    BOOST_TEST(scene.findTransformNode("none") == nullptr);
    first.setName("other");
    BOOST_TEST(scene.findTransformNode("same") == &second);
    BOOST_TEST(scene.findTransformNode("other") == &first);
    scene.removeTransformNode(second);
    BOOST_TEST(scene.findTransformNode("same") == nullptr);
    TransformNode& third = scene.createTransformNode("same");
    BOOST_TEST(scene.findTransformNode("same") == &third);
}

// Empty, special and repeated names.
BOOST_AUTO_TEST_CASE(any_name_will_do)
{
    Scene scene;
    for (const std::string_view name : {"", "a/b", "\xff\xfe", "\n", "{}", "name with spaces"}) {
        TransformNode& node = scene.createTransformNode(name);
        BOOST_TEST(node.getName() == name);
        BOOST_TEST(scene.findTransformNode(name) == &node);
    }
}

BOOST_AUTO_TEST_CASE(a_bad_transform_is_refused_and_no_node_is_left_behind)
{
    Scene scene;
    TransformNode& parent = scene.createTransformNode("parent");
    const float notANumber = std::numeric_limits<float>::quiet_NaN();
    BOOST_CHECK_EXCEPTION(scene.createTransformNode("bad", &parent, {{notANumber, 0, 0}}), std::invalid_argument, says("bad"));
    BOOST_CHECK_EXCEPTION(scene.createTransformNode("bad", &parent, {{}, glm::quat(0, 0, 0, 0)}), std::invalid_argument, says("bad"));
    BOOST_TEST(scene.nodes().size() == 1);
    BOOST_TEST(parent.getChildren().empty());
    BOOST_TEST(scene.findTransformNode("bad") == nullptr);
}

BOOST_AUTO_TEST_CASE(removing_a_subtree_removes_all_of_it)
{
    Scene scene;
    TransformNode& top = scene.createTransformNode("top");
    TransformNode& middle = scene.createTransformNode("middle", &top);
    scene.createTransformNode("bottom", &middle);
    TransformNode& beside = scene.createTransformNode("beside", &top, {{1, 2, 3}});
    scene.removeTransformNode(middle);
    BOOST_TEST(scene.nodes().size() == 2);
    BOOST_TEST(scene.findTransformNode("bottom") == nullptr);
    BOOST_TEST(&*top.getChildren().begin() == &beside);
    BOOST_TEST(near(beside.getPosition(Space::World), glm::vec3(1, 2, 3), 0.));
}

BOOST_AUTO_TEST_CASE(children_that_are_kept_stay_where_they_are)
{
    Scene scene;
    TransformNode& top = scene.createTransformNode("top", nullptr, {{5, 0, 0}, glm::quat(0, 0, 1, 0), {2, 2, 2}});
    TransformNode& middle = scene.createTransformNode("middle", &top, {{1, 0, 0}, glm::normalize(glm::quat(1, 1, 0, 0)), {1, 2, 3}});
    TransformNode& first = scene.createTransformNode("first", &middle, {{1, 1, 1}});
    TransformNode& second = scene.createTransformNode("second", &middle, {{0, 0, 4}});
    TransformNode& below = scene.createTransformNode("below", &second, {{0, 1, 0}});
    const glm::mat4 firstBefore = first.getWorldMatrix();
    const glm::mat4 belowBefore = below.getWorldMatrix();
    scene.removeTransformNode(middle, Removal::KeepChildren);
    BOOST_TEST(scene.nodes().size() == 4);
    BOOST_TEST(first.getParent() == &top);
    BOOST_TEST(second.getParent() == &top);
    BOOST_TEST(near(first.getWorldMatrix(), firstBefore, 1e-6));
    BOOST_TEST(near(below.getWorldMatrix(), belowBefore, 1e-6));
}

BOOST_AUTO_TEST_CASE(children_below_a_flat_node_move_up_with_their_local_pose)
{
    Scene scene;
    TransformNode& top = scene.createTransformNode("top", nullptr, {{}, glm::quat(1, 0, 0, 0), {0, 0, 0}});
    TransformNode& middle = scene.createTransformNode("middle", &top);
    TransformNode& bottom = scene.createTransformNode("bottom", &middle, {{1, 2, 3}});
    scene.removeTransformNode(middle, Removal::KeepChildren);
    BOOST_TEST(bottom.getParent() == &top);
    BOOST_TEST(near(bottom.getPosition(), glm::vec3(1, 2, 3), 0.));
}

BOOST_AUTO_TEST_CASE(a_node_of_another_scene_is_not_removed)
{
    Scene scene;
    Scene other;
    TransformNode& foreign = other.createTransformNode("foreign");
    BOOST_CHECK_EXCEPTION(scene.removeTransformNode(foreign), std::invalid_argument, says("foreign"));
    BOOST_TEST(other.nodes().size() == 1);
}

// Slots of removed nodes are reused: nothing of the old node may remain.
BOOST_AUTO_TEST_CASE(a_node_made_after_a_removal_is_new_in_every_way)
{
    Scene scene;
    TransformNode& parent = scene.createTransformNode("parent", nullptr, {{9, 9, 9}});
    TransformNode& old = scene.createTransformNode("old", &parent, {{1, 2, 3}, glm::quat(0, 1, 0, 0), {4, 5, 6}});
    scene.update();
    scene.removeTransformNode(old);
    const TransformNode& fresh = scene.createTransformNode("fresh");
    BOOST_TEST(near(fresh.getWorldMatrix(), glm::mat4(1.f), 0.));
    scene.update();
    BOOST_TEST(near(fresh.getWorldMatrix(), glm::mat4(1.f), 0.));
}

// --- laziness -------------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(nothing_stale_nothing_computed)
{
    Scene scene;
    TransformNode* node = nullptr;
    for (int i = 0; i < 100; ++i) {
        node = &scene.createTransformNode("n", i % 10 == 0 ? nullptr : node, {{1, 0, 0}});
    }
    scene.update();
    const auto before = scene.evaluatedNodeCount();
    scene.update();
    for (const TransformNode* each : scene.nodes()) {
        static_cast<void>(each->getWorldMatrix());
    }
    BOOST_TEST(scene.evaluatedNodeCount() == before);
}

BOOST_AUTO_TEST_CASE(a_read_computes_its_stale_chain_and_no_more)
{
    Scene scene;
    TransformNode& root = scene.createTransformNode("root");
    TransformNode& left = scene.createTransformNode("left", &root);
    const TransformNode& leftTip = scene.createTransformNode("leftTip", &left);
    for (int i = 0; i < 1000; ++i) {
        scene.createTransformNode("other", &root);
    }
    scene.update();
    auto before = scene.evaluatedNodeCount();
    left.setPosition({1, 0, 0});
    BOOST_TEST(scene.evaluatedNodeCount() == before);  // a write computes nothing
    static_cast<void>(leftTip.getWorldMatrix());
    BOOST_TEST(scene.evaluatedNodeCount() == before + 2);

    before = scene.evaluatedNodeCount();
    root.setPosition({1, 0, 0});
    static_cast<void>(leftTip.getWorldMatrix());
    BOOST_TEST(scene.evaluatedNodeCount() == before + 3);
    scene.update();
    BOOST_TEST(scene.evaluatedNodeCount() == before + 1003);
}

BOOST_AUTO_TEST_SUITE_END()
