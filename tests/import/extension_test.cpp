#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>

#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "asset.hpp"
#include "corpus.hpp"

// Extensions: unknown required ones are refused by name; compressed data.

using namespace armature;
using namespace armature::test;

namespace {

/// Returns the error of a rig whose POSITION view claims to be compressed, with `member` of the extension replaced by `json`.
ImportError meshoptRefusal(std::string_view member, std::string_view json)
{
    auto asset = Asset::rig();
    asset.set("/bufferViews/0/extensions",
              R"({"EXT_meshopt_compression":{"buffer":0,"byteOffset":0,"byteLength":40,"byteStride":12,"count":4,"mode":"ATTRIBUTES"}})");
    const std::string extension = "/bufferViews/0/extensions/EXT_meshopt_compression";
    const auto error = asset.set(extension + std::string(member), json).refusal();
    BOOST_TEST(error.getPlace().find(extension) == 0, error.getPlace());
    return error;
}

void replaceAll(std::vector<std::byte>& bytes, std::string_view from, std::string_view to)
{
    BOOST_REQUIRE(from.size() == to.size());
    std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
        text.replace(at, from.size(), to);
    }
    bytes = bytesOf(text);
}

/// The triangles, each beginning with its smallest index: compression may rotate their corners.
std::vector<std::uint32_t> triangles(const Primitive& primitive)
{
    auto indices = primitive.indices;
    for (auto triangle = indices.begin(); triangle != indices.end(); triangle += 3) {
        std::rotate(triangle, std::min_element(triangle, triangle + 3), triangle + 3);
    }
    return indices;
}

void checkSamePrimitives(const Mesh& first, const Mesh& second)
{
    BOOST_REQUIRE(first.primitives().size() == second.primitives().size());
    for (std::size_t index = 0; index < first.primitives().size(); ++index) {
        const Primitive& a = first.primitives()[index];
        const Primitive& b = second.primitives()[index];
        BOOST_TEST((a.positions == b.positions));
        BOOST_TEST((a.normals == b.normals));
        BOOST_TEST((a.textureCoordinates == b.textureCoordinates));
        BOOST_TEST((a.skin.joints == b.skin.joints));
        BOOST_TEST((a.skin.weights == b.skin.weights));
        BOOST_TEST((triangles(a) == triangles(b)));
    }
}

