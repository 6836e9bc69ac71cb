#include <boost/test/unit_test.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/slow_build.hpp>

#include "rigs.hpp"

using namespace armature;
using namespace armature::test;

namespace {

// Creates, uses and drops a scene with all kinds of ties.
void liveAndDie()
{
    const Skeleton outside("outlives the scene");
    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    skeleton.setHostNode(&host);
    Bone* bone = nullptr;
    for (int i = 0; i < 8; ++i) {
        bone = &skeleton.createBone("bone", {.parent = bone, .bind = test::moved(0.f, 1.f, 0.f)});
        bone->linkTransformNode(&scene.createTransformNode("driver"));
    }
    scene.createTransformNode("attached", bone);
    scene.addSkeleton(skeleton.clone());
    skeleton.removeBone(*skeleton.bones()[3], Removal::KeepChildren);
    scene.removeTransformNode(*scene.nodes()[2]);
    scene.update();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(growth)

BOOST_AUTO_TEST_CASE(ten_thousand_scenes_come_and_go_without_a_trace)
{
    for (int round = 0; round < 200; ++round) {  // until the allocator's own caches are full
        liveAndDie();
    }
    const MemoryPeak memory;
    for (int round = 0; round < (isSlowBuild() ? 1000 : 10'000); ++round) {
        liveAndDie();
    }
    // One byte a round would add up to ten thousand; the test library itself may keep a little.
    BOOST_TEST(memory.growth() <= 4096);
}

BOOST_AUTO_TEST_CASE(bones_and_nodes_that_come_and_go_leave_their_room_to_others)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    Bone& root = skeleton.createBone("root");
    const auto comeAndGo = [&] {
        Bone& bone = skeleton.createBone("bone", {.parent = &root});
        TransformNode& node = scene.createTransformNode("node", &bone);
        bone.linkTransformNode(&scene.createTransformNode("driver"));
        scene.update();
        scene.removeTransformNode(*bone.getTransformNode());
        scene.removeTransformNode(node);
        skeleton.removeBone(bone, Removal::KeepChildren);
    };
    for (int i = 0; i < 100; ++i) {
        comeAndGo();
    }
    const MemoryPeak memory;
    for (int i = 0; i < 10'000; ++i) {
        comeAndGo();
    }
    BOOST_TEST(memory.growth() <= 4096);
    BOOST_TEST(skeleton.getFinalMatrices().size() <= 2u);
}

BOOST_AUTO_TEST_SUITE_END()
