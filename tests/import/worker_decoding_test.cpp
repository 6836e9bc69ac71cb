#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/import/load_scene.hpp>
#include <support/file_content.hpp>
#include <support/near.hpp>
#include <support/random.hpp>
#include <support/shared_data.hpp>

#include "corpus.hpp"
#include "scene_difference.hpp"
#include "worker.hpp"

// Draco and meshopt data that a worker process decodes. The result must be what this process decodes, which other tests check.

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

ImportOptions decodingThere(ImportOptions options = workerOptions())
{
    options.decodeIn = DecodePlace::Worker;
    return options;
}

/// Valid files of the corpus that have compressed data.
std::vector<fs::path> compressedFiles()
{
    std::vector<fs::path> files;
    for (const fs::path& file : modelsIn("valid")) {
        if (says(contentOf(file), "KHR_draco_mesh_compression") || says(contentOf(file), "EXT_meshopt_compression")) {
            files.push_back(file);
        }
    }
    return files;
}

fs::path someDracoFile()
{
    for (const fs::path& file : compressedFiles()) {
        if (says(contentOf(file), "KHR_draco_mesh_compression")) {
            return file;
        }
    }
    return {};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(worker_decoding, *boost::unit_test::precondition(needsSharedData) * boost::unit_test::precondition(needsWorker))

BOOST_AUTO_TEST_CASE(every_compressed_file_gives_the_same_bits_as_in_process)
{
    const LeavesNothing check;
    std::size_t compared = 0;
    for (const fs::path& file : compressedFiles()) {
        const std::string difference = findDifference(*loadScene(file), *loadScene(file, decodingThere()));
        BOOST_TEST(difference.empty(), file << ": " << difference);
        ++compared;
    }
    reportExamined("corpus files with Draco or meshopt data", compared);
}

BOOST_AUTO_TEST_CASE(what_is_refused_in_process_is_refused_in_the_same_words)
{
    Random random(77);
    std::size_t refused = 0;
    std::size_t compared = 0;
    for (const fs::path& file : compressedFiles()) {
        if (file.extension() != ".glb") {
            continue;  // its data are in other files
        }
        const std::vector<std::byte> bytes = readAll(file);
        for (int mutant = 0; mutant < 12; ++mutant) {
            std::vector<std::byte> spoilt = bytes;
            for (int change = random.integer(1, 8); change > 0; --change) {  // the second half is data
                const int place = random.integer(static_cast<int>(bytes.size() / 2), static_cast<int>(bytes.size()) - 1);
                spoilt[static_cast<std::size_t>(place)] = static_cast<std::byte>(random.integer(0, 255));
            }
            const std::string here = problemOf(spoilt, {});
            BOOST_TEST(problemOf(spoilt, decodingThere()) == here, file << ", mutant " << mutant);
            refused += here == "was read" ? 0u : 1u;
            ++compared;
        }
    }
    BOOST_TEST(compared == 36u);
    BOOST_TEST(refused > 0u);
    std::cout << "worker: " << compared << " spoilt files with compressed data, " << refused << " refused\n";
}

// Files that could keep Draco busy for much longer than their size suggests.
BOOST_AUTO_TEST_CASE(attacks_on_decoders_end_in_time)
{
    const LeavesNothing check;
    const fs::path attacks = corpusDirectory().parent_path() / "attack";
    std::size_t tried = 0;
    for (const char* const name : {"draco_num_orientations.glb", "draco_x5.glb"}) {
        ImportOptions options = decodingThere();
        options.limits.workerSeconds = 0.3;
        const double begin = totalProcessorSeconds();
        const std::string problem = problemOf(attacks / name, options);
        BOOST_TEST(problem != "was read", name);
        BOOST_TEST(totalProcessorSeconds() - begin < 2., name << ": " << problem);
        ++tried;
    }
    BOOST_TEST(tried == 2u);
}

BOOST_AUTO_TEST_CASE(whatever_a_worker_answers_is_an_error_that_says_so)
{
    const LeavesNothing check;
    const fs::path file = someDracoFile();
    const std::vector<std::pair<std::string, std::string>> cases{
        {"exit 0", "it ended with status 0 before it had answered"},
        {"kill -SEGV $$", "it crashed (SIGSEGV)"},
        {"kill -KILL $$", "it was killed (SIGKILL)"},
        {"printf 'garbage' >&3; sleep 100", "it sent a message that is no answer"},
        {R"(printf '\x03beside.bin' >&3; sleep 100)", "it sent a message that is no answer"},
        {R"(printf '\x05' >&3; sleep 100)", "is cut off"},
        {R"(printf '\x04\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >&3; printf '\x04\0\0\0\0\0\0\0\0' >&3; printf '\x05' >&3; sleep 100)",
         "its answer does not match the request"},
        {"sleep 100", "by the clock"},
    };
    for (const auto& [script, expected] : cases) {
        ImportOptions options = decodingThere(optionsWithProgram("import_worker_decodes", script));
        options.limits.workerClockSeconds = expected == "by the clock" ? 0.2 : stillInTime;
        const std::string problem = problemOf(file, options);
        BOOST_TEST(says(problem, expected), script << ": " << problem);
    }
    ImportOptions options = decodingThere();
    options.worker = "/nowhere/armature-import-worker";
    BOOST_TEST(problemOf(file, options)
               == "holds compressed data (ImportOptions::decodeIn), which armature-import-worker decodes, but "
                  "/nowhere/armature-import-worker is no such program (ImportOptions::worker)");
}

BOOST_AUTO_TEST_CASE(memory_is_limited)
{
    ImportOptions options = decodingThere();
    options.limits.workerBytes = 1u << 20u;
    BOOST_TEST(says(problemOf(someDracoFile(), options), "the worker process could not decode it: "));
}

// ARMATURE_WORKER_KILLS sets how many times.
BOOST_AUTO_TEST_CASE(killed_in_the_middle_it_is_an_error_and_nothing_is_left)
{
    const LeavesNothing check;
    const fs::path file = someDracoFile();
    killInTheMiddle("while decoding", 30, [&] { return problemOf(file, decodingThere()); });
}

BOOST_AUTO_TEST_SUITE_END()
