#pragma once

#include <string_view>

#include <armature/base/export.hpp>

namespace armature {

/// Returns the instruction set that the kernels use: "AVX-512", "AVX2", "SSE4", "NEON" or "scalar". It is the best set that the processor
/// supports, unless on x86 the environment variable ARMATURE_SIMD (scalar, sse4, avx2, avx512) limits it; the choice is made when the first
/// kernel runs. If the library contains kernels for only one set, the variable is not read. On AMD's Zen 4, the value avx512 selects
/// kernels that keep a matrix in one register; the default kernels there do not, but are called "AVX-512" too. All sets give the same
/// matrices, bit for bit.
[[nodiscard]] ARMATURE_API std::string_view getInstructionSet() noexcept;

}  // namespace armature
