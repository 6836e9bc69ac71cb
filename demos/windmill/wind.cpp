#include "wind.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "windmill.hpp"

namespace windmill::wind {
namespace {

constexpr double pace = 2. * std::numbers::pi / static_cast<double>(turnSeconds);  // radians per second, for the sails and the gusts alike

/// A component of the gusts: amount * sin(times * pace * seconds + shift).
struct Wave {
    double amount;
    double times;
    double shift;
};
constexpr std::array<Wave, 3> waves{{{0.45, 1., 0.}, {0.25, 3., 1.}, {0.1, 5., 2.}}};

}  // namespace

float strength(double seconds)
{
    double sum = 1.;
    for (const Wave& wave : waves) {
        sum += wave.amount * std::sin(wave.times * pace * seconds + wave.shift);
    }
    return static_cast<float>(sum);
}

float heading(double seconds)
{
    return static_cast<float>(0.3 * std::sin(pace * seconds - 1.));
}

float turned(double seconds)
{
    double sum = pace * seconds;
    for (const Wave& wave : waves) {
        sum += wave.amount / wave.times * (std::cos(wave.shift) - std::cos(wave.times * pace * seconds + wave.shift));
    }
    return static_cast<float>(sum);
}

float bend(double seconds)
{
    return 0.025f * strength(seconds) * strength(seconds);
}

}  // namespace windmill::wind
