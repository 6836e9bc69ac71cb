#include <filesystem>
#include <fstream>
#include <iterator>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/scene_light.hpp>
#include <support/shared_data.hpp>

#include "../import/corpus.hpp"
#include "cooked_stage.hpp"

// Everything comes out of a cooked file bit for bit as it went in.

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(cooked_round_trip)

BOOST_AUTO_TEST_CASE(a_skeleton_comes_back_bit_for_bit)
{
    CookedStage stage;
    const auto file = stage.cook();
    BOOST_REQUIRE(file->count(CookedKind::Skeleton) == 2u);
    BOOST_TEST(differenceOf(stage.first, *file->createSkeleton(0), stage.random) == "");
    BOOST_TEST(differenceOf(stage.second, *file->createSkeleton(1), stage.random) == "");
    Scene scene;
    BOOST_TEST(differenceOf(stage.first, scene.addSkeleton(file->createSkeleton(0)), stage.random) == "");
}

// The binds change, and the values derived from them must match: a computed inverse bind must not come back as a given one, or vice versa.
BOOST_AUTO_TEST_CASE(a_skeleton_goes_on_as_the_original_does)
{
    CookedStage stage;
    const auto made = stage.cook()->createSkeleton(0);
    stage.first.returnToRest();
    for (Skeleton* skeleton : {&stage.first, made.get()}) {
        skeleton->bones()[0]->setBindMatrix(toMat4(Transform{{1.f, 2.f, 3.f}, {1.f, 0.f, 0.f, 0.f}, glm::vec3(2.f)}));
        skeleton->bones()[7]->setParent(skeleton->bones()[0]->getParentBone(), Keep::World);
        skeleton->removeBone(*skeleton->bones()[9], Removal::KeepChildren);
        skeleton->createBone("new");
        skeleton->sortBones(PaletteOrder::FollowBones);
    }
    BOOST_TEST(differenceOf(stage.first, *made, stage.random) == "");
}

BOOST_AUTO_TEST_CASE(clips_come_back_bit_for_bit)
{
    CookedStage stage;
    const auto file = stage.cook();
    BOOST_REQUIRE(file->count(CookedKind::Clip) == stage.description.clips.size());
    for (std::size_t i = 0; i < stage.description.clips.size(); ++i) {
        BOOST_TEST_CONTEXT("clip " << i)
        {
            BOOST_TEST(differenceOf(*stage.description.clips[i], *file->getClip(i), stage.random) == "");
        }
    }
}

BOOST_AUTO_TEST_CASE(baked_clips_come_back_bit_for_bit)
{
    CookedStage stage;
    const auto file = stage.cook();
    BOOST_REQUIRE(file->count(CookedKind::BakedClip) == stage.description.bakedClips.size());
    for (std::size_t i = 0; i < stage.description.bakedClips.size(); ++i) {
        BOOST_TEST_CONTEXT("baked clip " << i)
        {
            BOOST_TEST(differenceOf(*stage.description.bakedClips[i], *file->getBakedClip(i), stage.random) == "");
        }
    }
}

BOOST_AUTO_TEST_CASE(a_crowd_computes_the_palettes_of_one_that_was_made_from_the_rig)
{
    CookedStage stage;
    const auto file = stage.cook();
    for (std::size_t i = 0; i < 2; ++i) {
        const CookedCrowd& setup = stage.description.crowds[i];
        BOOST_TEST((file->getCrowd(i) == setup));
        Crowd crowd(*stage.description.skeletons[setup.skeleton]);
        for (const std::size_t clip : setup.bakedClips) {
            crowd.addClip(stage.bakedClips[clip]);
        }
        const auto cooked = file->createCrowd(i);
        BOOST_TEST(differenceOf(crowd, *cooked, setup.bakedClips.size()) == "");
    }
}

