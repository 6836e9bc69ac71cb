#include <skeleton/rigs.hpp>
#include <support/angles.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// A matrix that would change by rounding if it were inverted twice.
const glm::mat4 given(0.1f, 0.7f, -0.3f, 0, -0.9f, 0.2f, 0.11f, 0, 0.13f, 0.17f, 0.77f, 0, 0.3f, -0.6f, 0.9f, 1);

}  // namespace

BOOST_AUTO_TEST_SUITE(bone_bind)

// By hand: binds add up along the chain; the inverse negates the sum.
BOOST_AUTO_TEST_CASE(absolute_binds_go_through_the_parents)
{
    const ThreeBones rig;
    BOOST_TEST(near(rig.tip.getBindMatrix(), moved(0, 1, 0), 0.));
    BOOST_TEST(near(rig.tip.getAbsoluteBindMatrix(), moved(0, 3, 0), 0.));
    BOOST_TEST(near(rig.tip.getAbsoluteInverseBindMatrix(), moved(0, -3, 0), 0.));
}

BOOST_AUTO_TEST_CASE(a_new_bind_moves_the_binds_below_and_no_pose)
{
    ThreeBones rig;
    rig.skeleton.update();
    const glm::mat4 absolute = rig.tip.getAbsoluteMatrix();
    rig.middle.setBindMatrix(moved(0, 5, 0));
    BOOST_TEST(near(rig.middle.getBindMatrix(), moved(0, 5, 0), 0.));
    BOOST_TEST(near(rig.tip.getAbsoluteBindMatrix(), moved(0, 7, 0), 0.));
    BOOST_TEST(sameBits(rig.tip.getAbsoluteMatrix(), absolute));
    BOOST_TEST(near(rig.tip.getFinalMatrix(), moved(0, -4, 0), 0.));
    BOOST_TEST(near(toMat4(rig.skeleton.getFinalMatrices()[2]), moved(0, -4, 0), 0.));
    BOOST_TEST(near(rig.arm.getFinalMatrix(), glm::mat4(1.f), 0.));
    BOOST_TEST(near(rig.middle.getRestMatrix(), moved(0, 1, 0), 0.));  // rest is independent from the start
}

// The inverse bind from the file is used as given, bit for bit.
BOOST_AUTO_TEST_CASE(a_given_inverse_bind_is_used_as_it_is)
{
    Skeleton skeleton;
    Bone& root = skeleton.createBone("root", {.bind = moved(1, 2, 3)});
    Bone& bone = skeleton.createBone("bone", {.parent = &root, .local = moved(0, 1, 0), .absoluteInverseBind = given});
    BOOST_TEST(sameBits(bone.getAbsoluteInverseBindMatrix(), given));
    root.setBindMatrix(moved(9, 9, 9));
    root.setPosition({4, 4, 4});
    skeleton.update();
    BOOST_TEST(sameBits(bone.getAbsoluteInverseBindMatrix(), given));
    // The binds follow from it: recomputed in double.
    const glm::dmat4 absoluteBind = glm::inverse(glm::dmat4(given));
    BOOST_TEST(near(bone.getAbsoluteBindMatrix(), absoluteBind, 1e-7));
    BOOST_TEST(near(bone.getBindMatrix(), glm::inverse(glm::dmat4(moved(9, 9, 9))) * absoluteBind, 1e-7));
    BOOST_TEST(near(bone.getFinalMatrix(), glm::dmat4(moved(4, 5, 4)) * glm::dmat4(given), 1e-7));
    const auto twin = skeleton.clone();
    BOOST_TEST(sameBits(twin->findBone("bone")->getAbsoluteInverseBindMatrix(), given));
}

