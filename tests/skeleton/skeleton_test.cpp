#include <skeleton/rigs.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(skeleton)

BOOST_AUTO_TEST_CASE(an_empty_skeleton_is_fine)
{
    Skeleton skeleton("empty");
    BOOST_TEST(skeleton.getName() == "empty");
    BOOST_TEST(skeleton.bones().empty());
    BOOST_TEST(skeleton.getRoots().empty());
    BOOST_TEST(skeleton.getFinalMatrices().empty());
    BOOST_TEST(skeleton.findBone("x") == nullptr);
    BOOST_TEST(skeleton.getBoneByIndex(0) == nullptr);
    skeleton.update();
    skeleton.prepare();
    skeleton.computeAbsoluteMatrices();
    skeleton.returnToRest();
    skeleton.setCurrentPoseAsRest();
    skeleton.sortBones();
    BOOST_TEST(skeleton.clone()->bones().empty());
    BOOST_TEST(skeleton.evaluatedBoneCount() == 0);
    skeleton.setName("renamed");
    BOOST_TEST(skeleton.getName() == "renamed");
}

// --- looking up -----------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(names_find_the_first_bone_and_all_bones)
{
    Skeleton skeleton;
    Bone& first = skeleton.createBone("same");
    Bone& other = skeleton.createBone("other");
    Bone& second = skeleton.createBone("same");
    const Skeleton& constant = skeleton;
    BOOST_TEST(skeleton.findBone("same") == &first);
    BOOST_TEST(constant.findBone("same") == &first);
    BOOST_TEST(std::ranges::equal(skeleton.findBones("same"), std::vector{&first, &second}));
    BOOST_TEST(skeleton.findBones("none").empty());
    BOOST_TEST(skeleton.findBone("other") == &other);
}

BOOST_AUTO_TEST_CASE(a_renamed_bone_is_found_under_its_new_name_only)
{
    Skeleton skeleton;
    Bone& first = skeleton.createBone("same");
    Bone& second = skeleton.createBone("same");
    BOOST_TEST(skeleton.findBone("same") == &first);
    first.setName("renamed");
    BOOST_TEST(skeleton.findBone("same") == &second);
    BOOST_TEST(skeleton.findBone("renamed") == &first);
    second.setName("");
    BOOST_TEST(skeleton.findBone("same") == nullptr);
    BOOST_TEST(skeleton.findBone("") == &second);
    skeleton.removeBone(first, Removal::KeepChildren);
    BOOST_TEST(skeleton.findBone("renamed") == nullptr);
}

// Constant time: otherwise a hundred thousand look-ups in ten thousand bones would be 10^9 comparisons.
BOOST_AUTO_TEST_CASE(a_look_up_does_not_search)
{
    Skeleton skeleton;
    for (int i = 0; i < 10000; ++i) {
        skeleton.createBone("bone" + std::to_string(i));
    }
    std::size_t found = 0;
    for (int i = 0; i < 100000; ++i) {
        found += skeleton.findBone("bone9999") != nullptr ? 1u : 0u;
        found += skeleton.getBoneByIndex(9999) != nullptr ? 1u : 0u;
    }
    BOOST_TEST(found == 200000);
}

// --- palette --------------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(palette_slots_are_dealt_in_order_and_never_change)
{
    ThreeBones rig;
    for (std::size_t i = 0; i < 4; ++i) {
        BOOST_TEST(rig.skeleton.bones()[i]->getIndex().value() == i);
        BOOST_TEST(rig.skeleton.getBoneByIndex(i) == rig.skeleton.bones()[i]);
    }
    rig.root.setParent(nullptr);
    rig.tip.setParent(&rig.arm);
    rig.skeleton.update();
    rig.skeleton.removeBone(rig.middle, Removal::KeepChildren);
    rig.skeleton.sortBones();
    rig.skeleton.update();
    BOOST_TEST(rig.root.getIndex().value() == 0);
    BOOST_TEST(rig.tip.getIndex().value() == 2);
    BOOST_TEST(rig.arm.getIndex().value() == 3);
    BOOST_TEST(rig.skeleton.getBoneByIndex(1) == nullptr);
    BOOST_TEST(rig.skeleton.getBoneByIndex(99) == nullptr);
}

