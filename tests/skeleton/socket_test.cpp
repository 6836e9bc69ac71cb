#include <armature/node/descendants.hpp>

#include <skeleton/rigs.hpp>
#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A hosted skeleton with a sword in its hand.
struct Swordsman : ThreeBones {
    Scene scene;
    TransformNode& host = scene.createTransformNode("host", nullptr, {{10, 0, 0}});
    TransformNode& grip = scene.createTransformNode("grip", &tip, {{0, 0, 1}});
    TransformNode& blade = scene.createTransformNode("blade", &grip, {{0, 0, 2}});

    Swordsman() { skeleton.setHostNode(&host); }
};

}  // namespace

// Sockets: nodes attached to bones.
BOOST_AUTO_TEST_SUITE(socket)

// By hand: host (10 0 0), tip at height 3, grip and blade 1 and 2 along z.
BOOST_AUTO_TEST_CASE(a_socket_is_where_its_bone_is)
{
    Swordsman s;
    BOOST_TEST(near(s.grip.getPosition(Space::World), glm::vec3(10, 3, 1), 0.));
    BOOST_TEST(near(s.blade.getPosition(Space::World), glm::vec3(10, 3, 3), 0.));
    BOOST_TEST(s.grip.getParent() == &s.tip);
    BOOST_TEST(s.blade.getPath() == "root/middle/tip/grip/blade");
    BOOST_TEST(descendantsOf(s.tip).size() == 2);
    BOOST_TEST(s.blade.isDescendantOf(s.root));
}

// A node attached to a bone is at the bone in the same frame, whichever is read or drawn first.
BOOST_AUTO_TEST_CASE(a_socket_follows_its_bone_in_the_same_frame_in_any_order)
{
    Random random(501);
    Swordsman s;
    for (int frame = 0; frame < 300; ++frame) {
        const glm::vec3 position = random.vector(-5.f, 5.f);
        const glm::vec3 place = random.vector(-5.f, 5.f);
        (random.chance(0.5) ? s.root : s.middle).setPosition(position);
        if (random.chance(0.5)) {
            s.host.setPosition(place);
        }
        // Any of a frame's reads may come first.
        switch (random.integer(0, 5)) {
        case 0: s.scene.update(); break;
        case 1: s.skeleton.update(); break;
        case 2: static_cast<void>(s.skeleton.getFinalMatrices()); break;
        case 3: static_cast<void>(s.tip.getFinalMatrix()); break;
        case 4: static_cast<void>(s.grip.getWorldMatrix()); break;
        default: break;
        }
        // All are only translated, so positions add up.
        const glm::vec3 expected =
            s.host.getPosition() + s.root.getPosition() + s.middle.getPosition() + glm::vec3(0, 1, 0) + glm::vec3(0, 0, 3);
        BOOST_TEST(near(s.blade.getPosition(Space::World), expected, 1e-6));
        BOOST_TEST(near(s.blade.getWorldMatrix(), s.tip.getWorldMatrix() * moved(0, 0, 3), 1e-6));
    }
}

// Without a solver: hand, gun and other hand agree in one frame. The right hand determines the gun's position, and the gun the
// left hand's. The left hand is put there directly and is there in the same frame.
BOOST_AUTO_TEST_CASE(hand_gun_and_other_hand_agree_in_one_frame)
{
    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    Skeleton& skeleton = scene.createSkeleton("soldier");
    skeleton.setHostNode(&host);
    Bone& chest = skeleton.createBone("chest", {.bind = moved(0, 1, 0)});
    Bone& right = skeleton.createBone("right", {.parent = &chest, .bind = moved(-1, 0, 0)});
    Bone& left = skeleton.createBone("left", {.parent = &chest, .bind = moved(1, 0, 0)});
    TransformNode& gun = scene.createTransformNode("gun", &right);
    const TransformNode& foregrip = scene.createTransformNode("foregrip", &gun, {{0.5f, 0, 0.3f}});
    const TransformNode& ring = scene.createTransformNode("ring", &left);
    scene.update();
    for (int frame = 1; frame < 50; ++frame) {
        const float t = static_cast<float>(frame) * 0.1f;
        host.setPosition({t, 0, 0});
        chest.setRotation({0, t, 0});
        right.setRotation({t, 0, 0.3f});
        left.setPosition(foregrip.getPosition(Space::World), Space::World);
        BOOST_TEST(near(ring.getPosition(Space::World), foregrip.getPosition(Space::World), 2e-6));
        scene.update();
        BOOST_TEST(near(ring.getPosition(Space::World), foregrip.getPosition(Space::World), 2e-6));
    }
}

// Without a solver: aiming starts from the current absolute matrix, not from the bind.
BOOST_AUTO_TEST_CASE(aiming_starts_from_where_the_bone_is_now)
{
    ThreeBones rig;
    rig.tip.setBindMatrix(turnedZ(70) * moved(9, 9, 9));
    rig.root.setTransform({{3, 1, 0}, glm::quat(sin45, 0, sin45, 0), {1, 1, 1}});
    rig.skeleton.update();
    rig.middle.setRotation({0.3f, 0.2f, 0.1f});  // not yet evaluated when the bone looks
    const glm::vec3 target(5, 6, 7);
    rig.tip.lookAt(target);
    const glm::vec3 towards = glm::normalize(target - rig.tip.getPosition(Space::World));
    BOOST_TEST(near(rig.tip.getDirection({0, 0, 1}), towards, 1e-6));
}

