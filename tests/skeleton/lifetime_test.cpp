#include <skeleton/rigs.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

// Connected scenes, skeletons, nodes and bones are destroyed in any order.
BOOST_AUTO_TEST_SUITE(lifetime)

BOOST_AUTO_TEST_CASE(a_scene_may_go_before_a_skeleton_that_lives_on_its_own)
{
    ThreeBones rig;
    {
        Scene scene;
        TransformNode& host = scene.createTransformNode("host", nullptr, {{1, 0, 0}});
        TransformNode& driver = scene.createTransformNode("driver", nullptr, {{4, 5, 6}});
        TransformNode& socket = scene.createTransformNode("socket", &rig.tip);
        scene.createTransformNode("below", &socket);
        rig.skeleton.setHostNode(&host);
        rig.middle.linkTransformNode(&driver);
    }
    BOOST_TEST(rig.skeleton.getHostNode() == nullptr);
    BOOST_TEST(rig.middle.getTransformNode() == nullptr);
    BOOST_TEST(rig.tip.getChildren().empty());
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(4, 7, 6), 0.));
    rig.middle.setPosition({0, 0, 0});
    BOOST_TEST(near(rig.tip.getWorldMatrix(), moved(0, 2, 0), 0.));
    rig.skeleton.update();
}

BOOST_AUTO_TEST_CASE(a_skeleton_may_go_before_the_scene_and_sockets_stay_in_place)
{
    Scene scene;
    TransformNode& host = scene.createTransformNode("host", nullptr, {{1, 0, 0}});
    TransformNode& driver = scene.createTransformNode("driver", nullptr, {{4, 5, 6}});
    TransformNode& socket = scene.createTransformNode("socket");
    TransformNode& onDriven = scene.createTransformNode("onDriven");
    {
        ThreeBones rig;
        rig.skeleton.setHostNode(&host);
        rig.middle.linkTransformNode(&driver);
        socket.setParent(&rig.tip);
        driver.setParent(&rig.middle);  // attached to the bone it drives
        onDriven.setParent(&rig.middle);
        BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(5, 7, 6), 0.));
    }
    BOOST_TEST(socket.getParent() == nullptr);
    BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(5, 7, 6), 1e-6));
    BOOST_TEST(near(onDriven.getPosition(Space::World), glm::vec3(5, 6, 6), 1e-6));
    BOOST_TEST(near(driver.getPosition(Space::World), glm::vec3(9, 11, 12), 1e-6));
    host.setPosition({9, 9, 9});
    driver.setPosition({9, 9, 9});
    scene.update();
    BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(5, 7, 6), 1e-6));
}

BOOST_AUTO_TEST_CASE(a_skeleton_removed_from_its_scene_leaves_sockets_in_place)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    Bone& bone = skeleton.createBone("bone", {.bind = moved(1, 2, 3)});
    const TransformNode& socket = scene.createTransformNode("socket", &bone);
    scene.removeSkeleton(skeleton);
    BOOST_TEST(socket.getParent() == nullptr);
    BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(1, 2, 3), 0.));
}

BOOST_AUTO_TEST_CASE(ties_between_two_scenes_are_cut_whichever_goes_first)
{
    for (const bool firstGoesFirst : {true, false}) {
        auto first = std::make_unique<Scene>();
        auto second = std::make_unique<Scene>();
        Skeleton& skeleton = first->createSkeleton("skeleton");
        Bone& bone = skeleton.createBone("bone", {.bind = moved(0, 1, 0)});
        TransformNode& node = second->createTransformNode("node", nullptr, {{0, 0, 2}});
        TransformNode& socket = second->createTransformNode("socket", &bone);
        skeleton.setHostNode(&second->createTransformNode("host", nullptr, {{3, 0, 0}}));
        bone.linkTransformNode(&node);
        BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(3, 0, 2), 0.));
        (firstGoesFirst ? first : second).reset();
        if (firstGoesFirst) {
            BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(3, 0, 2), 0.));
            node.setPosition({1, 1, 1});
            second->update();
        } else {
            BOOST_TEST(bone.getTransformNode() == nullptr);
            BOOST_TEST(skeleton.getHostNode() == nullptr);
            BOOST_TEST(near(bone.getWorldMatrix(), moved(0, 0, 2), 0.));
            first->update();
        }
    }
}

BOOST_AUTO_TEST_CASE(removing_in_any_order_leaves_a_working_scene)
{
    Random random(801);
    for (int round = 0; round < 100; ++round) {
        Scene scene;
        Skeleton& skeleton = scene.createSkeleton("skeleton");
        addRandomBones(skeleton, 12, random);
        std::vector<TransformNode*> nodes;
        for (int i = 0; i < 12; ++i) {
            Bone& bone = *skeleton.bones()[static_cast<std::size_t>(random.integer(0, 11))];
            nodes.push_back(&scene.createTransformNode("n", random.chance(0.5) ? &bone : nullptr, randomPose(random)));
            if (random.chance(0.5)) {
                bone.linkTransformNode(nodes.back());
            }
        }
        while (!skeleton.bones().empty() || !scene.nodes().empty()) {
            const bool isBone = !skeleton.bones().empty() && (scene.nodes().empty() || random.chance(0.5));
            if (isBone) {
                const int last = static_cast<int>(skeleton.bones().size()) - 1;
                skeleton.removeBone(*skeleton.bones()[static_cast<std::size_t>(random.integer(0, last))],
                                    random.chance(0.5) ? Removal::KeepChildren : Removal::Subtree);
            } else {
                const int last = static_cast<int>(scene.nodes().size()) - 1;
                scene.removeTransformNode(*scene.nodes()[static_cast<std::size_t>(random.integer(0, last))],
                                          random.chance(0.5) ? Removal::KeepChildren : Removal::Subtree);
            }
            if (random.chance(0.3)) {
                scene.update();
            }
            for (const Bone* bone : skeleton.bones()) {
                BOOST_REQUIRE(isFinite(toAffine(bone->getFinalMatrix())));
            }
            for (const TransformNode* node : scene.nodes()) {
                BOOST_REQUIRE(isFinite(toAffine(node->getWorldMatrix())));
            }
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
