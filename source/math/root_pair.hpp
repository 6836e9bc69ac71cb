#pragma once

#include <cmath>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// Square roots and quotients in pairs: they are the slowest of the basic operations, and processors compute two in the time of one. Each
/// result is rounded correctly, as if computed alone.
namespace armature {

/// Two doubles that GCC and Clang keep in one register.
using DoublePair = double __attribute__((vector_size(16)));

[[nodiscard]] inline DoublePair squareRoots(double first, double second) noexcept
{
#if defined(__SSE2__)
    return _mm_sqrt_pd(DoublePair{first, second});
#else
    return DoublePair{std::sqrt(first), std::sqrt(second)};
#endif
}

[[nodiscard]] inline DoublePair reciprocals(DoublePair numbers) noexcept
{
    return DoublePair{1., 1.} / numbers;
}

}  // namespace armature
