#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

#include <armature/animation/animation_group.hpp>

#include "fbx_model.hpp"

/// Helpers for tests in which one curve moves one component of a model's property.
namespace armature::test {

inline constexpr double curvePrecision = 1e-5;

/// A curve, and the stack, layer and curve node through which it moves one number of a model: objects 100 to 103.
/// `data` has four numbers per key: the slope, the slope arriving at the next key, two weights of four digits in the bits of one number,
/// and an unused one. The slopes are written as the bits of floats, as in a text file of version 7.2 or later.
inline std::vector<FbxRecord> animation(const Reals& seconds, const Reals& values, const Integers& flags, const Reals& data)
{
    Integers bits;
    for (std::size_t number = 0; number < data.size(); ++number) {
        bits.push_back(number % 4 < 2 ? std::bit_cast<std::int32_t>(static_cast<float>(data[number]))
                                      : static_cast<std::int64_t>(data[number]));
    }
    Integers times;
    Integers counts;
    for (const double time : seconds) {
        times.push_back(static_cast<std::int64_t>(std::llround(time * static_cast<double>(fbxSecond))));
    }
    counts.assign(flags.size(), 1);
    return {{"AnimationStack", {std::int64_t{100}, std::string("AnimStack::take"), std::string()}, {}},
            {"AnimationLayer", {std::int64_t{101}, std::string("AnimLayer::layer"), std::string()}, {}},
            {"AnimationCurveNode", {std::int64_t{102}, std::string("AnimCurveNode::node"), std::string()}, {}},
            {"AnimationCurve",
             {std::int64_t{103}, std::string("AnimCurve::curve"), std::string()},
             {{"KeyTime", {times}, {}},
              {"KeyValueFloat", {values}, {}},
              {"KeyAttrFlags", {flags}, {}},
              {"KeyAttrDataFloat", {bits}, {}},
              {"KeyAttrRefCount", {counts}, {}}}}};
}

inline std::vector<FbxRecord> animationConnections(std::int64_t target, const std::string& property, const std::string& axis)
{
    return {fbxConnection(101, 100), fbxConnection(102, 101), fbxConnection(102, target, property), fbxConnection(103, 102, axis)};
}

template <class Value>
std::vector<Value> operator+(std::vector<Value> first, const std::vector<Value>& second)
{
    first.insert(first.end(), second.begin(), second.end());
    return first;
}

inline const AnimationClip& clipOf(const Scene& scene)
{
    BOOST_TEST_REQUIRE(scene.animationGroups().size() == 1u);
    return scene.animationGroups().front()->getClip();
}

inline const AnimationChannel& channelOf(const AnimationClip& clip, ChannelPath path)
{
    for (const AnimationChannel& channel : clip.channels()) {
        if (channel.path == path) {
            return channel;
        }
    }
    BOOST_TEST_REQUIRE(false, "no such channel");
    return clip.channels().front();
}

inline constexpr std::int64_t holds = 0x2;
inline constexpr std::int64_t isLine = 0x4;
inline constexpr std::int64_t isCubic = 0x8;
inline constexpr std::int64_t isWeighted = 0x3000000;
inline constexpr std::int64_t isAuto = 0x100;
inline constexpr std::int64_t hasSlopes = 0x400;
inline constexpr std::int64_t isFlatNearNeighbors = 0x1000;
inline constexpr std::int64_t isTimeIndependent = 0x2000;
inline constexpr std::int64_t staysBetween = 0x4000;

/// The world x, at a time, of a model that a curve moves along x.
inline double xAt(Scene& scene, double seconds)
{
    scene.animationGroups().front()->goTo(seconds);
    return static_cast<double>(scene.findTransformNode("thing")->getWorldMatrix()[3].x);
}

/// A cubic by its values and slopes at the ends of a second (Hermite).
inline double hermite(double from, double slope, double to, double nextSlope, double share)
{
    const double u = share;
    return (1. + 2. * u) * (1. - u) * (1. - u) * from + u * (1. - u) * (1. - u) * slope + u * u * (3. - 2. * u) * to
           + u * u * (u - 1.) * nextSlope;
}

}  // namespace armature::test
