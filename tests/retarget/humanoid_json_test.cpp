#include <armature/import/humanoid_json.hpp>

#include <string>

#include <boost/test/unit_test.hpp>

#include <armature/error.hpp>

#include <support/near.hpp>

#include "named_rig.hpp"

using namespace armature;
using test::says;

namespace {

constexpr const char* smallRig =
    R"({"scheme": "of somebody", "bones": [{"name": "a", "parent": -1, "role": null}, {"name": "b", "parent": 0}], "restDirections": [null, [0, 2, 0]]})";

void requireRefusedMap(const std::string& text, const std::string& message)
{
    const HumanoidRig rig = loadHumanoidRigJson(smallRig, "rig.json");
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadHumanoidMapJson(text, "map.json", rig)), ImportError, says("map.json: " + message));
}

void requireRefusedRig(const std::string& text, const std::string& message)
{
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadHumanoidRigJson(text, "rig.json")), ImportError, says("rig.json: " + message));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(humanoid_json)

BOOST_AUTO_TEST_CASE(what_is_written_is_read)
{
    const auto schemes = test::shippedSchemes();
    BOOST_TEST_REQUIRE(schemes.size() > 10u);
    for (const test::NamedRig& scheme : schemes) {
        HumanoidMap map = HumanoidMap::create(scheme.rig);
        const std::string text = saveHumanoidMapJson(map);
        BOOST_TEST(saveHumanoidMapJson(loadHumanoidMapJson(text, "map.json", scheme.rig)) == text, scheme.scheme);
        map.clear(HumanoidRole::Head);
        map.setObjection("nobody has three heads");
        const std::string refused = saveHumanoidMapJson(map);
        const HumanoidMap read = loadHumanoidMapJson(refused, "map.json", scheme.rig);
        BOOST_TEST(read.getObjection() == "nobody has three heads");
        BOOST_TEST(read.getRefusal() == "nobody has three heads; it needs bones for head");
        BOOST_TEST(saveHumanoidMapJson(read) == refused);
    }
}

// Expected: the documented format.
BOOST_AUTO_TEST_CASE(the_form_is_fixed)
{
    HumanoidMap map = HumanoidMap::createEmpty(loadHumanoidRigJson(smallRig, "rig.json"));
    map.set(HumanoidRole::Hips, {.bone = 1, .confidence = 0.5f, .why = "a \"guess\""});
    map.setObjection("it is a letter");
    const std::string text = saveHumanoidMapJson(map);
    BOOST_TEST(text.find(R"("hips": {"index": 1, "name": "b", "confidence": 0.5, "why": "a \"guess\""})") != std::string::npos, text);
    BOOST_TEST(text.find(R"("refused": "it is a letter; it needs bones for spine, head)") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(maps_are_written_by_hand)
{
    const HumanoidRig rig = loadHumanoidRigJson(smallRig, "rig.json");
    const HumanoidMap map = loadHumanoidMapJson(R"({"roles": {"hips": {"name": "a"}, "head": {"index": 1}}})", "map.json", rig);
    BOOST_TEST(map.find(HumanoidRole::Hips)->bone == 0u);
    BOOST_TEST(map.find(HumanoidRole::Head)->name == "b");
    BOOST_TEST(map.find(HumanoidRole::Head)->confidence == 1.f);
    BOOST_TEST(map.getObjection().empty());
}

BOOST_AUTO_TEST_CASE(wrong_maps_are_refused_by_place_and_value)
{
    requireRefusedMap("{", "JSON: cannot be parsed");
    requireRefusedMap("{}", "/roles: is missing");
    requireRefusedMap(R"({"roles": {"nose": {"index": 0}}})", "/roles/nose: is for \"nose\", which is no humanoid role");
    requireRefusedMap(R"({"roles": {"hips": {}}})", "/roles/hips: has neither index nor name");
    requireRefusedMap(R"({"roles": {"hips": {"index": 2}}})", "/roles/hips/index: ");
    requireRefusedMap(R"({"roles": {"hips": {"name": "c"}}})", "/roles/hips/name: is \"c\", but no bone of the rig has that name, of 2");
    requireRefusedMap(R"({"roles": {"hips": {"index": 0, "name": "b"}}})", "/roles/hips/name: is \"b\", but bone 0 of the rig is \"a\"");
    requireRefusedMap(R"({"roles": {"hips": {"index": 1}, "spine": {"index": 0}}})",
                      "/roles/spine: humanoid map, spine: bone \"a\" is not below \"b\"");
    requireRefusedMap(R"({"roles": {"hips": {"index": 1, "confidence": 2}}})",
                      "/roles/hips: humanoid map, hips: confidence 2 is not 0 to 1");
}

BOOST_AUTO_TEST_CASE(rigs_are_read)
{
    const HumanoidRig rig = loadHumanoidRigJson(smallRig, "rig.json");
    BOOST_TEST_REQUIRE(rig.bones.size() == 2u);
    BOOST_TEST(!rig.bones[0].parent);
    BOOST_TEST(!rig.bones[0].direction);
    BOOST_TEST(*rig.bones[1].parent == 0u);
    BOOST_TEST(rig.bones[1].direction->y == 2.f);
}

BOOST_AUTO_TEST_CASE(wrong_rigs_are_refused_by_place_and_value)
{
    requireRefusedRig("[]", "");
    requireRefusedRig("{}", "/bones: is missing");
    requireRefusedRig(R"({"bones": [{"name": "a"}]})", "/bones/0/parent: is missing");
    requireRefusedRig(R"({"bones": [{"name": "a", "parent": 0}]})",
                      "/bones/0/parent: is 0, but must be -1 or the index of an earlier bone than 0");
    requireRefusedRig(R"({"bones": [{"name": "a", "parent": -2}]})", "/bones/0/parent: ");
    requireRefusedRig(R"({"bones": [{"name": 3, "parent": -1}]})", "/bones/0/name: ");
    requireRefusedRig(R"({"bones": [{"name": "a", "parent": -1}], "restDirections": []})",
                      "/restDirections: has 0 directions, but there must be one for each of 1 bone");
    requireRefusedRig(R"({"bones": [{"name": "a", "parent": -1}], "restDirections": [[0, 0, 0]]})",
                      "/restDirections/0: is (0, 0, 0), but must have a length");
    ImportLimits limits;
    limits.nodes = 1;
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadHumanoidRigJson(smallRig, "rig.json", limits)), ImportError,
                          says("the limit is 1 (ImportLimits::nodes)"));
}

BOOST_AUTO_TEST_SUITE_END()
