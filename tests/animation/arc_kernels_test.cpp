#include <algorithm>
#include <cmath>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include <support/precompiled.hpp>
#include <support/random.hpp>

#include "animation/edits/kernels/arc_kernels.hpp"
#include "math/rotation_chord.hpp"

using namespace armature;
using namespace armature::test;

namespace {

/// Rotations at ascending times, in rows.
struct TurnCurve {
    TurnCurve(Random& random, std::size_t count, float reach) : stride(count + arcLanes), times(stride, 0.), numbers(4 * stride, 0.)
    {
        double time = 0.;
        const glm::dquat middle(random.rotation());
        for (std::size_t index = 0; index < count; ++index) {
            time += static_cast<double>(random.real(0.01f, 1.f));
            times[index] = time;
            const glm::dquat turn = glm::normalize(middle * glm::dquat(glm::angleAxis(random.real(-reach, reach), random.direction())));
            turns.push_back(random.chance(0.5) ? turn : -turn);
            set(index, turns.back());
        }
    }

    void set(std::size_t index, const glm::dquat& turn)
    {
        turns[index] = turn;
        numbers[index] = turn.x;
        numbers[stride + index] = turn.y;
        numbers[2 * stride + index] = turn.z;
        numbers[3 * stride + index] = turn.w;
    }

    [[nodiscard]] TurnRows rows() const { return {numbers.data(), stride}; }
    [[nodiscard]] TimedArc arc() const
    {
        const std::size_t last = turns.size() - 1;
        TimedArc result{.begin = times[0], .length = times[last] - times[0]};
        for (std::size_t i = 0; i < 4; ++i) {
            result.from[i] = numbers[i * stride];
            result.to[i] = numbers[i * stride + last];
        }
        result.close();
        return result;
    }

    std::size_t stride;
    std::vector<double> times;
    std::vector<double> numbers;
    std::vector<glm::dquat> turns;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(arc_kernels)

// Expected: GLM's slerp, and the first of the greatest chords.
BOOST_AUTO_TEST_CASE(the_farthest_turn_is_found_for_every_count_and_reach)
{
    Random random(90220);
    for (std::size_t count = 2; count <= 70; ++count) {
        for (const float reach : {3.f, 0.3f, 1e-6f}) {
            const TurnCurve curve(random, count, reach);
            const std::size_t first = std::min<std::size_t>(count - 1, static_cast<std::size_t>(random.integer(0, 3)));
            FarthestPoint expected;
            double second = -1.;
            for (std::size_t index = first; index < count - 1; ++index) {
                const double fraction = (curve.times[index] - curve.times[0]) / (curve.times[count - 1] - curve.times[0]);
                const double square = squaredChord(glm::slerp(curve.turns[0], curve.turns[count - 1], fraction), curve.turns[index]);
                if (square > expected.square) {
                    second = expected.square;
                    expected = {square, index};
                } else {
                    second = std::max(second, square);
                }
            }
            const FarthestPoint found = farthestFromArc(curve.arc(), curve.times.data(), curve.rows(), first, count - 1);
            BOOST_TEST(std::abs(found.square - expected.square) < 1e-12);
            if (expected.square - second > 1e-12) {
                BOOST_TEST(found.index == expected.index);
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(of_equals_the_first_is_found)
{
    Random random(90221);
    TurnCurve curve(random, 40, 0.f);
    for (std::size_t index = 0; index < 40; ++index) {
        curve.set(index, {1., 0., 0., 0.});
    }
    for (const std::size_t far : {13U, 22U, 27U}) {
        curve.set(far, {0., 1., 0., 0.});
    }
    BOOST_TEST(farthestFromArc(curve.arc(), curve.times.data(), curve.rows(), 1, 39).index == 13U);
    BOOST_TEST(farthestFromArc(curve.arc(), curve.times.data(), curve.rows(), 14, 39).index == 22U);
    BOOST_TEST(farthestFromArc(curve.arc(), curve.times.data(), curve.rows(), 14, 22).square < 1e-30);
    BOOST_TEST(farthestFromArc(curve.arc(), curve.times.data(), curve.rows(), 5, 5).square < 0.);
}

// Expected: GLM's slerp.
BOOST_AUTO_TEST_CASE(quarter_turns_are_those_of_slerp)
{
    Random random(90222);
    for (std::size_t count = 1; count <= 70; ++count) {
        const TurnCurve curve(random, count + 1, 3.f);
        std::vector<double> out(3 * 4 * curve.stride, 0.);
        quarterTurns(curve.rows(), count, out.data());
        double off = 0.;
        for (std::size_t part = 0; part < 3; ++part) {
            for (std::size_t index = 0; index < count; ++index) {
                const double* const found = out.data() + part * 4 * curve.stride + index;
                const glm::dquat turn(found[3 * curve.stride], found[0], found[curve.stride], found[2 * curve.stride]);
                const glm::dquat expected = glm::slerp(curve.turns[index], curve.turns[index + 1], 0.25 * static_cast<double>(part + 1));
                off = std::max(off, squaredChord(turn, expected));
            }
        }
        BOOST_TEST(off < 1e-24);
    }
}

BOOST_AUTO_TEST_SUITE_END()
