#pragma once

#include <cstddef>
#include <span>

#include <armature/animation/animation_clip.hpp>

#include "animation/kernels/sample_kernels.hpp"

namespace armature {

/// The value of one channel, or of a batch of them, at a position among its keys. `keyValue(key, part)` is the row of numbers of a key;
/// part counts in-tangent, value, out-tangent for CubicSpline and is 0 otherwise.
template <class KeyValue>
void sampleValues(ChannelPath path, Interpolation interpolation, const KeyPosition& position, KeyValue&& keyValue,
                  std::span<float> out) noexcept
{
    const std::size_t key = position.key;
    const bool isRotation = path == ChannelPath::Rotation;
    if (interpolation == Interpolation::CubicSpline) {
        if (position.fraction == 0.) {
            (isRotation ? sampleUnit : sampleKey)(keyValue(key, 1), out);
            return;
        }
        const HermiteKeys keys{keyValue(key, 1), keyValue(key, 2), keyValue(key + 1, 0), keyValue(key + 1, 1)};
        (isRotation ? sampleHermiteRotation : sampleHermite)(keys, position, out);
    } else if (interpolation == Interpolation::Step || position.fraction == 0.) {
        sampleKey(keyValue(key, 0), out);
    } else {
        (isRotation ? sampleSlerp : sampleLinear)(keyValue(key, 0), keyValue(key + 1, 0), position.fraction, out);
    }
}

}  // namespace armature
