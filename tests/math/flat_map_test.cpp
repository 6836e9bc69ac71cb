#include "base/flat_map.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <support/random.hpp>

// FlatMap does what std::unordered_map does; that class gives the expected values.

using namespace armature;
using namespace armature::test;

namespace {

/// A key of which all have the same hash, so that each search passes all earlier keys.
struct Collider {
    int number = 0;
    friend bool operator==(const Collider&, const Collider&) = default;
};

/// Adds `count` keys, some of them twice, and compares each answer with that of std::unordered_map.
template <class Key>
void compare(const std::vector<Key>& keys, std::size_t count, Random& random)
{
    FlatMap<Key> map;
    std::unordered_map<Key, std::size_t> expected;
    for (std::size_t number = 0; number < count; ++number) {
        const Key& key = random.pick(keys);
        const auto [place, isNew] = expected.try_emplace(key, number);
        const auto [found, isNewHere] = map.tryEmplace(key, number);
        BOOST_TEST_REQUIRE(isNewHere == isNew);
        BOOST_TEST_REQUIRE(*found == place->second);
        BOOST_TEST_REQUIRE(map.size() == expected.size());
    }
    for (const Key& key : keys) {
        const auto wanted = expected.find(key);
        const std::size_t* const found = map.find(key);
        BOOST_TEST_REQUIRE((found != nullptr) == (wanted != expected.end()));
        if (found != nullptr) {
            BOOST_TEST_REQUIRE(*found == wanted->second);
        }
    }
    map.clear();
    BOOST_TEST(map.size() == 0u);
    BOOST_TEST(map.find(keys.front()) == nullptr);
    BOOST_TEST(map.tryEmplace(keys.front(), 7).second);
    BOOST_TEST(*map.find(keys.front()) == 7u);
}

}  // namespace

template <>
struct std::hash<Collider> {
    std::size_t operator()(const Collider&) const noexcept { return 3; }
};

BOOST_AUTO_TEST_SUITE(flat_map)

BOOST_AUTO_TEST_CASE(names_are_found_as_in_an_unordered_map)
{
    Random random(0xF1A7);
    std::vector<std::string> names{""};
    for (int number = 0; number < 300; ++number) {
        names.push_back("bone_" + std::to_string(number));
    }
    const std::vector<std::string_view> keys(names.begin(), names.end());
    for (const std::size_t count : {0u, 1u, 2u, 3u, 40u, 1000u}) {
        compare(keys, count, random);
    }
}

BOOST_AUTO_TEST_CASE(addresses_are_found_as_in_an_unordered_map)
{
    Random random(0xF1A8);
    std::array<double, 500> objects{};
    std::vector<const double*> keys{nullptr};
    for (const double& object : objects) {
        keys.push_back(&object);
    }
    compare(keys, 1500, random);
}

BOOST_AUTO_TEST_CASE(keys_of_the_same_hash_are_told_apart)
{
    Random random(0xF1A9);
    std::vector<Collider> keys;
    for (int number = 0; number < 100; ++number) {
        keys.push_back({number});
    }
    compare(keys, 150, random);
}

BOOST_AUTO_TEST_CASE(a_number_can_be_replaced_through_its_address)
{
    FlatMap<std::string_view> map;
    map.reserve(2);
    *map.tryEmplace("hips", 1).first = 5;
    BOOST_TEST(*map.find("hips") == 5u);
    BOOST_TEST(!map.tryEmplace("hips", 9).second);
    BOOST_TEST(map.find("spine") == nullptr);
}

BOOST_AUTO_TEST_SUITE_END()
