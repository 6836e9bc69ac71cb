#include "animation/clip/kernels/key_kernels.hpp"

#include <algorithm>

#include "math/kernels/simd_dispatch.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "animation/clip/kernels/key_kernels.cpp"
#include <hwy/foreach_target.h>
// Included after foreach_target.h, because this header is compiled once for each instruction set.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace armature::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

using reference::interleaveKeys;

#else

// Copies four channels at a time and transposes them in registers.
void interleaveKeys(const KeySource& keys, float* out, std::size_t valueStride, std::size_t componentStride)
{
    const hn::FixedTag<float, 4> d;
    // Vectors of three components are read four floats at a time, except the last vector, which no fourth float follows.
    const std::size_t end = keys.components == 4 ? keys.last : std::min(keys.last, keys.count - 1);
    std::size_t lane = 0;
    for (; lane + 4 <= keys.channels.size() && keys.first < end; lane += 4) {
        const float* const* const from = &keys.channels[lane];
        const float *a = from[0], *b = from[1], *c = from[2], *e = from[3];
        float* row = out + keys.first * valueStride + lane;
        for (std::size_t at = keys.first * keys.components; at < end * keys.components; at += keys.components, row += valueStride) {
            const auto va = hn::LoadU(d, a + at), vb = hn::LoadU(d, b + at), vc = hn::LoadU(d, c + at), ve = hn::LoadU(d, e + at);
            const auto xyOfTwo = hn::InterleaveLower(d, va, vb);
            const auto xyOfOthers = hn::InterleaveLower(d, vc, ve);
            const auto zwOfTwo = hn::InterleaveUpper(d, va, vb);
            const auto zwOfOthers = hn::InterleaveUpper(d, vc, ve);
            hn::StoreU(hn::ConcatLowerLower(d, xyOfOthers, xyOfTwo), d, row);
            hn::StoreU(hn::ConcatUpperUpper(d, xyOfOthers, xyOfTwo), d, row + componentStride);
            hn::StoreU(hn::ConcatLowerLower(d, zwOfOthers, zwOfTwo), d, row + 2 * componentStride);
            if (keys.components == 4) {
                hn::StoreU(hn::ConcatUpperUpper(d, zwOfOthers, zwOfTwo), d, row + 3 * componentStride);
            }
        }
    }
    KeySource rest = keys;
    if (lane > 0 && end < keys.last) {
        rest.channels = keys.channels.first(lane);
        rest.first = end;
        reference::interleaveKeys(rest, out, valueStride, componentStride);
    }
    rest.channels = keys.channels.subspan(lane);
    rest.first = keys.first;
    reference::interleaveKeys(rest, out + lane, valueStride, componentStride);
}

#endif

}  // namespace armature::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace armature {

HWY_EXPORT(interleaveKeys);

namespace reference {

void interleaveKeys(const KeySource& keys, float* out, std::size_t valueStride, std::size_t componentStride)
{
    for (std::size_t value = keys.first; value < keys.last; ++value) {
        for (std::size_t component = 0; component < keys.components; ++component) {
            float* const row = out + value * valueStride + component * componentStride;
            for (std::size_t lane = 0; lane < keys.channels.size(); ++lane) {
                row[lane] = keys.channels[lane][value * keys.components + component];
            }
        }
    }
}

}  // namespace reference

void interleaveKeys(const KeySource& keys, float* out, std::size_t valueStride, std::size_t componentStride) noexcept
{
    ARMATURE_DISPATCH(interleaveKeys)(keys, out, valueStride, componentStride);
}

}  // namespace armature
#endif
