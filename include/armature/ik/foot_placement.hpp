#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/ik/ik_memory.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

class Updatable;

/// A point of the ground in world space, and the ground's normal there.
struct ARMATURE_API GroundPoint {
    glm::vec3 position{0.f};          ///< The point straight above or below the queried point.
    glm::vec3 normal{0.f, 1.f, 0.f};  ///< Any length. A normal more than 84 degrees from `up` is ignored: the ground counts as level.
};

/// A function that returns the ground straight above or below a point in world space, or no value if there is no ground. Every update calls
/// it for each ankle and each probe.
using GroundQuery = std::function<std::optional<GroundPoint>(const glm::vec3& worldPosition)>;

/// A leg to place on the ground.
struct ARMATURE_API FootPlacementLeg {
    Bone* foot = nullptr;  ///< The foot's bone: its joint is the ankle, its parent the lower leg, its grandparent the upper leg.
    /// Height of the ankle above the sole, in skeleton units. Default: the ankle's height at rest above the animated ground.
    std::optional<float> ankleHeight = {};
    /// Points of the foot (toes, heel), in its own axes, at which the ground is queried in addition to the ankle. The highest ground found
    /// counts. Default: the rest position of the foot's first child bone or, for a leaf with a length, (0, length, 0). When the leg is
    /// straight, its knee bends in the direction of the first probe.
    std::optional<std::vector<glm::vec3>> probes = {};
    float maxAnkleAngle = 0.7f;  ///< Limit on the foot's tilt towards the ground's normal, in radians, in [0, pi/2].
};

/// How a FootPlacement works. A leg's length is its current length, thigh plus shin.
struct ARMATURE_API FootPlacementOptions {
    Bone* pelvis = nullptr;         ///< The bone above the legs, which is lowered or raised; null: none.
    glm::vec3 up{0.f, 1.f, 0.f};    ///< The up direction, in world space, of any length.
    glm::vec3 animatedGround{0.f};  ///< A point of the level ground that the animation was made for, in skeleton space.
    float maxDrop = 0.5f;           ///< The farthest that the pelvis may go down, as a multiple of the longest leg's length.
    float maxRise = 0.5f;           ///< The farthest that the pelvis may go up, as a multiple of the longest leg's length.
    /// liftBegin and liftEnd are multiples of the leg's length. A foot is planted while the animation lifts its ankle by less than
    /// `liftBegin` above its standing height (see FootPlacementLeg::ankleHeight), and released above `liftEnd`, with a smooth transition in
    /// between. A released foot follows the animation but stays above the ground.
    float liftBegin = 0.1f;
    float liftEnd = 0.35f;       ///< At least liftBegin.
    float weight = 1.f;          ///< Blends from the animated pose (0) to the solution (1).
    float footHalfLife = 0.f;    ///< Seconds that a foot takes to move halfway to new ground; 0: it follows at once.
    float pelvisHalfLife = 0.f;  ///< Seconds that the pelvis takes to move halfway to a new height; 0: at once.
};

/// The result for one foot.
struct ARMATURE_API FootReport {
    IkReport ik = {};          ///< In world units. `angle` is how far maxAnkleAngle keeps the foot from matching the slope.
    bool isAnkleHeld = false;  ///< True if maxAnkleAngle limits the foot's tilt.
    float weight = 0.f;        ///< From 1 (planted) to 0 (released), by how far the animation lifts the foot.
    bool hasGround = false;    ///< True if the query found ground.
};

/// The result of FootPlacement::update() or solve().
struct ARMATURE_API FootPlacementReport {
    float pelvisOffset = 0.f;               ///< How far the pelvis was raised, in world units along `up`.
    std::span<const FootReport> feet = {};  ///< In the order of the legs; valid until the next update. From solve(): `outFeet`.
    /// Gone: the pelvis was removed (the feet were placed without it), or every leg lost a bone (see the reports of the feet). Singular:
    /// the host's matrix is singular. Undefined: the pelvis's position would overflow a float. With Singular and Undefined, neither the
    /// pose nor the memory changes.
    IkStatus status = IkStatus::Solved;
};

