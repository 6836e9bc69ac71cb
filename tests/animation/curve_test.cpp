#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <armature/animation/animation_mixer.hpp>
#include <armature/saved_state.hpp>
#include <armature/text.hpp>

#include <animation/curve_stage.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/precompiled.hpp>

// Curves: channels that animate properties of materials, cameras, lights and nodes, or values that only the application uses. Expected
// numbers are computed by hand from the keys, with fractions that floats hold exactly.

using namespace armature;
using namespace armature::test;

namespace {

using Kind = ChannelTarget::Kind;

std::vector<float> numbersOf(std::span<const float> numbers)
{
    return {numbers.begin(), numbers.end()};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(curves)

BOOST_AUTO_TEST_CASE(a_curve_for_the_application_is_sampled_like_any_channel)
{
    CurveStage stage;
    ClipDescription description{.name = "clip", .timeTracks = {{0.f, 1.f}, {0.f, 2.f}}};
    const auto add = [&](std::string name, Interpolation interpolation, std::size_t track, std::size_t components,
                         std::vector<float> values) {
        description.channels.push_back(
            {ChannelTarget::curve(std::move(name)), ChannelPath::Property, interpolation, track, components, std::move(values)});
    };
    add("wide", Interpolation::Linear, 0, 5, {0, 1, 2, 3, 4, 1, 3, 5, 7, 9});
    add("mood", Interpolation::Step, 1, 1, {3, 8});
    add("ease", Interpolation::CubicSpline, 1, 1, {0, 0, 0, 0, 4, 0});
    const auto clip = AnimationClip::create(description);
    AnimationGroup& group = stage.scene.createAnimationGroup(clip);
    BOOST_TEST(group.unboundChannelCount() == 0u);
    BOOST_TEST(group.getTarget(0) == nullptr);
    BOOST_TEST(numbersOf(group.getCurve("mood")) == (std::vector{0.f}), boost::test_tools::per_element());
    group.goTo(.5);
    BOOST_TEST(numbersOf(group.getCurve("wide")) == (std::vector{.5f, 2.f, 3.5f, 5.f, 6.5f}), boost::test_tools::per_element());
    BOOST_TEST(group.getCurve("mood")[0] == 3.f);
    BOOST_TEST(group.getCurve("ease")[0] == .625f);  // 4 (3 t^2 - 2 t^3) at a quarter
    group.goTo(2.);
    BOOST_TEST(group.getCurve("wide")[4] == 9.f);
    BOOST_TEST(group.getCurve("mood")[0] == 8.f);
    BOOST_TEST(group.getCurve("other").empty());
    for (std::size_t channel = 0; channel < 3; ++channel) {
        std::vector<float> alone(clip->channels()[channel].components);
        group.goTo(.7);
        clip->sample(channel, .7, alone);
        BOOST_TEST(numbersOf(group.getCurve(clip->channels()[channel].target.name)) == alone, boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(a_group_moves_properties_of_materials_cameras_lights_and_nodes)
{
    CurveStage stage;
    Curves curves;
    curves.add(called(Kind::Material, "lamp", "baseColor"), {0, 0, 0, 0}, {1, .5f, .25f, 1})
        .add(called(Kind::Material, "lamp", "emissive"), {0, 0, 0}, {1, 2, 4})
        .add(called(Kind::Material, "lamp", "emissiveStrength"), {1}, {3})
        .add(called(Kind::Material, "lamp", "metallic"), {0}, {1})
        .add(called(Kind::Material, "lamp", "roughness"), {1}, {.5f})
        .add(called(Kind::Material, "lamp", "alphaCutoff"), {0}, {1})
        .add(called(Kind::Material, "glass", "baseColorTexture.offset"), {0, 0}, {1, 2})
        .add(called(Kind::Material, "glass", "baseColorTexture.rotation"), {0}, {1})
        .add(called(Kind::Material, "glass", "baseColorTexture.scale"), {1, 1}, {2, 3})
        .add(called(Kind::Camera, "eye", "verticalFieldOfView"), {.5f}, {1})
        .add(called(Kind::Camera, "eye", "nearPlane"), {1}, {2})
        .add(called(Kind::Light, "sun", "color"), {0, 0, 0}, {1, 1, .5f})
        .add(called(Kind::Light, "sun", "intensity"), {0}, {100})
        .add(called(Kind::Light, "sun", "range"), {2}, {4})
        .add(called(Kind::Light, "sun", "innerConeAngle"), {0}, {.5f})
        .add(called(Kind::Node, "flag", "isEnabled"), {0}, {1}, Interpolation::Step);
    AnimationGroup& group = stage.goTo(curves, .5);
    BOOST_TEST(group.unboundChannelCount() == 0u);
    const Material& lamp = stage.scene.materials()[1];
    BOOST_TEST((lamp.baseColor == glm::vec4(.5f, .25f, .125f, .5f)));
    BOOST_TEST((lamp.emissive == glm::vec3(.5f, 1.f, 2.f)));
    BOOST_TEST(lamp.emissiveStrength == 2.f);
    BOOST_TEST(lamp.metallic == .5f);
    BOOST_TEST(lamp.roughness == .75f);
    BOOST_TEST(lamp.alphaCutoff == .5f);
    const TextureReference& texture = *stage.scene.materials()[0].baseColorTexture;
    BOOST_TEST((texture.offset == glm::vec2(.5f, 1.f)));
    BOOST_TEST(texture.rotation == .5f);
    BOOST_TEST((texture.scale == glm::vec2(1.5f, 2.f)));
    const SceneCamera& eye = stage.scene.cameras()[0];
    BOOST_TEST(eye.verticalFieldOfView == .75f);
    BOOST_TEST(eye.nearPlane == 1.5f);
    BOOST_TEST(*eye.farPlane == 10.f);
    const SceneLight& sun = stage.scene.lights()[0];
    BOOST_TEST((sun.color == glm::vec3(.5f, .5f, .25f)));
    BOOST_TEST(sun.intensity == 50.f);
    BOOST_TEST(sun.range.value() == 3.f);
    BOOST_TEST(sun.innerConeAngle == .25f);
    BOOST_TEST(!stage.node->isSelfEnabled());
    BOOST_TEST(group.getTarget(15) == stage.node);
    group.goTo(1.);
    BOOST_TEST(stage.node->isSelfEnabled());
    BOOST_TEST((stage.scene.materials()[0].baseColor == glm::vec4(1.f)));  // no channel animates it
}

BOOST_AUTO_TEST_CASE(things_are_found_by_identity_then_by_name_and_by_index_only_without_either)
{
    Scene scene;
    for (const char* const name : {"a", "b", "b", ""}) {
        scene.addMaterial({.name = name});
    }
    const auto movedBy = [&](const ChannelTarget& target, Scene& on) {
        AnimationGroup& group = on.createAnimationGroup(Curves().add(target, {.5f}, {.5f}).create(), {.mayMoveNothing = true});
        group.goTo(0.);
        std::string moved;
        for (std::size_t i = 0; i < on.materials().size(); ++i) {
            moved += on.materials()[i].metallic == .5f ? std::to_string(i) : "";
        }
        AnimationGroup& back = on.createAnimationGroup(Curves().add(target, {1.f}, {1.f}).create(), {.mayMoveNothing = true});
        back.goTo(0.);
        const auto unbound = group.getUnboundChannels();
        return unbound.empty() ? moved : moved + unbound[0].target + ": " + std::string(toString(unbound[0].reason));
    };
    const auto target = [](std::string name, std::size_t index) {
        return ChannelTarget{.kind = Kind::Material, .index = index, .name = std::move(name), .property = "metallic"};
    };
    BOOST_TEST(movedBy(target("a", 7), scene) == "0");
    BOOST_TEST(movedBy(target("b", 2), scene) == "2");
    BOOST_TEST(movedBy(target("b", 0), scene) == "metallic of b: Ambiguous");
    BOOST_TEST(movedBy(target("", 3), scene) == "3");
    BOOST_TEST(movedBy(target("", 4), scene) == "metallic of material 4: NotThere");
    BOOST_TEST(movedBy(target("c", 1), scene) == "metallic of c: NotThere");
    BOOST_TEST(movedBy(ChannelTarget::of(scene, Kind::Material, 1, "metallic"), scene) == "1");
    // In another scene the index is ignored.
    Scene other;
    other.addMaterial({.name = "x"});
    other.addMaterial({.name = "a"});
    other.addMaterial({});
    BOOST_TEST(movedBy(ChannelTarget::of(scene, Kind::Material, 0, "metallic"), other) == "1");
    BOOST_TEST(movedBy(ChannelTarget::of(scene, Kind::Material, 2, "metallic"), other) == "metallic of b: NotThere");
    BOOST_TEST(movedBy(ChannelTarget::of(scene, Kind::Material, 3, "metallic"), other) == "metallic of material 3: NotThere");
    BOOST_CHECK_THROW(static_cast<void>(ChannelTarget::of(scene, Kind::Material, 4, "metallic")), std::out_of_range);
    BOOST_CHECK_THROW(static_cast<void>(ChannelTarget::of(scene, Kind::Node, 0, "isEnabled")), std::invalid_argument);
}

BOOST_AUTO_TEST_CASE(what_a_thing_does_not_have_is_said)
{
    CurveStage stage;
    Curves curves;
    curves.add(called(Kind::Material, "lamp", "shine"), {0}, {1})
        .add(called(Kind::Material, "lamp", "emissive"), {0}, {1})
        .add(called(Kind::Material, "lamp", "baseColorTexture.offset"), {0, 0}, {1, 1})
        .add(called(Kind::Node, "flag", "metallic"), {0}, {1})
        .add(called(Kind::Light, "moon", "intensity"), {0}, {1});
    const auto unbound = stage.scene.createAnimationGroup(curves.create()).getUnboundChannels();
    BOOST_REQUIRE(unbound.size() == 5u);
    for (std::size_t i = 0; i < 4; ++i) {
        BOOST_TEST((unbound[i].reason == UnboundReason::Unsuitable), unbound[i].target);
    }
    BOOST_TEST((unbound[4] == UnboundChannel{4, "intensity of moon", UnboundReason::NotThere}));
}

BOOST_AUTO_TEST_CASE(numbers_out_of_range_become_the_nearest_that_may_be)
{
    CurveStage stage;
    Curves curves;
    curves.add(called(Kind::Material, "lamp", "roughness"), {2}, {-1})
        .add(called(Kind::Camera, "eye", "verticalFieldOfView"), {9}, {-9})
        .add(called(Kind::Camera, "eye", "nearPlane"), {20}, {-5})
        .add(called(Kind::Light, "sun", "intensity"), {-1}, {-2})
        .add(called(Kind::Light, "sun", "range"), {0}, {-1})
        .add(called(Kind::Light, "sun", "outerConeAngle"), {4}, {0});
    AnimationGroup& group = stage.goTo(curves, 0.);
    const auto isAccepted = [&] {
        Scene strict;
        BOOST_CHECK_NO_THROW(strict.addCamera(stage.scene.cameras()[0]));
        BOOST_CHECK_NO_THROW(strict.addLight(stage.scene.lights()[0]));
    };
    isAccepted();
    BOOST_TEST(stage.scene.materials()[1].roughness == 1.f);
    BOOST_TEST(stage.scene.cameras()[0].nearPlane == 20.f);
    BOOST_TEST(*stage.scene.cameras()[0].farPlane > 20.f);
    BOOST_TEST(stage.scene.lights()[0].intensity == 0.f);
    group.goTo(1.);
    isAccepted();
    BOOST_TEST(stage.scene.materials()[1].roughness == 0.f);
    BOOST_TEST(stage.scene.cameras()[0].nearPlane > 0.f);
}

BOOST_AUTO_TEST_CASE(a_mixer_blends_curves_by_the_weights_that_the_pose_has)
{
    CurveStage stage;
    AnimationMixer& mixer = stage.scene.createAnimationMixer();
    const auto constant = [](float number) {
        return Curves()
            .add(ChannelTarget::curve("mood"), {number}, {number})
            .add(called(Kind::Material, "lamp", "baseColor"), {number, number, number, 1}, {number, number, number, 1})
            .add(called(Kind::Node, "flag", "isEnabled"), {number > .5f ? 1.f : 0.f}, {number > .5f ? 1.f : 0.f})
            .create();
    };
    AnimationLayer& low = mixer.addLayer(constant(0.f), {.weight = .25f});
    AnimationLayer& high = mixer.addLayer(constant(1.f), {.weight = .5f});
    BOOST_TEST(low.unboundChannelCount() == 0u);
    low.play();
    high.play();
    stage.scene.animate(.25);
    // A quarter of 0, half of 1 and a quarter of the rest, which is 0 for the application's curve, 0.5 for the colour and enabled for the
    // node.
    BOOST_TEST(mixer.getCurve("mood")[0] == .5f);
    BOOST_TEST(stage.scene.materials()[1].baseColor.x == .625f);
    BOOST_TEST(stage.node->isSelfEnabled());
    high.setWeight(0.f);
    low.setWeight(1.f);
    stage.scene.animate(.25);
    BOOST_TEST(mixer.getCurve("mood")[0] == 0.f);
    BOOST_TEST(stage.scene.materials()[1].baseColor.x == 0.f);
    BOOST_TEST(!stage.node->isSelfEnabled());
    high.setWeight(3.f);  // scaled down: a quarter of 0, three quarters of 1
    stage.scene.animate(.25);
    BOOST_TEST(mixer.getCurve("mood")[0] == .75f);
    high.setMask(0.f);
    stage.scene.animate(.25);
    BOOST_TEST(mixer.getCurve("mood")[0] == 0.f);
    BOOST_TEST(mixer.getCurve("other").empty());
}

BOOST_AUTO_TEST_CASE(differences_of_curves_are_added)
{
    CurveStage stage;
    AnimationMixer& mixer = stage.scene.createAnimationMixer();
    const auto clip = Curves().add(ChannelTarget::curve("mood"), {2}, {4}).add(called(Kind::Light, "sun", "intensity"), {1}, {9}).create();
    AnimationLayer& base = mixer.addLayer(clip);
    AnimationLayer& more = mixer.addLayer(makeAdditiveClip(*clip), {.weight = .5f, .isAdditive = true});
    base.goTo(.5);
    more.goTo(1.);
    mixer.apply();
    BOOST_TEST(mixer.getCurve("mood")[0] == 4.f);          // 3 + half of (4 - 2)
    BOOST_TEST(stage.scene.lights()[0].intensity == 9.f);  // 5 + half of (9 - 1)
}

BOOST_AUTO_TEST_CASE(rounds_of_a_loop_accumulate)
{
    CurveStage stage;
    const auto clip = Curves().add(ChannelTarget::curve("way"), {1}, {3}).add(called(Kind::Light, "sun", "intensity"), {1}, {3}).create();
    AnimationGroup& group = stage.scene.createAnimationGroup(clip);
    group.play({.loopMode = LoopMode::Accumulate});
    group.advance(2.5);
    BOOST_TEST(group.getCurve("way")[0] == 6.f);  // 2 within the third round, plus 2 for each of the two full rounds
    BOOST_TEST(stage.scene.lights()[0].intensity == 6.f);
    group.stop();
    group.play({.loopMode = LoopMode::AccumulateFromCurrent});
    group.advance(.5);
    BOOST_TEST(stage.scene.lights()[0].intensity == 7.f);  // continues from the light's current value
    BOOST_TEST(group.getCurve("way")[0] == 2.f);           // an application's curve has no value outside the clip
}

BOOST_AUTO_TEST_CASE(copies_of_a_scene_move_what_is_theirs)
{
    CurveStage model;
    model.scene.createAnimationGroup(Curves()
                                         .add(called(Kind::Material, "lamp", "metallic"), {.5f}, {.5f})
                                         .add(called(Kind::Light, "sun", "intensity"), {4}, {4})
                                         .add(called(Kind::Node, "flag", "isEnabled"), {0}, {0})
                                         .add(ChannelTarget::curve("mood"), {2}, {2})
                                         .create());
    Scene scene;
    scene.addMaterial({.name = "lamp"});
    scene.addLight({.name = "sun"});
    const SceneInstance copy = scene.append(model.scene);
    AnimationGroup& group = *copy.getAnimationGroups()[0];
    BOOST_TEST(group.unboundChannelCount() == 0u);
    group.goTo(0.);
    BOOST_TEST(scene.materials()[0].metallic == 1.f);
    BOOST_TEST(scene.materials()[2].metallic == .5f);
    BOOST_TEST(scene.lights()[0].intensity == 1.f);
    BOOST_TEST(scene.lights()[1].intensity == 4.f);
    BOOST_TEST(!copy.getNodes()[0]->isSelfEnabled());
    BOOST_TEST(group.getCurve("mood")[0] == 2.f);
    BOOST_TEST(model.scene.materials()[1].metallic == 1.f);
    BOOST_TEST(model.node->isSelfEnabled());
    scene.removeInstance(copy);
}

BOOST_AUTO_TEST_CASE(a_node_that_has_gone_is_not_moved_and_the_rest_is)
{
    CurveStage stage;
    AnimationGroup& group = stage.scene.createAnimationGroup(Curves()
                                                                 .add(called(Kind::Node, "flag", "isEnabled"), {0}, {0})
                                                                 .add(called(Kind::Material, "lamp", "metallic"), {.5f}, {.5f})
                                                                 .create());
    stage.scene.removeTransformNode(*stage.node);
    group.goTo(0.);
    BOOST_REQUIRE(group.getUnboundChannels().size() == 1u);
    BOOST_TEST((group.getUnboundChannels()[0].reason == UnboundReason::Gone));
    BOOST_TEST(stage.scene.materials()[1].metallic == .5f);
}

BOOST_AUTO_TEST_CASE(a_saved_state_has_what_curves_moved)
{
    CurveStage stage;
    Curves curves;
    curves.add(called(Kind::Material, "lamp", "metallic"), {0}, {1}).add(called(Kind::Light, "sun", "range"), {1}, {2});
    AnimationGroup& group = stage.scene.createAnimationGroup(curves.create());
    SavedState before;
    before.save(stage.scene);
    group.play();
    stage.scene.animate(.25);
    SavedState quarter;
    quarter.save(stage.scene);
    stage.scene.animate(.5);
    BOOST_TEST(stage.scene.materials()[1].metallic == .75f);
    quarter.restore(stage.scene);
    BOOST_TEST(stage.scene.materials()[1].metallic == .25f);
    BOOST_TEST(stage.scene.lights()[0].range.value() == 1.25f);
    before.restore(stage.scene);
    BOOST_TEST(stage.scene.materials()[1].metallic == 1.f);
    BOOST_TEST(!stage.scene.lights()[0].range.has_value());
}

BOOST_AUTO_TEST_CASE(playing_curves_allocates_nothing)
{
    CurveStage stage;
    Curves curves;
    curves.add(called(Kind::Material, "lamp", "baseColor"), {0, 0, 0, 0}, {1, 1, 1, 1})
        .add(called(Kind::Node, "flag", "isEnabled"), {0}, {1})
        .add(ChannelTarget::curve("mood"), {0, 1, 2}, {3, 4, 5});
    stage.scene.createAnimationGroup(curves.create()).play();
    AnimationMixer& mixer = stage.scene.createAnimationMixer();
    mixer.addLayer(curves.create()).play();
    stage.scene.animate(.01);
    const AllocationCount count;
    for (int frame = 0; frame < 200; ++frame) {
        stage.scene.animate(.01);
    }
    BOOST_TEST(count.sinceConstruction() == 0u);
}

BOOST_AUTO_TEST_CASE(curves_that_mean_nothing_are_refused)
{
    const auto refusal = [](const Curves& curves) -> std::string {
        try {
            static_cast<void>(curves.create());
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "none";
    };
    BOOST_TEST(refusal(Curves().add(ChannelTarget::curve("a"), std::vector(16, 0.f), std::vector(16, 0.f))) == "none");
    BOOST_TEST(refusal(Curves().add(ChannelTarget::curve("a"), std::vector(17, 0.f), std::vector(17, 0.f)))
               == "animation clip \"curves\": channel 0 (property of curve \"a\"): 17 components instead of 16");
    BOOST_TEST(refusal(Curves().add(ChannelTarget::curve(""), {0}, {0}))
               == "animation clip \"curves\": channel 0 (property of curve): a curve without a name");
    BOOST_TEST(refusal(Curves().add(called(Kind::Material, "m", ""), {0}, {0}))
               == "animation clip \"curves\": channel 0 (property of material 0 \"m\"): its target names no property");
    BOOST_TEST(refusal(Curves().add(ChannelTarget::curve("a"), {0}, {0}).add(ChannelTarget::curve("a"), {1}, {1}))
               == "animation clip \"curves\": channel 1 (property of curve \"a\"): channel 0 has the same target");
    ClipDescription wrong{.name = "wrong", .timeTracks = {{0.f}}};
    wrong.channels.push_back({.target = {.kind = Kind::Light, .name = "sun"}, .values = {0, 0, 0}});
    BOOST_CHECK_THROW(static_cast<void>(AnimationClip::create(wrong)), std::invalid_argument);
}

BOOST_AUTO_TEST_SUITE_END()
