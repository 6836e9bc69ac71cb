#include <animation/mixer_scene.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/random.hpp>

using namespace armature;
using namespace armature::test;

namespace {

constexpr Interpolation interpolations[] = {Interpolation::Step, Interpolation::Linear, Interpolation::CubicSpline};

void append(std::vector<float>& values, const glm::vec3& v)
{
    values.insert(values.end(), {v.x, v.y, v.z});
}

void append(std::vector<float>& values, const glm::quat& q)
{
    values.insert(values.end(), {q.x, q.y, q.z, q.w});
}

/// Three keys of each part for bone 1. Cubic channels get random tangents.
std::shared_ptr<const AnimationClip> threeKeyClip(Random& random, Interpolation interpolation)
{
    const bool isCubic = interpolation == Interpolation::CubicSpline;
    std::vector<float> translation;
    std::vector<float> rotation;
    std::vector<float> scale;
    for (int key = 0; key < 3; ++key) {
        for (int part = 0; part < (isCubic ? 3 : 1); ++part) {
            append(translation, random.vector(-3, 3));
            append(rotation, random.rotation());
            append(scale, random.vector(0.5f, 2));
        }
    }
    const std::vector<float> times{0, 0.5f, 2};
    return ClipBuilder("clip")
        .bone(0, 1)
        .channel(ChannelPath::Translation, interpolation, times, translation)
        .channel(ChannelPath::Rotation, interpolation, times, rotation)
        .channel(ChannelPath::Scale, interpolation, times, scale)
        .create();
}

Transform poseAt(const AnimationClip& clip, double seconds)
{
    const auto t = sampled(clip, 0, seconds);
    const auto r = sampled(clip, 1, seconds);
    const auto s = sampled(clip, 2, seconds);
    return {glm::vec3(glm::dvec3(t[0], t[1], t[2])), glm::quat(glm::dquat(r[3], r[0], r[1], r[2])),
            glm::vec3(glm::dvec3(s[0], s[1], s[2]))};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(additive_clip)

// Expected values, in double from the poses of both clips: translation - reference, inverse(reference) * rotation, scale / reference.
BOOST_AUTO_TEST_CASE(differences_are_exact_at_all_times_and_for_all_interpolations)
{
    Random random(621);
    for (const Interpolation interpolation : interpolations) {
        const auto clip = threeKeyClip(random, interpolation);
        const auto reference = threeKeyClip(random, Interpolation::Linear);
        const auto difference = makeAdditiveClip(*clip, *reference, 0.3);
        BOOST_TEST(difference->getName() == "clip");
        const Transform from = poseAt(*reference, 0.3);
        for (const double seconds : {0., 0.1, 0.5, 0.77, 1.9, 2.}) {
            const Transform to = poseAt(*clip, seconds);
            const Transform actual = poseAt(*difference, seconds);
            BOOST_TEST(near(actual.translation, glm::dvec3(to.translation) - glm::dvec3(from.translation), 1e-6));
            BOOST_TEST(nearRotation(actual.rotation, glm::inverse(glm::dquat(from.rotation)) * glm::dquat(to.rotation), 1e-6));
            BOOST_TEST(near(actual.scale, glm::dvec3(to.scale) / glm::dvec3(from.scale), 1e-6));
        }
    }
}

BOOST_AUTO_TEST_CASE(a_reference_and_its_difference_are_the_clip)
{
    Random random(622);
    for (const Interpolation interpolation : interpolations) {
        MixerRig rig;
        const auto clip = threeKeyClip(random, interpolation);
        const auto reference = threeKeyClip(random, Interpolation::Step);
        rig.mixer.addLayer(reference).play({.speedRatio = 0});
        AnimationLayer& difference = rig.mixer.addLayer(makeAdditiveClip(*clip, *reference), {.isAdditive = true});
        BOOST_TEST(difference.isAdditive());
        difference.play();
        for (int frame = 0; frame < 8; ++frame) {
            rig.scene.animate(0.23);
            const Transform expected = poseAt(*clip, difference.getCurrentTime());
            const Transform actual = rig.bones[1]->getTransform();
            BOOST_TEST(near(actual.translation, expected.translation, 1e-6));
            BOOST_TEST(nearRotation(actual.rotation, glm::normalize(glm::dquat(expected.rotation)), 1e-6));
            BOOST_TEST(near(actual.scale, expected.scale, 1e-6));
        }
    }
}

// By hand: the arm is turned by 90 degrees about z, so its own x axis points along y. The nod turns by 90 degrees about x. Its clip's
// reference is not turned, so the nod is about the arm's own x axis: it takes the arm's z axis to the arm's -y, which is the parent's +x.
// Multiplied on the other side, the difference would turn about the parent's x and take z to -y.
BOOST_AUTO_TEST_CASE(additive_layers_turn_in_the_bones_own_axes)
{
    MixerRig rig;
    const float half = std::sqrt(0.5f);
    const auto nod = ClipBuilder("nod")
                         .bone(0, 1)
                         .channel(ChannelPath::Rotation, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, half, 0, 0, half})
                         .create();
    rig.mixer.addLayer(poseClip("turned", 1, {{}, glm::quat(half, 0.f, 0.f, half), {1, 1, 1}})).play();
    rig.mixer.addLayer(makeAdditiveClip(*nod), {.isAdditive = true}).play({.loop = false});
    rig.scene.animate(1.);
    BOOST_TEST(near(rig.bones[1]->getRotationQuaternion() * glm::vec3(0, 0, 1), glm::vec3(1, 0, 0), 1e-6));
}

BOOST_AUTO_TEST_CASE(differences_are_masked_weighted_and_added_to_the_rest_where_there_is_no_other_layer)
{
    MixerRig rig;
    ClipBuilder builder("shift");
    for (std::size_t bone = 0; bone < 3; ++bone) {
        builder.bone(0, bone).channel(ChannelPath::Translation, Interpolation::Linear, {0, 1}, {5, 5, 5, 9, 5, 5});
    }
    AnimationLayer& shift = rig.mixer.addLayer(makeAdditiveClip(*builder.create()), {.weight = 0.5f, .isAdditive = true});
    shift.play({.loop = false});
    shift.setMask(*rig.bones[0], 0);
    shift.setMask(*rig.bones[2], 0.5f);
    rig.scene.animate(2.);
    BOOST_TEST(near(rig.position(0), glm::vec3(0, 1, 0), 0.));
    BOOST_TEST(near(rig.position(1), glm::vec3(2, 1, 0), 1e-6));
    BOOST_TEST(near(rig.position(2), glm::vec3(1, 1, 0), 1e-6));
}

BOOST_AUTO_TEST_CASE(channels_that_the_reference_lacks_refer_to_their_own_first_key)
{
    const auto clip =
        ClipBuilder("clip").bone(0, 1).channel(ChannelPath::Translation, Interpolation::Linear, {0, 1}, {1, 2, 3, 5, 5, 5}).create();
    const auto other = poseClip("other", 0, at(100, 0, 0));
    const auto difference = makeAdditiveClip(*clip, *other);
    BOOST_TEST(sampled(*difference, 0, 0.) == (std::vector<double>{0, 0, 0}));
    BOOST_TEST(sampled(*difference, 0, 1.) == (std::vector<double>{4, 3, 2}));
}

BOOST_AUTO_TEST_CASE(scales_of_zero_have_no_multiples)
{
    const auto scaled = [](std::vector<float> values) {
        return ClipBuilder("flat").bone(0, 1).channel(ChannelPath::Scale, Interpolation::Linear, {0, 1}, std::move(values)).create();
    };
    const auto stays = makeAdditiveClip(*scaled({0, 1, 2, 0, 3, 2}));
    BOOST_TEST(sampled(*stays, 0, 1.) == (std::vector<double>{1, 3, 1}));
    BOOST_CHECK_EXCEPTION((void)makeAdditiveClip(*scaled({0, 1, 2, 4, 3, 2})), std::invalid_argument,
                          says("additive clip \"flat\": the scale 4 of bone 1 of skeleton 0 is not a multiple of its reference 0"));
}

BOOST_AUTO_TEST_CASE(a_refusal_shows_names_in_a_line)
{
    ClipBuilder builder("flat");
    builder.bone(0, 1).channel(ChannelPath::Scale, Interpolation::Linear, {0, 1}, {0, 1, 2, 4, 3, 2});
    builder.description().channels[0].target.name = "arm\nleft";
    BOOST_CHECK_EXCEPTION((void)makeAdditiveClip(*builder.create()), std::invalid_argument, [](const std::invalid_argument& error) {
        const std::string_view words = error.what();
        return words.find("arm") != std::string_view::npos && words.find('\n') == std::string_view::npos;
    });
}

BOOST_AUTO_TEST_SUITE_END()
