#include <cmath>
#include <limits>
#include <string>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <support/near.hpp>

#include "asset.hpp"

// Accessors: every component type, normalised, strided, sparse and absent data, and the claims that are refused. Expected values are the
// conversions of glTF 2.0, section 3.6.2.2, worked out by hand.

using namespace armature;
using namespace armature::test;

namespace {

/// Loads `asset` with one mesh of one primitive. Its attribute `name` is `accessor`; its POSITION is `position`, unless `name` is POSITION.
std::unique_ptr<Scene> loadAttribute(Asset& asset, std::string_view name, std::size_t accessor, std::optional<std::size_t> position = {})
{
    asset.set("/meshes", R"([{"primitives":[{"attributes":{}}]}])").set("/nodes", R"([{"mesh":0}])").set("/scenes", R"([{"nodes":[0]}])");
    asset.set("/meshes/0/primitives/0/attributes/" + std::string(name), std::to_string(accessor));
    if (position) {
        asset.set("/meshes/0/primitives/0/attributes/POSITION", std::to_string(*position));
    }
    return asset.load();
}

const Primitive& primitiveOf(const Scene& scene)
{
    return scene.meshInstances()[0]->getMesh()->primitives().at(0);
}

template <class Component>
std::vector<glm::vec3> positionsOf(const std::vector<Component>& numbers, std::string_view moreMembers = {})
{
    Asset asset;
    const auto accessor = asset.addAccessor<Component>("VEC3", numbers, moreMembers);
    return primitiveOf(*loadAttribute(asset, "POSITION", accessor)).positions;
}

/// Returns the problem of the rig after a change to /accessors/0 (POSITION: four VEC3 of floats, 48 bytes). The error must be at that
/// accessor or below it.
std::string problemOfAccessor(std::string_view member, std::string_view json)
{
    const auto error = Asset::rig().set("/accessors/0" + std::string(member), json).refusal();
    BOOST_TEST(error.getPlace().find("/accessors/0") == 0, error.getPlace());
    return error.getProblem();
}

constexpr std::string_view normalized = R"(,"normalized":true)";

}  // namespace

BOOST_AUTO_TEST_SUITE(accessor)

