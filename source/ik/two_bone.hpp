#pragma once

#include <optional>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include "ik/posed_joint.hpp"

namespace armature {

/// Two joints, the lower one's place given in the upper one's own axes: an arm or a leg. All of this is in the axes of the upper bone's
/// parent, in which turning it is a rotation whatever matrices lie above.
struct TwoBoneLimb {
    PosedJoint upper;
    PosedJoint lower;
    glm::dvec3 tip{0.};  ///< Where the limb ends, in the lower bone's own axes.
    /// Rotations from which the limb turns and bends the shortest way: those of the rest pose.
    glm::dquat upperReference{1., 0., 0., 0.};
    glm::dquat lowerReference{1., 0., 0., 0.};
    glm::dvec3 bendAxis{0., 0., -1.};  ///< In the upper bone's own axes, unit length: see BoneIkOptions.
    glm::dvec3 poleAxis{1., 0., 0.};   ///< The own axis of the upper bone that points away from the pole while the limb is straight.
};

struct TwoBoneGoal {
    glm::dvec3 target{0.};
    std::optional<glm::dvec3> pole = {};
    double poleAngle = 0.;
    double minAngle = 0.;  ///< In the elbow.
    double maxAngle = 3.141592653589793;
    double softness = 0.;
};

/// How fast the bend may turn about the line to the target, and where it was last.
struct BendMemory {
    double maxTurn = 0.;  ///< For each radian that target and pole turn; infinity: any.
    bool isFilled = false;
    glm::dvec3 line{0.};  ///< Unit vectors: to the target,
    glm::dvec3 side{0.};  ///< which way the limb's reference side looks, at right angles to it,
    glm::dvec3 pole{0.};  ///< and to the pole; zero: none.
};

struct TwoBoneSolution {
    glm::dquat upper{1., 0., 0., 0.};
    glm::dquat lower{1., 0., 0., 0.};
    glm::dvec3 tip{0.};       ///< Where the limb ends now.
    double beyondReach = 0.;  ///< How far the target lies outside what the limb can reach.
    bool isAtLimit = false;   ///< The angle in the elbow is at minAngle or maxAngle, and the target would have it beyond.
};

/// Where the tip can come, as distances from the upper joint.
struct TwoBoneReach {
    double nearest = 0.;
    double farthest = 0.;
};

/// The rotations with which the tip comes to the target, or as near to it as length and limits allow; by the law of cosines, and where the upper bone's
/// own scale is uneven, so that the lower one's length changes as it bends, by a search from there.
/// No value: a bone has no length, or a number is not finite.
[[nodiscard]] std::optional<TwoBoneSolution> solveTwoBone(const TwoBoneLimb& limb, const TwoBoneGoal& goal, BendMemory* memory = nullptr) noexcept;

/// No value where solveTwoBone() has none.
[[nodiscard]] std::optional<TwoBoneReach> reachOf(const TwoBoneLimb& limb, double minAngle, double maxAngle) noexcept;

/// The direction from the upper to the lower joint in the upper one's own axes, and how the lower bone points there at rest. Unit length;
/// zero for a bone of no length or a number that is not finite.
[[nodiscard]] glm::dvec3 upperDirection(const TwoBoneLimb& limb) noexcept;
[[nodiscard]] glm::dvec3 lowerDirectionAtRest(const TwoBoneLimb& limb) noexcept;

}  // namespace armature
