#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glm/geometric.hpp>

#include <armature/handle.hpp>
#include <armature/ik/foot_placement.hpp>

#include "ik/feet/leg.hpp"

namespace armature {

/// The level plane that the animation was made for, in the world, and the transforms to and from skeleton space.
struct BasePlane {
    Frame toWorld;
    Frame fromWorld;
    glm::dvec3 origin{0.};
    glm::dvec3 up{0., 1., 0.};

    [[nodiscard]] double heightOf(const glm::dvec3& worldPoint) const noexcept { return glm::dot(up, worldPoint - origin); }
};

/// The ground under a foot: its height over the base plane, straight under the ankle, and its normal.
struct FootGround {
    double height = 0.;
    glm::dvec3 normal{0., 1., 0.};
    bool isThere = false;
};

/// The state of a foot during an update, in world units.
struct AnimatedFoot {
    PosedLeg leg;
    FootGround ground;
    double legLength = 0.;
    double ankleHeight = 0.;  ///< Height of the ankle while the foot is planted.
    double height = 0.;       ///< Height of the animated ankle, over the base plane.
    double weight = 0.;       ///< How planted the foot is: 1 when it stands, 0 when it is lifted.
    bool isPlaced = false;    ///< False if the position of the foot or of the ground does not fit floats.
};

/// The data that a FootPlacement keeps for a leg.
struct FootLeg {
    Handle<Bone> upper;
    Handle<Bone> lower;
    Handle<Bone> foot;
    LegJoints joints;  ///< Indices in the view of the current solve.
    std::optional<float> ankleHeight;
    std::vector<glm::vec3> probes;
    double maxAnkleAngle = 0.;
    glm::dvec3 restAnkle{0.};      ///< The ankle at rest, in skeleton space.
    glm::dvec3 kneeDirection{0.};  ///< The knee's direction at rest, in the own axes of the upper bone.
    AnimatedFoot animated;

    /// Returns whether the leg's bones still exist, each the parent of the next.
    [[nodiscard]] bool isUsable() const noexcept;
    /// Looks up the joints. Throws std::invalid_argument if the view belongs to another rig. Precondition: isUsable().
    void findIn(const JointView& view);
    /// Returns whether the leg takes part in an update; valid after readFoot().
    [[nodiscard]] bool takesPart() const noexcept { return isUsable() && animated.isPlaced; }
};

/// Throws std::invalid_argument if the leg has no foot, fewer than two bones above it or a bone without length, or if an option is out of
/// range or not finite.
[[nodiscard]] FootLeg makeFootLeg(const FootPlacementLeg& options);
/// Throws std::invalid_argument if an option is out of range or not finite, or if the pelvis is not a bone of `skeleton`, the skeleton of
/// the feet (null if they were removed: then any pelvis is allowed).
void checkFootOptions(const FootPlacementOptions& options, const Skeleton* skeleton);
[[noreturn]] void refuseFootPlacement(const std::string& what);

/// Fills leg.animated from `posed`, and queries the ground under the ankle and under each probe. The highest of these points is used.
void readFoot(FootLeg& leg, const PosedLeg& posed, const GroundQuery& query, const BasePlane& base, const FootPlacementOptions& options);

}  // namespace armature
