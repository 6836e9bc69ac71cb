#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include <armature/math/space.hpp>
#include <armature/skeleton/joint_view.hpp>

#include "skeleton/posed_joint.hpp"

namespace armature {

/// From a space to skeleton space; no value if the transform from the world is singular. Throws std::invalid_argument that names the
/// skeleton and `what` if the space is neither Skeleton nor World.
[[nodiscard]] std::optional<Frame> frameFrom(const JointView& joints, std::string_view what, Space space);

/// Which joint of a view a bone is: the one at its place in its own skeleton. Throws std::invalid_argument that names both if the view has
/// another number of joints. O(1).
[[nodiscard]] std::size_t numberIn(const JointView& joints, const Bone& bone);

/// A joint of a view and the one above it.
struct JointAndParent {
    std::size_t joint = 0;
    std::size_t parent = 0;
};

/// The numbers of a bone and its parent in a view. Throws std::invalid_argument as numberIn() does, and if the joint has another parent
/// there. Precondition: the bone has a parent.
[[nodiscard]] JointAndParent jointAndParentIn(const JointView& joints, const Bone& bone);

}  // namespace armature
