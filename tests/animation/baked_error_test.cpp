#include <algorithm>
#include <cmath>
#include <numbers>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <animation/baked_stage.hpp>
#include <animation/clip_builder.hpp>
#include <support/near.hpp>
#include <support/precompiled.hpp>
#include <support/rounds.hpp>

using namespace armature;
using namespace armature::test;

namespace {

// The bones' absolute matrices in skeleton space, in double: the product of translate * rotate * scale down from the roots, and the product
// of the rotations alone.
struct Absolutes {
    Absolutes(const Skeleton& skeleton, const std::vector<Transform>& pose)
    {
        for (const Bone* const bone : skeleton.bones()) {
            glm::dmat4 matrix(1.);
            glm::dquat turn(1., 0., 0., 0.);
            for (const Bone* b = bone; b != nullptr; b = b->getParentBone()) {
                const auto number = static_cast<std::size_t>(std::ranges::find(skeleton.bones(), b) - skeleton.bones().begin());
                const Transform& local = pose[number];
                const glm::dquat rotation(local.rotation);
                matrix = glm::translate(glm::dmat4(1.), glm::dvec3(local.translation)) * glm::mat4_cast(rotation)
                         * glm::scale(glm::dmat4(1.), glm::dvec3(local.scale)) * matrix;
                turn = glm::normalize(rotation) * turn;
            }
            matrices.push_back(matrix);
            turns.push_back(turn);
        }
    }

