#include "ik/limits/angle_range.hpp"

#include <cmath>
#include <numbers>

namespace armature {

namespace {

constexpr double fullTurn = 2. * std::numbers::pi;

}  // namespace

AngleRange AngleRange::between(double from, double to) noexcept
{
    return {std::remainder(0.5 * (from + to), fullTurn), 0.5 * (to - from)};
}

double AngleRange::fromMiddle(double angle) const noexcept
{
    return std::remainder(angle - middle, fullTurn);
}

double AngleRange::clamp(double angle) const noexcept
{
    const double offset = fromMiddle(angle);
    return isWhole() || std::abs(offset) <= half ? angle : middle + std::copysign(half, offset);
}

double AngleRange::beyond(double angle) const noexcept
{
    return isWhole() ? -std::numbers::pi : std::abs(fromMiddle(angle)) - half;
}

int AngleRange::endNear(double angle, double slack) const noexcept
{
    return beyond(angle) < -slack ? 0 : fromMiddle(angle) < 0. ? -1 : 1;
}

}  // namespace armature