BOOST_AUTO_TEST_CASE(integers_are_taken_as_they_are_unless_normalised)
{
    BOOST_TEST((positionsOf<std::int8_t>({-128, 0, 127}) == std::vector{glm::vec3(-128, 0, 127)}));
    BOOST_TEST((positionsOf<std::uint8_t>({0, 1, 255}) == std::vector{glm::vec3(0, 1, 255)}));
    BOOST_TEST((positionsOf<std::int16_t>({-32768, -1, 32767}) == std::vector{glm::vec3(-32768, -1, 32767)}));
    BOOST_TEST((positionsOf<std::uint16_t>({0, 1, 65535}) == std::vector{glm::vec3(0, 1, 65535)}));
    BOOST_TEST((positionsOf<std::uint32_t>({0, 1, 4'000'000'000u}) == std::vector{glm::vec3(0, 1, 4e9f)}));
    BOOST_TEST((positionsOf<float>({-0.f, 1e-40f, 3e38f}) == std::vector{glm::vec3(-0.f, 1e-40f, 3e38f)}));
}

// For signed bytes f = max(c / 127, -1), and similarly for other types: both -128 and -127 give -1, and the division is correctly rounded.
BOOST_AUTO_TEST_CASE(normalised_integers_follow_the_specifications_formulas)
{
    BOOST_TEST((positionsOf<std::int8_t>({-128, -127, 127}, normalized) == std::vector{glm::vec3(-1, -1, 1)}));
    BOOST_TEST((positionsOf<std::int8_t>({-64, 0, 1}, normalized) == std::vector{glm::vec3(-64.f / 127.f, 0, 1.f / 127.f)}));
    BOOST_TEST((positionsOf<std::uint8_t>({0, 51, 255}, normalized) == std::vector{glm::vec3(0, 0.2f, 1)}));
    BOOST_TEST((positionsOf<std::int16_t>({-32768, -32767, 16384}, normalized) == std::vector{glm::vec3(-1, -1, 16384.f / 32767.f)}));
    BOOST_TEST((positionsOf<std::uint16_t>({0, 13107, 65535}, normalized) == std::vector{glm::vec3(0, 0.2f, 1)}));
}

BOOST_AUTO_TEST_CASE(normalised_floats_are_floats_with_a_warning)
{
    Asset asset;
    const auto accessor = asset.addAccessor<float>("VEC3", {2, 3, 4}, normalized);
    const auto scene = loadAttribute(asset, "POSITION", accessor);
    BOOST_TEST((primitiveOf(*scene).positions == std::vector{glm::vec3(2, 3, 4)}));
    BOOST_TEST(hasWarning(*scene, "/accessors/0/normalized"));
}

BOOST_AUTO_TEST_CASE(strided_elements_skip_what_lies_between)
{
    Asset asset;
    const std::vector<float> interleaved{1, 2,  3,  90, 91, 4, 5,
                                         6, 92, 93, 7,  8,  9};  // a stride of 20 bytes; the last element ends the view
    asset.addView(std::as_bytes(std::span(interleaved)), R"(,"byteStride":20)");
    asset.set("/accessors", R"([{"bufferView":0,"componentType":5126,"type":"VEC3","count":3}])");
    BOOST_TEST((primitiveOf(*loadAttribute(asset, "POSITION", 0)).positions
                == std::vector{glm::vec3(1, 2, 3), glm::vec3(4, 5, 6), glm::vec3(7, 8, 9)}));
}

BOOST_AUTO_TEST_CASE(an_accessor_may_begin_inside_its_view_unaligned)
{
    Asset asset;
    std::vector<std::byte> bytes(2 + 12);
    const float numbers[] = {1.5f, -2.5f, 3.5f};
    std::copy_n(std::as_bytes(std::span(numbers)).begin(), 12, bytes.begin() + 2);
    asset.addView(bytes);
    asset.set("/accessors", R"([{"bufferView":0,"byteOffset":2,"componentType":5126,"type":"VEC3","count":1}])");
    const auto scene = loadAttribute(asset, "POSITION", 0);
    BOOST_TEST((primitiveOf(*scene).positions == std::vector{glm::vec3(1.5f, -2.5f, 3.5f)}));
    BOOST_TEST(hasWarning(*scene, "is not aligned"));
}

BOOST_AUTO_TEST_CASE(sparse_values_replace_those_of_the_view)
{
    Asset asset;
    asset.addAccessor<float>("VEC3", {1, 1, 1, 2, 2, 2, 3, 3, 3});
    const std::uint8_t indices[] = {0, 2};
    const float values[] = {7, 8, 9, 4, 5, 6};
    asset.addView(std::as_bytes(std::span(indices)));
    asset.addView(std::as_bytes(std::span(values)));
    asset.set("/accessors/0/sparse", R"({"count":2,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":2}})");
    BOOST_TEST((primitiveOf(*loadAttribute(asset, "POSITION", 0)).positions
                == std::vector{glm::vec3(7, 8, 9), glm::vec3(2, 2, 2), glm::vec3(4, 5, 6)}));
}

BOOST_AUTO_TEST_CASE(sparse_values_without_a_view_begin_from_zeros)
{
    for (const std::string_view type : {"5121", "5123", "5125"}) {
        Asset asset;
        const std::uint32_t indices[] = {1};  // little-endian: the same in one, two or four bytes
        const std::int8_t values[] = {127, -127, 0};
        asset.addView(std::as_bytes(std::span(indices)));
        asset.addView(std::as_bytes(std::span(values)));
        asset.set("/accessors", R"([{"componentType":5120,"normalized":true,"type":"VEC3","count":2,"sparse":{"count":1,
                                     "indices":{"bufferView":0,"componentType":)"
                                    + std::string(type) + R"(},"values":{"bufferView":1}}}])");
        BOOST_TEST((primitiveOf(*loadAttribute(asset, "POSITION", 0)).positions == std::vector{glm::vec3(0, 0, 0), glm::vec3(1, -1, 0)}));
    }
}

BOOST_AUTO_TEST_CASE(sparse_indices_beyond_the_elements_are_refused)
{
    Asset asset;
    asset.addAccessor<float>("VEC3", {1, 1, 1});
    asset.addView(std::vector<std::byte>{std::byte{1}});
    asset.addView(std::vector<std::byte>(12));
    asset.set("/accessors/0/sparse", R"({"count":1,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":2}})");
    asset.set("/meshes", R"([{"primitives":[{"attributes":{"POSITION":0}}]}])");
    BOOST_TEST(asset.refusal().getProblem() == "has sparse index 1 as its number 0, but 1 element");
}

