#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include <armature/retarget/foot_lock.hpp>

#include "ik/feet/leg.hpp"
#include "retarget/retarget_plan.hpp"
#include "skeleton/joint_places.hpp"

namespace armature {

/// A leg that both rigs have. The ball of its foot, which rests while the foot rolls, is where the toes begin, or else the ankle.
struct RetargetLeg {
    LegJoints target;
    std::size_t targetBall = 0;
    std::size_t sourceBall = 0;
    double sourceLength = 0.;  ///< Thigh plus shin.
    double targetLength = 0.;
    double sourceRestHeight = 0.;  ///< Height of the source's ball while the body stands on the ground at rest.
    double targetRestHeight = 0.;
    glm::dvec3 kneeDirection{0.};  ///< Where the body looks at rest, in the axes of the target's thigh.
};

/// Left first. Legs whose bones do not hang on each other are left out.
[[nodiscard]] std::vector<RetargetLeg> findLegs(const RetargetPlan& plan);

/// The origin of a joint in the world of its rig's rest.
[[nodiscard]] glm::dvec3 placeOf(const RestRig& rig, const JointView& joints, std::size_t joint) noexcept;
[[nodiscard]] glm::dvec3 placeOf(const RestRig& rig, JointPlaces& joints, std::size_t joint) noexcept;

/// A moment of a foot. The balls are seen in the worlds of the rests.
struct FootFrame {
    const RigPlace& source;
    const RigPlace& target;
    glm::dvec3 sourceBall;
    glm::dvec3 ball;
    double seconds;
};

/// Below these a foot is planted, and released above 1.5 times either. In legs, and legs per second.
struct ContactLimits {
    double height = 0.;
    double speed = 0.;
};

/// Whether a foot at that height above its rest and with that speed is planted now.
[[nodiscard]] inline bool isPlantedNow(const ContactLimits& limits, bool wasPlanted, double height, double speed) noexcept
{
    const double factor = wasPlanted ? 1.5 : 1.;
    return height < factor * limits.height && speed < factor * limits.speed;
}

}  // namespace armature
