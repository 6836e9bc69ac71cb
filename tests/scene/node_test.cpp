#include <iterator>

#include <armature/node/descendants.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

using Strings = std::vector<std::string>;

Strings namesOf(const std::vector<Node*>& nodes)
{
    Strings names;
    for (const Node* node : nodes) {
        names.push_back(node->getName());
    }
    return names;
}

Strings childNamesOf(const Node& node)
{
    Strings names;
    for (const Node& child : node.getChildren()) {
        names.push_back(child.getName());
    }
    return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(node)

BOOST_AUTO_TEST_CASE(a_new_node_is_an_enabled_identity_without_children)
{
    Scene scene;
    const TransformNode& node = scene.createTransformNode("node");
    BOOST_TEST(node.getName() == "node");
    BOOST_TEST(node.getParent() == nullptr);
    BOOST_TEST(node.getChildren().empty());
    BOOST_TEST(node.getChildren().empty());
    BOOST_TEST(node.isEnabled());
    BOOST_TEST(node.getMetadata().empty());
    BOOST_TEST(near(node.getLocalMatrix(), glm::mat4(1.f), 0.));
    BOOST_TEST(near(node.getWorldMatrix(), glm::mat4(1.f), 0.));
}

BOOST_AUTO_TEST_CASE(children_keep_the_order_in_which_they_came)
{
    Scene scene;
    TransformNode& parent = scene.createTransformNode("parent");
    TransformNode& first = scene.createTransformNode("first", &parent);
    TransformNode& second = scene.createTransformNode("second", &parent);
    TransformNode& third = scene.createTransformNode("third", &parent);
    BOOST_TEST(childNamesOf(parent) == (Strings{"first", "second", "third"}), boost::test_tools::per_element());

    second.setParent(nullptr);
    BOOST_TEST(childNamesOf(parent) == (Strings{"first", "third"}), boost::test_tools::per_element());
    second.setParent(&parent);
    BOOST_TEST(childNamesOf(parent) == (Strings{"first", "third", "second"}), boost::test_tools::per_element());
    first.setParent(nullptr);
    third.setParent(nullptr);
    BOOST_TEST(childNamesOf(parent) == (Strings{"second"}), boost::test_tools::per_element());
    second.setParent(nullptr);
    BOOST_TEST(parent.getChildren().empty());
}

BOOST_AUTO_TEST_CASE(children_are_a_forward_range)
{
    static_assert(std::forward_iterator<NodeRange::Iterator>);
    Scene scene;
    TransformNode& parent = scene.createTransformNode("parent");
    TransformNode& first = scene.createTransformNode("first", &parent);
    scene.createTransformNode("second", &parent);
    auto child = parent.getChildren().begin();
    BOOST_TEST(&*child++ == &first);
    BOOST_TEST(child->getName() == "second");
    BOOST_TEST((++child == parent.getChildren().end()));
    BOOST_TEST(std::distance(parent.getChildren().begin(), parent.getChildren().end()) == 2);
}

BOOST_AUTO_TEST_CASE(descendants_come_depth_first_with_parents_first)
{
    Scene scene;
    TransformNode& a = scene.createTransformNode("a");
    TransformNode& b = scene.createTransformNode("b", &a);
    TransformNode& c = scene.createTransformNode("c", &b);
    TransformNode& d = scene.createTransformNode("d", &a);
    scene.createTransformNode("elsewhere");
    BOOST_TEST(namesOf(descendantsOf(a)) == (Strings{"b", "c", "d"}), boost::test_tools::per_element());
    BOOST_TEST(namesOf(descendantsOf(b)) == (Strings{"c"}), boost::test_tools::per_element());
    BOOST_TEST(descendantsOf(d).empty());
    BOOST_TEST(c.isDescendantOf(a));
    BOOST_TEST(c.isDescendantOf(b));
    BOOST_TEST(!c.isDescendantOf(d));
    BOOST_TEST(!a.isDescendantOf(c));
    BOOST_TEST(!a.isDescendantOf(a));
}

BOOST_AUTO_TEST_CASE(the_path_names_all_from_the_root_down)
{
    Scene scene;
    TransformNode& armature = scene.createTransformNode("armature");
    TransformNode& hips = scene.createTransformNode("hips", &armature);
    TransformNode& spine = scene.createTransformNode("spine", &hips);
    BOOST_TEST(spine.getPath() == "armature/hips/spine");
    BOOST_TEST(armature.getPath() == "armature");
    hips.setName("pelvis");
    BOOST_TEST(spine.getPath() == "armature/pelvis/spine");
}

BOOST_AUTO_TEST_CASE(a_node_is_enabled_only_with_all_above_it)
{
    Scene scene;
    TransformNode& top = scene.createTransformNode("top");
    TransformNode& middle = scene.createTransformNode("middle", &top);
    TransformNode& bottom = scene.createTransformNode("bottom", &middle);
    top.setEnabled(false);
    BOOST_TEST(!bottom.isEnabled());
    BOOST_TEST(bottom.isSelfEnabled());
    top.setEnabled(true);
    middle.setEnabled(false);
    BOOST_TEST(top.isEnabled());
    BOOST_TEST(!middle.isEnabled());
    BOOST_TEST(!bottom.isEnabled());
    bottom.setParent(&top);
    BOOST_TEST(bottom.isEnabled());
}

// Disabled means not drawn: nodes below a disabled node must be in the right place when it is enabled again.
BOOST_AUTO_TEST_CASE(a_disabled_node_still_has_current_matrices)
{
    Scene scene;
    TransformNode& top = scene.createTransformNode("top");
    const TransformNode& bottom = scene.createTransformNode("bottom", &top);
    top.setEnabled(false);
    top.setPosition({1, 2, 3});
    BOOST_TEST(near(bottom.getPosition(Space::World), glm::vec3(1, 2, 3), 0.));
}

BOOST_AUTO_TEST_CASE(metadata_is_kept_as_given)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node");
    node.setMetadata(R"({"mass": 3})");
    BOOST_TEST(node.getMetadata() == R"({"mass": 3})");
    node.setMetadata({});
    BOOST_TEST(node.getMetadata().empty());
}

