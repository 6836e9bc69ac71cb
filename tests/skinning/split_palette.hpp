#pragma once

#include <span>

#include <armature/math/affine.hpp>

#include "math/aligned_vector.hpp"
#include "skinning/split_matrix.hpp"

namespace armature::test {

/// The matrices' stretches and motions, which a DualQuaternionPalette does not expose.
struct SplitPalette {
    explicit SplitPalette(std::span<const Affine> palette)
    {
        for (const Affine& matrix : palette) {
            const SplitMatrix split = splitMatrix(matrix);
            stretches.push_back(split.stretch);
            motions.push_back(split.motion);
        }
    }

    AlignedVector<Affine> stretches;
    AlignedVector<DualQuaternion> motions;
};

}  // namespace armature::test
