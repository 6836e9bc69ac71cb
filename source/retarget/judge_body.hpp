#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
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

/// A bone for a role, with the reason.
struct Finding {
    std::uint32_t bone = none;
    float confidence = 0.f;
    std::string why = {};
    bool isDoubtful = false;  // another bone might be it: too unsure to use, whatever else speaks for it
};

using Findings = std::array<Finding, humanoidRoleCount>;

/// What a search gave, settled: the neck and head apart from the trunk, and the hips above it.
void settleBody(Body& body, const BodyShape& shape);

/// Gives the bones of a body their roles, each as sure as its name, mate, direction and neighbours make it.
void judgeBones(const Body& body, const BodyShape& shape, float leftward, Findings& outFindings);

/// What speaks against a human as a whole; empty: nothing.
[[nodiscard]] std::string objectionTo(const Body& body, const BodyShape& shape);

/// How many of the required bones have names that say so.
[[nodiscard]] std::size_t namedCount(const Body& body, const BodyShape& shape);

/// Whether toes point backwards where left is taken to be `leftward`: then the rig looks the other way.
[[nodiscard]] bool looksBackwards(const Body& body, const BodyShape& shape);

/// Eyes, jaw and fingers, where names say so.
void findDetails(const BodyShape& shape, Findings& outFindings);

/// Why there is no body at all.
[[nodiscard]] std::string whyNoBody(const BodyShape& shape);

}  // namespace armature::humanoid