/// Puts the feet of an animated character on the actual ground: stairs, slopes, rocks. Any number of legs.
///
/// Each update starts from the animated pose, so apply the animation before every update. Each ankle keeps its animated height above the
/// ground, measured from the actual ground under the ankle instead of the animation's level ground. The pelvis moves as far as the lowest
/// planted foot needs, so that within maxDrop no leg is stretched more than in the animation. Knees bend in their animated planes; feet
/// keep their animated rotation, tilted by the slope of the ground. Lifted feet are released, but kept above the ground; a foot without
/// ground follows the animation. If the actual ground is the level ground that the animation expects, nothing changes.
///
/// Works with linked bones, and under scaled and mirrored hosts and bones; scale and shear stay. update() does not allocate. The same input
/// and the same memory give the same bits. solve() is const, takes no lock and may be called on any number of threads at once if the query
/// may; its working memory is pooled. Bones may be removed: if a bone of a leg is removed, that leg stays as it is, and its report's status
/// is Gone. See docs/lifetimes.md for pooled memory and moved-from objects.
class ARMATURE_API FootPlacement final {
public:
    /// Makes a placement for the legs of one skeleton. Throws std::invalid_argument, naming the bone, the option and the value, if there is
    /// no leg, a foot has no lower or upper leg, bones belong to several skeletons, a bone has zero length, the query is empty, or a number
    /// is out of range.
    FootPlacement(std::span<const FootPlacementLeg> legs, GroundQuery ground, const FootPlacementOptions& options = {});
    ~FootPlacement();
    FootPlacement(FootPlacement&&) noexcept;
    FootPlacement& operator=(FootPlacement&&) noexcept;

    /// The options that were last set; `pelvis` is null once that bone is removed.
    [[nodiscard]] FootPlacementOptions getOptions() const;
    /// Replaces the options. Throws as the constructor does, changing nothing.
    void setOptions(const FootPlacementOptions& options);

    /// Corrects the current pose, `seconds` after the last update: see FootPlacementOptions::footHalfLife. By default, feet and pelvis
    /// follow changes of the ground at once. If the query throws, nothing changes.
    FootPlacementReport update(double seconds = std::numeric_limits<double>::infinity());
    /// Solves on the joints of the skeleton, of a clone, of a pose or of a member of a Crowd. JointView::placedAt() places them in the
    /// world (see CrowdPlacement::world). `memory` belongs to one character: the half-lives continue from it, `seconds` after the last
    /// solve; without a memory, feet and pelvis follow at once. `outFeet` receives a report per leg, or may be empty. Throws
    /// std::invalid_argument if the joints belong to another rig, the number of reports is wrong, or setMemory() would refuse the memory.
    FootPlacementReport solve(JointView joints, IkMemory* memory = nullptr, double seconds = std::numeric_limits<double>::infinity(),
                              std::span<FootReport> outFeet = {}) const;

    /// Forgets earlier updates: the next update follows the ground at once. Call it when a character is moved elsewhere.
    void reset();
    /// The memory, in world space; empty if there is none. Valid until the next update.
    [[nodiscard]] std::span<const double> getMemory() const;
    /// Replaces the memory. Throws std::invalid_argument, changing nothing, if it has the wrong size, a number is not finite, or the normal
    /// of a foot's ground is zero.
    void setMemory(std::span<const double> memory);

    /// Returns the function that ModifierStack::add() needs: it updates this controller, even after the controller was moved, and returns
    /// false once the controller is destroyed.
    [[nodiscard]] std::function<bool(double seconds)> getUpdater();

private:
    friend class SavedState;
    class ARMATURE_LOCAL State;

    [[nodiscard]] const Updatable& updatable() const;

    std::unique_ptr<State> state_;
};

}  // namespace armature
