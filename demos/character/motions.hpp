#pragma once

#include "pose.hpp"
#include "steps.hpp"

/// The motions as functions of the phase: 0 is the beginning, 1 the end, and except for start and stop both are the same pose as seen from
/// the root. Feet on the ground stand still while the root travels as the motion's travel function says.
namespace character {

/// Metres that one cycle of the walk goes forward. The clip `walk` stays on the spot: relative to it, the ground moves back by this much.
inline constexpr float strideLength = 0.98f;
inline constexpr float walkSeconds = 1.f;
/// Degrees that one cycle of walkLeft turns, with a radius of 0.94 metres.
inline constexpr float curveDegrees = 60.f;
/// Metres that one cycle of the run goes forward: 2.5 per second.
inline constexpr float runStrideLength = 1.75f;
inline constexpr float runSeconds = 0.7f;
inline constexpr float idleSeconds = 4.f;
inline constexpr float waveSeconds = 3.f;
inline constexpr float turnDegrees = 90.f;
inline constexpr float turnSeconds = 1.2f;
/// Metres that the jump goes forward.
inline constexpr float jumpLength = 0.7f;
inline constexpr float jumpSeconds = 1.4f;
inline constexpr float startSeconds = 0.7f;
inline constexpr float stopSeconds = 0.9f;

/// The walk, straight or on a curve, and the run. At phase 0 the left heel touches the ground, at 0.5 the right one.
[[nodiscard]] Gait walkGait(float turn = 0.f);
[[nodiscard]] Gait runGait();
[[nodiscard]] Pose walkPose(const Rig& rig, float phase);
[[nodiscard]] Pose walkLeftPose(const Rig& rig, float phase);
[[nodiscard]] Pose walkRightPose(const Rig& rig, float phase);
[[nodiscard]] Pose runPose(const Rig& rig, float phase);
[[nodiscard]] Travel walkTravel(float phase);
[[nodiscard]] Travel walkLeftTravel(float phase);
[[nodiscard]] Travel walkRightTravel(float phase);
[[nodiscard]] Travel runTravel(float phase);

/// Motions that begin and end standing at ease.
[[nodiscard]] Pose idlePose(const Rig& rig, float phase);
[[nodiscard]] Pose wavePose(const Rig& rig, float phase);

/// Motions that begin and end in the first pose of idle: turns on the spot, and a jump forward from both feet.
[[nodiscard]] Pose turnLeftPose(const Rig& rig, float phase);
[[nodiscard]] Pose turnRightPose(const Rig& rig, float phase);
[[nodiscard]] Pose jumpPose(const Rig& rig, float phase);
[[nodiscard]] Travel turnLeftTravel(float phase);
[[nodiscard]] Travel turnRightTravel(float phase);
[[nodiscard]] Travel jumpTravel(float phase);

/// Transitions from the first pose of idle to the first pose of the walk, and back.
[[nodiscard]] Pose startPose(const Rig& rig, float phase);
[[nodiscard]] Pose stopPose(const Rig& rig, float phase);
[[nodiscard]] Travel startTravel(float phase);
[[nodiscard]] Travel stopTravel(float phase);

}  // namespace character
