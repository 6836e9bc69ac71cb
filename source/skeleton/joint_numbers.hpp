#pragma once

#include <cstddef>

#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// The number of a bone in a view: its place in its own skeleton. Throws std::invalid_argument that names both if the view has another
/// number of joints. O(1).
[[nodiscard]] std::size_t numberIn(const JointView& joints, const Bone& bone);

/// A joint of a view and the one above it; noSlot: it is a root.
struct JointAndParent {
    std::size_t joint = 0;
    std::size_t parent = 0;
};

/// The numbers of a bone and its parent in a view. Throws std::invalid_argument as numberIn() does, and if the joint has another parent
/// there.
[[nodiscard]] JointAndParent jointAndParentIn(const JointView& joints, const Bone& bone);

}  // namespace armature
