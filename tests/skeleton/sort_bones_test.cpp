#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

/// Three bones in the order tip, root, middle; slots 5, 0 and 2, the others free; a helper without slot.
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

// By hand: root, middle, tip get 0, 1, 2; free slots 1, 3, 4 go behind them in their order.
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

BOOST_AUTO_TEST_SUITE_END()
