#pragma once

#include <cstddef>
#include <span>

/// Copies keys from separate channels into batches, in which channels lie side by side. No allocation, no state.
namespace armature {

/// The keys of channels of one kind, each in glTF's order. Values [first, last) are copied.
struct KeySource {
    std::span<const float* const> channels;
    std::size_t components = 0;  ///< 3 or 4.
    std::size_t first = 0;
    std::size_t last = 0;
    std::size_t count = 0;  ///< Number of values of each channel.
};

/// Copies component c of value v of channel i to out[v * valueStride + c * componentStride + i].
void interleaveKeys(const KeySource& keys, float* out, std::size_t valueStride, std::size_t componentStride) noexcept;

/// The same function in plain C++: see pose_kernels.hpp.
namespace reference {

void interleaveKeys(const KeySource& keys, float* out, std::size_t valueStride, std::size_t componentStride);

}  // namespace reference

}  // namespace armature
