#include "retarget/up_evidence.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include "math/numbers.hpp"

namespace armature {

namespace {

// Thresholds, in leg lengths.
constexpr double level = 0.12;   ///< The largest spread of heights on one ground, and the largest height of a ground that is at 0.
constexpr double uneven = 0.25;  ///< The smallest spread of heights that cannot be one ground, and the smallest height far from 0.
constexpr double above = 0.5;    ///< The least height of the hips above the feet.
constexpr double gone = 0.5;     ///< The smallest horizontal spread of the resting feet that shows that the body has moved about.

constexpr std::array<glm::dvec3, 6> axes{glm::dvec3(0., 1., 0.),  glm::dvec3(0., 0., 1.),  glm::dvec3(1., 0., 0.),
                                         glm::dvec3(0., -1., 0.), glm::dvec3(0., 0., -1.), glm::dvec3(-1., 0., 0.)};

}  // namespace

std::string axisName(const glm::dvec3& axis)
{
    const glm::dvec3 size = glm::abs(axis);
    if (std::max({size.x, size.y, size.z}) < 0.999) {
        return fmt::format("({:.3g}, {:.3g}, {:.3g})", axis.x, axis.y, axis.z);
    }
    const char letter = size.x > 0.5 ? 'X' : size.y > 0.5 ? 'Y' : 'Z';
    return fmt::format("{}{}", axis.x + axis.y + axis.z < 0. ? '-' : '+', letter);
}

void UpEvidence::add(const glm::dvec3& ball, const glm::dvec3& hips) noexcept
{
    if (!isFinite(ball) || !isFinite(hips)) {
        return;
    }
    first_ = count_ == 0 ? ball : first_;
    const glm::dvec3 place = ball - first_;
    sum_ += place;
    squares_ += glm::outerProduct(place, place);
    toHips_ += hips - ball;
    ++count_;
}

/// Returns the standard deviation of the recorded positions along `axis`.
double UpEvidence::spreadAlong(const glm::dvec3& axis) const noexcept
{
    const auto number = static_cast<double>(count_);
    const double mean = glm::dot(axis, sum_) / number;
    return std::sqrt(std::max(0., glm::dot(axis, squares_ * axis) / number - mean * mean));
}

std::string UpEvidence::faultOf(const glm::dvec3& up, double leg) const
{
    if (count_ == 0 || !(leg > 0.)) {
        return {};
    }
    const auto number = static_cast<double>(count_);
    const auto heightAlong = [&](const glm::dvec3& axis) { return glm::dot(axis, first_ + sum_ / number); };
    const bool isUneven = spreadAlong(up) > uneven * leg;
    const bool isElsewhere = std::abs(heightAlong(up)) > uneven * leg;
    const double whole = spreadAlong({1., 0., 0.}) + spreadAlong({0., 1., 0.}) + spreadAlong({0., 0., 1.});
    for (const glm::dvec3& axis : axes) {
        const double spread = spreadAlong(axis);
        const bool isGround = spread < level * leg && glm::dot(axis, toHips_) > above * leg * number && whole - spread > gone * leg;
        const bool isAtZero = std::abs(heightAlong(axis)) < level * leg;
        if (isGround && glm::dot(axis, up) < 0.5 && (isUneven || (isElsewhere && isAtZero))) {
            return fmt::format(
                "{} is taken for up in the source's world, but wherever its feet rest, they are at one height along {}, with the "
                "hips above them",
                axisName(up), axisName(axis));
        }
    }
    return {};
}

}  // namespace armature
