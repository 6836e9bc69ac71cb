#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/import/import_options.hpp>

namespace armature::test {

/// Precondition of cases that need armature-import-worker, which is built only where Assimp is.
[[nodiscard]] boost::test_tools::assertion_result needsWorker(boost::unit_test::test_unit_id);

/// With the worker of this build.
[[nodiscard]] ImportOptions workerOptions();

/// What the refusal of a file says; "was read" if it is none.
[[nodiscard]] std::string problemOf(const std::filesystem::path& file, const ImportOptions& options);
[[nodiscard]] std::string problemOf(const std::vector<std::byte>& bytes, const ImportOptions& options);

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

/// Kills the child of the thread that it is made by, some time after it has appeared.
class Killer {
public:
    explicit Killer(std::chrono::microseconds delay);
    Killer(const Killer&) = delete;
    Killer& operator=(const Killer&) = delete;
    ~Killer();

private:
    void run(std::chrono::microseconds delay) const;

    std::string children_;
    std::atomic<bool> isOver_ = false;
    std::thread thread_;
};

}  // namespace armature::test
