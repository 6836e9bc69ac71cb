#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <thread>

#include <armature/math/decompose.hpp>

#include <animation/mixer_scene.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>
#include <support/rounds.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr std::array paths{ChannelPath::Translation, ChannelPath::Rotation, ChannelPath::Scale};

/// A clip that animates some parts of some bones, with two keys each.
std::shared_ptr<const AnimationClip> clipOfProgram(Random& random, std::size_t bones, std::optional<double> seconds = {})
{
    ClipBuilder builder("clip");
    const float duration = seconds ? static_cast<float>(*seconds) : random.real(0.2f, 3.f);
    for (std::size_t bone = 0; bone < bones; ++bone) {
        builder.bone(0, bone);
        for (const ChannelPath path : paths) {
            if (!random.chance(0.6)) {
                continue;
            }
            std::vector<float> values;
            for (int key = 0; key < 2; ++key) {
                const glm::quat rotation = random.rotation();
                const glm::vec3 vector = random.vector(-2, 2);
                const bool isRotation = path == ChannelPath::Rotation;
                values.insert(values.end(),
                              {isRotation ? rotation.x : vector.x, isRotation ? rotation.y : vector.y, isRotation ? rotation.z : vector.z});
                if (isRotation) {
                    values.push_back(rotation.w);
                }
            }
            builder.channel(path, Interpolation::Linear, {0, duration}, std::move(values));
        }
    }
    return builder.create();
}

/// A random program of calls on a mixer, and the mixer's documented result, computed in double from what its layers report.
class Program {
public:
    explicit Program(std::uint64_t seed) : random_(seed)
    {
        for (const std::size_t linked : {1u, 3u}) {
            rig_.bones[linked]->linkTransformNode(&rig_.scene.createTransformNode("driver"), LinkMode::ForwardWrites);
        }
    }

    void step()
    {
        const int calls = random_.integer(0, 3);
        for (int i = 0; i < calls; ++i) {
            call();
        }
        const Transform before = walker_.getTransform();
        rig_.scene.animate(random_.integer(-5, 30) / 64.);
        if (checksPose_) {
            checkPose();
            checkTravel(before);
        }
        checksPose_ = true;
    }

    std::size_t checkedParts = 0;
    std::size_t firedEvents = 0;
    std::size_t travels = 0;

private:
    [[nodiscard]] AnimationLayer& anyLayer() { return *rig_.mixer.layers()[index(rig_.mixer.layers().size())]; }
    [[nodiscard]] std::size_t index(std::size_t count) { return static_cast<std::size_t>(random_.integer(0, static_cast<int>(count) - 1)); }

    void call()
    {
        const std::size_t count = rig_.mixer.layers().size();
        if (count == 0 || (count < 6 && random_.chance(0.1))) {
            rig_.mixer.addLayer(clipOfProgram(random_, rig_.bones.size()),
                                {.weight = random_.real(0, 1), .isAdditive = random_.chance(0.25)});
            return;
        }
        AnimationLayer& layer = anyLayer();
        switch (random_.integer(0, 15)) {
        case 0: layer.play({.loop = random_.chance(0.7), .speedRatio = static_cast<double>(random_.integer(-4, 4)) / 2.}); break;
        case 1: layer.pause(); break;
        case 2: layer.stop(); break;
        case 3: layer.goTo(static_cast<double>(random_.real(-1, 4))); break;
        case 4: layer.setWeight(random_.real(0, 2)); break;
        case 5: layer.fadeTo(random_.real(0, 1), static_cast<double>(random_.real(0, 1))); break;
        case 6: layer.fadeIn(static_cast<double>(random_.real(0, 1))); break;
        case 7: layer.fadeOut(static_cast<double>(random_.real(0, 1))); break;
        case 8: layer.setMask(*rig_.bones[index(rig_.bones.size())], random_.real(0, 1)); break;
        case 9: layer.setSubtreeMask(*rig_.bones[index(rig_.bones.size())], static_cast<float>(random_.integer(0, 1))); break;
        case 10: layer.setMask(random_.chance(0.8) ? 1.f : 0.f); break;
        case 11: layer.synchronizeWith(random_.chance(0.6) ? &anyLayer() : nullptr); break;
        case 12: addEvent(layer); break;
        case 13: layer.setRootMotion(random_.chance(0.8) ? motionFor(layer) : nullptr); break;
        case 14: rig_.mixer.setRootMotionNode(random_.chance(0.8) ? &walker_ : nullptr); break;
        default: crossFadeOrRemove(layer); break;
        }
    }

