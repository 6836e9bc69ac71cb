#pragma once

#include <optional>
#include <string>
#include <vector>

#include <armature/handle.hpp>
#include <armature/ik/foot_placement.hpp>

#include "ik/feet/leg.hpp"

namespace armature {

/// The level plane that the animation was made for, in the world, and how skeleton space is placed there.
struct BasePlane {
    PlainFrame toWorld;
    PlainVector origin;
    PlainVector up{0., 1., 0.};
    PlainVector upInSkeleton{0., 1., 0.};      ///< `up` as a vector of skeleton space: moves by it are one unit long in the world.
    PlainVector normalInSkeleton{0., 1., 0.};  ///< The normal of the plane in skeleton space, of any length.

    [[nodiscard]] double heightOf(const PlainVector& worldPoint) const noexcept { return inner(up, worldPoint - origin); }
};

/// The ground under a foot: its height over the base plane, straight under the ankle, and its normal, of unit length.
struct FootGround {
    double height = 0.;
    PlainVector normal{0., 1., 0.};
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

/// How far a foot tilts towards the normal of its ground.
struct FootTilt {
    double angle = 0.;
    double cosine = 1.;
    double missing = 0.;  ///< The angle by which the limit keeps the foot from tilting farther.
    PlainVector up;       ///< The base plane's `up`, tilted by the angle times the placement's weight; of any length.
    bool isLevel = true;  ///< Whether nothing tilts.
};

/// The data that a FootPlacement keeps for a leg.
struct FootLeg {
    Handle<Bone> upper;
    Handle<Bone> lower;
    Handle<Bone> foot;
    std::optional<float> ankleHeight;
    std::vector<PlainVector> probes;
    double maxAnkleAngle = 0.;
    double maxAnkleCosine = 1.;
    PlainVector restAnkle;      ///< Skeleton space.
    PlainVector kneeDirection;  ///< The knee's direction at rest, in the own axes of the upper bone.

    bool isUsable = false;  ///< Whether the leg was complete when it was last looked up.
    LegJoints joints;       ///< What this lookup found.
    AnimatedFoot animated;
    PosedLeg posed;  ///< The leg while it is solved.

    /// Whether the bones exist, each the parent of the next.
    [[nodiscard]] bool isComplete() const noexcept;
    /// Looks up the bones in their own skeleton.
    void lookUp() noexcept;
    /// Throws std::invalid_argument if a view of another skeleton's joints does not have `boneCount` joints, the number of the leg's
    /// skeleton, or has other parents of these. Precondition: the leg is complete.
    void requireIn(const JointView& view, std::size_t boneCount) const;
    /// Returns whether the leg takes part in an update; valid after readFoot().
    [[nodiscard]] bool takesPart() const noexcept { return isUsable && animated.isPlaced; }
};

/// Throws std::invalid_argument if the leg has no foot, fewer than two bones above it or a bone without length, or if an option is out of
/// range or not finite.
[[nodiscard]] FootLeg makeFootLeg(const FootPlacementLeg& options);
/// Throws std::invalid_argument if an option is out of range or not finite, if `up` is zero, or if the pelvis is not a bone of `skeleton`,
/// the skeleton of the feet (null if they were removed: then any pelvis is allowed).
void checkFootOptions(const FootPlacementOptions& options, const Skeleton* skeleton);
[[noreturn]] void refuseFootPlacement(const std::string& what);

/// Fills leg.animated, whose leg has been read, and queries the ground under the ankle and under each probe. The highest of these points is
/// used.
void readFoot(FootLeg& leg, const GroundQuery& query, const BasePlane& base, const FootPlacementOptions& options);

/// Returns how far the foot tilts. Valid after readFoot().
[[nodiscard]] FootTilt tiltOf(const FootLeg& leg, const BasePlane& base, double weight) noexcept;

}  // namespace armature
