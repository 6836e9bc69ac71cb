#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <support/random.hpp>
#include <support/shared_data.hpp>

#include "asset.hpp"
#include "corpus.hpp"
#include "fbx_record.hpp"
#include "spoil.hpp"

// FBX files with a few bytes or numbers changed at random: each is refused with an ImportError or loads into a scene that works, within
// seconds. What goes wrong otherwise, the sanitizer presets see. ARMATURE_FBX_MUTANTS says how many of each kind, 10000 for a thorough run.

using namespace armature;
using namespace armature::test;

namespace {

using Bytes = std::vector<std::byte>;

constexpr double longestSeconds = 5.;

int mutantCount(int usual)
{
    const char* wanted = std::getenv("ARMATURE_FBX_MUTANTS");
    return wanted != nullptr ? std::atoi(wanted) : usual;
}

constexpr std::string_view lies[] = {"0",    "-1",  "1",   "2",   "7",    "255", "65535", "4294967295", "9223372036854775807",
                                     "1e38", "0.5", "nan", "1e9", "\"\"", "{",   "}",     "*"};

/// A text file with some of its numbers replaced.
Bytes withSpoiltNumbers(const Bytes& bytes, Random& random)
{
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (int change = random.integer(1, 4); change > 0; --change) {
        text = withSpoiltNumber(std::move(text), lies, random);
    }
    return bytesOf(text);
}

struct Tally {
    std::size_t loaded = 0;
    std::size_t refused = 0;
    double longest = 0.;

    void use(const Bytes& bytes)
    {
        ImportOptions options;
        options.limits.unbackedBytes = 16u << 20;
        const std::clock_t begin = std::clock();
        try {
            const auto scene = loadExact(bytes, options);
            for (AnimationGroup* group : scene->animationGroups()) {
                group->goTo(.7);
            }
            scene->update();
            ++loaded;
        } catch (const ImportError&) {
            ++refused;
        }
        longest = std::max(longest, static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    }

    void report(std::string_view what) const
    {
        std::cout << what << ": " << loaded << " loaded, " << refused << " refused, " << longest << " s the longest\n";
        BOOST_TEST(loaded > 0u);
        BOOST_TEST(refused > 0u);
        BOOST_TEST(longest < longestSeconds);
    }
};

bool isText(const Bytes& bytes)
{
    return bytes.front() == std::byte{';'};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fbx_mutation)

BOOST_AUTO_TEST_CASE(truth_10_a_spoilt_fbx_rig_is_refused_or_works)
{
    Random random(11);
    Tally tally;
    const Bytes seeds[] = {fbxText(fbxRig()), fbxBinary(fbxRig(), {.version = 7400, .isPacked = true}),
                           fbxBinary(fbxRig(), {.version = 7500})};
    for (int round = mutantCount(600); round > 0; --round) {
        const Bytes& seed = seeds[placeIn(random, std::size(seeds))];
        tally.use(isText(seed) && random.chance(.7) ? withSpoiltNumbers(seed, random) : withSpoiltBytes(seed, random));
    }
    tally.report("mutants of an FBX rig");
}

BOOST_AUTO_TEST_CASE(truth_10_spoilt_fbx_files_of_the_corpus_are_refused_or_work, *boost::unit_test::precondition(needsSharedData))
{
    Random random(12);
    Tally tally;
    std::vector<Bytes> seeds;
    for (const auto& entry : std::filesystem::directory_iterator(corpusDirectory() / "valid" / "ufbx")) {
        if (entry.path().extension() == ".fbx") {
            seeds.push_back(readAll(entry.path()));
        }
    }
    BOOST_TEST_REQUIRE(!seeds.empty());
    std::ranges::sort(seeds);
    for (int round = mutantCount(300); round > 0; --round) {
        const Bytes& seed = seeds[placeIn(random, seeds.size())];
        tally.use(isText(seed) && random.chance(.7) ? withSpoiltNumbers(seed, random) : withSpoiltBytes(seed, random));
    }
    tally.report("mutants of FBX files of the corpus");
    reportExamined("corpus FBX files as seeds of mutants", seeds.size());
}

BOOST_AUTO_TEST_SUITE_END()
