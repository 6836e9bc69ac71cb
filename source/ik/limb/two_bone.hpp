#pragma once

#include <optional>

#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>

#include <armature/ik/bone_ik_controller.hpp>

#include "skeleton/posed_joint.hpp"

namespace armature {

/// Two joints: an arm or a leg. The lower joint's place is in the upper one's own axes. Unless stated otherwise, everything else is in the
/// axes of the upper bone's parent, in which turning the upper bone is a rotation whatever matrices are above.
struct TwoBoneLimb {
    PosedJoint upper;
    PosedJoint lower;
    glm::dvec3 tip{0.};  ///< The end of the limb, in the lower bone's own axes.
    /// Rotations from which the limb takes the shortest turn and bend, such as those of the rest pose.
    glm::dquat upperReference{1., 0., 0., 0.};
    glm::dquat lowerReference{1., 0., 0., 0.};
    glm::dvec3 bendAxis{0., 0., -1.};  ///< In the upper bone's own axes: see BoneIkOptions. Only the directions of both axes count.
    glm::dvec3 poleAxis{1., 0., 0.};   ///< The own axis of the upper bone that points away from the pole while the limb is straight.
};

struct TwoBoneGoal {
    glm::dvec3 target{0.};
    std::optional<glm::dvec3> pole = {};
    double poleAngle = 0.;
    double minAngle = 0.;  ///< The smallest angle at the elbow.
    double maxAngle = 3.141592653589793;
    double softness = 0.;
};

/// Limits how far the bend may turn about the line to the target, relative to the last solve (line, side and pole of the memory).
struct BendHold {
    double maxTurn = 0.;  ///< How far the bend may turn for each radian that target and pole turn; infinity: no limit.
    BoneIkMemory* memory = nullptr;
};

struct TwoBoneSolution {
    glm::dquat upper{1., 0., 0., 0.};
    glm::dquat lower{1., 0., 0., 0.};
    glm::dvec3 line{0.};         ///< Unit vector from the upper joint to the target; the tip lies on it. Zero for a target at the joint.
    double tipDistance = 0.;     ///< From the upper joint to the tip.
    double targetDistance = 0.;  ///< From the upper joint to the target.
    double beyondReach = 0.;     ///< How far the target is outside the limb's reach.
    bool isAtLimit = false;      ///< Whether the elbow's angle is at minAngle or maxAngle, and the target needs it beyond.
};

/// The range of the tip, as distances from the upper joint.
struct TwoBoneReach {
    double nearest = 0.;
    double farthest = 0.;
};

/// The properties of a limb that stay the same as it turns: caching them makes solving twice as fast.
class TwoBoneShape {
public:
    /// Returns the shape of a limb; no value if a bone has no length or a number is not finite.
    [[nodiscard]] static std::optional<TwoBoneShape> of(const TwoBoneLimb& limb) noexcept;

    [[nodiscard]] TwoBoneReach reach(double minAngle, double maxAngle) const noexcept;
    /// The length of both bones while the limb is straight, in the parent's units.
    [[nodiscard]] double length() const noexcept { return upperLength_ + lowerLength_; }

    /// Returns the rotations that bring the tip to the target, or as near to it as length and limits allow: by the law of cosines or, where
    /// the upper bone's own scale is uneven, so that the lower one's length changes as the limb bends, by a search. `center` is the upper
    /// joint.
    [[nodiscard]] TwoBoneSolution solve(const glm::dvec3& center, const TwoBoneGoal& goal, const BendHold* hold = nullptr) const noexcept;

    /// Does the work of of() and solve(), faster for a single solution. No value if there is no shape, or the target is not finite.
    [[nodiscard]] static std::optional<TwoBoneSolution> solveOnce(const TwoBoneLimb& limb, const TwoBoneGoal& goal) noexcept;

private:
    /// The limb's reach, and the range of its bend: from `straightest`, where the tip is farthest, the tip comes nearer as the limb bends.
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
    /// Components in the plane in which the limb bends: along the straight limb, and to the side.
    struct InPlane {
        double along;
        double aside;
    };

    /// The limb at rest, in the parent's axes: its direction, its side, and an axis for half a turn.
    struct Rest {
        glm::dvec3 line;
        glm::dvec3 side;
        glm::dvec3 normal;
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
    TwoBoneShape() noexcept = default;
    /// Sets everything but rest_. Returns false if the limb has no shape.
    [[nodiscard]] bool measure(const TwoBoneLimb& limb) noexcept;
    [[nodiscard]] Rest findRest() const noexcept;
    [[nodiscard]] glm::dvec3 restSideOn(const glm::dvec3& line) const noexcept;
    [[nodiscard]] glm::dquat upperTurn(const glm::dvec3& line, const glm::dvec3& side, const InPlane& tip,
                                       double tipDistance) const noexcept;
    [[nodiscard]] glm::dquat lowerTurn(const Bend& bend) const noexcept;

    // measure() sets all of them: zeroing them first would take as long as a root.
    double upperLength_;
    double lowerLength_;  // while straight
    double perTwice_;     // 1 / (2 upperLength_ lowerLength_)
    // The movement of the tip, along the limb and sideways, per unit of the bend's sine: 0 and lowerLength_ if the scale is even.
    double asideAlong_;
    double asideAside_;
    bool isEven_;      // whether the lower length is the same at any bend
    glm::dvec3 axis_;  // upper bone's own axes: a turn about -axis_ bends the limb
    // Unit vectors, mapped by the upper bone's shape: along the straight limb, towards its bend, and the plane's normal.
    glm::dvec3 straight_;
    glm::dvec3 bent_;
    glm::dvec3 normal_;
    // The reference side of the straight limb, as components along bent_ and normal_.
    double sideBent_;
    double sideNormal_;
    glm::dquat straightLower_;
    glm::dquat upperReference_;
    glm::dvec3 restTip_;        // mapped by the upper bone's shape
    std::optional<Rest> rest_;  // computed in advance for many solutions
};

/// The direction from the upper to the lower joint, and that of the lower bone at rest, in the upper bone's own axes. Unit length; zero for
/// a bone of no length or a number that is not finite.
[[nodiscard]] glm::dvec3 upperDirection(const TwoBoneLimb& limb) noexcept;
[[nodiscard]] glm::dvec3 lowerDirectionAtRest(const TwoBoneLimb& limb) noexcept;

}  // namespace armature
