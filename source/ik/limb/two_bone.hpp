#pragma once

#include <optional>

#include "ik/limb/bone_ik_memory.hpp"
#include "ik/plain_joint.hpp"
#include "ik/plain_turns.hpp"

namespace armature {

/// Two joints, for instance of an arm or a leg. The lower joint's position is in the upper bone's own axes. Unless stated otherwise,
/// everything else is in the axes of the upper bone's parent: there, the upper bone's motion is a pure rotation, even if matrices above
/// scale or shear.
struct LimbPose {
    PlainJoint upper;
    PlainJoint lower;
    PlainVector tip;  ///< The end of the limb, in the lower bone's own axes.
};

/// A limb to solve.
struct TwoBoneLimb : LimbPose {
    /// The rotations, for instance at rest, from which the solver rotates and straightens the limb by the shortest rotations.
    PlainTurn upperReference;
    PlainTurn lowerReference;
    PlainVector bendAxis{0., 0., -1.};  ///< In the upper bone's own axes: see BoneIkOptions. Like poleAxis, may have any length.
    PlainVector poleAxis{1., 0., 0.};   ///< The upper bone's own axis that points away from the pole while the limb is straight.
};

struct TwoBoneGoal {
    PlainVector target;
    std::optional<PlainVector> pole = {};
    double poleAngle = 0.;
    double minAngle = 0.;  ///< The smallest angle at the elbow, in radians.
    double maxAngle = 3.141592653589793;
    double softness = 0.;
};

/// Limits how far the bend may rotate about the line to the target, relative to the last solve (line, side and pole of the memory).
struct BendHold {
    static constexpr double settling = 0.02;  ///< Radians per solve that are always allowed: the bend returns even when the target stops.

    double maxTurn = 0.;  ///< The angle by which the bend may rotate for each radian that target and pole move; infinity: no limit.
    BoneIkMemory* memory = nullptr;
};

struct TwoBoneSolution {
    PlainTurn upper;
    PlainTurn lower;
    PlainVector line;            ///< Unit vector from the upper joint to the target; the tip lies on this line. Zero if the target is at
                                 ///< the joint.
    double tipDistance = 0.;     ///< From the upper joint to the tip.
    double targetDistance = 0.;  ///< From the upper joint to the target.
    double beyondReach = 0.;     ///< How far the target lies out of the limb's reach.
    bool isAtLimit = false;      ///< Whether minAngle or maxAngle keeps the elbow from the angle that the target needs.
};

/// The range of distances from the upper joint that the tip can have.
struct TwoBoneReach {
    double nearest = 0.;
    double farthest = 0.;
};

/// The properties of a limb that stay the same as it rotates. Caching them makes solving twice as fast.
class TwoBoneShape {
public:
    /// Returns the shape of a limb; no value if a bone has no length, the bend axis lies along the upper bone, or a number is not finite.
    [[nodiscard]] static std::optional<TwoBoneShape> of(const TwoBoneLimb& limb) noexcept;

    [[nodiscard]] TwoBoneReach reach(double minAngle, double maxAngle) const noexcept;
    /// The length of both bones while the limb is straight, in the parent's units.
    [[nodiscard]] double length() const noexcept { return upperLength_ + lowerLength_; }

    /// Returns the rotations that bring the tip to the target, or as near to it as lengths and limits allow. Uses the law of cosines. If
    /// the upper bone's own scale is non-uniform, the lower bone's length changes as the limb bends, and a search is used instead. `center`
    /// is the upper joint.
    /// Defined in two_bone_inline.hpp.
    [[nodiscard]] inline TwoBoneSolution solve(const PlainVector& center, const TwoBoneGoal& goal,
                                               const BendHold* hold = nullptr) const noexcept;

    /// Does the work of of() and solve(), faster for a single solution. No value if the limb has no shape or the target is not finite.
    [[nodiscard]] static std::optional<TwoBoneSolution> solveOnce(const TwoBoneLimb& limb, const TwoBoneGoal& goal) noexcept;

private:
    /// The range of distances, and the range of the bend: the tip is farthest at `straightest`, and comes nearer as the limb bends towards
    /// `tightest`.
    struct Range {
        TwoBoneReach reach;
        double straightest;
        double tightest;
    };
    struct Bend {
        double cosine;
        double sine;
        double halfCosine;
        double halfSine;
    };
    /// Components in the plane in which the limb bends: along the straight limb, and perpendicular to it.
    struct InPlane {
        double along;
        double aside;
    };

