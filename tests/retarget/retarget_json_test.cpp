#include <armature/import/retarget_json.hpp>

#include <chrono>
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

struct PlacedBone {
    const char* name;
    int parent;
    glm::vec3 place;  // relative to its parent
};

Skeleton& build(Scene& scene, std::initializer_list<PlacedBone> parts, const std::string& prefix)
{
    Skeleton& skeleton = scene.createSkeleton("rig");
    for (const PlacedBone& part : parts) {
        Bone* const parent = part.parent < 0 ? nullptr : skeleton.bones()[static_cast<std::size_t>(part.parent)];
        skeleton.createBone(prefix + part.name, {.parent = parent, .bind = glm::translate(glm::mat4(1.f), part.place)});
    }
    return skeleton;
}

/// Makes a person of fifteen bones.
Skeleton& makePerson(Scene& scene, const std::string& prefix)
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
    Skeleton& source = makePerson(scene, "");
    Skeleton& target = makePerson(scene, "b:");

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
    refuse(R"({"names": {"Head": "nobody"}})", "/names/Head: is \"nobody\", but no bone of the target has that name, of 15");
    refuse(R"({"names": {"nobody": "b:Head"}})", "/names/nobody: is \"nobody\", but no bone of the source has that name, of 15");
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
    refuse(R"({"chains": [{"source": ["Head", "Spine"], "target": ["b:Spine", "b:Head"]}]})",
           "/chains/0/source: retargeting, source skeleton \"rig\", bone \"Spine\": it is not below \"Head\"");
    refuse(R"({"chains": [{"source": ["Spine", "Tail"], "target": ["b:Spine", "b:Head"]}]})",
           "/chains/0/source/1: is \"Tail\", but no bone of the source has that name, of 15");
    refuse(R"({"chains": [{"source": ["Spine", "Head"]}]})", "/chains/0/target: is missing");
}

BOOST_AUTO_TEST_CASE(bones_of_chains_may_be_numbers)
{
    const std::string byName = R"({"chains": [{"source": ["Spine", "Head"], "target": ["b:Spine", "b:Head"]}]})";
    BOOST_TEST((read(R"({"chains": [{"source": [1, 2], "target": ["b:Spine", 2]}]})") == read(byName)));
    refuse(R"({"chains": [{"source": [1, 2], "target": [1, 15]}]})", "/chains/0/target/1: is 15, but the bones end at 14");
    refuse(R"({"chains": [{"source": [1, true], "target": [1, 2]}]})", "/chains/0/source/1: is ");
}

// By hand: three pairs of fifteen; one travels, one stretches, one keeps its translation. Without arms, no twist bones are found.
BOOST_AUTO_TEST_CASE(pairs_are_taken_as_they_are)
{
    const RetargetMap map = read(R"({"pairs": [{"source": "Hips", "target": "b:Hips", "translation": "travel", "role": "hips"},
                                               {"source": 2, "target": "b:Spine", "translation": "stretch"},
                                               {"source": "Head", "target": 2, "translation": "keep"}]})");
    const std::vector<RetargetPair> expected{{0, 0, RetargetTranslation::Travel, HumanoidRole::Hips},
                                             {2, 1, RetargetTranslation::Stretch, {}},
                                             {2, 2, RetargetTranslation::Keep, {}}};
    BOOST_TEST((map.pairs == expected));
    BOOST_TEST(map.twists.empty());
    refuse(R"({"pairs": [{"source": "Hips", "target": "b:Hips", "translation": "fly"}]})",
           "/pairs/0/translation: is \"fly\", but must be keep, travel or stretch");
    refuse(R"({"pairs": [{"source": "Hips", "target": "b:Hips", "role": "tail"}]})",
           "/pairs/0/role: is \"tail\", which is no humanoid role");
    refuse(R"({"pairs": [{"source": "Hips", "target": "b:Head"}, {"source": "Head", "target": "b:Head"}]})",
           "/pairs: retarget map, target skeleton \"rig\", bone \"b:Head\": it is moved twice");
    refuse(R"({"pairs": [{"source": "Hips"}]})", "/pairs/0/target: is missing");
    refuse(R"({"pairs": [{"source": 15, "target": 0}]})", "/pairs/0/source: is 15, but the bones end at 14");
    refuse(R"({"pairs": []})", "/pairs: retarget map, source skeleton \"rig\", target skeleton \"rig\": no bone has a counterpart");
    refuse(R"({"pairs": [], "names": {}})", "/names: contradicts pairs");
    refuse(R"({"twists": [{"target": 5, "of": 4}]})", "/twists/0/share: is missing");
}

