#pragma once

#include <cstddef>
#include <cstdint>

#include <armature/base/export.hpp>

namespace armature {

/// Whether a solve succeeded, and if not, why. With any status except Solved, nothing has changed.
enum class IkStatus {
    Solved,    ///< The solve succeeded; the report says how close the result is.
    NoTarget,  ///< No target was set.
    Gone,      ///< A bone, node or skeleton of the solver was removed, or its bones are no longer connected.
    Singular,  ///< A matrix above the bones, such as the host's, is singular: goals cannot be mapped into the bones' space.
    /// There is no valid pose: directions that must differ coincide, a bone has zero length, or a result or intermediate number overflows a
    /// float.
    Undefined,
};

/// The result of a solve: how far the effector is from its goal, and why. Lengths are in the goal's space, angles in radians.
struct ARMATURE_API IkReport {
    float distance = 0.f;  ///< Distance from the effector to its goal after the solve; for several effectors, the largest distance.
    float angle = 0.f;     ///< Angle between the effector's rotation and its goal; 0 without a rotation goal.
    /// How much farther from the root the goal is than the chain can stretch, or how much nearer to the root than the chain can fold; 0 for
    /// a goal within reach.
    float beyondReach = 0.f;
    float jointChange = 0.f;             ///< The largest rotation by which the solve changed a joint.
    std::size_t iterations = 0;          ///< Number of iterations; 1 for an analytic solver.
    IkStatus status = IkStatus::Solved;  ///< Whether the solve succeeded, and if not, why.
    bool isReached = false;              ///< True if distance and angle are within the solver's tolerances.
};

/// The result of solving a chain.
struct ARMATURE_API ChainReport : IkReport {
    /// Bit i is set if joint i, counted from the chain's root, is held by its limit. Joints from 63 on share bit 63.
    std::uint64_t activeLimits = 0;

    /// True if the joint is held by its limit.
    [[nodiscard]] bool isLimitActive(std::size_t joint) const noexcept { return (activeLimits >> (joint < 63 ? joint : 63) & 1u) != 0; }
};

}  // namespace armature
