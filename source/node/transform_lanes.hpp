#pragma once

#include <array>
#include <cstddef>

#include <armature/math/transform.hpp>

#include "node/kernels/pose_kernels.hpp"

namespace armature {

inline void storeLane(const Transform& transform, std::size_t lane, TransformLanes& outBlock) noexcept
{
    const std::array parts{transform.translation.x, transform.translation.y, transform.translation.z, transform.rotation.x,
                           transform.rotation.y,    transform.rotation.z,    transform.rotation.w,    transform.scale.x,
                           transform.scale.y,       transform.scale.z};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        outBlock.component[i][lane] = parts[i];
    }
}

[[nodiscard]] inline Transform loadLane(const TransformLanes& block, std::size_t lane) noexcept
{
    const auto& c = block.component;
    return {{c[0][lane], c[1][lane], c[2][lane]},
            glm::quat(c[6][lane], c[3][lane], c[4][lane], c[5][lane]),
            {c[7][lane], c[8][lane], c[9][lane]}};
}

}  // namespace armature
