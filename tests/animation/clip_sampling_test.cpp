#include <bit>
#include <cstdlib>
#include <new>
#include <thread>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <animation/random_clips.hpp>
#include <support/allocations/allocation_count.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

namespace {

std::shared_ptr<const AnimationClip> anyClip(Random& random, std::size_t nodes, bool isHostile = false)
{
    const KeyLayout layout = everyLayout[static_cast<std::size_t>(random.integer(0, 3))];
    return AnimationClip::create(randomClip(random, nodes, layout, isHostile));
}

/// A scene with as many nodes as a clip needs, and a mesh with morph targets at each.
struct SamplingStage {
    Scene scene;
    AnimationGroup* group = nullptr;

    SamplingStage(std::size_t nodes, const std::shared_ptr<const AnimationClip>& clip)
    {
        MeshDescription description;
        description.morphWeights.assign(weightCount, 0.f);
        const auto mesh = Mesh::create(std::move(description));
        for (std::size_t node = 0; node < nodes; ++node) {
            scene.addMeshInstance(mesh, scene.createTransformNode("node"));
        }
        group = &scene.createAnimationGroup(clip);
    }

    /// The values that the scene holds for a channel.
    [[nodiscard]] std::vector<float> shown(const AnimationChannel& channel) const
    {
        const Transform parts = scene.nodes()[channel.target.index]->getTransform();
        switch (channel.path) {
        case ChannelPath::Translation: return {parts.translation.x, parts.translation.y, parts.translation.z};
        case ChannelPath::Rotation: return {parts.rotation.x, parts.rotation.y, parts.rotation.z, parts.rotation.w};
        case ChannelPath::Scale: return {parts.scale.x, parts.scale.y, parts.scale.z};
        default: break;
        }
        return scene.meshInstances()[channel.target.index]->getMorphWeights();
    }

