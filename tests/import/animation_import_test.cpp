#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <support/near.hpp>
#include <support/not_finite.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>

#include "asset.hpp"
#include "import/scene_builder.hpp"

// Animations: what arrives in the clip, and which claims about keys are refused.

using namespace armature;
using namespace armature::test;

namespace {

const AnimationClip& firstClip(const Scene& scene)
{
    return scene.animationGroups()[0]->getClip();
}

/// The rig with other times for both samplers.
Asset rigWithTimes(const std::vector<float>& times)
{
    auto asset = Asset::rig();
    const auto accessor = std::to_string(asset.addAccessor<float>("SCALAR", times));
    return asset.set("/animations/0/samplers/0/input", accessor).set("/animations/0/samplers/1/input", accessor);
}

Asset rigWithTurns(const std::vector<float>& turns)
{
    auto asset = Asset::rig();
    return asset.set("/animations/0/samplers/0/output", std::to_string(asset.addAccessor<float>("VEC4", turns)));
}

/// The rig whose mesh has two morph targets and whose clip moves their weights with `output`.
Asset rigWithWeightsChannel(std::size_t output, Asset asset)
{
    asset.set("/meshes/0/primitives/0/targets", R"([{"POSITION":0},{"POSITION":0}])");
    asset.set("/animations/0/channels", R"([{"sampler":0,"target":{"node":3,"path":"weights"}}])");
    return asset.set("/animations/0/samplers/0/output", std::to_string(output));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_import)

BOOST_AUTO_TEST_CASE(channels_targets_keys_and_values_arrive)
{
    const auto scene = Asset::rig().load();
    BOOST_REQUIRE(scene->animationGroups().size() == 1);
    const AnimationClip& clip = firstClip(*scene);
    BOOST_TEST(clip.getName() == "wave");
    BOOST_TEST(clip.getDuration() == 2.);
    BOOST_REQUIRE(clip.channels().size() == 2);
    const AnimationChannel& turn = clip.channels()[0];
    BOOST_TEST((turn.target == ChannelTarget::of(*scene->nodes()[2])));
    BOOST_TEST(turn.target.name == "lower");
    BOOST_TEST((turn.path == ChannelPath::Rotation));
    BOOST_TEST((turn.interpolation == Interpolation::Linear));
    BOOST_TEST(turn.components == 4);
    const AnimationChannel& move = clip.channels()[1];
    BOOST_TEST((move.path == ChannelPath::Translation));
    BOOST_TEST((move.values == std::vector<float>{0, 0, 0, 0, 0, 1, 0, 0, 3}));
    const auto times = clip.timeTrack(move.timeTrack);
    BOOST_TEST((std::vector(times.begin(), times.end()) == std::vector<float>{0, .5f, 2}));
    BOOST_TEST(scene->warnings().empty());
}

BOOST_AUTO_TEST_CASE(channels_that_share_a_time_accessor_share_a_track)
{
    const auto scene = Asset::rig().load();
    const auto& clip = firstClip(*scene);
    BOOST_TEST(clip.timeTrackCount() == 1);
    BOOST_TEST(clip.channels()[0].timeTrack == clip.channels()[1].timeTrack);
}

// The file's keys at 0.5 s: a quarter turn about Z, and one metre along Z.
BOOST_AUTO_TEST_CASE(playing_moves_the_nodes)
{
    const auto scene = Asset::rig().load();
    scene->animationGroups()[0]->goTo(.5);
    BOOST_TEST(nearRotation(scene->nodes()[2]->getRotationQuaternion(), glm::dquat(.70710678, 0, 0, .70710678), 1e-6));
    BOOST_TEST((scene->nodes()[1]->getPosition() == glm::vec3(0, 0, 1)));
}

BOOST_AUTO_TEST_CASE(step_and_cubicspline_are_kept)
{
    auto asset = Asset::rig();
    const auto spline = asset.addAccessor<float>("VEC3", std::vector<float>(27, 1.f));
    asset.set("/animations/0/samplers/0/interpolation", "\"STEP\"").set("/animations/0/samplers/1/interpolation", "\"CUBICSPLINE\"");
    const auto scene = asset.set("/animations/0/samplers/1/output", std::to_string(spline)).load();
    BOOST_TEST((firstClip(*scene).channels()[0].interpolation == Interpolation::Step));
    BOOST_TEST((firstClip(*scene).channels()[1].interpolation == Interpolation::CubicSpline));
    BOOST_TEST(firstClip(*scene).channels()[1].values.size() == 27);
}

BOOST_AUTO_TEST_CASE(an_unknown_interpolation_is_taken_as_linear)
{
    const auto scene = Asset::rig().set("/animations/0/samplers/0/interpolation", "\"SMOOTH\"").load();
    BOOST_TEST((firstClip(*scene).channels()[0].interpolation == Interpolation::Linear));
    BOOST_TEST(hasWarning(*scene, "/animations/0/samplers/0/interpolation: is \"SMOOTH\""));
}

BOOST_AUTO_TEST_CASE(normalised_integer_rotations_are_converted)
{
    auto asset = Asset::rig();
    const auto turns =
        asset.addAccessor<std::int16_t>("VEC4", {0, 0, 0, 32767, 0, 0, 23170, 23170, 0, 0, 32767, 0}, R"(,"normalized":true)");
    const auto scene = asset.set("/animations/0/samplers/0/output", std::to_string(turns)).load();
    const auto values = firstClip(*scene).channels()[0].values.toVector();
    BOOST_TEST((std::vector(values.begin(), values.begin() + 4) == std::vector<float>{0, 0, 0, 1}));
    BOOST_TEST(values[6] == 23170.f / 32767.f);  // a length that quantisation moved off 1 is kept
    BOOST_TEST(scene->warnings().empty());
}

// Key times are not resampled.
BOOST_AUTO_TEST_CASE(key_times_arrive_as_they_are)
{
    const auto scene = rigWithTimes({.1f, .1000001f, 7.77f}).load();
    const auto times = firstClip(*scene).timeTrack(0);
    BOOST_TEST((std::vector(times.begin(), times.end()) == std::vector<float>{.1f, .1000001f, 7.77f}));
}

BOOST_AUTO_TEST_CASE(times_that_do_not_increase_are_refused_with_both)
{
    BOOST_TEST(rigWithTimes({0, 1, .5f}).refusal().getProblem()
               == "rotation of node 2 has key 2 at 0.5 s after one at 1 s, but times must increase");
    BOOST_TEST(rigWithTimes({0, 1, 1}).refusal().getProblem().find("has key 2 at 1 s after one at 1 s") != std::string::npos);
    BOOST_TEST(rigWithTimes({-1, 0, 1}).refusal().getProblem() == "rotation of node 2 has key 0 at -1 s, but times must not be negative");
}

BOOST_AUTO_TEST_CASE(times_and_values_that_are_not_numbers_are_refused)
{
    BOOST_TEST(rigWithTimes({0, notANumber, 1}).refusal().getProblem().find("times must be finite") != std::string::npos);
    BOOST_TEST(rigWithTimes({0, 1, infinity}).refusal().getProblem().find("times must be finite") != std::string::npos);
    BOOST_TEST(rigWithTurns({0, 0, 0, 1, 0, 0, 0, infinity, 0, 0, 0, 1}).refusal().getProblem()
               == "rotation of node 2 is inf at key 1, but must be finite");
}

BOOST_AUTO_TEST_CASE(rotations_off_unit_length_are_normalised_with_a_warning)
{
    const auto scene = rigWithTurns({0, 0, 0, 2, 0, 0, 3, 4, 0, 0, 1, 0}).load();
    BOOST_TEST((firstClip(*scene).channels()[0].values == std::vector<float>{0, 0, 0, 1, 0, 0, .6f, .8f, 0, 0, 1, 0}));
    BOOST_TEST(hasWarning(*scene, "/animations/0: rotation of node 2 has lengths up to 4 away from 1"));
}

BOOST_AUTO_TEST_CASE(spline_rotations_are_not_touched)
{
    auto asset = rigWithTurns(std::vector<float>(36, 2.f));
    const auto scene = asset.set("/animations/0/samplers/0/interpolation", "\"CUBICSPLINE\"").load();
    BOOST_TEST((firstClip(*scene).channels()[0].values == std::vector<float>(36, 2.f)));
}

BOOST_AUTO_TEST_CASE(a_rotation_of_length_zero_is_refused_with_its_key)
{
    BOOST_TEST(rigWithTurns({0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0}).refusal().getProblem()
               == "rotation of node 2 has length 0 at key 1, but a rotation has length 1");
}

BOOST_AUTO_TEST_CASE(outputs_of_a_wrong_number_are_refused_with_what_is_needed)
{
    const auto error = rigWithTurns(std::vector<float>(8, 1.f)).refusal();
    BOOST_TEST(error.getPlace() == "/animations/0/samplers/0/output");
    BOOST_TEST(error.getProblem() == "has 2 elements, but 3 keys with 1 element each need 3");
    BOOST_TEST(Asset::rig().set("/animations/0/samplers/1/interpolation", "\"CUBICSPLINE\"").refusal().getProblem()
               == "has 3 elements, but 3 keys with 3 elements each need 9");
    BOOST_TEST(Asset::rig().set("/animations/0/samplers/0/output", "9").refusal().getProblem()
               == "refers to /accessors/9, which has 3 components, but must have 4");
}

// Channels come in any order, in several clips, for nodes and for properties; a set says which are the first of their part.
BOOST_AUTO_TEST_CASE(of_many_channels_the_first_for_each_part_of_each_clip_stays)
{
    Random random(0x2EA7);
    std::size_t repeated = 0;
    for (int round = 0, count = rounds(300); round < count; ++round) {
        importing::SceneDescription scene;
        scene.nodes.resize(3);
        scene.materials.resize(2);
        std::vector<std::vector<std::string>> expected(3);
        for (std::vector<std::string>& parts : expected) {
            ClipDescription& clip = scene.clips.emplace_back();
            clip.timeTracks = {{0.f}};
            std::set<std::string> known;
            for (int channels = random.integer(1, 14); channels > 0; --channels) {
                ChannelDescription& channel = clip.channels.emplace_back();
                const bool isOfMaterial = random.chance(.3);
                channel.target.kind = isOfMaterial ? ChannelTarget::Kind::Material : ChannelTarget::Kind::Node;
                channel.target.index = static_cast<std::size_t>(random.integer(0, isOfMaterial ? 1 : 2));
                channel.path = isOfMaterial ? ChannelPath::Property : random.chance(.5) ? ChannelPath::Translation : ChannelPath::Scale;
                channel.target.property = !isOfMaterial ? "" : random.chance(.5) ? "metallic" : "roughness";
                channel.components = isOfMaterial ? 1 : 3;
                channel.values.assign(channel.components, .5f);
                const std::string part = std::to_string(static_cast<int>(channel.target.kind)) + ' ' + std::to_string(channel.target.index)
                                         + ' ' + std::to_string(static_cast<int>(channel.path)) + channel.target.property;
                channel.target.name = part;
                if (known.insert(part).second) {
                    parts.push_back(part);
                } else {
                    ++repeated;
                }
            }
        }
        importing::validateClips(scene, {});
        for (std::size_t clip = 0; clip < expected.size(); ++clip) {
            std::vector<std::string> kept;
            std::ranges::transform(scene.clips[clip].channels, std::back_inserter(kept),
                                   [](const ChannelDescription& channel) { return channel.target.name; });
            BOOST_TEST_REQUIRE(kept == expected[clip], boost::test_tools::per_element());
            BOOST_TEST_REQUIRE(scene.keys[clip].channels.size() == kept.size());
        }
    }
    BOOST_TEST(repeated > 0u);
}

// Other programs play the first channel, whatever keys the second one has. Later channels keep their own keys.
BOOST_AUTO_TEST_CASE(of_two_channels_for_one_property_the_first_is_played_with_a_warning)
{
    const auto once = Asset::rig().load();
    const auto twice = Asset::rig().set("/animations/0/channels/-", R"({"sampler":1,"target":{"node":1,"path":"translation"}})").load();
    BOOST_TEST(hasWarning(*twice, "/animations/0: translation of node 1 is moved by two channels: the first is played"));
    BOOST_TEST(once->warnings().empty());
    BOOST_TEST(firstClip(*twice).channels().size() == firstClip(*once).channels().size());
    for (std::size_t channel = 0; channel < firstClip(*once).channels().size(); ++channel) {
        BOOST_TEST((firstClip(*twice).channels()[channel].values == firstClip(*once).channels()[channel].values));
    }
}

BOOST_AUTO_TEST_CASE(channels_without_a_node_or_of_unknown_paths_are_left_out)
{
    const auto scene =
        Asset::rig().remove("/animations/0/channels/0/target/node").set("/animations/0/channels/1/target/path", "\"pointer\"").load();
    BOOST_TEST(firstClip(*scene).channels().empty());
    BOOST_TEST(hasWarning(*scene, "/animations/0/channels/0/target: names no node"));
    BOOST_TEST(hasWarning(*scene, "/animations/0/channels/1/target/path: is \"pointer\""));
}

BOOST_AUTO_TEST_CASE(references_to_nothing_are_refused)
{
    BOOST_TEST(Asset::rig().set("/animations/0/channels/0/target/node", "4").refusal().getProblem() == "is 4, but the nodes end at 3");
    BOOST_TEST(Asset::rig().set("/animations/0/channels/0/sampler", "2").refusal().getProblem()
               == "is 2, but the samplers of this animation end at 1");
    BOOST_TEST(Asset::rig().set("/animations/0/samplers/0/input", "10").refusal().getProblem() == "is 10, but the accessors end at 9");
    BOOST_TEST(Asset::rig().remove("/animations/0/channels/0/target").refusal().getPlace() == "/animations/0/channels/0/target");
}

BOOST_AUTO_TEST_CASE(an_animation_without_channels_is_an_empty_clip)
{
    const auto scene = Asset::rig().set("/animations/0/channels", "[]").load();
    BOOST_TEST(firstClip(*scene).channels().empty());
    BOOST_TEST(firstClip(*scene).getDuration() == 0.);
    BOOST_TEST(hasWarning(*Asset::rig().remove("/animations/0/channels").load(), "/animations/0: has no samplers or no channels"));
}

BOOST_AUTO_TEST_CASE(key_times_without_data_leave_the_channel_out)
{
    auto asset = Asset::rig().remove("/accessors/7/bufferView");
    const auto scene = asset.load();
    BOOST_TEST(firstClip(*scene).channels().empty());
    BOOST_TEST(hasWarning(*scene, "/animations/0/channels/0: has no data for its key times"));
}

BOOST_AUTO_TEST_CASE(morph_weights_have_as_many_components_as_targets)
{
    auto asset = Asset::rig();
    const auto output = asset.addAccessor<float>("SCALAR", {0, 1, .5f, .5f, 1, 0});
    const auto scene = rigWithWeightsChannel(output, asset).load();
    const AnimationChannel& channel = firstClip(*scene).channels()[0];
    BOOST_TEST((channel.path == ChannelPath::Weights));
    BOOST_TEST(channel.components == 2);
    BOOST_TEST((channel.values == std::vector<float>{0, 1, .5f, .5f, 1, 0}));
}

BOOST_AUTO_TEST_CASE(morph_weights_of_splines_and_as_bytes)
{
    auto spline = Asset::rig();
    const auto cubic = spline.addAccessor<float>("SCALAR", std::vector<float>(18, .5f));
    spline = rigWithWeightsChannel(cubic, spline).set("/animations/0/samplers/0/interpolation", "\"CUBICSPLINE\"");
    BOOST_TEST(firstClip(*spline.load()).channels()[0].values.size() == 18);
    auto bytes = Asset::rig();
    const auto output = bytes.addAccessor<std::uint8_t>("SCALAR", {0, 255, 51, 204, 255, 0}, R"(,"normalized":true)");
    BOOST_TEST((firstClip(*rigWithWeightsChannel(output, bytes).load()).channels()[0].values == std::vector<float>{0, 1, .2f, .8f, 1, 0}));
}

BOOST_AUTO_TEST_CASE(morph_weights_of_a_wrong_number_are_refused_and_without_targets_left_out)
{
    auto asset = Asset::rig();
    const auto output = asset.addAccessor<float>("SCALAR", {0, 1, .5f});
    BOOST_TEST(rigWithWeightsChannel(output, asset).refusal().getProblem() == "has 3 elements, but 3 keys with 2 elements each need 6");
    const auto scene = rigWithWeightsChannel(output, asset).remove("/meshes/0/primitives/0/targets").load();
    BOOST_TEST(firstClip(*scene).channels().empty());
    BOOST_TEST(hasWarning(*scene, "moves morph weights, but the mesh at node 3 has no morph targets"));
}

BOOST_AUTO_TEST_CASE(more_keys_than_the_limit_are_refused)
{
    ImportOptions options;
    options.limits.keys = 5;  // three times and then three values
    BOOST_TEST(Asset::rig().refusal(options).getProblem()
               == "has 3 key times or values after 3 in all, but the limit is 5 (ImportLimits::keys)");
}

BOOST_AUTO_TEST_CASE(an_animated_node_with_a_matrix_loads)
{
    const auto scene = Asset::rig().set("/nodes/1/matrix", "[2,0,0,0,0,2,0,0,0,0,2,0,1,1,1,1]").load();
    scene->animationGroups()[0]->goTo(.5);
    BOOST_TEST((scene->nodes()[1]->getPosition() == glm::vec3(0, 0, 1)));
    BOOST_TEST(near(scene->nodes()[1]->getScaling(), glm::dvec3(2, 2, 2), 1e-6));
}

BOOST_AUTO_TEST_SUITE_END()
