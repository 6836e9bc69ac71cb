#include <algorithm>
#include <cmath>
#include <string>

#include <boost/test/unit_test.hpp>
#include <glm/geometric.hpp>

#include <armature/import/load_scene.hpp>
#include <support/shared_data.hpp>

#include "asset.hpp"
#include "corpus.hpp"

// KHR_draco_mesh_compression: what is decoded, and which contradictions between compressed data and accessors are refused.

using namespace armature;
using namespace armature::test;

namespace {

/// 62 vertices and 102 triangles; the whole buffer is one compressed mesh.
Asset compressedMesh()
{
    const auto folder = corpusDirectory() / "valid/gltf-transform";
    return Asset::fromFiles(folder / "DracoSparseMesh.gltf", folder / "DracoSparseMesh.bin");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(draco, *boost::unit_test::precondition(needsSharedData))

// The uncompressed original is in the corpus as well. Positions were rounded to 11 bits of the largest extent.
BOOST_AUTO_TEST_CASE(a_compressed_mesh_has_the_vertices_of_the_original)
{
    const auto original = loadScene(corpusDirectory() / "valid/bevy/Fox.glb");
    const auto compressed = loadScene(corpusDirectory() / "valid/packed-fox/fox_draco.glb");
    const Primitive& a = original->meshInstances()[0]->getMesh()->primitives().at(0);
    const Primitive& b = compressed->meshInstances()[0]->getMesh()->primitives().at(0);
    BOOST_TEST(b.indices.size() == a.positions.size());  // the original has no indices
    BOOST_TEST(b.skin.influencesPerVertex == 4u);
    const auto [low, high] =
        std::minmax_element(a.positions.begin(), a.positions.end(), [](const auto& p, const auto& q) { return p.z < q.z; });
    const float tolerance = (high->z - low->z) / 2048.f;
    std::size_t strays = 0;
    for (std::size_t vertex = 0; vertex < b.positions.size(); ++vertex) {
        const bool isThere = [&] {
            for (std::size_t other = 0; other < a.positions.size(); ++other) {
                if (glm::distance(a.positions[other], b.positions[vertex]) <= tolerance
                    && a.skin.joints[4 * other] == b.skin.joints[4 * vertex]
                    && std::abs(a.skin.weights[4 * other] - b.skin.weights[4 * vertex]) < .01f) {
                    return true;
                }
            }
            return false;
        }();
        strays += isThere ? 0 : 1;
    }
    BOOST_TEST(strays == 0u);
    reportExamined("corpus files with Draco and plain data", 1);
}

BOOST_AUTO_TEST_CASE(a_compressed_mesh_is_as_large_as_its_accessors_say)
{
    const auto scene = compressedMesh().load();
    const Primitive& primitive = scene->meshInstances()[0]->getMesh()->primitives().at(0);
    BOOST_TEST(primitive.positions.size() == 62u);
    BOOST_TEST(primitive.indices.size() == 306u);
    BOOST_TEST(primitive.normals.size() == 62u);
    // The expected maximum is the one that the file gives for POSITION.
    float highest = -1.f;
    for (const glm::vec3& position : primitive.positions) {
        highest = std::max(highest, position.y);
    }
    BOOST_TEST(std::abs(highest - 0.0891258493065834f) < 1e-5f);
}

BOOST_AUTO_TEST_CASE(counts_that_differ_from_the_compressed_mesh_are_refused)
{
    for (const std::string_view count : {"303", "309", "0", "4294967295"}) {
        const auto error = compressedMesh().set("/accessors/0/count", count).refusal();
        BOOST_TEST(error.getPlace() == dracoPlace);
        BOOST_TEST(error.getProblem().find("does not decode to the 62 vertices and") == 0u);
    }
    for (const std::string_view count : {"61", "63", "0", "1000000000000"}) {
        BOOST_TEST(compressedMesh().set("/accessors/1/count", count).refusal().getPlace() == dracoPlace);
    }
}

BOOST_AUTO_TEST_CASE(attributes_that_the_compressed_mesh_lacks_are_refused)
{
    BOOST_TEST(compressedMesh().set(dracoPlace + "/attributes/NORMAL", "77").refusal().getProblem()
               == "is 77, but the compressed mesh has no attribute of that id");
    BOOST_TEST(compressedMesh().set(dracoPlace + "/attributes/NORMAL", "3").refusal().getProblem()
               == "is an attribute with 2 components for 62 vertices, which /accessors/2 does not describe");
    BOOST_TEST(compressedMesh().set("/accessors/2/count", "61").refusal().getPlace() == dracoPlace + "/attributes/NORMAL");
    BOOST_TEST(compressedMesh().set(dracoPlace + "/bufferView", "1").refusal().getProblem() == "is 1, but the bufferViews end at 0");
    BOOST_TEST(compressedMesh().remove("/meshes/0/primitives/0/indices").refusal().getProblem() == "is missing");
}

BOOST_AUTO_TEST_CASE(every_truncated_prefix_of_the_compressed_mesh_is_refused)
{
    const auto whole = compressedMesh();
    for (std::size_t length = 0; length < 1435; length += 7) {
        auto asset = whole;
        asset.set("/bufferViews/0/byteLength", std::to_string(length));
        BOOST_REQUIRE_MESSAGE(isRefused(asset.glb()), "the first " << length << " bytes were accepted");
    }
}

BOOST_AUTO_TEST_SUITE_END()
