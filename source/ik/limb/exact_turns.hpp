#pragma once

#include <algorithm>
#include <cmath>

#include <glm/gtc/quaternion.hpp>

#include "ik/plain_turns.hpp"
#include "math/root_pair.hpp"

/// Operations on plain rotations that round as those on GLM's types do: they add in the same order. A limb has the same bits whether it is
/// read and written here or as PosedJoint does it.
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

/// Two rotations side by side.
struct TurnPair {
    DoublePair w;
    DoublePair x;
    DoublePair y;
    DoublePair z;

    [[gnu::always_inline]] TurnPair(const PlainTurn& first, const PlainTurn& second) noexcept
        : w{first.w, second.w}, x{first.x, second.x}, y{first.y, second.y}, z{first.z, second.z}
    {}
};

/// Returns the larger of the squared chords between the first two and between the second two rotations, each with the bits of
/// squaredChord() in rotation_chord.hpp.
[[nodiscard, gnu::always_inline]] inline double largerSquaredChord(const TurnPair& from, const TurnPair& to) noexcept
{
    const auto square = [](DoublePair number) { return number * number; };
    const DoublePair differences = (square(from.w - to.w) + square(from.x - to.x)) + (square(from.y - to.y) + square(from.z - to.z));
    const DoublePair sums = (square(from.w + to.w) + square(from.x + to.x)) + (square(from.y + to.y) + square(from.z + to.z));
    return std::max(std::min(differences[0], sums[0]), std::min(differences[1], sums[1]));
}

}  // namespace armature
