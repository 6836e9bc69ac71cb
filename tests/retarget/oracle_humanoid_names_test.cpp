#include <algorithm>
#include <iostream>

#include <boost/test/unit_test.hpp>

#include <support/random.hpp>
#include <support/shared_data.hpp>

#include "changed_names.hpp"
#include "named_rig.hpp"
#include "other_creatures.hpp"

using namespace armature;
using namespace armature::test;

namespace {

struct Family {
    std::string name;
    std::vector<NamedRig> rigs;
    bool hasDirections = false;  // some rigs have directions
};

/// Returns the corpus in two halves, and the shipped schemes. The vocabulary was chosen with only the first half in view. The other two
/// families show whether it generalises beyond those files.
std::vector<Family> families()
{
    const std::vector<std::string> seen{"lafan1_bvh",     "max_biped",         "mixamo", "plain_humanoid",
                                        "rigify_metarig", "unreal4_mannequin", "vroid"};
    std::vector<Family> result{{"corpus, first half", {}, true}, {"corpus, second half", {}, true}, {"shipped", shippedSchemes(), false}};
    for (NamedRig& rig : corpusSchemes()) {
        if (!rig.isRefused) {
            result[std::ranges::count(seen, rig.scheme) > 0 ? 0 : 1].rigs.push_back(std::move(rig));
        }
    }
    std::erase_if(result, [](const Family& family) { return family.rigs.empty(); });
    return result;
}

/// Scores a change over a family. Each rig is changed `rounds` times, each time differently.
Tally tallyOf(const Family& family, Change change, int rounds, Random& random)
{
    Tally tally;
    for (const NamedRig& rig : family.rigs) {
        for (int i = 0; i < rounds; ++i) {
            const NamedRig other = changed(rig, change, random);
            tally.add(other, HumanoidMap::create(other.rig));
        }
    }
    return tally;
}

void print(const Family& family, Change change, const Tally& tally)
{
    std::cout << "humanoid map, " << family.name << ", " << nameOf(change) << ": " << tally.text() << std::endl;
}

bool isOfNames(Change change)
{
    return change == Change::RenameOne || change == Change::RenameThree || change == Change::RenameTenth || change == Change::NoNames;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(humanoid_names)

// Expected: the roles given by the corpus, and for shipped schemes, the roles by which they were written.
BOOST_AUTO_TEST_CASE(core_bones_are_found_whatever_the_notation)
{
    Random random(14);
    std::size_t rigs = 0;
    for (const Family& family : families()) {
        for (const Change change : allChanges) {
            if (isOfNames(change)) {
                continue;
            }
            const Tally tally = tallyOf(family, change, 5, random);
            print(family, change, tally);
            BOOST_TEST_CONTEXT(family.name << ", " << nameOf(change))
            {
                BOOST_TEST(tally.percentRight() >= 98.);
                BOOST_TEST(100. * static_cast<double>(tally.rightAccepted) >= 98. * static_cast<double>(tally.core));
                BOOST_TEST(tally.wrongAccepted == std::vector<std::string>{}, boost::test_tools::per_element());
            }
            rigs += tally.rigs;
        }
    }
    reportExamined("corpus humanoid names", rigs);
}

// A bone with a meaningless name is found by its neighbours and by its counterpart on the other side. If another bone could have the role
// too, the map refuses.
BOOST_AUTO_TEST_CASE(bones_without_names_are_found_or_refused)
{
    Random random(15);
    for (const Family& family : families()) {
        for (const Change change : {Change::RenameOne, Change::RenameThree, Change::RenameTenth}) {
            const Tally tally = tallyOf(family, change, 12, random);
            print(family, change, tally);
            BOOST_TEST_CONTEXT(family.name << ", " << nameOf(change))
            {
                BOOST_TEST(tally.percentRight() >= 98.);
                BOOST_TEST(tally.wrongAccepted == std::vector<std::string>{}, boost::test_tools::per_element());
                BOOST_TEST(tally.refused * 4 < tally.rigs);
            }
        }
    }
}

// Without any names, directions are needed: with them, half of the rigs are found and the others refused.
BOOST_AUTO_TEST_CASE(without_names_shape_and_directions_decide_or_nothing)
{
    Random random(16);
    for (const Family& family : families()) {
        const Tally tally = tallyOf(family, Change::NoNames, 1, random);
        print(family, Change::NoNames, tally);
        BOOST_TEST(tally.wrongAccepted == std::vector<std::string>{}, boost::test_tools::per_element());
        BOOST_TEST((tally.refused < tally.rigs) == family.hasDirections);
    }
}

BOOST_AUTO_TEST_CASE(what_is_no_human_is_refused)
{
    Random random(17);
    std::vector<std::string> accepted;
    const std::size_t count = 1300;
    for (std::size_t i = 0; i < count; ++i) {
        Creature creature = otherCreature(i, random);
        if (!HumanoidMap::create(creature.rig).isRefused()) {
            accepted.push_back(creature.kind);
        }
        for (HumanoidRigBone& bone : creature.rig.bones) {
            bone.name = "joint";
        }
        if (!HumanoidMap::create(creature.rig).isRefused()) {
            accepted.push_back(creature.kind + " without names");
        }
    }
    BOOST_TEST(accepted == std::vector<std::string>{}, boost::test_tools::per_element());
    for (const NamedRig& rig : corpusSchemes()) {
        BOOST_TEST(HumanoidMap::create(rig.rig).isRefused() == rig.isRefused, rig.scheme);
    }
    std::cout << "humanoid map: " << count << " rigs that are no humans refused" << std::endl;
}

BOOST_AUTO_TEST_SUITE_END()
