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

/// The ground under a foot: its height over the base plane straight under the ankle, and its normal.
struct FootGround {
    double height = 0.;
    glm::dvec3 normal{0., 1., 0.};
    bool isThere = false;
};

/// A foot during an update. World units.
struct AnimatedFoot {
    PosedLeg leg;
    FootGround ground;
    double legLength = 0.;
    double ankleHeight = 0.;  ///< Height of the ankle while the foot is planted.
    double height = 0.;       ///< Height of the animated ankle, over the base plane.
    double weight = 0.;       ///< How planted it is.
    bool isPlaced = false;    ///< False if the foot or the ground is at a place that does not fit floats.
};

/// What a FootPlacement knows of a leg.
struct FootLeg {
    Handle<Bone> upper;
    Handle<Bone> lower;
    Handle<Bone> foot;
    LegJoints joints;  ///< In the view of the placing under way.
    std::optional<float> ankleHeight;
    std::vector<glm::vec3> probes;
    double maxAnkleAngle = 0.;
    glm::dvec3 restAnkle{0.};      ///< Skeleton space.
    glm::dvec3 kneeDirection{0.};  ///< Where the knee points at rest: own axes of the upper bone.
    AnimatedFoot animated;

    /// True if the leg's bones still exist, one below the other.
    [[nodiscard]] bool isUsable() const noexcept;
    /// Looks the joints up. Throws std::invalid_argument if the view is of another rig; precondition: isUsable().
    void findIn(const JointView& view);
    /// True if the leg takes part in an update; valid after readFoot().
    [[nodiscard]] bool takesPart() const noexcept { return isUsable() && animated.isPlaced; }
};

/// Makes a leg from its options. Throws std::invalid_argument as FootPlacement does.
[[nodiscard]] FootLeg makeFootLeg(const FootPlacementLeg& options);
/// Throws std::invalid_argument as FootPlacement does. `skeleton`: that of the feet, or null if they were removed.
void checkFootOptions(const FootPlacementOptions& options, const Skeleton* skeleton);
[[noreturn]] void refuseFootPlacement(const std::string& what);

/// Fills leg.animated from `posed`, and queries the ground: under the ankle and each probe; the highest counts.
void readFoot(FootLeg& leg, const PosedLeg& posed, const GroundQuery& query, const BasePlane& base, const FootPlacementOptions& options);

}  // namespace armature
