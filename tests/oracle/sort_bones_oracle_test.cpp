#include <oracle/golden_rig.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(oracle_sort_bones)

namespace {

std::vector<std::string> namesOf(const Skeleton& skeleton)
{
    std::vector<std::string> names;
    for (const Bone* bone : skeleton.bones()) {
        names.push_back(bone->getName());
    }
    return names;
}

/// Returns the bones' palette slots, -1 for none, as Babylon.js does.
std::vector<double> indicesOf(const Skeleton& skeleton)
{
    std::vector<double> indices;
    for (const Bone* bone : skeleton.bones()) {
        const auto index = bone->getIndex();
        indices.push_back(index ? static_cast<double>(*index) : -1.);
    }
    return indices;
}

std::vector<std::string> texts(const Json& list)
{
    std::vector<std::string> result;
    for (const Json& item : list.items()) {
        result.push_back(item.text());
    }
    return result;
}

/// When Babylon.js sorts bones, those without an explicit index get new palette slots, so meshes' joint indices become wrong. Here, slots
/// stay unless new ones are requested, and then sortBones() returns the permutation.
void checkSorting(const Json& golden, OracleTally& tally)
{
    const bool hasSlots = golden["bones"].items().front().has("idx");
    GoldenRig rig(golden["bones"]);
    StepVerdict verdict(tally, golden["id"].text());
    verdict.equal("slots before", indicesOf(rig.skeleton), golden["indexBefore"].numbers(), 0);
    const std::vector<Bone*> bones(rig.skeleton.bones().begin(), rig.skeleton.bones().end());
    const auto slotsOf = [&] {
        std::vector<double> slots;
        for (const Bone* bone : bones) {
            slots.push_back(bone->getIndex() ? static_cast<double>(*bone->getIndex()) : -1.);
        }
        return slots;
    };

    BOOST_TEST(rig.skeleton.sortBones().empty());
    BOOST_TEST(namesOf(rig.skeleton) == texts(golden["sorted"]), boost::test_tools::per_element());
    tally.equal();
    if (hasSlots) {
        verdict.equal("slots after", indicesOf(rig.skeleton), golden["indexAfter"].numbers(), 0);
        return;
    }
    verdict.isSane("slots stay", slotsOf(), golden["indexBefore"].numbers(), "palette slots change with the order", 0);
    const std::vector<std::uint16_t> moves = rig.skeleton.sortBones(PaletteOrder::FollowBones);
    verdict.equal("slots dealt out anew", indicesOf(rig.skeleton), golden["indexAfter"].numbers(), 0);
    std::vector<double> applied;
    for (const double before : golden["indexBefore"].numbers()) {
        applied.push_back(moves.at(static_cast<std::size_t>(before)));
    }
    verdict.equal("the permutation for joint indices", applied, slotsOf(), 0);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_case_is_equal_or_deliberately_different)
{
    compareGolden("sort_bones", [](const Json& golden, OracleTally& tally) { checkSorting(golden, tally); });
}

BOOST_AUTO_TEST_SUITE_END()
