#pragma once

#include <armature/base/export.hpp>
#include <armature/retarget/retarget_clip.hpp>
#include <armature/retarget/retarget_quality.hpp>

#include "base/budget.hpp"
#include "retarget/rest_rig.hpp"

/// Variants of public functions that charge a budget before they compute poses, and throw OverBudget if the budget does not suffice.
namespace armature {

/// Retargets a clip: see retargetClip().
[[nodiscard]] ARMATURE_PRIVATE_API RetargetedClip retargetWithin(Budget& budget, const AnimationClip& clip, const Skeleton& source,
                                                                 Skeleton& target, const Retargeter& retargeter,
                                                                 const RetargetClipOptions& options);
/// Measures a retargeted clip: see measureRetarget().
[[nodiscard]] ARMATURE_PRIVATE_API RetargetQuality measureRetargetWithin(Budget& budget, const Retargeter& retargeter,
                                                                         const AnimationClip& motion, const Skeleton& source,
                                                                         const AnimationClip& result, const Skeleton& target,
                                                                         double framesPerSecond);

/// Returns the cost of reading every joint of a pose once.
[[nodiscard]] std::uint64_t costOfLooking(const RestRig& rig);

}  // namespace armature
