#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "retarget/body_shape.hpp"

namespace armature::humanoid {

inline constexpr std::size_t coreRoleCount = 22;

/// The bones of a body, as far as it has them; of the trunk all, from above the hips to where the arms begin.
struct Body {
    std::array<std::uint32_t, coreRoleCount> bones{};  // by HumanoidRole; or none
    std::vector<std::uint32_t> trunk;
    float score = 0.f;
    bool isHeadDoubtful = false;
};

/// Finds the bones that fit best the plan of a body: two legs and a trunk from the hips, two arms and a head from the end of the trunk. The
/// best of all is found by dynamic programming from the leaves: of each bone, how well the subtree below it holds each part of the plan.
/// O(bones) time and memory.
[[nodiscard]] std::optional<Body> searchBody(const BodyShape& shape, float leftward);

}  // namespace armature::humanoid
