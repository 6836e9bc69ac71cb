#include <ctime>
#include <iostream>
#include <map>
#include <optional>
#include <string>

#include <boost/test/unit_test.hpp>
#include <sys/resource.h>

#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <support/shared_data.hpp>
#include <support/slow_build.hpp>

#include "corpus.hpp"

// Every glTF and GLB of the reference corpus: valid and tolerated ones load, invalid ones are refused with a place and a reason or load
// safely, and none takes long or needs much memory. Under the sanitizer presets this also tests that none misbehaves.

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

constexpr double longestSeconds = 5.;  // of processor time, which does not depend on the machine's other load
// For the whole program, including the tests before these. AddressSanitizer keeps much of the freed memory.
const long largestResidentKilobytes = isSlowBuild() ? 4'000'000 : 1'000'000;

// Refused by design: it requires an extension that does not exist.
const std::map<std::string, std::string> refusedByExtension{{"ext_required_unknown.gltf", "VENDOR_unknown"}};

struct Outcome {
    std::optional<ImportError> refusal;
    std::size_t warnings = 0;
    double seconds = 0.;
};

/// Loads a file, animates its scene and updates it. Any exception but an ImportError fails the test.
Outcome loadTimed(const fs::path& file)
{
    Outcome outcome;
    const std::clock_t begin = std::clock();
    try {
        const auto scene = loadScene(file);
        scene->animate(.1);
        scene->update();
        for (const std::string& warning : scene->warnings()) {
            BOOST_TEST(warning.find('\n') == std::string::npos);
        }
        outcome.warnings = scene->warnings().size();
    } catch (const ImportError& error) {
        outcome.refusal = error;
    }
    outcome.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    BOOST_TEST(outcome.seconds < longestSeconds, file << " took " << outcome.seconds << " s");
    return outcome;
}

struct CorpusTally {
    std::size_t loaded = 0;
    std::size_t refused = 0;
    std::size_t byExtension = 0;
    double slowest = 0.;

    void add(const Outcome& outcome)
    {
        slowest = std::max(slowest, outcome.seconds);
        ++(outcome.refusal ? refused : loaded);
    }

    [[nodiscard]] std::size_t count() const { return loaded + refused + byExtension; }

    void print(std::string_view folder) const
    {
        std::cout << "corpus " << folder << ": " << loaded << " loaded, " << byExtension << " refused by extension, " << refused
                  << " refused, slowest " << slowest * 1000. << " ms\n";
    }
};

void checkAllLoad(std::string_view folder)
{
    CorpusTally tally;
    for (const fs::path& file : modelsIn(folder)) {
        const Outcome outcome = loadTimed(file);
        const auto extension = refusedByExtension.find(file.filename().string());
        if (outcome.refusal && extension != refusedByExtension.end()) {
            BOOST_TEST(outcome.refusal->getProblem().find(extension->second) != std::string::npos);
            ++tally.byExtension;
            continue;
        }
        tally.add(outcome);
        BOOST_TEST(!outcome.refusal.has_value(), (outcome.refusal ? outcome.refusal->what() : ""));
    }
    tally.print(folder);
    reportExamined("corpus files in " + std::string(folder), tally.count());
}

void checkRefusedOrSafe(std::string_view folder)
{
    CorpusTally tally;
    for (const fs::path& file : modelsIn(folder)) {
        const Outcome outcome = loadTimed(file);
        tally.add(outcome);
        if (outcome.refusal) {
            BOOST_TEST(!outcome.refusal->getPlace().empty(), outcome.refusal->what());
            BOOST_TEST(!outcome.refusal->getProblem().empty(), outcome.refusal->what());
        }
    }
    tally.print(folder);
    reportExamined("corpus files in " + std::string(folder), tally.count());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(corpus, *boost::unit_test::precondition(needsSharedData))

BOOST_AUTO_TEST_CASE(every_valid_file_loads)
{
    checkAllLoad("valid");
}

BOOST_AUTO_TEST_CASE(every_tolerated_file_loads)
{
    checkAllLoad("tolerated");
}

BOOST_AUTO_TEST_CASE(every_invalid_file_is_refused_with_place_and_reason_or_loads_safely)
{
    checkRefusedOrSafe("invalid");
}

BOOST_AUTO_TEST_CASE(files_that_crash_other_importers_are_refused_or_load_safely)
{
    checkRefusedOrSafe("crashers");
}

BOOST_AUTO_TEST_CASE(the_whole_corpus_takes_little_memory)
{
    rusage usage{};
    BOOST_REQUIRE(getrusage(RUSAGE_SELF, &usage) == 0);
    std::cout << "corpus: peak memory of the program " << usage.ru_maxrss / 1000 << " MB\n";
    BOOST_TEST(usage.ru_maxrss < largestResidentKilobytes);
}

BOOST_AUTO_TEST_SUITE_END()