    /// The root motion of a random clip that lasts as long as the layer's.
    [[nodiscard]] std::shared_ptr<const RootMotion> motionFor(const AnimationLayer& layer)
    {
        RootMotionOptions options{.extractRotation = random_.chance(0.5), .extractLateralMotion = random_.chance(0.5)};
        if (random_.chance(0.3)) {
            options.source = RootMotionSource::Feet;
            options.feet = {rig_.bones[4]};
        }
        return RootMotion::create(clipOfProgram(random_, rig_.bones.size(), layer.getClip().getDuration()), *rig_.bones[0], options);
    }

    // Actions may make any of the random calls. What they change shows in the next frame, so this frame's pose is not checked.
    void addEvent(AnimationLayer& layer)
    {
        if (layer.isAdditive() || firedEvents > 200) {
            return;
        }
        const double time = layer.getClip().getDuration() * static_cast<double>(random_.real(0, 1));
        layer
            .addEvent(time,
                      [this] {
                          ++firedEvents;
                          checksPose_ = false;
                          if (random_.chance(0.2)) {
                              call();
                          }
                      })
            .release();
    }

    void crossFadeOrRemove(AnimationLayer& layer)
    {
        AnimationLayer& other = anyLayer();
        if (&other != &layer) {
            layer.crossFadeTo(other, static_cast<double>(random_.real(0, 1)));
        } else if (random_.chance(0.5)) {
            rig_.mixer.removeLayer(layer);
        }
    }

    /// Checks that the node moves by the mixer's root motion and by nothing else. There is no root motion unless some layer has one.
    void checkTravel(const Transform& before)
    {
        const RootMotionDelta& motion = rig_.mixer.getRootMotion();
        const bool isMoved = rig_.mixer.getRootMotionNode() != nullptr;
        BOOST_TEST((walker_.getTransform() == (isMoved ? motion.moved(before) : before)));
        BOOST_TEST(std::isfinite(glm::length(motion.offset) + motion.turn));
        const auto layers = rig_.mixer.layers();
        const bool isAny = std::ranges::any_of(layers, [](const AnimationLayer* layer) { return layer->getRootMotion() != nullptr; });
        if (!isAny) {
            BOOST_TEST((motion == RootMotionDelta()));
        }
        travels += motion.offset != glm::dvec3(0.) ? 1u : 0u;
    }

    void checkPose()
    {
        const auto layers = rig_.mixer.layers();
        const bool isAnyActive = std::ranges::any_of(layers, [](const AnimationLayer* layer) { return layer->isActive(); });
        for (const AnimationLayer* layer : layers) {
            BOOST_TEST(layer->getCurrentTime() >= 0.);
            BOOST_TEST(layer->getCurrentTime() <= layer->getClip().getDuration());
        }
        // A layer that has just faded out took part in this frame with a weight of 0 and is inactive now.
        for (std::size_t bone = 0; isAnyActive && bone < rig_.bones.size(); ++bone) {
            const Transform actual = rig_.bones[bone]->getTransform();
            const Transform rest = decompose(toAffine(rig_.bones[bone]->getRestMatrix())).transform;
            if (const auto expected = vectorOf(bone, ChannelPath::Translation, rest.translation)) {
                BOOST_TEST(near(actual.translation, *expected, 2e-5));
            }
            if (const auto expected = vectorOf(bone, ChannelPath::Scale, rest.scale)) {
                BOOST_TEST(near(actual.scale, *expected, 2e-5));
            }
            if (const auto expected = rotationOf(bone, rest.rotation)) {
                BOOST_TEST(nearRotation(actual.rotation, *expected, 2e-4));
            }
        }
    }

    /// A layer's value for one part of a bone, and its weight; nothing if its clip does not animate the part.
    [[nodiscard]] std::optional<std::pair<std::vector<double>, double>> say(const AnimationLayer& layer, std::size_t bone,
                                                                            ChannelPath path) const
    {
        const auto channels = layer.getClip().channels();
        const auto found =
            std::ranges::find_if(channels, [&](const auto& channel) { return channel.target.index == bone && channel.path == path; });
        if (found == channels.end()) {
            return std::nullopt;
        }
        const double mask = static_cast<double>(layer.getMask(*rig_.bones[bone]));
        const double weight = layer.isActive() ? static_cast<double>(layer.getWeight()) * mask : 0.;
        return std::pair(sampled(layer.getClip(), static_cast<std::size_t>(found - channels.begin()), layer.getCurrentTime()), weight);
    }

