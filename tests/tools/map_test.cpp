#include <boost/test/unit_test.hpp>

#include "models.hpp"
#include "printed_json.hpp"
#include "program.hpp"

#include <support/shared_data.hpp>

using namespace armature::test;

namespace {

constexpr const char* chain = R"({"bones": [{"name": "Hips", "parent": -1}, {"name": "Spine", "parent": 0}]})";

/// Returns a rig of a spine, a head, two arms and two legs, as JSON.
std::string personJson()
{
    std::string bones = R"({"name": "Hips", "parent": -1}, {"name": "Spine", "parent": 0}, {"name": "Head", "parent": 1})";
    std::size_t count = 3;
    for (const std::string side : {"Left", "Right"}) {
        for (const std::string part : {"UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot"}) {
            const std::size_t parent = part == "UpperArm" ? 1 : part == "UpperLeg" ? 0 : count - 1;
            bones += R"(, {"name": ")" + side + part + R"(", "parent": )" + std::to_string(parent) + "}";
            ++count;
        }
    }
    return R"({"bones": [)" + bones + "]}";
}

struct MapFolder {
    std::filesystem::path folder = emptyOutputDirectory("map");
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(map_command, MapFolder)

// The JSON format is fixed: roles with index, name, confidence and reason, and the refusal.
BOOST_AUTO_TEST_CASE(json_has_roles_and_refusal)
{
    const Outcome outcome = runArmature({"map", writeFile(folder / "person.json", personJson()), "--json"});
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    const PrintedJson json(outcome.output);
    BOOST_TEST(json["refused"].isNull());
    const Json hand = json["roles"]["leftHand"];
    BOOST_TEST(hand["name"].text() == "LeftHand");
    BOOST_TEST(hand["index"].index() == 5u);
    BOOST_TEST(hand["confidence"].number() > 0.9);
    BOOST_TEST(hand["why"].text() == "its name says so, it mirrors that of the other side");
    BOOST_TEST(!json["roles"].has("jaw"));

    const Outcome refused = runArmature({"map", writeFile(folder / "chain.json", chain), "--json"});
    BOOST_TEST(refused.status == 0);
    BOOST_TEST(PrintedJson(refused.output)["refused"].text().find("leftFoot") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(text_lists_roles_and_what_is_needed)
{
    const Outcome outcome = runArmature({"map", writeFile(folder / "person.json", personJson())});
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    BOOST_TEST(outcome.output.find("person.json: 15 roles of 15 bones") != std::string::npos);
    BOOST_TEST(outcome.output.find("\n  leftHand ") != std::string::npos);
    BOOST_TEST(outcome.output.find("\"LeftHand\": its name says so") != std::string::npos);
    const Outcome refused = runArmature({"map", writeFile(folder / "chain.json", chain)});
    BOOST_TEST(refused.output.find("\n  leftFoot                 none\n") != std::string::npos);
    BOOST_TEST(refused.output.find("\nrefused: ") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(models_are_mapped)
{
    const auto character = buildDirectory() / "demos" / "character.glb";
    BOOST_TEST_REQUIRE(std::filesystem::exists(character));
    const Outcome outcome = runArmature({"map", character.string(), "--json"});
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    BOOST_TEST(PrintedJson(outcome.output)["refused"].isNull(), outcome.output);
}

// The nodes are those of the rig above, but no skin uses them. A clip moves one of them.
BOOST_AUTO_TEST_CASE(nodes_that_move_are_mapped_without_a_skin)
{
    GltfText gltf;
    const auto times = gltf.addFloats("SCALAR", {0, 1});
    const auto turns = gltf.addFloats("VEC4", {0, 0, 0, 1, 0, 0, 1, 0});
    std::string nodes =
        R"({"name":"Hips","translation":[0,1,0],"children":[1,6,9]},{"name":"Spine","translation":[0,0.5,0],"children":[2,3,12]},)"
        R"({"name":"Head","translation":[0,0.3,0]})";
    const auto limb = [&](const std::string& side, const std::string& end, double x, bool isArm, std::size_t first) {
        const std::vector<std::string> names =
            isArm ? std::vector<std::string>{"UpperArm", "LowerArm", "Hand"} : std::vector<std::string>{"UpperLeg", "LowerLeg", "Foot"};
        for (std::size_t part = 0; part < 3; ++part) {
            const std::string place = part == 0 ? std::to_string(x) + "," + end : isArm ? std::to_string(x) + ",0,0" : "0,-0.45,0";
            nodes += R"(,{"name":")" + side + names[part] + R"(","translation":[)" + place + "]"
                     + (part < 2 ? R"(,"children":[)" + std::to_string(first + part + 1) + "]}" : "}");
        }
    };
    limb("Left", "0.2,0", .2, true, 3);
    limb("Left", "0,0", .1, false, 6);
    limb("Right", "0,0", -.1, false, 9);
    limb("Right", "0.2,0", -.2, true, 12);
    std::string channels;
    for (int node = 0; node < 15; ++node) {
        channels += (node ? "," : "") + std::string(R"({"sampler":0,"target":{"path":"rotation","node":)") + std::to_string(node) + "}}";
    }
    const std::string members = R"("nodes":[)" + nodes + R"(],"scenes":[{"nodes":[0]}],"animations":[{"samplers":[{"input":)"
                                + std::to_string(times) + R"(,"output":)" + std::to_string(turns) + R"(}],"channels":[)" + channels + "]}]";
    const Outcome outcome = runArmature({"map", writeFile(folder / "motion.gltf", gltf.text(members)), "--json"});
    BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
    const PrintedJson json(outcome.output);
    BOOST_TEST(json["refused"].isNull(), outcome.output);
    BOOST_TEST(json["roles"]["leftHand"]["name"].text() == "LeftHand");
    BOOST_TEST(json["roles"]["rightFoot"]["name"].text() == "RightFoot");
}

BOOST_AUTO_TEST_CASE(wrong_files_are_refused)
{
    const Outcome wrong = runArmature({"map", writeFile(folder / "wrong.json", R"({"bones": [{"name": "a", "parent": 4}]})")});
    BOOST_TEST(wrong.status == 1);
    BOOST_TEST(wrong.errors.find("/bones/0/parent: is 4, but must be -1 or the index of an earlier bone than 0") != std::string::npos,
               wrong.errors);
    BOOST_TEST(runArmature({"map", (folder / "missing.json").string()}).status == 1);
    BOOST_TEST(runArmature({"map"}).status == 2);
}

BOOST_AUTO_TEST_SUITE_END()
