#pragma once

#include <span>

#include "curve.hpp"
#include "pose.hpp"

/// How feet walk: they stand still on the ground, roll about heel and ball, and swing from one place to the next.
namespace character {

/// The root's travel since a motion began: metres, and degrees to the left, in the axes that it began with.
struct Travel {
    glm::vec3 position{0.f};
    float yaw = 0.f;
};

/// The foot as seen from a root that has travelled.
[[nodiscard]] Foot seenFrom(const Travel& travel, Foot foot);

/// Metres by which the heel is behind the ankle.
inline constexpr float soleToHeel = 0.055f;

/// Where a foot stands flat on the ground: its ankle, and its heading in degrees to the left.
struct Plant {
    glm::vec3 ankle{0.f};
    float heading = 0.f;
};

/// The planted foot with its toes `pitch` degrees up. It turns about its heel while the toes are up, and about the ball while they are
/// down, when the toes themselves stay flat. The pivot does not move.
[[nodiscard]] Foot rolled(const Rig& rig, const Plant& plant, float pitch);

/// A step to another place. Times are in seconds or phases, whichever the motion uses.
struct Step {
    float from = 0.f;
    float until = 0.f;
    Plant to;
    float lift = 0.05f;        ///< Metres that the ankle is lifted above its smooth path.
    bool liftsEvenly = false;  ///< Whether the lift peaks half-way, rather than at a third as in walking.
};

/// The foot at a time: at `start`, then wherever its steps have taken it. It leaves and reaches the ground at the speed of its roll there.
/// `pitch` uses the same time.
[[nodiscard]] Foot footAt(const Rig& rig, const Plant& start, std::span<const Step> steps, std::span<const Key> pitch, float time);

/// Where a foot stands at ease once the root has travelled by `travel`.
[[nodiscard]] Plant standingPlant(const Rig& rig, Side side, const Travel& travel = {});

/// The parameters of steady walking or running.
struct Gait {
    float seconds = 1.f;          ///< The duration of a cycle, a step with each foot.
    float stride = 0.f;           ///< Metres that a cycle goes forward.
    float turn = 0.f;             ///< Degrees that a cycle turns to the left, on an even arc.
    float toeOff = 0.62f;         ///< Phase at which a foot leaves the ground, counted from when its heel touches the ground.
    float lift = 0.05f;           ///< As Step::lift.
    float landingReach = 0.272f;  ///< Metres from under the hip to where the ankle would stand flat when the heel lands.
    float width = 0.82f;          ///< Distance between the feet, relative to the hips.
    float outward = 5.f;          ///< Degrees that toes point outwards.
    std::span<const Key> pitch;   ///< The foot's pitch over one cycle; repeats.
};

/// The foot as seen from the root, with `phase` counted from when this foot's heel touches the ground.
[[nodiscard]] Foot gaitFoot(const Rig& rig, const Gait& gait, Side side, float phase);

/// Where the foot stands flat, seen from the root, `phase` after its heel has touched the ground.
[[nodiscard]] Plant gaitPlant(const Rig& rig, const Gait& gait, Side side, float phase);

/// The root's travel in `phase` cycles of a gait.
[[nodiscard]] Travel gaitTravel(const Gait& gait, float phase);

}  // namespace character
