#include <boost/test/unit_test.hpp>

#include <support/near.hpp>

#include "asset.hpp"

// The file as a whole: which format it is, GLB chunks (glTF 2.0, section 4.4), files that end early.

using namespace armature;
using namespace armature::test;

namespace {

/// `bytes` with a 32-bit little-endian number at `offset`.
std::vector<std::byte> with32(std::vector<std::byte> bytes, std::size_t offset, std::uint32_t value)
{
    for (std::size_t byte = 0; byte < 4; ++byte) {
        bytes[offset + byte] = static_cast<std::byte>(value >> (8 * byte) & 0xff);
    }
    return bytes;
}

void appendText(std::vector<std::byte>& out, std::string_view text)
{
    const auto bytes = bytesOf(text);
    out.insert(out.end(), bytes.begin(), bytes.end());
}

std::size_t sizeOfGlb()
{
    return Asset::rig().glb().size();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(container)

BOOST_AUTO_TEST_CASE(glb_and_gltf_are_told_apart_by_content_and_hold_the_same)
{
    const auto asset = Asset::rig();
    const auto text = loadExact(asset.gltf());
    const auto binary = loadExact(asset.glb());
    BOOST_TEST(text->nodes().size() == 4);
    BOOST_TEST(binary->nodes().size() == 4);
    BOOST_TEST(text->warnings().empty());
    BOOST_TEST(binary->warnings().empty());
    const Mesh& first = *text->meshInstances()[0]->getMesh();
    const Mesh& second = *binary->meshInstances()[0]->getMesh();
    BOOST_TEST((first.primitives()[0].positions == second.primitives()[0].positions));
    BOOST_TEST((first.primitives()[0].skin.weights == second.primitives()[0].skin.weights));
}

BOOST_AUTO_TEST_CASE(every_truncated_prefix_of_a_glb_is_refused)
{
    const auto whole = Asset::rig().glb();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        BOOST_REQUIRE_MESSAGE(isRefused(std::span(whole).first(length)), "the first " << length << " bytes were accepted");
    }
}

BOOST_AUTO_TEST_CASE(every_truncated_prefix_of_a_gltf_is_refused)
{
    const auto whole = Asset::rig().gltf();
    for (std::size_t length = 0; length < whole.size(); ++length) {
        BOOST_REQUIRE_MESSAGE(isRefused(std::span(whole).first(length)), "the first " << length << " bytes were accepted");
    }
}

BOOST_AUTO_TEST_CASE(an_empty_file_says_that_it_is_empty)
{
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadExact({})), ImportError, says("asset: header: the file is empty"));
}

BOOST_AUTO_TEST_CASE(another_format_is_refused_with_what_it_begins_with)
{
    const auto load = [](std::string_view text) { static_cast<void>(loadExact(bytesOf(text))); };
    BOOST_CHECK_EXCEPTION(load("\x89PNG\r\n\x1a\n"), ImportError,
                          says("is of no known format: begins with \"\\x89PNG\\x0d\\x0a\\x1a\\x0a\""));
    BOOST_CHECK_EXCEPTION(load("Kaydara FBX Binary"), ImportError, says("header: has 18 bytes, but must have 27"));
    BOOST_CHECK_EXCEPTION(load("PLY\nformat ascii"), ImportError, says("\"PLY\\x0aform\""));
    BOOST_CHECK_EXCEPTION(load("[1, 2]"), ImportError, says("must begin with"));
    BOOST_CHECK_EXCEPTION(load("   \n"), ImportError, says("must begin with"));
}

BOOST_AUTO_TEST_CASE(a_byte_order_mark_is_skipped_with_a_warning)
{
    auto bytes = bytesOf("\xEF\xBB\xBF");
    const auto json = Asset::rig().gltf();
    bytes.insert(bytes.end(), json.begin(), json.end());
    const auto scene = loadExact(bytes);
    BOOST_TEST(scene->nodes().size() == 4);
    BOOST_TEST(hasWarning(*scene, "byte order mark"));
}

BOOST_AUTO_TEST_CASE(a_glb_of_version_1_is_refused_with_the_version)
{
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadExact(with32(Asset::rig().glb(), 4, 1))), ImportError,
                          says("GLB version is 1, but must be 2"));
}

BOOST_AUTO_TEST_CASE(a_glb_that_declares_more_than_it_has_is_refused_with_both_numbers)
{
    const auto size = std::to_string(sizeOfGlb());
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadExact(with32(Asset::rig().glb(), 8, 0xffffffff))), ImportError,
                          says("declares 4294967295 bytes, but the file has " + size));
}

BOOST_AUTO_TEST_CASE(a_glb_that_declares_less_than_its_header_is_refused)
{
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadExact(with32(Asset::rig().glb(), 8, 11))), ImportError, says("declares 11 bytes"));
}

BOOST_AUTO_TEST_CASE(bytes_after_the_declared_end_are_not_read)
{
    auto bytes = Asset::rig().glb();
    appendText(bytes, "not glTF");
    const auto scene = loadExact(bytes);
    BOOST_TEST(scene->nodes().size() == 4);
    BOOST_TEST(hasWarning(*scene, "the rest is not read"));
}

BOOST_AUTO_TEST_CASE(a_chunk_longer_than_the_file_is_refused)
{
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadExact(with32(Asset::rig().glb(), 12, 0xfffffff0))), ImportError,
                          says("asset: chunk 0: declares 4294967280 bytes"));
}

BOOST_AUTO_TEST_CASE(a_first_chunk_that_is_not_json_is_refused)
{
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadExact(with32(Asset::rig().glb(), 16, 0x004E4942))), ImportError,
                          says("first chunk must be JSON"));
}

BOOST_AUTO_TEST_CASE(a_second_binary_chunk_is_refused)
{
    auto bytes = Asset::rig().glb();
    bytes = with32(bytes, 8, static_cast<std::uint32_t>(bytes.size() + 8));
    appendText(bytes, std::string_view("\0\0\0\0BIN\0", 8));
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadExact(bytes)), ImportError, says("asset: chunk 2: is a second one"));
}

BOOST_AUTO_TEST_CASE(a_chunk_of_unknown_type_is_skipped)
{
    auto bytes = Asset::rig().glb();
    bytes = with32(bytes, 8, static_cast<std::uint32_t>(bytes.size() + 12));
    appendText(bytes, std::string_view("\4\0\0\0XYZ\0abcd", 12));
    BOOST_TEST(loadExact(bytes)->nodes().size() == 4);
}

BOOST_AUTO_TEST_CASE(a_file_above_the_size_limit_is_refused_with_both_numbers)
{
    ImportOptions options;
    options.limits.fileBytes = 100;
    const auto size = std::to_string(sizeOfGlb());
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadExact(Asset::rig().glb(), options)), ImportError,
                          says("has " + size + " bytes, but the limit is 100"));
}

BOOST_AUTO_TEST_SUITE_END()
