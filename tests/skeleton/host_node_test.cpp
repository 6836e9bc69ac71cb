#include <skeleton/rigs.hpp>
#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/slow_build.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(host_node)

// By hand: the host is twice as large, turned a quarter about z and at (10 0 0).
BOOST_AUTO_TEST_CASE(the_world_is_reached_through_the_host)
{
    Scene scene;
    ThreeBones rig;
    BOOST_TEST(rig.skeleton.getHostNode() == nullptr);
    BOOST_TEST(near(rig.skeleton.getWorldMatrix(), glm::mat4(1.f), 0.));
    TransformNode& host = scene.createTransformNode("host", nullptr, {{10, 0, 0}, glm::quat(sin45, 0, 0, sin45), {2, 2, 2}});
    rig.skeleton.setHostNode(&host);
    BOOST_TEST(rig.skeleton.getHostNode() == &host);
    BOOST_TEST(near(rig.skeleton.getWorldMatrix(), host.getWorldMatrix(), 0.));
    BOOST_TEST(near(glm::vec3(rig.tip.getWorldMatrix()[3]), glm::vec3(4, 0, 0), 1e-6));
    host.setPosition({0, 0, 0});
    BOOST_TEST(near(glm::vec3(rig.tip.getWorldMatrix()[3]), glm::vec3(-6, 0, 0), 1e-6));
    rig.skeleton.setHostNode(nullptr);
    BOOST_TEST(near(glm::vec3(rig.tip.getWorldMatrix()[3]), glm::vec3(0, 3, 0), 0.));
}

BOOST_AUTO_TEST_CASE(the_host_changes_nothing_in_skeleton_space_and_costs_nothing)
{
    Scene scene;
    ThreeBones rig;
    TransformNode& host = scene.createTransformNode("host");
    rig.skeleton.update();
    const auto count = rig.skeleton.evaluatedBoneCount();
    const glm::mat4 final = rig.tip.getFinalMatrix();
    rig.skeleton.setHostNode(&host);
    host.setTransform({{1, 2, 3}, glm::quat(0, 1, 0, 0), {5, 5, 5}});
    rig.skeleton.update();
    BOOST_TEST(rig.skeleton.evaluatedBoneCount() == count);
    BOOST_TEST(sameBits(rig.tip.getFinalMatrix(), final));
}

BOOST_AUTO_TEST_CASE(sockets_move_with_the_host_at_once)
{
    Scene scene;
    ThreeBones rig;
    TransformNode& above = scene.createTransformNode("above");
    TransformNode& host = scene.createTransformNode("host", &above);
    const TransformNode& socket = scene.createTransformNode("socket", &rig.tip);
    BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(0, 3, 0), 0.));
    rig.skeleton.setHostNode(&host);
    host.setPosition({1, 0, 0});
    BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(1, 3, 0), 0.));
    above.setPosition({0, 0, 5});
    BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(1, 3, 5), 0.));
    rig.skeleton.setHostNode(&above);
    BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(0, 3, 5), 0.));
    host.setPosition({9, 9, 9});
    BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(0, 3, 5), 0.));
    rig.skeleton.setHostNode(nullptr);
    BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(0, 3, 0), 0.));
}

BOOST_AUTO_TEST_CASE(one_node_may_host_several_skeletons)
{
    Scene scene;
    ThreeBones body;
    ThreeBones clothes;
    TransformNode& host = scene.createTransformNode("host", nullptr, {{1, 0, 0}});
    const TransformNode& onBody = scene.createTransformNode("onBody", &body.tip);
    const TransformNode& onClothes = scene.createTransformNode("onClothes", &clothes.tip);
    body.skeleton.setHostNode(&host);
    clothes.skeleton.setHostNode(&host);
    scene.update();
    host.setPosition({2, 0, 0});
    BOOST_TEST(near(onBody.getPosition(Space::World), glm::vec3(2, 3, 0), 0.));
    BOOST_TEST(near(onClothes.getPosition(Space::World), glm::vec3(2, 3, 0), 0.));
    scene.removeTransformNode(host);
    BOOST_TEST(body.skeleton.getHostNode() == nullptr);
    BOOST_TEST(clothes.skeleton.getHostNode() == nullptr);
    BOOST_TEST(near(onBody.getPosition(Space::World), glm::vec3(0, 3, 0), 0.));
}

BOOST_AUTO_TEST_CASE(a_host_below_the_skeletons_own_bone_is_refused_and_nothing_changes)
{
    Scene scene;
    ThreeBones rig;
    TransformNode& host = scene.createTransformNode("host", nullptr, {{1, 2, 3}});
    rig.skeleton.setHostNode(&host);
    TransformNode& socket = scene.createTransformNode("socket", &rig.tip);
    TransformNode& below = scene.createTransformNode("below", &socket);
    BOOST_CHECK_EXCEPTION(rig.skeleton.setHostNode(&below), std::invalid_argument, says("below the skeleton's own bone root/middle/tip"));
    BOOST_TEST(rig.skeleton.getHostNode() == &host);
    BOOST_CHECK_EXCEPTION(host.setParent(&below), std::invalid_argument, says("host -> root -> middle -> tip -> socket -> below -> host"));
    BOOST_CHECK_EXCEPTION(host.setParent(&rig.arm), std::invalid_argument, says("host -> root -> arm -> host"));
    BOOST_TEST(host.getParent() == nullptr);
    BOOST_TEST(near(below.getPosition(Space::World), glm::vec3(1, 5, 3), 0.));
}

