#pragma once

#include <armature/base/export.hpp>
#include <armature/math/affine.hpp>

#include "skinning/kernels/skinning_kernels.hpp"

namespace armature {

/// A matrix split for dual quaternion skinning.
struct SplitMatrix {
    Affine stretch;  ///< Scale and shear, in bind space.
    DualQuaternion motion;
};

/// Splits a matrix so that matrix = motion * stretch. The motion of a singular matrix has no rotation (see rotationOfLinear()).
[[nodiscard]] ARMATURE_PRIVATE_API SplitMatrix splitMatrix(const Affine& matrix) noexcept;

}  // namespace armature
