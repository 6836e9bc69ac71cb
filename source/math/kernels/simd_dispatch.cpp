#include "math/kernels/simd_dispatch.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <armature/math/simd.hpp>

namespace armature {

namespace {

constexpr bool onlyOneTarget = (HWY_TARGETS & (HWY_TARGETS - 1)) == 0;

bool isZen4() noexcept
{
#if HWY_ARCH_X86
    __builtin_cpu_init();
    return __builtin_cpu_is("amdfam19h") != 0;  // this family also includes Zen 3, which lacks AVX-512
#else
    return false;
#endif
}

struct Choice {
    std::int64_t best = HWY_SCALAR;  // the target to run, as a single bit
    bool hasWholeRegisters = !isZen4();
    hwy::ChosenTarget target;

    Choice()
    {
        if constexpr (onlyOneTarget) {
            best = HWY_TARGETS;
        } else {
            const char* variable = std::getenv("ARMATURE_SIMD");
            const std::string_view wish = variable != nullptr ? variable : "";
            hasWholeRegisters = hasWholeRegisters || wish == "avx512";
            // A lower bit is a better target: keeps the requested target and all worse ones.
            const std::int64_t ceiling = wish == "scalar"   ? HWY_SCALAR
                                         : wish == "sse4"   ? HWY_SSE4
                                         : wish == "avx2"   ? HWY_AVX2
                                         : wish == "avx512" ? HWY_AVX3
                                                            : 1;
            const std::int64_t usable = hwy::SupportedTargets() & ~(ceiling - 1) & HWY_TARGETS;
            best = usable != 0 ? usable & -usable : HWY_SCALAR;
            target.Update(usable);
        }
    }
};

const Choice& choice() noexcept
{
    static const Choice once;
    return once;
}

}  // namespace

const hwy::ChosenTarget& simdTarget() noexcept
{
    return choice().target;
}

bool hasWholeRegisters() noexcept
{
    return choice().hasWholeRegisters;
}

std::string_view getInstructionSet() noexcept
{
    switch (choice().best) {
    case HWY_SCALAR: return "scalar";
    case HWY_AVX3: return "AVX-512";
    default: return hwy::TargetName(choice().best);
    }
}

}  // namespace armature
