#include <array>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>

#include <animation/graph_stage.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/precompiled.hpp>

// Morph weights and properties wherever clips play. Expected numbers are computed by hand, with fractions that floats hold exactly.

using namespace armature;
using namespace armature::test;

namespace {

/// A rig beside a face with two morph targets; the second has a weight of 0.25 at rest.
struct FaceStage : GraphStage {
    FaceStage()
    {
        Primitive triangle{.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {0.f, 1.f, 0.f}}, .morphTargets = {2, MorphTarget{}}};
        face = &scene.addMeshInstance({.name = "face", .primitives = {triangle}, .morphWeights = {0.f, 0.25f}}, node);
    }

    /// A clip that holds these weights, without a channel for them if there are none.
    [[nodiscard]] GraphClip holding(const std::string& name, std::span<const float> weights)
    {
        AnimationClipBuilder builder(name);
        builder.record(skeleton, 0.);
        if (!weights.empty()) {
            builder.weights(ChannelTarget::of(node), weights.size()).addKey(0., weights).addKey(1., weights);
        }
        return makeGraphClip(name, builder.build(), skeleton);
    }

    [[nodiscard]] std::vector<float> shown() const
    {
        const std::span<const float> weights = face->getMorphWeights();
        return {weights.begin(), weights.end()};
    }

