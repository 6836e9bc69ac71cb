#include <iterator>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <support/oracle_json.hpp>
#include <support/random.hpp>

#include "asset.hpp"
#include "bvh_model.hpp"
#include "corpus.hpp"
#include "mutants.hpp"
#include "spoil.hpp"

// BVH files with a few bytes or numbers changed at random. ARMATURE_BVH_MUTANTS sets how many; 10000 is a thorough run.

using namespace armature;
using namespace armature::test;

namespace {

using Bytes = std::vector<std::byte>;

void useMutants(const std::vector<Bytes>& seeds, int usual, std::string_view what)
{
    Random random(31);
    MutantTally tally;
    for (int round = mutantCount("ARMATURE_BVH_MUTANTS", usual); round > 0; --round) {
        const Bytes& seed = seeds[placeIn(random, seeds.size())];
        tally.use(random.chance(.5) ? withSpoiltNumbers(seed, random) : withSpoiltBytes(seed, random));
    }
    tally.report(what);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bvh_mutation)

BOOST_AUTO_TEST_CASE(a_spoilt_bvh_rig_is_refused_or_works)
{
    useMutants({bytesOf(bvhRig())}, 1000, "mutants of a BVH rig");
}

BOOST_AUTO_TEST_CASE(spoilt_golden_bvh_files_are_refused_or_work)
{
    std::vector<Bytes> seeds;
    const OracleFile file("bvh");
    for (const Json& golden : file.cases()) {
        seeds.push_back(readAll(OracleFile::directory() / golden["file"].text()));
    }
    useMutants(seeds, 600, "mutants of golden BVH files");
}

BOOST_AUTO_TEST_CASE(every_beginning_of_a_bvh_file_is_refused_or_works)
{
    const Bytes whole = bytesOf(bvhRig());
    MutantTally tally;
    for (std::size_t size = 0; size < whole.size(); ++size) {
        tally.use(std::span(whole).first(size));
    }
    tally.report("beginnings of a BVH rig");
}

BOOST_AUTO_TEST_SUITE_END()
