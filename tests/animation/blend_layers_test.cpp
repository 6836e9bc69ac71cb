#include <algorithm>
#include <cmath>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "animation/clip/kernels/blend_kernels.hpp"

#include <animation/blend_lanes.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

AlignedVector<WeightLanes> randomWeights(Random& random, std::size_t blocks)
{
    AlignedVector<WeightLanes> result(blocks);
    for (WeightLanes& block : result) {
        for (auto& part : block.part) {
            for (float& weight : part) {
                weight = random.chance(0.3) ? static_cast<float>(random.integer(0, 1)) : random.real(0.f, 1.f);
            }
        }
    }
    return result;
}

/// The result that blendLayers documents, in double.
Transform meanOf(std::span<const BlendLayer> layers, const Blocks& rest, std::size_t i)
{
    const Transform atRest = get(rest, i);
    glm::dvec3 sum[2] = {glm::dvec3(0.), glm::dvec3(0.)};
    glm::dquat rotation(0., 0., 0., 0.);
    double weight[3] = {0., 0., 0.};
    for (const BlendLayer& layer : layers) {
        const Blocks pose(layer.pose.begin(), layer.pose.end());
        const Transform transform = get(pose, i);
        double w[3];
        for (std::size_t part = 0; part < 3; ++part) {
            const float lane = layer.laneWeights.empty() ? 1.f : layer.laneWeights[i / laneCount].part[part][i % laneCount];
            w[part] = static_cast<double>(layer.weight) * static_cast<double>(lane);
            weight[part] += w[part];
        }
        sum[0] += w[0] * glm::dvec3(transform.translation);
        rotation += w[1] * alignedTo(glm::dquat(atRest.rotation), transform.rotation);
        sum[1] += w[2] * glm::dvec3(transform.scale);
    }
    const auto mean = [](const glm::dvec3& total, double weightSum, const glm::vec3& restPart) {
        return weightSum >= 1. ? total / weightSum : total + (1. - weightSum) * glm::dvec3(restPart);
    };
    const glm::dquat whole = rotation + std::max(1. - weight[1], 0.) * glm::dquat(atRest.rotation);
    return {glm::vec3(mean(sum[0], weight[0], atRest.translation)), glm::quat(glm::normalize(whole)),
            glm::vec3(mean(sum[1], weight[2], atRest.scale))};
}