    TransformNode& node = scene.createTransformNode("face");
    MeshInstance* face = nullptr;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(morph_weights)

BOOST_AUTO_TEST_CASE(a_recording_of_nodes_has_the_morph_weights_of_their_meshes)
{
    FaceStage stage;
    AnimationClipBuilder builder("talk");
    stage.face->setMorphWeight(0, 0.25f);
    stage.face->setMorphWeight(1, 0.5f);
    builder.record(stage.node, 0.);
    stage.face->setMorphWeight(0, 0.75f);
    stage.face->setMorphWeight(1, 1.f);
    builder.record(stage.node, 1.);
    AnimationGroup& group = stage.scene.createAnimationGroup(builder.build());
    BOOST_TEST(group.unboundChannelCount() == 0u);
    group.goTo(0.5);
    BOOST_TEST(stage.shown() == (std::vector{0.5f, 0.75f}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_recording_has_the_properties_that_it_is_asked_for)
{
    FaceStage stage;
    stage.scene.addMaterial({.name = "skin", .roughness = 0.25f});
    const ChannelTarget roughness = ChannelTarget::of(stage.scene, ChannelTarget::Kind::Material, 0, "roughness");
    const ChannelTarget enabled = ChannelTarget::of(stage.node, "isEnabled");
    AnimationClipBuilder builder("age");
    builder.record(stage.scene, roughness, 0.);
    builder.record(stage.scene, enabled, 0.);
    const std::vector<float> wanted{0.75f};
    ClipDescription set{.name = "set", .timeTracks = {{0.f}}};
    set.channels.push_back({roughness, ChannelPath::Property, Interpolation::Step, 0, 1, wanted});
    stage.scene.createAnimationGroup(AnimationClip::create(std::move(set))).goTo(0.);
    stage.node.setEnabled(false);
    builder.record(stage.scene, roughness, 1.);
    builder.record(stage.scene, enabled, 1.);
    AnimationGroup& group = stage.scene.createAnimationGroup(builder.build());
    group.goTo(0.5);
    BOOST_TEST(group.unboundChannelCount() == 0u);
    BOOST_TEST(stage.scene.materials()[0].roughness == 0.5f);
    BOOST_CHECK_EXCEPTION(builder.record(stage.scene, roughness, 2., 3), std::invalid_argument,
                          says("there is no such property with 3 numbers"));
    BOOST_CHECK_EXCEPTION(builder.record(stage.scene, ChannelTarget::curve("mood"), 2.), std::invalid_argument, says("no such property"));
}

// By hand: half of (1, 0) and half of (0, 0.5); then half of (1, 0) and half of the mesh's rest weights, (0, 0.25).
BOOST_AUTO_TEST_CASE(graphs_and_members_that_play_them_blend_morph_weights)
{
    FaceStage stage;
    const auto graph = AnimationGraph::create(
        {.parameters = {{"x", ParameterKind::Number, 0.f, 0.f, 2.f}},
         .clips = {stage.holding("smile", std::array{1.f, 0.f}), stage.holding("frown", std::array{0.f, 0.5f}), stage.holding("calm", {})},
         .nodes = {{"mood", BlendSpaceNode{.x = "x", .points = {{"calm", {0.f, 0.f}}, {"smile", {1.f, 0.f}}, {"frown", {2.f, 0.f}}}}}},
         .root = "mood"},
        stage.skeleton);
    GraphPlayer player(graph);
    Crowd crowd(stage.skeleton);
    const CrowdInstance member = crowd.add();
    crowd.playGraph(member, crowd.addGraph(graph));
    const auto check = [&](float x, const std::vector<float>& expected) {
        player.setParameter("x", x);
        player.advance(0.25);
        player.apply(*stage.face);
        BOOST_TEST(stage.shown() == expected, boost::test_tools::per_element());
        crowd.setParameter(member, "x", x);
        crowd.update(0.25);
        std::vector<float> ofMember{0.f, 0.25f};
        crowd.sampleMorphWeights(member, "face", ofMember);
        BOOST_TEST(ofMember == expected, boost::test_tools::per_element());
    };
    check(1.5f, {0.5f, 0.25f});
    check(1.f, {1.f, 0.f});
    check(0.5f, {0.5f, 0.125f});
    check(0.f, {0.f, 0.25f});
    std::vector<float> other{0.125f};
    player.sampleMorphWeights("hat", other);
    BOOST_TEST(other[0] == 0.125f);
}

// By hand, at 0.25 s of a fade of 1 s: a quarter of (0, 0.5) and three quarters of (1, 0); then a quarter of the mesh's rest weights,
// (0, 0.25), and three quarters of (0, 0.5).
BOOST_AUTO_TEST_CASE(members_that_play_clips_blend_morph_weights_and_curves)
{
    FaceStage stage;
    Crowd crowd(stage.skeleton);
    for (const auto& [name, weights, mood] :
         {std::tuple("smile", std::vector{1.f, 0.f}, 4.f), std::tuple("frown", std::vector{0.f, 0.5f}, 8.f),
          std::tuple("calm", std::vector<float>(), 0.f)}) {
        AnimationClipBuilder builder(name);
        builder.record(stage.skeleton, 0.);
        builder.rotation(*stage.skeleton.bones()[0]).addKey(2., {1.f, 0.f, 0.f, 0.f});
        if (!weights.empty()) {
            builder.weights(ChannelTarget::of(stage.node), weights.size()).addKey(0., weights).addKey(2., weights);
            builder.curve("mood").addKey(0., 0.f).addKey(2., mood);
        }
        const auto clip = builder.build();
        crowd.addClip(BakedClip::create(*clip, stage.skeleton), clip);
    }
    const CrowdInstance member = crowd.add();
    const auto check = [&](const std::vector<float>& expected, float mood) {
        std::vector<float> weights{0.f, 0.25f};
        std::array<float, 2> value{-1.f, -1.f};
        crowd.sampleMorphWeights(member, "face", weights);
        crowd.sampleCurve(member, "mood", value);
        BOOST_TEST(weights == expected, boost::test_tools::per_element());
        BOOST_TEST(value[0] == mood);
        BOOST_TEST(value[1] == 0.f);
    };
    check({0.f, 0.25f}, 0.f);
    crowd.play(member, {.clip = 0});
    crowd.update(0.5);
    check({1.f, 0.f}, 1.f);
    crowd.crossFade(member, {.clip = 1}, 1.);
    crowd.update(0.25);
    check({0.75f, 0.125f}, 0.75f * 1.5f + 0.25f * 1.f);
    crowd.update(1.);
    check({0.f, 0.5f}, 5.f);
    crowd.crossFade(member, {.clip = 2}, 1.);
    crowd.update(0.25);
    check({0.f, 0.75f * 0.5f + 0.25f * 0.25f}, 0.75f * 6.f);
    crowd.play(member, {.clip = 2});
    check({0.f, 0.25f}, 0.f);
}

BOOST_AUTO_TEST_CASE(morph_weights_of_members_allocate_nothing_once_sampled)
{
    FaceStage stage;
    Crowd crowd(stage.skeleton);
    AnimationClipBuilder builder("smile");
    builder.record(stage.skeleton, 0.);
    builder.weights(ChannelTarget::of(stage.node), 2).addKey(0., std::array{1.f, 0.f});
    const auto clip = builder.build();
    crowd.addClip(BakedClip::create(*clip, stage.skeleton), clip);
    const CrowdInstance member = crowd.add({});
    std::array weights{0.f, 0.f};
    crowd.sampleMorphWeights(member, "face", weights);
    const AllocationCount count;
    crowd.sampleMorphWeights(member, "face", weights);
    BOOST_TEST(count.sinceConstruction() == 0u);
    BOOST_TEST(weights[0] == 1.f);
}

BOOST_AUTO_TEST_SUITE_END()
