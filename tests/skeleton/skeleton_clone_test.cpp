#include <skeleton/rigs.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(skeleton_clone)

BOOST_AUTO_TEST_CASE(a_clone_has_the_same_bones_numbers_and_names)
{
    Random random(701);
    Skeleton original("rig");
    addRandomBones(original, 100, random);
    original.createBone("helper", {.parent = original.bones()[3], .length = 2.f, .isHelper = true});
    original.createBone("far", {.index = 200});
    original.bones()[5]->setEnabled(false);
    original.bones()[6]->setMetadata("{}");
    original.removeBone(*original.bones()[10], Removal::KeepChildren);
    for (Bone* bone : original.bones()) {
        bone->setTransform(randomPose(random));
    }
    const auto twin = original.clone();
    BOOST_TEST(twin->getName() == "rig");
    BOOST_TEST((snapshotOf(*twin) == snapshotOf(original)));
    BOOST_TEST(twin->bones().size() == original.bones().size());
    for (std::size_t i = 0; i < original.bones().size(); ++i) {
        const Bone& bone = *original.bones()[i];
        const Bone& copy = *twin->bones()[i];
        BOOST_TEST(&copy.getSkeleton() == twin.get());
        BOOST_TEST(copy.getPath() == bone.getPath());
        BOOST_TEST((copy.getIndex() == bone.getIndex()));
        BOOST_TEST((copy.getLength() == bone.getLength()));
        BOOST_TEST(copy.isSelfEnabled() == bone.isSelfEnabled());
        BOOST_TEST(copy.getMetadata() == bone.getMetadata());
        BOOST_TEST(std::distance(copy.getChildren().begin(), copy.getChildren().end())
                   == std::distance(bone.getChildren().begin(), bone.getChildren().end()));
    }
    BOOST_TEST(sameBits(original.getFinalMatrices(), twin->getFinalMatrices()));
    BOOST_TEST(twin->findBone("far") != nullptr);
    BOOST_TEST(twin->findBone("far") != original.findBone("far"));
}

BOOST_AUTO_TEST_CASE(clones_pose_independently)
{
    ThreeBones rig;
    const auto first = rig.skeleton.clone();
    const auto second = first->clone();
    rig.middle.setPosition({1, 0, 0});
    first->findBone("middle")->setPosition({2, 0, 0});
    second->findBone("middle")->setPosition({3, 0, 0});
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(1, 2, 0), 0.));
    BOOST_TEST(near(first->findBone("tip")->getAbsoluteMatrix(), moved(2, 2, 0), 0.));
    BOOST_TEST(near(second->findBone("tip")->getFinalMatrix(), moved(3, -1, 0), 0.));
    first->returnToRest();
    BOOST_TEST(near(second->findBone("tip")->getAbsoluteMatrix(), moved(3, 2, 0), 0.));
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(1, 2, 0), 0.));
}

// Clothes share a skeleton: one palette moves several meshes.
BOOST_AUTO_TEST_CASE(clothes_share_a_skeleton)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("body");
    Bone& bone = skeleton.createBone("bone");
    TransformNode& node = scene.createTransformNode("node");
    MeshDescription shirt;
    shirt.primitives.emplace_back().positions = {{0, 0, 0}};
    shirt.primitives[0].skin = {1, {0}, {1.f}};
    const auto mesh = Mesh::create(shirt);
    const MeshInstance& first = scene.addMeshInstance(mesh, node, &skeleton);
    const MeshInstance& second = scene.addMeshInstance(mesh, node, &skeleton);
    bone.setPosition({1, 2, 3});
    BOOST_TEST(first.getSkeleton() == second.getSkeleton());
    BOOST_TEST(near(toMat4(second.getSkeleton()->getFinalMatrices()[0]), moved(1, 2, 3), 0.));
}

