#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include "retarget/rest_rig.hpp"

namespace armature {

/// How the rest of a pair's target bone is turned towards that of its source bone.
enum class RestTurn {
    None,     ///< Not at all: for bones that stand or look the same way in every rest pose.
    Follow,   ///< As the bone above is.
    Heading,  ///< About the vertical, until the lines point the same way on the ground.
    Line,     ///< As the bone above, then the shortest way until the lines are parallel.
};

/// The lines of a pair's two bones, each from its origin to that of the next bone. Used only with Heading and Line.
struct BoneLine {
    RestTurn turn = RestTurn::Follow;
    std::uint32_t sourceNext = 0;
    std::uint32_t targetNext = 0;
    bool hasNothingBetween = false;  ///< No role lies between the pair's bones and the next ones: bones in between are part of this one.

    [[nodiscard]] bool hasNext() const noexcept { return turn == RestTurn::Heading || turn == RestTurn::Line; }
};

/// Finds a line for each pair of the map. A line has a length above 0 in both rigs at rest; for Heading, as seen from above.
[[nodiscard]] std::vector<BoneLine> findBoneLines(const RestRig& source, const RestRig& target, const RetargetMap& map);

/// The part of a vector along the ground.
[[nodiscard]] inline glm::dvec3 flat(const glm::dvec3& vector) noexcept
{
    return {vector.x, 0., vector.z};
}

/// The pair of each role that has one.
using RolePairs = std::array<std::optional<std::size_t>, humanoidRoleCount>;
[[nodiscard]] RolePairs pairsByRole(const RetargetMap& map);

/// The roles of a leg, left and right.
struct LegRoles {
    HumanoidRole upper;
    HumanoidRole lower;
    HumanoidRole foot;
    HumanoidRole toes;
};
inline constexpr std::array<LegRoles, 2> legRoles{
    {{HumanoidRole::LeftUpperLeg, HumanoidRole::LeftLowerLeg, HumanoidRole::LeftFoot, HumanoidRole::LeftToes},
     {HumanoidRole::RightUpperLeg, HumanoidRole::RightLowerLeg, HumanoidRole::RightFoot, HumanoidRole::RightToes}}};

[[nodiscard]] inline std::size_t indexOf(HumanoidRole role) noexcept
{
    return static_cast<std::size_t>(role);
}

}  // namespace armature