BOOST_AUTO_TEST_CASE(what_hangs_below_a_given_inverse_bind_is_bound_relative_to_it)
{
    ThreeBones rig;
    rig.middle.setAbsoluteInverseBindMatrix(moved(0, -10, 0));
    BOOST_TEST(near(rig.tip.getAbsoluteBindMatrix(), moved(0, 11, 0), 0.));
    rig.root.setBindMatrix(moved(0, 100, 0));  // has no effect below a given inverse bind
    BOOST_TEST(near(rig.tip.getAbsoluteBindMatrix(), moved(0, 11, 0), 0.));
    BOOST_TEST(near(rig.middle.getAbsoluteBindMatrix(), moved(0, 10, 0), 0.));
    BOOST_TEST(near(rig.middle.getBindMatrix(), moved(0, -90, 0), 0.));
    rig.middle.setBindMatrix(moved(0, 1, 0));  // discards the given inverse
    BOOST_TEST(near(rig.tip.getAbsoluteBindMatrix(), moved(0, 102, 0), 0.));
    BOOST_TEST(near(rig.middle.getAbsoluteInverseBindMatrix(), moved(0, -101, 0), 0.));
}

// Joints that skin no vertex still have bind matrices: helper bones, and bones that no mesh uses.
BOOST_AUTO_TEST_CASE(helper_bones_are_bound_like_others)
{
    Skeleton skeleton;
    Bone& helper = skeleton.createBone("helper", {.bind = moved(0, 2, 0), .isHelper = true});
    Bone& below = skeleton.createBone("below", {.parent = &helper, .bind = moved(0, 1, 0)});
    BOOST_TEST(!helper.getIndex().has_value());
    BOOST_TEST(near(helper.getBindMatrix(), moved(0, 2, 0), 0.));
    BOOST_TEST(near(helper.getAbsoluteInverseBindMatrix(), moved(0, -2, 0), 0.));
    BOOST_TEST(near(below.getAbsoluteInverseBindMatrix(), moved(0, -3, 0), 0.));
    helper.setPosition({5, 2, 0});
    BOOST_TEST(near(helper.getFinalMatrix(), moved(5, 0, 0), 0.));
    BOOST_TEST(near(below.getFinalMatrix(), moved(5, 0, 0), 0.));
    BOOST_TEST(skeleton.getFinalMatrices().size() == 1);
}

