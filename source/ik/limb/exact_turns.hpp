#pragma once

#include <algorithm>
#include <cmath>

#include <glm/gtc/quaternion.hpp>

#include "ik/plain_turns.hpp"
#include "skeleton/posed_joint.hpp"

/// Operations on plain rotations that round as those on GLM's types do: they add in the same order. Whether a limb is solved here or as a
/// PosedJoint, its bits are the same.
namespace armature {

/// Has the bits of glm::dot(), which adds in pairs.
[[nodiscard, gnu::always_inline]] inline double exactInner(const PlainTurn& a, const PlainTurn& b) noexcept
{
    return (a.w * b.w + a.x * b.x) + (a.y * b.y + a.z * b.z);
}

/// Has the bits of GLM's product.
[[nodiscard, gnu::always_inline]] inline PlainVector exactTurned(const PlainTurn& turn, const PlainVector& vector) noexcept
{
    const PlainVector axis(turn.x, turn.y, turn.z);
    const PlainVector once = cross(axis, vector);
    return vector + 2. * (turn.w * once + cross(axis, once));
}

/// Has the bits of unitTurn() in posed_joint.hpp.
[[nodiscard, gnu::always_inline]] inline PlainTurn exactUnit(const PlainTurn& turn) noexcept
{
    const double excess = exactInner(turn, turn) - 1.;
    if (!(std::abs(excess) < 1e-5)) [[unlikely]] {
        return PlainTurn(glm::normalize(turn.toGlm()));
    }
    return (1. + excess * (0.375 * excess - 0.5)) * turn;
}

/// Has the bits of squaredChord() in rotation_chord.hpp.
[[nodiscard, gnu::always_inline]] inline double exactSquaredChord(const PlainTurn& from, const PlainTurn& to) noexcept
{
    const PlainTurn difference(from.w - to.w, from.x - to.x, from.y - to.y, from.z - to.z);
    const PlainTurn sum(from.w + to.w, from.x + to.x, from.y + to.y, from.z + to.z);
    return std::min(exactInner(difference, difference), exactInner(sum, sum));
}

}  // namespace armature
