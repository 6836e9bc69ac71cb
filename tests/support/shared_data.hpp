#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string_view>

#include <boost/test/unit_test.hpp>

namespace armature::test {

/// The folder with reference data that is not part of the project (golden cases, model files), or nullopt where there is none:
/// the environment variable ARMATURE_SHARED, else `../shared` beside the project's root.
[[nodiscard]] std::optional<std::filesystem::path> sharedDirectory();

/// Precondition of a case that needs sharedDirectory(): `BOOST_AUTO_TEST_CASE(name, *precondition(needsSharedData))`.
/// Without the data Boost.Test skips the case and says why.
[[nodiscard]] boost::test_tools::assertion_result needsSharedData(boost::unit_test::test_unit_id);

/// Prints how many items of reference data a case went through ("examined 38 cases of oracle gltf") and fails if there were none.
/// scripts/test reads these lines: `what` begins with "oracle" or "corpus".
void reportExamined(std::string_view what, std::size_t count);

/// Root of the source tree.
[[nodiscard]] std::filesystem::path sourceDirectory();

/// Root of the build tree of the running test, which holds the `armature` program and `demos/character.glb`.
[[nodiscard]] std::filesystem::path buildDirectory();

/// Makes an empty folder of that name under the build tree, for a test's output.
[[nodiscard]] std::filesystem::path emptyOutputDirectory(std::string_view name);

}  // namespace armature::test