    std::vector<glm::dmat4> matrices;
    std::vector<glm::dquat> turns;
};

// The largest errors of any bone at a time. The test points are the corners of an octahedron and random points of the sphere.
BakeError errorAt(BakedStage& stage, const std::shared_ptr<const AnimationClip>& clip, const BakedClip& baked, double seconds,
                  double radius)
{
    const Absolutes exact(stage.skeleton, stage.played(clip, seconds));
    const Absolutes approximate(stage.skeleton, sampled(baked, seconds));
    BakeError error;
    for (std::size_t i = 0; i < exact.matrices.size(); ++i) {
        const glm::dmat4 difference = approximate.matrices[i] - exact.matrices[i];
        error.position = std::max(error.position, glm::length(glm::dvec3(difference[3])));
        const auto check = [&](const glm::dvec3& point) {
            error.point = std::max(error.point, glm::length(glm::dvec3(difference * glm::dvec4(point * radius, 1.))));
        };
        for (int axis = 0; axis < 3; ++axis) {
            glm::dvec3 corner(0.);
            corner[axis] = 1.;
            check(corner);
            check(-corner);
            check(glm::dvec3(stage.random.direction()));
        }
        const double cosine = std::abs(glm::dot(exact.turns[i], approximate.turns[i]));
        error.rotation = std::max(error.rotation, 2. * std::acos(std::min(1., cosine)));
    }
    return error;
}

// The largest errors at random times, and just before and at every key and frame.
BakeError worstError(BakedStage& stage, const std::shared_ptr<const AnimationClip>& clip, const BakedClip& baked, double radius)
{
    std::vector<double> times;
    for (int i = 0; i < rounds(600); ++i) {
        times.push_back(static_cast<double>(stage.random.real(0.f, 1.f)) * clip->getDuration());
    }
    for (std::size_t frame = 0; frame < baked.frameCount(); ++frame) {
        times.push_back(static_cast<double>(frame) / baked.getFramesPerSecond());
    }
    for (std::size_t track = 0; track < clip->timeTrackCount(); ++track) {
        times.insert(times.end(), clip->timeTrack(track).begin(), clip->timeTrack(track).end());
    }
    BakeError worst;
    for (std::size_t i = times.size(); i-- > 0;) {
        for (const double seconds : {times[i], std::nextafter(times[i], 0.), times[i] + 1e-9}) {
            const BakeError error = errorAt(stage, clip, baked, seconds, radius);
            worst = {std::max(worst.position, error.position), std::max(worst.point, error.point),
                     std::max(worst.rotation, error.rotation)};
        }
    }
    return worst;
}

std::shared_ptr<const AnimationClip> unevenClip(BakedStage& stage, Interpolation interpolation)
{
    ClipDescription clip;
    clip.name = "uneven";
    for (std::size_t bone = 0; bone < stage.skeleton.bones().size(); ++bone) {
        for (const ChannelPath path : {ChannelPath::Translation, ChannelPath::Rotation, ChannelPath::Scale}) {
            if (stage.random.chance(0.7)) {
                std::vector<float> times{stage.random.real(0.f, 0.3f)};
                while (times.size() < 5) {
                    times.push_back(times.back() + stage.random.real(0.01f, 0.2f));
                }
                stage.addChannel(clip, bone, path, interpolation, std::move(times));
            }
        }
    }
    return AnimationClip::create(std::move(clip));
}

// The test's own rounding error: an AnimationGroup writes floats, and a cosine near 1 cannot resolve angles of less than 1e-7.
constexpr double rounding = 1e-6;

void checkBound(const BakeError& bound, const BakeError& worst)
{
    BOOST_TEST(worst.position <= bound.position + rounding);
    BOOST_TEST(worst.point <= bound.point + rounding);
    BOOST_TEST(worst.rotation <= bound.rotation + rounding);
    // The bound is also tight enough to be useful: at most twice the actual error.
    BOOST_TEST(bound.position <= 2. * worst.position + rounding);
    BOOST_TEST(bound.point <= 2. * worst.point + rounding);
    BOOST_TEST(bound.rotation <= 2. * worst.rotation + rounding);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bake_error)

BOOST_AUTO_TEST_CASE(no_time_is_further_off_than_the_bound_says)
{
    std::size_t number = 0;
    for (const Interpolation interpolation : {Interpolation::Linear, Interpolation::CubicSpline, Interpolation::Step}) {
        for (const bool isQuantized : {false, true}) {
            for (const double rate : {30., 7., 120.}) {
                if (!isAmongRounds(number++)) {
                    continue;
                }
                BOOST_TEST_CONTEXT("interpolation " << static_cast<int>(interpolation) << ", quantised " << isQuantized << ", rate "
                                                    << rate)
                {
                    BakedStage stage(9, 611);
                    const auto clip = unevenClip(stage, interpolation);
                    const auto baked = BakedClip::create(*clip, stage.skeleton, {rate, isQuantized, 0.4});
                    checkBound(baked->getError(), worstError(stage, clip, *baked, 0.4));
                }
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(keys_that_are_frames_leave_the_arc_alone)
{
    BakedStage stage(12, 612);
    const auto clip = stage.movingClip(Interpolation::Linear, evenTimes(10, 30.));
    const auto baked = BakedClip::create(*clip, stage.skeleton, {.maxError = anyError});
    checkBound(baked->getError(), worstError(stage, clip, *baked, 0.1));
}

// 24 keys a second with one gap, as in the corpus's Fox. After the gap the keys lie between the frames of every multiple of 24 except 120.
BOOST_AUTO_TEST_CASE(a_rate_is_found_that_makes_frames_of_all_keys)
{
    BakedStage stage(3, 620);
    std::vector<float> times;
    for (int tick = 0; tick < 120; tick += tick == 40 ? 24 : 5) {
        times.push_back(static_cast<float>(tick) / 120.f);
    }
    ClipDescription description;
    for (std::size_t bone = 0; bone < 3; ++bone) {
        ChannelDescription channel{{ChannelTarget::Kind::Bone, bone, 0, {}}, ChannelPath::Rotation, Interpolation::Linear, 0, 4, {}};
        for (std::size_t key = 0; key < times.size(); ++key) {
            const glm::quat q = glm::angleAxis(key % 2 == 0 ? 0.f : 0.2f, glm::vec3(0, 0, 1));
            channel.values.insert(channel.values.end(), {q.x, q.y, q.z, q.w});
        }
        description.channels.push_back(std::move(channel));
    }
    description.timeTracks.push_back(times);
    const auto clip = AnimationClip::create(std::move(description));
    const auto asBefore = BakedClip::create(*clip, stage.skeleton, {.framesPerSecond = 48.});
    BOOST_TEST(asBefore->getError().rotation > 0.05);
    const auto baked = BakedClip::create(*clip, stage.skeleton);
    BOOST_TEST(std::abs(baked->getFramesPerSecond() - 120.) < 1e-3);
    BOOST_TEST(baked->getError().rotation <= BakeBound{}.rotation);
    checkBound(baked->getError(), worstError(stage, clip, *baked, 0.1));
    BOOST_CHECK_EXCEPTION((void)BakedClip::create(*clip, stage.skeleton, {.framesPerSecond = 48., .maxError = BakeBound{}}),
                          std::invalid_argument, says("at 48"));
}

BOOST_AUTO_TEST_CASE(a_bound_is_kept_or_refused_with_the_figure)
{
    BakedStage stage(4, 621);
    const auto clip = unevenClip(stage, Interpolation::Linear);
    for (const double bound : {0.2, 0.1, 0.06}) {
        const BakeOptions options{.isQuantized = bound > 0.1, .maxError = BakeBound{.point = bound, .rotation = bound}};
        const auto baked = BakedClip::create(*clip, stage.skeleton, options);
        BOOST_TEST(baked->getSmoothError().point <= bound);
        BOOST_TEST(baked->getSmoothError().rotation <= bound);
        const BakeError worst = worstError(stage, clip, *baked, 0.1);
        BOOST_TEST(worst.point <= bound + rounding);
        BOOST_TEST(worst.rotation <= bound + rounding);
    }
    BOOST_CHECK_EXCEPTION((void)BakedClip::create(*clip, stage.skeleton, {.maxError = BakeBound{.point = 1e-9, .rotation = 1e-9}}),
                          std::invalid_argument, says("it is off by"));
    // A range of some metres in 65535 steps gives steps of hundredths of a millimetre, whatever the number of frames.
    BOOST_CHECK_EXCEPTION(
        (void)BakedClip::create(*clip, stage.skeleton, {.isQuantized = true, .maxError = BakeBound{.point = 1e-6, .rotation = 3.}}),
        std::invalid_argument, says("of 16-bit numbers it is off by"));
    for (const double bad : {-1., std::numeric_limits<double>::quiet_NaN()}) {
        BOOST_CHECK_EXCEPTION((void)BakedClip::create(*clip, stage.skeleton, {.maxError = BakeBound{.point = bad}}), std::invalid_argument,
                              says("must not be negative or NaN"));
    }
}

// By hand: the jump by 3 happens within one frame at any rate, and nothing else moves.
BOOST_AUTO_TEST_CASE(a_jump_is_told_of_and_not_refused)
{
    Skeleton skeleton;
    skeleton.createBone("bone");
    const auto clip =
        ClipBuilder().bone(0, 0).channel(ChannelPath::Translation, Interpolation::Step, {0, 0.5f, 1}, {0, 0, 0, 3, 0, 0, 3, 0, 0}).create();
    const auto baked = BakedClip::create(*clip, skeleton);
    BOOST_TEST(baked->getFramesPerSecond() == 30.);
    BOOST_TEST(std::abs(baked->getError().position - 3.) < 1e-3);
    BOOST_TEST(baked->getSmoothError().position < 1e-6);
}

// By hand: a turn by 90 degrees is an arc of 45 degrees between the quaternions. The straight line between them has turned by
// 2 * atan(t sin 45 / (1 - t + t cos 45)) when the exact turn is at 90 degrees * t. A hand 3 from the axis is off by the chord of the
// difference.
BOOST_AUTO_TEST_CASE(a_quarter_turn_in_one_frame_is_off_by_what_geometry_says)
{
    Scene scene;
    Skeleton& skeleton = scene.createSkeleton("rig");
    Bone& arm = skeleton.createBone("arm");
    skeleton.createBone("hand", {.parent = &arm, .bind = toMat4(Transform{{3.f, 0.f, 0.f}})});
    const float sin45 = std::sqrt(0.5f);
    const auto clip = ClipBuilder()
                          .bone(0, 0)
                          .channel(ChannelPath::Rotation, Interpolation::Linear, {0.f, 0.1f}, {0, 0, 0, 1, 0, 0, sin45, sin45})
                          .create();
    const auto baked = BakedClip::create(*clip, skeleton, {.framesPerSecond = 10.});
    BOOST_TEST(baked->frameCount() == 2u);
    double worst = 0.;
    for (double t = 0.; t < 1.; t += 1e-4) {
        const double half = std::numbers::pi / 4.;
        const double chord = 2. * std::atan2(t * std::sin(half), 1. - t + t * std::cos(half));
        worst = std::max(worst, std::abs(chord - t * std::numbers::pi / 2.));
    }
    const BakeError& error = baked->getError();
    BOOST_TEST(error.rotation >= worst - 1e-6);
    BOOST_TEST(error.rotation <= worst * 1.2);
    BOOST_TEST(error.position >= 6. * std::sin(worst / 2.) - 1e-6);
    BOOST_TEST(error.position <= 6. * std::sin(worst / 2.) * 1.2);
}

BOOST_AUTO_TEST_CASE(bones_that_are_not_baked_count_as_exact)
{
    BakedStage stage(2, 613);
    stage.skeleton.bones()[1]->setParent(stage.skeleton.bones()[0], Keep::Local);
    ClipDescription description;
    stage.addChannel(description, 0, ChannelPath::Rotation, Interpolation::Linear, evenTimes(4, 10.));
    const auto clip = AnimationClip::create(std::move(description));
    const Bone* const child[] = {stage.skeleton.bones()[1]};
    BOOST_TEST(BakedClip::create(*clip, stage.skeleton, {.framesPerSecond = 7., .bones = child})->getError().point < 1e-6);
    BOOST_TEST(BakedClip::create(*clip, stage.skeleton, {.framesPerSecond = 7.})->getError().point > 1e-3);
}

BOOST_AUTO_TEST_CASE(bones_of_no_size_and_mirrored_ones_are_measured)
{
    BakedStage stage(4, 614);
    ClipDescription description = ClipBuilder()
                                      .bone(0, 3)
                                      .channel(ChannelPath::Scale, Interpolation::Linear, {0.f, 0.1f, 0.2f}, {0, 0, 0, -1, 2, -3, 0, 1, -1})
                                      .description();
    stage.addChannel(description, 0, ChannelPath::Rotation, Interpolation::Linear, evenTimes(4, 10.));
    const auto clip = AnimationClip::create(std::move(description));
    const auto baked = BakedClip::create(*clip, stage.skeleton, {.framesPerSecond = 13.});
    const BakeError worst = worstError(stage, clip, *baked, 0.1);
    BOOST_TEST(worst.point <= baked->getError().point + rounding);
    BOOST_TEST(worst.position <= baked->getError().position + rounding);
    BOOST_TEST(worst.rotation <= baked->getError().rotation + rounding);
}

BOOST_AUTO_TEST_SUITE_END()
