#pragma once

#include <cstddef>
#include <span>

#include <armature/animation/animation_clip.hpp>

#include "animation/clip/kernels/sample_kernels.hpp"

/// The inner loops of clip sampling, as plain functions over spans that the caller owns. No allocation, no state.
///
/// Keys are rows of one component over many channels: a vector key is (x of all channels)(y of all)(z of all), a rotation key x, y, z, w.
/// All channels of a row share their key times, so one search and one fraction serve all of them. Lanes are independent: a channel read
/// alone and a clip sampled as a whole give the same bits, on every instruction set.
///
/// Values are computed in float. Compared to the same formulas in double, the error is at most 2e-7 of the largest input for linear
/// interpolation and slerp, and 4e-7 of the largest product for splines (tests/animation/sample_kernels_test.cpp measures it). If float
/// overflows, or a spline's rotation nearly vanishes, the lane is computed in double: finite keys always give finite results.
namespace armature {

/// Where a time lies among key times: after `key`, by `fraction` of the `interval` (in seconds) between that key and the next.
struct KeyPosition {
    std::size_t key = 0;
    double fraction = 0.;  ///< In [0, 1); 0 on a key (up to float precision), before the first key and after the last.
    double interval = 0.;
};

/// Searches `times` (ascending, not empty). O(1) if the time lies in the interval that begins at key `hint`, in the next interval, or
/// outside all intervals; otherwise O(log keys).
[[nodiscard]] KeyPosition findKey(std::span<const float> times, double seconds, std::size_t hint) noexcept;

/// Two neighbouring keys of CUBICSPLINE channels: the first with its out-tangent, the second with its in-tangent.
struct HermiteKeys {
    std::span<const float> value;
    std::span<const float> outTangent;
    std::span<const float> nextInTangent;
    std::span<const float> nextValue;
};

/// out[i] = key[i].
void sampleKey(std::span<const float> key, std::span<float> out) noexcept;

/// out[i] = key[i] + (next[i] - key[i]) * fraction: exactly key[i] where both keys are equal.
void sampleLinear(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out) noexcept;

/// Slerp, along the shorter arc, of four rows of key.size() / 4 lanes. Rotations within a few parts in a million of each other are blended
/// linearly, so that a constant rotation keeps its bits. Precondition: keys are within 1 % of unit length. They are not normalised; two
/// keys whose dot product exceeds 1 are blended linearly.
void sampleSlerp(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out) noexcept;

void sampleHermite(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out) noexcept;

/// Like sampleHermite(), for four rows of lanes, each lane normalised. Where the curve passes through zero, the rotation of the nearer key
/// is used.
void sampleHermiteRotation(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out) noexcept;

/// Normalises four rows of lanes: out = rotations / length. No rotation may be zero.
void sampleUnit(std::span<const float> rotations, std::span<float> out) noexcept;

/// The same functions in plain C++ (see pose_kernels.hpp).
namespace reference {

void sampleLinear(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out);
void sampleSlerp(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out);
void sampleHermite(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out);
void sampleHermiteRotation(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out);
void sampleUnit(std::span<const float> rotations, std::span<float> out);

}  // namespace reference

}  // namespace armature

/// Each of these functions computes one lane in double and rounds once, for lanes that float cannot handle: numbers near the limits of
/// float, rotations near zero.
namespace armature {

[[nodiscard]] float linearInDouble(float key, float next, double fraction) noexcept;
[[nodiscard]] float hermiteInDouble(const HermiteKeys& keys, const KeyPosition& position, std::size_t index) noexcept;
/// Where the curve passes through zero, the rotation of the nearer key is used.
void hermiteRotationInDouble(const HermiteKeys& keys, const KeyPosition& position, std::size_t lane, std::span<float> out) noexcept;
void unitInDouble(std::span<const float> rotations, std::size_t lane, std::span<float> out) noexcept;

/// Samples one channel, or a batch of them, at a position among its keys. `keyValue(key, part)` returns a key's row of numbers. For
/// CubicSpline, `part` is 0 for the in-tangent, 1 for the value and 2 for the out-tangent; otherwise it is 0.
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
