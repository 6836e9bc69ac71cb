#pragma once

#include <cstddef>
#include <memory>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// How far a clip with fewer keys may deviate from the original.
struct ReduceOptions {
    /// The bound in skeleton space, as for baking: see BakeBound.
    BakeBound maxError = {};
    /// The largest distance of a mesh point from its bone, in the bone's own axes; for BakeError::point.
    double radius = 0.1;
    /// The bound for each morph weight, each number of a property or curve, and the scales of nodes that are not bones.
    double number = 0.001;
};

/// The result of reduceKeys().
struct ReducedClip {
    std::shared_ptr<const AnimationClip> clip = {};  ///< Never null.
    BakeError error = {};                            ///< An upper bound for the skeleton's bones, measured as BakedClip::getError() is.
    std::size_t keysBefore = 0;                      ///< Number of keys of all channels before the reduction.
    std::size_t keysAfter = 0;                       ///< Number of keys of all channels after it.
};

/// Removes keys that the keys around them imply. The error is measured at and between keys on the whole skeleton, where errors of parents
/// and children add up; tolerances are lowered until the error is within the bound. Interpolations and the values of the remaining keys do
/// not change. Channels that move no bone of the skeleton are held to the same bounds in their parents' axes.
///
/// Throws std::invalid_argument unless all bounds are positive numbers. O(bones * keys), and O(keys * log(keys)) for each channel, times a
/// few tries; a channel keeps at least every 1024th key unless it is constant.
[[nodiscard]] ReducedClip reduceKeys(const AnimationClip& clip, const Skeleton& skeleton, const ReduceOptions& options = {});

}  // namespace armature
