#include <armature/math/decompose.hpp>
#include <armature/scene/scene.hpp>

#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// root -> middle -> tip, and beside them a stretched node.
struct Nodes {
    Scene scene;
    TransformNode& root = scene.createTransformNode("root", nullptr, {{1, 0, 0}});
    TransformNode& middle = scene.createTransformNode("middle", &root, {{0, 1, 0}, glm::quat(sin45, 0, 0, sin45)});
    TransformNode& tip = scene.createTransformNode("tip", &middle, {{0, 2, 0}});
    TransformNode& stretched = scene.createTransformNode("stretched", nullptr, {{3, 0, 0}, glm::quat(sin45, 0, sin45, 0), {1, 2, 4}});

    [[nodiscard]] std::vector<glm::mat4> snapshot() const
    {
        std::vector<glm::mat4> matrices;
        for (const TransformNode* node : scene.nodes()) {
            matrices.push_back(node->getLocalMatrix());
            matrices.push_back(node->getWorldMatrix());
        }
        return matrices;
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(transform_node_parent)

// By hand: the tip is at (0 2 0) in the stretched node, whose y is doubled: 4 above (3 0 0).
BOOST_AUTO_TEST_CASE(keep_local_moves_along_with_the_new_parent)
{
    Nodes n;
    const glm::mat4 before = n.tip.getLocalMatrix();
    n.tip.setParent(&n.stretched);
    BOOST_TEST(n.tip.getParent() == &n.stretched);
    BOOST_TEST(near(n.tip.getLocalMatrix(), before, 0.));
    BOOST_TEST(near(n.tip.getPosition(Space::World), glm::vec3(3, 4, 0), 1e-6));
    BOOST_TEST(n.middle.getChildren().empty());
}

BOOST_AUTO_TEST_CASE(keep_world_stays_in_place)
{
    Nodes n;
    const glm::mat4 before = n.tip.getWorldMatrix();
    n.tip.setParent(&n.stretched, Keep::World);
    BOOST_TEST(near(n.tip.getWorldMatrix(), before, 1e-6));
    n.tip.setParent(nullptr, Keep::World);
    BOOST_TEST(near(n.tip.getWorldMatrix(), before, 1e-6));
    BOOST_TEST(n.tip.getParent() == nullptr);
}

// A turned node below a stretched one is sheared in the latter's axes. The shear is kept, and splitting the matrix reports it.
BOOST_AUTO_TEST_CASE(keep_world_stores_shear_as_it_is)
{
    Nodes n;
    TransformNode& turned = n.scene.createTransformNode("turned", nullptr, {{5, 6, 7}, glm::normalize(glm::quat(1, 0.3f, 0.2f, 0.5f))});
    TransformNode& below = n.scene.createTransformNode("below", &turned, {{1, 1, 1}});
    const glm::mat4 before = below.getWorldMatrix();
    turned.setParent(&n.stretched, Keep::World);
    BOOST_TEST(near(below.getWorldMatrix(), before, 1e-6));
    const Decomposition split = decompose(turned.getLocalMatrix());
    BOOST_TEST(!split.isExact());
    BOOST_TEST(split.residual > 0.01f);
}

// Expected: the product with the parent's world matrix, in double, on random trees.
BOOST_AUTO_TEST_CASE(keep_world_holds_on_random_trees)
{
    Random random(111);
    for (int round = 0; round < 200; ++round) {
        Scene scene;
        std::vector<TransformNode*> nodes;
        for (int i = 0; i < 8; ++i) {
            TransformNode* parent = i == 0 || random.chance(0.2) ? nullptr : nodes[static_cast<std::size_t>(random.integer(0, i - 1))];
            const glm::vec3 scale = glm::exp(random.vector(-0.7f, 0.7f)) * (random.chance(0.2) ? -1.f : 1.f);
            nodes.push_back(&scene.createTransformNode("n", parent, {random.vector(-2.f, 2.f), random.rotation(), scale}));
        }
        TransformNode& moved = *nodes[static_cast<std::size_t>(random.integer(0, 7))];
        TransformNode* parent = nodes[static_cast<std::size_t>(random.integer(0, 7))];
        if (parent == &moved || parent->isDescendantOf(moved)) {
            continue;
        }
        const glm::mat4 before = moved.getWorldMatrix();
        moved.setParent(parent, Keep::World);
        BOOST_TEST(near(moved.getWorldMatrix(), before, 5e-5));
        BOOST_TEST(near(moved.getWorldMatrix(), glm::dmat4(parent->getWorldMatrix()) * glm::dmat4(moved.getLocalMatrix()), 1e-6));
    }
}

BOOST_AUTO_TEST_CASE(the_same_parent_again_changes_nothing)
{
    Nodes n;
    TransformNode& sibling = n.scene.createTransformNode("sibling", &n.middle);
    const auto before = n.snapshot();
    n.tip.setParent(&n.middle);
    n.tip.setParent(&n.middle, Keep::World);
    BOOST_TEST((n.snapshot() == before));
    BOOST_TEST(&*n.middle.getChildren().begin() == &n.tip);
    BOOST_TEST(sibling.getParent() == &n.middle);
}

BOOST_AUTO_TEST_CASE(a_cycle_is_refused_with_its_path_and_nothing_changes)
{
    Nodes n;
    const auto before = n.snapshot();
    for (const Keep keep : {Keep::Local, Keep::World}) {
        BOOST_CHECK_EXCEPTION(n.root.setParent(&n.tip, keep), std::invalid_argument, says("root -> middle -> tip -> root"));
        BOOST_CHECK_EXCEPTION(n.middle.setParent(&n.tip, keep), std::invalid_argument, says("middle -> tip -> middle"));
        BOOST_CHECK_EXCEPTION(n.tip.setParent(&n.tip, keep), std::invalid_argument, says("tip -> tip"));
    }
    BOOST_TEST((n.snapshot() == before));
    BOOST_TEST(n.root.getParent() == nullptr);
    BOOST_TEST(n.tip.getParent() == &n.middle);
}

BOOST_AUTO_TEST_CASE(a_parent_of_another_scene_is_refused_by_name)
{
    Nodes n;
    Scene other;
    TransformNode& foreign = other.createTransformNode("foreign");
    const auto before = n.snapshot();
    BOOST_CHECK_EXCEPTION(n.tip.setParent(&foreign), std::invalid_argument, says("foreign"));
    BOOST_CHECK_EXCEPTION(n.scene.createTransformNode("new", &foreign), std::invalid_argument, says("another scene"));
    BOOST_TEST((n.snapshot() == before));
    BOOST_TEST(n.scene.nodes().size() == 4);
    BOOST_TEST(foreign.getChildren().empty());
}

BOOST_AUTO_TEST_CASE(keep_world_under_a_flat_parent_is_refused_and_keep_local_is_not)
{
    Nodes n;
    n.stretched.setScaling({1, 0, 1});
    const auto before = n.snapshot();
    BOOST_CHECK_EXCEPTION(n.tip.setParent(&n.stretched, Keep::World), std::invalid_argument, says("singular"));
    BOOST_TEST((n.snapshot() == before));
    BOOST_TEST(n.tip.getParent() == &n.middle);
    n.tip.setParent(&n.stretched);
    BOOST_TEST(near(n.tip.getPosition(Space::World), glm::vec3(3, 0, 0), 1e-6));
}

// Keeping the world position under a parent of scale 1e-30 needs numbers beyond the range of floats: an error, not an infinity in the pose.
BOOST_AUTO_TEST_CASE(keep_world_never_stores_infinities)
{
    Nodes n;
    n.stretched.setScaling(glm::vec3(1e-30f));
    n.tip.setPosition(glm::vec3(1e12f));
    const auto before = n.snapshot();
    BOOST_CHECK_EXCEPTION(n.tip.setParent(&n.stretched, Keep::World), std::invalid_argument, says("tip"));
    BOOST_TEST((n.snapshot() == before));
}

BOOST_AUTO_TEST_CASE(children_are_added_and_removed_where_they_are)
{
    Scene scene;
    TransformNode& node = scene.createTransformNode("node", nullptr, {{1, 0, 0}});
    TransformNode& child = scene.createTransformNode("child", nullptr, {{5, 0, 0}});
    node.addChild(child);
    BOOST_TEST(child.getParent() == &node);
    BOOST_TEST((child.getPosition(Space::World) == glm::vec3(5, 0, 0)));
    BOOST_TEST((child.getPosition() == glm::vec3(4, 0, 0)));
    BOOST_CHECK_EXCEPTION(child.removeChild(node), std::invalid_argument, says("node/child: is not its child: node"));
    node.removeChild(child);
    BOOST_TEST(child.getParent() == nullptr);
    BOOST_TEST((child.getPosition(Space::World) == glm::vec3(5, 0, 0)));
    node.addChild(child, Keep::Local);
    BOOST_TEST((child.getPosition(Space::World) == glm::vec3(6, 0, 0)));
}

BOOST_AUTO_TEST_SUITE_END()
