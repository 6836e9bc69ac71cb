#include <algorithm>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <support/random.hpp>
#include <support/shared_data.hpp>

#include "asset.hpp"
#include "corpus.hpp"
#include "fbx_record.hpp"
#include "mutants.hpp"
#include "spoil.hpp"

// FBX files with a few bytes or numbers changed at random. ARMATURE_FBX_MUTANTS sets how many of each kind; 10000 is a thorough run.

using namespace armature;
using namespace armature::test;

namespace {

using Bytes = std::vector<std::byte>;

bool isText(const Bytes& bytes)
{
    return bytes.front() == std::byte{';'};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fbx_mutation)

BOOST_AUTO_TEST_CASE(a_spoilt_fbx_rig_is_refused_or_works)
{
    Random random(11);
    MutantTally tally;
    const Bytes seeds[] = {fbxText(fbxRig()), fbxBinary(fbxRig(), {.version = 7400, .isPacked = true}),
                           fbxBinary(fbxRig(), {.version = 7500})};
    for (int round = mutantCount("ARMATURE_FBX_MUTANTS", 600); round > 0; --round) {
        const Bytes& seed = seeds[placeIn(random, std::size(seeds))];
        tally.use(isText(seed) && random.chance(.7) ? withSpoiltNumbers(seed, random) : withSpoiltBytes(seed, random));
    }
    tally.report("mutants of an FBX rig");
}

BOOST_AUTO_TEST_CASE(spoilt_fbx_files_of_the_corpus_are_refused_or_work, *boost::unit_test::precondition(needsSharedData))
{
    Random random(12);
    MutantTally tally;
    std::vector<Bytes> seeds;
    for (const auto& entry : std::filesystem::directory_iterator(corpusDirectory() / "valid" / "ufbx")) {
        if (entry.path().extension() == ".fbx") {
            seeds.push_back(readAll(entry.path()));
        }
    }
    BOOST_TEST_REQUIRE(!seeds.empty());
    std::ranges::sort(seeds);
    for (int round = mutantCount("ARMATURE_FBX_MUTANTS", 300); round > 0; --round) {
        const Bytes& seed = seeds[placeIn(random, seeds.size())];
        tally.use(isText(seed) && random.chance(.7) ? withSpoiltNumbers(seed, random) : withSpoiltBytes(seed, random));
    }
    tally.report("mutants of FBX files of the corpus");
    reportExamined("corpus FBX files as seeds of mutants", seeds.size());
}

BOOST_AUTO_TEST_SUITE_END()
