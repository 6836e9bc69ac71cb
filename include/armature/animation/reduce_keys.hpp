#pragma once

#include <cstddef>
#include <memory>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// How far a clip with fewer keys may deviate.
struct ReduceOptions {
    /// In skeleton space, as for baking: see BakeBound.
    BakeBound maxError = {};
    /// How far points of a mesh are from their bone at most, in its own axes; for BakeError::point.
    double radius = 0.1;
    /// For each number of morph weights, properties and curves, and the scales of nodes that are no bones.
    double number = 0.001;
};

/// What reduceKeys() made.
struct ReducedClip {
    std::shared_ptr<const AnimationClip> clip = {};  ///< Never null.
    BakeError error = {};                            ///< An upper bound for the skeleton's bones, measured as BakedClip::getError() is.
    std::size_t keysBefore = 0;                      ///< Of all channels together.
    std::size_t keysAfter = 0;                       ///< Likewise.
};

/// Leaves out keys that the ones around them imply. The error is measured on the whole skeleton, at and between keys, where errors of
/// parents and children add up: tolerances are lowered until it keeps the bound. Interpolations, and the numbers of the keys that remain,
/// stay. Channels that move no bone of the skeleton are held to the same bounds in their parents' axes.
///
/// Throws std::invalid_argument unless all bounds are positive numbers. O(bones * keys), and O(keys * log(keys)) for each channel, for each
/// of a few tries; a channel keeps at least every 1024th key unless it is constant.
[[nodiscard]] ReducedClip reduceKeys(const AnimationClip& clip, const Skeleton& skeleton, const ReduceOptions& options = {});

}  // namespace armature
