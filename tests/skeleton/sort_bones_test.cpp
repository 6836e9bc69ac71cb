#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// Three bones in the order tip, root, middle with the slots 5, 0 and 2, the other slots free, and a helper without a slot.
struct Unsorted {
    Unsorted()
        : tip(skeleton.createBone("tip", {.index = 5}))
        , root(skeleton.createBone("root", {.index = 0}))
        , middle(skeleton.createBone("middle", {.parent = &root, .index = 2}))
        , helper(skeleton.createBone("helper", {.isHelper = true}))
    {
        tip.setParent(&middle);
        tip.setPosition({1, 0, 0});
        middle.setPosition({0, 1, 0});
        root.setPosition({0, 0, 1});
    }

    Skeleton skeleton;
    Bone& tip;
    Bone& root;
    Bone& middle;
    Bone& helper;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(sort_bones)

BOOST_AUTO_TEST_CASE(parents_come_first_and_slots_stay)
{
    Unsorted rig;
    BOOST_TEST(rig.skeleton.sortBones().empty());
    const std::vector<const Bone*> expected{&rig.root, &rig.middle, &rig.tip, &rig.helper};
    BOOST_TEST(std::ranges::equal(rig.skeleton.bones(), expected));
    BOOST_TEST(rig.tip.getIndex().value() == 5u);
    BOOST_TEST(rig.skeleton.findBone("tip") == &rig.tip);
}

// By hand: root, middle and tip get 0, 1 and 2; the free slots 1, 3 and 4 follow in their order.
BOOST_AUTO_TEST_CASE(new_slots_are_told_as_a_permutation)
{
    Unsorted rig;
    const glm::mat4 final = rig.tip.getFinalMatrix();
    const std::vector<std::uint16_t> expected{0, 3, 1, 4, 5, 2};
    BOOST_TEST(rig.skeleton.sortBones(PaletteOrder::FollowBones) == expected, boost::test_tools::per_element());
    BOOST_TEST(rig.tip.getIndex().value() == 2u);
    BOOST_TEST(!rig.helper.getIndex().has_value());
    BOOST_TEST(rig.skeleton.getBoneByIndex(2) == &rig.tip);
    BOOST_TEST(rig.skeleton.getBoneByIndex(5) == nullptr);
    const auto palette = rig.skeleton.getFinalMatrices();
    BOOST_TEST(palette.size() == 6u);
    BOOST_TEST((toMat4(palette[2]) == final));
    BOOST_TEST((toMat4(palette[5]) == glm::mat4(1)));
}

// Look-ups between additions would take minutes if each one rebuilt a table.
BOOST_AUTO_TEST_CASE(bones_and_nodes_are_found_while_more_of_them_come)
{
    Scene scene;
    Skeleton skeleton;
    const std::size_t count = 30000;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string name = "bone " + std::to_string(i / 2);  // each name twice: the first is found
        Bone& bone = skeleton.createBone(name);
        TransformNode& node = scene.createTransformNode(name);
        if (i % 2 == 0) {
            BOOST_REQUIRE(skeleton.findBone(name) == &bone);
            BOOST_REQUIRE(scene.findTransformNode(name) == &node);
        } else {
            BOOST_REQUIRE(skeleton.findBone(name) == skeleton.bones()[i - 1]);
            BOOST_REQUIRE(scene.findTransformNode(name) == scene.nodes()[i - 1]);
        }
    }
    Bone& last = *skeleton.bones().back();
    last.setName("renamed");
    BOOST_TEST(skeleton.findBone("renamed") == &last);
    skeleton.removeBone(*skeleton.findBone("bone 0"), Removal::KeepChildren);
    BOOST_TEST(skeleton.findBone("bone 0") == skeleton.bones()[0]);
}

BOOST_AUTO_TEST_SUITE_END()
