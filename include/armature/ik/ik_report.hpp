#pragma once

#include <cstddef>
#include <cstdint>

namespace armature {

/// Whether a solve was done, and if not why. Then nothing has changed.
enum class IkStatus {
    Solved,    ///< How well is in the report.
    NoTarget,  ///< None was set.
    Gone,      ///< A bone, node or skeleton that the solver refers to was removed, or its bones no longer hang on each other.
    Singular,  ///< A matrix above the bones is singular, their host's for instance: no goal has a place there.
    /// No pose is the right one: directions that must differ coincide, a bone has no length, or a number of the solution, or on the way
    /// to it, is larger than floats hold.
    Undefined,
};

/// What a solve came to: how far off it ended, and what held it there. Lengths are in the space of the goal, angles in radians.
struct IkReport {
    float distance = 0.f;  ///< From the effector to its goal when the solve had ended; of several effectors the farthest.
    float angle = 0.f;     ///< Between the effector's rotation and the one wanted; 0 where none was.
    /// How much farther away, or nearer to the root, the goal is than the chain can stretch or fold; 0: within reach.
    float beyondReach = 0.f;
    float jointChange = 0.f;     ///< The largest turn of a joint away from the pose before the solve.
    std::size_t iterations = 0;  ///< 1 for an analytic solver.
    /// Bit i: the limit of joint i, counted from the root of the chain, holds it; joints from 63 on share a bit.
    std::uint64_t activeLimits = 0;
    IkStatus status = IkStatus::Solved;
    bool isReached = false;  ///< Distance and angle are within the solver's tolerances.

    [[nodiscard]] bool isLimitActive(std::size_t joint) const noexcept { return (activeLimits >> (joint < 63 ? joint : 63) & 1u) != 0; }
};

}  // namespace armature
