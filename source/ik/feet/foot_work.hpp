#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <armature/handle.hpp>
#include <armature/ik/foot_placement.hpp>

#include "ik/feet/foot_leg.hpp"
#include "ik/memory_numbers.hpp"

namespace armature {

/// The settings of a FootPlacement.
struct FootSetting {
    GroundQuery ground;
    FootPlacementOptions options;  ///< Its `pelvis` is null; see the handle below.
    Handle<Bone> pelvis;
};

/// The state of a foot that a FootPlacement keeps from solve to solve. A placement's memory consists of the pelvis's smoothed offset along
/// `up`, and one FootMemory for each leg.
struct FootMemory {
    double groundHeight = 0.;              ///< Smoothed height of the foot's ground, in world units along `up` from the world's origin.
    PlainVector groundNormal{0., 1., 0.};  ///< Smoothed normal of the foot's ground, in world space.
};

/// The previous state of feet and pelvis, and the fractions by which they move from that state to the wanted one.
struct FootFollowing {
    std::span<const double> memory = {};
    double footPart = 1.;
    double pelvisPart = 1.;
};

/// The working memory of one solve of a FootPlacement, all allocated by the constructor.
class FootWork {
public:
    /// Throws std::invalid_argument if there is no leg, makeFootLeg() refuses one, or the feet are bones of different skeletons.
    explicit FootWork(std::span<const FootPlacementLeg> legs);

    [[nodiscard]] std::size_t size() const noexcept { return legs_.size(); }
    /// The skeleton of the feet; null if no leg is complete.
    [[nodiscard]] Skeleton* skeleton() const noexcept;

    /// Places the feet, or none if no leg is complete; their reports are in reports(). Throws std::invalid_argument if the joints belong to
    /// another rig.
    FootPlacementReport place(const FootSetting& setting, JointView joints, const FootFollowing& following = {});
    /// Returns the report of a solve for which no leg is complete.
    FootPlacementReport placeNothing() noexcept;

    [[nodiscard]] std::span<const FootReport> reports() const noexcept { return reports_; }
    /// The number of values in a memory.
    [[nodiscard]] std::size_t memorySize() const noexcept { return 1 + legs_.size() * numbersIn<FootMemory>; }
    /// Stores the state from which the next solve continues in a memory, unless nothing was placed.
    void keep(IkMemory& memory) const;

private:
    [[nodiscard]] const FootPlacementOptions& options() const noexcept { return setting_->options; }
    [[nodiscard]] const Handle<Bone>& pelvis() const noexcept { return setting_->pelvis; }
    /// Stores how skeleton space is placed in the world. Returns false if a matrix is singular.
    [[nodiscard]] bool findBase(const JointView& joints) noexcept;
    /// Looks up the joints of all legs, unless no layout has changed since. Throws as FootLeg::requireIn() does.
    void findJoints(const JointView& joints);
    /// Looks up all legs in their own skeleton, unless its layout has not changed since. Returns whether any leg is complete.
    bool lookUp() noexcept;
    void readFeet(const JointView& joints);
    [[nodiscard]] const PlainFrame& frameAbove(const JointView& joints, const FootLeg& leg) noexcept;
    void followGround(FootGround& ground, FootMemory& memory, double part) const noexcept;
    [[nodiscard]] double wantedPelvisOffset() const noexcept;
    [[nodiscard]] bool movePelvis(JointView joints, double offset) const;
    [[nodiscard]] double offsetOf(const AnimatedFoot& foot, const FootTilt& tilt) const noexcept;
    void placeFoot(JointView joints, FootLeg& leg, FootReport& report);
    [[nodiscard]] FootPlacementReport nothingPlaced(IkStatus status) noexcept;

    /// The versions of the layouts for which joints were looked up: of the legs' skeleton and of the view's.
    struct Layouts {
        std::uint64_t own = 0;
        std::uint64_t viewed = 0;

        friend bool operator==(const Layouts&, const Layouts&) noexcept = default;
    };

    Handle<Skeleton> skeleton_;
    std::vector<FootLeg> legs_;
    std::vector<FootReport> reports_;
    std::vector<FootMemory> feet_;
    double pelvisOffset_ = 0.;
    bool hasPlaced_ = false;
    std::optional<std::uint64_t> layout_;  // the version of the skeleton's layout for which the legs were looked up

    // the current solve
    const FootSetting* setting_ = nullptr;
    std::optional<Layouts> checked_;  // the layouts for which the view's joints were checked
    BasePlane base_;
    PlainFrame above_;
    std::optional<std::uint32_t> aboveOf_;  // the number of the bone whose frame `above_` is; none: not known
};

}  // namespace armature