BOOST_AUTO_TEST_CASE(sparse_indices_that_do_not_increase_are_tolerated)
{
    Asset asset;
    asset.addAccessor<float>("VEC3", {1, 1, 1, 2, 2, 2});
    asset.addView(std::vector<std::byte>{std::byte{1}, std::byte{1}});
    const float values[] = {3, 3, 3, 4, 4, 4};
    asset.addView(std::as_bytes(std::span(values)));
    asset.set("/accessors/0/sparse", R"({"count":2,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":2}})");
    const auto scene = loadAttribute(asset, "POSITION", 0);
    BOOST_TEST((primitiveOf(*scene).positions[1] == glm::vec3(4, 4, 4)));
    BOOST_TEST(hasWarning(*scene, "do not increase"));
}

BOOST_AUTO_TEST_CASE(lies_about_sparse_values_are_refused)
{
    const auto problemOf = [](std::string_view member, std::string_view json) {
        auto asset = Asset::rig();
        asset.set("/accessors/0/sparse", R"({"count":1,"indices":{"bufferView":5,"componentType":5123},"values":{"bufferView":0}})");
        return asset.set("/accessors/0/sparse" + std::string(member), json).refusal().getProblem();
    };
    BOOST_TEST(problemOf("/count", "5") == "is 5, but the accessor has 4 elements");
    BOOST_TEST(problemOf("/count", "9007199254740992") == "is 9007199254740992, but the accessor has 4 elements");
    BOOST_TEST(problemOf("/indices/componentType", "5126") == "is 5126, but must be 5121, 5123 or 5125");
    BOOST_TEST(problemOf("/indices/byteOffset", "12")
               == "has 1 element of 2 bytes, 2 bytes apart, from byte 12, but its buffer view has 12 bytes");
    BOOST_TEST(problemOf("/values/byteOffset", "40")
               == "has 1 element of 12 bytes, 12 bytes apart, from byte 40, but its buffer view has 48 bytes");
    BOOST_TEST(problemOf("/values/bufferView", "99").find("is 99, but the bufferViews end at") == 0);
    BOOST_TEST(problemOf("/indices", "3") == "is a number, but must be an object");
}

BOOST_AUTO_TEST_CASE(an_accessor_without_data_is_zeros)
{
    Asset asset;
    asset.set("/accessors", R"([{"componentType":5126,"type":"VEC3","count":2}])");
    BOOST_TEST((primitiveOf(*loadAttribute(asset, "POSITION", 0)).positions == std::vector<glm::vec3>(2, glm::vec3(0))));
}

