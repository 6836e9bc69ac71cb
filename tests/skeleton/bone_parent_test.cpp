#include <armature/node/descendants.hpp>

#include <skeleton/rigs.hpp>
#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(bone_parent)

BOOST_AUTO_TEST_CASE(parents_and_children_know_each_other)
{
    ThreeBones rig;
    BOOST_TEST(rig.tip.getParent() == &rig.middle);
    BOOST_TEST(rig.tip.getParentBone() == &rig.middle);
    BOOST_TEST(rig.root.getParentBone() == nullptr);
    const Bone& constant = rig.tip;
    BOOST_TEST(constant.getParentBone() == &rig.middle);
    BOOST_TEST(&constant.getSkeleton() == &rig.skeleton);
    BOOST_TEST(rig.tip.getPath() == "root/middle/tip");
    BOOST_TEST(descendantsOf(rig.root).size() == 3);
    rig.middle.setParent(nullptr);
    BOOST_TEST(std::ranges::equal(rig.skeleton.getRoots(), std::vector{&rig.root, &rig.middle}));
}

// By hand: the tip is one above its parent, which is now the arm at (1 1 0).
BOOST_AUTO_TEST_CASE(keep_local_moves_pose_bind_and_rest_along)
{
    ThreeBones rig;
    rig.tip.setParent(&rig.arm);
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(1, 2, 0), 0.));
    BOOST_TEST(near(rig.tip.getAbsoluteBindMatrix(), moved(1, 2, 0), 0.));
    BOOST_TEST(near(rig.tip.getFinalMatrix(), glm::mat4(1.f), 0.));
    BOOST_TEST(near(rig.tip.getBindMatrix(), moved(0, 1, 0), 0.));
    BOOST_TEST(near(rig.tip.getRestMatrix(), moved(0, 1, 0), 0.));
}

BOOST_AUTO_TEST_CASE(keep_world_leaves_pose_bind_and_rest_in_skeleton_space)
{
    ThreeBones rig;
    rig.arm.setBindMatrix(moved(1, 0, 0) * turnedZ(40));
    rig.arm.setRestMatrix(moved(5, 0, 0) * turnedZ(-20));
    rig.arm.setTransform({{2, 0, 0}, glm::quat(sin45, 0, sin45, 0), {1, 2, 4}});
    rig.tip.setTransform({{1, 2, 3}, glm::quat(sin45, sin45, 0, 0), {2, 1, 1}});
    const glm::mat4 absolute = rig.tip.getAbsoluteMatrix();
    const glm::mat4 bind = rig.tip.getAbsoluteBindMatrix();
    const glm::mat4 final = rig.tip.getFinalMatrix();
    rig.tip.setParent(&rig.arm, Keep::World);
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), absolute, 1e-6));
    BOOST_TEST(near(rig.tip.getAbsoluteBindMatrix(), bind, 1e-6));
    BOOST_TEST(near(rig.tip.getFinalMatrix(), final, 2e-6));
    rig.skeleton.returnToRest();
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(0, 3, 0), 1e-6));  // the tip's rest position before the move
}

BOOST_AUTO_TEST_CASE(a_given_inverse_bind_stays_as_given_under_any_parent)
{
    ThreeBones rig;
    const glm::mat4 given = turnedZ(33) * moved(0.1f, 0.2f, 0.3f);
    rig.tip.setAbsoluteInverseBindMatrix(given);
    rig.tip.setParent(&rig.arm);
    BOOST_TEST(sameBits(rig.tip.getAbsoluteInverseBindMatrix(), given));
    rig.tip.setParent(nullptr, Keep::World);
    BOOST_TEST(sameBits(rig.tip.getAbsoluteInverseBindMatrix(), given));
    BOOST_TEST(near(rig.tip.getBindMatrix(), glm::inverse(glm::dmat4(given)), 1e-7));
}

