#include <armature/import/retarget_json.hpp>

#include <initializer_list>
#include <string>

#include <boost/test/unit_test.hpp>
#include <glm/gtc/matrix_transform.hpp>

#include <armature/error.hpp>
#include <armature/import/humanoid_json.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/near.hpp>

using namespace armature;
using test::says;

namespace {

struct Part {
    const char* name;
    int parent;
    glm::vec3 place;  // from its parent
};

Skeleton& build(Scene& scene, std::initializer_list<Part> parts, const std::string& prefix)
{
    Skeleton& skeleton = scene.createSkeleton("rig");
    for (const Part& part : parts) {
        Bone* const parent = part.parent < 0 ? nullptr : skeleton.bones()[static_cast<std::size_t>(part.parent)];
        skeleton.createBone(prefix + part.name, {.parent = parent, .bind = glm::translate(glm::mat4(1.f), part.place)});
    }
    return skeleton;
}

/// A person of fifteen bones.
Skeleton& person(Scene& scene, const std::string& prefix)
{
    return build(scene,
                 {{"Hips", -1, {0, 1, 0}},
                  {"Spine", 0, {0, 0.2, 0}},
                  {"Head", 1, {0, 0.4, 0}},
                  {"LeftUpperArm", 1, {0.2, 0.3, 0}},
                  {"LeftLowerArm", 3, {0.3, 0, 0}},
                  {"LeftHand", 4, {0.3, 0, 0}},
                  {"RightUpperArm", 1, {-0.2, 0.3, 0}},
                  {"RightLowerArm", 6, {-0.3, 0, 0}},
                  {"RightHand", 7, {-0.3, 0, 0}},
                  {"LeftUpperLeg", 0, {0.1, 0, 0}},
                  {"LeftLowerLeg", 9, {0, -0.45, 0}},
                  {"LeftFoot", 10, {0, -0.45, 0}},
                  {"RightUpperLeg", 0, {-0.1, 0, 0}},
                  {"RightLowerLeg", 12, {0, -0.45, 0}},
                  {"RightFoot", 13, {0, -0.45, 0}}},
                 prefix);
}

struct Two {
    Scene scene;
    Skeleton& source = person(scene, "");
    Skeleton& target = person(scene, "b:");

    [[nodiscard]] RetargetMap read(const std::string& text) const { return loadRetargetMapJson(text, "map.json", source, target); }
    void refuse(const std::string& text, const std::string& message) const
    {
        BOOST_CHECK_EXCEPTION(static_cast<void>(read(text)), ImportError, says("map.json: " + message));
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(retarget_json, Two)

BOOST_AUTO_TEST_CASE(without_members_roles_are_found)
{
    const RetargetMap map = read("{}");
    BOOST_TEST((map == RetargetMap::ofHumanoids(source, target)));
    BOOST_TEST(map.pairs.size() == 15u);
    BOOST_TEST(map.find(HumanoidRole::LeftHand)->target == 5u);
}

BOOST_AUTO_TEST_CASE(maps_of_either_skeleton_count)
{
    HumanoidMap edited = HumanoidMap::create(source);
    edited.clear(HumanoidRole::Head);
    edited.set(HumanoidRole::Head, "Head");
    const std::string own = saveHumanoidMapJson(edited);
    BOOST_TEST((read(own).pairs.size() == 15u));
    BOOST_TEST((read(R"({"source": )" + own + "}") == read(own)));
    BOOST_TEST((read(R"({"target": )" + saveHumanoidMapJson(HumanoidMap::create(target)) + "}") == read("{}")));
    refuse(R"({"target": {"roles": {"hips": {"name": "nobody"}}}})", "/target/roles/hips/name: is \"nobody\", but no bone of the rig has");
    refuse(R"({"target": {"roles": {}}})", "retargeting, target: its humanoid map is refused: it needs bones for ");
}

BOOST_AUTO_TEST_CASE(names_replace_roles)
{
    const RetargetMap map = read(R"({"names": {"Head": "b:Spine"}})");
    bool isThere = false;
    for (const RetargetPair& pair : map.pairs) {
        isThere = isThere || (pair.source == 2 && pair.target == 1);
        BOOST_TEST(!pair.role);
    }
    BOOST_TEST(isThere);
    BOOST_TEST((read(R"({"names": {}})") == RetargetMap::ofNames(source, target)));
    refuse(R"({"names": {"Head": "nobody"}})", "/names: ");
    refuse(R"({"names": {"Head": 3}})", "/names/Head: ");
}

BOOST_AUTO_TEST_CASE(chains_go_from_top_to_end)
{
    const RetargetMap map = read(R"({"chains": [{"source": ["Spine", "Head"], "target": ["b:Spine", "b:Head"]}]})");
    BOOST_TEST_REQUIRE(map.chains.size() == 1u);
    BOOST_TEST(map.chains[0].source == (std::vector<std::size_t>{1, 2}), boost::test_tools::per_element());
    BOOST_TEST(map.chains[0].target == (std::vector<std::size_t>{1, 2}), boost::test_tools::per_element());
    BOOST_TEST(map.pairs.size() == 13u);
    refuse(R"({"chains": [{"source": ["Spine"], "target": ["b:Spine", "b:Head"]}]})", "/chains/0/source: has 1 name, but must have two");
    refuse(R"({"chains": [{"source": ["Head", "Spine"], "target": ["b:Spine", "b:Head"]}]})", "/chains/0: ");
    refuse(R"({"chains": [{"source": ["Spine", "Head"]}]})", "/chains/0/target: is missing");
}

BOOST_AUTO_TEST_CASE(what_is_no_map_is_refused)
{
    refuse("{", "JSON: cannot be parsed");
    refuse(R"({"names": 3})", "/names: ");
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadRetargetMapJson(std::filesystem::path("/missing.json"), source, target)), ImportError,
                          says("/missing.json: "));
}

BOOST_AUTO_TEST_SUITE_END()
