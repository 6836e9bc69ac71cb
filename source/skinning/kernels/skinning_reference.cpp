#include <cmath>

#include <hwy/highway.h>

#include "skinning/kernels/reference_vertex.hpp"
#include "skinning/kernels/skinning_kernels.hpp"

HWY_BEFORE_NAMESPACE();  // the processor's baseline, for which skin_math-inl.hpp is compiled here
namespace armature {

void normalizeOrZero(float& x, float& y, float& z) noexcept
{
    // Dividing by the largest component first keeps the squares of very long and very short vectors within float's range.
    const float largest = std::max({std::abs(x), std::abs(y), std::abs(z)});
    const bool hasDirection = largest > 0.f && std::isfinite(x) && std::isfinite(y) && std::isfinite(z);  // max() may drop a NaN
    const float a = hasDirection ? x / largest : 0.f;
    const float b = hasDirection ? y / largest : 0.f;
    const float c = hasDirection ? z / largest : 0.f;
    const float length = hasDirection ? std::sqrt((a * a + b * b) + c * c) : 1.f;
    x = a / length;
    y = b / length;
    z = c / length;
}

namespace reference {

void skinLinear(const SkinStreamPointers& streams, const InfluencePointers& influences, std::span<const Affine> palette)
{
    for (std::size_t vertex = 0; vertex < streams.count; ++vertex) {
        moveVertex(advanced(streams, vertex, 1), blendMatrices(influences, palette, vertex), HWY_NAMESPACE::NoMotion<float>());
    }
}

void skinDualQuaternions(const SkinStreamPointers& streams, const InfluencePointers& influences, std::span<const Affine> stretches,
                         std::span<const DualQuaternion> motions)
{
    for (std::size_t vertex = 0; vertex < streams.count; ++vertex) {
        float q[8];
        blendMotions(influences, motions, vertex, q);
        moveVertex(advanced(streams, vertex, 1), blendMatrices(influences, stretches, vertex), motionOfSums(q));
    }
}

}  // namespace reference

}  // namespace armature
HWY_AFTER_NAMESPACE();