// Evaluation goes parents first, whatever the order of creation; users never need to sort.
BOOST_AUTO_TEST_CASE(a_parent_may_be_younger_than_its_child)
{
    Skeleton skeleton;
    Bone& child = skeleton.createBone("child", {.bind = moved(0, 1, 0)});
    Bone& parent = skeleton.createBone("parent", {.bind = moved(2, 0, 0)});
    Bone& grandparent = skeleton.createBone("grandparent", {.bind = moved(0, 0, 3)});
    child.setParent(&parent);
    parent.setParent(&grandparent);
    BOOST_TEST(near(child.getAbsoluteMatrix(), moved(2, 1, 3), 0.));
    grandparent.setPosition({0, 0, 5});
    skeleton.update();
    BOOST_TEST(near(toMat4(skeleton.getFinalMatrices()[0]), moved(0, 0, 2), 0.));
    BOOST_TEST(skeleton.bones()[0] == &child);
    BOOST_TEST(child.getIndex().value() == 0);
}

BOOST_AUTO_TEST_CASE(the_same_parent_again_changes_nothing)
{
    ThreeBones rig;
    const auto before = snapshotOf(rig.skeleton);
    rig.middle.setParent(&rig.root);
    rig.middle.setParent(&rig.root, Keep::World);
    BOOST_TEST((snapshotOf(rig.skeleton) == before));
    BOOST_TEST(&*rig.root.getChildren().begin() == &rig.middle);
}

BOOST_AUTO_TEST_CASE(a_cycle_is_refused_with_its_path_and_nothing_changes)
{
    ThreeBones rig;
    const auto before = snapshotOf(rig.skeleton);
    for (const Keep keep : {Keep::Local, Keep::World}) {
        BOOST_CHECK_EXCEPTION(rig.root.setParent(&rig.tip, keep), std::invalid_argument, says("root -> middle -> tip -> root"));
        BOOST_CHECK_EXCEPTION(rig.tip.setParent(&rig.tip, keep), std::invalid_argument, says("tip -> tip"));
    }
    BOOST_TEST((snapshotOf(rig.skeleton) == before));
    BOOST_TEST(rig.root.getParent() == nullptr);
}

BOOST_AUTO_TEST_CASE(a_bone_of_another_skeleton_is_refused_by_name)
{
    ThreeBones rig;
    Skeleton other("other");
    Bone& foreign = other.createBone("foreign");
    const auto before = snapshotOf(rig.skeleton);
    BOOST_CHECK_EXCEPTION(rig.tip.setParent(&foreign), std::invalid_argument,
                          says("foreign belongs to another skeleton (\"other\", not \"rig\")"));
    BOOST_CHECK_EXCEPTION(rig.skeleton.createBone("new", {.parent = &foreign}), std::invalid_argument, says("foreign"));
    BOOST_CHECK_EXCEPTION(rig.skeleton.removeBone(foreign, Removal::KeepChildren), std::invalid_argument, says("foreign"));
    BOOST_TEST((snapshotOf(rig.skeleton) == before));
    BOOST_TEST(other.bones().size() == 1);
}

BOOST_AUTO_TEST_CASE(keep_world_under_a_flat_parent_is_refused)
{
    ThreeBones rig;
    rig.arm.setScaling({1, 0, 1});
    const auto before = snapshotOf(rig.skeleton);
    BOOST_CHECK_EXCEPTION(rig.tip.setParent(&rig.arm, Keep::World), std::invalid_argument, says("singular"));
    BOOST_TEST((snapshotOf(rig.skeleton) == before));
    BOOST_TEST(rig.tip.getParentBone() == &rig.middle);
}

// --- removal --------------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(children_of_a_removed_bone_stay_in_place)
{
    ThreeBones rig;
    rig.middle.setTransform({{0, 1, 0}, glm::quat(sin45, 0, 0, sin45), {1, 2, 1}});
    const glm::mat4 absolute = rig.tip.getAbsoluteMatrix();
    const glm::mat4 final = rig.tip.getFinalMatrix();
    rig.skeleton.removeBone(rig.middle, Removal::KeepChildren);
    BOOST_TEST(rig.tip.getParentBone() == &rig.root);
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), absolute, 1e-6));
    BOOST_TEST(near(rig.tip.getFinalMatrix(), final, 1e-6));
    BOOST_TEST(rig.skeleton.bones().size() == 3);
    BOOST_TEST(rig.skeleton.findBone("middle") == nullptr);
    BOOST_TEST(rig.skeleton.getBoneByIndex(1) == nullptr);
    BOOST_TEST(near(toMat4(rig.skeleton.getFinalMatrices()[1]), glm::mat4(1.f), 0.));  // the freed slot
}