// A leaf bone below the left lower arm, on the line to the hand, shares the hand's twist.
BOOST_AUTO_TEST_CASE(a_map_that_was_saved_reads_back_as_the_same)
{
    target.createBone("b:Twist", {.parent = target.bones()[4], .bind = glm::translate(glm::mat4(1.f), {0.15f, 0.f, 0.f})});
    RetargetMap map = RetargetMap::ofHumanoids(source, target);
    BOOST_TEST_REQUIRE(map.twists.size() == 1u);
    map.pairs[3].translation = RetargetTranslation::Stretch;
    map.addChain(source, "Spine", "Head", target, "b:Spine", "b:Head");
    const std::string text = saveRetargetMapJson(map, source, target);
    BOOST_TEST((read(text) == map));
    map.twists[0].share = -0.25f;
    BOOST_TEST((read(saveRetargetMapJson(map, source, target)) == map));
    map.twists.clear();
    BOOST_TEST((read(saveRetargetMapJson(map, source, target)) == map));

    RetargetMap onlyChain;
    onlyChain.addChain(source, "Spine", "Head", target, "b:Spine", "b:Head");
    BOOST_TEST((read(saveRetargetMapJson(onlyChain, source, target)) == onlyChain));

    target.bones()[14]->setName("b:LeftFoot");
    const std::string numbered = saveRetargetMapJson(map, source, target);
    BOOST_TEST(numbered.find(R"("source": "RightFoot", "target": 14)") != std::string::npos);
    BOOST_TEST((read(numbered) == map));
}

BOOST_AUTO_TEST_CASE(a_map_that_cannot_be_read_again_is_not_saved)
{
    RetargetMap map;
    BOOST_CHECK_THROW(static_cast<void>(saveRetargetMapJson(map, source, target)), std::invalid_argument);
    map.pairs = {{0, 15}};
    BOOST_CHECK_EXCEPTION(static_cast<void>(saveRetargetMapJson(map, source, target)), std::invalid_argument,
                          says("there is no bone 15 among 15"));
    map = {.chains = {{.source = {0, 2}, .target = {0, 1}}}};
    BOOST_CHECK_EXCEPTION(static_cast<void>(saveRetargetMapJson(map, source, target)), std::invalid_argument,
                          says("bone \"Head\": its chain leaves out bones between it and \"Hips\""));
}

// The target's third bone is renamed to the second bone's name.
BOOST_AUTO_TEST_CASE(a_name_of_two_bones_is_refused)
{
    target.bones()[2]->setName("b:Spine");
    const std::string twice =
        "is \"b:Spine\", but 2 bones of the target have that name, the first is bone 1, the last bone 2; say which by";
    refuse(R"({"names": {"Head": "b:Spine"}})", "/names/Head: " + twice);
    refuse(R"({"chains": [{"source": [1, 2], "target": ["b:Spine", 2]}]})", "/chains/0/target/0: " + twice);
    const HumanoidRig rig = describeHumanoidRig(target);
    const auto humanoid = [&](const std::string& match) {
        return loadHumanoidMapJson(R"({"roles": {"spine": )" + match + "}}", "map.json", rig);
    };
    BOOST_CHECK_EXCEPTION(static_cast<void>(humanoid(R"({"name": "b:Spine"})")), ImportError,
                          says("map.json: /roles/spine/name: is \"b:Spine\", but 2 bones of the rig have that name"));
    BOOST_TEST(humanoid(R"({"index": 2, "name": "b:Spine"})").find(HumanoidRole::Spine)->bone == 2u);
    source.bones()[2]->setName("Spine");
    refuse(R"({"names": {"Spine": "b:Hips"}})", "/names/Spine: is \"Spine\", but 2 bones of the source have that name");
}

