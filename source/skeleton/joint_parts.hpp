#pragma once

#include <cstddef>

#include "node/pose_target.hpp"

namespace armature {

/// The numbers of a joint's local pose where they are stored, to be read without copying them first. In order: translation x, y, z,
/// rotation x, y, z, w, scale x, y, z. `first` is null if the pose is a matrix or rotates about a pivot.
struct JointParts {
    const float* first = nullptr;
    std::size_t step = 0;  ///< The distance from one number to the next, in floats.

    static constexpr std::size_t rotation = 3;
    static constexpr std::size_t scale = 7;

    [[nodiscard]] explicit operator bool() const noexcept { return first != nullptr; }
    [[nodiscard]] float operator[](std::size_t number) const noexcept { return first[number * step]; }

    [[nodiscard]] Transform transform() const noexcept
    {
        const JointParts& at = *this;
        return {{at[0], at[1], at[2]}, glm::quat(at[6], at[3], at[4], at[5]), {at[7], at[8], at[9]}};
    }

    [[nodiscard]] static JointParts of(const PoseTarget& target) noexcept
    {
        return target.hierarchy->isParts(target.slot) ? JointParts{target.hierarchy->readParts(target.slot), laneCount} : JointParts();
    }
};

}  // namespace armature
