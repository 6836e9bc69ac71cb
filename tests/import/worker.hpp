#pragma once

#include <filesystem>
#include <string>

#include <boost/test/unit_test.hpp>

#include <armature/import/import_options.hpp>

namespace armature::test {

/// Precondition of cases that need armature-import-worker, which is built only where Assimp is.
[[nodiscard]] boost::test_tools::assertion_result needsWorker(boost::unit_test::test_unit_id);

/// With the worker of this build.
[[nodiscard]] ImportOptions workerOptions();

/// What the refusal of a file says; "was read" if it is none.
[[nodiscard]] std::string problemOf(const std::filesystem::path& file, const ImportOptions& options);

}  // namespace armature::test