// A cooked clip plays on the cooked skeleton like the original clip on the original skeleton.
BOOST_AUTO_TEST_CASE(a_clip_moves_the_cooked_skeleton_as_it_moved_the_original)
{
    CookedStage stage;
    stage.first.bones()[3]->setName("three");
    stage.first.bones()[4]->setName("four");
    ClipDescription named = {.name = "named", .timeTracks = {{0.f, 1.f}}};
    for (Bone* bone : stage.first.bones()) {
        const glm::vec3 from = stage.random.vector(-1.f, 1.f);
        named.channels.push_back({.target = ChannelTarget::of(*bone), .values = {from.x, from.y, from.z, 1.f, 2.f, 3.f}});
    }
    const auto clip = AnimationClip::create(named);
    stage.description.clips = {clip.get()};
    stage.description.bakedClips.clear();
    stage.description.crowds.clear();
    const auto file = stage.cook();
    const auto expected = BakedClip::create(*clip, stage.first, {.framesPerSecond = 10.});
    const auto actual = BakedClip::create(*file->getClip(0), *file->createSkeleton(0), {.framesPerSecond = 10.});
    BOOST_TEST(expected->unboundChannels().size() == 0u);
    BOOST_TEST(differenceOf(*expected, *actual, stage.random) == "");
}

// Curves are stored like all other channels. They find their targets by name, or by number if the target has no name.
BOOST_AUTO_TEST_CASE(curves_come_back_with_what_they_move)
{
    using Kind = ChannelTarget::Kind;
    ClipDescription clip{.name = "curves", .timeTracks = {{0.f, 0.5f, 2.f}}};
    const auto add = [&](ChannelTarget target, Interpolation interpolation, std::vector<float> values, std::size_t components) {
        clip.channels.push_back({std::move(target), ChannelPath::Property, interpolation, 0, components, std::move(values)});
    };
    add(ChannelTarget::curve("mood"), Interpolation::Linear, std::vector(48, .1f), 16);
    add({.kind = Kind::Material, .index = 3, .name = "lamp", .property = "metallic"}, Interpolation::CubicSpline,
        {0, 0, 0, 0, .3f, 0, 0, 1, 0}, 1);
    add({.kind = Kind::Light, .property = "intensity"}, Interpolation::Linear, {1, 2, 3}, 1);
    add({.kind = Kind::Node, .name = "flag", .path = "root/flag", .property = "isEnabled"}, Interpolation::Step, {1, 0, 1}, 1);
    const auto original = AnimationClip::create(clip);
    const auto file = CookedFile::open(writeCooked({.clips = {original.get()}}), "curves");
    const auto cooked = file->getClip(0);
    BOOST_REQUIRE(cooked->channels().size() == 4u);
    for (std::size_t channel = 0; channel < 4; ++channel) {
        BOOST_TEST((cooked->channels()[channel].target == clip.channels[channel].target));
        BOOST_TEST((cooked->channels()[channel].values == clip.channels[channel].values));
    }
    Scene scene;
    scene.addMaterial({.name = "lamp"});
    scene.addLight({});
    AnimationGroup& group = scene.createAnimationGroup(cooked);
    group.goTo(.5);
    BOOST_TEST(scene.materials()[0].metallic == .3f);
    BOOST_TEST(scene.lights()[0].intensity == 2.f);
    BOOST_TEST(group.getCurve("mood")[15] == .1f);
}

