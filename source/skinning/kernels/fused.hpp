#pragma once

#include <bit>
#include <cstdint>

namespace armature {

/// Returns a * b + c, rounded once, as processors with fused multiply-add compute it. In double, the product is exact. The sum is rounded
/// to odd (if it is not exact, its last bit is 1), and so rounds to float as the exact sum would.
[[nodiscard]] inline float multiplyAdd(float a, float b, float c) noexcept
{
    const double product = static_cast<double>(a) * static_cast<double>(b);
    const auto addend = static_cast<double>(c);
    const double sum = product + addend;
    const double back = sum - product;
    const double error = (product - (sum - back)) + (addend - back);  // exact: D. Knuth, "The Art of Computer Programming", volume 2, 4.2.2
    if (!(error < 0. || error > 0.)) {
        return static_cast<float>(sum);  // exact or not finite
    }
    const std::uint64_t isTooLarge = (error < 0.) != (sum < 0.) ? 1 : 0;
    return static_cast<float>(std::bit_cast<double>((std::bit_cast<std::uint64_t>(sum) - isTooLarge) | 1u));
}

}  // namespace armature
