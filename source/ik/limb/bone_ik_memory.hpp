#pragma once

#include <cmath>

#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/ik/bone_ik_controller.hpp>

#include "ik/limb/two_bone.hpp"
#include "ik/turns.hpp"

namespace armature {

/// Moves a solution back, so that the limb goes only the fraction `following` of the way from its last pose.
inline void follow(TwoBoneSolution& solution, BoneIkMemory& memory, double following) noexcept
{
    if (memory.upper != glm::dquat(0., 0., 0., 0.)) {
        solution.upper = blendTurns(memory.upper, solution.upper, following);
        solution.lower = blendTurns(memory.lower, solution.lower, following);
    }
    memory.upper = solution.upper;
    memory.lower = solution.lower;
}

[[nodiscard]] inline bool isFinite(const BoneIkMemory& memory) noexcept
{
    const double size = glm::dot(memory.line, memory.line) + glm::dot(memory.side, memory.side) + glm::dot(memory.pole, memory.pole)
                        + glm::dot(memory.upper, memory.upper) + glm::dot(memory.lower, memory.lower);
    return std::isfinite(size);
}

}  // namespace armature
