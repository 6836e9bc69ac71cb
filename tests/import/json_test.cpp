#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <boost/test/unit_test.hpp>

#include <support/near.hpp>
#include <support/random.hpp>

#include "asset.hpp"
#include "import/memory_budget.hpp"

// JSON as glTF uses it. Some deviations are tolerated; every refusal names its place, the value and the limit.

using namespace armature;
using namespace armature::test;

namespace {

std::string nestedArrays(std::size_t levels)
{
    return std::string(levels, '[') + std::string(levels, ']');
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json)

BOOST_AUTO_TEST_CASE(an_error_is_file_place_problem_in_one_line)
{
    const auto error = Asset::rig().set("/accessors/3/count", "-1").refusal();
    BOOST_TEST(error.getPlace() == "/accessors/3/count");
    BOOST_TEST(error.getProblem() == "is -1, but must be a whole number from 0 to 2^53");
    BOOST_TEST(error.what() == "asset: /accessors/3/count: is -1, but must be a whole number from 0 to 2^53");
}

BOOST_AUTO_TEST_CASE(a_wrong_type_says_what_it_is_and_what_it_must_be)
{
    BOOST_TEST(Asset::rig().set("/nodes", "{}").refusal().getProblem() == "is an object, but must be an array");
    BOOST_TEST(Asset::rig().set("/nodes/2", "[]").refusal().getProblem() == "is an array, but must be an object");
    BOOST_TEST(Asset::rig().set("/nodes/2/name", "5").refusal().getProblem() == "is a number, but must be a string");
    BOOST_TEST(Asset::rig().set("/nodes/2/mesh", "\"0\"").refusal().getProblem() == "is a string, but must be a whole number");
    BOOST_TEST(Asset::rig().set("/nodes/2/translation", "[0,null,0]").refusal().getPlace() == "/nodes/2/translation/1");
    BOOST_TEST(Asset::rig().set("/nodes/2/translation", "true").refusal().getProblem() == "is a boolean, but must be an array");
}

BOOST_AUTO_TEST_CASE(a_missing_member_is_named)
{
    const auto error = Asset::rig().remove("/accessors/1/componentType").refusal();
    BOOST_TEST(error.getPlace() == "/accessors/1/componentType");
    BOOST_TEST(error.getProblem() == "is missing");
}

BOOST_AUTO_TEST_CASE(whole_numbers_written_as_floats_are_whole_numbers)
{
    BOOST_TEST(Asset::rig().set("/nodes/3/mesh", "0.0").set("/scene", "0e0").load()->meshInstances().size() == 1);
}

BOOST_AUTO_TEST_CASE(a_fraction_is_no_index)
{
    BOOST_TEST(Asset::rig().set("/nodes/3/mesh", "0.5").refusal().getPlace() == "/nodes/3/mesh");
}

BOOST_AUTO_TEST_CASE(a_number_beyond_float_is_refused_with_its_value)
{
    const auto error = Asset::rig().set("/nodes/2/translation", "[0,1e39,0]").refusal();
    BOOST_TEST(error.getPlace() == "/nodes/2/translation/1");
    BOOST_TEST(error.getProblem().find("is 1e+39") == 0);
}

BOOST_AUTO_TEST_CASE(a_number_beyond_double_is_refused)
{
    BOOST_TEST(Asset::rig().set("/nodes/2/translation", "[0,1e999,0]").refusal().getPlace() == "JSON");
}

// RFC 8259, section 4, leaves it open; JavaScript's JSON.parse, and so Babylon.js, takes the last one.
BOOST_AUTO_TEST_CASE(of_a_repeated_key_the_last_one_counts)
{
    const auto scene = loadExact(bytesOf(R"({"asset":{"version":"2.0"},"nodes":[{"name":"first","name":"second"}]})"));
    BOOST_TEST(scene->nodes()[0]->getName() == "second");
    // The same if several keys are looked up at once. The floats are 1, 2 and 3.
    const auto points = loadExact(bytesOf(R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":12,"uri":"data:;base64,AACAPwAAAEAAAEBA"}],
        "bufferViews":[{"buffer":0,"byteLength":1,"byteLength":12}],
        "accessors":[{"bufferView":0,"count":9,"componentType":5121,"type":"VEC3","count":1,"componentType":5126}],
        "meshes":[{"primitives":[{"mode":0,"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}]})"));
    BOOST_TEST((points->meshInstances()[0]->getMesh()->primitives()[0].positions == std::vector{glm::vec3(1.f, 2.f, 3.f)}));
}

BOOST_AUTO_TEST_CASE(numbers_with_a_c_suffix_are_read_with_a_warning)
{
    const auto scene = Asset::rig().set("/nodes/2/translation", "[0,1.5f,2F]").set("/nodes/2/name", R"("0.5f \"1f")").load();
    BOOST_TEST((scene->nodes()[2]->getPosition() == glm::vec3(0.f, 1.5f, 2.f)));
    BOOST_TEST(scene->nodes()[2]->getName() == "0.5f \"1f");
    BOOST_TEST(hasWarning(*scene, "C suffix"));
}

BOOST_AUTO_TEST_CASE(nesting_is_limited)
{
    BOOST_TEST(Asset::rig().set("/extras", nestedArrays(60)).load()->nodes().size() == 4);
    const auto error = Asset::rig().set("/extras", nestedArrays(100)).refusal();
    BOOST_TEST(error.getPlace() == "JSON");
    BOOST_TEST(error.getProblem() == "nests deeper than 64 levels (ImportLimits::jsonDepth)");
}

BOOST_AUTO_TEST_CASE(a_million_levels_are_refused_at_once)
{
    BOOST_TEST(isRefused(bytesOf(R"({"asset":)" + std::string(1'000'000, '['))));
    std::string objects;
    for (int level = 0; level < 200'000; ++level) {
        objects += R"({"extras":)";
    }
    BOOST_TEST(isRefused(bytesOf(objects)));
}

BOOST_AUTO_TEST_CASE(a_larger_nesting_limit_is_obeyed)
{
    ImportOptions options;
    options.limits.jsonDepth = 2000;
    const auto scene = Asset::rig().set("/nodes/2/extras", nestedArrays(1900)).load(options);
    BOOST_TEST(scene->nodes()[2]->getMetadata() == nestedArrays(1900));
}

BOOST_AUTO_TEST_CASE(text_that_is_not_utf8_is_refused)
{
    BOOST_TEST(isRefused(bytesOf("{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"\xff\xfe\"}]}")));
}

BOOST_AUTO_TEST_CASE(hostile_names_do_not_break_the_message_into_lines)
{
    const auto error = Asset::rig().set("/extensionsRequired", R"(["EVIL\n\u0000name"])").refusal();
    const std::string message = error.what();
    BOOST_TEST(message.find('\n') == std::string::npos);
    BOOST_TEST(message.find("EVIL\\x0a\\x00name") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(missing_version_is_taken_as_2_and_others_are_refused)
{
    BOOST_TEST(hasWarning(*Asset::rig().remove("/asset").load(), "/asset/version: is missing"));
    BOOST_TEST(Asset::rig().set("/asset/version", "\"1.0\"").refusal().getProblem().find("is \"1.0\", but must be 2.x") == 0);
    BOOST_TEST(Asset::rig().set("/asset/version", "\"2.\"").refusal().getProblem().find("must be like \"2.0\"") != std::string::npos);
    BOOST_TEST(Asset::rig().set("/asset/version", "2.0").refusal().getProblem() == "is a number, but must be a string");
    BOOST_TEST(Asset::rig().set("/asset/version", "\"2.1\"").load()->nodes().size() == 4);
    BOOST_TEST(Asset::rig().set("/asset/minVersion", "\"2.1\"").refusal().getPlace() == "/asset/minVersion");
}

BOOST_AUTO_TEST_CASE(warnings_are_counted_beyond_a_hundred)
{
    Asset asset;
    asset.set("/nodes", "[]").set("/scenes", "[{}]");
    for (int node = 0; node < 150; ++node) {
        asset.set("/nodes/-", R"({"rotation":[0,0,0,2]})");
    }
    const auto scene = asset.load();
    BOOST_TEST(scene->warnings().size() == 101);
    BOOST_TEST(hasWarning(*scene, "51 more warnings"));  // 150 for the nodes, and one because the shown scene is empty
}

// The charge must not depend on how many characters are counted at once: it is compared with a count of single tokens.
BOOST_AUTO_TEST_CASE(parsing_is_charged_for_every_token)
{
    Random random(12);
    for (std::size_t length = 0; length < 1000; length += 7) {
        std::string text;
        std::uint64_t tokens = 0;
        for (std::size_t at = 0; at < length; ++at) {
            text += static_cast<char>(random.chance(0.5) ? ",:[]{}"[random.integer(0, 5)] : random.integer(0, 255));
            tokens += std::string_view(",:[]{}").find(text.back()) != std::string_view::npos ? 1u : 0u;
        }
        BOOST_TEST(importing::memoryToParse(std::as_bytes(std::span(text))) == length + 24 * tokens);  // 24 bytes each: memory_budget.hpp
    }
}

BOOST_AUTO_TEST_SUITE_END()
