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

/// A leg that both rigs have. The ball of the foot stays in place while the foot rolls. The ball is the origin of the toes or, if no toes
/// are mapped, the ankle.
struct RetargetLeg {
    LegJoints target;
    std::size_t targetBall = 0;
    std::size_t sourceBall = 0;
    double sourceLength = 0.;  ///< Length of thigh plus shin.
    double targetLength = 0.;
    double sourceRestHeight = 0.;  ///< Height of the source's ball while the body stands on the ground at rest.
    double targetRestHeight = 0.;
    glm::dvec3 kneeDirection{0.};  ///< The direction that the body faces at rest, in the axes of the target's thigh.
};

/// Returns the legs that are mapped from the thigh to the foot, left first. Leaves out legs without length, and legs whose target bones are
/// not each the parent of the next.
[[nodiscard]] std::vector<RetargetLeg> findLegs(const RetargetPlan& plan);

/// Returns a joint's origin in the rig's rest world: see RestRig.
[[nodiscard]] glm::dvec3 placeOf(const RestRig& rig, const JointView& joints, std::size_t joint) noexcept;
[[nodiscard]] glm::dvec3 placeOf(const RestRig& rig, JointPlaces& joints, std::size_t joint) noexcept;

/// A foot at one moment. `sourceBall` and `ball` (the target's) are each in the rest world of their own rig.
struct FootFrame {
    const RigPlace& source;
    const RigPlace& target;
    glm::dvec3 sourceBall;
    glm::dvec3 ball;
    double seconds;
};

/// The limits, in leg lengths and leg lengths per second, below both of which a foot is planted. It is released above 1.5 times either
/// limit.
struct ContactLimits {
    double height = 0.;
    double speed = 0.;
};

/// Returns whether a foot at that height above its rest height, moving at that speed, is planted now.
[[nodiscard]] inline bool isPlantedNow(const ContactLimits& limits, bool wasPlanted, double height, double speed) noexcept
{
    const double factor = wasPlanted ? 1.5 : 1.;
    return height < factor * limits.height && speed < factor * limits.speed;
}

}  // namespace armature