BOOST_AUTO_TEST_CASE(a_node_knows_what_it_is)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    Node& node = scene.createTransformNode("node");
    Node& bone = skeleton.createBone("bone");
    BOOST_TEST(!node.isBone());
    BOOST_TEST(bone.isBone());
    BOOST_TEST(node.asBone() == nullptr);
    BOOST_TEST(bone.asTransformNode() == nullptr);
    BOOST_TEST(static_cast<Node*>(node.asTransformNode()) == &node);
    BOOST_TEST(static_cast<Node*>(bone.asBone()) == &bone);
    const Node& constantNode = node;
    const Node& constantBone = bone;
    BOOST_TEST(constantNode.asTransformNode() == &node);
    BOOST_TEST(constantBone.asBone() == &bone);
    BOOST_TEST(constantBone.asTransformNode() == nullptr);
    BOOST_TEST(constantNode.asBone() == nullptr);
}

// Deeper than a recursion could go on any call stack.
BOOST_AUTO_TEST_CASE(any_depth_is_safe)
{
    constexpr std::size_t depth = 200000;
    Scene scene;
    TransformNode* tip = &scene.createTransformNode("root");
    TransformNode& root = *tip;
    for (std::size_t i = 1; i < depth; ++i) {
        tip = &scene.createTransformNode("node", tip, {{0, 0, 1}});
    }
    BOOST_TEST(descendantsOf(root).size() == depth - 1);
    BOOST_TEST(tip->getPosition(Space::World).z == static_cast<float>(depth - 1));
    root.setPosition({1, 0, 0});
    BOOST_TEST(tip->getPosition(Space::World).x == 1.f);
    scene.update();
    root.setPosition({2, 0, 0});
    scene.update();
    BOOST_TEST(tip->getPosition(Space::World).x == 2.f);
    BOOST_TEST(tip->isDescendantOf(root));
    BOOST_TEST(tip->getPath().size() == 4 + 5 * (depth - 1));
    scene.removeTransformNode(root);
    BOOST_TEST(scene.nodes().empty());
}

BOOST_AUTO_TEST_SUITE_END()
