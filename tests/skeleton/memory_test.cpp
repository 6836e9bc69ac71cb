#include <atomic>
#include <thread>

#include <armature/animation/animation_group.hpp>

#include <animation/clip_builder.hpp>
#include <skeleton/rigs.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/precompiled.hpp>
#include <support/slow_build.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// Fills a scene with everything that connects nodes, bones and skeletons.
void fill(Scene& scene, Random& random)
{
    TransformNode& host = scene.createTransformNode("host");
    Skeleton& skeleton = scene.createSkeleton("rig");
    skeleton.setHostNode(&host);
    addRandomBones(skeleton, 30, random);
    for (std::size_t i = 0; i < 30; i += 3) {
        TransformNode& socket = scene.createTransformNode("socket", skeleton.bones()[i]);
        scene.createTransformNode("below", &socket);
        skeleton.bones()[i + 1]->linkTransformNode(&scene.createTransformNode("driver"),
                                                   i % 2 == 0 ? LinkMode::ForwardWrites : LinkMode::NodeDrives);
    }
    scene.addSkeleton(skeleton.clone()).setHostNode(scene.nodes().back());
}

/// Plays a frame: writes poses in every way, reads lazily in every way, and brings everything up to date.
void frame(Scene& scene, Random& random)
{
    for (TransformNode* node : scene.nodes()) {
        switch (random.integer(0, 4)) {
        case 0: node->setTransform(randomPose(random)); break;
        case 1: node->setPosition(random.vector(-1.f, 1.f)); break;
        case 2: node->setRotation(random.vector(-1.f, 1.f)); break;
        case 3: node->setLocalMatrix(toMat4(randomPose(random))); break;
        default: static_cast<void>(node->getWorldMatrix()); break;
        }
    }
    for (Skeleton* skeleton : scene.skeletons()) {
        for (Bone* bone : skeleton->bones()) {
            switch (random.integer(0, 6)) {
            case 0: bone->setTransform(randomPose(random)); break;
            case 1: bone->setScaling(random.vector(0.5f, 1.5f)); break;
            case 2: bone->setRotationQuaternion(random.rotation()); break;
            case 3: bone->setLocalMatrix(toMat4(randomPose(random))); break;
            case 4: bone->returnToRest(); break;
            case 5: static_cast<void>(bone->getFinalMatrix()); break;
            default: static_cast<void>(bone->getWorldMatrix()); break;
            }
        }
        static_cast<void>(skeleton->findBone("bone7"));
        static_cast<void>(skeleton->getBoneByIndex(7));
        if (random.chance(0.5)) {
            static_cast<void>(skeleton->getFinalMatrices());
        }
        if (random.chance(0.2)) {
            skeleton->returnToRest();
        }
    }
    scene.update();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(memory)

// The other cases, and those of other programs, rely on this.
BOOST_AUTO_TEST_CASE(what_other_threads_allocate_is_counted)
{
    std::vector<std::unique_ptr<int>> kept(10);
    std::atomic<bool> mayAllocate = false;
    std::atomic<bool> hasAllocated = false;
    std::thread other([&] {
        mayAllocate.wait(false);
        for (auto& each : kept) {
            each = std::make_unique<int>(7);
        }
        hasAllocated = true;
        hasAllocated.notify_one();
    });
    const AllocationCount count;  // the thread's own memory was allocated before
    mayAllocate = true;
    mayAllocate.notify_one();
    hasAllocated.wait(false);
    const std::size_t counted = count.sinceConstruction();
    other.join();
    BOOST_TEST(counted == 10u);
}

BOOST_AUTO_TEST_CASE(a_frame_allocates_nothing_once_warm)
{
    Random random(901);
    Scene scene;
    fill(scene, random);
    frame(scene, random);
    const AllocationCount count;
    for (int i = 0; i < 200; ++i) {
        frame(scene, random);
    }
    BOOST_TEST(count.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_CASE(updates_on_all_threads_allocate_nothing_once_warm)
{
    Random random(905);
    Scene scene;
    for (int i = 0; i < 8; ++i) {
        fill(scene, random);
    }
    const auto frameOnAll = [&] {
        for (TransformNode* node : scene.nodes()) {
            node->setTransform(randomPose(random));
        }
        scene.update(Threads::All);
    };
    for (int i = 0; i < 20; ++i) {
        frameOnAll();
    }
    const AllocationCount count;
    for (int i = 0; i < 200; ++i) {
        frameOnAll();
    }
    BOOST_TEST(count.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_CASE(playing_a_clip_on_bones_allocates_nothing_once_warm)
{
    Random random(902);
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("rig");
    addRandomBones(skeleton, 40, random);
    ClipBuilder builder;
    for (std::size_t i = 0; i < 40; ++i) {
        builder.bone(0, i).channel(ChannelPath::Translation, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 1, 1});
    }
    scene.createAnimationGroup(builder.create()).play();
    scene.animate(0.1);
    scene.update();
    const AllocationCount count;
    for (int i = 0; i < 100; ++i) {
        scene.animate(0.016);
        static_cast<void>(skeleton.getFinalMatrices());
    }
    BOOST_TEST(count.sinceConstruction() == 0u);
}

// Clones share what does not change: a clone has few blocks of memory, however many bones it has, and posing it copies nothing shared.
BOOST_AUTO_TEST_CASE(posing_a_clone_copies_nothing)
{
    Random random(903);
    Skeleton skeleton;
    addRandomBones(skeleton, 500, random);
    const auto twin = skeleton.clone();
    const AllocationCount count;
    for (Bone* bone : twin->bones()) {
        bone->setTransform(randomPose(random));
    }
    static_cast<void>(twin->getFinalMatrices());
    BOOST_TEST(count.sinceConstruction() == 0u);
}

// AddressSanitizer finds other kinds of leaks; this test also finds memory that stays reachable.
BOOST_AUTO_TEST_CASE(ten_thousand_scenes_come_and_go_without_growth)
{
    Random random(904);
    Skeleton survivor("survivor");  // outlives every scene and is connected to each
    addRandomBones(survivor, 5, random);
    const auto round = [&](int number) {
        Scene scene;
        fill(scene, random);
        survivor.setHostNode(scene.nodes()[0]);
        survivor.bones()[0]->linkTransformNode(scene.nodes()[1]);
        TransformNode& onSurvivor = scene.createTransformNode("onSurvivor", survivor.bones()[1]);
        scene.createAnimationGroup(
            ClipBuilder().node(0).channel(ChannelPath::Translation, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 1, 1}).create());
        if (number % 3 == 0) {
            scene.update();
            scene.removeTransformNode(onSurvivor);
        }
        if (number % 5 == 0) {
            scene.skeletons()[0]->removeBone(*scene.skeletons()[0]->bones()[3], Removal::Subtree);
            scene.removeSkeleton(*scene.skeletons()[0]);
        }
        static_cast<void>(survivor.getFinalMatrices());
    };
    for (int i = 0; i < 15; ++i) {
        round(i);
    }
    const AllocationCount count;
    for (int i = 0; i < (isSlowBuild() ? 1000 : 10000); ++i) {
        round(i);
    }
    BOOST_TEST(count.growth() == 0);
    BOOST_TEST(std::ranges::all_of(survivor.bones()[1]->getChildren(), [](const Node& child) { return child.isBone(); }));
}

BOOST_AUTO_TEST_SUITE_END()
