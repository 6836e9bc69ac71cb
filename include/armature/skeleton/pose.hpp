#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/math/transform.hpp>

namespace armature {

/// The local transforms of a skeleton's bones at one moment. A plain value that can be copied, kept and sent.
///
/// A sheared local matrix is split into a transform, and the shear is lost (see decompose()). A SkeletonSnapshot keeps the shear.
struct ARMATURE_API Pose {
    std::vector<Transform> bones;  ///< Local poses in the order of Skeleton::bones().

    friend bool operator==(const Pose&, const Pose&) = default;
};

/// Returns the current pose; for a linked bone, the transform of its node. O(bones).
[[nodiscard]] ARMATURE_API Pose capturePose(const Skeleton& skeleton);

/// Writes the current pose to `outPose`, reusing its memory.
ARMATURE_API void capturePose(const Skeleton& skeleton, Pose& outPose);

/// Returns the rest pose as transforms, in the order of Skeleton::bones().
[[nodiscard]] ARMATURE_API Pose captureRestPose(const Skeleton& skeleton);

/// Sets the local transforms of all bones, or of the nodes that drive them. Throws std::invalid_argument, and changes nothing, if the
/// numbers of transforms and bones differ, or a transform has numbers that are not finite or a rotation of zero length.
ARMATURE_API void applyPose(Skeleton& skeleton, const Pose& pose);

/// Blends `from` (weight 0) with `to` (weight 1), bone by bone: translation and scale linearly, rotation by slerp along the shorter arc.
/// Weights outside [0, 1] extrapolate. Throws std::invalid_argument if the two poses have different numbers of bones.
[[nodiscard]] ARMATURE_API Pose blendPoses(const Pose& from, const Pose& to, float weight);

/// Returns the difference from `base` to `pose`: translation pose - base, rotation inverse(base) * pose (in the bone's own axes), scale
/// pose / base (0 / 0 counts as 1). Throws std::invalid_argument that names the bone's index if a scale is 0 in `base` but not in `pose`.
[[nodiscard]] ARMATURE_API Pose differenceOfPoses(const Pose& base, const Pose& pose);

/// Returns the sum of a pose and a difference: addDifference(base, differenceOfPoses(base, pose)) is `pose` up to rounding. `weight`
/// multiplies the difference's translation, is the slerp parameter from the identity to its rotation, and is the exponent of its scale
/// (negative signs of the scale apply from a weight of 0.5 on).
[[nodiscard]] ARMATURE_API Pose addDifference(const Pose& base, const Pose& difference, float weight = 1.f);

/// Returns a hash of the bits of all numbers (FNV-1a, 64 bits): equal poses have equal hashes, on every machine. -0 counts as 0.
[[nodiscard]] ARMATURE_API std::uint64_t hashOf(const Pose& pose) noexcept;

/// For each bone, the position in Skeleton::bones() of its counterpart on the other side. A bone in the middle is its own counterpart.
using MirrorMap = std::vector<std::size_t>;

/// Pairs bones by name: two names are a pair if they are equal except that one has "left" where the other has "right" (or Left and Right,
/// or LEFT and RIGHT), or one has the separate word "L" where the other has "R" (or l and r): "arm_L", "L.arm", or "armL" if there is an
/// "armR". Numbers that exporters append may differ ("arm_L_012" and "arm_R_034") if the names without these numbers are unique. A bone
/// without a counterpart is mapped to itself: see findUnpairedBones(). O(bones).
[[nodiscard]] ARMATURE_API MirrorMap mirrorMapByName(const Skeleton& skeleton);

/// Returns the bones that `map` maps to themselves although their names contain a side, by the rules of mirrorMapByName(). mirrorPose()
/// leaves these bones on their side. Warn about such bones, or pair them by hand. The result is in the order of bones(). Throws
/// std::invalid_argument if the map does not fit the skeleton.
[[nodiscard]] ARMATURE_API std::vector<const Bone*> findUnpairedBones(const Skeleton& skeleton, const MirrorMap& map);

/// Returns the pose reflected in the plane x = 0 of skeleton space, with sides exchanged: each bone's motion relative to its rest pose is
/// reflected and given to the bone's counterpart, so the axes of the bones do not matter. Exact if the rest pose is symmetric. Throws
/// std::invalid_argument if the map or the pose does not fit the skeleton, or a rest matrix is singular.
[[nodiscard]] ARMATURE_API Pose mirrorPose(const Skeleton& skeleton, const Pose& pose, const MirrorMap& map);

/// The state of a skeleton and its bones, restored bit for bit: names, metadata, enabled flags, poses, binds, rests, lengths, sets of
/// inverse binds, links and their modes, the host. Unchanged data is shared with the skeleton. A snapshot can be restored only while the
/// bones, their parents, order and palette slots are the same. Nodes attached to bones and observers are not part of it.
///
/// A snapshot covers one skeleton and is quick to take and restore. A SavedState covers everything that moves, as one value that can be
/// compared and hashed.
class ARMATURE_API SkeletonSnapshot {
public:
    explicit SkeletonSnapshot(const Skeleton& skeleton);  ///< Takes a snapshot of the skeleton's current state.
    ~SkeletonSnapshot();
    SkeletonSnapshot(SkeletonSnapshot&&) noexcept;
    SkeletonSnapshot& operator=(SkeletonSnapshot&&) noexcept;

    /// Restores the state into the skeleton from which the snapshot was taken, or into another skeleton with the same bones, such as a
    /// clone; that other skeleton keeps its own links and host. If a node drives a bone, the node gets the pose. Returns the number of
    /// links, counting the host as one, that could not be restored because their nodes are gone; a bone that has lost its link gets the
    /// pose itself.
    ///
    /// Throws std::invalid_argument, and changes nothing, if bones were added, removed or reparented since the snapshot, if the former host
    /// is now below one of the skeleton's bones, or if this snapshot was moved from.
    std::size_t restore(Skeleton& skeleton) const;

private:
    struct ARMATURE_LOCAL State;

    std::unique_ptr<const State> state_;
};

}  // namespace armature
