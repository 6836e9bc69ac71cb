#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/random.hpp>

using namespace armature;
using test::near;
using test::Random;

// Promises about a skeleton and the nodes attached to it. Expected values follow from the definitions, computed here in double.
namespace {

glm::mat4 translation(float x, float y, float z)
{
    return glm::translate(glm::mat4(1.f), {x, y, z});
}

/// Makes a chain of bones, each one unit above the previous one.
std::vector<Bone*> makeChain(Skeleton& skeleton, int count)
{
    std::vector<Bone*> chain;
    for (int i = 0; i < count; ++i) {
        chain.push_back(&skeleton.createBone("bone", {.parent = i == 0 ? nullptr : chain.back(), .bind = translation(0.f, 1.f, 0.f)}));
    }
    return chain;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(skeleton_lessons)

// A node attached to a bone is at the bone in the same frame, whichever is read or drawn first.
BOOST_AUTO_TEST_CASE(an_attached_node_has_no_lag_whoever_is_read_first)
{
    Random random(501);
    for (int round = 0; round < 50; ++round) {
        Scene scene;
        TransformNode& host = scene.createTransformNode("host");
        Skeleton& skeleton = scene.createSkeleton("skeleton");
        skeleton.setHostNode(&host);
        const auto chain = makeChain(skeleton, 6);
        TransformNode& sword = scene.createTransformNode("sword", chain.back(), {{0.f, 0.5f, 0.f}});
        TransformNode& tip = scene.createTransformNode("tip", &sword, {{0.f, 1.f, 0.f}});
        scene.update();

        host.setPosition(random.vector(-5.f, 5.f));
        chain[static_cast<std::size_t>(random.integer(0, 5))]->setRotationQuaternion(random.rotation());
        if (random.chance(0.5)) {
            static_cast<void>(skeleton.getFinalMatrices());
        }
        const glm::dmat4 expected = glm::dmat4(host.getWorldMatrix()) * glm::dmat4(chain.back()->getAbsoluteMatrix())
                                    * glm::dmat4(translation(0.f, 0.5f, 0.f)) * glm::dmat4(translation(0.f, 1.f, 0.f));
        BOOST_TEST(near(tip.getWorldMatrix(), expected, 2e-6));
    }
}

// A chain hand -> gun -> other hand settles in one frame: the other hand goes to a place on the gun, which is attached to the first hand.
BOOST_AUTO_TEST_CASE(what_reaches_for_something_held_settles_at_once)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("soldier");
    Bone& chest = skeleton.createBone("chest", {.bind = translation(0.f, 1.4f, 0.f)});
    Bone& right = skeleton.createBone("right", {.parent = &chest, .bind = translation(-0.3f, 0.f, 0.2f)});
    Bone& left = skeleton.createBone("left", {.parent = &chest, .bind = translation(0.3f, 0.f, 0.2f)});
    TransformNode& gun = scene.createTransformNode("gun", &right);
    TransformNode& grip = scene.createTransformNode("grip", &gun, {{0.f, 0.05f, 0.4f}});
    TransformNode& sleeve = scene.createTransformNode("sleeve", &left);

    Random random(502);
    for (int frame = 0; frame < 20; ++frame) {
        chest.setRotationQuaternion(random.rotation());
        right.setRotationQuaternion(random.rotation());
        left.setPosition(grip.getPosition(Space::World), Space::World);
        BOOST_TEST(near(left.getPosition(Space::World), grip.getPosition(Space::World), 2e-6));
        BOOST_TEST(near(sleeve.getPosition(Space::World), grip.getPosition(Space::World), 2e-6));
    }
}

// Aiming starts from the bone's current matrix, not from its bind.
BOOST_AUTO_TEST_CASE(aiming_reads_the_current_matrix_not_the_bind)
{
    Skeleton skeleton;
    const auto chain = makeChain(skeleton, 3);
    chain[0]->setRotation({0.f, 0.f, glm::radians(90.f)});  // the chain now lies along -x
    chain[1]->setPosition({0.f, 3.f, 0.f});
    const glm::vec3 from = chain[2]->getPosition(Space::World);
    BOOST_TEST(near(from, glm::vec3(-4.f, 1.f, 0.f), 2e-6));
    const glm::vec3 target(5.f, 7.f, -2.f);
    chain[2]->lookAt(target);
    BOOST_TEST(near(chain[2]->getDirection({0.f, 0.f, 1.f}), glm::normalize(target - from), 2e-6));
}

// returnToRest works on linked skeletons: it moves the nodes.
BOOST_AUTO_TEST_CASE(linked_skeletons_return_to_rest)
{
    Random random(503);
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("imported");
    const auto chain = makeChain(skeleton, 5);
    std::vector<TransformNode*> nodes;
    for (Bone* bone : chain) {
        TransformNode* parent = nodes.empty() ? nullptr : nodes.back();
        nodes.push_back(&scene.createTransformNode("joint", parent, {{0.f, 1.f, 0.f}}));
        bone->linkTransformNode(nodes.back());
    }
    for (TransformNode* node : nodes) {
        node->setTransform({random.vector(-2.f, 2.f), random.rotation(), random.vector(0.5f, 2.f)});
    }
    skeleton.returnToRest();
    for (std::size_t i = 0; i < chain.size(); ++i) {
        BOOST_TEST(near(nodes[i]->getLocalMatrix(), translation(0.f, 1.f, 0.f), 1e-7));
        BOOST_TEST(near(chain[i]->getFinalMatrix(), glm::mat4(1.f), 1e-6));
    }
}

// An armature node scaled 0.01 or 100 does not change the result: the world is the same, in other units.
BOOST_AUTO_TEST_CASE(the_scale_of_the_armature_node_changes_nothing)
{
    for (const float scale : {0.01f, 1.f, 100.f}) {
        Scene scene;
        TransformNode& armatureNode = scene.createTransformNode("Armature");
        armatureNode.setScaling(glm::vec3(scale));
        Skeleton& skeleton = scene.createSkeleton("rig");
        skeleton.setHostNode(&armatureNode);
        Bone& root = skeleton.createBone("root", {.bind = translation(0.f, 1.f / scale, 0.f)});
        Bone& tip = skeleton.createBone("tip", {.parent = &root, .bind = translation(0.5f / scale, 0.f, 0.f)});
        TransformNode& attached = scene.createTransformNode("attached", &tip);
        root.setRotation({0.f, 0.f, glm::radians(90.f)});

        // By hand: the tip is half a metre above the root, which is one metre up; a vertex bound at (0.5 1.2 0) turns with the root.
        BOOST_TEST(near(attached.getPosition(Space::World), glm::vec3(0.f, 1.5f, 0.f), 2e-6));
        const glm::vec4 vertex(0.5f / scale, 1.2f / scale, 0.f, 1.f);
        BOOST_TEST(near(glm::vec3(skeleton.getWorldMatrix() * tip.getFinalMatrix() * vertex), glm::vec3(-0.2f, 1.5f, 0.f), 2e-6));
    }
}

// Aiming at something and setting a rotation in the world keep the bone's scale.
BOOST_AUTO_TEST_CASE(aiming_keeps_the_scale)
{
    Random random(504);
    for (int round = 0; round < 100; ++round) {
        Skeleton skeleton;
        const auto chain = makeChain(skeleton, 3);
        for (Bone* bone : chain) {
            bone->setTransform({random.vector(-1.f, 1.f), random.rotation(), glm::vec3(random.real(0.5f, 2.f))});
        }
        const glm::vec3 scale = random.vector(0.5f, 2.f);
        chain[2]->setScaling(scale);
        chain[2]->lookAt(random.vector(5.f, 9.f));
        BOOST_TEST(near(chain[2]->getScaling(), scale, 2e-6));
        chain[2]->setRotationQuaternion(random.rotation(), Space::World);
        BOOST_TEST(near(chain[2]->getScaling(), scale, 2e-6));
    }
}

BOOST_AUTO_TEST_SUITE_END()
