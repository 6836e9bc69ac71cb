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

/// With the worker of this build. By the clock it may take as long as it likes: only the processor's time says what it costs.
[[nodiscard]] ImportOptions workerOptions();

/// What the refusal of a file says; "was read" if it is none.
[[nodiscard]] std::string problemOf(const std::filesystem::path& file, const ImportOptions& options);
[[nodiscard]] std::string problemOf(const std::vector<std::byte>& bytes, const ImportOptions& options);

/// The processor's time so far, of this process and of those that it waited for.
[[nodiscard]] double processorSeconds();

[[nodiscard]] bool says(const std::string& text, std::string_view part);

/// A program of a few lines of bash in place of the worker. Descriptor 3 is its socket. `name`: of a folder for it.
[[nodiscard]] ImportOptions optionsWithProgram(std::string_view name, const std::string& script);

/// Checks that no process and no descriptor more than before is left when it goes.
class LeavesNothing {
public:
    LeavesNothing();
    LeavesNothing(const LeavesNothing&) = delete;
    LeavesNothing& operator=(const LeavesNothing&) = delete;
    ~LeavesNothing();

private:
    std::size_t before_;
};

/// Loads a file with a worker that is killed at a random moment, `usual` times or as often as ARMATURE_WORKER_KILLS says, and checks that
/// each is an error that says so or comes too late. `load` returns problemOf() of the file; `what` is for the line that is printed.
void killInTheMiddle(std::string_view what, int usual, const std::function<std::string()>& load);

}  // namespace armature::test
