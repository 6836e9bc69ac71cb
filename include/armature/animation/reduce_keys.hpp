#pragma once

#include <cstddef>
#include <memory>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// How far the result of reduceKeys() may deviate from the original clip.
struct ARMATURE_API ReduceOptions {
    /// The bound on errors in skeleton space, as for baking: see BakeBound.
    BakeBound maxError = {};
    /// The largest distance of a point on the mesh from its bone, in the bone's own axes; used for BakeError::point.
    double radius = 0.1;
    /// The bound on errors of morph weights, of values of properties and curves, and of the scales of nodes that are not bones.
    double number = 0.001;
};

/// The result of reduceKeys().
struct ARMATURE_API ReducedClip {
    std::shared_ptr<const AnimationClip> clip = {};  ///< Never null.
    BakeError error = {};                            ///< An upper bound of the error of the skeleton's bones: see BakedClip::getError().
    std::size_t keysBefore = 0;                      ///< Number of keys of all channels before the reduction.
    std::size_t keysAfter = 0;                       ///< Number of keys of all channels after the reduction.
};

/// Removes keys that interpolation between the remaining keys reproduces within the bounds. The error is measured at and between keys on
/// the whole skeleton, where a bone's error includes those of its ancestors; the tolerances of single channels are lowered until the total
/// error is within the bound. Interpolations and the values of the remaining keys do not change. Channels that move no bone of the skeleton
/// keep the same bounds in their parents' axes.
///
/// Throws std::invalid_argument unless all bounds are positive numbers. O(bones * keys), and O(keys * log(keys)) for each channel, times a
/// few tries; a channel keeps at least every 1024th key unless it is constant.
[[nodiscard]] ARMATURE_API ReducedClip reduceKeys(const AnimationClip& clip, const Skeleton& skeleton, const ReduceOptions& options = {});

}  // namespace armature