// The host only places the skeleton: when a scale of zero hides it, its bones keep their places all the same.
BOOST_AUTO_TEST_CASE(children_stay_in_place_whatever_the_host)
{
    Scene scene;
    ThreeBones rig;
    rig.skeleton.setHostNode(&scene.createTransformNode("hidden", nullptr, {{}, glm::quat(1, 0, 0, 0), {0, 0, 0}}));
    rig.middle.setPosition({3, 0, 0});
    rig.skeleton.removeBone(rig.middle, Removal::KeepChildren);
    BOOST_TEST(near(rig.tip.getAbsoluteMatrix(), moved(3, 2, 0), 1e-6));
}

BOOST_AUTO_TEST_CASE(children_below_a_flat_bone_move_up_with_their_local_pose)
{
    ThreeBones rig;
    rig.root.setScaling({0, 0, 0});
    rig.skeleton.removeBone(rig.middle, Removal::KeepChildren);
    BOOST_TEST(rig.tip.getParentBone() == &rig.root);
    BOOST_TEST(near(rig.tip.getLocalMatrix(), moved(0, 1, 0), 0.));
}

BOOST_AUTO_TEST_CASE(a_subtree_goes_as_a_whole)
{
    ThreeBones rig;
    rig.skeleton.removeBone(rig.middle, Removal::Subtree);
    BOOST_TEST(rig.skeleton.bones().size() == 2);
    BOOST_TEST(rig.skeleton.findBone("tip") == nullptr);
    BOOST_TEST(&*rig.root.getChildren().begin() == &rig.arm);
    BOOST_TEST(near(rig.arm.getAbsoluteMatrix(), moved(1, 1, 0), 0.));
    rig.skeleton.removeBone(rig.root, Removal::Subtree);
    BOOST_TEST(rig.skeleton.bones().empty());
    BOOST_TEST(rig.skeleton.getRoots().empty());
    rig.skeleton.update();
    for (const glm::mat3x4& matrix : rig.skeleton.getFinalMatrices()) {
        BOOST_TEST(near(toMat4(matrix), glm::mat4(1.f), 0.));
    }
}

// Slots are reused: nothing of the old bone may remain.
BOOST_AUTO_TEST_CASE(a_bone_made_after_a_removal_is_new_in_every_way)
{
    ThreeBones rig;
    rig.tip.setTransform({{9, 9, 9}, glm::quat(0, 1, 0, 0), {2, 2, 2}});
    rig.tip.setAbsoluteInverseBindMatrix(moved(7, 7, 7));
    rig.tip.setLength(5.f);
    rig.skeleton.update();
    rig.skeleton.removeBone(rig.tip, Removal::KeepChildren);
    const Bone& fresh = rig.skeleton.createBone("fresh");
    for (const glm::mat4& matrix : {fresh.getLocalMatrix(), fresh.getAbsoluteMatrix(), fresh.getBindMatrix(), fresh.getRestMatrix(),
                                    fresh.getAbsoluteInverseBindMatrix(), fresh.getFinalMatrix()}) {
        BOOST_TEST(near(matrix, glm::mat4(1.f), 0.));
    }
    BOOST_TEST(!fresh.getLength().has_value());
}

BOOST_AUTO_TEST_CASE(many_removals_and_creations_leave_the_rest_alone)
{
    Random random(401);
    Skeleton skeleton;
    addRandomBones(skeleton, 60, random);
    Bone& kept = skeleton.createBone("kept", {.bind = moved(1, 2, 3)});
    for (int i = 0; i < 500; ++i) {
        const auto any = static_cast<std::size_t>(random.integer(0, static_cast<int>(skeleton.bones().size()) - 1));
        if (Bone* bone = skeleton.bones()[any]; bone != &kept && skeleton.bones().size() > 20) {
            skeleton.removeBone(*bone, random.chance(0.1) ? Removal::Subtree : Removal::KeepChildren);
        } else {
            skeleton.createBone("new", {.parent = random.chance(0.5) ? bone : nullptr});
        }
        if (random.chance(0.3)) {
            skeleton.update();
        }
        BOOST_REQUIRE(near(kept.getAbsoluteMatrix(), moved(1, 2, 3), 0.));
        BOOST_REQUIRE(skeleton.getBoneByIndex(kept.getIndex().value()) == &kept);
        BOOST_REQUIRE(skeleton.findBone("kept") == &kept);
    }
}

BOOST_AUTO_TEST_SUITE_END()