void checkNear(const Transform& actual, const Transform& expected, double tolerance)
{
    BOOST_TEST(near(actual.translation, expected.translation, tolerance));
    BOOST_TEST(near(actual.rotation, expected.rotation, tolerance));
    BOOST_TEST(near(actual.scale, expected.scale, tolerance));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(blend_layers)

BOOST_AUTO_TEST_CASE(layers_equal_the_reference_bit_for_bit)
{
    Random random(505);
    for (std::size_t length = 1; length <= largestLength; ++length) {
        const Blocks rest = hostile(random, length);
        std::vector<Blocks> poses;
        std::vector<AlignedVector<WeightLanes>> masks;
        for (int i = 0; i < 4; ++i) {
            poses.push_back(hostile(random, length));
            makeOpposite(random, rest, poses.back());
            masks.push_back(randomWeights(random, rest.size()));
        }
        for (std::size_t count = 0; count <= poses.size(); ++count) {
            std::vector<BlendLayer> layers;
            for (std::size_t i = 0; i < count; ++i) {
                const bool isMasked = random.chance(0.5);
                layers.push_back(
                    {poses[i], random.real(0.f, 1.f), isMasked ? std::span<const WeightLanes>(masks[i]) : std::span<const WeightLanes>()});
            }
            Blocks expected(rest.size());
            Blocks actual(rest.size());
            reference::blendLayers(layers, rest, expected);
            blendLayers(layers, rest, actual);
            BOOST_REQUIRE_MESSAGE(sameBits(actual, expected), "length " << length << ", layers " << count);
            if (count > 0) {
                reference::addLayer(layers.back(), expected);
                addLayer(layers.back(), actual);
                BOOST_REQUIRE_MESSAGE(sameBits(actual, expected), "length " << length << ", adding layer " << count);
            }
        }
    }
}

// Expected values: the same sums in double, by meanOf.
BOOST_AUTO_TEST_CASE(layers_blend_to_their_weighted_mean)
{
    Random random(506);
    const Blocks rest = ordinaryBlocks(random, 3);
    const Blocks poses[] = {ordinaryBlocks(random, 3), ordinaryBlocks(random, 3), ordinaryBlocks(random, 3)};
    const auto mask = randomWeights(random, 3);
    for (const float weight : {0.f, 0.1f, 0.5f, 1.f, 2.f}) {
        const BlendLayer layers[] = {{poses[0], 0.3f, {}}, {poses[1], weight, mask}, {poses[2], 0.2f, mask}};
        Blocks out(3);
        blendLayers(layers, rest, out);
        for (std::size_t i = 0; i < rest.size() * laneCount; ++i) {
            checkNear(get(out, i), meanOf(layers, rest, i), 3e-6);
        }
    }
}

BOOST_AUTO_TEST_CASE(the_order_of_layers_does_not_matter)
{
    Random random(507);
    const Blocks rest = ordinaryBlocks(random, 4);
    std::vector<Blocks> poses;
    poses.reserve(5);
    for (int i = 0; i < 5; ++i) {
        poses.push_back(ordinaryBlocks(random, 4));
    }
    std::vector<BlendLayer> layers;
    layers.reserve(poses.size());
    for (const Blocks& pose : poses) {
        layers.push_back({pose, random.real(0.1f, 0.5f), {}});
    }
    Blocks first(4);
    blendLayers(layers, rest, first);
    for (int round = 0; round < 20; ++round) {
        std::ranges::shuffle(layers, random.engine());
        Blocks other(4);
        blendLayers(layers, rest, other);
        for (std::size_t i = 0; i < rest.size() * laneCount; ++i) {
            checkNear(get(other, i), get(first, i), 2e-6);  // five rounded sums
        }
    }
    // A sum of two layers does not depend on their order at all.
    const BlendLayer two[] = {layers[0], layers[1]};
    const BlendLayer swapped[] = {layers[1], layers[0]};
    Blocks other(4);
    blendLayers(two, rest, first);
    blendLayers(swapped, rest, other);
    BOOST_TEST(sameBits(first, other));
}

BOOST_AUTO_TEST_CASE(the_signs_of_rotations_do_not_matter)
{
    Random random(508);
    const Blocks rest = ordinaryBlocks(random, 2);
    const Blocks a = ordinaryBlocks(random, 2);
    const Blocks b = ordinaryBlocks(random, 2);
    Blocks turnedB = b;
    for (std::size_t i = 0; i < b.size() * laneCount; ++i) {
        Transform transform = get(b, i);
        transform.rotation = -transform.rotation;
        put(turnedB, i, transform);
    }
    const BlendLayer layers[] = {{a, 0.5f, {}}, {b, 0.4f, {}}};
    const BlendLayer turnedLayers[] = {{a, 0.5f, {}}, {turnedB, 0.4f, {}}};
    Blocks expected(2);
    Blocks actual(2);
    blendLayers(layers, rest, expected);
    blendLayers(turnedLayers, rest, actual);
    BOOST_TEST(sameBits(actual, expected));
}

BOOST_AUTO_TEST_CASE(no_layers_and_rotations_that_cancel_out_leave_the_rest)
{
    Blocks rest(1);
    Blocks up(1);
    Blocks down(1);
    const Transform atRest{{1, 2, 3}, glm::quat(0.6f, 0.8f, 0.f, 0.f), {1, -1, 0}};
    for (std::size_t i = 0; i < laneCount; ++i) {
        put(rest, i, atRest);
        put(up, i, {{}, glm::quat(0.f, 0.f, 1.f, 0.f), {}});
        put(down, i, {{}, glm::quat(0.f, 0.f, -1.f, 0.f), {}});
    }
    Blocks out(1);
    blendLayers({}, rest, out);
    BOOST_TEST((get(out, 0).translation == atRest.translation));
    BOOST_TEST((get(out, 0).scale == atRest.scale));
    BOOST_TEST(near(get(out, 0).rotation, atRest.rotation, 1e-7));
    // Both are at right angles to the rest in four dimensions, so no sign brings them nearer to it.
    const BlendLayer layers[] = {{up, 0.5f, {}}, {down, 0.5f, {}}};
    blendLayers(layers, rest, out);
    BOOST_TEST(near(get(out, 0).rotation, atRest.rotation, 0.));
}

// By hand: the base turns 90 degrees about z, the difference 90 degrees about x. Applied in the bone's own axes (base * difference), the
// difference takes +z to -y, and the base takes that to +x. Multiplied on the other side, +z would go to -y.
BOOST_AUTO_TEST_CASE(a_difference_turns_in_the_bones_own_axes)
{
    const float half = std::sqrt(0.5f);
    const Transform base{{1, 2, 3}, glm::quat(half, 0.f, 0.f, half), {2, 2, 2}};
    const Transform difference{{10, 20, 30}, glm::quat(half, half, 0.f, 0.f), {3, 1, 0.5f}};
    Blocks pose(1);
    Blocks change(1);
    for (std::size_t i = 0; i < laneCount; ++i) {
        put(pose, i, base);
        put(change, i, difference);
    }
    addLayer({change, 1.f, {}}, pose);
    const Transform sum = get(pose, 7);
    BOOST_TEST(near(sum.rotation * glm::vec3(0, 0, 1), glm::vec3(1, 0, 0), 1e-6));
    BOOST_TEST(near(sum.translation, glm::vec3(11, 22, 33), 0.));
    BOOST_TEST(near(sum.scale, glm::vec3(6, 2, 1), 0.));
}

// By hand: half of a turn by 90 degrees, in a straight line and normalised, is 45 degrees; half of a scale by 3 is 2; a mask of 0 adds
// nothing.
BOOST_AUTO_TEST_CASE(a_weight_scales_a_difference)
{
    const float half = std::sqrt(0.5f);
    Blocks base(1);
    Blocks change(1);
    AlignedVector<WeightLanes> mask(1);
    for (std::size_t i = 0; i < laneCount; ++i) {
        put(base, i, {{1, 1, 1}, glm::quat(1.f, 0.f, 0.f, 0.f), {1, 1, 1}});
        put(change, i, {{2, 0, 0}, i % 2 == 0 ? glm::quat(half, 0.f, half, 0.f) : glm::quat(-half, 0.f, -half, 0.f), {3, 1, 1}});
        for (auto& part : mask[0].part) {
            part[i] = i < 8 ? 1.f : 0.f;
        }
    }
    Blocks pose = base;
    addLayer({change, 0.5f, mask}, pose);
    for (std::size_t i = 0; i < laneCount; ++i) {
        const Transform sum = get(pose, i);
        const Transform expected =
            i < 8 ? Transform{{2, 1, 1}, glm::angleAxis(glm::radians(45.f), glm::vec3(0, 1, 0)), {2, 1, 1}} : get(base, i);
        checkNear(sum, expected, 1e-6);
    }
}

BOOST_AUTO_TEST_SUITE_END()
