#include <boost/test/unit_test.hpp>

#include "printed_json.hpp"
#include "program.hpp"

#include <support/rounds.hpp>
#include <support/shared_data.hpp>

using namespace armature::test;

namespace {

std::vector<std::filesystem::path> modelsIn(std::string_view folder)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(*sharedDirectory() / "corpus" / folder)) {
        const std::string extension = entry.path().extension().string();
        if (entry.is_regular_file() && (extension == ".gltf" || extension == ".glb")) {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<std::filesystem::path> examined;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (isAmongRounds(i)) {  // running a process for every file would take long
            examined.push_back(files[i]);
        }
    }
    return examined;
}

// Checks for status 0 and JSON, or status 1 and one line about this file. A crash or a hang has another status.
void checkOutcome(const std::string& file, const Outcome& outcome)
{
    if (outcome.status == 0) {
        BOOST_TEST(outcome.errors == "");
        BOOST_TEST(PrintedJson(outcome.output)["file"].text() == file);
        return;
    }
    BOOST_TEST(outcome.status == 1);
    BOOST_TEST(outcome.output == "");
    BOOST_TEST(linesOf(outcome.errors).size() == 1u);
    BOOST_TEST(outcome.errors.starts_with("error: " + file + ": "));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(corpus)

BOOST_AUTO_TEST_CASE(every_file_is_reported_on_or_refused_in_one_line, *boost::unit_test::precondition(needsSharedData))
{
    std::size_t count = 0;
    std::size_t refused = 0;
    for (const std::string_view folder : {"valid", "tolerated", "invalid", "crashers"}) {
        for (const auto& path : modelsIn(folder)) {
            const std::string file = path.string();
            for (const std::vector<std::string>& command :
                 {std::vector<std::string>{"inspect", file, "--json"}, std::vector<std::string>{"pose", file, "--json"}}) {
                const Outcome outcome = runArmature(command);
                BOOST_TEST_CONTEXT(command.front() << ' ' << file << ": status " << outcome.status << ' ' << outcome.errors)
                {
                    checkOutcome(file, outcome);
                }
                refused += outcome.status == 0 ? 0 : 1;
            }
            ++count;
        }
    }
    BOOST_TEST_MESSAGE(refused / 2 << " of them were refused");
    reportExamined("corpus through armature inspect and pose", count);
}

BOOST_AUTO_TEST_SUITE_END()
