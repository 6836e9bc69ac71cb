#pragma once

#include <armature/math/affine.hpp>

#include "skinning/kernels/skinning_kernels.hpp"

namespace armature {

/// A matrix split for dual quaternion skinning.
struct SplitMatrix {
    Affine stretch;  ///< Scale and shear, in bind space.
    DualQuaternion motion;
};

/// Splits a matrix so that matrix = motion * stretch. For a singular matrix, the motion gets as much of a rotation as can be found (see
/// decompose()).
[[nodiscard]] SplitMatrix splitMatrix(const Affine& matrix) noexcept;

}  // namespace armature
