#pragma once

#include "pose.hpp"

/// The motions as functions of the phase: 0 is the beginning, 1 the end, and both are the same pose.
namespace character {

/// Metres that one cycle of the walk goes forward; the character walks on the spot, the ground moves back by this.
inline constexpr float strideLength = 0.98f;
inline constexpr float walkSeconds = 1.f;
inline constexpr float idleSeconds = 4.f;
inline constexpr float waveSeconds = 3.f;

/// The walk's foot, `phase` counted from where this foot's heel touches the ground.
[[nodiscard]] Foot walkingFoot(const Rig& rig, Side side, float phase);

[[nodiscard]] Pose walkPose(const Rig& rig, float phase);
[[nodiscard]] Pose idlePose(const Rig& rig, float phase);
[[nodiscard]] Pose wavePose(const Rig& rig, float phase);

}  // namespace character