    [[nodiscard]] std::optional<glm::dvec3> vectorOf(std::size_t bone, ChannelPath path, const glm::dvec3& rest)
    {
        glm::dvec3 sum(0.);
        double weights = 0.;
        bool isAnimated = false;
        for (const bool adds : {false, true}) {
            for (const AnimationLayer* layer : rig_.mixer.layers()) {
                const auto said = say(*layer, bone, path);
                isAnimated = isAnimated || said;
                if (!said || layer->isAdditive() != adds) {
                    continue;
                }
                const glm::dvec3 value(said->first[0], said->first[1], said->first[2]);
                const double weight = said->second;
                if (!adds) {
                    sum += weight * value;
                    weights += weight;
                } else if (path == ChannelPath::Translation) {
                    sum += weight * value;
                } else {
                    sum *= 1. + weight * (value - 1.);
                }
            }
            sum = adds ? sum : (sum + std::max(1. - weights, 0.) * rest) / std::max(weights, 1.);
        }
        checkedParts += isAnimated ? 1u : 0u;
        return isAnimated ? std::optional(sum) : std::nullopt;
    }

    [[nodiscard]] std::optional<glm::dquat> rotationOf(std::size_t bone, const glm::dquat& rest)
    {
        const glm::dquat identity(1., 0., 0., 0.);
        glm::dquat sum(0., 0., 0., 0.);
        double weights = 0.;
        bool isAnimated = false;
        for (const bool adds : {false, true}) {
            for (const AnimationLayer* layer : rig_.mixer.layers()) {
                const auto said = say(*layer, bone, ChannelPath::Rotation);
                isAnimated = isAnimated || said;
                if (!said || layer->isAdditive() != adds) {
                    continue;
                }
                const glm::dquat value(said->first[3], said->first[0], said->first[1], said->first[2]);
                if (adds) {
                    sum = glm::normalize(sum * (identity * (1. - said->second) + alignedTo(identity, value) * said->second));
                } else {
                    sum += said->second * alignedTo(rest, value);
                    weights += said->second;
                }
            }
            if (!adds) {
                sum += std::max(1. - weights, 0.) * rest;
                if (glm::length(sum) < 0.02) {
                    return std::nullopt;  // the rotations nearly cancel out: in float the sum has lost too many digits
                }
                sum = glm::normalize(sum);
            }
        }
        checkedParts += isAnimated ? 1u : 0u;
        return isAnimated ? std::optional(sum) : std::nullopt;
    }

    Random random_;
    MixerRig rig_;
    TransformNode& walker_ = rig_.scene.createTransformNode("walker");
    bool checksPose_ = true;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(animation_mixer)

BOOST_AUTO_TEST_CASE(whatever_is_called_the_pose_is_what_the_layers_say)
{
    std::size_t checkedParts = 0;
    std::size_t firedEvents = 0;
    std::size_t travels = 0;
    const auto programs = static_cast<std::uint64_t>(rounds(40));
    for (std::uint64_t seed = 631; seed < 631 + programs; ++seed) {
        Program program(seed);
        for (int step = 0; step < 150; ++step) {
            program.step();
        }
        checkedParts += program.checkedParts;
        firedEvents += program.firedEvents;
        travels += program.travels;
    }
    BOOST_TEST_MESSAGE("checked " << checkedParts << " parts, fired " << firedEvents << " events, travelled " << travels << " times");
    BOOST_TEST(checkedParts > 250 * programs);
    BOOST_TEST(2 * firedEvents > 5 * programs);
    BOOST_TEST(travels > 5 * programs);
}

// Separate scenes share clips. ThreadSanitizer checks for races; without it, the poses must be equal. The threads make no assertions,
// because Boost's are not thread-safe.
BOOST_AUTO_TEST_CASE(mixers_in_threads_share_clips, *boost::unit_test::label("threads"))
{
    Random random(672);
    const std::array clips{clipOfProgram(random, 5), clipOfProgram(random, 5), makeAdditiveClip(*clipOfProgram(random, 5))};
    std::array<std::array<Transform, 5>, 4> poses;
    std::vector<std::thread> threads;
    threads.reserve(poses.size());
    for (auto& pose : poses) {
        threads.emplace_back([&clips, &pose] {
            MixerRig rig;
            for (const auto& clip : clips) {
                rig.mixer.addLayer(clip, {.weight = 0.5f, .isAdditive = clip == clips[2]}).play();
            }
            for (int frame = 0; frame < 100; ++frame) {
                rig.scene.animate(0.01);
            }
            std::ranges::transform(rig.bones, pose.begin(), [](const Bone* bone) { return bone->getTransform(); });
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (const auto& pose : poses) {
        BOOST_TEST((pose == poses[0]));
    }
}

BOOST_AUTO_TEST_SUITE_END()