BOOST_AUTO_TEST_CASE(the_same_content_gives_the_same_bytes)
{
    const CookedStage a;
    const CookedStage b;
    BOOST_TEST((writeCooked(a.description) == writeCooked(b.description)));
    const auto folder = emptyOutputDirectory("cooked_same");
    saveCooked(a.description, folder / "a.cooked");
    BOOST_TEST((readAll(folder / "a.cooked") == writeCooked(b.description)));
    // Cooking the content of a cooked file again gives the same bytes, too.
    const auto file = CookedFile::open(folder / "a.cooked");
    CookedDescription again;
    std::vector<std::unique_ptr<Skeleton>> skeletons;
    for (std::size_t i = 0; i < file->count(CookedKind::Skeleton); ++i) {
        skeletons.push_back(file->createSkeleton(i));
        again.skeletons.push_back(skeletons.back().get());
    }
    for (std::size_t i = 0; i < file->count(CookedKind::Clip); ++i) {
        again.clips.push_back(file->getClip(i).get());
    }
    for (std::size_t i = 0; i < file->count(CookedKind::BakedClip); ++i) {
        again.bakedClips.push_back(file->getBakedClip(i).get());
    }
    for (std::size_t i = 0; i < file->count(CookedKind::Crowd); ++i) {
        again.crowds.push_back(file->getCrowd(i));
    }
    BOOST_TEST((writeCooked(again) == writeCooked(a.description)));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_cooked_is_refused_by_name)
{
    const auto refusal = [](auto change) {
        CookedStage stage;
        change(stage.description);
        try {
            static_cast<void>(writeCooked(stage.description));
        } catch (const std::invalid_argument& refused) {
            return std::string(refused.what());
        }
        return std::string();
    };
    BOOST_TEST(refusal([](CookedDescription& d) { d.skeletons[1] = nullptr; }) == "cooking: skeleton 1 of 2 is null");
    BOOST_TEST(refusal([](CookedDescription& d) { d.clips[0] = nullptr; }) == "cooking: clip 0 of 4 is null");
    BOOST_TEST(refusal([](CookedDescription& d) { d.bakedClips[2] = nullptr; }) == "cooking: baked clip 2 of 5 is null");
    BOOST_TEST(refusal([](CookedDescription& d) { d.crowds[0].skeleton = 2; }) == "guard: its skeleton is number 2 of 2");
    BOOST_TEST(refusal([](CookedDescription& d) { d.crowds[0].curves = {0, 4}; }) == "guard: it has the curves of clip 4 of 4");
    BOOST_TEST(refusal([](CookedDescription& d) { d.crowds[0].curves = {0}; }) == "guard: it has 1 clip for the curves of 2 baked clips");
    BOOST_TEST(refusal([](CookedDescription& d) {
                   d.crowds[0].bakedClips = {5};
                   d.crowds[0].curves = {};
               })
               == "guard: it plays baked clip 5 of 5");
    BOOST_TEST(refusal([](CookedDescription& d) {
                   d.crowds[0].bakedClips = {0, 3};
               })
               == "guard: baked clip 3 \"random\" was not baked for the bones of its skeleton \"hero\" in their order");
    const Skeleton boneless("ghost");
    BOOST_TEST(refusal([&](CookedDescription& d) { d.skeletons[0] = &boneless; }) == "guard: its skeleton \"ghost\" has no bones");
}

// Checks rigs, clips, baked clips and crowds of every corpus model that has bones.
BOOST_AUTO_TEST_CASE(rigs_and_clips_of_the_corpus_come_back_bit_for_bit, *boost::unit_test::precondition(needsSharedData))
{
    Random random(77);
    std::size_t examined = 0;
    for (const auto& path : modelsIn(".")) {
        std::unique_ptr<Scene> scene;
        try {
            scene = loadScene(path);
        } catch (const ImportError&) {
            continue;
        }
        if (scene->skeletons().empty() || scene->skeletons().size() > 40) {
            continue;
        }
        CookedDescription description;
        description.skeletons.assign(scene->skeletons().begin(), scene->skeletons().end());
        for (const AnimationGroup* group : scene->animationGroups()) {
            description.clips.push_back(&group->getClip());
        }
        std::vector<std::shared_ptr<const BakedClip>> baked;
        const Skeleton& rig = *scene->skeletons()[0];
        const bool hasPalette = !rig.getFinalMatrices().empty();  // a crowd needs one
        if (hasPalette && !description.clips.empty() && rig.bones().size() < 200 && description.clips[0]->getDuration() < 20.) {
            for (const bool isQuantized : {false, true}) {
                baked.push_back(BakedClip::create(*description.clips[0], rig,
                                                  {.framesPerSecond = 15., .isQuantized = isQuantized, .mayMoveNothing = true}));
                description.bakedClips.push_back(baked.back().get());
            }
            description.crowds.push_back({"crowd", 0, {0, 1}});
        }
        const auto file = CookedFile::open(writeCooked(description), path.string());
        BOOST_TEST_CONTEXT(path)
        {
            for (std::size_t i = 0; i < description.skeletons.size(); ++i) {
                BOOST_TEST(differenceOf(*description.skeletons[i], *file->createSkeleton(i), random) == "");
            }
            for (std::size_t i = 0; i < description.clips.size(); ++i) {
                BOOST_TEST(differenceOf(*description.clips[i], *file->getClip(i), random) == "");
            }
            for (std::size_t i = 0; i < description.bakedClips.size(); ++i) {
                BOOST_TEST(differenceOf(*description.bakedClips[i], *file->getBakedClip(i), random) == "");
            }
            for (std::size_t i = 0; i < description.crowds.size(); ++i) {
                Crowd crowd(rig);
                crowd.addClip(baked[0]);
                crowd.addClip(baked[1]);
                BOOST_TEST(differenceOf(crowd, *file->createCrowd(i), 2) == "");
            }
        }
        ++examined;
    }
    reportExamined("corpus cooked", examined);
}

BOOST_AUTO_TEST_SUITE_END()