    /// The number of channels that differ from AnimationClip::sample in any bit.
    [[nodiscard]] std::size_t wrongChannels(double seconds) const
    {
        const AnimationClip& clip = group->getClip();
        std::size_t wrong = 0;
        for (std::size_t channel = 0; channel < clip.channels().size(); ++channel) {
            std::vector<float> expected(clip.channels()[channel].components);
            clip.sample(channel, seconds, expected);
            const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
            wrong += std::size_t{!std::ranges::equal(shown(clip.channels()[channel]), expected, {}, bits, bits)};
        }
        return wrong;
    }
};

using Numbers = std::vector<double>;

/// The position of a time among a channel's keys: glTF 2.0, Appendix C, in double.
struct Place {
    std::size_t key;
    double way;       // 0 on the key
    double interval;  // 0 before the first key and from the last one on
};

Place placeAmongKeys(std::span<const float> times, double seconds)
{
    if (seconds <= static_cast<double>(times.front())) {
        return {0, 0., 0.};
    }
    std::size_t key = 0;
    while (key + 1 < times.size() && static_cast<double>(times[key + 1]) <= seconds) {
        ++key;
    }
    if (key + 1 == times.size()) {
        return {key, 0., 0.};
    }
    const auto interval = static_cast<double>(times[key + 1]) - static_cast<double>(times[key]);
    return {key, (seconds - static_cast<double>(times[key])) / interval, interval};
}

Numbers keyOf(const AnimationChannel& channel, std::size_t key, std::size_t part)
{
    const std::size_t value = channel.interpolation == Interpolation::CubicSpline ? 3 * key + part : key;
    Numbers numbers(channel.components);
    for (std::size_t component = 0; component < numbers.size(); ++component) {
        numbers[component] = static_cast<double>(channel.values.at(value, component));
    }
    return numbers;
}

Numbers sumOf(double a, const Numbers& first, double b, const Numbers& second)
{
    Numbers sum(first.size());
    for (std::size_t i = 0; i < sum.size(); ++i) {
        sum[i] = a * first[i] + b * second[i];
    }
    return sum;
}

double dot(const Numbers& a, const Numbers& b)
{
    double sum = 0.;
    for (std::size_t i = 0; i < a.size(); ++i) {
        sum += a[i] * b[i];
    }
    return sum;
}

Numbers slerped(const Numbers& a, const Numbers& b, double way)
{
    const double cosine = dot(a, b);
    const double angle = std::acos(std::min(std::abs(cosine), 1.));
    if (angle < 1e-6) {
        return sumOf(1. - way, a, std::copysign(way, cosine), b);
    }
    return sumOf(std::sin((1. - way) * angle) / std::sin(angle), a, std::copysign(std::sin(way * angle) / std::sin(angle), cosine), b);
}

/// The expected value of a channel at a time.
Numbers valueAt(const AnimationClip& clip, const AnimationChannel& channel, double seconds)
{
    const Place place = placeAmongKeys(clip.timeTrack(channel.timeTrack), seconds);
    const bool isRotation = channel.path == ChannelPath::Rotation;
    const double t = place.way;
    if (channel.interpolation == Interpolation::CubicSpline) {
        Numbers value = keyOf(channel, place.key, 1);
        if (place.interval > 0.) {
            const Numbers here =
                sumOf(2 * t * t * t - 3 * t * t + 1, value, place.interval * (t * t * t - 2 * t * t + t), keyOf(channel, place.key, 2));
            const Numbers next = sumOf(3 * t * t - 2 * t * t * t, keyOf(channel, place.key + 1, 1), place.interval * (t * t * t - t * t),
                                       keyOf(channel, place.key + 1, 0));
            value = sumOf(1., here, 1., next);
        }
        return isRotation ? sumOf(1. / std::sqrt(dot(value, value)), value, 0., value) : value;
    }
    const Numbers key = keyOf(channel, place.key, 0);
    if (channel.interpolation == Interpolation::Step || place.interval == 0.) {
        return key;
    }
    const Numbers next = keyOf(channel, place.key + 1, 0);
    return isRotation ? slerped(key, next, t) : sumOf(1. - t, key, t, next);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(clip_sampling)

// The reference is AnimationClip::sample, channel by channel. Cursors, batches and padding must not affect results.
BOOST_AUTO_TEST_CASE(a_group_writes_the_bits_that_its_channels_give_one_by_one)
{
    Random random(7);
    for (int round = 0; round < 60; ++round) {
        const auto nodes = static_cast<std::size_t>(random.integer(1, 40));
        const auto clip = anyClip(random, nodes, round % 3 == 0);
        SamplingStage stage(nodes, clip);
        for (int jump = 0; jump < 20; ++jump) {
            stage.group->goTo(static_cast<double>(random.real(-0.5f, 1.1f * static_cast<float>(clip->getDuration()))));
            BOOST_TEST(stage.wrongChannels(stage.group->getCurrentTime()) == 0u);
        }
        for (const double speed : {1., -3., 0.01}) {
            stage.group->play({.speedRatio = speed});
            for (int frame = 0; frame < 40; ++frame) {
                stage.scene.animate(0.031);
                BOOST_TEST(stage.wrongChannels(stage.group->getCurrentTime()) == 0u);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(every_key_time_shows_its_key)
{
    Random random(8);
    for (int round = 0; round < 20; ++round) {
        const auto clip = anyClip(random, 6);
        SamplingStage stage(6, clip);
        for (const AnimationChannel& channel : clip->channels()) {
            if (channel.interpolation == Interpolation::CubicSpline) {
                continue;
            }
            const auto times = clip->timeTrack(channel.timeTrack);
            for (std::size_t key = 0; key < times.size(); ++key) {
                stage.group->goTo(static_cast<double>(times[key]));
                std::vector<float> value;
                for (std::size_t component = 0; component < channel.components; ++component) {
                    value.push_back(channel.values.at(key, component));
                }
                BOOST_TEST(stage.shown(channel) == value, boost::test_tools::per_element());
            }
        }
    }
}

// Compares with the formulas of glTF 2.0, Appendix C, computed in double above. Key values here are below 4, values on splines below 30.
BOOST_AUTO_TEST_CASE(every_layout_of_keys_follows_the_formulas)
{
    Random random(11);
    double farthest = 0.;
    std::size_t compared = 0;
    for (int round = 0; round < 40; ++round) {
        const auto clip = AnimationClip::create(randomClip(random, 30, everyLayout[static_cast<std::size_t>(round % 4)]));
        SamplingStage stage(30, clip);
        for (int jump = 0; jump < 10; ++jump) {
            stage.group->goTo(static_cast<double>(random.real(0.f, static_cast<float>(clip->getDuration()))));
            for (const AnimationChannel& channel : clip->channels()) {
                const Numbers expected = valueAt(*clip, channel, stage.group->getCurrentTime());
                const std::vector<float> shown = stage.shown(channel);
                for (std::size_t component = 0; component < expected.size(); ++component) {
                    farthest = std::max(farthest, std::abs(static_cast<double>(shown[component]) - expected[component]));
                    ++compared;
                }
            }
        }
    }
    BOOST_TEST(compared > 50'000u);
    BOOST_TEST(farthest < 4e-6);
}

BOOST_AUTO_TEST_CASE(thousands_of_channels_have_times_of_their_own)
{
    constexpr std::size_t nodes = 4000;
    ClipBuilder builder;
    for (std::size_t node = 0; node < nodes; ++node) {
        const float end = 1.f + static_cast<float>(node) * 0x1p-10f;
        builder.node(node).channel(ChannelPath::Translation, Interpolation::Linear, {0.f, end}, {0, 0, 0, end, 2 * end, -end});
    }
    const auto clip = builder.create();
    BOOST_TEST(clip->timeTrackCount() == nodes);
    Scene scene;
    for (std::size_t node = 0; node < nodes; ++node) {
        scene.createTransformNode("node");
    }
    AnimationGroup& group = scene.createAnimationGroup(clip);
    for (const double seconds : {0., 0.5, 0.99, 2.5, 0.25}) {
        group.goTo(seconds);
        std::size_t wrong = 0;
        for (std::size_t node = 0; node < nodes; ++node) {
            const double x = std::min(seconds, 1. + static_cast<double>(node) / 1024.);
            wrong += std::size_t{!near(scene.nodes()[node]->getTransform().translation, glm::vec3(x, 2 * x, -x), 2e-6)};
        }
        BOOST_TEST(wrong == 0u);
    }
}

BOOST_AUTO_TEST_CASE(times_may_be_huge_and_far_apart)
{
    const auto clip = ClipBuilder()
                          .node(0)
                          .channel(ChannelPath::Translation, Interpolation::Linear, {0.f, 3e38f}, {0, 0, 0, 4, 4, 4})
                          .node(1)
                          .channel(ChannelPath::Translation, Interpolation::Linear, {1e-30f, 2e-30f, 1e30f}, {1, 1, 1, 2, 2, 2, 3, 3, 3})
                          .node(2)
                          .channel(ChannelPath::Translation, Interpolation::Step, {1e30f}, {5, 5, 5})
                          .create();
    Scene scene;
    for (int node = 0; node < 3; ++node) {
        scene.createTransformNode("node");
    }
    AnimationGroup& group = scene.createAnimationGroup(clip);
    const auto shows = [&](double seconds, float first, float second) {
        group.goTo(seconds);
        const auto x = [&](std::size_t node) { return scene.nodes()[node]->getTransform().translation.x; };
        BOOST_TEST(x(0) == first);
        BOOST_TEST(x(1) == second);
        BOOST_TEST(x(2) == 5.f);
    };
    const auto largest = static_cast<double>(3e38f);
    shows(largest, 4.f, 3.f);
    shows(largest / 2, 2.f, 3.f);
    shows(static_cast<double>(1e-30f), 0.f, 1.f);
    shows(static_cast<double>(2e-30f), 0.f, 2.f);
    shows(0., 0.f, 1.f);
    shows(largest / 4, 1.f, 3.f);
}

BOOST_AUTO_TEST_CASE(equal_key_times_are_one_track)
{
    const auto clip = ClipBuilder()
                          .node(0)
                          .channel(ChannelPath::Translation, Interpolation::Linear, {0.f, 1.f}, {0, 0, 0, 1, 1, 1})
                          .channel(ChannelPath::Scale, Interpolation::Step, {0.f, 1.f}, {1, 1, 1, 2, 2, 2})
                          .node(1)
                          .channel(ChannelPath::Scale, Interpolation::Step, {0.f, 2.f}, {1, 1, 1, 2, 2, 2})
                          .create();
    BOOST_TEST(clip->timeTrackCount() == 2u);
    BOOST_TEST(clip->channels()[0].timeTrack == clip->channels()[1].timeTrack);
    BOOST_TEST(clip->channels()[0].timeTrack != clip->channels()[2].timeTrack);
}

BOOST_AUTO_TEST_CASE(playing_allocates_nothing)
{
    Random random(9);
    const auto clip = anyClip(random, 30);
    SamplingStage stage(30, clip);
    stage.group->play();
    stage.scene.animate(0.1);
    const AllocationCount allocations;
    for (int frame = 0; frame < 200; ++frame) {
        stage.scene.animate(0.05);
    }
    stage.group->goTo(0.3);
    stage.group->setSpeedRatio(-2.);
    stage.scene.animate(1.);
    BOOST_TEST(allocations.sinceConstruction() == 0u);
    BOOST_TEST(anyClip(random, 1) != nullptr);
    BOOST_TEST(allocations.sinceConstruction() > 0u);  // the counter works
}

BOOST_AUTO_TEST_CASE(threads_share_a_clip, *boost::unit_test::label("threads"))
{
    Random random(10);
    const auto clip = anyClip(random, 12);
    std::vector<std::unique_ptr<SamplingStage>> stages;
    for (int i = 0; i < 4; ++i) {
        stages.push_back(std::make_unique<SamplingStage>(12, clip));
    }
    std::vector<std::thread> threads;
    for (const auto& stage : stages) {
        threads.emplace_back([&] {
            stage->group->play();
            for (int frame = 0; frame < 100; ++frame) {
                stage->scene.animate(0.0371);
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (const auto& stage : stages) {
        BOOST_TEST(stage->wrongChannels(stages[0]->group->getCurrentTime()) == 0u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