    /// The limb at rest, in the parent's axes: its direction, its side, and the axis of the half turn to a target in the opposite
    /// direction.
    struct Rest {
        PlainVector line;
        PlainVector side;
        PlainVector normal;
    };

    [[nodiscard]] InPlane tipAt(double cosine, double sine) const noexcept
    {
        return {upperLength_ + cosine * lowerLength_ + sine * asideAlong_, sine * asideAside_};
    }
    struct Change {
        double halfSquare;
        double slope;
        double curvature;
    };

    [[nodiscard]] double distanceAt(double bend) const noexcept;
    [[nodiscard]] Change changeAt(double bend) const noexcept;
    [[nodiscard]] double extremeBend(double low, double high, double sign) const noexcept;
    [[nodiscard]] Range rangeOf(double minAngle, double maxAngle) const noexcept;
    [[nodiscard]] Bend bendFor(double distance, const Range& range) const noexcept;
    /// rangeOf() and bendFor() under non-uniform scale.
    [[nodiscard]] Range unevenRange(double minAngle, double maxAngle) const noexcept;
    [[nodiscard]] Bend unevenBend(double distance, const Range& range) const noexcept;
    TwoBoneShape() noexcept = default;
    /// Sets every member but rest_. Returns false if the limb has no shape.
    [[nodiscard]] bool measure(const TwoBoneLimb& limb) noexcept;
    [[nodiscard]] Rest findRest() const noexcept;
    [[nodiscard]] PlainVector restSideOn(PlainVector line) const noexcept;
    [[nodiscard]] PlainTurn upperTurn(const PlainVector& line, const PlainVector& side, const InPlane& tip,
                                      double tipDistance) const noexcept;
    [[nodiscard]] PlainTurn lowerTurn(const Bend& bend) const noexcept;

    // measure() sets the following members. They have no initialisers, because zeroing them would take as long as a square root.
    double upperLength_;
    double lowerLength_;  // while the limb is straight
    double perTwice_;     // 1 / (2 upperLength_ lowerLength_)
    // The movement of the tip along the straight limb and perpendicular to it, per unit of the bend's sine: 0 and lowerLength_ if the scale
    // is uniform.
    double asideAlong_;
    double asideAside_;
    bool isEven_;       // whether the lower length is the same at any bend
    PlainVector axis_;  // in the upper bone's own axes: a rotation about -axis_ bends the limb
    // Unit vectors, mapped by the upper bone's shape: along the straight limb, towards its bend, and normal to the plane of bending.
    PlainVector straight_;
    PlainVector bent_;
    PlainVector normal_;
    // The reference side of the straight limb, as components along bent_ and normal_.
    double sideBent_;
    double sideNormal_;
    PlainTurn straightLower_;
    PlainTurn upperReference_;
    PlainVector restTip_;       // the tip at rest, mapped by the upper bone's shape
    std::optional<Rest> rest_;  // computed in advance for many solutions
};

/// A rotation of a limb's side: unit vectors as in BoneIkMemory, of the last solve and of this one.
struct SideTurn {
    BoneIkMemory last;
    PlainVector line;
    PlainVector wanted;
    PlainVector pole;
    bool isOnPole;  ///< Whether the pole lies on the line; the side then does not rotate.
    double maxTurn;
};

/// Returns the wanted side, or the last one, carried along with the line and rotated about it as far as allowed.
[[nodiscard]] PlainVector limitedSide(const SideTurn& turn) noexcept;

/// Each returns a unit vector in the upper bone's own axes: the direction from the upper to the lower joint, and the direction of the lower
/// bone at rest. Zero if the bone has no length or a number is not finite.
[[nodiscard]] glm::dvec3 upperDirection(const TwoBoneLimb& limb) noexcept;
[[nodiscard]] glm::dvec3 lowerDirectionAtRest(const TwoBoneLimb& limb) noexcept;

}  // namespace armature
