#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <ik/spring_stage.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(spring_rates)

namespace {

constexpr std::array rates{24, 30, 48, 50, 60, 72, 90, 120, 144, 165, 240};
constexpr int seconds = 4;
constexpr double tau = 6.283185307179586;

using Motion = std::function<void(SpringStage&, double)>;  // poses the stage at a time in seconds
using Places = std::vector<std::vector<glm::dvec3>>;       // positions after each frame

/// The head's angle in radians for a shake of `degrees`. It starts smoothly within a second: the motion before the first frame is unknown.
double shake(double perSecond, double degrees, double time)
{
    const double t = std::min(1., time);
    return degrees * tau / 360. * t * t * t * (10. - 15. * t + 6. * t * t) * std::sin(tau * perSecond * time);
}

Motion shakingHead(double perSecond, const glm::vec3& axis, double degrees = 60.)
{
    return [=](SpringStage& stage, double time) {
        const glm::quat turn(glm::angleAxis(shake(perSecond, degrees, time), glm::normalize(glm::dvec3(axis))));
        stage.body.setTransform({{0.f, 1.f, 0.f}, turn, glm::vec3(1.f)});
    };
}

Places play(const Motion& motion, const SpringParameters& like, const std::vector<double>& times)
{
    SpringStage stage;
    SpringBones springs = stage.springs(like);
    motion(stage, 0.);
    springs.update(0.);
    Places places{stage.places()};
    for (std::size_t frame = 1; frame < times.size(); ++frame) {
        motion(stage, times[frame]);
        springs.update(times[frame] - times[frame - 1]);
        places.push_back(stage.places());
    }
    return places;
}

std::vector<double> timesAt(int rate)
{
    std::vector<double> times;
    for (int frame = 0; frame <= seconds * rate; ++frame) {
        times.push_back(static_cast<double>(frame) / rate);
    }
    return times;
}

/// The largest difference in % of the strand's length, over all moments at which both have a frame.
double worstOff(const Places& a, int rateOfA, const Places& b, int rateOfB)
{
    const int common = std::gcd(rateOfA, rateOfB);
    double worst = 0.;
    for (int moment = 0; moment <= seconds * common; ++moment) {
        const auto frame = [&](int rate) { return static_cast<std::size_t>(moment * (rate / common)); };
        worst = std::max(worst, farthest(a[frame(rateOfA)], b[frame(rateOfB)]));
    }
    return 100. * worst / static_cast<double>(SpringStage::strandLength);
}

/// The largest difference over all pairs of rates.
double worstOfAllPairs(const Motion& motion, const SpringParameters& like)
{
    std::vector<Places> played;
    for (const int rate : rates) {
        played.push_back(play(motion, like, timesAt(rate)));
    }
    double worst = 0.;
    for (std::size_t a = 0; a < rates.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
            worst = std::max(worst, worstOff(played[a], rates[a], played[b], rates[b]));
        }
    }
    return worst;
}

}  // namespace

namespace {

const std::array strands{
    SpringParameters{},
    SpringParameters{.stiffness = 0.5f, .gravityPower = 0.3f, .drag = 0.4f},
    SpringParameters{.stiffness = 0.f, .gravityPower = 0.5f, .drag = 0.2f},
    SpringParameters{.stiffness = 4.f, .drag = 0.2f},
};

/// Returns how far the strand moves, in % of its length, if the motion grows by 1/2000. A strand thrown over its head may fall to either
/// side and then magnifies such differences hundreds of times. No two frame rates agree then, nor do two runs that differ by rounding.
double magnified(const Motion& motion, const Motion& nearly, const SpringParameters& like)
{
    return worstOff(play(motion, like, timesAt(60)), 60, play(nearly, like, timesAt(60)), 60);
}

/// Checks all strands that do not magnify differences this way, and returns their number.
int checkAllPairs(const std::string& name, const std::function<Motion(double)>& scaled)
{
    int judged = 0;
    for (const SpringParameters& like : strands) {
        const double growth = magnified(scaled(1.), scaled(1.0005), like);
        const double worst = worstOfAllPairs(scaled(1.), like);
        BOOST_TEST_MESSAGE(name << ", stiffness " << like.stiffness << ", drag " << like.drag << ": " << worst << " %; magnified " << growth
                                << " %");
        if (growth < 0.5) {
            ++judged;
            BOOST_TEST(worst < 1., name << ", stiffness " << like.stiffness << ", drag " << like.drag << ": off by " << worst << " %");
        }
    }
    return judged;
}

}  // namespace

