#pragma once

#include <cstddef>

#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// Returns the index of a bone in a view: the bone's position in its own skeleton. If the view is of another rig with a different number of
/// joints, throws std::invalid_argument that names the bone and that rig. As fast as SkeletonAccess::positionOf().
[[nodiscard]] std::size_t numberIn(const JointView& joints, const Bone& bone);

/// A joint of a view and its parent; the parent is noSlot for a root.
struct JointAndParent {
    std::size_t joint = 0;
    std::size_t parent = 0;
};

/// Returns the indices of a bone and of its parent in a view. Throws std::invalid_argument as numberIn() does, and if the joint has a
/// different parent in the view.
[[nodiscard]] JointAndParent jointAndParentIn(const JointView& joints, const Bone& bone);

}  // namespace armature
