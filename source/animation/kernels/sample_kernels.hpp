#pragma once

#include <cstddef>
#include <span>

/// The inner loops of clip sampling, as plain functions over spans that the caller owns. No allocation, no state.
///
/// Keys are rows of one component over many channels: a vector key is (x of all channels)(y of all)(z of all), a rotation key x, y, z, w.
/// All channels of a row share their key times, so one search and one fraction serve all of them. Lanes do not know of each other: a
/// channel read alone and a clip sampled as a whole give the same bits, on every instruction set.
///
/// Computed in float. Against the same formulas in double the error is at most 2e-7 of the larger of the numbers that go in for straight
/// lines and slerp, and 4e-7 of the largest product for splines (tests/animation/sample_kernels_test.cpp measures it). Where float
/// overflows, and where a spline's rotation nearly vanishes, a lane is computed in double: finite keys never give anything that is not
/// finite.
namespace armature {

/// Where a time lies among key times: between `key` and the next, `fraction` of the `interval` (seconds) after it.
struct KeyPosition {
    std::size_t key = 0;
    double fraction = 0.;  ///< In [0, 1); 0 on a key (but for what no float holds), before the first and after the last.
    double interval = 0.;
};

/// Searches `times` (ascending, not empty). O(1) if the time lies in or just after the interval of key `hint`, else O(log keys).
[[nodiscard]] KeyPosition findKey(std::span<const float> times, double seconds, std::size_t hint) noexcept;

/// Two neighbouring keys of CUBICSPLINE channels: what the first one leaves with and what the second one arrives with.
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

/// Four rows of key.size() / 4 lanes: slerp, the short way. Rotations within a few parts in a million of each other go straight from one to
/// the other, so that a rotation that does not change keeps its bits. Precondition: keys are within 1 % of unit length; they are taken as
/// they are, and go straight where they are so long that their product has no arc cosine.
void sampleSlerp(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out) noexcept;

void sampleHermite(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out) noexcept;

/// The same for four rows of lanes, each lane made unit. Where the curve passes through zero the rotation of the nearer key holds.
void sampleHermiteRotation(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out) noexcept;

/// Four rows of lanes: out = rotations / length. None of them may be zero.
void sampleUnit(std::span<const float> rotations, std::span<float> out) noexcept;

/// The same in plain C++ (see pose_kernels.hpp).
namespace reference {

void sampleLinear(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out);
void sampleSlerp(std::span<const float> key, std::span<const float> next, double fraction, std::span<float> out);
void sampleHermite(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out);
void sampleHermiteRotation(const HermiteKeys& keys, const KeyPosition& position, std::span<float> out);
void sampleUnit(std::span<const float> rotations, std::span<float> out);

}  // namespace reference

}  // namespace armature
