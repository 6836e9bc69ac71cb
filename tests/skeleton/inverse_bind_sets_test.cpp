#include <stdexcept>
#include <vector>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <armature/math/affine.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/random.hpp>

using namespace armature;
using test::near;
using test::Random;
using test::says;

namespace {

glm::mat4 randomMatrix(Random& random)
{
    return toMat4(Transform{random.vector(-2.f, 2.f), random.rotation(), random.vector(0.5f, 2.f)});
}

/// A chain of bones with random binds and a random pose.
void fillChain(Skeleton& skeleton, Random& random, int bones)
{
    Bone* parent = nullptr;
    for (int i = 0; i < bones; ++i) {
        parent = &skeleton.createBone("bone", {.parent = parent, .bind = randomMatrix(random), .local = randomMatrix(random)});
    }
}

std::vector<glm::mat4> randomBinds(Random& random, std::size_t count)
{
    std::vector<glm::mat4> binds;
    for (std::size_t i = 0; i < count; ++i) {
        binds.push_back(randomMatrix(random));
    }
    return binds;
}

// By definition: absolute * inverse bind, here in double.
void checkSet(const Skeleton& skeleton, std::size_t set, const std::vector<glm::mat4>& inverseBinds)
{
    const auto finals = skeleton.getFinalMatrices(set);
    BOOST_TEST_REQUIRE(finals.size() >= inverseBinds.size());
    for (std::size_t slot = 0; slot < inverseBinds.size(); ++slot) {
        const Bone* bone = skeleton.getBoneByIndex(slot);
        BOOST_TEST_REQUIRE(bone != nullptr);
        BOOST_TEST(near(glm::dmat4(toMat4(finals[slot])), glm::dmat4(bone->getAbsoluteMatrix()) * glm::dmat4(inverseBinds[slot]), 2e-6));
    }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(inverse_bind_sets)

BOOST_AUTO_TEST_CASE(one_skeleton_has_several_sets_of_inverse_binds)
{
    Random random(701);
    Skeleton skeleton("body");
    fillChain(skeleton, random, 20);
    const auto shirt = randomBinds(random, 20);
    const auto shoes = randomBinds(random, 20);
    BOOST_TEST(skeleton.addInverseBindSet(shirt) == 1u);
    BOOST_TEST(skeleton.addInverseBindSet(shoes) == 2u);
    BOOST_TEST(skeleton.inverseBindSetCount() == 3u);
    for (int round = 0; round < 5; ++round) {
        checkSet(skeleton, 1, shirt);
        checkSet(skeleton, 2, shoes);
        BOOST_TEST((skeleton.getFinalMatrices(0).data() == skeleton.getFinalMatrices().data()));
        skeleton.bones()[static_cast<std::size_t>(random.integer(0, 19))]->setLocalMatrix(randomMatrix(random));
    }
}

BOOST_AUTO_TEST_CASE(a_set_follows_every_kind_of_change)
{
    Random random(702);
    Skeleton skeleton;
    fillChain(skeleton, random, 6);
    const auto binds = randomBinds(random, 6);
    skeleton.addInverseBindSet(binds);
    checkSet(skeleton, 1, binds);
    skeleton.bones()[2]->setBindMatrix(randomMatrix(random));
    checkSet(skeleton, 1, binds);
    skeleton.bones()[4]->setParent(skeleton.bones()[0], Keep::World);
    checkSet(skeleton, 1, binds);
    skeleton.bones()[1]->setPosition({1.f, 2.f, 3.f});
    static_cast<void>(skeleton.bones()[5]->getAbsoluteMatrix());
    checkSet(skeleton, 1, binds);
}

BOOST_AUTO_TEST_CASE(a_bone_that_comes_later_has_its_own_inverse_bind_in_every_set)
{
    Random random(703);
    Skeleton skeleton;
    fillChain(skeleton, random, 3);
    const auto binds = randomBinds(random, 3);
    skeleton.addInverseBindSet(binds);
    Bone& late = skeleton.createBone("late", {.parent = skeleton.bones()[2], .bind = randomMatrix(random)});
    checkSet(skeleton, 1, binds);
    BOOST_TEST(near(toMat4(skeleton.getFinalMatrices(1)[3]), late.getFinalMatrix(), 1e-6));
    late.setBindMatrix(randomMatrix(random));
    BOOST_TEST(near(toMat4(skeleton.getFinalMatrices(1)[3]), late.getFinalMatrix(), 1e-6));
}

BOOST_AUTO_TEST_CASE(clones_share_sets_and_pose_alone)
{
    Random random(704);
    Skeleton skeleton;
    fillChain(skeleton, random, 8);
    const auto binds = randomBinds(random, 8);
    skeleton.addInverseBindSet(binds);
    const auto clone = skeleton.clone();
    clone->bones()[0]->setLocalMatrix(randomMatrix(random));
    checkSet(*clone, 1, binds);
    checkSet(skeleton, 1, binds);
    clone->addInverseBindSet(binds);
    BOOST_TEST(skeleton.inverseBindSetCount() == 2u);
}

// A clone uses the original's matrices until the clone's first change, however often the original was changed before.
BOOST_AUTO_TEST_CASE(a_clones_sets_follow_its_own_pose)
{
    Random random(706);
    for (int changesBefore = 0; changesBefore < 4; ++changesBefore) {
        Skeleton skeleton;
        fillChain(skeleton, random, 4);
        const auto binds = randomBinds(random, 4);
        skeleton.addInverseBindSet(binds);
        for (int change = 0; change < changesBefore; ++change) {
            skeleton.bones()[0]->setLocalMatrix(randomMatrix(random));
            skeleton.update();
        }
        const auto clone = skeleton.clone();
        checkSet(*clone, 1, binds);
        for (int changesAfter = 1; changesAfter < 40; ++changesAfter) {
            const auto again = skeleton.clone();
            for (int change = 0; change < changesAfter; ++change) {
                again->bones()[0]->setLocalMatrix(randomMatrix(random));
                static_cast<void>(again->bones()[3]->getAbsoluteMatrix());
            }
            checkSet(*again, 1, binds);
        }
    }
}

BOOST_AUTO_TEST_CASE(sets_go_along_when_palette_slots_are_dealt_anew)
{
    Random random(705);
    Skeleton skeleton;
    Bone& child = skeleton.createBone("child", {.bind = randomMatrix(random)});
    Bone& parent = skeleton.createBone("parent", {.bind = randomMatrix(random)});
    child.setParent(&parent);
    const auto binds = randomBinds(random, 2);
    skeleton.addInverseBindSet(binds);
    const auto newIndices = skeleton.sortBones(PaletteOrder::FollowBones);
    BOOST_TEST_REQUIRE(newIndices.size() == 2u);
    BOOST_TEST(newIndices[0] == 1);
    checkSet(skeleton, 1, {binds[1], binds[0]});
}

BOOST_AUTO_TEST_CASE(sets_that_do_not_fit_are_refused)
{
    Skeleton skeleton("body");
    skeleton.createBone("bone");
    BOOST_CHECK_EXCEPTION(skeleton.addInverseBindSet(std::vector<glm::mat4>(2, glm::mat4(1.f))), std::invalid_argument,
                          says("body: 2 inverse binds for a palette of 1 slot"));
    BOOST_CHECK_THROW(skeleton.addInverseBindSet(std::vector<glm::mat4>(1, glm::mat4(0.f))), std::invalid_argument);
    BOOST_TEST(skeleton.inverseBindSetCount() == 1u);
    BOOST_CHECK_THROW(static_cast<void>(skeleton.getFinalMatrices(1)), std::out_of_range);
}

BOOST_AUTO_TEST_CASE(resetting_the_pose_with_the_bind_moves_the_bone_there)
{
    Random random(706);
    Skeleton skeleton;
    fillChain(skeleton, random, 2);
    const glm::mat4 bind = randomMatrix(random);
    Bone& bone = *skeleton.bones()[1];
    const glm::mat4 pose = bone.getLocalMatrix();
    bone.setBindMatrix(bind);
    BOOST_TEST((bone.getLocalMatrix() == pose));
    bone.setBindMatrix(bind, BindUpdate::ResetPose);
    BOOST_TEST((bone.getLocalMatrix() == bind));
}

BOOST_AUTO_TEST_CASE(a_subtree_returns_to_rest_alone)
{
    Random random(707);
    Skeleton skeleton;
    fillChain(skeleton, random, 4);
    const glm::mat4 above = skeleton.bones()[0]->getLocalMatrix();
    skeleton.bones()[1]->returnSubtreeToRest();
    BOOST_TEST((skeleton.bones()[0]->getLocalMatrix() == above));
    for (std::size_t i = 1; i < 4; ++i) {
        BOOST_TEST((skeleton.bones()[i]->getLocalMatrix() == skeleton.bones()[i]->getRestMatrix()));
    }
}

// By hand: bones at (0 0 0), (2 0 0) and (2 3 0), the last one 1.5 long: 2 wide, 4.5 high, no depth.
BOOST_AUTO_TEST_CASE(dimensions_at_rest_reach_to_the_tips)
{
    Skeleton skeleton;
    BOOST_TEST(near(skeleton.getDimensionsAtRest(), glm::vec3(0.f), 0.));
    Bone& root = skeleton.createBone("root");
    Bone& middle = skeleton.createBone("middle", {.parent = &root, .bind = glm::translate(glm::mat4(1.f), {2.f, 0.f, 0.f})});
    skeleton.createBone("tip", {.parent = &middle, .bind = glm::translate(glm::mat4(1.f), {0.f, 3.f, 0.f}), .length = 1.5f});
    root.setPosition({9.f, 9.f, 9.f});
    BOOST_TEST(near(skeleton.getDimensionsAtRest(), glm::vec3(2.f, 4.5f, 0.f), 1e-6));
}

// By hand: 49 999 steps up. Walking up to the root from each bone would take a minute and a half.
BOOST_AUTO_TEST_CASE(dimensions_at_rest_of_a_long_chain_take_one_walk)
{
    Skeleton skeleton;
    Bone* bone = nullptr;
    for (int i = 0; i < 50'000; ++i) {
        bone = &skeleton.createBone("bone", {.parent = bone, .bind = glm::translate(glm::mat4(1.f), {0.f, 1.f, 0.f})});
    }
    BOOST_TEST((skeleton.getDimensionsAtRest() == glm::vec3(0.f, 49'999.f, 0.f)));
}

BOOST_AUTO_TEST_SUITE_END()
