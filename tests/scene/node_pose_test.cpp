#include <functional>
#include <vector>

#include <armature/node/descendants.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// The same pair of nodes, one above the other, as nodes of a scene and as bones of a skeleton.
struct Pair {
    Pair(const Transform& above, const Transform& below)
        : nodeAbove(scene.createTransformNode("above", nullptr, above))
        , node(scene.createTransformNode("below", &nodeAbove, below))
        , skeleton(scene.createSkeleton("skeleton"))
        , boneAbove(skeleton.createBone("above"))
        , bone(skeleton.createBone("below", {.parent = &boneAbove}))
    {
        boneAbove.setTransform(above);
        bone.setTransform(below);
    }

    Scene scene;
    TransformNode& nodeAbove;
    TransformNode& node;
    Skeleton& skeleton;
    Bone& boneAbove;
    Bone& bone;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(node_poses)

// By hand: the parent is doubled and turned a quarter about z, so own +x points along the world's +y at twice its length.
BOOST_AUTO_TEST_CASE(bones_and_nodes_have_the_same_defaults)
{
    Pair pair({{10, 0, 0}, glm::quat(sin45, 0, 0, sin45), {2, 2, 2}}, {{0, 0, 0}, glm::quat(sin45, 0, 0, sin45), {3, 1, 1}});
    for (Node* each : {static_cast<Node*>(&pair.node), static_cast<Node*>(&pair.bone)}) {
        BOOST_TEST_CONTEXT((each->isBone() ? "bone" : "node"))
        {
            each->translate({1, 0, 0});  // own axes, with their scale: the parent's +y
            BOOST_TEST(near(each->getPosition(), glm::vec3(0, 3, 0), 1e-6));
            BOOST_TEST(near(each->getPosition(Space::World), glm::vec3(4, 0, 0), 1e-5));
            each->rotate({1, 0, 0}, quarterTurn);  // about own +x, which stays where it is
            BOOST_TEST(near(each->getDirection({1, 0, 0}, Space::Local), glm::vec3(0, 1, 0), 1e-6));
            BOOST_TEST(near(each->getDirection({0, 1, 0}, Space::Local), glm::vec3(0, 0, 1), 1e-6));
            each->setRotationQuaternion(glm::angleAxis(quarterTurn, glm::vec3(0, 0, 1)), Space::Local);  // in the parent's axes
            BOOST_TEST(near(each->getDirection({1, 0, 0}, Space::Local), glm::vec3(0, 1, 0), 1e-6));
            BOOST_TEST(near(each->getDirection({1, 0, 0}), glm::vec3(-1, 0, 0), 1e-6));
            each->lookAt({4, 7, 0});  // in the world
            BOOST_TEST(near(each->getDirection({0.f, 0.f, 1.f}), glm::vec3(0, 1, 0), 1e-6));
        }
    }
}

BOOST_AUTO_TEST_CASE(removal_takes_along_what_is_below_by_default)
{
    Pair pair({}, {});
    pair.scene.removeTransformNode(pair.nodeAbove);
    pair.skeleton.removeBone(pair.boneAbove);
    BOOST_TEST(pair.scene.nodes().empty());
    BOOST_TEST(pair.skeleton.bones().empty());
}

BOOST_AUTO_TEST_CASE(every_operation_does_to_a_bone_what_it_does_to_a_node)
{
    const std::vector<std::function<void(Node&, const glm::vec3&, const glm::quat&, float)>> operations{
        [](Node& node, const glm::vec3& v, const glm::quat&, float) { node.setPosition(v); },
        [](Node& node, const glm::vec3&, const glm::quat& q, float) { node.setRotationQuaternion(q); },
        [](Node& node, const glm::vec3& v, const glm::quat&, float) { node.setRotation(v); },
        [](Node& node, const glm::vec3& v, const glm::quat&, float) { node.setScaling(v); },
        [](Node& node, const glm::vec3& v, const glm::quat& q, float) {
            node.setTransform({v, q, {1, 2, 3}});
        },
        [](Node& node, const glm::vec3& v, const glm::quat&, float) { node.translate(v, Space::World); },
        [](Node& node, const glm::vec3& v, const glm::quat&, float) { node.setPosition(v, Space::World); },
        [](Node& node, const glm::vec3& v, const glm::quat&, float) { node.setPosition(v, Space::World); },
        [](Node& node, const glm::vec3& v, const glm::quat&, float angle) { node.rotate(v, angle, Space::World); },
        [](Node& node, const glm::vec3& v, const glm::quat&, float angle) {
            node.rotateAround(v, {1, 2, 3}, angle);
        },
        [](Node& node, const glm::vec3& v, const glm::quat&, float) { node.addRotation(v); },
        [](Node& node, const glm::vec3&, const glm::quat& q, float) { node.setRotationQuaternion(q, Space::World); },
        [](Node& node, const glm::vec3& v, const glm::quat&, float) { node.setRotation(v, Space::World); },
        [](Node& node, const glm::vec3& v, const glm::quat&, float) {
            node.setRotation({v.y, v.x, v.z}, Space::Local);
        },
        [](Node& node, const glm::vec3& v, const glm::quat&, float angle) {
            node.setRotationQuaternion(glm::angleAxis(angle, glm::normalize(v)), Space::World);
        },
        [](Node& node, const glm::vec3&, const glm::quat& q, float) { node.setRotationMatrix(glm::mat3_cast(q), Space::World); },
        [](Node& node, const glm::vec3&, const glm::quat& q, float) { node.setRotationQuaternion(q, Space::World); },
        [](Node& node, const glm::vec3& v, const glm::quat&, float) { node.setScaling(v, Space::World); },
        [](Node& node, const glm::vec3& v, const glm::quat&, float) { node.lookAt(v); },
        [](Node& node, const glm::vec3& v, const glm::quat&, float) { node.setDirection(v); },
        [](Node& node, const glm::vec3& v, const glm::quat&, float) { node.scale(v, ChildScaling::Inherit); },
    };
    Random random(22);
    for (std::size_t operation = 0; operation < operations.size(); ++operation) {
        for (int round = 0; round < 20; ++round) {
            const Transform above{random.vector(-3, 3), random.rotation(), random.vector(0.5f, 2.f)};
            const Transform below{random.vector(-3, 3), random.rotation(), random.vector(0.5f, 2.f)};
            Pair pair(above, below);
            const glm::vec3 vector = random.vector(0.5f, 2.f);
            const glm::quat rotation = random.rotation();
            const float angle = random.real(-3, 3);
            operations[operation](pair.node, vector, rotation, angle);
            operations[operation](pair.bone, vector, rotation, angle);
            BOOST_TEST_CONTEXT("operation " << operation)
            {
                BOOST_TEST((pair.node.getTransform() != below || pair.node.getLocalMatrix() != toMat4(toAffine(below))));
                BOOST_TEST(near(pair.bone.getLocalMatrix(), pair.node.getLocalMatrix(), 1e-5));
                BOOST_TEST(near(pair.bone.getMatrix(Space::World), pair.node.getMatrix(Space::World), 1e-5));
                BOOST_TEST(near(pair.bone.getScaling(Space::World), pair.node.getScaling(Space::World), 1e-4));
                BOOST_TEST(
                    nearRotation(pair.bone.getRotationQuaternion(Space::World), pair.node.getRotationQuaternion(Space::World), 1e-5));
            }
        }
    }
}

// By hand: the parent is at (10, 0, 0) and twice as large.
BOOST_AUTO_TEST_CASE(points_are_carried_from_a_nodes_own_axes_and_back)
{
    Pair pair({{10, 0, 0}, glm::quat(1, 0, 0, 0), {2, 2, 2}}, {{1, 0, 0}, glm::quat(sin45, 0, 0, sin45), {1, 1, 1}});
    for (const Node* each : {static_cast<const Node*>(&pair.node), static_cast<const Node*>(&pair.bone)}) {
        BOOST_TEST(near(each->getAbsolutePositionFromLocal({1, 0, 0}), glm::vec3(12, 2, 0), 1e-5));
        BOOST_TEST(near(each->getLocalPositionFromAbsolute({12, 2, 0}).value(), glm::vec3(1, 0, 0), 1e-5));
        BOOST_TEST(near(each->getRotation(Space::World), glm::vec3(0, 0, quarterTurn), 1e-6));
    }
}

BOOST_AUTO_TEST_CASE(finders_of_const_things_give_const_things)
{
    static_assert(std::is_same_v<decltype(std::declval<const Scene&>().findTransformNode("")), const TransformNode*>);
    static_assert(std::is_same_v<decltype(std::declval<const Scene&>().findSkeleton("")), const Skeleton*>);
    static_assert(std::is_same_v<decltype(std::declval<const Scene&>().findAnimationGroup("")), const AnimationGroup*>);
    static_assert(std::is_same_v<decltype(std::declval<const Skeleton&>().findBone("")), const Bone*>);
    static_assert(std::is_same_v<decltype(std::declval<const Skeleton&>().getBoneByIndex(0)), const Bone*>);
    static_assert(std::is_same_v<decltype(std::declval<const Skeleton&>().getRoots()), std::vector<const Bone*>>);
    static_assert(std::is_same_v<decltype(descendantsOf(std::declval<const Node&>())), std::vector<const Node*>>);
    Pair pair({}, {});
    const Scene& scene = pair.scene;
    BOOST_TEST(scene.findTransformNode("below") == &pair.node);
    BOOST_TEST(pair.scene.findTransformNode("below") == &pair.node);
    BOOST_TEST(std::as_const(pair.skeleton).getBoneByIndex(1) == &pair.bone);
    BOOST_TEST(transformNodesBelow(std::as_const(pair.nodeAbove)) == (std::vector<const TransformNode*>{&pair.node}));
}

// The expected text is written by hand.
BOOST_AUTO_TEST_CASE(what_players_of_clips_see_of_a_scene_says_how_much_there_is)
{
    const Pair pair({}, {});
    BOOST_TEST(toString(static_cast<const AnimationTargets&>(pair.scene)) == "2 nodes, 1 skeleton, 0 mesh instances");
}

BOOST_AUTO_TEST_SUITE_END()
