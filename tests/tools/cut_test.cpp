#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>

#include "models.hpp"
#include "program.hpp"

#include <support/near.hpp>
#include <support/shared_data.hpp>

#include "scene/scene_access.hpp"

using namespace armature::test;

namespace {

// stripModel(): "bend" turns "upper" by 90 degrees about +Z in a second, at constant speed.
struct ModelToCut {
    std::filesystem::path folder = emptyOutputDirectory("cut");
    std::string file = writeFile(folder / "strip.gltf", stripModel());
    std::string output = (folder / "out.glb").string();

    std::unique_ptr<armature::Scene> cut(std::vector<std::string> words) const
    {
        words.insert(words.begin(), {"cut", file, "-o", output});
        const Outcome outcome = runArmature(words);
        BOOST_TEST_REQUIRE(outcome.status == 0, outcome.errors);
        said = outcome.output;
        warned = outcome.errors;
        return armature::loadScene(output);
    }

    mutable std::string said;
    mutable std::string warned;
};

double degreesAt(armature::Scene& scene, const char* clip, double seconds)
{
    armature::AnimationGroup* group = scene.findAnimationGroup(clip);
    BOOST_TEST_REQUIRE(group != nullptr, clip);
    group->goTo(seconds);
    const glm::quat rotation = scene.findTransformNode("upper")->getRotationQuaternion();
    return glm::degrees(2. * std::atan2(static_cast<double>(rotation.z), static_cast<double>(rotation.w)));
}

double durationOf(armature::Scene& scene, const char* clip)
{
    return scene.findAnimationGroup(clip)->getClip().getDuration();
}

std::size_t keysOf(armature::Scene& scene, const char* clip)
{
    const armature::AnimationClip& cut = scene.findAnimationGroup(clip)->getClip();
    return cut.timeTrack(cut.channels()[0].timeTrack).size();
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(cut_command, ModelToCut)

BOOST_AUTO_TEST_CASE(a_clip_is_split_and_the_others_are_kept)
{
    const auto scene = cut({"--clip", "bend", "--range", "0:0.5=first", "--range", "0.25:"});
    BOOST_TEST(scene->animationGroups().size() == 3u);
    BOOST_TEST(std::abs(durationOf(*scene, "first") - 0.5) < 1e-6);
    BOOST_TEST(std::abs(degreesAt(*scene, "first", 0.) - 0.) < 1e-4);
    BOOST_TEST(std::abs(degreesAt(*scene, "first", 0.5) - 45.) < 1e-4);
    BOOST_TEST(std::abs(durationOf(*scene, "bend 2") - 0.75) < 1e-6);
    BOOST_TEST(std::abs(degreesAt(*scene, "bend 2", 0.) - 22.5) < 1e-4);
    BOOST_TEST(std::abs(degreesAt(*scene, "bend 2", 0.75) - 90.) < 1e-4);
    BOOST_TEST(scene->findAnimationGroup("0") != nullptr);
    BOOST_TEST(says(said, "\"first\": 0.5 s, 1 channel, 2 keys; from \"bend\", 0 to 0.5 s, which has 2 keys"), said);
    BOOST_TEST(says(said, "kept as they were: \"0\""), said);
}

BOOST_AUTO_TEST_CASE(a_clip_is_reversed_renamed_and_the_others_left_out)
{
    const auto scene = cut({"--clip", "bend", "--reverse", "--name", "unbend", "--only"});
    BOOST_TEST(scene->animationGroups().size() == 1u);
    BOOST_TEST(std::abs(degreesAt(*scene, "unbend", 0.) - 90.) < 1e-4);
    BOOST_TEST(std::abs(degreesAt(*scene, "unbend", 1.) - 0.) < 1e-4);
    BOOST_TEST(says(said, "left out: \"0\""), said);
}

BOOST_AUTO_TEST_CASE(a_clip_is_closed_and_resampled)
{
    const auto scene = cut({"--clip", "bend", "--loop", "0.5", "--fps", "20"});
    BOOST_TEST(std::abs(degreesAt(*scene, "bend", 0.5) - 45.) < 1e-4);
    BOOST_TEST(std::abs(degreesAt(*scene, "bend", 1.)) < 1e-3);
    BOOST_TEST(keysOf(*scene, "bend") == 21u);
}

// A travelling root keeps its travel: its last position is not made equal to the first.
BOOST_AUTO_TEST_CASE(travel_is_not_brought_back)
{
    const auto scene = cut({"--clip", "0", "--loop", "0.5"});
    scene->findAnimationGroup("0")->goTo(2.);
    BOOST_TEST(scene->findTransformNode("lower")->getPosition().z == 4.f);
    BOOST_TEST(says(said, "\"lower\" travels and was not brought back"), said);
}

BOOST_AUTO_TEST_CASE(keys_are_left_out_within_the_bound)
{
    const auto scene = cut({"--clip", "bend", "--fps", "60", "--max-error", "0.01"});
    BOOST_TEST(keysOf(*scene, "bend") == 2u);  // a turn at constant speed needs no more keys
    for (double seconds = 0.; seconds <= 1.; seconds += 0.0625) {
        BOOST_TEST(std::abs(degreesAt(*scene, "bend", seconds) - 90. * seconds) < 0.25);
    }
    BOOST_TEST(says(said, "the keys left out move points by at most"), said);
    BOOST_TEST(says(said, "the bounds are 0.01 units and 0.252 degrees"), said);
}

// A clip that moves nodes without bones is reduced too, each node independently.
BOOST_AUTO_TEST_CASE(keys_of_mere_nodes_are_left_out)
{
    GltfText gltf;
    const std::size_t times = gltf.addFloats("SCALAR", {0.f, 0.25f, 0.5f, 1.f});
    const std::size_t places = gltf.addFloats("VEC3", {0, 0, 0, 1, 0, 0, 2, 0, 0, 4, 0, 0});
    writeFile(file, gltf.text(R"("nodes": [{"name": "box", "mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": )"
                              + std::to_string(places) + R"(}, "mode": 5}]}], "animations": [{"name": "slide", "samplers": [{"input": )"
                              + std::to_string(times) + R"(, "output": )" + std::to_string(places)
                              + R"(}], "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}])"));
    const auto scene = cut({"--reduce"});
    BOOST_TEST(keysOf(*scene, "slide") == 2u);
    BOOST_TEST(says(said, "it moves no skeleton"), said);
}

// A scene keeps channels whose target is not supported, extras and extensions, only to save them. Expected values by hand.
BOOST_AUTO_TEST_CASE(what_a_clip_only_keeps_is_cut_along)
{
    GltfText gltf;
    const auto add = [&](const char* type, const std::vector<float>& numbers) { return std::to_string(gltf.addFloats(type, numbers)); };
    const std::string times = add("SCALAR", {0.f, 1.f});
    const std::string longer = add("SCALAR", {0.f, 2.f});
    const std::string places = add("VEC3", {0, 0, 0, 4, 0, 0});
    const std::string heat = add("SCALAR", {0.f, 8.f});
    const std::string odd = add("SCALAR", {1.f, 2.f, 3.f, 4.f});
    const std::string hot = std::to_string(gltf.addBytes("SCALAR", {0, 1}));
    const auto pointer = [](const std::string& sampler, const std::string& name) {
        return R"({"sampler": )" + sampler + R"(, "target": {"path": "pointer", "extensions": {"KHR_animation_pointer": )"
               + R"({"pointer": "/nodes/0/extensions/STUDIO_heat/)" + name + R"("}}}})";
    };
    const auto animation = [&](const char* name) {
        return R"({"name": ")" + std::string(name)
               + R"(", "extras": {"by": "hand"}, "extensions": {"STUDIO_take": {"take": 3}}, "samplers": [)" + R"({"input": )" + times
               + R"(, "output": )" + places + R"(}, {"input": )" + longer + R"(, "output": )" + heat + R"(}, {"input": )" + times
               + R"(, "output": )" + hot + R"(, "interpolation": "STEP"}, {"input": )" + times + R"(, "output": )" + odd
               + R"(, "interpolation": "CUBICSPLINE"}], )"
               + R"("channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}, )" + pointer("1", "level") + ", "
               + pointer("2", "isHot") + (std::string(name) == "slide" ? ", " + pointer("3", "odd") : std::string()) + "]}";
    };
    writeFile(file, gltf.text(R"("extensionsUsed": ["KHR_animation_pointer", "STUDIO_heat", "STUDIO_take"], "nodes": [{"name": "box", )"
                              R"("extensions": {"STUDIO_heat": {"level": 1}}}], "animations": [)"
                              + animation("slide") + ", " + animation("other") + "]"));
    const auto scene = cut({"--clip", "slide", "--range", "0.5:1.5=late", "--range", "0:0.25=early"});
    const auto groups = scene->animationGroups();
    BOOST_TEST_REQUIRE(groups.size() == 3u);
    const auto keptOf = [&](std::size_t group, std::size_t channel) {
        const auto kept = armature::SceneAccess::keptOf(*scene, *groups[group]).animation;
        BOOST_TEST_REQUIRE(kept != nullptr);
        BOOST_TEST(says(kept->extras, "hand"), kept->extras);
        BOOST_TEST(says(kept->extensions, "STUDIO_take"), kept->extensions);
        BOOST_TEST_REQUIRE(kept->channels.size() == 2u);
        return kept->channels[channel];
    };
    BOOST_TEST(groups[0]->getName() == "late");
    BOOST_TEST(groups[2]->getName() == "other");
    BOOST_TEST(keptOf(0, 0).pointer == "/nodes/0/extensions/STUDIO_heat/level");
    BOOST_TEST(keptOf(0, 0).times == (std::vector<float>{0.f, 1.f}));
    BOOST_TEST(keptOf(0, 0).values == (std::vector<float>{2.f, 6.f}));
    BOOST_TEST(keptOf(0, 1).times == (std::vector<float>{0.f, 0.5f, 1.f}));
    BOOST_TEST(keptOf(0, 1).values == (std::vector<float>{0.f, 1.f, 1.f}));
    BOOST_TEST(keptOf(0, 1).componentType == 5121u);
    BOOST_TEST(keptOf(1, 0).values == (std::vector<float>{0.f, 1.f}));
    BOOST_TEST(keptOf(2, 0).values == (std::vector<float>{0.f, 8.f}));
    BOOST_TEST(keptOf(2, 1).values == (std::vector<float>{0.f, 1.f}));
    BOOST_TEST(durationOf(*scene, "late") == 1.);
    BOOST_TEST(says(warned, "clip \"slide\": moves \"/nodes/0/extensions/STUDIO_heat/odd\" with a number of values that does not fit"),
               warned);
    const std::string converted = (folder / "converted.glb").string();
    BOOST_TEST(runArmature({"convert", file, "-o", converted, "--fps", "2"}).status == 0);
    const auto sampled = armature::loadScene(converted);
    const auto kept = armature::SceneAccess::keptOf(*sampled, *sampled->animationGroups()[1]).animation;
    BOOST_TEST_REQUIRE(kept != nullptr);
    BOOST_TEST(kept->channels[0].values == (std::vector<float>{0.f, 2.f, 4.f, 6.f, 8.f}));
    const Outcome merged = runArmature({"convert", "--merge", writeFile(folder / "strip2.gltf", stripModel()), file, "-o", converted});
    BOOST_TEST(says(merged.errors, "the clip \"slide\" moves \"/nodes/0/extensions/STUDIO_heat/level\" and 2 others, which only"),
               merged.errors);
    const auto renamed = cut({"--clip", "slide", "--name", "slip"});
    BOOST_TEST(armature::SceneAccess::keptOf(*renamed, *renamed->animationGroups()[0]).animation->channels.size() == 3u);
    BOOST_TEST(!says(warned, "left out"), warned);
}