BOOST_AUTO_TEST_CASE(gaps_in_the_palette_hold_the_identity_and_helpers_have_no_slot)
{
    Skeleton skeleton;
    Bone& helper = skeleton.createBone("helper", {.bind = moved(1, 0, 0), .isHelper = true});
    Bone& third = skeleton.createBone("third", {.parent = &helper, .bind = moved(0, 1, 0), .index = 3});
    const Bone& next = skeleton.createBone("next");
    const Bone& zeroth = skeleton.createBone("zeroth", {.index = 0});
    BOOST_TEST(next.getIndex().value() == 4);  // one above the highest in use
    BOOST_TEST(zeroth.getIndex().value() == 0);
    helper.setPosition({5, 0, 0});
    const auto palette = skeleton.getFinalMatrices();
    BOOST_TEST(palette.size() == 5);
    BOOST_TEST(near(toMat4(palette[3]), moved(4, 0, 0), 0.));
    for (const std::size_t free : {std::size_t{1}, std::size_t{2}}) {
        BOOST_TEST(near(toMat4(palette[free]), glm::mat4(1.f), 0.));
        BOOST_TEST(skeleton.getBoneByIndex(free) == nullptr);
    }
    BOOST_TEST(skeleton.getBoneByIndex(3) == &third);
}

BOOST_AUTO_TEST_CASE(slots_that_are_taken_too_large_or_for_helpers_are_refused_with_the_number)
{
    ThreeBones rig;
    BOOST_CHECK_EXCEPTION(rig.skeleton.createBone("new", {.index = 2}), std::invalid_argument, says("new: palette slot 2 is taken"));
    BOOST_CHECK_EXCEPTION(rig.skeleton.createBone("new", {.index = 65536}), std::invalid_argument, says("65536 is not below 65536"));
    BOOST_CHECK_EXCEPTION(rig.skeleton.createBone("new", {.index = 7, .isHelper = true}), std::invalid_argument, says("helper"));
    BOOST_TEST(rig.skeleton.bones().size() == 4);
    BOOST_TEST(rig.skeleton.getFinalMatrices().size() == 4);
    const Bone& last = rig.skeleton.createBone("last", {.index = 65535});
    BOOST_TEST(last.getIndex().value() == 65535);
    BOOST_CHECK_EXCEPTION(rig.skeleton.createBone("none left"), std::invalid_argument, says("not below 65536"));
    static_cast<void>(rig.skeleton.createBone("helper", {.isHelper = true}));
    BOOST_TEST(rig.skeleton.getFinalMatrices().size() == 65536);
}

// std140's mat3x4: 48 bytes a bone, in rows of four floats; by hand for a bone moved by (5 6 7).
BOOST_AUTO_TEST_CASE(the_palette_has_the_bytes_that_a_uniform_block_wants)
{
    Skeleton skeleton;
    skeleton.createBone("bone", {.bind = glm::mat4(1.f), .local = moved(5, 6, 7)});
    const auto palette = skeleton.getFinalMatrices();
    BOOST_TEST(palette.size_bytes() == 48);
    const float expected[12] = {1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7};
    BOOST_TEST(std::memcmp(palette.data(), expected, 48) == 0);
    BOOST_TEST(reinterpret_cast<std::uintptr_t>(palette.data()) % 64 == 0);
}

// --- order ----------------------------------------------------------------------------------------------------------

BOOST_AUTO_TEST_CASE(bones_come_in_order_of_creation_until_they_are_sorted)
{
    Skeleton skeleton;
    Bone& child = skeleton.createBone("child");
    Bone& other = skeleton.createBone("other");
    Bone& parent = skeleton.createBone("parent");
    child.setParent(&parent);
    skeleton.update();
    BOOST_TEST(std::ranges::equal(skeleton.bones(), std::vector{&child, &other, &parent}));
    skeleton.sortBones();
    BOOST_TEST(std::ranges::equal(skeleton.bones(), std::vector{&parent, &child, &other}));
    BOOST_TEST(child.getIndex().value() == 0);
    BOOST_TEST(skeleton.findBone("other") == &other);
    const Skeleton& constant = skeleton;
    BOOST_TEST(constant.bones().size() == 3);
}

