#pragma once

#include <string_view>

#include <armature/retarget/humanoid_map.hpp>

namespace armature::humanoid {

/// "leftUpperArm"; "?" for a value that is not one of them.
[[nodiscard]] std::string_view roleName(HumanoidRole role) noexcept;

/// The role whose bone must be above that of this one; none of hips.
[[nodiscard]] std::optional<HumanoidRole> roleAbove(HumanoidRole role) noexcept;

}  // namespace armature::humanoid