// The strands of all rates are compared with each other wherever both have a frame, not with recorded results.
BOOST_AUTO_TEST_CASE(heads_that_shake_60_degrees_up_to_4_times_a_second_agree_within_1_percent_at_all_pairs_of_rates)
{
    int judged = 0;
    int played = 0;
    for (const glm::vec3& axis : {glm::vec3(0.f, 1.f, 0.f), glm::vec3(1.f, 0.f, 0.f), glm::vec3(0.f, 0.f, 1.f)}) {
        for (const double perSecond : {0.5, 2., 3., 4.}) {
            for (const double degrees : {30., 60.}) {
                const std::string name =
                    fmt::format("{} degrees, {} times a second, about {} {} {}", degrees, perSecond, axis.x, axis.y, axis.z);
                judged += checkAllPairs(name, [&](double scale) { return shakingHead(perSecond, axis, scale * degrees); });
                played += static_cast<int>(strands.size());
            }
        }
    }
    BOOST_TEST(10 * judged > 8 * played, judged << " of " << played);
}

// The host moves in a circle at 2 m a second and shakes by 10 degrees; a head a metre above it shakes by 40 degrees. None of these
// movements may distort the springs' view of the others.
BOOST_AUTO_TEST_CASE(heads_that_shake_on_bodies_that_walk_and_nod_agree_at_all_pairs_of_rates)
{
    const auto walker = [](double scale) {
        return Motion([=](SpringStage& stage, double time) {
            const double angle = 1.5 * time;
            stage.host.setPosition({1.3 * std::sin(angle), 0., 1.3 * std::cos(angle)});
            stage.host.setRotationQuaternion(glm::quat(glm::angleAxis(angle + shake(2., 10. * scale, time), glm::dvec3(0., 1., 0.))));
            shakingHead(3., {0.f, 1.f, 0.f}, 40. * scale)(stage, time);
        });
    };
    BOOST_TEST(checkAllPairs("walking", walker) == 4);
}

// Frames of 1/240 to 1/24 s in any order; a frame ends at every quarter of a second.
BOOST_AUTO_TEST_CASE(frames_of_any_length_between_agree_with_even_ones)
{
    std::mt19937 random(11);
    for (const glm::vec3& axis : {glm::vec3(0.f, 1.f, 0.f), glm::vec3(1.f, 0.f, 0.f)}) {
        for (const SpringParameters& like : strands) {
            std::vector<double> times{0.};
            std::vector<std::size_t> quarters;
            for (int quarter = 1; quarter <= 4 * seconds; ++quarter) {
                while (times.back() < 0.25 * quarter) {
                    const double length = 1. / 240. + (1. / 24. - 1. / 240.) * static_cast<double>(random()) / 4294967296.;
                    const bool isLast = times.back() + length > 0.25 * quarter - 1. / 240.;
                    times.push_back(isLast ? 0.25 * quarter : times.back() + length);
                }
                quarters.push_back(times.size() - 1);
            }
            const Motion motion = shakingHead(3., axis, 40.);
            if (magnified(motion, shakingHead(3., axis, 40.02), like) > 0.5) {
                continue;
            }
            const Places uneven = play(motion, like, times);
            const Places even = play(motion, like, timesAt(60));
            double worst = 0.;
            for (std::size_t i = 0; i < quarters.size(); ++i) {
                worst = std::max(worst, farthest(uneven[quarters[i]], even[15 * (i + 1)]));
            }
            worst *= 100. / static_cast<double>(SpringStage::strandLength);
            BOOST_TEST_MESSAGE("uneven frames, stiffness " << like.stiffness << ": " << worst << " %");
            BOOST_TEST(worst < 1., "stiffness " << like.stiffness << ": off by " << worst << " %");
        }
    }
}

// 60 degrees in 0.2 s, then nothing: between frames this differs from any smooth motion.
BOOST_AUTO_TEST_CASE(heads_that_stop_at_once_agree_within_2_percent)
{
    const Motion motion = [](SpringStage& stage, double time) {
        const double part = std::fmod(time, 0.7);
        const double turned = part < 0.2 ? part / 0.2 : part < 0.4 ? 1. : part < 0.6 ? (0.6 - part) / 0.2 : 0.;
        stage.body.setTransform({{0.f, 1.f, 0.f}, glm::angleAxis(static_cast<float>(turned), glm::vec3(0.f, 0.f, 1.f)), glm::vec3(1.f)});
    };
    for (const SpringParameters& like : {strands[0], strands[1]}) {
        const double worst = worstOfAllPairs(motion, like);
        BOOST_TEST_MESSAGE("stops at once, stiffness " << like.stiffness << ": " << worst << " %");
        BOOST_TEST(worst < 2.);
    }
}

BOOST_AUTO_TEST_SUITE_END()
