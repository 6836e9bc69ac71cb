#pragma once

#include <span>

#include "curve.hpp"
#include "pose.hpp"

/// How feet walk: they stand still on the ground, roll about heel and ball, and swing from one place to the next.
namespace character {

/// How far the root has come since a motion began: metres and degrees to the left, in the axes it began with.
struct Travel {
    glm::vec3 position{0.f};
    float yaw = 0.f;
};

/// The foot as seen from a root that has travelled.
[[nodiscard]] Foot seenFrom(const Travel& travel, Foot foot);

/// Metres that the heel is behind the ankle.
inline constexpr float soleToHeel = 0.055f;

/// Where a foot stands flat on the ground: its ankle, and where it points, in degrees to the left.
struct Plant {
    glm::vec3 ankle{0.f};
    float heading = 0.f;
};

/// The foot in its place, `pitch` degrees up at the toes. It turns about its heel while the toes are up, about the ball while they are
/// down; the toes stay flat then. What it turns about does not move.
[[nodiscard]] Foot rolled(const Rig& rig, const Plant& plant, float pitch);

/// From one place to the next; times in seconds or phases, as the motion has them.
struct Step {
    float from = 0.f;
    float until = 0.f;
    Plant to;
    float lift = 0.05f;        ///< Metres that the ankle is lifted beyond its smooth way.
    bool liftsEvenly = false;  ///< Highest half way and not, as in walking, at a third of it.
};

/// The foot at a time: at `start`, then where its steps have brought it. It leaves and reaches the ground at the speed that its roll has
/// there. `pitch` is over the same time.
[[nodiscard]] Foot footAt(const Rig& rig, const Plant& start, std::span<const Step> steps, std::span<const Key> pitch, float time);

/// Where a foot stands at ease, if the root has travelled there.
[[nodiscard]] Plant standingPlant(const Rig& rig, Side side, const Travel& travel = {});

/// What steady walking and running are made of.
struct Gait {
    float seconds = 1.f;          ///< Of a cycle: a step with each foot.
    float stride = 0.f;           ///< Metres that a cycle goes forward.
    float turn = 0.f;             ///< Degrees that a cycle turns to the left, on an even arc.
    float toeOff = 0.62f;         ///< Phase at which a foot leaves the ground, counted from where its heel touches the ground.
    float lift = 0.05f;           ///< As Step::lift.
    float landingReach = 0.272f;  ///< Metres from under the hip to where the ankle would stand flat when the heel lands.
    float width = 0.82f;          ///< How far apart feet are, relative to the hips.
    float outward = 5.f;          ///< Degrees that toes point outwards.
    std::span<const Key> pitch;   ///< Of the foot over one cycle: repeats.
};

/// The foot as seen from the root, `phase` counted from where this foot's heel touches the ground.
[[nodiscard]] Foot gaitFoot(const Rig& rig, const Gait& gait, Side side, float phase);

/// Where the foot stands flat, seen from the root, `phase` after its heel has touched the ground.
[[nodiscard]] Plant gaitPlant(const Rig& rig, const Gait& gait, Side side, float phase);

/// How far a gait comes in `phase` cycles.
[[nodiscard]] Travel gaitTravel(const Gait& gait, float phase);

}  // namespace character