BOOST_AUTO_TEST_CASE(wrong_usage_is_refused_and_writes_nothing)
{
    struct Case {
        std::vector<std::string> words;
        const char* part;
    };
    const std::vector<Case> cases{
        {{"--range", "0:0.5"}, "--range needs --clip"},
        {{"--name", "x"}, "--name needs --clip"},
        {{"--clip", "bnd"}, "--clip: "},
        {{"--clip", "bend", "--range", "0:3"}, "--range 0:3: clip \"bend\" lasts 1 s"},
        {{"--clip", "bend", "--range", "0.5:0.5"}, "ends before it begins"},
        {{"--clip", "bend", "--range", "0.5"}, "is not a range of seconds"},
        {{"--clip", "bend", "--range", "a:b"}, "is not a number of seconds"},
        {{"--clip", "bend", "--range", "1:"}, "--range 1:1: clip \"bend\" lasts 1 s"},
        {{"--clip", "bend", "--loop", "2"}, "--loop 2: clip \"bend\" lasts 1 s"},
        {{"--loop", "0"}, "--loop"},
        {{"--fps", "-1"}, "--fps"},
        {{"--max-error", "0"}, "--max-error"},
    };
    for (const Case& each : cases) {
        std::vector<std::string> words{"cut", file, "-o", output};
        words.insert(words.end(), each.words.begin(), each.words.end());
        const Outcome outcome = runArmature(words);
        BOOST_TEST(outcome.status == 2, each.part);
        BOOST_TEST(says(outcome.errors, each.part), outcome.errors);
        BOOST_TEST(!std::filesystem::exists(output));
    }
    const Outcome onItself = runArmature({"cut", file, "-o", file});
    BOOST_TEST(onItself.status == 1);
    BOOST_TEST(says(onItself.errors, "it is an input"), onItself.errors);
    const std::string empty = writeFile(folder / "empty.gltf", R"({"asset": {"version": "2.0"}})");
    BOOST_TEST(says(runArmature({"cut", empty, "-o", output}).errors, "has no clips"));
}

BOOST_AUTO_TEST_SUITE_END()
