#pragma once

#include <cstddef>
#include <span>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include "ik/springs/spring_solids.hpp"
#include "skeleton/posed_joint.hpp"

/// Functions that swing several bones at once. They use only memory that the caller owns, and neither allocate nor hold state. All numbers
/// are double and no operations are fused: results have the same bits for any number of lanes, on any machine.
namespace armature {

constexpr std::size_t springLanes = 8;  ///< The most bones in a group.

/// Rows of numbers. Each row has one number for each bone of a group.
template <std::size_t rowCount, class Number = double>
struct SpringRows {
    static constexpr std::size_t count = rowCount;

    alignas(64) Number numbers[rowCount][springLanes] = {};

    [[nodiscard]] Number& at(std::size_t row, std::size_t lane) noexcept { return numbers[row][lane]; }
    void set(std::size_t row, std::size_t lane, const glm::vec<3, Number>& vector) noexcept
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
    [[nodiscard]] glm::vec<3, Number> vector(std::size_t row, std::size_t lane) const noexcept
    {
        return {numbers[row][lane], numbers[row + 1][lane], numbers[row + 2][lane]};
    }
    [[nodiscard]] glm::dquat turn(std::size_t row, std::size_t lane) const noexcept
    {
        return {numbers[row + 3][lane], numbers[row][lane], numbers[row + 1][lane], numbers[row + 2][lane]};
    }
};

/// The parameters of bones, which stay the same from frame to frame. Here and below, each constant is the index of a quantity's first row.
struct SpringNumbers : SpringRows<10> {
    static constexpr std::size_t rest = 0;       ///< The rotation at rest: x, y, z, w.
    static constexpr std::size_t stiffness = 4;  ///< Pull towards the rest direction per step, in world units.
    static constexpr std::size_t gravity = 5;    ///< Movement per step, in world units.
    static constexpr std::size_t kept = 8;       ///< The fraction of the bone's speed that remains after a step.
    static constexpr std::size_t hitRadius = 9;
};

/// The animated poses of bones without their rotations; in floats, as poses are stored.
struct SpringShapes : SpringRows<9, float> {
    static constexpr std::size_t center = 0;  ///< The origin of the bone, in the axes above.
    static constexpr std::size_t tail = 3;    ///< The bone's tail, in its own axes.
    static constexpr std::size_t scale = 6;
};

/// Like SpringShapes, for bones that are sheared, have a pivot or have a tail that is not the origin of a child: see PosedJoint.
struct SpringShears : SpringRows<18> {
    static constexpr std::size_t center = 0;  ///< The point about which the bone rotates, in the axes above.
    static constexpr std::size_t arm = 3;     ///< From `center` to the bone's tail, in the axes above, before the bone's rotation.
    static constexpr std::size_t shape = 6;   ///< PosedJoint::shape: x, y, z of each column.
    static constexpr std::size_t shift = 15;
};

/// Frames to the world.
struct SpringFrames : SpringRows<12> {
    static constexpr std::size_t linear = 0;  ///< The linear part: x, y, z of each column.
    static constexpr std::size_t origin = 9;

    void setFrame(std::size_t lane, const Frame& frame) noexcept
    {
        for (std::size_t column = 0; column < 3; ++column) {
            set(linear + 3 * column, lane, frame.linear[static_cast<glm::length_t>(column)]);
        }
        set(origin, lane, frame.origin);
    }
    [[nodiscard]] Frame frame(std::size_t lane) const noexcept
    {
        return {{vector(linear, lane), vector(linear + 3, lane), vector(linear + 6, lane)}, vector(origin, lane)};
    }
};

/// The remembered state of bones, in the world or in the axes of the centre.
struct SpringTails : SpringRows<10> {
    static constexpr std::size_t now = 0;       ///< The tail.
    static constexpr std::size_t before = 3;    ///< The tail a step before.
    static constexpr std::size_t rotation = 6;  ///< The rotation: x, y, z, w.
};

/// Rotations: x, y, z, w.
using SpringTurns = SpringRows<4>;

/// Neighbours in a group that collide with the same solids.
struct SpringContact {
    std::size_t begin;  ///< The first lane, and one past the last.
    std::size_t end;
    std::size_t touchBegin;  ///< Range in the list of touched solids, which push out the tails in this order.
    std::size_t touchEnd;
};

/// One step of a group of bones: the arguments of swingLanes().
struct SpringStep {
    std::size_t count;    ///< The number of bones; the numbers in the lanes after them are not used.
    double part;          ///< The part of the step that is taken, in [0, 1].
    const Frame* center;  ///< The centre's frame and its inverse; null: the world.
    const Frame* fromWorld;
    std::span<const PlacedSolid> solids;
    std::span<const std::size_t> touched;  ///< Indices of solids, for all contacts.
    std::span<const SpringContact> contacts;
    const SpringNumbers& numbers;
    const SpringShapes& shapes;
    const SpringShears* shears;  ///< If not null, used instead of `shapes`.
    const SpringFrames& above;   ///< The frames of the bones above.
    double* tails;               ///< The rows of SpringTails; changed if `isKept`.
    std::size_t tailStep;        ///< Distance between rows of `tails`: springLanes, or `count` if that is 1 or springLanes / 2.
    bool isKept;
    SpringTurns& outRotations;
    SpringFrames* outPlaces;  ///< The frames of the bones; null: not wanted.
};

/// Swings the bones of a group. Returns whether all tails are within the range of doubles: in the axes of a collapsed (singular) centre,
/// they would be infinite.
[[nodiscard]] bool swingLanes(const SpringStep& step) noexcept;

/// Rotations to be written, and those that are stored now.
struct SpringWrites {
    SpringRows<4, float> stored;   ///< The stored rotations: x, y, z, w.
    SpringRows<4, float> rotated;  ///< Result: the rotations rounded to floats.
    SpringRows<1, float> differs;  ///< Result: not 0 if the rotation differs from the stored one by more than its rounding.
};

/// Rounds `rotations`, the unit rotations of `count` bones, and compares them with the stored ones.
void roundTurns(const SpringTurns& rotations, std::size_t count, SpringWrites& writes) noexcept;

}  // namespace armature
