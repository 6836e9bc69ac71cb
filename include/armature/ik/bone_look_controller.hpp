#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/ik/ik_memory.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>
#include <armature/math/space.hpp>
#include <armature/skeleton/joint_view.hpp>

namespace armature {

class Updatable;

/// How a BoneLookController looks. Angles are in radians.
struct ARMATURE_API BoneLookOptions {
    glm::vec3 forward{0.f, 0.f, 1.f};  ///< The bone's own axis that points at the target.
    glm::vec3 upAxis{0.f, 1.f, 0.f};   ///< The bone's own axis that is kept upright; not parallel to `forward`.
    glm::vec3 up{0.f, 1.f, 0.f};       ///< The up direction, in `upSpace`.
    /// World, Skeleton (the host's axes; Babylon.js's LOCAL) or Local (the parent bone's axes, or the skeleton's for a root; Babylon.js's
    /// BONE).
    Space upSpace = Space::Skeleton;
    /// The direction straight ahead, in the axes of the parent bone or, for a root, the host. Default: the value of `forward`, as in
    /// Babylon.js, or the value of `upAxis` if `forward` points up.
    std::optional<glm::vec3> ahead = {};
    /// The smallest yaw, in radians. Yaw and pitch are relative to the direction straight ahead, projected to the plane across `up`.
    /// Positive yaw turns towards cross(up, ahead), positive pitch upwards. Ranges may extend beyond half a turn; a range of a whole turn
    /// or more limits nothing.
    float minYaw = -3.1415927f;
    float maxYaw = 3.1415927f;     ///< The largest yaw, in radians; at least minYaw.
    float minPitch = -3.1415927f;  ///< The smallest pitch, in radians.
    float maxPitch = 3.1415927f;   ///< The largest pitch, in radians; at least minPitch.
    /// A fixed rotation added in the frame of the line of sight: yaw about the up axis, pitch, and roll about the line of sight, composed
    /// as in Bone::setRotation(). Radians.
    float adjustYaw = 0.f;
    float adjustPitch = 0.f;  ///< See adjustYaw; radians.
    float adjustRoll = 0.f;   ///< See adjustYaw; radians.
    /// Blends from the incoming pose (0) to the target (1). Babylon.js calls it slerpAmount.
    float weight = 1.f;
    /// Seconds that the bone takes to turn halfway to a new target; 0: the bone follows at once. Used by update(seconds), and by solve()
    /// with a memory.
    float halfLife = 0.f;
};

/// The result of looking. The angle is between the line of sight and the target.
struct ARMATURE_API BoneLookReport : IkReport {
    bool isPitchHeld = false;  ///< True if minPitch or maxPitch keeps the bone from the target.
    bool isYawHeld = false;    ///< True if minYaw or maxYaw keeps the bone from the target.
};

/// Turns one bone, a head, an eye or a turret, to look at a target within limits. Corresponds to Babylon.js's BoneLookController.
///
/// Position and scale stay. If the target is beyond the limits, the bone turns as far as they allow: first pitch, then yaw is clamped to
/// the nearer end of its range. Nothing changes if the direction to the target is along `up` or the target is at the bone (status
/// Undefined), if a matrix above the bone is singular (Singular), or if the bone or its target was removed (Gone). A call reads the current
/// matrices and allocates nothing. The same input and the same memory give the same bits. See docs/lifetimes.md for moved-from objects.
class ARMATURE_API BoneLookController final {
public:
    /// Makes a controller for a bone. Throws std::invalid_argument, naming the bone, the option and the value, if an axis is zero or not
    /// finite, `forward` is parallel to `upAxis`, a minimum is above its maximum, `upSpace` is Space::Own, or a weight or other number is
    /// out of range.
    explicit BoneLookController(Bone& bone, const BoneLookOptions& options = {});
    ~BoneLookController();
    BoneLookController(BoneLookController&&) noexcept;
    BoneLookController& operator=(BoneLookController&&) noexcept;

    [[nodiscard]] const BoneLookOptions& getOptions() const;  ///< The options that were last set.
    void setOptions(const BoneLookOptions& options);          ///< Replaces the options. Throws as the constructor does.

    /// Sets the target: a fixed point in `space` (Skeleton or World), or a point of a bone or node, read at each update. Throws
    /// std::invalid_argument if the bone was removed, the point is not finite, or `space` is another one.
    void setTarget(const glm::vec3& point, Space space = Space::World);
    void setTarget(Node& node, const glm::vec3& ownPoint = glm::vec3(0.f));

    /// Turns the bone towards its target, `seconds` after the last update: see BoneLookOptions::halfLife. By default, the bone follows at
    /// once.
    BoneLookReport update(double seconds = std::numeric_limits<double>::infinity());
    /// Solves on the joints of the skeleton, of a clone, of a pose or of a member of a Crowd, for a target in `space` (Skeleton or World).
    /// `memory` belongs to one character: halfLife continues from it, `seconds` after the last solve; without a memory, the bone follows at
    /// once. Any number of threads may solve for different characters at once. Throws std::invalid_argument if the joints belong to another
    /// rig, the target is not finite, or setMemory() would refuse the memory.
    BoneLookReport solve(JointView joints, const glm::vec3& target, Space space = Space::World, IkMemory* memory = nullptr,
                         double seconds = std::numeric_limits<double>::infinity()) const;

    /// The memory as of the last update() or setMemory(); valid until the next one.
    [[nodiscard]] std::span<const double> getMemory() const;
    /// Replaces the memory. Throws std::invalid_argument, changing nothing, if it has the wrong size or a number is not finite.
    void setMemory(std::span<const double> memory);
    /// Forgets earlier updates: the next update behaves like the first.
    void reset();

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
