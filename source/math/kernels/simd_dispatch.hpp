#pragma once

#ifndef HWY_DISABLED_TARGETS
// SSSE3 lies between the baseline and SSE4; disabling it compiles every kernel once less. SVE vectors have no size known at compile time
// and so cannot be kept in arrays; processors with SVE run the NEON kernels.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128)
#endif
#include <hwy/targets.h>

namespace armature {

/// Returns the instruction set whose kernels run, one of those compiled. The first call chooses it. Highway's own choice stays unchanged,
/// because it belongs to the whole process.
[[nodiscard]] const hwy::ChosenTarget& simdTarget() noexcept;

/// Returns whether kernels for AVX-512 should fill whole registers even if part of one is unused. False on AMD's Zen 4, which computes
/// whole registers in two halves, unless ARMATURE_SIMD is "avx512"; getInstructionSet() is "AVX-512" either way. If only one target is
/// compiled, the variable is not read, and the answer on Zen 4 is always false.
[[nodiscard]] bool hasWholeRegisters() noexcept;

}  // namespace armature

/// Calls the simdTarget() version of a kernel exported with HWY_EXPORT in the same file; without vector instructions, the version in
/// `reference`. If only one version is compiled (NEON, or the set that -march= promises), Highway's table has one entry, which GetIndex()
/// would miss.
#if (HWY_TARGETS & (HWY_TARGETS - 1)) == 0
#define ARMATURE_DISPATCH(kernel) HWY_STATIC_DISPATCH(kernel)
#else
#define ARMATURE_DISPATCH(kernel) (*(HWY_DISPATCH_TABLE(kernel)[armature::simdTarget().GetIndex()]))
#endif
