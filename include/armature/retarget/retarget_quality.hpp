#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// How well the direction of one bone was kept.
struct ARMATURE_API RetargetBoneQuality {
    std::string source = {};            ///< Name of the source's bone.
    std::string target = {};            ///< Name of the target's bone.
    double meanDirectionError = 0.;     ///< Mean angle between the directions of the two bones, in radians: see RetargetQuality::bones.
    double largestDirectionError = 0.;  ///< The largest of these angles over all frames.

    friend bool operator==(const RetargetBoneQuality&, const RetargetBoneQuality&) = default;
};

/// How far a target's motion deviates from the source's motion. Lengths are in units of the target's world: metres in imported models. A
/// member has no value if there is nothing to measure: no bone with a direction, no contact, no leg, not both hands, or no frame. Values
/// that are not finite are left out, and their frames are counted in `unmeasuredCount`.
struct ARMATURE_API RetargetQuality {
    std::size_t frameCount = 0;       ///< Number of frames that were added.
    std::size_t unmeasuredCount = 0;  ///< Number of frames in which a value was not finite or overflowed.
    /// The faults of the motion, in words; empty if there are none. Faults are: frames that could not be measured; limbs that do not point
    /// where the source's limbs do; a source that does not stand on its ground; a character that does not stand where the source stands; a
    /// character whose feet are never planted although the source's feet are; and a wrong up direction, along which resting feet differ in
    /// height although they agree in height along another axis (this can be found only if feet rested in several places).
    std::vector<std::string> faults = {};
    /// Mean angle between the directions of corresponding limbs, over all limbs and frames, in radians. A limb runs from hips to head, from
    /// upper arm to hand, or from upper leg to foot. Directions are compared in the two worlds as given, with +Y or
    /// RetargetOptions::sourceUp upwards, after one constant rotation about the vertical.
    std::optional<double> meanLimbError = {};
    std::optional<double> largestLimbError = {};  ///< The largest of these angles.
    /// Mean horizontal distance between the target's hips and the scaled position of the source's hips, in the same worlds.
    std::optional<double> placeError = {};
    /// Lowest height of the source's feet relative to their height at rest, in the source's world, scaled. A value far from 0 means that
    /// the motion is not on the ground.
    std::optional<double> sourceClearance = {};
    std::optional<double> clearance = {};  ///< Lowest height of the target's feet relative to their height at rest.
    /// The bones whose directions are compared. A bone's direction runs from its origin to the origin of the next mapped bone. A foot's
    /// direction is its heading: it moves with the foot and is horizontal at rest. Hips, heads and ends of limbs have no next bone and are
    /// not listed. The bones of pairs come first, then the target's bones of chains; each of these is compared with the direction of the
    /// source's chain at the middle of the bone.
    std::vector<RetargetBoneQuality> bones = {};
    std::optional<double> meanDirectionError = {};     ///< Mean direction error over all bones and frames, in radians.
    std::optional<double> largestDirectionError = {};  ///< The largest direction error, in radians.
    std::size_t contactCount = 0;                      ///< Number of times a foot of the source was planted: low and almost still.
    std::size_t targetContactCount = 0;                ///< Number of times a foot of the target was planted, by the same rule.
    /// Mean distance that a foot of the target slides on the ground while planted.
    std::optional<double> meanFootSlide = {};
    std::optional<double> largestFootSlide = {};  ///< The largest of these distances.
    /// The largest distance that a foot of the source slides, scaled: this sliding is already in the source's motion.
    std::optional<double> sourceFootSlide = {};
    /// The greatest depth of a sole of the target below the ground on which the target stands at rest. The ground moves with the target's
    /// host.
    std::optional<double> groundPenetration = {};
    /// Mean difference between the distance from hand to hand in the target and the scaled distance in the source.
    std::optional<double> meanHandError = {};
    std::optional<double> largestHandError = {};  ///< The largest of these differences.

    friend bool operator==(const RetargetQuality&, const RetargetQuality&) = default;
};

/// Measures a retargeted motion frame by frame, live or from clips. See docs/lifetimes.md for moved-from objects.
class ARMATURE_API RetargetMeter final {
public:
    /// Prepares to measure two rigs. Throws std::invalid_argument if their numbers of bones differ from those of the retargeter.
    RetargetMeter(const Retargeter& retargeter, const Skeleton& source, const Skeleton& target);
    ~RetargetMeter();
    RetargetMeter(RetargetMeter&&) noexcept;
    RetargetMeter& operator=(RetargetMeter&&) noexcept;

    /// Measures a frame, `seconds` after the last one. Values that cannot be measured are left out, and the frame is counted as unmeasured.
    /// Throws std::invalid_argument if the views have the wrong numbers of joints, or the time is negative or not finite. O(bones). Does
    /// not allocate.
    void add(const JointView& source, const JointView& target, double seconds);
    /// The quality of all frames so far.
    [[nodiscard]] RetargetQuality getQuality() const;
    void reset();  ///< Forgets all frames.

private:
    class ARMATURE_LOCAL State;

    std::unique_ptr<State> state_;
};

/// Measures `result` against `motion`, a clip of `source`, at `framesPerSecond`. Throws std::invalid_argument if the rate is not a positive
/// number or gives more than 2^20 frames, and whenever RetargetMeter does. O(frames * bones).
[[nodiscard]] ARMATURE_API RetargetQuality measureRetarget(const Retargeter& retargeter, const AnimationClip& motion,
                                                           const Skeleton& source, const AnimationClip& result, const Skeleton& target,
                                                           double framesPerSecond = 60.);

}  // namespace armature
