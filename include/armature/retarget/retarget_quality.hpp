#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

/// How well one bone's direction was kept.
struct RetargetBoneQuality {
    std::string source = {};            ///< Name of the source's bone.
    std::string target = {};            ///< Name of the target's.
    double meanDirectionError = 0.;     ///< Between where the two point, in radians: see RetargetQuality.
    double largestDirectionError = 0.;  ///< Of all frames.

    friend bool operator==(const RetargetBoneQuality&, const RetargetBoneQuality&) = default;
};

/// How far a target's motion is from its source's. Lengths are in units of the target's world: metres in imported models. A figure is
/// missing where nothing was measured: no bone that points somewhere, no contact, no leg, not both hands, or no frame. What is not finite
/// is left out and counted.
struct RetargetQuality {
    std::size_t frameCount = 0;       ///< How many frames were added.
    std::size_t unmeasuredCount = 0;  ///< In how many of them something was not finite, or beyond what numbers can hold.
    /// What is wrong with the motion, in words: empty if nothing is. Limbs that point elsewhere, a character that does not stand where the
    /// source stands, a source that never touches the ground, or an up along which its feet do not rest at one height, while they do along
    /// another axis: told only of feet that rested in several places.
    std::vector<std::string> faults = {};
    /// Between where limbs point in the two worlds as they are given, +Y or RetargetOptions::sourceUp up, after one turn about the
    /// vertical: from hips to head, shoulders to hands, thighs' joints to feet. In radians; over all limbs and frames,
    std::optional<double> meanLimbError = {};
    std::optional<double> largestLimbError = {};  ///< and at its worst.
    /// How far the hips are from where the source's are, scaled, along the ground of those worlds, on average.
    std::optional<double> placeError = {};
    /// How much higher than it stands the lower foot of the source is at its lowest, in its world, scaled: far from 0, the motion is not on
    /// the ground.
    std::optional<double> sourceClearance = {};
    std::optional<double> clearance = {};  ///< The same of the target.
    /// Of each pair whose bones point somewhere, from a bone's origin to that of the next one that is mapped; of feet, where they point
    /// from above at rest. Hips, heads and ends of limbs have no next bone and are not in the list. Then of each bone of a chain: where the
    /// source's chain points at its middle.
    std::vector<RetargetBoneQuality> bones = {};
    std::optional<double> meanDirectionError = {};     ///< Over all bones and frames, in radians.
    std::optional<double> largestDirectionError = {};  ///< The same at its worst.
    std::size_t contactCount = 0;                      ///< How often a foot of the source was planted: low and almost still.
    std::size_t targetContactCount = 0;                ///< How often a foot of the target was, by itself.
    /// How far a planted foot of the target moves on the ground while it is planted, on average,
    std::optional<double> meanFootSlide = {};
    std::optional<double> largestFootSlide = {};  ///< and at its worst.
    std::optional<double> sourceFootSlide = {};   ///< The same of the source at its worst, scaled: what was in the motion before.
    /// How far a sole of the target comes below the ground on which it stands at rest, at its worst. The ground goes with its host.
    std::optional<double> groundPenetration = {};
    /// The difference between the distance of the target's hands from each other and that of the source's, scaled: on average,
    std::optional<double> meanHandError = {};
    std::optional<double> largestHandError = {};  ///< and at its worst.

    friend bool operator==(const RetargetQuality&, const RetargetQuality&) = default;
};

/// Measures a retargeted motion frame by frame, live or from clips. A moved-from RetargetMeter may be assigned to or destroyed; anything
/// else throws std::invalid_argument.
class RetargetMeter final {
public:
    /// For those two rigs. Throws std::invalid_argument if they have other numbers of bones than the retargeter's.
    RetargetMeter(const Retargeter& retargeter, const Skeleton& source, const Skeleton& target);
    ~RetargetMeter();
    RetargetMeter(RetargetMeter&&) noexcept;
    RetargetMeter& operator=(RetargetMeter&&) noexcept;

    /// Measures a frame, `seconds` after the last one: numbers, whatever the poses, or it says what it could not measure. Throws
    /// std::invalid_argument if the views have other numbers of joints, or the time is negative or not finite. O(bones). Does not
    /// allocate.
    void add(const JointView& source, const JointView& target, double seconds);
    /// What has been measured so far.
    [[nodiscard]] RetargetQuality getQuality() const;
    void reset();  ///< Forgets what has been measured.

private:
    class State;

    std::unique_ptr<State> state_;
};

/// Measures `result` against `motion`, a clip of `source`, `framesPerSecond` times a second. Throws std::invalid_argument unless that is a
/// positive number, and as RetargetMeter does. O(frames * bones).
[[nodiscard]] RetargetQuality measureRetarget(const Retargeter& retargeter, const AnimationClip& motion, const Skeleton& source,
                                              const AnimationClip& result, const Skeleton& target, double framesPerSecond = 60.);

}  // namespace armature
