#pragma once

#include <optional>
#include <string_view>

#include <armature/math/space.hpp>
#include <armature/skeleton/joint_view.hpp>

#include "skeleton/posed_joint.hpp"

namespace armature {

/// Returns the frame from `space` to skeleton space; no value if the transform from the world is singular. Throws std::invalid_argument
/// that names the joints' owner and `what` if `space` is neither Skeleton nor World.
[[nodiscard]] std::optional<Frame> frameFrom(const JointView& joints, std::string_view what, Space space);

}  // namespace armature
