#include <armature/import/read_with_assimp.hpp>

#include <algorithm>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <armature/import/load_scene.hpp>
#include <support/shared_data.hpp>

#include "../import/corpus.hpp"
#include "../import/scene_difference.hpp"
#include "../import/worker.hpp"

// Assimp in this process, without a worker. The result must equal the worker's, which tests/import checks.

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

ImportOptions inProcess()
{
    ImportOptions options;
    options.foreignReader = readWithAssimp;
    options.allowWorker = false;
    return options;
}

std::span<const std::byte> bytesOf(std::string_view text)
{
    return std::as_bytes(std::span(text));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(read_with_assimp)

BOOST_AUTO_TEST_CASE(a_model_is_read_without_any_worker)
{
    const auto scene = loadScene(bytesOf("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), "model.obj", inProcess());
    BOOST_REQUIRE(scene->meshInstances().size() == 1);
    const Primitive& primitive = scene->meshInstances().front()->getMesh()->primitives().front();
    BOOST_TEST((primitive.positions[1] == glm::vec3(1.f, 0.f, 0.f)));
    BOOST_TEST(primitive.indices.size() == 3u);
}

BOOST_AUTO_TEST_CASE(what_comes_out_is_what_the_worker_hands_over,
                     *boost::unit_test::precondition(needsSharedData) * boost::unit_test::precondition(needsWorker))
{
    std::size_t compared = 0;
    for (const std::string_view extension : {".dae", ".md5mesh", ".x", ".smd", ".obj"}) {
        for (const auto& entry : fs::recursive_directory_iterator(corpusDirectory() / "valid")) {
            const fs::path& file = entry.path();
            if (file.extension() != extension || problemOf(file, workerOptions()) != "was read") {
                continue;
            }
            const auto there = loadScene(file, workerOptions());
            if (std::ranges::any_of(there->images(), [](const Image& image) { return image.bytes.empty(); })) {
                continue;  // findDifference() does not compare these
            }
            const std::string difference = findDifference(*there, *loadScene(file, inProcess()));
            BOOST_TEST(difference.empty(), file << ": " << difference);
            ++compared;
        }
    }
    reportExamined("corpus files that Assimp reads here as in a worker", compared);
}

BOOST_AUTO_TEST_CASE(what_assimp_refuses_is_an_error_with_its_words)
{
    const fs::path file = emptyOutputDirectory("import_assimp_refused") / "robot.dae";
    writeAll(file, bytesOf("<COLLADA><unclosed></COLLADA>"));
    const std::string problem = problemOf(file, inProcess());
    BOOST_TEST(problem.find("is Collada, and ImportOptions::foreignReader could not read it: ") == 0u, problem);
}

BOOST_AUTO_TEST_CASE(only_files_of_the_models_own_folder_are_read)
{
    const fs::path outside = emptyOutputDirectory("import_assimp_files");
    const fs::path folder = outside / "model";
    fs::create_directories(folder);
    writeAll(outside / "outside.mtl", bytesOf("newmtl coat\nKd 1 0 0\n"));
    writeAll(folder / "inside.mtl", bytesOf("newmtl coat\nKd 1 0 0\n"));
    const auto isRedWith = [&](const std::string& library) {
        writeAll(folder / "model.obj", bytesOf("mtllib " + library + "\nusemtl coat\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
        const auto scene = loadScene(folder / "model.obj", inProcess());
        const auto material = scene->meshInstances().front()->getMesh()->primitives().front().material;
        return material && scene->materials()[*material].baseColor == glm::vec4(1.f, 0.f, 0.f, 1.f);
    };
    BOOST_TEST(isRedWith("inside.mtl"));
    BOOST_TEST(!isRedWith("../outside.mtl"));
    BOOST_TEST(!isRedWith((outside / "outside.mtl").string()));
}

BOOST_AUTO_TEST_SUITE_END()
