#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "retarget/body_shape.hpp"

namespace armature::humanoid {

inline constexpr std::size_t coreRoleCount = 22;

/// The bones found for a body. `trunk` holds all bones of the trunk, from the one after the hips to the one at which the arms branch off.
struct Body {
    std::array<std::uint32_t, coreRoleCount> bones{};  // indexed by HumanoidRole; `none` for a role that the body lacks
    std::vector<std::uint32_t> trunk;
    float score = 0.f;
    bool isHeadDoubtful = false;

    [[nodiscard]] std::uint32_t& at(HumanoidRole role) noexcept { return bones[static_cast<std::size_t>(role)]; }
    [[nodiscard]] std::uint32_t at(HumanoidRole role) const noexcept { return bones[static_cast<std::size_t>(role)]; }
};

/// Finds the bones that best fit the plan of a body: two legs and a trunk from the hips, two arms and a head from the end of the trunk.
/// Uses dynamic programming from the leaves up: for each bone, it computes how well the bone's subtree matches each part of the plan.
/// Returns no value if no such bones exist. O(bones) time and memory.
[[nodiscard]] std::optional<Body> searchBody(const BodyShape& shape, float leftward);

/// The bone found for a role, with the confidence and the reason.
struct Finding {
    std::uint32_t bone = none;
    float confidence = 0.f;
    std::string why = {};
    bool isDoubtful = false;  // another bone might have the role: too unsure to use, whatever the confidence
};

using Findings = std::array<Finding, humanoidRoleCount>;

/// Corrects the result of a search: the hips, limbs and head, and the border between trunk and neck.
void settleBody(Body& body, const BodyShape& shape);

/// Assigns roles to the bones of a body, each with a confidence from its name, mate, direction and neighbours.
void judgeBones(const Body& body, const BodyShape& shape, float leftward, Findings& outFindings);

/// Returns why the body as a whole might not be human; empty if nothing speaks against it.
[[nodiscard]] std::string objectionTo(const Body& body, const BodyShape& shape);

/// Returns how many of the required bones have names that fit their roles.
[[nodiscard]] std::size_t namedCount(const Body& body, const BodyShape& shape);

/// Returns whether, with the sides as found, the toes point backwards. If so, the rig faces the opposite direction.
[[nodiscard]] bool looksBackwards(const Body& body, const BodyShape& shape);

/// Finds eyes, jaw and fingers by their names.
void findDetails(const BodyShape& shape, Findings& outFindings);

/// Returns why no body was found.
[[nodiscard]] std::string whyNoBody(const BodyShape& shape);

}  // namespace armature::humanoid
