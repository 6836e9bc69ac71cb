#include <armature/animation/animation_graph.hpp>
#include <armature/animation/baked_clip.hpp>

#include <animation/mixer_scene.hpp>
#include <animation/two_copies.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

// A clip with one key, a translation, for each of these node or bone names.
std::shared_ptr<const AnimationClip> clipForNames(std::initializer_list<const char*> names)
{
    ClipDescription clip{.name = "walk", .timeTracks = {{0.f}}};
    for (const char* name : names) {
        clip.channels.push_back({.target = {.name = name}, .values = {1.f, 2.f, 3.f}});
    }
    return AnimationClip::create(std::move(clip));
}

// Checks that the message contains the clip, the rig and the nearest name.
auto names(std::string clip, std::string rig, std::string nearest)
{
    return [=](const std::invalid_argument& error) {
        const std::string_view text = error.what();
        BOOST_TEST_INFO(text);
        return text.find(clip) != text.npos && text.find(rig) != text.npos && text.find(nearest) != text.npos;
    };
}

}  // namespace

BOOST_AUTO_TEST_SUITE(foreign_clips)

BOOST_AUTO_TEST_CASE(a_group_for_another_rig_is_refused_with_the_nearest_names)
{
    MixerRig rig;
    const auto clip = clipForNames({"hipz", "Root"});
    BOOST_CHECK_EXCEPTION(rig.scene.createAnimationGroup(clip), std::invalid_argument, names("\"walk\"", "\"rig\"", "\"hips\""));
    BOOST_CHECK_EXCEPTION(AnimationGroup(rig.scene, clip), std::invalid_argument, names("\"walk\"", "\"rig\"", "\"hips\""));
    BOOST_TEST(rig.scene.animationGroups().empty());
    AnimationGroup& accepted = rig.scene.createAnimationGroup(clip, {.mayMoveNothing = true});
    accepted.play();
    rig.scene.animate(0.1);
    BOOST_TEST(accepted.unboundChannelCount() == 2u);
    BOOST_TEST(accepted.getWarnings().size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_layer_for_another_rig_is_refused_with_the_nearest_names)
{
    MixerRig rig;
    Skeleton& other = rig.scene.createSkeleton("other");
    other.createBone("pelvis");
    const auto clip = clipForNames({"hipz"});
    BOOST_CHECK_EXCEPTION(rig.mixer.addLayer(clip), std::invalid_argument, names("\"walk\"", "2 skeletons", "\"hips\""));
    BOOST_CHECK_EXCEPTION(rig.mixer.addLayer(clipForNames({"hips"}), {.skeleton = &other}), std::invalid_argument,
                          names("\"walk\"", "\"other\"", "\"pelvis\""));
    AnimationGroup& group = rig.scene.createAnimationGroup(clipForNames({"hips"}));
    BOOST_CHECK_EXCEPTION(rig.mixer.addLayer(group, {.skeleton = &other}), std::invalid_argument,
                          names("\"walk\"", "\"other\"", "\"pelvis\""));
    BOOST_TEST(rig.mixer.layers().empty());
    BOOST_TEST(rig.mixer.addLayer(clip, {.mayMoveNothing = true}).unboundChannelCount() == 1u);
}

BOOST_AUTO_TEST_CASE(a_clip_of_which_the_scene_has_several_copies_is_refused_with_what_to_do)
{
    TwoRunners copies;
    const auto clip = copies.first.findAnimationGroup("run")->shareClip();
    const auto isHelpful = names("(several have that name)", "take the group of that copy (SceneInstance)", "(LayerOptions)");
    AnimationMixer& mixer = copies.world.createAnimationMixer();
    BOOST_CHECK_EXCEPTION(mixer.addLayer(clip), std::invalid_argument, isHelpful);
    BOOST_CHECK_EXCEPTION(copies.world.createAnimationGroup(clip), std::invalid_argument, isHelpful);
    BOOST_TEST(mixer.addLayer(*copies.first.findAnimationGroup("run")).unboundChannelCount() == 0u);  // the message's advice works
    BOOST_TEST(mixer.addLayer(clip, {.skeleton = copies.second.getSkeletons()[0]}).unboundChannelCount() == 0u);
    MixerRig rig;
    BOOST_CHECK_EXCEPTION(
        rig.scene.createAnimationGroup(clipForNames({"hipz"})), std::invalid_argument,
        [](const std::invalid_argument& error) { return std::string_view(error.what()).find("copies") == std::string_view::npos; });
}

BOOST_AUTO_TEST_CASE(baking_for_another_rig_is_refused_with_the_nearest_names)
{
    MixerRig rig;
    const auto clip = clipForNames({"hipz"});
    const auto isNamed = names("\"walk\"", "\"rig\"", "\"hips\"");
    BOOST_CHECK_EXCEPTION(static_cast<void>(BakedClip::create(*clip, rig.skeleton)), std::invalid_argument, isNamed);
    BOOST_CHECK_EXCEPTION(static_cast<void>(makeGraphClip("entry", clip, rig.skeleton)), std::invalid_argument, isNamed);
    BOOST_CHECK_EXCEPTION(static_cast<void>(makeGraphClip("entry", clip, rig.skeleton, {.isDifference = true})), std::invalid_argument,
                          isNamed);
    BOOST_TEST(BakedClip::create(*clip, rig.skeleton, {.mayMoveNothing = true})->unboundChannels().size() == 1u);
    BOOST_TEST(makeGraphClip("entry", clip, rig.skeleton, {.bake = {.mayMoveNothing = true}}).clip->getWarnings().size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_clip_that_lacks_some_targets_warns_and_plays)
{
    MixerRig rig;
    const auto clip = clipForNames({"hips", "spime", "tail"});
    const auto isWarning = [](const std::vector<std::string>& warnings) {
        BOOST_TEST_REQUIRE(warnings.size() == 1u);
        BOOST_TEST_INFO(warnings[0]);
        const auto says = [&](std::string_view text) { return warnings[0].find(text) != std::string::npos; };
        BOOST_TEST((says("\"walk\"") && says("2 channels") && says("\"spime\" (did you mean \"spine\"?)") && says("\"tail\"")));
        BOOST_TEST(!says("and more"));
    };
    isWarning(rig.scene.createAnimationGroup(clip).getWarnings());
    isWarning(rig.mixer.addLayer(clip).getWarnings());
    isWarning(rig.mixer.addLayer(clip, {.skeleton = &rig.skeleton}).getWarnings());
    isWarning(BakedClip::create(*clip, rig.skeleton)->getWarnings());
    rig.scene.animationGroups()[0]->play();
    rig.scene.animate(0.);
    BOOST_TEST(rig.position(0).z == 3.f);
}

BOOST_AUTO_TEST_CASE(what_finds_everything_or_needs_nothing_is_accepted_without_warnings)
{
    MixerRig rig;
    for (const auto& clip : {clipForNames({"hips"}), clipForNames({})}) {
        BOOST_TEST(rig.scene.createAnimationGroup(clip).getWarnings().empty());
        BOOST_TEST(rig.mixer.addLayer(clip).getWarnings().empty());
        BOOST_TEST(BakedClip::create(*clip, rig.skeleton)->getWarnings().empty());
    }
    ClipDescription loudness{.name = "loudness", .timeTracks = {{0.f}}};
    loudness.channels.push_back(
        {.target = ChannelTarget::curve("loudness"), .path = ChannelPath::Property, .components = 1, .values = {1.f}});
    const auto curve = AnimationClip::create(std::move(loudness));
    BOOST_TEST(rig.scene.createAnimationGroup(curve).getWarnings().empty());
    BOOST_TEST((makeGraphClip("entry", curve, rig.skeleton).curves == curve));
    ClipDescription smile{.name = "smile", .timeTracks = {{0.f}}};  // morph weights need no bone
    smile.channels.push_back({.target = {.name = "face"}, .path = ChannelPath::Weights, .components = 1, .values = {1.f}});
    const auto face = AnimationClip::create(std::move(smile));
    BOOST_CHECK_NO_THROW(static_cast<void>(makeGraphClip("entry", face, rig.skeleton)));
    BOOST_CHECK_NO_THROW(static_cast<void>(BakedClip::create(*face, rig.skeleton)));
}

BOOST_AUTO_TEST_SUITE_END()
