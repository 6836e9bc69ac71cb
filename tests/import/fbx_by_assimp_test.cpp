#include <filesystem>
#include <iostream>
#include <set>
#include <span>
#include <string>

#include <boost/test/unit_test.hpp>

#include <armature/import/load_scene.hpp>
#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "corpus.hpp"
#include "worker.hpp"

// FBX as Assimp reads it, on request.

using namespace armature;
using namespace armature::test;

namespace {

namespace fs = std::filesystem;

ImportOptions byAssimp(ImportOptions options = workerOptions())
{
    options.fbxReader = FbxReader::Assimp;
    return options;
}

/// Names of nodes, without those that the library's reader adds: for scales that children must not inherit and bones of a second instance.
std::multiset<std::string> namesIn(const Scene& scene)
{
    std::multiset<std::string> names;
    for (const TransformNode* node : scene.nodes()) {
        if (!node->getName().ends_with(":scale") && !says(node->getPath(), ":bones")) {
            names.insert(std::string(node->getName()));
        }
    }
    return names;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fbx_by_assimp, *boost::unit_test::precondition(needsSharedData) * boost::unit_test::precondition(needsWorker))

BOOST_AUTO_TEST_CASE(a_file_read_both_ways_has_nodes_of_the_same_names)
{
    const LeavesNothing check;
    std::size_t same = 0;
    std::size_t read = 0;
    for (const auto& entry : fs::recursive_directory_iterator(corpusDirectory() / "valid")) {
        if (entry.path().extension() != ".fbx" || problemOf(entry.path(), byAssimp()) != "was read") {
            continue;
        }
        ++read;
        const auto own = namesIn(*loadScene(entry.path()));
        const auto assimps = namesIn(*loadScene(entry.path(), byAssimp()));
        BOOST_TEST((own == assimps), entry.path());
        same += own == assimps ? 1u : 0u;
    }
    std::cout << "FBX by Assimp: " << read << " files, " << same << " with the same names of nodes\n";
    BOOST_TEST(same > 0u);
}

BOOST_AUTO_TEST_CASE(messages_say_which_reader_speaks)
{
    const fs::path file = emptyOutputDirectory("fbx_by_assimp") / "cut.fbx";
    const std::string text = "; FBX 7.4.0 project file\nFBXHeaderExtension: {\n FBXVersion: 7400\n}\nObjects: {\n Model: {{{";
    writeAll(file, std::as_bytes(std::span(text)));
    const std::string assimps = problemOf(file, byAssimp());
    BOOST_TEST(assimps.find("is FBX for Assimp (ImportOptions::fbxReader), and the worker process could not read it: ") == 0u, assimps);
    const std::string own = problemOf(file, {});
    BOOST_TEST(own != "was read");
    BOOST_TEST(!says(own, "Assimp"), own);
    ImportOptions without = byAssimp();
    without.allowWorker = false;
    BOOST_TEST(
        problemOf(file, without)
        == "is FBX for Assimp (ImportOptions::fbxReader), which a worker process would have to read, but ImportOptions::allowWorker is "
           "off");
}

BOOST_AUTO_TEST_SUITE_END()
