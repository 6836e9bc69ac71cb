#pragma once

#include <optional>
#include <span>
#include <vector>

#include <armature/handle.hpp>
#include <armature/ik/foot_placement.hpp>

#include "ik/feet/foot_leg.hpp"

namespace armature {

/// What a FootPlacement was told.
struct FootSetting {
    GroundQuery ground;
    FootPlacementOptions options;  ///< Without the pelvis.
    Handle<Bone> pelvis;
};

/// Where the feet and the pelvis were, and how far they follow to where they are wanted: 1 all the way.
struct FootFollowing {
    FootPlacementMemory memory;
    double footPart = 1.;
    double pelvisPart = 1.;
};

/// What one placing of feet works with. All memory is allocated by the constructor, unless bones change.
class FootWork {
public:
    /// Throws std::invalid_argument as FootPlacement does.
    explicit FootWork(std::span<const FootPlacementLeg> legs);

    [[nodiscard]] std::size_t size() const noexcept { return legs_.size(); }
    /// That of the feet; null: no leg is whole.
    [[nodiscard]] const Skeleton* skeleton() const noexcept;

    /// Places the feet of `pose` or, if that is null, of the bones. `toWorld` is from skeleton space. The feet's reports are in reports().
    FootPlacementReport place(const FootSetting& setting, Pose* pose, const glm::mat4& toWorld, const FootFollowing& following = {});

    [[nodiscard]] std::span<const FootReport> reports() const noexcept { return reports_; }
    /// To go on from; none if nothing was placed.
    [[nodiscard]] const std::optional<FootPlacementMemory>& memory() const noexcept { return memory_; }

private:
    [[nodiscard]] const FootPlacementOptions& options() const noexcept { return setting_->options; }
    [[nodiscard]] const Handle<Bone>& pelvis() const noexcept { return setting_->pelvis; }
    void findBones(const Pose& pose);
    [[nodiscard]] std::optional<BasePlane> findBase(const glm::mat4& toWorld) const noexcept;
    void readFeet(const BasePlane& base);
    void followGround(FootGround& ground, FootMemory& memory, const BasePlane& base, double part) const noexcept;
    [[nodiscard]] double wantedPelvisOffset() const noexcept;
    [[nodiscard]] bool movePelvis(double offset, const BasePlane& base) const;
    [[nodiscard]] double offsetOf(const AnimatedFoot& foot, double tilt) const noexcept;
    void placeFoot(const FootLeg& leg, const BasePlane& base, FootReport& report) const;
    [[nodiscard]] FootPlacementReport nothingPlaced(IkStatus status) noexcept;

    std::vector<FootLeg> legs_;
    std::vector<FootReport> reports_;
    std::vector<FootMemory> feet_;
    PoseFrames pelvisFrames_;
    std::optional<FootPlacementMemory> memory_;
    const FootSetting* setting_ = nullptr;  // of the placing under way
    Pose* pose_ = nullptr;
};

}  // namespace armature
