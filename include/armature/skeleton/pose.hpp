#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/math/transform.hpp>

namespace armature {

/// The local transforms of a skeleton's bones at one moment, in the order of Skeleton::bones(). A value: copy it, keep it, send it.
///
/// A sheared local matrix is split into a transform, and the shear is lost (see decompose()). A SkeletonSnapshot keeps the shear.
struct Pose {
    std::vector<Transform> bones;  ///< Local poses in the order of Skeleton::bones().

    friend bool operator==(const Pose&, const Pose&) = default;
};

/// Returns the current pose; a linked bone has the transform of its node. O(bones).
[[nodiscard]] Pose capturePose(const Skeleton& skeleton);

/// Writes the current pose to `outPose`, reusing its memory.
void capturePose(const Skeleton& skeleton, Pose& outPose);

/// Returns the rest pose as transforms, in the order of Skeleton::bones().
[[nodiscard]] Pose captureRestPose(const Skeleton& skeleton);

/// Sets the local transforms of all bones, or of the nodes that drive them. Throws std::invalid_argument, and changes nothing, if the
/// numbers of transforms and bones differ, or a transform has numbers that are not finite or a rotation of zero length.
void applyPose(Skeleton& skeleton, const Pose& pose);

/// Blends `from` (weight 0) with `to` (weight 1), bone by bone: translation and scale linearly, rotation by slerp along the shorter arc.
/// Weights outside [0, 1] extrapolate. Throws std::invalid_argument if the two have different numbers of bones.
[[nodiscard]] Pose blendPoses(const Pose& from, const Pose& to, float weight);

/// The difference from `base` to `pose`: translation pose - base, rotation inverse(base) * pose (in the bone's own axes), scale pose / base
/// (0 / 0 counts as 1). Throws std::invalid_argument that names the bone's index if a scale is 0 in `base` but not in `pose`.
[[nodiscard]] Pose differenceOfPoses(const Pose& base, const Pose& pose);

/// Adds a difference: addDifference(base, differenceOfPoses(base, pose)) is `pose` up to rounding. The weight scales the translation,
/// slerps the rotation from the identity, and is the exponent of the scale (whose sign applies from a weight of 0.5).
[[nodiscard]] Pose addDifference(const Pose& base, const Pose& difference, float weight = 1.f);

/// A hash of the bits of all numbers (FNV-1a, 64 bits): equal poses have equal hashes, on every machine. -0 counts as 0.
[[nodiscard]] std::uint64_t hashOf(const Pose& pose) noexcept;

/// For each bone, the position in Skeleton::bones() of its counterpart on the other side. A bone in the middle is its own counterpart.
using MirrorMap = std::vector<std::size_t>;

/// Finds counterparts by name: Left and Right, left and right, or L and R as separate words ("arm_L", "L.arm", "armL" beside "armR").
/// Numbers that exporters append may differ ("arm_L_012" and "arm_R_034") if the names without them are unique. A bone without a
/// counterpart is mapped to itself: see findUnpairedBones(). O(bones).
[[nodiscard]] MirrorMap mirrorMapByName(const Skeleton& skeleton);

/// Finds the bones whose names contain a side, by the rules of mirrorMapByName(), but which `map` maps to themselves: mirrorPose() would
/// leave them on their side. Warn about them, or pair them by hand. The result is in the order of bones(). Throws std::invalid_argument if
/// the map does not fit the skeleton.
[[nodiscard]] std::vector<const Bone*> findUnpairedBones(const Skeleton& skeleton, const MirrorMap& map);

/// Returns the pose reflected in the plane x = 0 of skeleton space, with sides exchanged: each bone's motion from its rest is reflected and
/// given to its counterpart, so the axes of the bones do not matter. Exact if the rest is symmetric. Throws std::invalid_argument if the
/// map or the pose does not fit the skeleton, or a rest matrix is singular.
[[nodiscard]] Pose mirrorPose(const Skeleton& skeleton, const Pose& pose, const MirrorMap& map);

/// The state of a skeleton and its bones, restored bit for bit: names, metadata, enabled flags, poses, binds, rests, lengths, sets of
/// inverse binds, links and their modes, the host. Unchanged data is shared with the skeleton. The bones, their parents, order and palette
/// slots must stay as they were; nodes attached to bones and observers are not part of a snapshot.
///
/// A snapshot covers one skeleton and is quick to take and restore. A SavedState covers everything that moves, as one value that can be
/// compared and hashed.
class SkeletonSnapshot {
public:
    explicit SkeletonSnapshot(const Skeleton& skeleton);  ///< Takes a snapshot of the skeleton's current state.
    ~SkeletonSnapshot();
    SkeletonSnapshot(SkeletonSnapshot&&) noexcept;
    SkeletonSnapshot& operator=(SkeletonSnapshot&&) noexcept;

    /// Restores the state of the skeleton that the snapshot was taken from, or of another one with the same bones, such as a clone, which
    /// keeps its own links and host. If a node drives a bone, the node gets the pose. Returns the number of links, the host included, that
    /// could not be restored because their nodes are gone; the bone of such a link gets the pose itself.
    ///
    /// Throws std::invalid_argument, and changes nothing, if bones were added, removed or reparented since, if the former host is now below
    /// the skeleton, or if this snapshot was moved from.
    std::size_t restore(Skeleton& skeleton) const;

private:
    struct State;

    std::unique_ptr<const State> state_;
};

}  // namespace armature
