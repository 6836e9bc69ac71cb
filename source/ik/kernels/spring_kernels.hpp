#pragma once

#include <cstddef>
#include <span>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include "ik/springs/spring_solids.hpp"

/// Functions that swing several bones at once. They use only memory that the caller owns, and neither allocate nor hold state. All numbers
/// are double and no operations are fused: results have the same bits for any number of lanes, on any machine.
namespace armature {

constexpr std::size_t springLanes = 8;  ///< The number of bones in a block.

/// The inputs and results of swings: rows of springLanes numbers, one for each bone. Each constant is the first row of a quantity.
struct SpringBlock {
    // inputs
    static constexpr std::size_t linear = 0;    ///< Linear part of the matrix from the axes of the bone above to the world: x, y, z of each
                                                ///< column.
    static constexpr std::size_t origin = 9;    ///< Origin of the bone above, in the world.
    static constexpr std::size_t center = 12;   ///< The point about which the bone rotates, in the axes above.
    static constexpr std::size_t arm = 15;      ///< From `center` to the bone's tail, in the axes above, before the bone's rotation.
    static constexpr std::size_t restArm = 18;  ///< `arm` rotated by the rest rotation.
    static constexpr std::size_t rest = 21;     ///< The rotation at rest: x, y, z, w.
    static constexpr std::size_t pull = 25;     ///< How far stiffness pulls the tail towards its rest direction, in world units.
    static constexpr std::size_t hitRadius = 26;
    // inputs, replaced by results
    static constexpr std::size_t rotation = 27;  ///< The rotation after the previous step, then after this step: x, y, z, w.
    static constexpr std::size_t tail = 31;      ///< In the world. Input: the tail's position before length, stiffness and solids are
                                                 ///< applied. Result: its final position.
    // results
    static constexpr std::size_t length =
        34;  ///< The bone's length in the world. If 0, its rotation is the rest rotation and its tail is at its joint.
    static constexpr std::size_t count = 35;

    alignas(64) double numbers[count][springLanes] = {};

    void set(std::size_t row, std::size_t lane, const glm::dvec3& vector) noexcept
    {
        numbers[row][lane] = vector.x;
        numbers[row + 1][lane] = vector.y;
        numbers[row + 2][lane] = vector.z;
    }
    void set(std::size_t row, std::size_t lane, const glm::dquat& turn) noexcept
    {
        set(row, lane, glm::dvec3(turn.x, turn.y, turn.z));
        numbers[row + 3][lane] = turn.w;
    }
    [[nodiscard]] glm::dvec3 vector(std::size_t row, std::size_t lane) const noexcept
    {
        return {numbers[row][lane], numbers[row + 1][lane], numbers[row + 2][lane]};
    }
    [[nodiscard]] glm::dquat turn(std::size_t row, std::size_t lane) const noexcept
    {
        return {numbers[row + 3][lane], numbers[row][lane], numbers[row + 1][lane], numbers[row + 2][lane]};
    }
};

/// Swings the first `count` bones of a block. All of them collide with the same solids, in the order of `touched`.
void swingLanes(SpringBlock& block, std::size_t count, std::span<const PlacedSolid> solids, std::span<const std::size_t> touched) noexcept;

}  // namespace armature