BOOST_AUTO_TEST_CASE(a_socket_can_be_attached_and_taken_off_in_place)
{
    Swordsman s;
    s.middle.setRotationQuaternion(glm::quat(sin45, 0, 0, sin45));
    TransformNode& hat = s.scene.createTransformNode("hat", nullptr, {{1, 2, 3}, glm::quat(0, 1, 0, 0)});
    const glm::mat4 place = hat.getWorldMatrix();
    hat.setParent(&s.tip, Keep::World);
    BOOST_TEST(near(hat.getWorldMatrix(), place, 1e-6));
    s.root.setPosition({0, 5, 0});
    BOOST_TEST(near(hat.getWorldMatrix(), moved(0, 4, 0) * place, 1e-6));
    hat.setParent(nullptr, Keep::World);
    s.root.setPosition({0, 0, 0});
    BOOST_TEST(near(hat.getWorldMatrix(), moved(0, 4, 0) * place, 1e-6));
    hat.setParent(&s.arm);
    hat.setParent(&s.tip);  // from bone to bone
    s.arm.setPosition({100, 0, 0});
    BOOST_TEST(near(hat.getWorldMatrix(), s.tip.getWorldMatrix() * hat.getLocalMatrix(), 1e-6));
}

BOOST_AUTO_TEST_CASE(sockets_of_a_removed_bone_move_up_and_stay_in_place)
{
    for (const Removal removal : {Removal::KeepChildren, Removal::Subtree}) {
        Swordsman s;
        s.tip.setTransform({{0, 1, 0}, glm::quat(sin45, 0, 0, sin45), {1, 2, 1}});
        const glm::mat4 place = s.blade.getWorldMatrix();
        s.skeleton.removeBone(s.middle, removal);
        BOOST_TEST(near(s.blade.getWorldMatrix(), place, 1e-6));
        BOOST_TEST(s.grip.getParent() == (removal == Removal::Subtree ? static_cast<Node*>(&s.root) : &s.tip));
        s.skeleton.removeBone(s.root, Removal::Subtree);
        BOOST_TEST(near(s.blade.getWorldMatrix(), place, 1e-6));
        BOOST_TEST(s.grip.getParent() == nullptr);
    }
}

BOOST_AUTO_TEST_CASE(a_removed_socket_leaves_the_bone_alone)
{
    Swordsman s;
    s.scene.removeTransformNode(s.grip);
    BOOST_TEST(s.tip.getChildren().empty());
    s.root.setPosition({1, 1, 1});
    s.skeleton.update();
    BOOST_TEST(near(s.tip.getAbsoluteMatrix(), moved(1, 3, 1), 0.));
}

BOOST_AUTO_TEST_CASE(a_child_of_a_removed_socket_can_stay_on_the_bone)
{
    Swordsman s;
    s.scene.removeTransformNode(s.grip, Removal::KeepChildren);
    BOOST_TEST(s.blade.getParent() == &s.tip);
    BOOST_TEST(near(s.blade.getPosition(Space::World), glm::vec3(10, 3, 3), 1e-6));
    s.root.setPosition({0, 11, 0});
    BOOST_TEST(near(s.blade.getPosition(Space::World), glm::vec3(10, 13, 3), 1e-6));
}

// A rider on a horse: a skeleton hosted by a node on a bone of another skeleton, and so on.
BOOST_AUTO_TEST_CASE(skeletons_ride_on_sockets_of_skeletons_without_lag)
{
    Scene scene;
    std::vector<Skeleton*> riders;
    std::vector<TransformNode*> saddles;
    TransformNode* saddle = &scene.createTransformNode("ground");
    for (int i = 0; i < 5; ++i) {
        Skeleton& rider = scene.createSkeleton("rider");
        rider.setHostNode(saddle);
        Bone& back = rider.createBone("back", {.bind = moved(0, 1, 0)});
        saddle = &scene.createTransformNode("saddle", &back);
        riders.push_back(&rider);
        saddles.push_back(saddle);
    }
    BOOST_TEST(near(saddle->getPosition(Space::World), glm::vec3(0, 5, 0), 0.));
    riders[0]->bones()[0]->setPosition({1, 1, 0});
    BOOST_TEST(near(saddle->getPosition(Space::World), glm::vec3(1, 5, 0), 0.));
    riders[2]->bones()[0]->setRotationQuaternion(glm::quat(sin45, 0, 0, sin45));
    BOOST_TEST(near(saddle->getPosition(Space::World), glm::vec3(-1, 3, 0), 1e-6));
    scene.update();
    riders[1]->bones()[0]->setPosition({0, 2, 0});
    BOOST_TEST(near(saddle->getPosition(Space::World), glm::vec3(-1, 4, 0), 1e-6));
    BOOST_CHECK_EXCEPTION(riders[0]->setHostNode(saddle), std::invalid_argument, says("rider"));
    BOOST_CHECK_THROW(scene.nodes()[0]->setParent(saddle), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
