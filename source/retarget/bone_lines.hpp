#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include "retarget/rest_rig.hpp"

namespace armature {

/// How a pair's target bone is rotated at rest to match its source bone.
enum class RestTurn {
    None,     ///< Not at all: for bones whose direction is the same in every rest pose.
    Follow,   ///< Like the bone above.
    Heading,  ///< About the vertical, until the horizontal parts of the lines have the same direction.
    Line,     ///< Like the bone above, then by the shortest rotation until the lines are parallel.
};

/// How a pair's target bone is rotated at rest. For Heading and Line, also the lines of the pair's two bones: from each bone's origin to
/// the origin of the next mapped bone.
struct BoneLine {
    RestTurn turn = RestTurn::Follow;
    std::uint32_t sourceNext = 0;
    std::uint32_t targetNext = 0;
    bool hasNothingBetween = false;  ///< No role lies between the pair's bones and the next bones, so that any bones between belong to
                                     ///< this pair.

    [[nodiscard]] bool hasNext() const noexcept { return turn == RestTurn::Heading || turn == RestTurn::Line; }
};

/// Returns a line for each pair of the map. In both rigs at rest, each line with a next bone has a length above 0; for Heading, even its
/// horizontal part does.
[[nodiscard]] std::vector<BoneLine> findBoneLines(const RestRig& source, const RestRig& target, const RetargetMap& map);

/// Returns the horizontal part of a vector.
[[nodiscard]] inline glm::dvec3 flat(const glm::dvec3& vector) noexcept
{
    return {vector.x, 0., vector.z};
}

/// For each role, the index of its pair in the map; no value for roles without a pair.
using RolePairs = std::array<std::optional<std::size_t>, humanoidRoleCount>;
[[nodiscard]] RolePairs pairsByRole(const RetargetMap& map);

/// The roles of one leg's joints. `legRoles` holds those of the left leg, then those of the right one.
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
