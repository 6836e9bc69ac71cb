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

// Copies four channels at a time and transposes them in registers. Goes through the values in order, so that the output is written from
// front to back: memory that is not in the cache is then fetched ahead.
void interleaveKeys(const KeySource& keys, float* out, std::size_t valueStride, std::size_t componentStride)
{
    const hn::FixedTag<float, 4> d;
    // Vectors of three components are read four floats at a time, except the last vector, which no fourth float follows.
    const std::size_t end = keys.components == 4 ? keys.last : std::min(keys.last, keys.count - 1);
    const std::size_t lanes = keys.channels.size() / 4 * 4;
    for (std::size_t value = keys.first; value < end; ++value) {
        const std::size_t at = value * keys.components;
        float* row = out + value * valueStride;
        for (std::size_t lane = 0; lane < lanes; lane += 4, row += 4) {
            const float* const* const from = &keys.channels[lane];
            const auto va = hn::LoadU(d, from[0] + at), vb = hn::LoadU(d, from[1] + at), vc = hn::LoadU(d, from[2] + at),
                       ve = hn::LoadU(d, from[3] + at);
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
    if (lanes > 0 && end < keys.last) {
        rest.channels = keys.channels.first(lanes);
        rest.first = std::max(keys.first, end);
        reference::interleaveKeys(rest, out, valueStride, componentStride);
    }
    rest.channels = keys.channels.subspan(lanes);
    rest.first = keys.first;
    reference::interleaveKeys(rest, out + lanes, valueStride, componentStride);
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