// Whatever is shared, a change on either side must not affect the other.
BOOST_AUTO_TEST_CASE(a_change_on_either_side_does_not_reach_the_other)
{
    const auto changes = std::vector<void (*)(Skeleton&)>{
        [](Skeleton& s) { s.findBone("middle")->setBindMatrix(moved(7, 7, 7)); },
        [](Skeleton& s) { s.findBone("middle")->setAbsoluteInverseBindMatrix(moved(7, 7, 7)); },
        [](Skeleton& s) { s.findBone("middle")->setRestMatrix(moved(7, 7, 7)); },
        [](Skeleton& s) {
            s.findBone("middle")->setPosition({7, 7, 7});
        },
        [](Skeleton& s) { s.findBone("middle")->setLocalMatrix(moved(7, 7, 7)); },
        [](Skeleton& s) { s.findBone("middle")->setLength(7.f); },
        [](Skeleton& s) { s.findBone("middle")->setName("renamed"); },
        [](Skeleton& s) { s.findBone("tip")->setParent(s.findBone("arm")); },
        [](Skeleton& s) { s.findBone("tip")->setParent(nullptr, Keep::World); },
        [](Skeleton& s) { s.removeBone(*s.findBone("middle"), Removal::KeepChildren); },
        [](Skeleton& s) { s.removeBone(*s.findBone("middle"), Removal::Subtree); },
        [](Skeleton& s) { s.createBone("new", {.parent = s.findBone("tip"), .bind = moved(7, 7, 7)}); },
        [](Skeleton& s) {
            s.findBone("arm")->setParent(s.findBone("tip"));
            s.sortBones();
        },
        [](Skeleton& s) {
            s.setCurrentPoseAsRest();
            s.returnToRest();
        },
        [](Skeleton& s) { s.setName("renamed"); },
    };
    for (const bool changeTheClone : {false, true}) {
        for (const auto change : changes) {
            ThreeBones rig;
            rig.arm.setPosition({3, 3, 3});
            const auto twin = rig.skeleton.clone();
            Skeleton& changed = changeTheClone ? *twin : rig.skeleton;
            Skeleton& other = changeTheClone ? rig.skeleton : *twin;
            const auto before = snapshotOf(other);
            change(changed);
            changed.update();
            BOOST_TEST((snapshotOf(other) == before));
            BOOST_TEST(other.getName() == "rig");
            BOOST_TEST(other.findBone("middle") == other.bones()[1]);
            BOOST_TEST(!other.findBone("tip")->getLength().has_value());
            BOOST_TEST(other.findBone("middle")->getLength().value() == 1.f);
            BOOST_TEST(other.findBone("tip")->getParentBone() == other.findBone("middle"));
            BOOST_TEST(other.bones().size() == 4);
            other.findBone("root")->setPosition({0, 2, 0});  // and it keeps working
            BOOST_TEST(near(other.findBone("tip")->getFinalMatrix(), moved(0, 1, 0), 0.));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_clone_outlives_its_original_and_the_other_way_round)
{
    auto rig = std::make_unique<ThreeBones>();
    auto first = rig->skeleton.clone();
    const auto second = first->clone();
    rig.reset();
    BOOST_TEST(first->findBone("tip")->getName() == "tip");
    first->findBone("root")->setPosition({0, 5, 0});
    first.reset();
    BOOST_TEST(second->findBone("tip")->getPath() == "root/middle/tip");
    BOOST_TEST(near(second->findBone("tip")->getAbsoluteMatrix(), moved(0, 3, 0), 0.));
}

// Documented: a linked bone's clone has its pose but no link, sockets stay with the original, and the clone has no host.
BOOST_AUTO_TEST_CASE(links_sockets_and_hosts_stay_with_the_original)
{
    Scene scene;
    ThreeBones rig;
    TransformNode& host = scene.createTransformNode("host", nullptr, {{9, 0, 0}});
    TransformNode& driver = scene.createTransformNode("driver", nullptr, {{4, 5, 6}});
    TransformNode& socket = scene.createTransformNode("socket", &rig.tip);
    rig.skeleton.setHostNode(&host);
    rig.root.linkTransformNode(&driver);
    const auto twin = rig.skeleton.clone();
    Bone& root = *twin->findBone("root");
    BOOST_TEST(root.getTransformNode() == nullptr);
    BOOST_TEST(near(root.getPosition(), glm::vec3(4, 5, 6), 0.));
    BOOST_TEST(twin->getHostNode() == nullptr);
    BOOST_TEST(twin->findBone("tip")->getChildren().empty());
    BOOST_TEST(socket.getParent() == &rig.tip);
    driver.setPosition({1, 1, 1});
    BOOST_TEST(near(root.getPosition(), glm::vec3(4, 5, 6), 0.));
    root.setPosition({7, 7, 7});  // moves no socket
    BOOST_TEST(near(socket.getPosition(Space::World), glm::vec3(10, 3, 1), 0.));
    BOOST_TEST(near(twin->findBone("tip")->getFinalMatrix(), moved(7, 6, 7), 0.));
}

// Bones above and below linked ones, with sockets on them; cloning must affect none of these.
BOOST_AUTO_TEST_CASE(cloning_a_busy_skeleton_touches_nothing_else)
{
    Random random(702);
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("busy");
    addRandomBones(skeleton, 80, random);
    for (Bone* bone : skeleton.bones()) {
        TransformNode& node = scene.createTransformNode("n", random.chance(0.5) ? bone : nullptr, randomPose(random));
        if (random.chance(0.5)) {
            bone->linkTransformNode(&node);
        }
    }
    scene.update();
    const auto nodes = scene.evaluatedNodeCount();
    const auto before = snapshotOf(skeleton);
    const auto twin = skeleton.clone();
    BOOST_TEST((snapshotOf(*twin) == before));
    BOOST_TEST((snapshotOf(skeleton) == before));
    scene.update();
    BOOST_TEST(scene.evaluatedNodeCount() == nodes);
}

BOOST_AUTO_TEST_SUITE_END()
