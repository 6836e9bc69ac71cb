#include <memory>
#include <stdexcept>
#include <string>

#include <armature/saved_state.hpp>
#include <armature/skeleton/pose.hpp>

#include <skeleton/rigs.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// Three bones in a scene; a node drives the middle one.
struct Tied {
    Tied()
    {
        skeleton.setHostNode(&host);
        middle.linkTransformNode(&driver, LinkMode::ForwardWrites);
        middle.setPosition({1, 2, 3});
        skeleton.addInverseBindSet(std::vector(3, moved(0, 0, 5)));
    }

    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    TransformNode& driver = scene.createTransformNode("driver");
    Skeleton& skeleton = scene.createSkeleton("skeleton");
    Bone& root = skeleton.createBone("root", {.length = 2.f});
    Bone& middle = skeleton.createBone("middle", {.parent = &root});
    Bone& tip = skeleton.createBone("tip", {.parent = &middle});
};

}  // namespace

BOOST_AUTO_TEST_SUITE(skeleton_snapshot)

BOOST_AUTO_TEST_CASE(links_names_hosts_and_sets_come_back)
{
    Tied tied;
    SavedState before;
    before.save(tied.scene);
    const SkeletonSnapshot snapshot(tied.skeleton);

    tied.skeleton.setName("other");
    tied.skeleton.setHostNode(nullptr);
    tied.middle.linkTransformNode(nullptr);
    tied.tip.linkTransformNode(&tied.host);
    tied.tip.setName("renamed");
    tied.tip.setMetadata("{}");
    tied.root.setEnabled(false);
    tied.root.setLength({});
    tied.skeleton.addInverseBindSet(std::vector(3, moved(7, 0, 0)));
    tied.driver.setPosition({9, 9, 9});

    BOOST_TEST(snapshot.restore(tied.skeleton) == 0u);
    SavedState after;
    after.save(tied.scene);
    BOOST_TEST((before == after));
    BOOST_TEST(tied.skeleton.findBone("tip") == &tied.tip);
    BOOST_TEST(tied.middle.getTransformNode() == &tied.driver);
    BOOST_TEST((tied.middle.getLinkMode() == LinkMode::ForwardWrites));
    BOOST_TEST(tied.skeleton.inverseBindSetCount() == 2u);
    BOOST_TEST(near(toMat4(tied.skeleton.getFinalMatrices(1)[1]), moved(1, 2, 8), 0.));
}

BOOST_AUTO_TEST_CASE(a_clone_keeps_its_own_links)
{
    Tied tied;
    const SkeletonSnapshot snapshot(tied.skeleton);
    const auto clone = tied.skeleton.clone();
    tied.driver.setPosition({9, 9, 9});
    clone->bones()[1]->setPosition({0, 0, 0});
    BOOST_TEST(snapshot.restore(*clone) == 0u);
    BOOST_TEST(clone->bones()[1]->getTransformNode() == nullptr);
    BOOST_TEST(clone->getHostNode() == nullptr);
    BOOST_TEST((clone->bones()[1]->getPosition() == glm::vec3(1, 2, 3)));
    BOOST_TEST((tied.driver.getPosition() == glm::vec3(9, 9, 9)));
}

BOOST_AUTO_TEST_CASE(a_snapshot_says_which_nodes_have_gone)
{
    Tied tied;
    const SkeletonSnapshot snapshot(tied.skeleton);
    tied.scene.removeTransformNode(tied.driver);
    tied.scene.removeTransformNode(tied.host);
    tied.scene.createTransformNode("likely at the same address");
    BOOST_TEST(snapshot.restore(tied.skeleton) == 2u);
    BOOST_TEST(tied.middle.getTransformNode() == nullptr);
    BOOST_TEST((tied.middle.getPosition() == glm::vec3(1, 2, 3)));
}

BOOST_AUTO_TEST_CASE(a_moved_from_snapshot_is_refused)
{
    Tied tied;
    SkeletonSnapshot snapshot(tied.skeleton);
    const SkeletonSnapshot moved(std::move(snapshot));
    BOOST_CHECK_EXCEPTION(snapshot.restore(tied.skeleton), std::invalid_argument, says("moved from"));  // NOLINT(bugprone-use-after-move)
    BOOST_TEST(moved.restore(tied.skeleton) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
