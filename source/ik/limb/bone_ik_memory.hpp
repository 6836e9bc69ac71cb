#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include <armature/ik/ik_memory.hpp>

#include "ik/plain_turns.hpp"

namespace armature {

/// The state that a BoneIkController keeps from solve to solve, for maxPoleTurn and halfLife, in the axes of the upper bone's parent.
struct BoneIkMemory {
    PlainVector line;                 ///< Unit vector to the target; zero if it is not known yet.
    PlainVector side;                 ///< Unit vector of the limb's reference side, perpendicular to `line`.
    PlainVector pole;                 ///< Unit vector to the pole; zero without a pole.
    PlainTurn upper{0., 0., 0., 0.};  ///< The last smoothed rotation of the upper bone; zero before the first solve.
    PlainTurn lower{0., 0., 0., 0.};  ///< The last smoothed rotation of the lower bone; zero before the first solve.

    static constexpr std::size_t numbers = 17;  ///< How many numbers an IkMemory holds for it.

    [[nodiscard]] bool isFinite() const noexcept
    {
        return std::isfinite(squared(line) + squared(side) + squared(pole) + inner(upper, upper) + inner(lower, lower));
    }
    /// Reads a memory number by number, so that those not needed are not read. An empty one gives the state before the first solve.
    [[nodiscard, gnu::always_inline]] static BoneIkMemory from(std::span<const double> memory) noexcept
    {
        static constexpr std::array<double, numbers> none{};
        const double* const n = memory.empty() ? none.data() : memory.data();
        BoneIkMemory kept;
        kept.line = {n[0], n[1], n[2]};
        kept.side = {n[3], n[4], n[5]};
        kept.pole = {n[6], n[7], n[8]};
        kept.upper = {n[12], n[9], n[10], n[11]};
        kept.lower = {n[16], n[13], n[14], n[15]};
        return kept;
    }
    [[gnu::always_inline]] void keepIn(IkMemory& memory) const
    {
        if (memory.size() != numbers) {
            memory.resize(numbers);
        }
        double* const n = memory.data();
        store(line, n);
        store(side, n + 3);
        store(pole, n + 6);
        store(upper, n + 9);
        store(lower, n + 13);
    }

private:
    [[gnu::always_inline]] static void store(const PlainVector& vector, double* outNumbers) noexcept
    {
        outNumbers[0] = vector.x;
        outNumbers[1] = vector.y;
        outNumbers[2] = vector.z;
    }
    [[gnu::always_inline]] static void store(const PlainTurn& turn, double* outNumbers) noexcept
    {
        outNumbers[0] = turn.x;
        outNumbers[1] = turn.y;
        outNumbers[2] = turn.z;
        outNumbers[3] = turn.w;
    }
};

}  // namespace armature