BOOST_AUTO_TEST_CASE(unknown_members_are_refused)
{
    refuse(R"({"name": {}})", "/name: is no member of this, which may have names, roles, refused, source, target, pairs, twists, chains");
    refuse(R"({"source": {"role": {}}})", "/source/role: is no member of this, which may have roles, refused");
    refuse(R"({"target": {"roles": {"hips": {"name": "b:Hips", "bone": 0}}}})", "/target/roles/hips/bone: is no member of this");
    refuse(R"({"chains": [{"source": [1, 2], "target": [1, 2], "to": 3}]})", "/chains/0/to: is no member of this");
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadHumanoidMapJson(R"({"roles": {}, "bones": []})", "map.json", describeHumanoidRig(source))),
                          ImportError, says("map.json: /bones: is no member of this, which may have roles, refused"));
}

BOOST_AUTO_TEST_CASE(contradictions_are_refused)
{
    refuse(R"({"names": {}, "target": {"roles": {}}})", "/target: contradicts names");
    refuse(R"({"names": {}, "roles": {}})", "/roles: contradicts names");
    refuse(R"({"roles": {}, "source": {"roles": {}}})", "/source: contradicts roles");
    refuse(R"({"refused": null})", "/refused: has no roles beside it");
    refuse(R"({"names": {"Head": "b:Hips", "Head": "b:Spine"}})", "/names/Head: is for \"Head\", which is named before");
    refuse(R"({"names": {"Head": "b:Hips", "Spine": "b:Hips"}})", "/names/Spine: is \"b:Hips\", which goes together with \"Head\"");
    refuse(R"({"chains": [{"source": [1, 2], "target": [1, 2]}, {"source": [3, 5], "target": [2, 2]}]})",
           "/chains/1/target: has \"b:Head\", which another chain moves");
}

// Collapsed hosts, and parents that come after their children, are faults of the skeletons, but the message still names the map's file.
BOOST_AUTO_TEST_CASE(skeletons_that_cannot_be_mapped_are_refused)
{
    TransformNode& host = scene.createTransformNode("collapsed");
    target.setHostNode(&host);
    host.setScaling({0.f, 0.f, 0.f});
    for (const char* const text : {"{}", R"({"names": {}, "chains": [{"source": [1, 2], "target": [1, 2]}]})"}) {
        BOOST_CHECK_EXCEPTION(static_cast<void>(read(text)), ImportError, says("map.json: "));
    }
    Scene other;
    Skeleton& unsorted = makePerson(other, "b:");
    unsorted.bones()[3]->setParent(unsorted.bones()[14]);
    for (const char* const text : {"{}", R"({"target": {"roles": {}}})"}) {
        BOOST_CHECK_EXCEPTION(static_cast<void>(loadRetargetMapJson(text, "map.json", source, unsorted)), ImportError, says("map.json: "));
    }
}

// 2000 chains of one bone each. If the rest rigs were prepared anew for each chain, this would take 2.7 seconds.
BOOST_AUTO_TEST_CASE(many_chains_cost_little)
{
    Scene large;
    Skeleton& skeleton = large.createSkeleton("many");
    std::string chains;
    Bone* bone = nullptr;
    constexpr int count = 2000;
    for (int i = 0; i < count; ++i) {
        bone = &skeleton.createBone("b" + std::to_string(i), {.parent = i % 10 == 0 ? nullptr : bone});
        const std::string name = "\"b" + std::to_string(i) + '"';
        const std::string ends = '[' + name + ", " + name + ']';
        chains += (i > 0 ? ", " : "") + (R"({"source": )" + ends + R"(, "target": )" + ends + "}");
    }
    const auto begin = std::chrono::steady_clock::now();
    const RetargetMap map = loadRetargetMapJson(R"({"names": {}, "chains": [)" + chains + "]}", "map.json", skeleton, skeleton);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    BOOST_TEST(map.chains.size() == static_cast<std::size_t>(count));
    BOOST_TEST(map.pairs.size() == 1U);  // the pair that travels
    BOOST_TEST_MESSAGE(count << " chains in " << 1e3 * seconds.count() << " ms");
    BOOST_TEST(seconds.count() < 2.);
}

BOOST_AUTO_TEST_CASE(what_is_no_map_is_refused)
{
    refuse("{", "JSON: cannot be parsed");
    refuse(R"({"names": 3})", "/names: ");
    BOOST_CHECK_EXCEPTION(static_cast<void>(loadRetargetMapJson(std::filesystem::path("/missing.json"), source, target)), ImportError,
                          says("/missing.json: "));
}

BOOST_AUTO_TEST_SUITE_END()
