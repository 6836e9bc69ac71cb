#include <support/shared_data.hpp>

#include <cstdlib>
#include <iostream>

namespace armature::test {

std::optional<std::filesystem::path> sharedDirectory()
{
    const char* const fromEnvironment = std::getenv("ARMATURE_SHARED");
    const auto directory = fromEnvironment != nullptr ? std::filesystem::path(fromEnvironment) : sourceDirectory() / ".." / "shared";
    std::error_code unreadable;
    if (!std::filesystem::is_directory(directory, unreadable)) {
        return std::nullopt;
    }
    return std::filesystem::weakly_canonical(directory);
}

boost::test_tools::assertion_result needsSharedData(boost::unit_test::test_unit_id)
{
    boost::test_tools::assertion_result result(sharedDirectory().has_value());
    result.message() << "no reference data: set ARMATURE_SHARED to its folder";
    return result;
}

void reportExamined(std::string_view what, std::size_t count)
{
    std::cout << "examined " << count << " cases of " << what << std::endl;
    BOOST_TEST(count > 0, "no case of " << what << " was examined");
}

std::filesystem::path sourceDirectory()
{
    return ARMATURE_TEST_SOURCE_DIR;
}

std::filesystem::path buildDirectory()
{
    return std::filesystem::canonical("/proc/self/exe").parent_path().parent_path();
}

std::filesystem::path emptyOutputDirectory(std::string_view name)
{
    const auto directory = buildDirectory() / "test-output" / name;
    std::filesystem::remove_all(directory);
    std::filesystem::create_directories(directory);
    return directory;
}

}  // namespace armature::test
