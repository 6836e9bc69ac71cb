#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <support/shared_data.hpp>

#include "corpus.hpp"
#include "import/assimp/read_foreign.hpp"
#include "worker.hpp"

// Files of the formats that a worker process reads: the corpus, and Debian's package assimp-testmodels where it is installed.

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

const fs::path assimpModels = "/usr/share/assimp/models";

/// Files below a folder whose content is in a format that workers read, sorted by name.
std::vector<fs::path> foreignFilesIn(const fs::path& folder)
{
    std::vector<fs::path> files;
    std::error_code missing;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder, missing)) {
        if (entry.is_regular_file() && foreign::formatOf(readAll(entry.path()), entry.path().filename().string())) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// True if the file's format can have bones or motion.
bool mayMove(const fs::path& file)
{
    const std::set<std::string_view> still{"obj", "ply", "stl", "off", "nff", "raw", "lwo", "lxo", "ac",  "cob", "q3o",     "q3s",
                                           "3d",  "uc",  "sib", "dxf", "ter", "amf", "xgl", "zgl", "x3d", "ifc", "irrmesh", "3mf"};
    return !still.contains(foreign::formatOf(readAll(file), file.filename().string())->extension);
}

struct ForeignTally {
    std::size_t loaded = 0;
    std::size_t refused = 0;
    double slowest = 0.;
    double slowestProcessor = 0.;  ///< Of the test and its worker; the machine's other load does not matter.
    std::map<std::string, std::size_t> ends = {};

    /// Loads a file and poses its content. Returns why it was refused; empty if it was not.
    std::string load(const fs::path& file, const ImportOptions& options)
    {
        const auto begin = std::chrono::steady_clock::now();
        const double beginOfProcessor = totalProcessorSeconds();
        std::string problem;
        try {
            const auto scene = loadScene(file, options);
            scene->animate(0.1);
            scene->update();
            for (const std::string& warning : scene->warnings()) {
                BOOST_TEST(warning.find('\n') == std::string::npos, warning);
            }
            ++loaded;
        } catch (const ImportError& error) {
            ++refused;
            problem = error.getProblem();
            for (const std::string_view end :
                 {"SIGSEGV", "SIGABRT", "SIGFPE", "SIGXCPU", "by the clock", "too much processor time", "memory", "SIGSYS"}) {
                ends[std::string(end)] += problem.find(end) != std::string::npos ? 1u : 0u;
            }
        }
        slowestProcessor = std::max(slowestProcessor, totalProcessorSeconds() - beginOfProcessor);
        slowest = std::max(slowest, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
        return problem;
    }

    [[nodiscard]] std::size_t count() const { return loaded + refused; }

    void print(std::string_view what) const
    {
        std::cout << "worker, " << what << ": " << loaded << " loaded, " << refused << " refused";
        for (const auto& [end, number] : ends) {
            if (number > 0) {
                std::cout << ", " << number << ' ' << end;
            }
        }
        std::cout << ", slowest " << slowest * 1000. << " ms, " << slowestProcessor * 1000. << " of the processor\n";
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(foreign_corpus, *boost::unit_test::precondition(needsSharedData) * boost::unit_test::precondition(needsWorker))

// The reasons why Assimp 5.2.5 refuses some of its own files. By default only formats with bones or motion are read; ARMATURE_WORKER_FILES
// reads all.
BOOST_AUTO_TEST_CASE(every_file_loads_or_is_listed_with_its_reason)
{
    const std::vector<std::pair<std::string, std::string>> reasons{
        {"BlenderDefault_262.blend", "Failure resolving pointer"},
        {"dwarf_ascii.cob", "End of file"},
        {"molecule_ascii.cob", "Cannot parse string"},
        {".irr", "XML parse error"},  // UTF-16
        {".irrmesh", "XML parse error"},
        {"/LWO/LWOB/", "Unable to build a valid node graph"},
        {"sequence_groups0", "MDL sequence fil"},  // motion loaded by the file without a number
        {"man01.mdl", "MDL sequence fil"},
        {"valid/assimp/man.mdl", "Missing file manT.mdl"},
        {"NFF/NFF/cone.nff", "Cannot parse string"},
        {"animation_example.ogex", "Not enough values"},
        {".ter", "End of file"},
        {"X/OV_GetNextToken", "Opening brace expected"},
    };
    const bool isEveryFileWanted = std::getenv("ARMATURE_WORKER_FILES") != nullptr;
    ForeignTally tally;
    for (const fs::path& folder : {corpusDirectory() / "valid", corpusDirectory() / "tolerated", assimpModels}) {
        for (const fs::path& file : foreignFilesIn(folder)) {
            if (file.string().find("/invalid/") != std::string::npos || !(isEveryFileWanted || mayMove(file))) {
                continue;
            }
            const std::string problem = tally.load(file, workerOptions());
            const auto reason = std::ranges::find_if(reasons, [&](const auto& each) {
                return file.string().find(each.first) != std::string::npos && problem.find(each.second) != std::string::npos;
            });
            BOOST_TEST((problem.empty() || reason != reasons.end()), file << ": " << problem);
        }
    }
    tally.print("whole files");
    reportExamined("corpus files that a worker reads", tally.count());
}

// Mutants of formats other than glTF and FBX at which Assimp aborts, crashes or hangs, and files that Assimp itself calls invalid. With
// ARMATURE_WORKER_TIME, workers get their default time, and those that hang use all of it.
BOOST_AUTO_TEST_CASE(what_crashes_or_stops_assimp_is_refused_or_loads_in_time)
{
    ForeignTally tally;
    for (const fs::path& folder : {corpusDirectory() / "crashers", corpusDirectory() / "invalid", assimpModels / "invalid"}) {
        for (const fs::path& file : foreignFilesIn(folder)) {
            ImportOptions options = workerOptions();
            if (std::getenv("ARMATURE_WORKER_TIME") == nullptr) {
                options.limits.workerSeconds = 0.05;
                options.limits.workerClockSeconds = 0.2;
            }
            static_cast<void>(tally.load(file, options));
        }
    }
    tally.print("spoilt files");
    BOOST_TEST(tally.slowest < stillInTime);
    reportExamined("corpus files that crash Assimp", tally.count());
}

BOOST_AUTO_TEST_SUITE_END()
