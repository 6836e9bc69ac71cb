#include "ik/springs/spring_path.hpp"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

namespace armature {

namespace {

/// Returns the square root of a unit rotation: half the rotation. The half angle of `turn` must be in [0, pi).
glm::dquat halfTurn(const glm::dquat& turn) noexcept
{
    const double w = std::max(1. + turn.w, 1e-30);
    const double per = 1. / std::sqrt(2. * w);
    return {w * per, turn.x * per, turn.y * per, turn.z * per};
}

/// Returns the vector along the rotation's axis whose length is the angle, which must be less than a whole turn. Uses halving and a series,
/// because logarithms of the standard library differ from machine to machine.
glm::dvec3 vectorOfTurn(const glm::dquat& turn) noexcept
{
    const glm::dquat eighth = halfTurn(halfTurn(turn));  // its vector part is as long as the sine of an eighth of the angle
    const glm::dvec3 sine(eighth.x, eighth.y, eighth.z);
    const double s = glm::dot(sine, sine);
    return sine
           * (8.
              * (1. + s * (1. / 6. + s * (3. / 40. + s * (15. / 336. + s * (105. / 3456. + s * (945. / 42240. + s * 10395. / 599040.)))))));
}

/// The inverse of vectorOfTurn().
glm::dquat turnOfVector(const glm::dvec3& vector) noexcept
{
    const glm::dvec3 eighth = 0.125 * vector;
    const double s = glm::dot(eighth, eighth);
    glm::dvec3 v = eighth * (1. - s * (1. / 6. - s * (1. / 120. - s * (1. / 5040. - s / 362880.))));
    double w = 1. - s * (1. / 2. - s * (1. / 24. - s * (1. / 720. - s * (1. / 40320. - s / 3628800.))));
    for (int i = 0; i < 2; ++i) {
        v *= 2. * w;
        w = 2. * w * w - 1.;
    }
    return glm::normalize(glm::dquat(w, v));
}

bool areEqual(const SpringTurn& a, const SpringTurn& b) noexcept
{
    return a.rotation == b.rotation && a.center == b.center;
}

glm::dvec3 interpolated(const std::array<glm::dvec3, SpringStencil::points>& relative, const SpringStencil::Weights& weights,
                        double bend) noexcept
{
    glm::dvec3 off(0.);
    for (std::size_t i = 0; i < relative.size(); ++i) {
        off += relative[i] * weights.bend[i];
    }
    const double length = glm::length(off);
    const double most = weights.most * bend;
    return relative[0] * weights.done + (length > most ? off * (most / length) : off);
}

}  // namespace

// Computes the placement that a PosedJoint would have, without products with zero. Sets it number by number, because a copy of a whole
// placement would wait until its numbers have been stored.
void SpringPlace::readFrom(const JointParts& parts) noexcept
{
    const auto number = [&](std::size_t i) { return static_cast<double>(parts[i]); };
    const glm::dquat stored(number(6), number(3), number(4), number(5));
    const double excess = glm::dot(stored, stored) - 1.;
    const double perLength = 1. + excess * (0.375 * excess - 0.5);
    const bool isUnit = std::abs(excess) < 1e-5;  // see PosedJoint::of()
    const glm::dquat turn = isUnit ? stored * perLength : glm::normalize(stored);
    const glm::dmat3 axes = glm::mat3_cast(turn);
    for (glm::length_t column = 0; column < 3; ++column) {
        const double scale = number(JointParts::scale + static_cast<std::size_t>(column));
        const double center = number(static_cast<std::size_t>(column));
        for (glm::length_t row = 0; row < 3; ++row) {
            frame.linear[column][row] = axes[column][row] * scale;
            part.shape[column][row] = column == row ? scale : 0.;
        }
        frame.origin[column] = center;
        part.turn.center[column] = center;
        shift[column] = 0.;
    }
    part.turn.rotation.w = turn.w;
    part.turn.rotation.x = turn.x;
    part.turn.rotation.y = turn.y;
    part.turn.rotation.z = turn.z;
}

SpringPlace SpringPlace::of(const Frame& frame) noexcept
{
    const glm::dquat rotation = frame.rotation();
    return {{{rotation, frame.origin}, glm::mat3_cast(glm::conjugate(rotation)) * frame.linear}, glm::dvec3(0.), frame};
}

SpringPath::SpringPath(const SpringStencil& stencil, const SpringPart& now, const SpringPart& last,
                       std::span<const SpringTurn> earlier) noexcept
    : last_(last)
    , isStill_(areEqual(now.turn, last.turn) && now.shape == last.shape
               && std::ranges::all_of(earlier, [&](const SpringTurn& each) { return areEqual(each, last.turn); }))
{
    if (isStill_) {
        return;
    }
    const glm::dquat back = glm::conjugate(last.turn.rotation);
    const auto turnTo = [&](const glm::dquat& rotation, double sign) { return vectorOfTurn(back * (rotation * sign)); };
    const auto signTo = [](const glm::dquat& a, const glm::dquat& b) { return glm::dot(a, b) < 0. ? -1. : 1.; };
    turns_[0] = turnTo(now.turn.rotation, signTo(now.turn.rotation, last.turn.rotation));
    centers_[0] = now.turn.center - last.turn.center;
    double sign = 1.;
    const glm::dquat* after = &last.turn.rotation;
    for (std::size_t i = 0; i < earlier.size(); ++i) {  // each rotation is less than half a turn from the next
        sign *= signTo(earlier[i].rotation, *after);
        after = &earlier[i].rotation;
        turns_[i + 1] = turnTo(earlier[i].rotation, sign);
        centers_[i + 1] = earlier[i].center - last.turn.center;
    }
    using Vectors = std::span<const glm::dvec3, SpringStencil::points>;
    const auto length = [](const glm::dvec3& vector) { return glm::length(vector); };
    turnBend_ = stencil.bend(Vectors(turns_), length);
    centerBend_ = stencil.bend(Vectors(centers_), length);
}

Frame SpringPath::at(const SpringStencil::Weights& weights, const SpringPlace& now) const noexcept
{
    if (isStill_ || weights.done == 1.) {
        return now.frame;
    }
    const glm::dmat3 turn = glm::mat3_cast(last_.turn.rotation * turnOfVector(interpolated(turns_, weights, turnBend_)));
    const glm::dvec3 center = last_.turn.center + interpolated(centers_, weights, centerBend_);
    const glm::dmat3 shape = last_.shape + (now.part.shape - last_.shape) * weights.done;
    return {turn * shape, center - turn * now.shift};
}

}  // namespace armature
