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
/// A bone whose local matrix is sheared is split, and the shear is lost (see decompose()); SkeletonSnapshot keeps it.
struct Pose {
    std::vector<Transform> bones;

    friend bool operator==(const Pose&, const Pose&) = default;
};

/// The current pose; linked bones give their node's. O(bones).
[[nodiscard]] Pose capturePose(const Skeleton& skeleton);

/// The same into `outPose`, which keeps its memory.
void capturePose(const Skeleton& skeleton, Pose& outPose);

/// The rest pose.
[[nodiscard]] Pose captureRestPose(const Skeleton& skeleton);

/// Sets the local transforms of all bones; where a node drives a bone, that node's. Throws std::invalid_argument, and changes nothing, if
/// the number of transforms is not that of the bones or one of them has numbers that are not finite or a rotation of zero length.
void applyPose(Skeleton& skeleton, const Pose& pose);

/// From `from` (weight 0) to `to` (weight 1), bone by bone: translation and scale in a straight line, rotation by slerp, the short way.
/// Weights outside [0, 1] go on beyond. Throws std::invalid_argument if the two have different numbers of bones.
[[nodiscard]] Pose blendPoses(const Pose& from, const Pose& to, float weight);

/// What leads from `base` to `pose`: translation pose - base, rotation inverse(base) * pose (in the bone's own axes), scale pose / base
/// (0 / 0 counts as 1, and a component that only `pose` has cannot be expressed: std::invalid_argument that names the bone's index).
[[nodiscard]] Pose differenceOfPoses(const Pose& base, const Pose& pose);

/// Adds a difference: addDifference(base, differenceOfPoses(base, pose)) is `pose` up to rounding. The weight scales the translation,
/// slerps the rotation from none, and raises the scale to its power (its sign counts from half a weight on).
[[nodiscard]] Pose addDifference(const Pose& base, const Pose& difference, float weight = 1.f);

/// A hash of the bits of all numbers (FNV-1a, 64 bits): equal poses have equal hashes, on every machine. -0 counts as 0.
[[nodiscard]] std::uint64_t hashOf(const Pose& pose) noexcept;

/// Which bone is a bone's counterpart on the other side, by positions in Skeleton::bones(); a bone in the middle is its own.
using MirrorMap = std::vector<std::size_t>;

/// Finds counterparts by name: Left and Right, left and right, or L and R as a word of their own ("arm_L", "L.arm", "armL" beside "armR").
/// Numbers at the end that exporters append need not agree ("arm_L_012" and "arm_R_034"), where the names without them are the only such
/// ones. A bone whose counterpart does not exist is its own: see findUnpairedBones(). O(bones).
[[nodiscard]] MirrorMap mirrorMapByName(const Skeleton& skeleton);

/// The bones whose name says a side, by the rules of mirrorMapByName(), and which are their own counterpart in `map` all the same: mirrorPose()
/// would leave them on their side. Warn of them, or pair them by hand. In the order of bones(). Throws std::invalid_argument if the map
/// does not fit the skeleton.
[[nodiscard]] std::vector<const Bone*> findUnpairedBones(const Skeleton& skeleton, const MirrorMap& map);

/// The pose reflected in the plane x = 0 of skeleton space, sides exchanged: what moves each bone from its rest is reflected and given to
/// its counterpart, so that the axes of the bones do not matter. Exact where the rest is symmetric. Throws std::invalid_argument if the map
/// or the pose does not fit the skeleton, or a rest matrix is singular.
[[nodiscard]] Pose mirrorPose(const Skeleton& skeleton, const Pose& pose, const MirrorMap& map);

/// Everything that a skeleton and its bones hold, to be put back bit for bit: names, metadata, switches, poses, binds, rests, lengths, sets
/// of inverse binds, links and their modes, the host. Shares with the skeleton what neither changes. Which bones there are, what they hang
/// on, their order and their palette slots must stay as they were; nodes that hang on bones and who observes them are no part of it.
///
/// For one skeleton, made and put back quickly; SavedState is for everything that moves, as one value that can be compared and hashed.
class SkeletonSnapshot {
public:
    explicit SkeletonSnapshot(const Skeleton& skeleton);
    ~SkeletonSnapshot();
    SkeletonSnapshot(SkeletonSnapshot&&) noexcept;
    SkeletonSnapshot& operator=(SkeletonSnapshot&&) noexcept;

    /// Puts the state back into the skeleton it was taken from, or another one with the same bones, a clone for instance; that one keeps
    /// its own links and host. Where a node drives a bone, the node gets the pose. Returns how many links, the host's among them, could not
    /// be put back since their node has gone; such a bone has the pose itself.
    ///
    /// Throws std::invalid_argument, and changes nothing, if bones have come or gone or hang elsewhere since, if the former host now hangs
    /// below the skeleton, or if this snapshot was moved from.
    std::size_t restore(Skeleton& skeleton) const;

private:
    struct State;

    std::unique_ptr<const State> state_;
};

}  // namespace armature