BOOST_AUTO_TEST_CASE(counts_beyond_the_view_are_refused_with_the_numbers)
{
    BOOST_TEST(problemOfAccessor("/count", "5")
               == "has 5 elements of 12 bytes, 12 bytes apart, from byte 0, but its buffer view has 48 bytes");
    BOOST_TEST(problemOfAccessor("/count", "4294967296").find("has 4294967296 elements") == 0);
    BOOST_TEST(problemOfAccessor("/count", "9007199254740992").find("has 9007199254740992 elements") == 0);
    BOOST_TEST(problemOfAccessor("/count", "18446744073709551615").find("must be a whole number from 0 to 2^53") != std::string::npos);
    BOOST_TEST(problemOfAccessor("/count", "1e300").find("must be a whole number from 0 to 2^53") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(offsets_beyond_the_view_are_refused_without_overflow)
{
    BOOST_TEST(problemOfAccessor("/byteOffset", "1").find("from byte 1, but its buffer view has 48 bytes") != std::string::npos);
    BOOST_TEST(problemOfAccessor("/byteOffset", "9007199254740991").find("from byte 9007199254740991") != std::string::npos);
    BOOST_TEST(problemOfAccessor("/bufferView", "100").find("is 100, but the bufferViews end at") == 0);
}

BOOST_AUTO_TEST_CASE(views_beyond_the_buffer_are_refused_without_overflow)
{
    const auto problemOf = [](std::string_view member, std::string_view json) {
        return Asset::rig().set("/bufferViews/0" + std::string(member), json).refusal().getProblem();
    };
    const auto size = std::to_string(Asset::rig().binary().size());
    BOOST_TEST(problemOf("/byteLength", "9007199254740992") == "is 9007199254740992 from byte 0, but the buffer has " + size + " bytes");
    BOOST_TEST(problemOf("/byteOffset", "9007199254740992") == "is 48 from byte 9007199254740992, but the buffer has " + size + " bytes");
    BOOST_TEST(problemOf("/buffer", "1") == "is 1, but the buffers end at 0");
}

BOOST_AUTO_TEST_CASE(strides_smaller_than_an_element_or_huge_are_refused)
{
    const auto problemOf = [](std::string_view stride) {
        return Asset::rig().set("/bufferViews/0/byteStride", stride).refusal().getProblem();
    };
    BOOST_TEST(problemOf("8") == "has elements of 12 bytes, but its buffer view has a byteStride of 8");
    BOOST_TEST(problemOf("9007199254740992").find("9007199254740992 bytes apart") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_huge_count_without_data_is_refused_before_memory_is_taken)
{
    Asset asset;
    asset.set("/accessors", R"([{"componentType":5126,"type":"VEC3","count":4294967295}])");
    asset.set("/meshes", R"([{"primitives":[{"attributes":{"POSITION":0}}]}])");
    const auto error = asset.refusal();
    BOOST_TEST(error.getPlace() == "/meshes/0/primitives/0/attributes/POSITION");
    BOOST_TEST(error.getProblem().find("needs 51539607540 bytes") == 0);
    BOOST_TEST(error.getProblem().find("ImportLimits::unbackedBytes") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(one_accessor_used_a_thousand_times_counts_a_thousand_times)
{
    Asset asset;
    asset.set("/accessors", R"([{"componentType":5126,"type":"VEC3","count":1000000}])").set("/meshes", R"([{"primitives":[]}])");
    for (int primitive = 0; primitive < 1000; ++primitive) {
        asset.set("/meshes/0/primitives/-", R"({"attributes":{"POSITION":0}})");
    }
    BOOST_TEST(asset.refusal().getProblem().find("ImportLimits::unbackedBytes") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_buffer_that_brings_nothing_is_zeros_within_the_limit)
{
    Asset asset;
    asset.set("/buffers", R"([{"byteLength":12}])").set("/bufferViews", R"([{"buffer":0,"byteLength":12}])");
    asset.set("/accessors", R"([{"bufferView":0,"componentType":5126,"type":"VEC3","count":1}])");
    const auto scene = loadAttribute(asset, "POSITION", 0);
    BOOST_TEST((primitiveOf(*scene).positions == std::vector{glm::vec3(0)}));
    BOOST_TEST(hasWarning(*scene, "12 bytes of zeros in its place"));
    BOOST_TEST(asset.set("/buffers/0/byteLength", "1000000000000").refusal().getProblem().find("needs 1000000000000 bytes") == 0);
}

BOOST_AUTO_TEST_CASE(unknown_types_may_stay_unused_but_not_be_used)
{
    Asset asset;
    asset.set("/accessors", R"([{"componentType":5130,"type":"VEC3","count":1},{"componentType":5126,"type":"VEC5","count":1}])");
    BOOST_TEST(asset.load()->nodes().empty());
    asset.set("/meshes", R"([{"primitives":[{"attributes":{"POSITION":0}}]}])");
    BOOST_TEST(asset.refusal().getProblem() == "refers to /accessors/0, which has the unknown componentType 5130");
    asset.set("/meshes/0/primitives/0/attributes/POSITION", "1");
    BOOST_TEST(asset.refusal().getProblem() == "refers to /accessors/1, which has the unknown type \"VEC5\"");
}

BOOST_AUTO_TEST_CASE(an_accessor_of_the_wrong_shape_is_refused_where_it_is_used)
{
    const auto error = Asset::rig().set("/meshes/0/primitives/0/attributes/POSITION", "2").refusal();
    BOOST_TEST(error.getPlace() == "/meshes/0/primitives/0/attributes/POSITION");
    BOOST_TEST(error.getProblem() == "refers to /accessors/2, which has 2 components, but must have 3");
    BOOST_TEST(Asset::rig().set("/meshes/0/primitives/0/indices", "6").refusal().getProblem()
               == "refers to /accessors/6, which has 16 components in a matrix, but must have 1");
    BOOST_TEST(Asset::rig().set("/meshes/0/primitives/0/indices", "7").refusal().getProblem()
               == "refers to /accessors/7, which has componentType 5126, but must have 5121, 5123 or 5125");
}

BOOST_AUTO_TEST_CASE(colours_of_three_components_are_opaque)
{
    Asset asset;
    const auto position = asset.addAccessor<float>("VEC3", {0, 0, 0});
    const auto rgb = asset.addAccessor<std::uint8_t>("VEC3", {255, 0, 51}, normalized);
    BOOST_TEST((primitiveOf(*loadAttribute(asset, "COLOR_0", rgb, position)).colors == std::vector{glm::vec4(1, 0, 0.2f, 1)}));
    Asset second;
    const auto origin = second.addAccessor<float>("VEC3", {0, 0, 0});
    const auto rgba = second.addAccessor<std::uint16_t>("VEC4", {65535, 0, 13107, 0}, normalized);
    BOOST_TEST((primitiveOf(*loadAttribute(second, "COLOR_0", rgba, origin)).colors == std::vector{glm::vec4(1, 0, 0.2f, 0)}));
}

BOOST_AUTO_TEST_CASE(base64_is_decoded_with_and_without_padding_and_refused_when_wrong)
{
    const auto load = [](std::string_view data) {
        Asset asset;
        asset.set("/buffers", R"([{"byteLength":4,"uri":"data:application/octet-stream;base64,)" + std::string(data) + R"("}])");
        asset.set("/bufferViews", R"([{"buffer":0,"byteLength":4}])")
            .set("/accessors", R"([{"bufferView":0,"componentType":5121,"type":"SCALAR","count":4}])");
        return asset;
    };
    BOOST_TEST(load("AAECAw==").load()->warnings().empty());
    BOOST_TEST(load("AAECAw").load()->warnings().empty());
    BOOST_TEST(load("AAECA").refusal().getProblem() == "is not valid base64");
    BOOST_TEST(load("AAE!Aw==").refusal().getProblem() == "is not valid base64");
    BOOST_TEST(load("AA").refusal().getProblem() == "is 4, but the data has 1 byte");
}

BOOST_AUTO_TEST_SUITE_END()
