#include "animation/playing/root_motion/foot_travel.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include <glm/geometric.hpp>

namespace armature {

namespace {

constexpr double stepsPerSecond = 240.;
constexpr double mostSteps = 1 << 16;

/// The positions of a foot on the ground, and its heights, at equal time steps.
struct Trace {
    std::vector<glm::dvec2> places;
    std::vector<double> heights;  // relative to the lowest of them

    Trace(const JointCurve& foot, const GroundAxes& axes, double step, std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i) {
            const glm::dvec3 place = foot.at(static_cast<double>(i) * step).position();
            places.push_back(axes.flat(place));
            heights.push_back(glm::dot(place, axes.up));
        }
        const double lowest = *std::ranges::min_element(heights);
        std::ranges::for_each(heights, [&](double& height) { height -= lowest; });
    }

    /// Returns how much the foot counts in a step: 1 if it rests on the ground, falling to 0 at the contact height. It counts less the
    /// faster it rises or sinks: a quarter at the speed that takes it between the ground and the contact height in a tenth of a second.
    [[nodiscard]] double weight(std::size_t i, double step, double contactHeight) const
    {
        const double nearness = std::max(0., 1. - std::max(heights[i], heights[i + 1]) / contactHeight);
        const double speed = (heights[i + 1] - heights[i]) / step * (0.1 / contactHeight);
        const double calm = 1. / (1. + speed * speed);
        return nearness * nearness * calm * calm;
    }
};

/// The character's move in a step according to one foot, and the weight of that foot.
struct Say {
    glm::dvec2 move;
    double weight;
};

/// Returns the moves according to all feet, step by step.
std::vector<Say> saysOf(const std::vector<Trace>& traces, std::size_t steps, double step, double contactHeight)
{
    std::vector<Say> says;
    for (std::size_t i = 0; i < steps; ++i) {
        for (const Trace& trace : traces) {
            says.push_back({trace.places[i] - trace.places[i + 1], trace.weight(i, step, contactHeight)});
        }
    }
    return says;
}

/// Returns the geometric median of the moves: the weighted sum of the distances to all moves is least there (E. Weiszfeld, 1937). A few
/// feet that swing low hardly shift it. Returns 0 if no move has weight.
glm::dvec2 medianOf(const std::vector<Say>& says)
{
    constexpr int rounds = 40;
    glm::dvec2 median(0.);
    double spread = 0.;
    for (int round = 0; round < rounds; ++round) {
        glm::dvec2 sum(0.);
        double weights = 0.;
        for (const Say& say : says) {
            const double weight = round == 0 ? say.weight : say.weight / (glm::distance(say.move, median) + 1e-3 * spread + 1e-30);
            sum += weight * say.move;
            weights += weight;
        }
        if (!(weights > 0.)) {
            return glm::dvec2(0.);
        }
        median = sum / weights;
        spread = round == 0 ? glm::length(median) : spread;
    }
    return median;
}

/// Returns the character's move in each step; nullopt where no foot is planted. A foot that moves unlike most planted feet is swinging low,
/// or rolling, so its weight is reduced: to a quarter if its move differs by 15 % from the usual move. A foot that differs by more than
/// about a sixth cannot determine a move alone.
std::vector<std::optional<glm::dvec2>> plantedMoves(const std::vector<Say>& says, std::size_t steps)
{
    constexpr double leastWeight = 0.2;
    const glm::dvec2 usual = medianOf(says);
    const std::size_t feet = says.size() / steps;
    std::vector<std::optional<glm::dvec2>> moves(steps);
    for (std::size_t i = 0; i < steps; ++i) {
        glm::dvec2 sum(0.);
        double weights = 0.;
        for (const Say& say : std::span(says).subspan(i * feet, feet)) {
            const double odd = glm::distance(say.move, usual) / (0.15 * glm::length(usual) + 1e-30);
            const double weight = say.weight / ((1. + odd * odd) * (1. + odd * odd));
            sum += weight * say.move;
            weights += weight;
        }
        if (weights > leastWeight) {
            moves[i] = sum / weights;
        }
    }
    return moves;
}

/// Fills in flights: during a flight, the speed changes linearly from the speed at take-off to the speed at landing, also across the end of
/// the loop.
void fillFlights(std::vector<std::optional<glm::dvec2>>& moves)
{
    const std::size_t count = moves.size();
    const auto planted = std::ranges::find_if(moves, [](const auto& move) { return move.has_value(); });
    if (planted == moves.end()) {
        std::ranges::fill(moves, glm::dvec2(0.));
        return;
    }
    const auto first = static_cast<std::size_t>(planted - moves.begin());
    std::size_t before = first;
    for (std::size_t i = 1; i <= count; ++i) {
        const std::size_t at = first + i;
        if (!moves[at % count]) {
            continue;
        }
        const double gap = static_cast<double>(at - before);
        const glm::dvec2 from = *moves[before % count];
        const glm::dvec2 to = *moves[at % count];
        for (std::size_t between = before + 1; between < at; ++between) {
            moves[between % count] = from + (to - from) * (static_cast<double>(between - before) / gap);
        }
        before = at;
    }
}

}  // namespace

FootTravel::FootTravel(std::span<const JointCurve> feet, const GroundAxes& axes, double duration, double contactHeight)
{
    const auto steps = static_cast<std::size_t>(std::clamp(std::ceil(duration * stepsPerSecond), 1., mostSteps));
    step_ = duration / static_cast<double>(steps);
    std::vector<Trace> traces;
    for (const JointCurve& foot : feet) {
        traces.emplace_back(foot, axes, step_, steps + 1);
    }
    auto moves = plantedMoves(saysOf(traces, steps, step_, contactHeight), steps);
    fillFlights(moves);
    ways_.push_back(glm::dvec2(0.));
    for (const auto& move : moves) {
        ways_.push_back(ways_.back() + *move);
    }
}

glm::dvec2 FootTravel::at(double seconds) const
{
    if (ways_.empty() || !(step_ > 0.)) {
        return glm::dvec2(0.);
    }
    const double place = std::clamp(seconds / step_, 0., static_cast<double>(ways_.size() - 1));
    const auto index = std::min(static_cast<std::size_t>(place), ways_.size() - 2);
    return ways_[index] + (ways_[index + 1] - ways_[index]) * (place - static_cast<double>(index));
}

std::vector<double> FootTravel::times() const
{
    std::vector<double> result;
    for (std::size_t i = 0; i < ways_.size() && step_ > 0.; ++i) {
        result.push_back(static_cast<double>(i) * step_);
    }
    return result;
}

}  // namespace armature
