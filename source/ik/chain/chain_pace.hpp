#pragma once

#include <cstddef>

/// Constants of damped least squares, shared by DampedLeastSquares, which uses matrices, and PointSearch, which does not.
namespace armature::pace {

inline constexpr double firstDamping = 1e-2;
inline constexpr double leastDamping = 1e-9;
inline constexpr double mostDamping = 1e3;

/// The largest length of a residual (in lengths of the chain, or radians). Longer residuals are shortened to it, because the Jacobian only
/// holds near the current pose.
inline constexpr double longestResidual = 0.7;

/// The largest move of a joint in one step (radians, or lengths of the chain).
inline constexpr double longestStep = 1.;

/// The most passes over one step. Each pass excludes joints that the step would take beyond the end of their range.
inline constexpr int holdPasses = 4;

/// Tolerance (radians, or lengths of the chain): a joint this close to the end of its range counts as at the end.
inline constexpr double atEnd = 1e-7;

/// If the cost has not fallen to this fraction within `patience` iterations, the search has stalled.
inline constexpr double leastCostProgress = 0.98;
inline constexpr std::size_t patience = 8;

}  // namespace armature::pace
