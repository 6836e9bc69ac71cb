#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/import/import_options.hpp>

#include <support/patience.hpp>

namespace armature::test {

/// Precondition of cases that need armature-import-worker, which is built only where Assimp is.
[[nodiscard]] boost::test_tools::assertion_result needsWorker(boost::unit_test::test_unit_id);

/// Options with this build's worker and a generous limit of elapsed time, because only processor time measures what a worker costs.
[[nodiscard]] ImportOptions workerOptions();

/// The problem that the refusal of a file states; "was read" if it is not refused.
[[nodiscard]] std::string problemOf(const std::filesystem::path& file, const ImportOptions& options);
[[nodiscard]] std::string problemOf(const std::vector<std::byte>& bytes, const ImportOptions& options);

/// Processor time so far, in seconds, of this process and of the processes that it waited for.
[[nodiscard]] double totalProcessorSeconds();

/// Options with a script of a few lines of bash in place of the worker. Descriptor 3 is its socket. `name` is the folder for the script.
[[nodiscard]] ImportOptions optionsWithProgram(std::string_view name, const std::string& script);

/// Checks on destruction that no child process is left and no more descriptors than before are open.
class LeavesNothing {
public:
    LeavesNothing();
    LeavesNothing(const LeavesNothing&) = delete;
    LeavesNothing& operator=(const LeavesNothing&) = delete;
    ~LeavesNothing();

private:
    std::size_t before_;
};

/// Loads a file with a worker that is killed at a random moment, `usual` times or as often as ARMATURE_WORKER_KILLS says. Checks that each
/// kill gives an error that says so or comes too late. `load` returns problemOf() of the file; `what` is for the printed line.
void killInTheMiddle(std::string_view what, int usual, const std::function<std::string()>& load);

}  // namespace armature::test
