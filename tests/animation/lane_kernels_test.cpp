#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <animation/random_clips.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/same_bits.hpp>

#include "animation/clip/packed_clip.hpp"

using namespace armature;
using namespace armature::test;

namespace {

using LaneNumbers = std::vector<float>;

/// A clip whose channels all have their own key times, so that all channels except weights lie in blocks of lanes.
PackedClip clipOfLanes(Random& random, std::size_t nodes, bool isHostile)
{
    const ClipDescription description =
        AnimationClip::create(randomClip(random, nodes, KeyLayout::TrackForEachChannel, isHostile))->describe();
    return PackedClip(description.name, ClipKeys::of(description));
}

/// The numbers of the channels in blocks.
LaneNumbers shown(const PackedClip& clip, const LaneNumbers& pose)
{
    LaneNumbers result;
    for (const ClipBlock& block : clip.plan().blocks) {
        for (std::size_t component = 0; component < block.components(); ++component) {
            const auto row = pose.begin() + static_cast<std::ptrdiff_t>(block.firstPose + component * blockLanes);
            result.insert(result.end(), row, row + block.laneCount);
        }
    }
    return result;
}

template <class Sample>
LaneNumbers sampledInLanes(const PackedClip& clip, const Sample& sample, double seconds, ClipCursors& cursors)
{
    LaneNumbers pose(clip.poseSize(), 7.f);
    sample(ClipNumbers{clip.times(), clip.values()}, clip.plan().blocks, seconds, cursors.blocks, pose);
    return shown(clip, pose);
}

constexpr auto inLanes = [](auto&&... arguments) { sampleBlocks(arguments...); };
constexpr auto oneByOne = [](auto&&... arguments) { reference::sampleBlocks(arguments...); };

/// Times around all keys and beyond them, in random order.
std::vector<double> momentsOf(const PackedClip& clip, Random& random)
{
    std::vector<double> moments{-1.,
                                0.,
                                1e-300,
                                1e30,
                                std::numeric_limits<double>::infinity(),
                                -std::numeric_limits<double>::infinity(),
                                std::numeric_limits<double>::quiet_NaN()};
    for (std::size_t track = 0; track < clip.timeTrackCount(); ++track) {
        for (const float time : clip.timeTrack(track)) {
            const auto key = static_cast<double>(time);
            moments.insert(moments.end(), {key, std::nextafter(key, 0.), std::nextafter(key, 1e9), key + 0.3});
        }
    }
    for (std::size_t i = moments.size() - 1; i > 0; --i) {
        std::swap(moments[i], moments[static_cast<std::size_t>(random.integer(0, static_cast<int>(i)))]);
    }
    moments.resize(std::min<std::size_t>(moments.size(), 60));
    return moments;
}

/// Key times from 0 up, in six shapes: even, nearly even, each about twice the previous one, all but one at the end or at the beginning,
/// and with long gaps.
std::vector<float> someTimes(Random& random, std::size_t count, int shape)
{
    std::vector<float> times{0.f};
    while (times.size() < count) {
        const auto key = static_cast<float>(times.size());
        const float steps[] = {1.f / 30.f,
                               random.real(0.8f, 1.2f) / 30.f,
                               times.back() + 1e-3f,
                               times.size() == 1 ? 100.f : 1e-3f,
                               times.size() + 1 == count ? 100.f : 1e-3f,
                               random.integer(0, 9) == 0 ? 10.f * key : 1.f / 30.f};
        times.push_back(std::nextafter(times.back() + steps[shape], 1e30f));
    }
    return times;
}

/// A clip of nodes' translations, each with its own key times.
PackedClip clipOfShape(Random& random, std::size_t keys, int shape)
{
    ClipDescription clip;
    clip.name = "shape";
    for (std::size_t node = 0; node < 18; ++node) {
        clip.timeTracks.push_back(someTimes(random, keys, shape));
        ChannelDescription& channel = clip.channels.emplace_back();
        channel.target = {.kind = ChannelTarget::Kind::Node, .name = std::to_string(node)};
        channel.path = ChannelPath::Translation;
        channel.timeTrack = node;
        for (std::size_t number = 0; number < 3 * keys; ++number) {
            channel.values.push_back(static_cast<float>(number));
        }
    }
    return PackedClip(clip.name, ClipKeys::of(clip));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(lane_kernels)

// A search starts from a guess. Keys must be found however their times are distributed.
BOOST_AUTO_TEST_CASE(keys_are_found_however_their_times_lie)
{
    Random random(3);
    for (int shape = 0; shape < 6; ++shape) {
        for (const std::size_t keys : {1u, 2u, 3u, 60u, 100u}) {
            const PackedClip clip = clipOfShape(random, keys, shape);
            for (const double seconds : momentsOf(clip, random)) {
                ClipCursors cursors = clip.makeCursors();
                ClipCursors referenceCursors = clip.makeCursors();
                const LaneNumbers lanes = sampledInLanes(clip, inLanes, seconds, cursors);
                BOOST_TEST(sameBits(lanes, sampledInLanes(clip, oneByOne, seconds, referenceCursors)),
                           "shape " << shape << ", " << keys << " keys, at " << seconds);
            }
        }
    }
}

// Compares the kernels for the processor's instruction set (ARMATURE_SIMD selects one) with plain C++, bit for bit.
BOOST_AUTO_TEST_CASE(lanes_equal_their_reference)
{
    Random random(1);
    for (std::size_t nodes = 1; nodes <= 40; ++nodes) {
        const PackedClip clip = clipOfLanes(random, nodes, nodes % 2 == 0);
        ClipCursors cursors = clip.makeCursors();
        ClipCursors referenceCursors = clip.makeCursors();
        for (const double seconds : momentsOf(clip, random)) {
            const LaneNumbers lanes = sampledInLanes(clip, inLanes, seconds, cursors);
            BOOST_TEST(sameBits(lanes, sampledInLanes(clip, oneByOne, seconds, referenceCursors)));
            BOOST_TEST(std::ranges::all_of(lanes, [](float value) { return std::isfinite(value); }));
        }
    }
}

BOOST_AUTO_TEST_CASE(where_cursors_were_changes_no_result)
{
    Random random(2);
    for (int round = 0; round < 10; ++round) {
        const PackedClip clip = clipOfLanes(random, 20, false);
        ClipCursors wandering = clip.makeCursors();
        const auto check = [&](double seconds) {
            ClipCursors fresh = clip.makeCursors();
            const LaneNumbers expected = sampledInLanes(clip, inLanes, seconds, fresh);
            return sameBits(sampledInLanes(clip, inLanes, seconds, wandering), expected);
        };
        for (double seconds = -0.1; seconds < 6.; seconds += 0.037) {
            BOOST_TEST(check(seconds));
        }
        for (double seconds = 6.; seconds > -0.1; seconds -= 0.37) {
            BOOST_TEST(check(seconds));
        }
        for (const double seconds : momentsOf(clip, random)) {
            BOOST_TEST(check(seconds));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