// Binding before the skeleton enters the scene or gets a host there gives the same inverse bind as binding afterwards.
BOOST_AUTO_TEST_CASE(the_inverse_bind_does_not_depend_on_the_scene)
{
    Scene scene;
    TransformNode& host = scene.createTransformNode("host", nullptr, {{1, 2, 3}, glm::quat(sin45, 0, 0, sin45), {100, 100, 100}});
    const auto build = [](Skeleton& skeleton) {
        Bone& root = skeleton.createBone("root", {.bind = given});
        skeleton.createBone("tip", {.parent = &root, .bind = given * turnedZ(20)});
    };
    Skeleton alone;
    build(alone);
    Skeleton& before = scene.addSkeleton(std::make_unique<Skeleton>("before"));
    build(before);
    before.setHostNode(&host);
    Skeleton& after = scene.createSkeleton("after");
    after.setHostNode(&host);
    scene.update();
    build(after);
    host.setPosition({7, 7, 7});
    for (const Skeleton* skeleton : {&before, &after}) {
        for (std::size_t i = 0; i < 2; ++i) {
            BOOST_TEST(sameBits(skeleton->bones()[i]->getAbsoluteInverseBindMatrix(), alone.bones()[i]->getAbsoluteInverseBindMatrix()));
            BOOST_TEST(sameBits(skeleton->bones()[i]->getFinalMatrix(), alone.bones()[i]->getFinalMatrix()));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_singular_bind_is_refused_by_name_and_nothing_changes)
{
    ThreeBones rig;
    const auto before = snapshotOf(rig.skeleton);
    const glm::mat4 flat = glm::scale(glm::mat4(1.f), {1, 0, 1});
    BOOST_CHECK_EXCEPTION(rig.middle.setBindMatrix(flat), std::invalid_argument,
                          says("middle: the bind matrix is singular (determinant 0)"));
    BOOST_CHECK_EXCEPTION(rig.middle.setBindMatrix(glm::mat4(0.f)), std::invalid_argument, says("middle"));
    BOOST_CHECK_EXCEPTION(rig.skeleton.createBone("new", {.bind = flat}), std::invalid_argument, says("new"));
    BOOST_CHECK_EXCEPTION(rig.skeleton.createBone("new", {.local = flat}), std::invalid_argument, says("new"));
    BOOST_TEST((snapshotOf(rig.skeleton) == before));
    BOOST_TEST(rig.skeleton.bones().size() == 4);
    BOOST_TEST(rig.skeleton.createBone("new").getIndex().value() == 4);  // no slot was lost
}

// Some files have joints scaled to zero with inverse binds of their own, even singular ones: usable, and every matrix stays finite.
BOOST_AUTO_TEST_CASE(flat_given_inverse_binds_are_used_and_nothing_becomes_nan)
{
    const glm::mat4 flat = glm::scale(glm::mat4(1.f), {1, 0, 1});
    Skeleton skeleton;
    Bone& root = skeleton.createBone("root", {.local = flat, .absoluteInverseBind = flat});
    Bone& child = skeleton.createBone("child", {.parent = &root, .bind = moved(1, 0, 0)});
    Bone& given7 = skeleton.createBone("given", {.parent = &root, .absoluteInverseBind = moved(7, 0, 0)});
    Bone& loose = skeleton.createBone("loose", {.bind = moved(0, 1, 0)});
    BOOST_TEST(sameBits(root.getAbsoluteInverseBindMatrix(), flat));
    skeleton.update();
    const auto requireFinite = [&] {
        for (const glm::mat4& matrix : snapshotOf(skeleton)) {
            BOOST_TEST(isFinite(toAffine(matrix)));
        }
    };
    requireFinite();
    BOOST_TEST(near(given7.getAbsoluteInverseBindMatrix(), moved(7, 0, 0), 0.));
    loose.setParent(&root);
    child.setParent(nullptr, Keep::World);
    requireFinite();
    BOOST_CHECK_THROW(child.setParent(&root, Keep::World), std::invalid_argument);  // the pose is flat, too
    skeleton.removeBone(root, Removal::KeepChildren);
    requireFinite();
}

// --- rest -----------------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(return_to_rest_restores_one_bone_or_all)
{
    ThreeBones rig;
    for (Bone* bone : rig.skeleton.bones()) {
        bone->setTransform({{9, 9, 9}, glm::quat(0, 1, 0, 0), {2, 2, 2}});
    }
    rig.middle.returnToRest();
    BOOST_TEST(near(rig.middle.getLocalMatrix(), moved(0, 1, 0), 0.));
    BOOST_TEST(near(rig.root.getPosition(), glm::vec3(9, 9, 9), 0.));
    rig.skeleton.returnToRest();
    for (const Bone* bone : rig.skeleton.bones()) {
        BOOST_TEST(near(bone->getLocalMatrix(), bone->getBindMatrix(), 0.));
        BOOST_TEST(near(bone->getFinalMatrix(), glm::mat4(1.f), 0.));
    }
}

BOOST_AUTO_TEST_CASE(a_rest_that_was_set_is_restored_bit_for_bit)
{
    ThreeBones rig;
    rig.tip.setRestMatrix(given);
    BOOST_TEST(sameBits(rig.tip.getRestMatrix(), given));
    BOOST_TEST(near(rig.tip.getLocalMatrix(), moved(0, 1, 0), 0.));  // the pose changes only in returnToRest
    rig.tip.returnToRest();
    BOOST_TEST(sameBits(rig.tip.getLocalMatrix(), given));
}

BOOST_AUTO_TEST_CASE(the_pose_of_now_becomes_the_rest_as_parts_or_matrix)
{
    ThreeBones rig;
    const Transform pose{{1, 2, 3}, glm::quat(sin45, 0, sin45, 0), {-1, 2, 3}};
    rig.tip.setTransform(pose);
    rig.tip.setCurrentPoseAsRest();
    rig.middle.setLocalMatrix(given);
    rig.skeleton.setCurrentPoseAsRest();
    for (Bone* bone : rig.skeleton.bones()) {
        bone->setTransform({});
    }
    rig.skeleton.returnToRest();
    BOOST_TEST((rig.tip.getTransform() == pose));  // including the signs of the scale, which no matrix preserves
    BOOST_TEST(sameBits(rig.middle.getLocalMatrix(), given));
    BOOST_TEST(near(rig.tip.getBindMatrix(), moved(0, 1, 0), 0.));
}

BOOST_AUTO_TEST_SUITE_END()
