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

/// How a BoneIkController bends a limb. Angles are in radians, lengths are fractions of the limb's length.
struct ARMATURE_API BoneIkOptions {
    /// The axis about which the elbow bends, in the upper bone's own axes; need not be exactly perpendicular to the bone. The elbow bends
    /// out to the side of cross(bendAxis, direction of the bone). Default: the axis of the bend at rest. For a limb that is straight at
    /// rest, the default is -Z for bones along +Y, as in Babylon.js, and for other directions of the bone -Z rotated from +Y to that
    /// direction.
    std::optional<glm::vec3> bendAxis = {};
    /// The limb's end, in the lower bone's own axes. Default: the position of the lower bone's first child or, for a leaf with a length,
    /// (0, length, 0).
    std::optional<glm::vec3> tip = {};
    float poleAngle = 0.f;  ///< Extra rotation of the bend about the line from the upper bone to the target.
    float minAngle = 0.f;   ///< The elbow's smallest angle; 0: folded.
    /// The elbow's largest angle; pi: straight. minAngle and maxAngle both limit the tip's reach, as in Babylon.js.
    float maxAngle = 3.1415927f;
    /// Blends from the incoming pose (0) to the solution (1) by slerp of both bones. Babylon.js calls it slerpAmount.
    float weight = 1.f;
    /// Seconds that the limb takes to move halfway to a new solution; 0: the limb follows at once. Used by update(seconds), and by solve()
    /// with a memory.
    float halfLife = 0.f;
    /// Fraction of the limb's length over which the limb slows down before it is straight. 0: no slowing down, and the tip meets its target
    /// exactly up to the end of its reach.
    float softness = 0.f;
    /// Limit on the turn of the bend about the line to the target, in radians per radian that target and pole move as seen from the upper
    /// bone. Keeps the limb from spinning when the target passes the pole. Infinity: the bend always follows the pole, as in Babylon.js.
    float maxPoleTurn = 8.f;
};

/// The result of bending a limb.
struct ARMATURE_API BoneIkReport : IkReport {
    bool isAngleHeld = false;  ///< True if minAngle or maxAngle keeps the limb from reaching the target.
};

/// Bends two bones, an arm or a leg, so that the tip of the lower bone reaches a target. Corresponds to Babylon.js's BoneIKController.
///
/// The upper bone turns so that the line from its origin to the tip points at the target, and so that the elbow lies in the plane of target
/// and pole, on the side given by the bend axis: by default away from the pole, as in Babylon.js. Without a pole, the bend axis follows the
/// shortest rotation that takes the limb from its rest pose to the target. The lower bone only bends about the bend axis, starting from its
/// rest rotation. Positions, scales and shear stay. The result is exact under scaled, mirrored and non-uniformly scaled parents, with or
/// without linked bones.
///
/// A call reads the current matrices and allocates nothing. The same input and the same memory give the same bits. Bones and nodes may be
/// removed: an update that needs a removed one changes nothing, and its report's status is Gone. See docs/lifetimes.md for moved-from
/// objects.
class ARMATURE_API BoneIkController final {
public:
    /// Makes a controller for a lower bone and its parent. Throws std::invalid_argument that names the bone and the reason: `lower` has no
    /// parent bone; it has neither child nor length, and options.tip is not set; a bone has zero length; the bend axis is along the upper
    /// bone; a number is out of range.
    explicit BoneIkController(Bone& lower, const BoneIkOptions& options = {});
    ~BoneIkController();
    BoneIkController(BoneIkController&&) noexcept;
    BoneIkController& operator=(BoneIkController&&) noexcept;

    [[nodiscard]] const BoneIkOptions& getOptions() const;  ///< The options that were last set.
    /// Replaces the options. Throws as the constructor does, changing nothing.
    void setOptions(const BoneIkOptions& options);

    /// Sets the target: a fixed point in `space` (Skeleton or World), or a point of a bone or node, read at each update. update() does
    /// nothing until there is a target. Throws std::invalid_argument if the lower bone was removed, the point is not finite, or `space` is
    /// another one.
    void setTarget(const glm::vec3& point, Space space = Space::World);
    void setTarget(Node& node, const glm::vec3& ownPoint = glm::vec3(0.f));
    /// Sets the pole, the point that decides the plane in which the limb bends, in the same way as setTarget().
    void setPole(const glm::vec3& point, Space space = Space::World);
    void setPole(Node& node, const glm::vec3& ownPoint = glm::vec3(0.f));
    void clearPole();

    /// Solves for the current pose, target and pole, `seconds` after the last update: see BoneIkOptions::halfLife. By default, the limb
    /// follows at once. The report's distances are in skeleton space. If there is no solution, nothing changes and the report's status says
    /// why. Costs about as much as reading four bones.
    BoneIkReport update(double seconds = std::numeric_limits<double>::infinity());
    /// Solves on the joints of the skeleton, of a clone, of a pose or of a member of a Crowd, for a target and a pole in `space` (Skeleton
    /// or World). `memory` belongs to one character: maxPoleTurn and halfLife continue from it, `seconds` after the last solve; without a
    /// memory, neither has an effect. Any number of threads may solve for different characters at once. Throws std::invalid_argument if the
    /// joints belong to another rig, a number is not finite, or setMemory() would refuse the memory.
    BoneIkReport solve(JointView joints, const glm::vec3& target, std::optional<glm::vec3> pole = {}, Space space = Space::World,
                       IkMemory* memory = nullptr, double seconds = std::numeric_limits<double>::infinity()) const;

    /// The memory as of the last update() or setMemory(); valid until the next one.
    [[nodiscard]] std::span<const double> getMemory() const;
    /// Replaces the memory. Throws std::invalid_argument, changing nothing, if it has the wrong size or a number is not finite.
    void setMemory(std::span<const double> memory);
    /// Forgets earlier solutions: the next update() behaves like the first.
    void reset();

    /// The farthest that the tip can get from the upper bone's joint, in skeleton units, with the current pose and maxAngle; 0 once the
    /// bones have been removed.
    [[nodiscard]] float getMaxReach() const;

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
