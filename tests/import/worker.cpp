#include "worker.hpp"

#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <support/shared_data.hpp>

namespace armature::test {

namespace {

std::filesystem::path workerProgram()
{
    return buildDirectory() / "armature-import-worker";
}

}  // namespace

boost::test_tools::assertion_result needsWorker(boost::unit_test::test_unit_id)
{
    boost::test_tools::assertion_result result(std::filesystem::exists(workerProgram()));
    if (!result) {
        result.message() << "armature-import-worker was not built: no Assimp here";
    }
    return result;
}

ImportOptions workerOptions()
{
    ImportOptions options;
    options.worker = workerProgram();
    return options;
}

std::string problemOf(const std::filesystem::path& file, const ImportOptions& options)
{
    try {
        static_cast<void>(loadScene(file, options));
    } catch (const ImportError& error) {
        return error.problem();
    }
    return "was read";
}

}  // namespace armature::test