BOOST_AUTO_TEST_CASE(sorting_changes_no_matrix)
{
    Random random(601);
    Skeleton skeleton;
    addRandomBones(skeleton, 100, random);
    std::vector<Bone*> bones(skeleton.bones().begin(), skeleton.bones().end());
    for (std::size_t i = 99; i > 0; --i) {  // reverse the order: children before parents
        bones[i]->setParent(nullptr);
    }
    for (std::size_t i = 0; i < 99; ++i) {
        bones[i]->setParent(bones[i + 1]);
    }
    std::vector<glm::mat4> before;
    for (const Bone* bone : bones) {
        before.push_back(bone->getFinalMatrix());
    }
    skeleton.sortBones();
    for (std::size_t i = 0; i < 100; ++i) {
        BOOST_TEST(skeleton.bones()[i] == bones[99 - i]);
        BOOST_TEST(sameBits(bones[i]->getFinalMatrix(), before[i]));
        BOOST_TEST(sameBits(toMat4(skeleton.getFinalMatrices()[i]), before[i]));
    }
}

// No operation may recurse along a chain, even if it is as deep as the skeleton has bones.
BOOST_AUTO_TEST_CASE(any_depth_is_safe)
{
    constexpr int depth = 30000;
    Skeleton skeleton;
    Bone* tip = &skeleton.createBone("root");
    Bone& root = *tip;
    for (int i = 1; i < depth; ++i) {
        tip = &skeleton.createBone("bone", {.parent = tip, .bind = moved(0, 1, 0)});
    }
    BOOST_TEST(tip->getAbsoluteMatrix()[3].y == static_cast<float>(depth - 1));
    BOOST_TEST(tip->getAbsoluteBindMatrix()[3].y == static_cast<float>(depth - 1));
    root.setPosition({1, 0, 0});
    BOOST_TEST(tip->getFinalMatrix()[3].x == 1.f);
    skeleton.sortBones();
    const auto twin = skeleton.clone();
    BOOST_TEST(twin->bones().back()->getFinalMatrix()[3].x == 1.f);
    skeleton.removeBone(root, Removal::Subtree);
    BOOST_TEST(skeleton.bones().empty());
}

// A reference to a bone must refer to the same bone after renumbering.
BOOST_AUTO_TEST_CASE(addresses_of_bones_are_stable)
{
    Random random(602);
    Skeleton skeleton;
    Bone& kept = skeleton.createBone("kept", {.bind = moved(1, 2, 3)});
    for (int i = 0; i < 1000; ++i) {
        Bone& bone = skeleton.createBone("bone", {.parent = random.chance(0.5) ? skeleton.bones().back() : nullptr});
        if (i % 100 == 0) {
            bone.setParent(&kept);
            skeleton.update();
        }
    }
    BOOST_TEST(skeleton.findBone("kept") == &kept);
    BOOST_TEST(near(kept.getAbsoluteMatrix(), moved(1, 2, 3), 0.));
    BOOST_TEST(skeleton.getBoneByIndex(0) == &kept);
}

// Counts the evaluated bones: the branch is computed, and nothing beside it.
BOOST_AUTO_TEST_CASE(a_bone_computes_its_own_branch)
{
    ThreeBones rig;
    rig.skeleton.update();
    rig.root.setPosition({1, 1, 1});
    const auto before = rig.skeleton.evaluatedBoneCount();
    rig.middle.computeAbsoluteMatrices();
    BOOST_TEST(rig.skeleton.evaluatedBoneCount() == before + 3);  // root, middle, tip; not the arm
    static_cast<void>(rig.tip.getAbsoluteMatrix());
    BOOST_TEST(rig.skeleton.evaluatedBoneCount() == before + 3);
}

BOOST_AUTO_TEST_CASE(a_bone_is_found_by_the_name_of_its_node)
{
    Scene scene;
    ThreeBones rig;
    rig.arm.linkTransformNode(&scene.createTransformNode("joint"));
    rig.middle.linkTransformNode(&scene.createTransformNode("joint"));
    BOOST_TEST(rig.skeleton.findBoneFromLinkedTransformNodeName("joint") == &rig.middle);
    BOOST_TEST(rig.skeleton.findBoneFromLinkedTransformNodeName("arm") == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
