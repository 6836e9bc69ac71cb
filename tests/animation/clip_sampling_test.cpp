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
struct Stage {
    Scene scene;
    AnimationGroup* group = nullptr;

    Stage(std::size_t nodes, const std::shared_ptr<const AnimationClip>& clip)
    {
        MeshDescription description;
        description.morphWeights.assign(weightCount, 0.f);
        const auto mesh = Mesh::create(std::move(description));
        for (std::size_t node = 0; node < nodes; ++node) {
            scene.addMeshInstance(mesh, scene.createTransformNode("node"));
        }
        group = &scene.createAnimationGroup(clip);
    }

    /// What the scene holds for a channel.
    [[nodiscard]] std::vector<float> shown(const AnimationChannel& channel) const
    {
        const Transform parts = scene.nodes()[channel.target.index]->getTransform();
        switch (channel.path) {
        case ChannelPath::Translation: return {parts.translation.x, parts.translation.y, parts.translation.z};
        case ChannelPath::Rotation: return {parts.rotation.x, parts.rotation.y, parts.rotation.z, parts.rotation.w};
        case ChannelPath::Scale: return {parts.scale.x, parts.scale.y, parts.scale.z};
        case ChannelPath::Weights: break;
        }
        return scene.meshInstances()[channel.target.index]->getMorphWeights();
    }

    /// How many channels differ from AnimationClip::sample in any bit.
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

}  // namespace

BOOST_AUTO_TEST_SUITE(clip_sampling)

// The clip's channels one by one are the reference; cursors, batches and padding must not show.
BOOST_AUTO_TEST_CASE(a_group_writes_the_bits_that_its_channels_give_one_by_one)
{
    Random random(7);
    for (int round = 0; round < 60; ++round) {
        const auto nodes = static_cast<std::size_t>(random.integer(1, 40));
        const auto clip = anyClip(random, nodes, round % 3 == 0);
        Stage stage(nodes, clip);
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
        Stage stage(6, clip);
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

BOOST_AUTO_TEST_CASE(playing_allocates_nothing)
{
    Random random(9);
    const auto clip = anyClip(random, 30);
    Stage stage(30, clip);
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
    BOOST_TEST(allocations.sinceConstruction() > 0u);  // it does count
}

BOOST_AUTO_TEST_CASE(threads_share_a_clip, *boost::unit_test::label("threads"))
{
    Random random(10);
    const auto clip = anyClip(random, 12);
    std::vector<std::unique_ptr<Stage>> stages;
    for (int i = 0; i < 4; ++i) {
        stages.push_back(std::make_unique<Stage>(12, clip));
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