/// Checks that values are within `tolerance` of each other. Rotations may have either sign.
void checkSameClips(const Scene& first, const Scene& second, double tolerance)
{
    BOOST_REQUIRE(first.animationGroups().size() == second.animationGroups().size());
    double largest = 0.;
    std::size_t count = 0;
    for (std::size_t group = 0; group < first.animationGroups().size(); ++group) {
        const auto a = first.animationGroups()[group]->getClip().channels();
        const auto b = second.animationGroups()[group]->getClip().channels();
        BOOST_REQUIRE(a.size() == b.size());
        for (std::size_t channel = 0; channel < a.size(); ++channel) {
            const std::size_t components = a[channel].components;
            for (std::size_t value = 0; value < a[channel].values.size(); value += components) {
                const auto distance = [&](double sign) {
                    double farthest = 0.;
                    for (std::size_t part = value; part < value + components; ++part) {
                        farthest = std::max(farthest, std::abs(static_cast<double>(a[channel].values[part])
                                                               - sign * static_cast<double>(b[channel].values[part])));
                    }
                    return farthest;
                };
                largest =
                    std::max(largest, a[channel].path == ChannelPath::Rotation ? std::min(distance(1.), distance(-1.)) : distance(1.));
                ++count;
            }
        }
    }
    BOOST_TEST(count > 1000u);
    BOOST_TEST(largest <= tolerance);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(extension)

BOOST_AUTO_TEST_CASE(a_required_extension_that_is_unknown_is_refused_by_name)
{
    const auto error = Asset::rig().set("/extensionsRequired", R"(["KHR_mesh_quantization","VENDOR_future"])").refusal();
    BOOST_TEST(error.getPlace() == "/extensionsRequired/1");
    BOOST_TEST(error.getProblem().find("is \"VENDOR_future\", an extension that this reader does not know") == 0);
}

BOOST_AUTO_TEST_CASE(an_extension_that_is_only_used_may_be_unknown)
{
    BOOST_TEST(Asset::rig().set("/extensionsUsed", R"(["VENDOR_future"])").load()->warnings().empty());
}

BOOST_AUTO_TEST_CASE(required_extensions_that_only_change_looks_are_left_out_with_a_warning)
{
    const auto scene = Asset::rig().set("/extensionsRequired", R"(["KHR_materials_clearcoat"])").load();
    BOOST_TEST(hasWarning(*scene, "/extensionsRequired/0: is KHR_materials_clearcoat, which this reader leaves out"));
}

BOOST_AUTO_TEST_CASE(quantized_attributes_are_read)
{
    auto asset = Asset::rig().set("/extensionsRequired", R"(["KHR_mesh_quantization"])");
    const auto position = asset.addAccessor<std::int16_t>("VEC3", {0, 0, 0, 32767, 0, 0, 0, -32767, 0, 100, 0, 0}, R"(,"normalized":true)");
    const auto scene = asset.set("/meshes/0/primitives/0/attributes/POSITION", std::to_string(position)).load();
    BOOST_TEST((scene->meshInstances()[0]->getMesh()->primitives()[0].positions
                == std::vector{glm::vec3(0), glm::vec3(1, 0, 0), glm::vec3(0, -1, 0), glm::vec3(100.f / 32767.f, 0, 0)}));
}

BOOST_AUTO_TEST_CASE(lies_about_meshopt_compression_are_refused)
{
    BOOST_TEST(meshoptRefusal("/count", "4").getProblem() == "cannot be decoded: 40 bytes cannot be made 4 elements of 12 bytes");
    BOOST_TEST(meshoptRefusal("/count", "4294967296").getProblem().find("needs 51539607552 bytes") == 0);
    BOOST_TEST(meshoptRefusal("/byteStride", "0").getProblem() == "is 0, but must be a multiple of 4 up to 256");
    BOOST_TEST(meshoptRefusal("/byteStride", "6").getProblem() == "is 6, but must be a multiple of 4 up to 256");
    BOOST_TEST(meshoptRefusal("/byteStride", "260").getProblem() == "is 260, but must be a multiple of 4 up to 256");
    BOOST_TEST(meshoptRefusal("/mode", "\"TRIANGLES\"").getProblem() == "is 12, but must be 2 or 4");
    BOOST_TEST(meshoptRefusal("/mode", "\"MAGIC\"").getProblem() == "is \"MAGIC\", but must be ATTRIBUTES, TRIANGLES or INDICES");
    BOOST_TEST(
        meshoptRefusal("/filter", "\"QUATERNION\"").getProblem().find("is \"QUATERNION\" for mode \"ATTRIBUTES\" with a byteStride of 12")
        == 0);
    BOOST_TEST(meshoptRefusal("/byteLength", "9007199254740992").getProblem().find("is 9007199254740992 from byte 0, but the buffer has")
               == 0);
    BOOST_TEST(meshoptRefusal("/buffer", "1").getProblem() == "is 1, but the buffers end at 0");
}

BOOST_AUTO_TEST_CASE(a_placeholder_buffer_is_never_read)
{
    auto asset = Asset::rig();
    asset.set("/buffers", R"([{"byteLength":10,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAA=="},
                              {"byteLength":100000,"extensions":{"EXT_meshopt_compression":{"fallback":true}}}])");
    asset.set("/bufferViews", R"([{"buffer":1,"byteLength":48}])")
        .set("/accessors", R"([{"bufferView":0,"componentType":5126,"type":"VEC3","count":4}])");
    BOOST_TEST(asset.refusal().getProblem() == "is in a placeholder buffer without bytes");
}

// The file holds the same data compressed and, in another file for programs that cannot decompress, uncompressed. With the extension's name
// spoilt, only the uncompressed data is found.
BOOST_AUTO_TEST_CASE(meshopt_compressed_views_give_the_bytes_of_their_fallback, *boost::unit_test::precondition(needsSharedData))
{
    const auto source = corpusDirectory() / "valid/packed-fox";
    const auto copy = emptyOutputDirectory("import_meshopt_fallback");
    std::filesystem::copy_file(source / "fox_cf.fallback.bin", copy / "fox_cf.fallback.bin");
    auto bytes = readAll(source / "fox_cf.glb");
    replaceAll(bytes, "EXT_meshopt_compression", "XXX_meshopt_compression");
    writeAll(copy / "fox.glb", bytes);
    const auto compressed = loadScene(source / "fox_cf.glb");
    const auto fallback = loadScene(copy / "fox.glb");
    checkSamePrimitives(*compressed->meshInstances()[0]->getMesh(), *fallback->meshInstances()[0]->getMesh());
    BOOST_TEST(compressed->meshInstances()[0]->getMesh()->primitives()[0].positions.size() > 400u);
    checkSameClips(*compressed, *fallback, 0.);
    reportExamined("corpus files with compressed and plain data", 1);
}

// The same tool packed the same animation without compression and with its filters. The filters store three components of each rotation in
// 12 bits each, and the fourth is computed.
BOOST_AUTO_TEST_CASE(meshopt_filters_give_the_rotations_of_the_uncompressed_file, *boost::unit_test::precondition(needsSharedData))
{
    const auto source = corpusDirectory() / "valid/packed-fox";
    checkSameClips(*loadScene(source / "fox_q.glb"), *loadScene(source / "fox_cc.glb"), 1e-3);
    reportExamined("corpus files with filtered data", 1);
}

BOOST_AUTO_TEST_SUITE_END()