// An armature node scaled 0.01 or 100 does not change the result. The same rig is built in metres, and in other units below a
// node that scales it back to metres, with the inverse binds a file would have; vertices are in metres.
BOOST_AUTO_TEST_CASE(an_armature_node_in_other_units_changes_nothing)
{
    const auto build = [](Skeleton& skeleton, float units) {
        const auto in = [units](const glm::vec3& metres) { return moved(metres.x * units, metres.y * units, metres.z * units); };
        const glm::mat4 toUnits = glm::scale(glm::mat4(1.f), glm::vec3(units));
        const glm::mat4 hips = in({0, 1, 0}) * turnedZ(20);
        const glm::mat4 spine = in({0, 0.5f, 0.1f}) * turnedZ(-35);
        Bone& root = skeleton.createBone("hips", {.bind = hips, .absoluteInverseBind = glm::inverse(hips) * toUnits});
        skeleton.createBone("spine", {.parent = &root, .bind = spine, .absoluteInverseBind = glm::inverse(hips * spine) * toUnits});
    };
    const glm::vec4 vertex(0.3f, 1.7f, 0.2f, 1);
    const auto placed = [&](const Skeleton& skeleton, std::size_t bone) {
        return skeleton.getWorldMatrix() * skeleton.bones()[bone]->getFinalMatrix() * vertex;
    };
    Scene scene;
    Skeleton metres;
    build(metres, 1.f);
    for (const float scale : {0.01f, 100.f}) {
        Skeleton units;
        build(units, 1.f / scale);
        units.setHostNode(&scene.createTransformNode("armature", nullptr, {{}, glm::quat(1, 0, 0, 0), glm::vec3(scale)}));
        TransformNode& hand = scene.createTransformNode("hand", units.bones()[1]);
        for (const float angle : {0.f, 0.7f}) {
            for (Skeleton* skeleton : {&metres, &units}) {
                skeleton->bones()[0]->setRotation({angle, 0, 0});
                skeleton->bones()[1]->setRotation({0, angle, angle});
            }
            for (const std::size_t bone : {std::size_t{0}, std::size_t{1}}) {
                BOOST_TEST(near(placed(units, bone), placed(metres, bone), 2e-6));
            }
            BOOST_TEST(near(hand.getPosition(Space::World), glm::vec3(metres.bones()[1]->getAbsoluteMatrix()[3]), 2e-6));
        }
    }
}

// Aiming keeps the bone's scale, and so do rotations set in any space.
BOOST_AUTO_TEST_CASE(aiming_keeps_the_bones_scale)
{
    Scene scene;
    ThreeBones rig;
    rig.skeleton.setHostNode(&scene.createTransformNode("host", nullptr, {{1, 2, 3}, glm::quat(sin45, sin45, 0, 0), {2, 2, 2}}));
    rig.middle.setScaling({0.5f, 0.5f, 0.5f});
    const glm::vec3 scale(1, 2, 4);
    rig.tip.setScaling(scale);
    rig.tip.lookAt({7, 8, 9});
    BOOST_TEST(near(rig.tip.getScaling(), scale, 1e-6));
    rig.tip.lookAt({-7, 8, 9}, Space::Skeleton);
    BOOST_TEST(near(rig.tip.getScaling(), scale, 1e-6));
    for (const Space space : {Space::Local, Space::Skeleton, Space::World}) {
        rig.tip.setRotationQuaternion(glm::quat(0.5f, 0.5f, -0.5f, 0.5f), space);
        rig.tip.setRotationQuaternion(glm::angleAxis(0.7f, glm::normalize(glm::vec3(1, 2, 3))), space);
        rig.tip.rotate({3, 2, 1}, 0.3f, space);
        BOOST_TEST(near(rig.tip.getScaling(), scale, 2e-6));
    }
}

// By hand: each of 20 000 levels moves by (0, 0, 1), the first one as written. Any level may be read first. If building walked up from each
// level, or reading from every 32nd, this would take half a minute.
BOOST_AUTO_TEST_CASE(skeletons_nested_through_hosts_to_any_depth)
{
    Scene scene;
    // Slow builds need more time for each level, and sanitizers' stack frames are larger.
    const int depth = isSlowBuild() ? 5000 : 20'000;
    std::vector<Bone*> bones;
    for (int i = 0; i < depth; ++i) {
        Skeleton& skeleton = scene.createSkeleton("skeleton");
        TransformNode& host = scene.createTransformNode("host", bones.empty() ? nullptr : bones.back());
        host.setPosition({0, 0, 1});
        skeleton.setHostNode(&host);
        bones.push_back(&skeleton.createBone("bone"));
    }
    BOOST_TEST((glm::vec3(bones.back()->getWorldMatrix()[3]) == glm::vec3(0, 0, depth)));
    scene.nodes()[0]->setPosition({5, 0, 1});
    BOOST_TEST((glm::vec3(bones[static_cast<std::size_t>(depth) / 2]->getWorldMatrix()[3]) == glm::vec3(5, 0, depth / 2 + 1)));
    BOOST_TEST((glm::vec3(bones.back()->getWorldMatrix()[3]) == glm::vec3(5, 0, depth)));
    scene.nodes()[0]->setPosition({6, 0, 1});
    scene.update();
    BOOST_TEST((scene.nodes().back()->getPosition(Space::World) == glm::vec3(6, 0, depth)));
    bones[0]->setPosition({0, 1, 0});
    BOOST_TEST((scene.nodes().back()->getPosition(Space::World) == glm::vec3(6, 1, depth)));
}

BOOST_AUTO_TEST_SUITE_END()
