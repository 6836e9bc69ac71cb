#pragma once

#include <string_view>

namespace armature {

/// The instruction set that the kernels run on: "AVX-512", "AVX2", "SSE4", "NEON" or "scalar". It is the best that the processor has,
/// unless on x86 the environment variable ARMATURE_SIMD (scalar, sse4, avx2, avx512) limits it; chosen when the first kernel runs. The
/// variable is not read if only one is compiled. On AMD's Zen 4, avx512 selects other kernels (a matrix in one register) than the default,
/// though both are "AVX-512". Matrices are the same on all of them, bit for bit.
[[nodiscard]] std::string_view getInstructionSet() noexcept;

}  // namespace armature
